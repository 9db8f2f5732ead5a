// The ledger of all transfers, and their outcomes. An operation is on the disk before its request is sent.

import { createHmac } from 'node:crypto';
import type { Deadline } from '../../services/http/deadline.js';
import { Failure, Guarded, LocalFailure, partFailure } from '../../services/http/errors.js';
import type { LimitSettings } from '../../session/profile.js';
import { decimalOf, decimalText } from '../values/decimal.js';
import { sameToken } from '../values/token.js';
import { chainColumns, recordedColumns } from './columns.js';
import {
  type Held,
  type LedgerDatabase,
  movedAway,
  type PlannedUse,
  recordUse,
  type Statements,
  stored,
  storedOrMade,
} from './database.js';
import { Grants, type GrantUse } from './grants.js';
import { checkIdentity, markOf, recordIdentity } from './identity.js';
import { Journal } from './journal.js';
import {
  dayLength,
  endedBadly,
  type Intent,
  isOpen,
  type Observation,
  type Operation,
  type Resolution,
  type Settlement,
} from './operation.js';
import { deliverOutcomes, keepOutcome } from './outbox.js';
import type { Owner } from './owner.js';
import { queries } from './queries.js';
import { keyOf, Records, type SeenRow } from './records.js';

/** The reference was used before, for an operation that may have taken effect. */
export class ReferenceTaken extends Error {
  readonly operation: Operation;
  constructor(operation: Operation) {
    super(`${operation.ref} is ${operation.id}`);
    this.operation = operation;
  }
}
/** The files of a ledger on this machine. */
interface LedgerFiles {
  /** The file with its identity (`identity.ts`): needed to move value, not to read. */
  readonly identityFile: string | undefined;
  /** The folder for outcomes that a shared ledger could not record (`outbox.ts`). */
  readonly outbox?: string | undefined;
  /** The hash of the token that it is open under (`grants.ts`). */
  readonly grant?: string | undefined;
}
/** What is decided in the write that records an operation. Both functions throw the {Failure} that refuses it. */
export interface Guard {
  /** The origins of its platform: the limits that stand in the ledger for them are read in the write. */
  readonly origins?: readonly string[];
  /** The use of the plan that it is a part of; nothing without a plan. */
  readonly plan?: ((rules: readonly LimitSettings[]) => PlannedUse | undefined) | undefined;
  /** Compares it with the limits of the moment. @returns what judges the owner's last 24 hours, if these matter */
  readonly check?: (rules: readonly LimitSettings[]) => ((day: readonly Operation[]) => void) | undefined;
  /** Compares it with the grant of the run; undefined for a grant that the ledger does not know. */
  readonly grant?: (use: GrantUse | undefined, intent: Intent) => void;
}

/** An operation that is to be recorded; `now`: epoch milliseconds. */
interface NewOperation {
  readonly intent: Intent;
  readonly now: number;
  readonly guard?: Guard | undefined;
}
/** Whether an operation was refused, and the write goes on; any other failure is that of the write. */
const isRefusal = (error: unknown) =>
  error instanceof ReferenceTaken || (error instanceof Failure && !(error instanceof LocalFailure));

interface StateRow {
  readonly moved?: Uint8Array;
  readonly id?: Uint8Array;
  readonly plans: number;
  readonly at?: string;
}
/** Under a grant nothing begins that was not compared with it. @throws {Guarded} NOT_GRANTED */
const unjudged = (): never => {
  throw new Guarded('NOT_GRANTED', 'The operation was not compared with the grant of the run.');
};

const hexadecimal = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const notHeld: Held = { hasWaited: false, release: async () => {} };
const maxResponseLength = 1_048_576;
/** The open ledger; several processes may have it open at once. Every method throws LEDGER_UNUSABLE for its database. */
export class Ledger extends Records {
  /** The signed transactions. */
  readonly journal: Journal;
  /** What programs may spend, and the grant that everything begins under here. */
  readonly grants: Grants;
  /** The file that knows this ledger; nothing if it is only read. */
  readonly identityFile: string | undefined;
  readonly #outbox: string | undefined;
  readonly #isLent: boolean;
  /** How many plans were used when that was read last. */
  #plans: number | undefined;

