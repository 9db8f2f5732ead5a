// The ledger of all transfers of this machine, and their outcomes. An operation is on the disk before its request is sent.
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Failure, LocalFailure } from '../services/http/errors.js';
import type { SqliteFile } from '../services/sqlite-file.js';
import { decimalOf, decimalText } from './decimal.js';
import { chainColumns, openLedgerFile, recordedColumns } from './ledger-file.js';
import { checkIdentity, type IdentifiedLedger, markOf, recordIdentity } from './ledger-identity.js';

/**
 * The outcome of an operation. `sending`: its request may be under way, or its process died meanwhile. `done`: the response says that it was done or begun.
 * `accepted`: a 2xx without content, whose meaning is not public. `unknown`: it was sent, and no usable response came, or one that contradicts the request.
 * `not-sent`: nothing was sent. `not-done`: it was sent, and found to have had no effect. Of a transaction that was signed here, `accepted`: a node has it; `mined`: it
 * is in a block, which is not as deep yet as the profile wants it.
 */
type Outcome = 'sending' | 'done' | 'accepted' | 'mined' | 'refused' | 'unknown' | 'not-sent' | 'not-done';
/** Whether an operation may have taken effect: it counts against limits, and its reference is taken. */
export const mayHaveEffect = (outcome: Outcome): boolean => !/^(refused|not-sent|not-done)$/.test(outcome);
/**
 * How an operation ended, by the last status that a read has shown. `returned`: badly, and no value left or it came back. `failed`: badly, and where its value is
 * is not known.
 */
export type Ending = 'good' | 'returned' | 'failed';
/**
 * Whether an operation counts against the limit of a day: it may have taken effect, or ended badly without its value being known to be back, or only a person says
 * that it was not done.
 */
export const countsForDay = ({ outcome, ending, settledBy }: Pick<Operation, 'outcome' | 'ending' | 'settledBy'>): boolean =>
  mayHaveEffect(outcome) || ending === 'failed' || (outcome === 'not-done' && settledBy === 'person');

