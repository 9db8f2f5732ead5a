// What a ledger keeps of itself: its key and its id, where it was moved to, and which plans were used.

import { randomBytes } from 'node:crypto';
import { Guarded, LocalFailure } from '../../services/http/errors.js';
import type { Statements } from './database.js';
import type { PlanUse } from './records.js';

/** The use of the plan with a hash. */
export interface PlannedUse extends PlanUse {
  readonly hash: string;
  /** The id of the plan. */
  readonly plan: string;
}
/** Where a ledger was moved to; undefined for one that is where it was. */
export async function movedTo(from: Statements): Promise<string | undefined> {
  const mark = await stored(from, 'moved');
  return mark && Buffer.from(mark).toString();
}
/** The address of a shared ledger for another role: its owner made it, and others write. */
export const ofRole = (address: string, role: string | undefined): string =>
  role === undefined ? address : address.replace(/\/\/[^/@]*@/, `//${encodeURIComponent(role)}@`);
/** The failure for a ledger that was moved. */
export const movedAway = (name: string, to: string): LocalFailure =>
  new LocalFailure(
    'LEDGER_MOVED',
    `The ledger ${name} was moved to ${to}, and takes no more transfers.`,
    to.includes('://')
      ? `Use the new one, with a role that writes: tuk config set ledger '${ofRole(to, 'ROLE')}'`
      : 'Use the new one: tuk config set ledger file',
  );

/** Random bytes of a ledger: its key, or its id; or its mark. */
export async function stored(from: Statements, name: 'key' | 'id' | 'moved'): Promise<Uint8Array | undefined> {
  return (await from.rows<{ value: Uint8Array }>('SELECT value FROM meta WHERE name = ?', name))[0]?.value;
}
export async function storedOrMade(tx: Statements, name: 'key' | 'id'): Promise<Uint8Array> {
  const known = await stored(tx, name); // a writer of a shared ledger may not make it
  if (known) return known;
  await tx.run('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING', name, randomBytes(32));
  return (await stored(tx, name))!;
}

/** Records the use of a plan. @throws {Guarded} PLAN_USED */
export async function recordUse(tx: Statements, { hash, how, run, at }: PlannedUse): Promise<void> {
  await tx.run('INSERT INTO plan (hash, how, run, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', hash, how, run, at);
  const [first] = await tx.rows<PlanUse>('SELECT how, run, at FROM plan WHERE hash = ?', hash);
  if (first!.how !== how || first!.run !== run) throw planUsed(first!.how);
}
/** The failure for a plan that was used before. */
export const planUsed = (how: string): Guarded =>
  new Guarded(
    'PLAN_USED',
    `The plan was ${how} before, and a plan is applied once.`,
    'See what was sent: tuk ops list. Write a new one: --plan-out FILE',
  );
