// Selects rows by typed terms, each a text or a condition, for the filter of a table and for --match.

import { counted } from '../services/counted.js';
import { durationMs } from '../services/duration.js';
import { foldedText, foldName, spelledOut } from '../services/fold-text.js';

import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../services/json-value.js';
import { type Column, cellOf, figureOf, unitOfMoney, unitPath } from './column.js';
import { type ComparableDecimal, comparableDecimal, compareDecimals } from './compare-decimal.js';
import { localDay, ofTime, statedTime, typedTime } from './time.js';

// Compares a row's value with a typed one, as in `column>5`: numbers with the column's unit, times, ages and
// durations.

/** A typed value: `8`, `8 %`, `1,000 MVL`, `20m`, `2026-11-20`. Other text has no members. */
interface Operand {
  readonly number?: ComparableDecimal;
  readonly unit?: string;
  /** Milliseconds. */
  readonly age?: number;
  readonly time?: number;
}

function operandOf(typed: string): Operand {
  const [, written = '', unit = ''] = /^([^\s%\p{L}]+(?:e[+-]?\d+)?)\s*(%|\p{L}[\p{L}\d]*)?$/u.exec(typed) ?? [];
  const number = comparableDecimal(
    /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(written) ? written.replaceAll(',', '') : written,
  );
  const time = typedTime(typed);
  return {
    number,
    unit: (number && unit) || undefined,
    age: durationMs(typed.replace(/\s/g, '').toLowerCase()),
    time,
  };
}

/**
 * Whether a value is in a relation to a typed one: numbers by value in the typed unit, times by order, ages of times;
 * other texts only by equality.
 */
export function compares(row: Row, column: Column, operator: string, typed: string, now: number): boolean {
  const value = valueAt(row, column.path);
  if (isNothing(value) || asText(value) === '') return false;
  const order = orderOf(row, column, typed, now);
  if (order === undefined) return operator === '=' && foldedText(asText(value)) === foldedText(typed);
  return operator.startsWith('>')
    ? order > 0 || (operator === '>=' && order === 0)
    : operator.startsWith('<')
      ? order < 0 || (operator === '<=' && order === 0)
      : order === 0;
}

function orderOf(row: Row, column: Column, typed: string, now: number): number | undefined {
  const value = figureOf(valueAt(row, column.path));
  const { number, unit, age, time: typedAt } = operandOf(typed);
  const time = isTimeColumn(column) ? statedTime(value) : ofTime(value);
  if (time !== undefined && age !== undefined) return Math.sign(now - time - age);
  const scale = durationUnit(column);
  if (scale !== undefined && age !== undefined) return Math.sign(Number(value) * scale - age);
  const exact = comparableDecimal(value);
  if (exact && number) return isInUnit(row, column, unit) ? compareDecimals(exact, number) : undefined;
  if (time === undefined || typedAt === undefined) return undefined;
  // a day is whole
  if (typed.length === 10) return Math.sign(localDay(time) < typed ? -1 : Number(localDay(time) > typed));
  return Math.sign(time - typedAt);
}

/** The milliseconds per unit in a column of durations. */
const durationUnit = ({ as }: Column): number | undefined =>
  typeof as === 'object' && 'lasts' in as ? (as.lasts === 'seconds' ? 1000 : 1) : undefined;

function isInUnit(row: Row, column: Column, unit: string | undefined): boolean {
  if (unit === undefined || (unit === '%' && column.as === 'percent')) return true;
  const own = unitOfMoney(valueAt(row, column.path));
  if (own !== undefined) return foldedText(own) === foldedText(unit);
  const path = unitPath(column);
  return path !== undefined && foldedText(asText(valueAt(row, path))) === foldedText(unit);
}

/**
 * The searchable texts of a value: unchanged, and with the column's unit.
 * @param now epoch milliseconds: a state may follow from a time that is past
 */
function searchTexts(row: Row, column: Column, now: number): readonly string[] {
  const field = valueAt(row, column.path);
  const value = figureOf(field);
  if (value === 'true' || value === 'false') return [value, cellOf(row, column, now).text];
  const unit = column.as === 'percent' ? '%' : (unitOfMoney(field) ?? asText(valueAt(row, unitPath(column) ?? '')));
  return unit === '' || value === ''
    ? [value]
    : [value, `${value}${unit}`, `${value} ${unit}`, cellOf(row, column, 0).text];
}

/** Why no value of these columns can be greater or less than a typed one, as the end of a sentence. */
function orderProblem(typed: string, columns: readonly Column[]): string | undefined {
  const { number, unit, age, time } = operandOf(typed);
  if (typed === '') return 'has no value to compare with';
  const quoted = JSON.stringify(typed);
  if (!number && age === undefined && time === undefined)
    return `compares with ${quoted}, which is neither a number, a time nor an age such as 20m`;
  const problems = columns.map((column) => {
    if (isTimeColumn(column))
      return age === undefined && time === undefined
        ? `compares a time with ${quoted}, which is neither a time nor an age such as 20m`
        : undefined;
    if (unit === undefined || isUnitOf(column, unit) || (age !== undefined && mayBeTime(column))) return undefined;
    return `compares with ${quoted}, and the column shows no unit ${unit}`;
  });
  return problems.includes(undefined) ? undefined : problems[0];
}
const isUnitOf = (column: Column, unit: string): boolean =>
  unit === '%' ? column.as === 'percent' : unitPath(column) !== undefined;