/** The facts of a transfer that are recorded, as far as they are known. */
export interface RecordedFacts {
  /** The amount in whole tokens, and its value in US dollars where a limit needed it. */
  readonly amount?: string | undefined;
  readonly token?: string | undefined;
  readonly usd?: string | undefined;
  /** The fee that comes on top of the amount, where the service stated one: its amount, its unit, and its value in US dollars where a limit needed it. */
  readonly fee?: string | undefined;
  readonly feeToken?: string | undefined;
  readonly feeUsd?: string | undefined;
  /** The fee of the receipt, whether it comes on top or is taken out of the amount, and `limits.fee` where that is in its unit: rows are compared with them. */
  readonly receiptFee?: string | undefined;
  readonly receiptFeeToken?: string | undefined;
  readonly feeLimit?: string | undefined;
  /** The recipient: an address, or the id of a user. */
  readonly recipient?: string | undefined;
  /** What the call acted on, if it has no recipient: an order, a vehicle. */
  readonly object?: string | undefined;
  /** The id of the operation whose value this one carries on: the order of a payment. */
  readonly within?: string | undefined;
}
/** A transfer as it was confirmed; never has a secret. */
export interface Intent extends RecordedFacts {
  readonly profile: string;
  readonly service: string;
  readonly call: string;
  readonly method: string;
  readonly url: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** The caller's reference (--client-ref): in a profile, a call with one reference takes effect once. */
  readonly ref?: string | undefined;
  /** The input that the reference stands for, where the body differs at each run, as with the id of a search. */
  readonly asked?: string | undefined;
  /** The keyed hash of the request, or of the input: a reference must be used with the same request again. */
  readonly digest?: string | undefined;
  /** The binding of the reference: the origin or the sandbox's world that gets the request, and the account that makes it. */
  readonly origin?: string | undefined;
  readonly account?: string | undefined;
  /** When it was sent, by the clock of the service, where that was measured: `at` is by the clock of this machine. */
  readonly serviceAt?: string | undefined;
  /** Of a transaction that was signed here: its network, and the contract of the token that it moves; nothing for the coin. */
  readonly network?: string | undefined;
  readonly contract?: string | undefined;
  /** The most that its fee can be, in coins; `fee` is what was paid, as soon as that is known. */
  readonly maxFee?: string | undefined;
  /** The share of what is sent that the person accepts to arrive. */
  readonly acceptLess?: string | undefined;
  /** What its receipt, and later its chain, has warned of: JSON text of codes and messages. */
  readonly warnings?: string | undefined;
}
/** A line of the ledger. Times are ISO. */
export interface Operation extends Intent {
  readonly id: string;
  readonly at: string;
  readonly pid: number;
  readonly outcome: Outcome;
  readonly settledAt?: string;
  /** The amount by the response, in whole tokens, where it is more than the requested one. */
  readonly stated?: string;
  readonly status?: number;
  /** The text of the response, unless it was too long to store: its ids may be the only way to the outcome. */
  readonly answer?: string;
  readonly message?: string;
  /** Who found the outcome afterwards: a read of the service (`tuk ops check`, `tuk ops wait`), or a person (`tuk ops settle`); with a note, and the row that the read found. */
  readonly settledBy?: Settler;
  readonly note?: string;
  readonly found?: string;
  /** The last status that a read has shown, when it did, and how the operation has ended by it. */
  readonly lastStatus?: string;
  readonly seenAt?: string;
  readonly ending?: Ending;
  /** What its chain shows of a transaction that was signed here: amounts in whole tokens, the block as a decimal text. */
  readonly hash?: string;
  readonly block?: string;
  readonly blockTime?: string;
  readonly received?: string;
  readonly receivedToken?: string;
  readonly receivedContract?: string;
  readonly spent?: string;
}
/** What a chain shows of a transaction that was signed here. */
export interface Observation {
  readonly outcome: 'unknown' | 'accepted' | 'mined' | 'done' | 'not-done';
  readonly note: string;
  readonly lastStatus: string | undefined;
  readonly ending: Ending | undefined;
  /** JSON text. */
  readonly found: string;
  /** Facts that are missing are not known any more; without any, those that were recorded stay. */
  readonly facts?: { readonly [Name in (typeof chainColumns)[number]]?: string | undefined } | undefined;
}
type Settler = 'check' | 'wait' | 'person';
/** An outcome that was found after the response. `found`: the JSON text of the row that shows it. */
export interface Resolution {
  readonly outcome: 'done' | 'not-done';
  readonly settledBy: Settler;
  readonly note?: string | undefined;
  readonly found?: string | undefined;
  readonly lastStatus?: string | undefined;
  readonly ending?: Ending | undefined;
  /** The outcome may replace `done`: the operation had not ended yet when its response said so. */
  readonly replacesDone?: boolean;
}
/** The outcome of an operation that has ended. */
export interface Settlement {
  readonly outcome: Exclude<Outcome, 'sending'>;
  readonly status?: number | undefined;
  readonly answer?: string | undefined;
  readonly message?: string | undefined;
  /** The amount by the response, in whole tokens, where it is more than the requested one: limits count it. */
  readonly stated?: string | undefined;
  /** How far the clock of the service is ahead, by its response, milliseconds: it corrects `serviceAt`. */
  readonly clockAhead?: number | undefined;
}

/** The reference was used before, for an operation that may have taken effect. */
export class ReferenceTaken extends Error {
  readonly operation: Operation;
  constructor(operation: Operation) {
    super(`${operation.ref} is ${operation.id}`);
    this.operation = operation;
  }
}

const maxAnswerLength = 1_048_576;
/** The length of a day for limits: the last 24 hours, in milliseconds. */
const dayLength = 24 * 60 * 60 * 1000;

/**
 * Whether an operation was sent within the last 24 hours, by the clock of this machine or by that of the service: the stricter one counts.
 * @param now epoch milliseconds. @param clockAhead how far the clock of the service is ahead of this one, milliseconds
 */
export const withinDay = ({ at, serviceAt }: Pick<Operation, 'at' | 'serviceAt'>, now: number, clockAhead = 0): boolean =>
  Date.parse(at) > now - dayLength || (serviceAt !== undefined && Date.parse(serviceAt) > now + clockAhead - dayLength);

/** One open ledger; several processes may have it open at once. */
export class Ledger implements IdentifiedLedger {
  readonly #db: SqliteFile;
  readonly #file: string;
  readonly #identityFile: string | undefined;
  readonly #isLent: boolean;

