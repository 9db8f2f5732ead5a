// The id of a row, and the text to copy of it.
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import type { ScreenSpec } from './screens.js';

/** The id of a row, for copying and for marks; undefined if it has none. */
export function idOf(row: Row, { id }: { readonly id: string }): string | undefined {
  const value = valueAt(row, id);
  return isNothing(value) ? undefined : asText(value);
}

/** The text to copy of a row, and its path: the first of these fields that has a value, by default the id. */
export function copiedOf(
  row: Row,
  { id }: { readonly id: string },
  { copies = [id] }: Pick<ScreenSpec, 'copies'>,
): { readonly path: string; readonly text: string } | undefined {
  const path = copies.find((one) => !isNothing(valueAt(row, one)));
  return path === undefined ? undefined : { path, text: asText(valueAt(row, path)) };
}
