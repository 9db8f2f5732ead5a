// The order of rows by a field, for a sorted table and for --sort-by.

import { isNothing, type Row, valueAt } from '../services/json-value.js';
import { figureOf } from './column.js';
import { type ComparableDecimal, comparableDecimal, compareDecimals } from './compare-decimal.js';
import { ofTime } from './time.js';

/** The dotted path of a field, and whether the greatest value comes first. */
export interface Sorting {
  readonly path: string;
  readonly down: boolean;
}

/** Parses `--sort-by`: a field, or `-` and a field for the reverse order. A field may itself begin with `-`. */
export function sortingOf(text: string, isField: (path: string) => boolean): Sorting {
  return text.startsWith('-') && !isField(text) ? { path: text.slice(1), down: true } : { path: text, down: false };
}

/** Formats a sort order as --sort-by takes it: `amount`, or `-amount` for the reverse. */
export const sortText = ({ path, down }: Sorting): string => `${down ? '-' : ''}${path}`;

/**
 * Sorts rows by a field: exact numbers, then times, then texts by code point. Rows without it are last in both
 * directions.
 */
export const sorted = (rows: readonly Row[], sorting: Sorting): readonly Row[] =>
  rowOrder(rows, sorting).map((at) => rows[at]!);

interface SortKey {
  readonly at: number;
  readonly text: string;
  readonly kind: 'number' | 'time' | 'text' | 'nothing';
  readonly number?: ComparableDecimal;
  readonly time?: number;
}

/** The indexes of rows in a sort order; equal values keep their order. */
export function rowOrder(rows: readonly Row[], { path, down }: Sorting): readonly number[] {
  const keys = rows.map((row, at) => keyOf(valueAt(row, path), at));
  const valued = keys.filter(({ kind }) => kind !== 'nothing');
  const empty = keys.filter(({ kind }) => kind === 'nothing');
  valued.sort((a, b) => (down ? compare(b, a) : compare(a, b)) || a.at - b.at);
  return [...valued, ...empty].map(({ at }) => at);
}

function keyOf(value: unknown, at: number): SortKey {
  const text = isNothing(value) ? '' : figureOf(value);
  if (text === '') return { at, text, kind: 'nothing' };
  const number = comparableDecimal(text);
  if (number) return { at, text, kind: 'number', number };
  const time = ofTime(text);
  return time === undefined ? { at, text, kind: 'text' } : { at, text, kind: 'time', time };
}

const kinds: readonly SortKey['kind'][] = ['number', 'time', 'text'];
function compare(a: SortKey, b: SortKey): number {
  if (a.kind !== b.kind) return kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
  if (a.number && b.number) return compareDecimals(a.number, b.number);
  if (a.time !== undefined && b.time !== undefined) return a.time - b.time;
  return compareCodePoints(a.text, b.text);
}

/** Compares by code point. `<` compares UTF-16 units, which sorts emoji before some lower characters. */
function compareCodePoints(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    const [leftHalf, rightHalf] = [isSurrogate(left), isSurrogate(right)];
    return leftHalf === rightHalf ? left - right : leftHalf ? 1 : -1;
  }
  return a.length - b.length;
}
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
