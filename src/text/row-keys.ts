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

/**
 * The keys of rows, in order: the values at the paths of the key, else the position. Equal ones get the first field
 * that distinguishes them, `ETH BASE`, else a number, `ETH (2)`.
 */
export function rowKeys(rows: readonly Row[], idPath: string | readonly string[] = 'id'): readonly string[] {
  const paths = [idPath].flat();
  const ids = rows.map((row, index) => keyOf(row, paths) ?? String(index + 1));
  const places = new Map<string, number[]>();
  for (const [index, id] of ids.entries()) places.set(id, [...(places.get(id) ?? []), index]);
  const keys = new Set<string>();
  for (const [index, id] of ids.entries()) {
    const same = places.get(id)!;
    const field = same.length === 1 ? undefined : fieldThatDiffers(same.map((place) => rows[place]!));
    const key = field === undefined ? id : `${id} ${asText(rows[index]![field])}`;
    let unique = key;
    for (let count = 2; keys.has(unique); count += 1) unique = `${key} (${count})`;
    keys.add(unique);
  }
  return [...keys];
}

/** The first field with distinct texts. */
const fieldThatDiffers = (rows: readonly Row[]): string | undefined =>
  Object.keys(rows[0]!).find((name) => tellsApart(rows, name));

/** Whether a field has distinct texts. Numbers and times may change between reads, so they identify nothing. */
export function tellsApart(rows: readonly Row[], name: string): boolean {
  const values = rows.map((row) => row[name]);
  const texts = values.map(asText);
  const names = values.every(isScalar) && texts.every((text) => text !== '' && !isDecimal(text) && !isTimeText(text));
  return names && new Set(texts).size === rows.length;
}