  /**
   * Opens the ledger, and creates it where it does not exist.
   * @param identityFile the file that knows the ledger of this machine (`ledger-identity.ts`): needed for what moves value, not to read
   * @param lender the same ledger, open for a whole batch: its connection is used, and stays open
   * @throws {LocalFailure} LEDGER_UNUSABLE; LEDGER_REPLACED for another ledger than that of the file: nothing may be sent then
   */
  constructor(file: string, identityFile?: string, lender?: Ledger) {
    this.#file = file;
    this.#identityFile = identityFile;
    this.#isLent = lender !== undefined;
    if (identityFile !== undefined && !existsSync(file)) checkIdentity(identityFile, file, undefined);
    try {
      this.#db = lender ? lender.#db : openLedgerFile(file);
    } catch (error) {
      throw this.#unusable(error);
    }
    try {
      this.#checkIdentity();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The id of this ledger; nothing before its first operation. */
  get ledgerId(): string | undefined {
    const bytes = this.#stored('id');
    return bytes && Buffer.from(bytes).toString('hex');
  }

  /** Makes this the ledger of the machine. @returns the id of its newest entry, if it has one. @throws {LocalFailure} */
  adopt(identityFile: string): string | undefined {
    this.#transaction(() => this.#storedOrMade('id'));
    return this.#transaction(() => {
      const last = this.#db.prepare('SELECT id, at FROM operation ORDER BY rowid DESC LIMIT 1').get() as
        | Pick<Operation, 'id' | 'at'>
        | undefined;
      recordIdentity(identityFile, { ledger: this.ledgerId!, last: last && markOf(last) });
      return last?.id;
    });
  }

