// The key of each row of a list: its id, made unique.

import { asText, isDecimal, isNothing, isScalar, type Row, valueAt } from '../services/json-value.js';
import { isTimeText } from './time.js';

/**
 * The keys of rows, in order: the values at the paths of the id, else the position. Equal ids get the first field that
 * distinguishes them, `ETH BASE`, else a number, `ETH (2)`.
 */
export function rowKeys(rows: readonly Row[], idPath: string | readonly string[] = 'id'): readonly string[] {
  const paths = [idPath].flat();
  const ids = rows.map((row, index) => {
    const values = paths.map((path) => valueAt(row, path));
    return values.some(isNothing) ? String(index + 1) : values.map(asText).join(' ');
  });
  const places = new Map<string, number[]>();
  for (const [index, id] of ids.entries()) places.set(id, [...(places.get(id) ?? []), index]);
  const keys: string[] = [];
  const taken = new Set<string>();
  for (const [index, id] of ids.entries()) {
    const same = places.get(id)!;
    const field = same.length === 1 ? undefined : fieldThatDiffers(same.map((place) => rows[place]!));
    const key = field === undefined ? id : `${id} ${asText(rows[index]![field])}`;
    let unique = key;
    for (let count = 2; taken.has(unique); count += 1) unique = `${key} (${count})`;
    taken.add(unique);
    keys.push(unique);
  }
  return keys;
}

/** The first field with distinct texts. Numbers and times may change between reads, so they name nothing. */
function fieldThatDiffers(rows: readonly Row[]): string | undefined {
  return Object.keys(rows[0]!).find((name) => {
    const values = rows.map((row) => row[name]);
    const texts = values.map(asText);
    const names = values.every(isScalar) && texts.every((text) => text !== '' && !isDecimal(text) && !isTimeText(text));
    return names && new Set(texts).size === rows.length;
  });
}
