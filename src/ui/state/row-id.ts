// The id of a row, and what of it is copied.
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import type { ScreenSpec } from './screens.js';

/** The id of a row, for copying and for its mark; undefined where it has none. `id` is its path. */
export function idOf(row: Row, { id }: { readonly id: string }): string | undefined {
  const value = valueAt(row, id);
  return isNothing(value) ? undefined : asText(value);
}

/** What of a row is copied, and the path of it: the first of these fields that has a value; the id where a screen names none. */
export function copiedOf(
  row: Row,
  { id }: { readonly id: string },
  { copies = [id] }: Pick<ScreenSpec, 'copies'>,
): { readonly path: string; readonly text: string } | undefined {
  const path = copies.find((one) => !isNothing(valueAt(row, one)));
  return path === undefined ? undefined : { path, text: asText(valueAt(row, path)) };
}