  /**
   * @param lender the same ledger, open for a whole batch: it stays open
   */
  private constructor(db: LedgerDatabase, { identityFile, outbox, grant }: LedgerFiles, lender?: Ledger) {
    super(db, lender);
    this.journal = new Journal(db);
    this.grants = new Grants(db, grant);
    this.identityFile = identityFile;
    this.#outbox = outbox;
    this.#isLent = lender !== undefined;
  }
  /**
   * A ledger in an open database, which is closed if this fails.
   * @throws {LocalFailure} LEDGER_REPLACED for a ledger without the recorded identity: nothing may be sent then
   */
  static async in(db: LedgerDatabase, files: LedgerFiles): Promise<Ledger> {
    const ledger = new Ledger(db, files);
    try {
      await ledger.#checkIdentity();
      return ledger;
    } catch (error) {
      await ledger.close();
      throw error;
    }
  }
  /** The same ledger for one line of a batch, which closes nothing. @throws as `in` */
  async lend(identityFile: string | undefined): Promise<Ledger> {
    const ledger = new Ledger(this.db, { identityFile, outbox: this.#outbox, grant: this.grants.hash }, this);
    await ledger.#checkIdentity();
    return ledger;
  }

  /** Its file, or its address without a password. */
  get name(): string {
    return this.db.name;
  }
  /** The id of this ledger; undefined before its first operation. */
  async id(from: Statements = this.db): Promise<string | undefined> {
    const bytes = await stored(from, 'id');
    return bytes && hexadecimal(bytes);
  }

  /**
   * Makes this the ledger of the machine.
   * @returns the id of its newest entry, if it has one.
   * @throws {LocalFailure}
   */
  async adopt(identityFile: string): Promise<string | undefined> {
    const ledger = await this.madeId(); // it is on the disk before the file names it
    return this.db.write(0, async (tx) => {
      const last = await newestRow(tx);
      recordIdentity(identityFile, { ledger, last: last && markOf(last), plans: (await this.plans(tx)) || undefined });
      return last?.id;
    });
  }
  /**
   * Records an operation before it is sent; it is on the disk, and the newest of the machine, when this returns.
   * @param now epoch milliseconds
   * @throws {ReferenceTaken} {LocalFailure}; {Guarded} PLAN_USED; as `guard`
   */
  async begin(intent: Intent, now: number, guard?: Guard): Promise<Operation> {
    const [begun] = await this.beginAll([{ intent, now, guard }]);
    if (begun!.status === 'rejected') throw begun!.reason;
    return begun!.value;
  }
  /**
   * Records operations in one write, in their order: each counts for the window of the next.
   * @param planned at least one
   * @param goesOn whether those after one that is refused are recorded
   * @returns for each the operation, or why there is none; nothing for those after the first that is refused
   * @throws {LocalFailure}; then nothing is recorded
   */
  async beginAll(
    planned: readonly NewOperation[],
    goesOn = false,
  ): Promise<readonly PromiseSettledResult<Operation>[]> {
    const [{ now }] = planned as readonly [NewOperation];
    let settled: PromiseSettledResult<Operation>[] = [];
    const recordedOf = () => settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const write = this.db.write(now, async (tx, at) => {
      settled = [];
      for (const { intent, guard } of planned) {
        if (!goesOn && settled.at(-1)?.status === 'rejected') break;
        const [one] = await Promise.allSettled([this.#begin(tx, intent, at, guard)]);
        if (one.status === 'rejected' && !isRefusal(one.reason)) throw one.reason;
        settled.push(one);
      }
    });
    await write.catch((error: Error) => {
      const settlement = { outcome: 'not-sent', message: error.message } as const; // the response to the commit may be lost
      for (const { id, at } of this.#outbox === undefined ? [] : recordedOf())
        keepOutcome(this.#outbox!, { id, at, settlement, now });
      throw error;
    });
    const recorded = recordedOf();
    for (const operation of recorded) this.db.claims?.begin(operation);
    try {
      if (recorded.length > 0) await this.identify(recorded.at(-1));
    } catch (error) {
      const unsent = { outcome: 'not-sent', message: (error as Error).message } as const;
      for (const { id } of recorded) await this.settle(id, unsent, now).catch(partFailure);
      throw error;
    }
    return settled;
  }
  async #begin(tx: Statements, intent: Intent, now: number, guard: Guard = {}): Promise<Operation> {
    const at = new Date(now).toISOString();
    await this.#checkIdentity(tx);
    const earlier = await this.findByReference(intent, tx);
    if (earlier) throw new ReferenceTaken(earlier);
    const rules = await this.book.rules(guard.origins ?? [], tx);
    const plan = guard.plan?.(rules);
    const judge = guard.check?.(rules);
    if (judge) {
      const since = now - dayLength;
      const serviceSince = intent.serviceAt === undefined ? since : Date.parse(intent.serviceAt) - dayLength;
      judge(await this.operationsOf(intent, since, serviceSince, tx));
    }
    const use = await this.grants.inUse(now, tx, intent.serviceAt);
    if (this.grants.hash !== undefined) (guard.grant ?? unjudged)(use, intent);
    if (plan) await recordUse(tx, plan);
    const grantId = use?.grant.id;
    if (plan) this.#plans = undefined;
    const month = `op-${at.slice(2, 4)}${at.slice(5, 7)}-`;
    const sql = `INSERT INTO operation (${recordedColumns.join(', ')}) VALUES (${recordedColumns.map(() => '?').join(', ')})
      ON CONFLICT (id) DO NOTHING RETURNING id`;
    const add = async (number: number): Promise<Operation> => {
      const id = `${month}${String(number).padStart(4, '0')}`;
      const own = { plan: plan?.plan, grantId, id, at };
      const operation: Operation = { ...intent, ...own, ...this.db.sender(now), outcome: 'sending' };
      const [added] = await tx.rows(sql, ...recordedColumns.map((name) => operation[name]));
      return added ? operation : add(number + 1);
    };
    return add(await this.#nextNumber(tx, month));
  }
  /** The next number of a month, which is free unless the clock was set back: they are counted from the newest row on. */
  async #nextNumber(tx: Statements, month: string): Promise<number> {
    const newest = (await newestRow(tx))?.id ?? '';
    const [, digits] = newest.startsWith(month) ? (/-(\d+)$/.exec(newest) ?? []) : [];
    const ofMonth = () => tx.rows<{ count: number }>(queries.countOfMonth, month, `${month}:`); // `:` follows `9`
    return (digits === undefined ? (await ofMonth())[0]!.count : Number(digits)) + 1;
  }

  /** Records the most that an operation cost, as a person states it, and its value in US dollars. */
  stateValue(
    id: string,
    { atMost, atMostToken, usd }: Pick<Intent, 'atMost' | 'atMostToken' | 'usd'>,
  ): Promise<Operation | undefined> {
    const sql = 'UPDATE operation SET atMost = ?, atMostToken = ?, usd = coalesce(?, usd) WHERE id = ?';
    return this.db.write(0, async (tx) => {
      await tx.run(sql, atMost, atMostToken, usd, id);
      return this.find(id, tx);
    });
  }

  /**
   * Records the outcome. It is on the disk when the next operation is, or when the ledger is closed: if the power fails
   * before, it reads as unknown.
   * @throws {LocalFailure}; the operation stays `sending`, which reads as unknown later
   */
  async settle(id: string, settlement: Settlement, now: number): Promise<void> {
    const at = this.db.claims?.at(id); // of another process the next look finds the outcome again
    try {
      await this.#settle(id, settlement, now, () => true);
    } catch (error) {
      if (this.#outbox === undefined || at === undefined || !(error instanceof LocalFailure)) throw error;
      keepOutcome(this.#outbox, { id, at, settlement, now });
      throw new LocalFailure(
        error,
        `${error.message} It waits in ${this.#outbox}`,
        'The next command records it.',
        error,
      );
    } finally {
      this.db.claims?.end(id);
    }
  }
  /** Records the outcomes that wait on this machine, unless they are known by now. @throws {LocalFailure} */
  async deliver(): Promise<void> {
    if (this.#outbox === undefined) return;
    await deliverOutcomes(this.#outbox, async ({ id, at, settlement, now }) => {
      const operation = await this.find(id);
      if (operation?.at !== at) return settlement.outcome === 'not-sent'; // it was not begun, or is lost: others have its id
      await this.#settle(
        id,
        settlement,
        now,
        ({ outcome, settledBy }) => /^(sending|unknown)$/.test(outcome) && settledBy === undefined,
      );
      return true;
    });
  }
  #settle(
    id: string,
    { outcome, status, answer, message, stated, cost, clockAhead }: Settlement,
    now: number,
    isMeant: (operation: Operation) => boolean,
  ) {
    return this.#soon(now, async (tx, time) => {
      const operation = await this.find(id, tx);
      if (operation && !isMeant(operation)) return;
      const { at, usd, serviceAt, amount, token, atMost, atMostToken } = operation ?? {};
      const isBooked = cost !== undefined && amount === undefined;
      const ofCost = isBooked && sameToken(cost.token, atMostToken) ? scaled(usd, cost.amount, atMost) : undefined;
      const isMeasured = clockAhead !== undefined && at !== undefined;
      await update(tx, id, {
        outcome,
        settledAt: new Date(time).toISOString(),
        status,
        answer: answer !== undefined && answer.length > maxResponseLength ? undefined : answer,
        message,
        stated,
        usd: stated !== undefined ? undefined : isBooked ? ofCost : usd,
        amount: isBooked ? cost.amount : amount,
        token: isBooked ? cost.token : token,
        serviceAt: isMeasured ? new Date(Date.parse(at) + clockAhead).toISOString() : serviceAt,
      });
    });
  }

  /**
   * Records a later outcome of an `unknown` or `accepted` operation. Of a `done` one it records the last status, and
   * `not-done` if that may replace it; a later read also replaces a bad end. HTTP status, response and message stay.
   * @returns the operation, unchanged if it has ended otherwise or another process is sending it; nothing for an
   * unknown id
   * @throws {LocalFailure}
   */
  resolve(id: string, resolution: Resolution, now: number): Promise<Operation | undefined> {
    return this.#soon(now, async (tx, time) => {
      const operation = await this.find(id, tx);
      if (!operation) return undefined;
      const { outcome, settledBy, note, found = operation.found, lastStatus = operation.lastStatus } = resolution;
      const at = new Date(time).toISOString();
      const ending = settledBy === 'person' ? operation.ending : resolution.ending;
      const seen = { found, lastStatus, ending, seenAt: resolution.lastStatus === undefined ? operation.seenAt : at };
      const isDoneNoMore = operation.outcome === 'done' && outcome === 'not-done' && resolution.replacesDone === true;
      const isDoneAfterAll = endedBadly(operation) && outcome === 'done' && settledBy !== 'person';
      if (isOpen(operation) || isDoneNoMore || isDoneAfterAll)
        await update(tx, id, { outcome, settledAt: at, settledBy, note, ...seen });
      else if (operation.outcome === 'done' && settledBy !== 'person') await update(tx, id, seen);
      return this.find(id, tx);
    });
  }

  /** Records that the service shows one like an open operation. @param oneLike the row, JSON text */
  liken(id: string, oneLike: string, now: number): Promise<void> {
    return this.#soon(now, async (tx) => {
      const operation = await this.find(id, tx);
      if (operation && isOpen(operation) && operation.oneLike !== oneLike) await update(tx, id, { oneLike });
    });
  }

  /**
   * Records that a read contradicts a done, accepted or unknown operation: its outcome is unknown, unless a person has
   * judged it.
   * @param seen the row, JSON text, and what it says otherwise
   * @throws {LocalFailure}
   */
  contradict(id: string, seen: { readonly found: string; readonly note: string }, now: number): Promise<void> {
    return this.#soon(now, async (tx, time) => {
      const { outcome = '', settledBy, note } = (await this.find(id, tx)) ?? {};
      if (!/^(done|accepted|unknown)$/.test(outcome) || settledBy === 'person') return;
      if (outcome === 'unknown' && note === seen.note) return;
      const at = new Date(time).toISOString();
      await update(tx, id, { outcome: 'unknown', settledBy: 'check', settledAt: at, ending: undefined, ...seen });
    });
  }

  /**
   * Records the state of a transaction on its chain. It may take back an earlier state, but not the record of a person
   * while the chain shows nothing.
   * @returns the operation; nothing for an unknown id
   * @throws {LocalFailure}
   */
  observe(id: string, { facts, ...observed }: Observation, now: number): Promise<Operation | undefined> {
    return this.#soon(now, async (tx, time) => {
      const operation = await this.find(id, tx);
      if (!operation || (observed.outcome === 'unknown' && operation.settledBy === 'person')) return operation;
      const at = new Date(time).toISOString();
      const settledBy = observed.ending === undefined ? undefined : ('check' as const);
      const feeUsd = scaled(operation.feeUsd, facts?.fee, operation.fee);
      const columns = facts
        ? Object.fromEntries(chainColumns.map((name) => [name, name === 'feeUsd' ? feeUsd : facts[name]]))
        : {};
      await update(tx, id, { ...columns, ...observed, settledBy, settledAt: at, seenAt: at });
      return this.find(id, tx);
    }).finally(() => this.db.claims?.end(id));
  }

  /**
   * Holds an account that signs here against the other machines of a shared ledger; the processes of one machine have a
   * lock of their own.
   * @throws {Failure} ACCOUNT_LOCKED, naming the holder, if another one has it at the deadline
   */
  async holdAccount(address: string, deadline: Deadline): Promise<Held> {
    return (await this.db.hold?.(`account ${address.toLowerCase()}`, deadline)) ?? notHeld;
  }

  /** Records the newest row that a list has shown of an owner. @throws {LocalFailure} */
  recordWitness(owner: Owner, list: string, { row, at }: SeenRow): Promise<void> {
    const sql =
      'INSERT INTO witness (owner, list, row, at) VALUES (?, ?, ?, ?) ON CONFLICT (owner, list) DO UPDATE SET row = excluded.row, at = excluded.at';
    return this.#soon(0, (tx) => tx.run(sql, keyOf(owner), list, row, at));
  }

  /**
   * The function that hashes a text with a key that only this ledger has: nobody can guess the text from it.
   * @throws {LocalFailure}
   */
  hasher(): Promise<(text: string) => string> {
    this.shared.hasher ??= (async () => {
      const key = (await stored(this.db, 'key')) ?? (await this.db.write(0, (tx) => storedOrMade(tx, 'key')));
      return (text: string) => createHmac('sha256', key).update(text).digest('hex');
    })();
    return this.shared.hasher;
  }
  /** The id of this ledger, which gets one if it has none. @throws {LocalFailure} */
  async madeId(): Promise<string> {
    const made = async () => hexadecimal(await this.db.write(0, (tx) => storedOrMade(tx, 'id')));
    const id = this.shared.id ?? (await this.id()) ?? (await made());
    this.shared.id = id;
    return id;
  }
  /** Records the use of a plan. @throws {Guarded} PLAN_USED if another use is recorded; {LocalFailure} */
  recordPlan(use: PlannedUse): Promise<void> {
    return this.db.write(0, (tx) => recordUse(tx, use));
  }
  /** How many plans were applied or withdrawn, and grants revoked: an older copy of the ledger has fewer. */
  async plans(from: Statements = this.db): Promise<number> {
    return (await from.rows<{ count: number }>(queries.usedUp))[0]!.count;
  }
  /**
   * Records this as the ledger of the machine, with its newest entry and its plans.
   * @param begun of a shared ledger the entry that this machine knows to be there, whatever others have added since
   * @throws {LocalFailure}
   */
  async identify(begun?: Operation): Promise<void> {
    if (this.identityFile === undefined) return;
    if (!this.db.claims || !begun) return void (await this.adopt(this.identityFile));
    const [ledger, plans] = [await this.madeId(), this.#plans ?? (await this.plans())];
    recordIdentity(this.identityFile, { ledger, last: markOf(begun), plans: plans || undefined });
  }

  /** Closes the ledger. */
  async close(): Promise<void> {
    if (!this.#isLent) await this.db.close();
  }

  /** Checks that this is the ledger that a file knows, and here. @throws {LocalFailure} LEDGER_REPLACED, LEDGER_MOVED */
  async checkIdentity(identityFile: string, from: Statements = this.db): Promise<void> {
    this.#plans = await checkIdentity(identityFile, this.name, async (entry) => {
      const [row] = await from.rows<StateRow>(queries.state, entry);
      const { moved, id, ...others } = row!;
      if (moved) throw movedAway(this.name, Buffer.from(moved).toString());
      return { id: id && hexadecimal(id), ...others };
    });
  }
  async #checkIdentity(from?: Statements) {
    if (this.identityFile !== undefined) await this.checkIdentity(this.identityFile, from);
  }
  /** A write that does not wait for the disk. */
  #soon<Result>(now: number, work: (tx: Statements, now: number) => Promise<Result>): Promise<Result> {
    return this.db.write(now, work, false);
  }
}

const newestRow = async (tx: Statements): Promise<Pick<Operation, 'id' | 'at'> | undefined> =>
  (await tx.rows<Pick<Operation, 'id' | 'at'>>(queries.newestRow))[0];

/** Sets columns of an operation; an undefined one is emptied. */
function update(
  tx: Statements,
  id: string,
  columns: { readonly [Name in keyof Operation]?: Operation[Name] | undefined },
) {
  const set = Object.keys(columns).map((name) => `${name} = ?`);
  return tx.run(`UPDATE operation SET ${set.join(', ')} WHERE id = ?`, ...Object.values(columns), id);
}

/** The value of an amount in proportion to another amount: in US dollars, of a fee that was lower than its maximum. */
function scaled(value: string | undefined, amount: string | undefined, before: string | undefined): string | undefined {
  const [usd, now, then] = [value, amount, before].map((text) => decimalOf(text ?? ''));
  if (!usd || !now || !then || then.units === 0n) return value;
  const places = 6;
  const scale = 10n ** BigInt(places + then.places);
  const units = (usd.units * now.units * scale) / (then.units * 10n ** BigInt(usd.places + now.places));
  return decimalText({ units, places });
}
