// Stores rows whose id is a key of their own, such as a hash or a pair of addresses, instead of a seeded id.

import type { SandboxContext } from '../core/context.js';
import { type Draft, ensureSeeded, type Kind, type Row, rowById } from '../core/rows.js';

/** Adds or replaces the row of a key. */
export function putRow<Body>(context: SandboxContext, kind: Kind<Body>, id: string, draft: Draft<Body>): Row<Body> {
  ensureSeeded(context, kind);
  const sql = `INSERT INTO ${kind.table} (id, owner, at, body) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, at = excluded.at, body = excluded.body`;
  context.state.run(sql, id, draft.owner, Math.floor(draft.at), JSON.stringify(draft.body));
  return rowById(context, kind, id)!;
}
