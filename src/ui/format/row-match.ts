// Selects rows by typed terms: the filter of a table on the screen and the --match of a list are the same.

import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { type Column, unitPath } from './column.js';
import { comparableDecimal, compareDecimals } from './compare-decimal.js';
import { ofTime } from './time.js';

/** The heading of a column, in lower case. */
export const nameOf = ({ heading, path }: Column): string => heading ?? path.slice(path.lastIndexOf('.') + 1);

/**
 * The rows that match every term. A term is a text in any column or the whole of an id in any field, `column:text` (the column by the beginning of its name; a number as a whole), or a comparison
 * `column:>5`, `column:<=2026-11-20`, `column:>20m` (older than 20 minutes), `column:=text`. `!` before a term negates it; quotes hold words together; a term
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

/** The name in a term `name:text` that is no column of the rows, where no row has the term as a text either; undefined if there is none. */
export function unknownColumn(rows: readonly Row[], terms: string, columns: readonly Column[]): string | undefined {
  if (rows.length === 0) return undefined;
  for (const typed of termsOf(terms).map((term) => term.replace(/^!/, ''))) {
    const [, name = ''] = /^[a-z]/i.test(typed) ? (namedTerm.exec(typed) ?? []) : [];
    const isText = () => rows.some((row) => anyOf(columns, pattern(typed))(row) || holdsExactly(row, typed));
    if (name !== '' && columnsNamed(name, rows, columns).length === 0 && !isText()) return name;
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
  return (row) => named.some(({ path }) => compares(asText(valueAt(row, path)), operator, value, now));
}

const leastHeld = 3;
/** Whether a field of a row, of a column or not, is exactly an id, an address or a number; a plain word is none. */
export function holdsExactly(row: unknown, text: string): boolean {
  if (text.length < leastHeld || !/[\d@]/.test(text)) return false;
  if (isRecord(row)) return Object.values(row).some((value) => holdsExactly(value, text));
  return isScalar(row) && asText(row).toLowerCase() === text.toLowerCase();
}

/** The columns whose name or path begins with a text; else a field of that path. */
function columnsNamed(name: string, rows: readonly Row[], columns: readonly Column[]): readonly Column[] {
  const start = name.toLowerCase();
  const found = columns.filter((column) => nameOf(column).toLowerCase().startsWith(start) || column.path.toLowerCase().startsWith(start));
  if (found.length > 0) return found;
  return rows.some((row) => valueAt(row, name) !== undefined) ? [{ path: name }] : [];
}
/** Whether any of the columns fits; a number is compared with a typed whole number as a whole: `num:17` is not 117. */
function anyOf(columns: readonly Column[], fits: (text: string) => boolean, typed = ''): RowTest {
  const paths = columns.flatMap((column) => [column.path, unitPath(column) ?? []].flat());
  const isWhole = /^\d+$/.test(typed);
  return (row) =>
    paths.some((path) => {
      const value = valueAt(row, path);
      return isWhole && typeof value !== 'string' && isScalar(value) ? asText(value) === typed : fits(asText(value));
    });
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
/** Whether a value is in a relation to a typed one: numbers by value, times by their order, ages of times; other texts are only equal. */
function compares(value: string, operator: string, typed: string, now: number): boolean {
  if (isNothing(value) || value === '') return false;
  const order = orderOf(value, typed, now);
  if (order === undefined) return operator === '=' && value.toLowerCase() === typed.toLowerCase();
  return operator.startsWith('>')
    ? order > 0 || (operator === '>=' && order === 0)
    : operator.startsWith('<')
      ? order < 0 || (operator === '<=' && order === 0)
      : order === 0;
}
function orderOf(value: string, typed: string, now: number): number | undefined {
  const time = ofTime(value);
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/i.exec(typed) ?? [];
  if (time !== undefined && count !== undefined) return Math.sign(now - time - Number(count) * units[unit.toLowerCase()]!);
  const [one, other] = [comparableDecimal(value), comparableDecimal(typed)];
  if (one && other) return compareDecimals(one, other);
  const typedTime = ofTime(typed);
  return time === undefined || typedTime === undefined ? undefined : Math.sign(time - typedTime);
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
