// Compares a row's value with a typed one, as in `column>5`: numbers with the column's unit, times, ages and
// durations.

import { durationMs } from '../services/duration.js';
import { foldedText } from '../services/fold-text.js';
import { asText, isNothing, type Row, valueAt } from '../services/json-value.js';
import { type Column, cellOf, unitPath } from './column.js';
import { type ComparableDecimal, comparableDecimal, compareDecimals } from './compare-decimal.js';
import { localDay, ofTime, typedTime } from './time.js';

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
  const value = asText(valueAt(row, column.path));
  const { number, unit, age, time: typedAt } = operandOf(typed);
  const time = ofTime(value);
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
  const path = unitPath(column);
  return path !== undefined && foldedText(asText(valueAt(row, path))) === foldedText(unit);
}

/**
 * The searchable texts of a value: unchanged, and with the column's unit.
 * @param now epoch milliseconds: a state may follow from a time that is past
 */
export function searchTexts(row: Row, column: Column, now: number): readonly string[] {
  const value = asText(valueAt(row, column.path));
  if (value === 'true' || value === 'false') return [value, cellOf(row, column, now).text];
  const unit = column.as === 'percent' ? '%' : asText(valueAt(row, unitPath(column) ?? ''));
  return unit === '' || value === ''
    ? [value]
    : [value, `${value}${unit}`, `${value} ${unit}`, cellOf(row, column, 0).text];
}

/** Why no value of these columns can be greater or less than a typed one, as the end of a sentence. */
export function orderProblem(typed: string, columns: readonly Column[]): string | undefined {
  const { number, unit, age, time } = operandOf(typed);
  if (typed === '') return 'has no value to compare with';
  const quoted = JSON.stringify(typed);
  if (!number && age === undefined && time === undefined)
    return `compares with ${quoted}, which is neither a number, a time nor an age such as 20m`;
  const problems = columns.map((column) => {
    if (/^(time|moment|clock)$/.test(String(column.as)))
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
const mayBeTime = (column: Column): boolean => column.as === undefined || durationUnit(column) !== undefined;
