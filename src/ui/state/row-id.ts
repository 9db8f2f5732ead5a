// The key of a row, and the text to copy of it.
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { keyIn } from '../../text/row-keys.js';
import type { QueryResponse } from './responses.js';
import type { ScreenSpec } from './screens.js';

/** The function that gives the key by which a row of a response is marked and found again; undefined if it has none. */
export const keysOf = ({ rows = [], id, key = [id] }: Pick<QueryResponse, 'rows' | 'id' | 'key'>) => keyIn(rows, key);

/** The text to copy of a row, and its path: the first of these fields that has a value, by default the id. */
export function copiedOf(
  row: Row,
  { id }: { readonly id: string },
  { copies = [id] }: Pick<ScreenSpec, 'copies'>,
): { readonly path: string; readonly text: string } | undefined {
  const path = copies.find((copy) => !isNothing(valueAt(row, copy)));
  return path === undefined ? undefined : { path, text: asText(valueAt(row, path)) };
}