const isTimeColumn = ({ as }: Column): boolean => /^(time|moment|clock)$/.test(String(as));
const mayBeTime = (column: Column): boolean => column.as === undefined || durationUnit(column) !== undefined;

/** The heading of a column. */
export const nameOf = ({ heading, path }: Column): string => heading ?? path.slice(path.lastIndexOf('.') + 1);

/**
 * The rows that match every term. A term is a text in any column, a whole id in any field, or a condition: a column by
 * the beginning of its name, an operator and a value. `status=OPEN`, `status!=OPEN`, `price>9`, `ltv>=8%`,
 * `listed<=2026-11-20`, `since>20m` (older than 20 minutes), `name~mina` (contains). `!` negates a term, quotes hold
 * words together, and special characters after `~` and in a text make a regular expression.
 * @param terms all rows match an empty text
 * @param now epoch milliseconds, for ages
 */
export function matching(rows: readonly Row[], terms: string, columns: readonly Column[], now: number): readonly Row[] {
  const tests = termsOf(terms).map((term) => testOf(term, rows, columns, now));
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
}

type RowTest = (row: Row) => boolean;

const operators = '([<>!]=|[<>=~])(.*)$';
const namedTerm = new RegExp(`^([\\w.]+)${operators}`, 's');
/** A condition with any name, such as `GET /v1/offerings<2s`. */
export const condition = new RegExp(`^([^<>!=~]+)${operators}`, 's');
/** A condition as an earlier version wrote it: `status:open`, `price:>9`. */
const earlierTerm = /^([\w.]+):([<>]=?|=)?(.+)$/s;

/** The names that terms select by: `status` of `status=OPEN`. */
const namesIn = (terms: string): readonly string[] =>
  termsOf(terms).flatMap((term) => {
    const typed = term.replace(/^!+/, '');
    return (/^[a-z]/i.test(typed) && namedTerm.exec(typed)?.[1]) || [];
  });

/** The first name in terms that is not a column, without any row that could have more fields. */
export const unresolvedName = (terms: string, columns: readonly Column[]): string | undefined =>
  namesIn(terms).find((name) => columnsNamed(name, [], columns).length === 0);

/**
 * The first columns that a term names and no row has: the rows then say nothing about the term.
 * @param isDeclared whether rows may leave out the field of a column
 */
export function missingColumns(
  rows: readonly Row[],
  terms: string,
  columns: readonly Column[],
  isDeclared: (column: Column) => boolean = () => false,
): { readonly name: string; readonly paths: readonly string[] } | undefined {
  const has = ({ path }: Column) => rows.some((row) => valueAt(row, path) !== undefined);
  for (const name of rows.length === 0 ? [] : namesIn(terms)) {
    const named = columnsNamed(name, rows, columns);
    if (named.length > 0 && !named.some((column) => has(column) || isDeclared(column)))
      return { name, paths: named.map(({ path }) => path) };
  }
  return undefined;
}

/** The name in a term `name=text` that is not a column, if no row has the whole term as a text either. */
export function unknownColumn(rows: readonly Row[], terms: string, columns: readonly Column[]): string | undefined {
  if (rows.length === 0) return undefined;
  for (const typed of termsOf(terms).map((term) => term.replace(/^!/, ''))) {
    const [, name = ''] = /^[a-z]/i.test(typed) ? (namedTerm.exec(typed) ?? []) : [];
    const isText = () => rows.some((row) => anyOf(columns, typed)(row) || holdsExactly(row, typed));
    if (name !== '' && columnsNamed(name, rows, columns).length === 0 && !isText()) return name;
  }
  return undefined;
}

/**
 * The problem of a filter text, in one sentence, or undefined: an impossible comparison, or a name that is not a
 * column. Without rows, which may have more fields, only comparisons of the columns are checked.
 */
