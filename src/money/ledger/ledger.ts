// The ledger of all transfers of this machine, and their outcomes. An operation is on the disk before its request is
// sent.

import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Failure } from '../../services/http/errors.js';
import { isRunning, processStamp } from '../../services/is-running.js';
import { decimalOf, decimalText } from '../values/decimal.js';
import { sameToken } from '../values/token.js';
import {
  chainColumns,
  LedgerDatabase,
  ledgerNeeded,
  openLedgerFile,
  openReadableLedger,
  recordedColumns,
} from './file.js';
import { checkIdentity, type IdentifiedLedger, markOf, recordIdentity } from './identity.js';
import {
  dayLength,
  endedBadly,
  type Intent,
  isOpen,
  mayHaveEffect,
  type Observation,
  type Operation,
  type Resolution,
  type Settlement,
} from './operation.js';
import { bindingTo, isAt, mayBeOf, type Owner } from './owner.js';
import { queries } from './queries.js';

/** The reference was used before, for an operation that may have taken effect. */
export class ReferenceTaken extends Error {
  readonly operation: Operation;
  constructor(operation: Operation) {
    super(`${operation.ref} is ${operation.id}`);
    this.operation = operation;
  }
}

const maxResponseLength = 1_048_576;
/** The open ledger; several processes may have it open at once. */
export class Ledger implements IdentifiedLedger {
  readonly #db: LedgerDatabase;
  readonly #file: string;
  readonly #identityFile: string | undefined;
  readonly #isLent: boolean;
  /** The owners so far, of this ledger or its lender: new ones have nothing old that a warning could name. */
  #owners: { all?: readonly Owner[] } = {};

  /**
   * Opens the ledger, and creates a missing one.
   * @param identityFile the file with the identity of the ledger (`ledger-identity.ts`): needed to move value, not to
   * read
   * @param lender the same ledger, open for a whole batch: its connection is used, and stays open
   * @throws {LocalFailure} LEDGER_UNUSABLE; LEDGER_REPLACED for a ledger without the recorded identity: nothing may be
   * sent then
   */
  constructor(file: string, identityFile?: string, lender?: Ledger) {
    this.#file = file;
    this.#identityFile = identityFile;
    this.#isLent = lender !== undefined;
    if (lender) this.#owners = lender.#owners;
    if (identityFile !== undefined && !existsSync(file)) checkIdentity(identityFile, file, undefined);
    this.#db = lender
      ? lender.#db
      : new LedgerDatabase(
          file,
          () => (identityFile === undefined ? openReadableLedger(file) : openLedgerFile(file)),
          ledgerNeeded,
        );
    try {
      this.#checkIdentity();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The id of this ledger; undefined before its first operation. */
  get ledgerId(): string | undefined {
    const bytes = this.#stored('id');
    return bytes && Buffer.from(bytes).toString('hex');
  }

  /**
   * Makes this the ledger of the machine.
   * @returns the id of its newest entry, if it has one.
   * @throws {LocalFailure}
   */
  adopt(identityFile: string): string | undefined {
    this.#db.transaction(() => this.#storedOrMade('id'));
    return this.#db.transaction(() => {
      const last = this.#newestRow();
      recordIdentity(identityFile, {
        ledger: this.ledgerId!,
        last: last && markOf(last),
        plans: this.plans || undefined,
      });
      return last?.id;
    });
  }

