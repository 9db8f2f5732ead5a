// The order of the rows of a table.

import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { ofTime } from '../format/time.js';
import type { Sorting } from './screens.js';

/** Sorts rows by a column, numbers and times by value; rows without it come last in both directions. */
export function sorted(rows: readonly Row[], { path, down }: Sorting): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(valueAt(row, path)) }));
  const known = keyed.filter(({ key }) => key !== undefined);
  known.sort((one, other) => (down ? -1 : 1) * compared(one.key!, other.key!));
  return [...known, ...keyed.filter(({ key }) => key === undefined)].map(({ row }) => row);
}
const keyOf = (value: unknown): number | string | undefined => {
  if (isNothing(value) || value === '') return undefined;
  const text = asText(value);
  return ofTime(text) ?? (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text.toLowerCase());
};
const compared = (one: number | string, other: number | string): number => {
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
};
