// Compares two responses of a read: added, changed and removed rows.

import { canonical, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { keyOf } from '../../text/row-keys.js';

/** A row that differs. An added row has no `before`, a removed one no `after`. `id` is null for a row without one. */
export interface Change {
  readonly id: string | null;
  readonly before?: Row;
  readonly after?: Row;
}

/** The rows of a response; a response that is not a list is one row. */
export interface Rows {
  readonly rows: readonly Row[];
  readonly isList: boolean;
}

/** The rows of a response. */
export function rowsIn(response: unknown): Rows {
  const rows = listing(response)?.rows;
  return rows ? { rows, isList: true } : { rows: [isRecord(response) ? response : { value: response }], isList: false };
}

/**
 * The rows that differ: added and changed ones in order, then removed ones. Two rows are one row that has changed only
 * if they have the same id, and no other row of either response has it. Other rows are compared as a whole, as a set:
 * their places say nothing.
 * @param idPath the path of the id, or the paths that together are the key
 */
export function changesOf(before: Rows, after: Rows, idPath: string | readonly string[] = 'id'): Change[] {
  const paths = [idPath].flat();
  const idOf = (row: Row) => keyOf(row, paths) ?? null;
  if (!before.isList && !after.isList) {
    const [one, other] = [before.rows[0]!, after.rows[0]!];
    return canonical(one) === canonical(other) ? [] : [{ id: idOf(other), before: one, after: other }];
  }
  const [identityBefore, identityAfter] = [identities(before.rows, paths), identities(after.rows, paths)];
  const previous = new Map<string, Row[]>();
  const placeOf = (row: Row) => {
    const identity = identityIn(row, paths);
    const isOwn = identity !== undefined && !(identityBefore.get(identity)! > 1 || identityAfter.get(identity)! > 1);
    return isOwn ? identity : canonical(row);
  };
  for (const row of before.rows) previous.set(placeOf(row), [...(previous.get(placeOf(row)) ?? []), row]);
  const current = after.rows.flatMap((row): Change[] => {
    const same = previous.get(placeOf(row))?.shift();
    if (same === undefined) return [{ id: idOf(row), after: row }];
    return canonical(same) === canonical(row) ? [] : [{ id: idOf(row), before: same, after: row }];
  });
  const left = new Set([...previous.values()].flat());
  const gone = before.rows.filter((row) => left.has(row));
  return [...current, ...gone.map((row): Change => ({ id: idOf(row), before: row }))];
}

/** What identifies a row; undefined without a value at the paths. No row as JSON begins like it. */
function identityIn(row: Row, paths: readonly string[]): string | undefined {
  const values = paths.map((path) => valueAt(row, path));
  return values.every(isNothing) ? undefined : `id ${canonical(values)}`;
}
/** How many rows have each identity. */
function identities(rows: readonly Row[], paths: readonly string[]): ReadonlyMap<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const row of rows) counts.set(identityIn(row, paths), (counts.get(identityIn(row, paths)) ?? 0) + 1);
  return counts;
}

/** The top-level fields that differ between the two states of a row. */
export const changedFields = ({ before = {}, after = {} }: Change): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => canonical(before[name]) !== canonical(after[name]),
  );