  /**
   * Records an operation before it is sent; it is on the disk, and the newest of the machine, when this returns.
   * @param now epoch milliseconds
   * @param checkWindow checks the owner's operations of the last 24 hours, by any clock, which the function reads, while
   * no other process can write one; and what else this ledger must know
   * @throws {ReferenceTaken} {LocalFailure}; as `checkWindow`
   */
  begin(intent: Intent, now: number, checkWindow?: CheckWindow): Operation {
    const [begun] = this.beginAll([{ intent, now, checkWindow }]);
    if (begun!.status === 'rejected') throw begun!.reason;
    return begun!.value;
  }
  /**
   * Records operations in one write, in their order: each counts for the window of the next.
   * @param goesOn whether those after one that is refused are recorded
   * @returns for each the operation, or why there is none; nothing for those after the first that is refused
   * @throws {LocalFailure}; then nothing is recorded
   */
  beginAll(planned: readonly NewOperation[], goesOn = false): readonly PromiseSettledResult<Operation>[] {
    const begun: PromiseSettledResult<Operation>[] = [];
    this.#db.transaction(() => {
      for (const { intent, now, checkWindow } of planned) {
        if (!goesOn && begun.at(-1)?.status === 'rejected') break;
        begun.push(settledBy(() => this.#begin(intent, now, checkWindow)));
      }
    });
    try {
      if (begun.some(({ status }) => status === 'fulfilled')) this.identify();
    } catch (error) {
      const message = (error as Error).message;
      for (const one of begun)
        if (one.status === 'fulfilled')
          this.settle(one.value.id, { outcome: 'not-sent', message }, Date.parse(one.value.at));
      throw error;
    }
    return begun;
  }
  #begin(intent: Intent, now: number, checkWindow?: CheckWindow): Operation {
    const at = new Date(now).toISOString();
    const month = `op-${at.slice(2, 4)}${at.slice(5, 7)}-`;
    const since = now - dayLength;
    this.#checkIdentity();
    const earlier = this.findByReference(intent);
    if (earlier) throw new ReferenceTaken(earlier);
    checkWindow?.(
      () =>
        this.operationsOf(
          intent,
          since,
          intent.serviceAt === undefined ? since : Date.parse(intent.serviceAt) - dayLength,
        ),
      this,
    );
    const id = this.#nextId(month);
    const here = { pid: process.pid, process: processStamp() };
    const operation: Operation = { ...intent, id, at, ...here, outcome: 'sending' };
    this.#db.run(
      `INSERT INTO operation (${recordedColumns.join(', ')}) VALUES (${recordedColumns.map(() => '?').join(', ')})`,
      ...recordedColumns.map((name) => operation[name]),
    );
    return operation;
  }

  /** The next free id of a month: they are counted from the newest row on. */
  #nextId(month: string): string {
    const newest = this.#newestRow()?.id ?? '';
    const [, digits] = newest.startsWith(month) ? (/-(\d+)$/.exec(newest) ?? []) : [];
    let number = digits === undefined ? this.#countOf(month) : Number(digits);
    for (;;) {
      number += 1;
      const id = `${month}${String(number).padStart(4, '0')}`;
      if (this.find(id) === undefined) return id;
    }
  }
  #newestRow(): Pick<Operation, 'id' | 'at'> | undefined {
    return this.#db.rows<Pick<Operation, 'id' | 'at'>>(queries.newestRow)[0];
  }
  #countOf(month: string): number {
    return this.#db.rows<{ count: number }>(queries.countOfMonth, month, `${month}:`)[0]!.count; // `:` follows `9`
  }

  /** Records the most that an operation cost, as a person states it, and its value in US dollars. */
  stateValue(
    id: string,
    { atMost, atMostToken, usd }: Pick<Intent, 'atMost' | 'atMostToken' | 'usd'>,
  ): Operation | undefined {
    const sql = 'UPDATE operation SET atMost = ?, atMostToken = ?, usd = coalesce(?, usd) WHERE id = ?';
    return this.#db.transaction(() => {
      this.#db.run(sql, atMost, atMostToken, usd, id);
      return this.find(id);
    });
  }

  /**
   * Records the outcome. It is on the disk when the next operation is, or when the ledger is closed: if the power fails
   * before, it reads as unknown.
   * @throws {LocalFailure}; the operation stays `sending`, which reads as unknown later
   */
  settle(id: string, { outcome, status, answer, message, stated, cost, clockAhead }: Settlement, now: number): void {
    this.#db.unsynced(() => {
      const { at, usd, serviceAt, amount, token, atMost, atMostToken } = this.find(id) ?? {};
      const isBooked = cost !== undefined && amount === undefined;
      const ofCost = isBooked && sameToken(cost.token, atMostToken) ? scaled(usd, cost.amount, atMost) : undefined;
      const isMeasured = clockAhead !== undefined && at !== undefined;
      this.#update(id, {
        outcome,
        settledAt: new Date(now).toISOString(),
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
  resolve(id: string, resolution: Resolution, now: number): Operation | undefined {
    return this.#db.unsynced(() => {
      const operation = this.find(id);
      if (!operation) return undefined;
      const { outcome, settledBy, note, found = operation.found, lastStatus = operation.lastStatus } = resolution;
      const at = new Date(now).toISOString();
      const ending = settledBy === 'person' ? operation.ending : resolution.ending;
      const seen = { found, lastStatus, ending, seenAt: resolution.lastStatus === undefined ? operation.seenAt : at };
      const isDoneNoMore = operation.outcome === 'done' && outcome === 'not-done' && resolution.replacesDone === true;
      const isDoneAfterAll = endedBadly(operation) && outcome === 'done' && settledBy !== 'person';
      if (isOpen(operation) || isDoneNoMore || isDoneAfterAll)
        this.#update(id, { outcome, settledAt: at, settledBy, note, ...seen });
      else if (operation.outcome === 'done' && settledBy !== 'person') this.#update(id, seen);
      return this.find(id);
    });
  }

  /**
   * Records that a read contradicts a done, accepted or unknown operation: its outcome is unknown, unless a person has
   * judged it.
   * @param seen the row, JSON text, and what it says otherwise
   * @throws {LocalFailure}
   */
  contradict(id: string, seen: { readonly found: string; readonly note: string }, now: number): void {
    this.#db.unsynced(() => {
      const { outcome = '', settledBy, note } = this.find(id) ?? {};
      if (!/^(done|accepted|unknown)$/.test(outcome) || settledBy === 'person') return;
      if (outcome === 'unknown' && note === seen.note) return;
      const at = new Date(now).toISOString();
      this.#update(id, { outcome: 'unknown', settledBy: 'check', settledAt: at, ending: undefined, ...seen });
    });
  }

  /**
   * Records the state of a transaction on its chain. It may take back an earlier state, but not the record of a person
   * while the chain shows nothing.
   * @returns the operation; nothing for an unknown id
   * @throws {LocalFailure}
   */
  observe(id: string, { facts, ...observed }: Observation, now: number): Operation | undefined {
    return this.#db.unsynced(() => {
      const operation = this.find(id);
      if (!operation || (observed.outcome === 'unknown' && operation.settledBy === 'person')) return operation;
      const at = new Date(now).toISOString();
      const settledBy = observed.ending === undefined ? undefined : ('check' as const);
      const feeUsd = scaled(operation.feeUsd, facts?.fee, operation.fee);
      const columns = facts
        ? Object.fromEntries(chainColumns.map((name) => [name, name === 'feeUsd' ? feeUsd : facts[name]]))
        : {};
      this.#update(id, { ...columns, ...observed, settledBy, settledAt: at, seenAt: at });
      return this.find(id);
    });
  }

  /**
   * The hash of a text with a key that only this ledger has: nobody can guess the text from it.
   * @throws {LocalFailure}
   */
  keyedHash(text: string): string {
    const key = this.#stored('key') ?? this.#db.transaction(() => this.#storedOrMade('key'));
    return createHmac('sha256', key).update(text).digest('hex');
  }
  /** The id of this ledger, which gets one if it has none. @throws {LocalFailure} */
  madeId(): string {
    this.#db.transaction(() => this.#storedOrMade('id'));
    return this.ledgerId!;
  }
  /** The use of a plan by its hash, if it was applied or withdrawn. */
  planUse(hash: string): PlanUse | undefined {
    return this.#db.rows<PlanUse>('SELECT how, run, at FROM plan WHERE hash = ?', hash)[0];
  }
  /** Records the use of a plan, unless one is recorded. @returns the first use @throws {LocalFailure} */
  recordPlan(hash: string, { how, run, at }: PlanUse): PlanUse {
    return this.#db.joined(() => {
      this.#db.run('INSERT OR IGNORE INTO plan (hash, how, run, at) VALUES (?, ?, ?, ?)', hash, how, run, at);
      return this.planUse(hash)!;
    });
  }
  /** How many plans were applied or withdrawn. */
  get plans(): number {
    return this.#db.rows<{ count: number }>('SELECT count(*) AS count FROM plan')[0]!.count;
  }
  /** Records this as the ledger of the machine, with its newest entry and its plans. @throws {LocalFailure} */
  identify(): void {
    if (this.#identityFile !== undefined) this.adopt(this.#identityFile);
  }
  /** Random bytes of this ledger: its key, or its id. */
  #stored(name: 'key' | 'id'): Uint8Array | undefined {
    return this.#db.rows<{ value: Uint8Array }>('SELECT value FROM meta WHERE name = ?', name)[0]?.value;
  }
  #storedOrMade(name: 'key' | 'id'): Uint8Array {
    this.#db.run('INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)', name, randomBytes(32));
    return this.#stored(name)!;
  }

  /**
   * The operation with the reference of an intent that may have taken effect; of several, one that is certainly of the
   * owner comes first. Another version of the call counts, and so does an account, origin or world that may be the
   * same.
   */
  findByReference(intent: ReferenceKey): Operation | undefined {
    const operations = this.allByReference(intent).filter(({ outcome }) => mayHaveEffect(outcome));
    return operations.find((line) => line.call === intent.call && bindingTo(intent, line) === 'same') ?? operations[0];
  }
  /**
   * All operations with the reference of an intent, newest first, without those that are certainly of another owner.
   */
  allByReference(intent: ReferenceKey): Operation[] {
    const { service, call, ref } = intent;
    if (ref === undefined) return [];
    return this.withReference(ref).filter(
      (line) =>
        line.service === service && versionless(line.call) === versionless(call) && bindingTo(intent, line) !== 'other',
    );
  }

  /** The operations with a reference, of any service and owner, newest first. */
  withReference(ref: string): Operation[] {
    return this.#select(queries.byReference, ref);
  }

  /**
   * The operations, newest first, read a page at a time: who takes a few reads a few.
   * @param page how many are read at once
   */
  *newest({ profile, calls, page = usualPage }: Selection = {}): Generator<Operation, void> {
    const ofCalls = calls && JSON.stringify(this.#callsBy(calls).map(([service, call]) => `${service} ${call}`));
    let [at, id] = [afterAll, ''];
    for (;;) {
      const rows = this.#select(
        queries.page,
        at,
        id,
        profile ?? null,
        ofCalls === undefined ? 1 : 0,
        ofCalls ?? '[]',
        page,
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < page) return;
      ({ at, id } = last);
    }
  }
  /**
   * All operations, newest first. Only for commands that a person asks for all of them, or to search all of them: every
   * other one has a key, a window or a number.
   */
  everything(): Operation[] {
    return [...this.newest({ page: largePage })];
  }
  /** The number of operations. */
  count(): number {
    return this.#db.rows<{ count: number }>(queries.count)[0]!.count;
  }
  /** The operations of a profile whose request or response contains a text, in any letter case; newest first. */
  holding(profile: string, text: string): Operation[] {
    const small = text.toLowerCase();
    return this.#select(queries.holding, profile, small, small, small);
  }
  /** The operations of a profile on an object, newest first. */
  onObject(profile: string, object: string): Operation[] {
    return this.#select(queries.objects, object, profile);
  }

  /** The open operations of a service and an account, newest first. */
  openOf(service: string, account: string): Operation[] {
    return this.#select(queries.openOf, service, account).filter(isOpen);
  }
  /** The operations of a service whose outcome is not known, newest first. */
  unknownOf(service: string): Operation[] {
    return this.#select(queries.unknownOf, service).filter(({ outcome }) => outcome === 'unknown');
  }

  /**
   * The operations of an owner since a time, and those that may be of the same account, newest first; the transactions
   * on chains and the transfers of a profile count together.
   * @param since epoch milliseconds by the clock of this machine
   * @param serviceSince the same by the clock of the service: one of both is enough; undefined: every operation with a
   * time by that clock
   */
  operationsOf(owner: Owner, since: number, serviceSince: number | undefined): Operation[] {
    const serviceText = serviceSince === undefined ? '' : new Date(serviceSince).toISOString();
    return this.#select(queries.window, new Date(since).toISOString(), serviceText).filter((line) =>
      mayBeOf(owner, line),
    );
  }
  /** The newest row that a list has shown of an owner. */
  witness(owner: Owner, list: string): SeenRow | undefined {
    return this.#db.rows<SeenRow>('SELECT row, at FROM witness WHERE owner = ? AND list = ?', keyOf(owner), list)[0];
  }
  /** Records the newest row that a list has shown of an owner. @throws {LocalFailure} */
  recordWitness(owner: Owner, list: string, { row, at }: SeenRow): void {
    const sql = 'INSERT OR REPLACE INTO witness (owner, list, row, at) VALUES (?, ?, ?, ?)';
    this.#db.unsynced(() => this.#db.run(sql, keyOf(owner), list, row, at));
  }
  /** The prices that operations of a profile have used since a time, epoch milliseconds: JSON texts. */
  pricesSince(profile: string, since: number): { readonly at: string; readonly prices: string }[] {
    return this.#db.rows(queries.prices, new Date(since).toISOString(), profile);
  }
  /** Whether an owner has operations before a time, by the clock of this machine and that of the service. */
  hasTimedBefore(owner: Owner, time: number): boolean {
    const text = new Date(time).toISOString();
    return this.#db.rows<Owner>(queries.ownersBefore, text, text).some((line) => mayBeOf(owner, line));
  }

  /**
   * The operations of an owner, and those that may be of the same account, at its origin, by calls; newest first.
   */
  operationsAt(owner: Owner, calls: CallFilter): Operation[] {
    return this.#callsBy(calls)
      .flatMap(([service, call]) => this.#select(queries.ofCall, service, call))
      .filter((line) => bindingTo(owner, line) !== 'other' && isAt(owner, line))
      .sort(byTime);
  }
  /** The done, accepted and unknown operations of a call whose response contains a text, newest first. */
  respondingWith(service: string, call: string, text: string): Operation[] {
    return this.#select(queries.responding, service, call, text);
  }

  /**
   * The newest operations on a subject, a number of each owner that may be the given one.
   * @param most of each owner and key
   */
  newestOn(owner: Owner, { recipients, objects, calls }: Subject, most: number): Operation[] {
    const found = new Map<string, Operation>();
    this.#owners.all ??= this.#db.rows<Owner>(queries.owners);
    const owners = this.#owners.all.filter((line) => mayBeOf(owner, line));
    for (const { profile, origin = null, account = null } of owners) {
      const of = [profile, origin, account, most] as const;
      for (const line of [
        ...recipients.flatMap((text) => this.#select(queries.ofRecipient, text, ...of)),
        ...objects.flatMap((text) => this.#select(queries.ofObject, text, ...of)),
        ...(calls ? this.#callsBy(calls) : []).flatMap((pair) => this.#select(queries.newestOfCall, ...pair, ...of)),
      ])
        found.set(line.id, line);
    }
    return [...found.values()].sort(byTime);
  }

  /** The distinct recipients of all operations. */
  recipients(): string[] {
    return this.#db.rows<{ text: string }>(queries.recipients).map(({ text }) => text);
  }
  /** The distinct addresses that have signed the transactions of all operations. */
  accounts(): string[] {
    const owners = this.#db.rows<Owner>(queries.owners);
    return [...new Set(owners.flatMap(({ account }) => /^address:(.+)$/.exec(account ?? '')?.[1] ?? []))];
  }
  /** How often each owner sent what to recipients, or on objects with any recipient. */
  groupsTo(recipients: readonly string[], objects: readonly string[]): RecordedGroup[] {
    const named = JSON.stringify(recipients);
    return [
      ...recipients.flatMap((text) => this.#db.rows<RecordedGroup>(queries.groupsOfRecipient, text)),
      ...objects.flatMap((text) => this.#db.rows<RecordedGroup>(queries.groupsOfObject, text, named)),
    ];
  }

  /**
   * An operation with those that belong to it, newest first: an order, its payments, and what they carry on.
   */
  groupOf(operation: Operation): Operation[] {
    const members = new Map([[operation.id, operation]]);
    const add = (line: Operation | undefined): readonly Operation[] => {
      if (line === undefined || members.has(line.id)) return [];
      members.set(line.id, line);
      return [line];
    };
    for (let outer = [operation]; outer.length > 0; )
      outer = outer.flatMap(({ within }) => (within === undefined ? [] : add(this.find(within))));
    for (let inner = [...members.values()]; inner.length > 0; )
      inner = inner.flatMap(({ id }) => this.#select(queries.within, id).flatMap(add));
    return [...members.values()].sort(byTime);
  }

  /** One operation. */
  find(id: string): Operation | undefined {
    return this.#select(queries.byId, id)[0];
  }
  /** The service and the name of each recorded call that a filter takes. */
  #callsBy(isOf: CallFilter): (readonly [service: string, call: string])[] {
    return this.#db
      .rows<Pick<Operation, 'service' | 'call'>>(queries.calls)
      .flatMap(({ service, call }) => (isOf(service, call) ? [[service, call] as const] : []));
  }
  /** The operations by a query. If the process of one died while it was sending, its outcome is unknown. */
  #select(query: string, ...values: readonly (string | number | null)[]): Operation[] {
    const operations = this.#db.rows<Operation>(query, ...values);
    const isDead = ({ pid, process: stamp, at }: Operation) => !isRunning(pid, stamp, Date.now() - Date.parse(at));
    return operations.map((line) =>
      line.outcome === 'sending' && isDead(line) ? { ...line, outcome: 'unknown' } : line,
    );
  }

  /** Closes the ledger, and folds its write-ahead log into it. */
  close(): void {
    if (!this.#isLent) this.#db.close({ folds: true });
  }

  #checkIdentity(): void {
    if (this.#identityFile !== undefined) checkIdentity(this.#identityFile, this.#file, this);
  }
  /** Sets columns of an operation; an undefined one is emptied. */
  #update(id: string, columns: { readonly [Name in keyof Operation]?: Operation[Name] | undefined }): void {
    const set = Object.keys(columns).map((name) => `${name} = ?`);
    this.#db.run(`UPDATE operation SET ${set.join(', ')} WHERE id = ?`, ...Object.values(columns), id);
  }
}

/** The use of a plan: by which run, and when (ISO). */
export interface PlanUse {
  readonly how: 'applied' | 'withdrawn';
  readonly run: string;
  readonly at: string;
}
/** Reads the operations of the last 24 hours in the write of a ledger, and checks them. @throws {Failure} */
/** @throws an error that is neither a refusal nor a taken reference: the write as a whole has failed */
function settledBy<Value>(make: () => Value): PromiseSettledResult<Value> {
  try {
    return { status: 'fulfilled', value: make() };
  } catch (reason) {
    if (!(reason instanceof Failure || reason instanceof ReferenceTaken)) throw reason;
    return { status: 'rejected', reason };
  }
}

/** An operation that is to be recorded; as of `begin`. */
interface NewOperation {
  readonly intent: Intent;
  readonly now: number;
  readonly checkWindow?: CheckWindow | undefined;
}
type CheckWindow = (window: () => readonly Operation[], ledger: Ledger) => unknown;
/** The newest row that a list has shown of an account: its id and its time, ISO. */
export interface SeenRow {
  readonly row: string;
  readonly at: string;
}
/** Whether a call is meant, by its service and its name. */
type CallFilter = (service: string, call: string) => boolean;
/** Which operations are wanted; all without a filter. */
interface Selection {
  readonly profile?: string | undefined;
  readonly calls?: CallFilter | undefined;
  readonly page?: number;
}
/** The keys of the operations on one subject. */
interface Subject {
  readonly recipients: readonly string[];
  readonly objects: readonly string[];
  /** Any operation of these calls. */
  readonly calls?: CallFilter | undefined;
}
/** Operations to one recipient, or on one object, that are equal in all of this. */
export interface RecordedGroup
  extends Owner,
    Pick<Operation, 'service' | 'call' | 'outcome' | 'lastStatus' | 'object'> {
  readonly recipient: string;
  /** How many there are. */
  readonly times: number;
}

const [usualPage, largePage] = [100, 1000];
/** Later than the text of any time. */
const afterAll = '~';
const byTime = (a: Operation, b: Operation): number => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1);

const keyOf = ({ profile, origin, account }: Owner): string => JSON.stringify([origin ?? profile, account]);

type ReferenceKey = Owner & Pick<Intent, 'service' | 'call' | 'ref'>;

/** The value of an amount in proportion to another amount: in US dollars, of a fee that was lower than its maximum. */
function scaled(value: string | undefined, amount: string | undefined, before: string | undefined): string | undefined {
  const [usd, now, then] = [value, amount, before].map((text) => decimalOf(text ?? ''));
  if (!usd || !now || !then || then.units === 0n) return value;
  const places = 6;
  const scale = 10n ** BigInt(places + then.places);
  const units = (usd.units * now.units * scale) / (then.units * 10n ** BigInt(usd.places + now.places));
  return decimalText({ units, places });
}

/** The common name of the versions of a call: `depositPoints`, `depositPointsV2`. */
const versionless = (name: string): string => name.replace(/V\d+(_\d+)?$/, '');