  /**
   * Records an operation before it is sent; it is on the disk when this returns, and the machine knows it as the newest one.
   * @param now epoch milliseconds
   * @param checkWindow checks the owner's operations of the last 24 hours, by the clock of this machine or of the service, while no other process can write one
   * @throws {ReferenceTaken} {LocalFailure}, and what `checkWindow` throws
   */
  begin(intent: Intent, now: number, checkWindow?: (window: readonly Operation[]) => unknown): Operation {
    const operation = this.#begin(intent, now, checkWindow);
    try {
      if (this.#identityFile !== undefined) this.adopt(this.#identityFile);
    } catch (error) {
      this.settle(operation.id, { outcome: 'not-sent', message: (error as Error).message }, now);
      throw error;
    }
    return operation;
  }
  #begin(intent: Intent, now: number, checkWindow?: (window: readonly Operation[]) => unknown): Operation {
    const at = new Date(now).toISOString();
    const month = `op-${at.slice(2, 4)}${at.slice(5, 7)}-`;
    const since = now - dayLength;
    const serviceSince = intent.serviceAt === undefined ? since : Date.parse(intent.serviceAt) - dayLength;
    return this.#transaction(() => {
      this.#checkIdentity();
      const earlier = this.findByReference(intent);
      if (earlier) throw new ReferenceTaken(earlier);
      checkWindow?.(this.operationsOf(intent, since, serviceSince));
      const { count } = this.#db.prepare("SELECT count(*) AS count FROM operation WHERE id LIKE ? || '%'").get(month) as { count: number };
      const id = `${month}${String(count + 1).padStart(4, '0')}`;
      const operation: Operation = { ...intent, id, at, pid: process.pid, outcome: 'sending' };
      this.#db
        .prepare(`INSERT INTO operation (${recordedColumns.join(', ')}) VALUES (${recordedColumns.map(() => '?').join(', ')})`)
        .run(...recordedColumns.map((name) => operation[name] ?? null));
      return operation;
    });
  }

  /** Records the most that an operation cost, as a person states it: its value in US dollars, or an amount where it has none. */
  stateValue(id: string, { amount, token, usd }: Pick<Intent, 'amount' | 'token' | 'usd'>): Operation | undefined {
    return this.#transaction(() => {
      this.#db
        .prepare('UPDATE operation SET amount = coalesce(amount, ?), token = coalesce(token, ?), usd = coalesce(?, usd) WHERE id = ?')
        .run(amount ?? null, token ?? null, usd ?? null, id);
      return this.find(id);
    });
  }

  /**
   * Records the outcome. It is on the disk when the next operation is, or when the ledger is closed: if the power fails before, it reads as unknown.
   * @throws {LocalFailure}; the operation stays `sending`, which reads as unknown later
   */
  settle(id: string, { outcome, status, answer, message, stated, clockAhead }: Settlement, now: number): void {
    this.#unsynced(() => {
      const { at } = this.find(id) ?? {};
      this.#update(id, {
        outcome,
        settledAt: new Date(now).toISOString(),
        status,
        answer: answer !== undefined && answer.length > maxAnswerLength ? undefined : answer,
        message,
        stated,
        ...(stated === undefined ? {} : { usd: undefined }),
        ...(clockAhead === undefined || at === undefined ? {} : { serviceAt: new Date(Date.parse(at) + clockAhead).toISOString() }),
      });
    });
  }

  /**
   * Records the outcome that was found for an open operation: one that is `unknown` or `accepted`. Of one that is `done` it records the last status, and that it
   * was not done after all where that may replace it; of one that a read has shown to end badly, that a later read shows otherwise. Its HTTP status, response
   * and message stay as they were.
   * @returns the operation as it is now, unchanged where it cannot change: it has ended otherwise, or another process is sending it; nothing where there is none
   * @throws {LocalFailure}
   */
  resolve(id: string, resolution: Resolution, now: number): Operation | undefined {
    return this.#unsynced(() => {
      const operation = this.find(id);
      if (!operation) return undefined;
      const { outcome, settledBy, note, found = operation.found, lastStatus = operation.lastStatus } = resolution;
      const at = new Date(now).toISOString();
      const ending = settledBy === 'person' ? operation.ending : resolution.ending;
      const seen = { found, lastStatus, ending, seenAt: resolution.lastStatus === undefined ? operation.seenAt : at };
      const isDoneNoMore = operation.outcome === 'done' && outcome === 'not-done' && resolution.replacesDone === true;
      const isDoneAfterAll = endedBadly(operation) && outcome === 'done' && settledBy !== 'person';
      if (isOpen(operation) || isDoneNoMore || isDoneAfterAll) this.#update(id, { outcome, settledAt: at, settledBy, note, ...seen });
      else if (operation.outcome === 'done' && settledBy !== 'person') this.#update(id, seen);
      return this.find(id);
    });
  }

  /**
   * Records what a chain shows of a transaction now. Unlike the word of a service it may also take back what was seen before, but not what a person has recorded while
   * the chain shows nothing.
   * @returns the operation as it is now; nothing where there is none
   * @throws {LocalFailure}
   */
  observe(id: string, { outcome, note, lastStatus, ending, found, facts }: Observation, now: number): Operation | undefined {
    return this.#unsynced(() => {
      const operation = this.find(id);
      if (!operation || (outcome === 'unknown' && operation.settledBy === 'person')) return operation;
      const at = new Date(now).toISOString();
      const settledBy = ending === undefined ? undefined : ('check' as const);
      const noFacts = Object.fromEntries(chainColumns.map((name) => [name, undefined]));
      const feeUsd = scaled(operation.feeUsd, facts?.fee, operation.fee);
      this.#update(id, {
        ...(facts && { ...noFacts, ...facts, feeUsd }),
        ...{ outcome, note, lastStatus, ending, found, settledBy, settledAt: at, seenAt: at },
      });
      return this.find(id);
    });
  }

  /** The keyed hash of a text, with a key that is only in this ledger: a short or secret text cannot be guessed from it. @throws {LocalFailure} */
  keyedHash(text: string): string {
    const key = this.#stored('key') ?? this.#transaction(() => this.#storedOrMade('key'));
    return createHmac('sha256', key).update(text).digest('hex');
  }
  /** Random bytes that only this ledger has: its key, or its id. */
  #stored(name: 'key' | 'id'): Uint8Array | undefined {
    return (this.#db.prepare('SELECT value FROM meta WHERE name = ?').get(name) as { value: Uint8Array } | undefined)?.value;
  }
  #storedOrMade(name: 'key' | 'id'): Uint8Array {
    this.#db.prepare('INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)').run(name, randomBytes(32));
    return this.#stored(name)!;
  }

  /**
   * The operation with the reference of an intent that may have taken effect, of the same call or of another version of it. One that is certainly of another
   * account, origin or world does not count; of several, one that is certainly the owner's own comes first.
   */
  findByReference(intent: Referred): Operation | undefined {
    const found = this.allByReference(intent).filter(({ outcome }) => mayHaveEffect(outcome));
    return found.find((line) => line.call === intent.call && bindingTo(intent, line) === 'same') ?? found[0];
  }
  /** All operations with the reference of an intent, newest first, but for those that are certainly of another account, origin or world. */
  allByReference(intent: Referred): Operation[] {
    const { service, call, ref } = intent;
    if (ref === undefined) return [];
    return this.#select('WHERE service = ? AND ref = ?', service, ref).filter(
      (line) => isVersionOf(line.call, call) && bindingTo(intent, line) !== 'other',
    );
  }

  /** The operations, newest first; of one profile, of one call. */
  list({ profile, call }: { readonly profile?: string; readonly call?: string } = {}): Operation[] {
    return this.#select('WHERE profile = coalesce(?, profile) AND call = coalesce(?, call)', profile ?? null, call ?? null);
  }
  /** The operations of a service and an account whose outcome is not known for good, newest first. */
  openOf(service: string, account: string): Operation[] {
    return this.#select('WHERE service = ? AND account = ?', service, account).filter(isOpen);
  }

  /**
   * The operations of an owner, and those that may be of the same account, newest first; of a profile, transactions on chains and transfers of services count
   * together. @param since epoch milliseconds by the clock of this machine, `serviceSince` by that of the service: one of them is enough
   */
  operationsOf(owner: Owner, since?: number, serviceSince = since): Operation[] {
    const textOf = (time: number | undefined) => (time === undefined ? '' : new Date(time).toISOString());
    const isOwn = (line: Operation) =>
      bindingTo(owner, line) !== 'other' || (line.profile === owner.profile && (isOnChain(line) || isOnChain(owner)));
    return this.#select('WHERE at > ? OR serviceAt > ?', textOf(since), textOf(serviceSince)).filter(isOwn);
  }

  /** The operations of an owner, and those that may be of the same account, at its origin: what a read there may show; newest first. */
  operationsAt(owner: Owner): Operation[] {
    return this.operationsOf(owner).filter((line) => isAt(owner, line));
  }

  /** One operation. */
  find(id: string): Operation | undefined {
    return this.#select('WHERE id = ?', id)[0];
  }
  /** The operations that a condition selects, newest first. */
  #select(condition: string, ...values: readonly (string | null)[]): Operation[] {
    const rows = this.#db.prepare(`SELECT * FROM operation ${condition} ORDER BY at DESC, id DESC`).all(...values);
    return (rows as unknown as OperationRow[]).map(read);
  }

  /** Closes the ledger, and folds its write-ahead log into it, so that a copy of the one file is complete: SQLite by itself leaves the log where it is. */
  close(): void {
    if (this.#isLent) return;
    try {
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // another process writes: it folds the log in at its own end
    }
    this.#db.close();
  }

  #checkIdentity(): void {
    if (this.#identityFile !== undefined) checkIdentity(this.#identityFile, this.#file, this);
  }
  /** Sets columns of an operation; one that is undefined has no value then. */
  #update(id: string, columns: { readonly [Name in keyof Operation]?: Operation[Name] | undefined }): void {
    const set = Object.keys(columns).map((name) => `${name} = ?`);
    this.#db
      .prepare(`UPDATE operation SET ${set.join(', ')} WHERE id = ?`)
      .run(...Object.values(columns).map((value) => value ?? null), id);
  }

  /** A transaction that does not wait for the disk. */
  #unsynced<T>(write: () => T): T {
    this.#db.exec('PRAGMA synchronous = NORMAL');
    try {
      return this.#transaction(write);
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL');
    }
  }
  #transaction<T>(write: () => T): T {
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      const result = write();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      if (error instanceof ReferenceTaken || error instanceof Failure) throw error;
      throw this.#unusable(error);
    }
  }
  #unusable(cause: unknown): LocalFailure {
    return new LocalFailure(
      'LEDGER_UNUSABLE',
      `The ledger ${this.#file} cannot be written: ${(cause as Error).message}.`,
      'Nothing that moves value is sent without it. Check the folder and the disk.',
      cause,
    );
  }
}