export function filterProblem(
  terms: string,
  columns: readonly Column[],
  rows: readonly Row[] = [],
): string | undefined {
  const unknown = unknownColumn(rows, terms, columns);
  if (unknown !== undefined)
    return `${JSON.stringify(unknown)} is not a column; there are: ${columns
      .map(nameOf)
      .filter((name) => /\w/.test(name))
      .join(', ')}.`;
  for (const typed of termsOf(terms).map((term) => term.replace(/^!+/, ''))) {
    const [, earlier = '', comparison, text = ''] = /^[a-z]/i.test(typed) ? (earlierTerm.exec(typed) ?? []) : [];
    const sign = comparison ?? '~';
    const isInRow = () => rows.some((row) => anyOf(columns, typed)(row) || holdsExactly(row, typed));
    const isEarlier =
      comparison !== undefined || columnsNamed(earlier, rows, columns).length > 0 || (rows.length > 0 && !isInRow());
    if (text !== '' && isEarlier)
      return `${JSON.stringify(typed)} is ${JSON.stringify(`${earlier}${sign}${text}`)} by now.`;
    const [, name = '', operator = '', value = ''] = namedTerm.exec(typed) ?? [];
    const named = /[<>]/.test(operator) ? columnsNamed(name, rows, columns) : [];
    const problem = named.length === 0 ? undefined : orderProblem(value, named);
    if (problem !== undefined) return `${JSON.stringify(typed)} ${problem}.`;
  }
  return undefined;
}

/** The rows that a comparison leaves out since their value is neither a number nor a time, in one sentence. */
export function uncompared(rows: readonly Row[], terms: string, columns: readonly Column[]): string | undefined {
  for (const term of termsOf(terms)) {
    const [, name = '', operator = '', typed = ''] = namedTerm.exec(term.replace(/^!+/, '')) ?? [];
    const named = /[<>]/.test(operator) && typed !== '' ? columnsNamed(name, rows, columns) : [];
    const values = named.length === 0 ? [] : rows.map((row) => named.map(({ path }) => figureOf(valueAt(row, path))));
    const isOther = (text: string) => text !== '' && !comparableDecimal(text) && ofTime(text) === undefined;
    const count = values.filter((all) => all.every(isOther)).length;
    if (count > 0)
      return `${counted(count, 'row has', 'rows have')} a ${name} that is neither a number nor a time, so ${term} does not judge ${count === 1 ? 'it' : 'them'}.`;
  }
  return undefined;
}

/** Why a filter leaves no row, in one sentence: a problem of its text, or a column that no row has; else undefined. */
export function emptyReason(terms: string, columns: readonly Column[], rows: readonly Row[] = []): string | undefined {
  const missing = missingColumns(rows, terms, columns);
  const reason = missing && `No row of the response has ${missing.paths.join(' or ')}.`;
  return filterProblem(terms, columns, rows) ?? reason;
}

/** The terms of a text: words, or quoted parts; an open quote extends to the end. */
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
    const inColumns = anyOf(columns, typed, { now });
    return (row) => inColumns(row) || holdsExactly(row, typed);
  }
  if (value === '') return () => true; // still being typed
  if (operator === '~') return anyOf(named, value, { now });
  if (operator === '!=') return (row) => !named.some((column) => compares(row, column, '=', value, now));
  return (row) => named.some((column) => compares(row, column, operator, value, now));
}

const isDayText = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

const leastHeld = 3;
/** Whether any field of a row is exactly an id, an address or a number; plain words do not count. */
export function holdsExactly(row: unknown, text: string): boolean {
  if (text.length < leastHeld || !/[\d@]/.test(text)) return false;
  if (isRecord(row)) return Object.values(row).some((value) => holdsExactly(value, text));
  return isScalar(row) && foldedText(asText(row)) === foldedText(text);
}

/** The columns with a name or path that begins with a text; else a field of that path. */
export function columnsNamed(name: string, rows: readonly Row[], columns: readonly Column[]): readonly Column[] {
  const start = foldedText(name);
  const matches = columns.filter(
    (column) =>
      !(typeof column.as === 'object' && 'partOf' in column.as) && // the amount is compared, not its part of the sum
      (foldedText(nameOf(column)).startsWith(start) ||
        foldedText(column.path).startsWith(start) ||
        (/^[\p{L}_]/u.test(name) && foldName(column.path) === foldName(name))),
  );
  if (matches.length > 0) return matches;
  return rows.some((row) => valueAt(row, name) !== undefined) ? [{ path: name }] : [];
}
/** Whether any column fits. A day matches the times of that day in the zone in use. */
function anyOf(columns: readonly Column[], typed: string, { now = 0 } = {}): RowTest {
  const fits = pattern(typed);
  const isDay = isDayText(typed);
  return (row) =>
    columns.some((column) => {
      const value = valueAt(row, column.path);
      const at = isDay ? ofTime(asText(value)) : undefined;
      if (at !== undefined) return localDay(at) === typed;
      const unit = unitPath(column);
      return searchTexts(row, column, now).some(fits) || (unit !== undefined && fits(asText(valueAt(row, unit))));
    });
}

/** Makes a match of a text that looks the same, in any letter case; an invalid regular expression is plain text. */
export function pattern(text: string): (of: string) => boolean {
  const folded = foldedText(text);
  const holds = (of: string) => foldedText(of).includes(folded);
  if (!/[\\^$*+?()[\]{}|]/.test(text)) return holds;
  try {
    const expression = new RegExp(spelledOut(text), 'i');
    return (of) => expression.test(spelledOut(of));
  } catch {
    return holds;
  }
}
