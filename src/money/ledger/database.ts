// A database of a ledger: its statements and transactions, and what it keeps of itself.

import { randomBytes } from 'node:crypto';
import type { Deadline } from '../../services/http/deadline.js';
import { Guarded, LocalFailure } from '../../services/http/errors.js';
import type { Operation } from './operation.js';

// What the ledger and its journal ask of a database: statements in the common part of the SQL of SQLite and PostgreSQL,
// and transactions, of which one goes on at a time.

export type SqlValue = string | number | Uint8Array | null | undefined;
/** Runs statements; each `?` stands for a value, and an undefined one for none. */
export interface Statements {
  /** The rows of a query, without empty columns. @throws {LocalFailure} LEDGER_UNUSABLE */
  rows<Result>(sql: string, ...values: readonly SqlValue[]): Promise<Result[]>;
  /** @throws as `rows` */
  run(sql: string, ...values: readonly SqlValue[]): Promise<void>;
}
/** A name that is held. `hasWaited`: another process had it before. */
export interface Held {
  readonly hasWaited: boolean;
  release(): Promise<void>;
}
/** A change of an operation: by which role, from which host and address, and the columns that it has set. */
export interface Change {
  /** ISO. */
  readonly at: string;
  readonly role: string;
  readonly host?: string;
  readonly address?: string;
  readonly outcome: string;
  readonly columns?: Readonly<Record<string, unknown>>;
}
/** An open database of a ledger. */
export interface LedgerDatabase extends Statements {
  /** Its file, or its address without a password. */
  readonly name: string;
  /**
   * Makes a transaction that no other process shares: what `work` reads stays true until its end. Nothing of it stays if
   * `work` throws.
   * @param now epoch milliseconds; `work` gets the time of the clock that counts for this database
   * @param isSynced whether it is on the disk when this returns; else soon
   * @throws {LocalFailure} LEDGER_UNUSABLE; any Failure of `work`
   */
  write<Result>(
    now: number,
    work: (tx: Statements, now: number) => Promise<Result>,
    isSynced?: boolean,
  ): Promise<Result>;
  /** What identifies this process in an operation that it sends. */
  sender(now: number): Pick<Operation, 'pid' | 'process' | 'host' | 'claim'>;
  /** Whether the process that was sending an operation is gone. */
  isGone(sending: Operation): boolean;
  /** Keeps the claim to an operation that this process sends, until `end`. `at`: its time, which tells it from a later one with its id. */
  readonly claims?: { begin(operation: Operation): void; at(id: string): string | undefined; end(id: string): void };
  /**
   * Holds a name, such as the address of an account, against every other process until it is released.
   * @throws {Failure} ACCOUNT_LOCKED, naming the holder, if another one has it at the deadline
   */
  readonly hold?: (name: string, deadline: Deadline) => Promise<Held>;
  /** What a shared ledger has recorded of the changes of an operation, oldest first. */
  changes?(id: string): Promise<readonly Change[]>;
  /** Of a shared ledger: whether this role owns its tables. */
  owns?(): Promise<boolean>;
  close(): Promise<void>;
}
/** Lets one piece of work go on at a time, in the order of the calls. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

/** The use of a plan: by which run, and when (ISO). */
export interface PlanUse {
  readonly how: 'applied' | 'withdrawn';
  readonly run: string;
  readonly at: string;
}

// What a ledger keeps of itself: its key and its id, where it was moved to, and which plans were used.

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
