// The order of rows by a field: a sorted table on the screen and the --sort-by of a list are the same.

import { asText, isNothing, type Row, valueAt } from '../services/json-value.js';
import { type ComparableDecimal, comparableDecimal, compareDecimals } from './compare-decimal.js';
import { ofTime } from './time.js';

/** The sort order of rows: the dotted path of a field, and whether the greatest value comes first. */
export interface Sorting {
  readonly path: string;
  readonly down: boolean;
}

/** Reads the value of `--sort-by`: a field, or `-` and a field to turn the order round. A field whose own name begins with `-` is that field. */
export function sortingOf(text: string, isField: (path: string) => boolean): Sorting {
  return text.startsWith('-') && !isField(text) ? { path: text.slice(1), down: true } : { path: text, down: false };
}

/** The value of `--sort-by` for an order. */
export const sortText = ({ path, down }: Sorting): string => `${down ? '-' : ''}${path}`;

/** Sorts rows by a field: numbers by exact value, then times by their order, then texts by code point. Rows without it come last in both directions. */
export const sorted = (rows: readonly Row[], sorting: Sorting): readonly Row[] => rowOrder(rows, sorting).map((at) => rows[at]!);

interface SortKey {
  readonly at: number;
  readonly text: string;
  readonly kind: 'number' | 'time' | 'text' | 'nothing';
  readonly number?: ComparableDecimal;
  readonly time?: number;
}

/** The indexes of rows in a sort order; rows with the same value keep their order. */
export function rowOrder(rows: readonly Row[], { path, down }: Sorting): readonly number[] {
  const keys = rows.map((row, at) => keyOf(valueAt(row, path), at));
  const known = keys.filter(({ kind }) => kind !== 'nothing');
  const unknown = keys.filter(({ kind }) => kind === 'nothing');
  known.sort((one, other) => (down ? compare(other, one) : compare(one, other)) || one.at - other.at);
  return [...known, ...unknown].map(({ at }) => at);
}

function keyOf(value: unknown, at: number): SortKey {
  const text = isNothing(value) ? '' : asText(value);
  if (text === '') return { at, text, kind: 'nothing' };
  const number = comparableDecimal(text);
  if (number) return { at, text, kind: 'number', number };
  const time = ofTime(text);
  return time === undefined ? { at, text, kind: 'text' } : { at, text, kind: 'time', time };
}

const kinds: readonly SortKey['kind'][] = ['number', 'time', 'text'];
function compare(one: SortKey, other: SortKey): number {
  if (one.kind !== other.kind) return kinds.indexOf(one.kind) - kinds.indexOf(other.kind);
  if (one.number && other.number) return compareDecimals(one.number, other.number);
  if (one.time !== undefined && other.time !== undefined) return one.time - other.time;
  return compareCodePoints(one.text, other.text);
}

/** `<` compares UTF-16 units, which puts emoji before some of the characters below them. */
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
