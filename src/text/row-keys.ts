// The key of each row of a list: its id, made unique.

import { asText, compact, isDecimal, isNothing, isScalar, type Row, valueAt } from '../services/json-value.js';
import { isTimeText } from './time.js';

/** The values of a row at the paths of its key; undefined without any. */
export function keyOf(row: Row, paths: readonly string[]): string | undefined {
  const values = paths.map((path) => valueAt(row, path)).filter((value) => !isNothing(value));
  return values.length === 0
    ? undefined
    : values.map((value) => (isScalar(value) ? asText(value) : compact(value))).join(' ');
}

/**
 * The function that gives each of these rows a key of its own: the values at the paths, with the whole row where
 * several rows have the same. A row of another response has the same key if it is the same thing. Undefined without a
 * value.
 */
export function keyIn(rows: readonly Row[], paths: readonly string[]): (row: Row) => string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const row of rows) {
    const key = keyOf(row, paths);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (row) => {
    const key = keyOf(row, paths);
    return key === undefined || (counts.get(key) ?? 0) < 2 ? key : `${key} ${compact(row)}`;
  };
}

/** Whether a field has distinct texts. Numbers and times may change between reads, so they identify nothing. */
export function tellsApart(rows: readonly Row[], name: string): boolean {
  const values = rows.map((row) => row[name]);
  const texts = values.map(asText);
  const names = values.every(isScalar) && texts.every((text) => text !== '' && !isDecimal(text) && !isTimeText(text));
  return names && new Set(texts).size === rows.length;
}