/** Whether the outcome of an operation is not known for good, and nothing sends it any more. */
export const isOpen = ({ outcome }: Pick<Operation, 'outcome'>): boolean => /^(unknown|accepted|mined)$/.test(outcome);

/** What a reference is looked up by. */
type Referred = Pick<Intent, 'profile' | 'service' | 'call' | 'ref' | 'origin' | 'account'>;

/** A value that goes with an amount, for another amount: the value in US dollars of a fee that was lower than its maximum. */
function scaled(value: string | undefined, amount: string | undefined, before: string | undefined): string | undefined {
  const [known, now, then] = [value, amount, before].map((text) => decimalOf(text ?? ''));
  if (!known || !now || !then || then.units === 0n) return value;
  const places = 6;
  const scale = 10n ** BigInt(places + then.places);
  const units = (known.units * now.units * scale) / (then.units * 10n ** BigInt(known.places + now.places));
  return decimalText({ units, places });
}

/** Whether a read has shown that an operation ended badly: it is not done, until another read shows otherwise. */
export const endedBadly = ({ outcome, settledBy, lastStatus }: Pick<Operation, 'outcome' | 'settledBy' | 'lastStatus'>): boolean =>
  outcome === 'not-done' && settledBy !== 'person' && lastStatus !== undefined;

