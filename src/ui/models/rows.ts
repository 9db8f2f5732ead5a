// The visible rows of a table: filtered by a typed text, sorted by a column.

import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { type Column, unitPath } from '../format/column.js';
import { ofTime } from '../format/time.js';
import type { Sorting } from './screens.js';

/** The heading of a column, in lower case. */
export const nameOf = ({ heading, path }: Column): string => heading ?? path.slice(path.lastIndexOf('.') + 1);

/**
 * The rows that match a text: in any column, or in one (`status:open`, by the beginning of its name); `!` negates. A valid regular expression is
 * used as one. All rows for an empty text.
 */
export function matching(rows: readonly Row[], filter: string, columns: readonly Column[]): readonly Row[] {
  const turned = filter.startsWith('!');
  const text = turned ? filter.slice(1) : filter;
  if (text.trim() === '') return rows;
  const [, name, value] = /^([\w.]+):(.*)$/s.exec(text) ?? [];
  const named = name === undefined ? [] : columns.filter((column) => isNamed(column, name.toLowerCase()));
  const fits = pattern(named.length > 0 ? value! : text);
  const among = named.length > 0 ? named : columns;
  const paths = among.flatMap((column) => [column.path, unitPath(column) ?? []].flat());
  return rows.filter((row) => paths.some((path) => fits(asText(valueAt(row, path)))) !== turned);
}
const isNamed = (column: Column, name: string) =>
  nameOf(column).toLowerCase().startsWith(name) || column.path.toLowerCase().startsWith(name);

/** Makes a case-insensitive match. */
export function pattern(text: string): (of: string) => boolean {
  const plain = text.toLowerCase();
  if (!/[\\^$*+?()[\]{}|]/.test(text)) return (of) => of.toLowerCase().includes(plain);
  try {
    const expression = new RegExp(text, 'i');
    return (of) => expression.test(of);
  } catch {
    return (of) => of.toLowerCase().includes(plain); // an incomplete or invalid expression
  }
}

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
