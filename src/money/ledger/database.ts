// What the ledger and its journal ask of a database: statements in the common part of the SQL of SQLite and PostgreSQL,
// and transactions, of which one goes on at a time.

import type { Deadline } from '../../services/http/deadline.js';
import type { Operation } from './operation.js';

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
