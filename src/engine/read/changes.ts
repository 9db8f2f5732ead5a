// Compares two responses of a read: added, changed and removed rows.

import { compact, isRecord, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { rowKeys } from '../../text/row-keys.js';

/** A row that differs. An added row has no `before`, a removed one no `after`. */
export interface Change {
  readonly id: string;
  readonly before?: Row;
  readonly after?: Row;
}

/** The rows of a response by key (`text/row-keys`). A response that is not a list is one row. */
export function rowsById(response: unknown, idPath?: string | readonly string[]): ReadonlyMap<string, Row> {
  const rows = listing(response)?.rows ?? (isRecord(response) ? [response] : [{ value: response }]);
  const keys = rowKeys(rows, idPath);
  return new Map(rows.map((row, index) => [keys[index]!, row]));
}

/** The rows that differ: added and changed ones in order, then removed ones. */
export function changesOf(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): Change[] {
  const current = [...after].flatMap(([id, row]): Change[] => {
    const previous = before.get(id);
    if (previous === undefined) return [{ id, after: row }];
    return compact(previous) === compact(row) ? [] : [{ id, before: previous, after: row }];
  });
  const gone = [...before].filter(([id]) => !after.has(id)).map(([id, row]): Change => ({ id, before: row }));
  return [...current, ...gone];
}

/** The top-level fields that differ between the two states of a row. */
export const changedFields = ({ before = {}, after = {} }: Change): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => compact(before[name]) !== compact(after[name]),
  );
