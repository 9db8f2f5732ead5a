// Rows that carry a name of their own instead of an id made from an ordinal: a hash, a pair of addresses.
import { type Draft, type Kind, type Row, ready, rowById } from '../core/rows.js';
import type { Moment } from '../core/world.js';

/** Adds a row under a name. */
export function putRow<Body>(moment: Moment, kind: Kind<Body>, id: string, draft: Draft<Body>): Row<Body> {
  ready(moment, kind);
  const sql = `INSERT INTO ${kind.table} (id, owner, at, body) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, at = excluded.at, body = excluded.body`;
  moment.state.run(sql, id, draft.owner, Math.floor(draft.at), JSON.stringify(draft.body));
  return rowById(moment, kind, id)!;
}
