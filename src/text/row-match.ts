// Selects rows by typed terms: the filter of a table on the screen and the --match of a list are the same.

import { asText, isRecord, isScalar, type Row, valueAt } from '../services/json-value.js';
import { type Column, unitPath } from './column.js';
import { compares, orderProblem, searchTexts } from './row-comparison.js';

/** The heading of a column, in lower case. */
export const nameOf = ({ heading, path }: Column): string => heading ?? path.slice(path.lastIndexOf('.') + 1);

/**
 * The rows that match every term. A term is a text in any column or the whole of an id in any field, `column:text` (the column by the beginning of its name; a number as a whole), or a comparison
 * `column:>5`, `column:>8%`, `column:<=2026-11-20`, `column:>20m` (older than 20 minutes), `column:=text`. `!` before a term negates it; quotes hold words together; a term
 * with the characters of a regular expression is one.
 * @param terms the typed text; all rows match an empty one
 * @param now epoch milliseconds, for ages
 */
export function matching(rows: readonly Row[], terms: string, columns: readonly Column[], now: number): readonly Row[] {
  const tests = termsOf(terms).map((term) => testOf(term, rows, columns, now));
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
}

type RowTest = (row: Row) => boolean;

const namedTerm = /^([\w.]+):([<>]=?|=)?(.*)$/s;

/** The name in a term `name:text` that is not a column of the rows, where no row has the term as a text either; undefined if there is none. */
export function unknownColumn(rows: readonly Row[], terms: string, columns: readonly Column[]): string | undefined {
  if (rows.length === 0) return undefined;
  for (const typed of termsOf(terms).map((term) => term.replace(/^!/, ''))) {
    const [, name = ''] = /^[a-z]/i.test(typed) ? (namedTerm.exec(typed) ?? []) : [];
    const isText = () => rows.some((row) => anyOf(columns, pattern(typed))(row) || holdsExactly(row, typed));
    if (name !== '' && columnsNamed(name, rows, columns).length === 0 && !isText()) return name;
  }
  return undefined;
}

/**
 * The problem of a filter text, in one sentence, or undefined: a comparison that no value can fulfil, or a name that is not a column. Without rows, which may have more
 * fields, only the comparisons of the columns are checked.
 */
export function filterProblem(terms: string, columns: readonly Column[], rows: readonly Row[] = []): string | undefined {
  const unknown = unknownColumn(rows, terms, columns);
  if (unknown !== undefined)
    return `${JSON.stringify(unknown)} is not a column; there are: ${columns
      .map(nameOf)
      .filter((name) => /\w/.test(name))
      .join(', ')}.`;
  for (const typed of termsOf(terms).map((term) => term.replace(/^!+/, ''))) {
    const [, name = '', operator = '', value = ''] = namedTerm.exec(typed) ?? [];
    const named = /[<>]/.test(operator) ? columnsNamed(name, rows, columns) : [];
    const problem = named.length === 0 ? undefined : orderProblem(value, named);
    if (problem !== undefined) return `${JSON.stringify(typed)} ${problem}.`;
  }
  return undefined;
}

/** The terms of a text: words, or parts in quotes; a quote without an end goes to the end of the text. */
function termsOf(text: string): readonly string[] {
  const words = text.match(/(?:[^\s"]+|"[^"]*(?:"|$))+/g) ?? [];
  return words.map((word) => word.replaceAll('"', '')).filter((word) => word !== '' && word !== '!');
}

function testOf(typed: string, rows: readonly Row[], columns: readonly Column[], now: number): RowTest {
  if (typed.startsWith('!')) {
    const test = testOf(typed.slice(1), rows, columns, now);
    return (row) => !test(row);
  }
  const [, name = '', operator = '', value = ''] = namedTerm.exec(typed) ?? [];
  const named = name === '' ? [] : columnsNamed(name, rows, columns);
  if (named.length === 0) {
    const inColumns = anyOf(columns, pattern(typed));
    return (row) => inColumns(row) || holdsExactly(row, typed);
  }
  if (operator === '') return anyOf(named, pattern(value), value);
  if (value === '') return () => true; // it is still being typed
  return (row) => named.some((column) => compares(row, column, operator, value, now));
}

const leastHeld = 3;
/** Whether a field of a row, of a column or not, is exactly an id, an address or a number; a plain word is none. */
export function holdsExactly(row: unknown, text: string): boolean {
  if (text.length < leastHeld || !/[\d@]/.test(text)) return false;
  if (isRecord(row)) return Object.values(row).some((value) => holdsExactly(value, text));
  return isScalar(row) && asText(row).toLowerCase() === text.toLowerCase();
}

/** The columns that a text names: those whose name or path begins with it; else a field of that path. */
export function columnsNamed(name: string, rows: readonly Row[], columns: readonly Column[]): readonly Column[] {
  const start = name.toLowerCase();
  const found = columns.filter((column) => nameOf(column).toLowerCase().startsWith(start) || column.path.toLowerCase().startsWith(start));
  if (found.length > 0) return found;
  return rows.some((row) => valueAt(row, name) !== undefined) ? [{ path: name }] : [];
}
/** Whether any of the columns fits; a number is compared with a typed whole number as a whole: `num:17` is not 117. */
function anyOf(columns: readonly Column[], fits: (text: string) => boolean, typed = ''): RowTest {
  const isWhole = /^\d+$/.test(typed);
  return (row) =>
    columns.some((column) => {
      const value = valueAt(row, column.path);
      if (isWhole && typeof value !== 'string' && isScalar(value)) return asText(value) === typed;
      const unit = unitPath(column);
      return searchTexts(row, column).some(fits) || (unit !== undefined && fits(asText(valueAt(row, unit))));
    });
}

/** Makes a case-insensitive match; an incomplete or invalid regular expression is plain text. */
export function pattern(text: string): (of: string) => boolean {
  const plain = text.toLowerCase();
  if (!/[\\^$*+?()[\]{}|]/.test(text)) return (of) => of.toLowerCase().includes(plain);
  try {
    const expression = new RegExp(text, 'i');
    return (of) => expression.test(of);
  } catch {
    return (of) => of.toLowerCase().includes(plain);
  }
}
