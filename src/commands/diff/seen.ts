// A value of a response beside the same value with its personal data masked: compared whole, shown as the output asks.

import { rowsIn } from '../../services/decode/rows.js';
import { isRecord } from '../../services/json-value.js';
import { masked } from '../../text/mask.js';

/** A value, and its masked form, which has the same structure. */
export interface Seen {
  readonly whole: unknown;
  readonly masked: unknown;
}
/** A response, and its rows if it is a list. */
export interface SeenResponse extends Seen {
  readonly rows?: readonly Seen[];
  /** The field of the list; undefined if the response itself is the list. */
  readonly field?: string;
}

/** The missing value. */
export const nothing: Seen = { whole: undefined, masked: undefined };

/** A field of a record; `nothing` of any other value. */
export const fieldOf = (seen: Seen, name: string): Seen => ({
  whole: ownField(seen.whole, name),
  masked: ownField(seen.masked, name),
});
const ownField = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The elements of a list; empty for any other value. */
export const elementsOf = (seen: Seen): readonly Seen[] => pairwise(seen.whole, seen.masked);
const pairwise = (whole: unknown, other: unknown): readonly Seen[] =>
  Array.isArray(whole)
    ? whole.map((element: unknown, at) => ({ whole: element, masked: Array.isArray(other) ? other[at] : other }))
    : [];

/**
 * A response with its rows.
 * @param persons whether it is a person, or a list of persons, without saying so in its fields
 * @param isOne whether it is one record, although it has a list
 */
export function seenResponse(
  whole: unknown,
  { persons, isOne }: { readonly persons: boolean; readonly isOne: boolean },
): SeenResponse {
  const value = masked(whole, { persons });
  const list = isOne && isRecord(whole) ? undefined : rowsIn(whole);
  if (list === undefined) return { whole, masked: value };
  const rows = rowsIn(value)?.rows;
  return {
    whole,
    masked: value,
    rows: pairwise(list.rows, rows?.length === list.rows.length ? rows : masked(list.rows, { persons })),
    field: list.at.join('.') || undefined,
  };
}

/**
 * A response as a list under a field: alone, an empty list under a name of no list is taken for a record.
 * @returns undefined if the field has no list
 */
export function listUnder(response: SeenResponse, field: string | undefined): SeenResponse | undefined {
  if (response.rows || field === undefined || !isRecord(response.whole)) return response.rows ? response : undefined;
  const { whole, masked: value } = fieldOf(response, field);
  if (whole !== undefined && whole !== null && !(Array.isArray(whole) && whole.length === 0)) return undefined;
  return Object.hasOwn(response.whole, field) ? { ...response, rows: pairwise(whole, value), field } : undefined;
}
