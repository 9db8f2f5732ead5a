// The id of a row.
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';

/** The id of a row, for copying and for its mark; undefined where it has none. `id` is its path. */
export function idOf(row: Row, { id }: { readonly id: string }): string | undefined {
  const value = valueAt(row, id);
  return isNothing(value) ? undefined : asText(value);
}