/** Whether an operation, or an owner, is that of an account on a chain. */
const isOnChain = ({ account }: Pick<Intent, 'account'>): boolean => account?.startsWith('address:') === true;

/** The origin or sandbox world, and the account there, that an operation belongs to. */
export type Binding = Pick<Intent, 'origin' | 'account'>;
/** The owner of operations: a binding, and the profile for operations of an earlier version, which have none. */
export type Owner = Binding & Pick<Intent, 'profile'>;
/**
 * Compares the owner of an intent with that of a recorded operation. `unclear`: two sessions at one origin that may be of one account; and the same account, or the
 * same profile, at another spelling or address of its services. Two worlds of sandboxes, and two chains, are others. Without a binding of both the profile counts.
 */
export function bindingTo(intent: Owner, line: Owner): 'same' | 'other' | 'unclear' {
  if (line.origin === undefined || intent.origin === undefined) return line.profile === intent.profile ? 'same' : 'other';
  if (line.origin !== intent.origin) {
    const isAccount = line.account === intent.account && line.account !== undefined && !line.account.startsWith('public:');
    return (isAccount || line.profile === intent.profile) && !areApart(line.origin, intent.origin) ? 'unclear' : 'other';
  }
  if (line.account === undefined || intent.account === undefined || line.account === intent.account) return 'same';
  const kinds = [line.account, intent.account].map((account) => account.split(':', 1)[0]);
  return kinds[0] === kinds[1] && kinds[0] !== 'session' ? 'other' : 'unclear';
}

/** Whether an operation was made at the origin of an owner; one of an earlier version, which has none, may have been. */
export const isAt = (owner: Binding, line: Binding): boolean =>
  line.origin === undefined || owner.origin === undefined || line.origin === owner.origin;

/** Whether two origins are proven to be others: by two keys of sandboxes, by two chain ids, or by two first blocks of one chain id. */
export function areApart(one: string, other: string): boolean {
  const [proofs, otherProofs] = [proofsOf(one), proofsOf(other)];
  return proofs[0] === otherProofs[0] && proofs.some((proof, i) => otherProofs[i] !== undefined && otherProofs[i] !== proof);
}
/** What an origin is known by beside its address: `sandbox` and its key; `eip155`, a chain id and, if it is known, the first block. */
const proofsOf = (origin: string): readonly string[] =>
  /(sandbox):(.+)$/.exec(origin)?.slice(1) ?? (origin.startsWith('eip155:') ? origin.split(':').filter((part) => part !== 'unknown') : []);

/** Whether two names are those of versions of one call: `depositPoints`, `depositPointsV2`. */
const isVersionOf = (one: string, other: string): boolean => versionless(one) === versionless(other);
const versionless = (name: string): string => name.replace(/V\d+(_\d+)?$/, '');

type OperationRow = { [Field in keyof Operation]: Operation[Field] | null };

/** The operation of a row. One whose process died while it was sending has an unknown outcome. */
function read(row: OperationRow): Operation {
  const operation = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Operation;
  return operation.outcome === 'sending' && !isRunning(operation.pid) ? { ...operation, outcome: 'unknown' } : operation;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
