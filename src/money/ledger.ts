// The ledger of all transfers of this machine, and their outcomes. An operation is on the disk before its request is
// sent.
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isRunning, processStamp } from '../services/is-running.js';
import { decimalOf, decimalText } from './decimal.js';
import {
  chainColumns,
  LedgerDatabase,
  ledgerNeeded,
  openLedgerFile,
  openReadableLedger,
  recordedColumns,
} from './ledger-file.js';
import { checkIdentity, type IdentifiedLedger, markOf, recordIdentity } from './ledger-identity.js';
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
import { bindingTo, isAt, isOnChain, type Owner } from './owner.js';

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
      const [last] = this.#db.rows<Pick<Operation, 'id' | 'at'>>(
        'SELECT id, at FROM operation ORDER BY rowid DESC LIMIT 1',
      );
      recordIdentity(identityFile, { ledger: this.ledgerId!, last: last && markOf(last) });
      return last?.id;
    });
  }

  /**
   * Records an operation before it is sent; it is on the disk, and the newest of the machine, when this returns.
   * @param now epoch milliseconds
   * @param checkWindow checks the owner's operations of the last 24 hours, by any clock, while no other process can
   * write one
   * @throws {ReferenceTaken} {LocalFailure}; as `checkWindow`
   */
  begin(intent: Intent, now: number, checkWindow?: (window: readonly Operation[]) => unknown): Operation {
    const operation = this.#db.transaction(() => this.#begin(intent, now, checkWindow));
    if (operation instanceof ReferenceTaken) throw operation;
    try {
      if (this.#identityFile !== undefined) this.adopt(this.#identityFile);
    } catch (error) {
      this.settle(operation.id, { outcome: 'not-sent', message: (error as Error).message }, now);
      throw error;
    }
    return operation;
  }
  #begin(
    intent: Intent,
    now: number,
    checkWindow?: (window: readonly Operation[]) => unknown,
  ): Operation | ReferenceTaken {
    const at = new Date(now).toISOString();
    const month = `op-${at.slice(2, 4)}${at.slice(5, 7)}-`;
    const since = now - dayLength;
    this.#checkIdentity();
    const earlier = this.findByReference(intent);
    if (earlier) return new ReferenceTaken(earlier);
    checkWindow?.(
      this.operationsOf(
        intent,
        since,
        intent.serviceAt === undefined ? since : Date.parse(intent.serviceAt) - dayLength,
      ),
    );
    const [row] = this.#db.rows<{ count: number }>(
      "SELECT count(*) AS count FROM operation WHERE id LIKE ? || '%'",
      month,
    );
    const id = `${month}${String(row!.count + 1).padStart(4, '0')}`;
    const here = { pid: process.pid, process: processStamp() };
    const operation: Operation = { ...intent, id, at, ...here, outcome: 'sending' };
    this.#db.run(
      `INSERT INTO operation (${recordedColumns.join(', ')}) VALUES (${recordedColumns.map(() => '?').join(', ')})`,
      ...recordedColumns.map((name) => operation[name]),
    );
    return operation;
  }

  /** Records the most that an operation cost, as a person states it: its value in US dollars, or else an amount. */
  stateValue(id: string, { amount, token, usd }: Pick<Intent, 'amount' | 'token' | 'usd'>): Operation | undefined {
    const sql =
      'UPDATE operation SET amount = coalesce(amount, ?), token = coalesce(token, ?), usd = coalesce(?, usd) WHERE id = ?';
    return this.#db.transaction(() => {
      this.#db.run(sql, amount, token, usd, id);
      return this.find(id);
    });
  }

  /**
   * Records the outcome. It is on the disk when the next operation is, or when the ledger is closed: if the power fails
   * before, it reads as unknown.
   * @throws {LocalFailure}; the operation stays `sending`, which reads as unknown later
   */
  settle(id: string, { outcome, status, answer, message, stated, clockAhead }: Settlement, now: number): void {
    this.#db.unsynced(() => {
      const { at, usd, serviceAt } = this.find(id) ?? {};
      const isMeasured = clockAhead !== undefined && at !== undefined;
      this.#update(id, {
        outcome,
        settledAt: new Date(now).toISOString(),
        status,
        answer: answer !== undefined && answer.length > maxResponseLength ? undefined : answer,
        message,
        stated,
        usd: stated === undefined ? usd : undefined,
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
    return this.#select('WHERE service = ? AND ref = ?', service, ref).filter(
      (line) => versionless(line.call) === versionless(call) && bindingTo(intent, line) !== 'other',
    );
  }

  /** The operations, newest first; of one profile, of one call. */
  list({ profile, call }: { readonly profile?: string; readonly call?: string } = {}): Operation[] {
    return this.#select(
      'WHERE profile = coalesce(?, profile) AND call = coalesce(?, call)',
      profile ?? null,
      call ?? null,
    );
  }
  /** The operations of a profile with a reference, newest first: a purchase is an order and its payment. */
  withReference(profile: string, ref: string): Operation[] {
    return this.#select('WHERE ref = ? AND profile = ?', ref, profile);
  }
  /** The open operations of a service and an account, newest first. */
  openOf(service: string, account: string): Operation[] {
    return this.#select('WHERE service = ? AND account = ?', service, account).filter(isOpen);
  }

  /**
   * The operations of an owner, and those that may be of the same account, newest first; the transactions on chains and
   * the transfers of a profile count together.
   * @param since epoch milliseconds by the clock of this machine
   * @param serviceSince the same by the clock of the service: one of both is enough
   */
  operationsOf(owner: Owner, since?: number, serviceSince = since): Operation[] {
    const textOf = (time: number | undefined) => (time === undefined ? '' : new Date(time).toISOString());
    return this.#select('WHERE at > ? OR serviceAt > ?', textOf(since), textOf(serviceSince)).filter(
      (line) =>
        bindingTo(owner, line) !== 'other' || (line.profile === owner.profile && (isOnChain(line) || isOnChain(owner))),
    );
  }

  /** The operations of an owner, and those that may be of the same account, at its origin; newest first. */
  operationsAt(owner: Owner): Operation[] {
    return this.operationsOf(owner).filter((line) => isAt(owner, line));
  }

  /** One operation. */
  find(id: string): Operation | undefined {
    return this.#select('WHERE id = ?', id)[0];
  }
  /**
   * The operations by a condition, newest first. If the process of one died while it was sending, its outcome is
   * unknown.
   */
  #select(condition: string, ...values: readonly (string | null)[]): Operation[] {
    const operations = this.#db.rows<Operation>(
      `SELECT * FROM operation ${condition} ORDER BY at DESC, id DESC`,
      ...values,
    );
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
