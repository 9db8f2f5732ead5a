// What is read of a ledger. Each read has a key, a window, or a number of rows; nothing reads all at once.

import type { Change, LedgerDatabase, PlanUse, SqlValue, Statements } from './database.js';
import { type Intent, isOpen, mayHaveEffect, type Operation } from './operation.js';
import { bindingTo, isAt, mayBeOf, type Owner } from './owner.js';
import { PlanBook } from './plan-book.js';
import { groupsOfObjectQuery, pageQuery, queries } from './queries.js';

/** The newest row that a list has shown of an account: its id and its time, ISO. */
export interface SeenRow {
  readonly row: string;
  readonly at: string;
}
/** Whether a call is meant, by its service and its name. */
export type CallFilter = (service: string, call: string) => boolean;
/** Which operations are wanted; all without a filter. */
interface Selection {
  readonly profile?: string | undefined;
  readonly calls?: CallFilter | undefined;
  /** How many are read at once. */
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
type ReferenceKey = Owner & Pick<Intent, 'service' | 'call' | 'ref'>;

/** The records of a ledger. All reads throw LEDGER_UNUSABLE if its database cannot be read. */
export class Records {
  protected readonly db: LedgerDatabase;
  /** The plans, who approves them, and the limits that stand in the ledger. */
  readonly book: PlanBook;
  /** What a batch reads once. The owners so far: new ones have nothing old that a warning could name. */
  protected readonly shared: {
    owners?: Promise<readonly Owner[]>;
    hasher?: Promise<(text: string) => string>;
    id?: string | undefined;
  };

  constructor(db: LedgerDatabase, lender?: Records) {
    this.db = db;
    this.book = new PlanBook(db);
    this.shared = lender?.shared ?? {};
  }

  /** One operation. */
  async find(id: string, from: Statements = this.db): Promise<Operation | undefined> {
    return (await this.select(from, queries.byId, id))[0];
  }
  /**
   * The operation with the reference of an intent that may have taken effect; of several, one that is certainly of the
   * owner comes first. Another version of the call counts, and so does an account, origin or world that may be the
   * same.
   */
  async findByReference(intent: ReferenceKey, from: Statements = this.db): Promise<Operation | undefined> {
    const operations = (await this.allByReference(intent, from)).filter(({ outcome }) => mayHaveEffect(outcome));
    return operations.find((line) => line.call === intent.call && bindingTo(intent, line) === 'same') ?? operations[0];
  }
  /**
   * All operations with the reference of an intent, newest first, without those that are certainly of another owner.
   */
  async allByReference(intent: ReferenceKey, from: Statements = this.db): Promise<Operation[]> {
    const { service, call, ref } = intent;
    if (ref === undefined) return [];
    return (await this.withReference(ref, from)).filter(
      (line) =>
        line.service === service && versionless(line.call) === versionless(call) && bindingTo(intent, line) !== 'other',
    );
  }
  /** The operations with a reference, of any service and owner, newest first. */
  withReference(ref: string, from: Statements = this.db): Promise<Operation[]> {
    return this.select(from, queries.byReference, ref);
  }

  /** The operations, newest first, read a page at a time: who takes a few reads a few. */
  async *newest({ profile, calls, page = usualPage }: Selection = {}): AsyncGenerator<Operation, void> {
    const pairs = calls && (await this.#callsBy(calls)).map((pair) => pair.join(' '));
    const sql = pageQuery(profile !== undefined, pairs);
    const chosen = [...(profile === undefined ? [] : [profile]), ...(pairs ?? [])];
    for (let [at, id] = [afterAll, '']; ; ) {
      const rows = await this.select(this.db, sql, at, id, ...chosen, page);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < page) return;
      ({ at, id } = last);
    }
  }
  /** The newest operations, at most so many. */
  async newestOf(most: number, selection: Omit<Selection, 'page'> = {}): Promise<Operation[]> {
    const found: Operation[] = [];
    for await (const operation of this.newest({ ...selection, page: Math.min(most, largePage) }))
      if (found.push(operation) >= most) break;
    return found;
  }
  /** The number of operations. */
  async count(): Promise<number> {
    return (await this.db.rows<{ count: number }>(queries.count))[0]!.count;
  }
  /** The operations of a profile whose request or response contains a text, in any letter case; newest first. */
  holding(profile: string, text: string): Promise<Operation[]> {
    const small = text.toLowerCase();
    return this.select(this.db, queries.holding, profile, small, small, small);
  }
  /**
   * All operations that may have a text in one of their fields, newest first: the fields are not compared one by one.
   * @param text of ASCII; '' is in all
   */
  naming(text: string): Promise<Operation[]> {
    return this.select(this.db, queries.naming, text.toLowerCase());
  }
  /** The operations of a profile on an object, newest first. */
  onObject(profile: string, object: string): Promise<Operation[]> {
    return this.select(this.db, queries.objects, object, profile);
  }
  /** The open operations of a service and an account, newest first. */
  async openOf(service: string, account: string): Promise<Operation[]> {
    return (await this.select(this.db, queries.openOf, service, account)).filter(isOpen);
  }
  /** The operations of a service whose outcome is not known, newest first. */
  async unknownOf(service: string): Promise<Operation[]> {
    return (await this.select(this.db, queries.unknownOf, service)).filter(({ outcome }) => outcome === 'unknown');
  }

  /**
   * The operations of an owner since a time, and those that may be of the same account, newest first; the transactions
   * on chains and the transfers of a profile count together.
   * @param since epoch milliseconds by the clock of this machine
   * @param serviceSince the same by the clock of the service: one of both is enough; undefined: every operation with a
   * time by that clock
   */
  async operationsOf(
    owner: Owner,
    since: number,
    serviceSince: number | undefined,
    from: Statements = this.db,
  ): Promise<Operation[]> {
    const serviceText = serviceSince === undefined ? '' : new Date(serviceSince).toISOString();
    const lines = await this.select(from, queries.window, new Date(since).toISOString(), serviceText);
    return lines.filter((line) => mayBeOf(owner, line));
  }
  /** The newest row that a list has shown of an owner. */
  async witness(owner: Owner, list: string): Promise<SeenRow | undefined> {
    const sql = 'SELECT row, at FROM witness WHERE owner = ? AND list = ?';
    return (await this.db.rows<SeenRow>(sql, keyOf(owner), list))[0];
  }
  /** The prices that operations of a profile have used since a time, epoch milliseconds: JSON texts. */
  pricesSince(profile: string, since: number): Promise<{ readonly at: string; readonly prices: string }[]> {
    return this.db.rows(queries.prices, new Date(since).toISOString(), profile);
  }
  /** Whether an owner has operations before a time, by the clock of this machine and that of the service. */
  async hasTimedBefore(owner: Owner, time: number): Promise<boolean> {
    const text = new Date(time).toISOString();
    return (await this.db.rows<Owner>(queries.ownersBefore, text, text)).some((line) => mayBeOf(owner, line));
  }
  /**
   * The operations of an owner, and those that may be of the same account, at its origin, by calls; newest first.
   */
  async operationsAt(owner: Owner, calls: CallFilter): Promise<Operation[]> {
    const pairs = await this.#callsBy(calls);
    const lines = await Promise.all(pairs.map((pair) => this.select(this.db, queries.ofCall, ...pair)));
    return lines
      .flat()
      .filter((line) => bindingTo(owner, line) !== 'other' && isAt(owner, line))
      .sort(byTime);
  }
  /** The done, accepted and unknown operations of a call whose response contains a text, newest first. */
  respondingWith(service: string, call: string, text: string): Promise<Operation[]> {
    return this.select(this.db, queries.responding, service, call, text);
  }
  /**
   * The newest operations on a subject, a number of each owner that may be the given one.
   * @param most of each owner and key
   */
  async newestOn(owner: Owner, { recipients, objects, calls }: Subject, most: number): Promise<Operation[]> {
    this.shared.owners ??= this.db.rows<Owner>(queries.owners);
    const owners = (await this.shared.owners).filter((line) => mayBeOf(owner, line));
    const pairs = calls ? await this.#callsBy(calls) : [];
    const lines = await Promise.all(
      owners.flatMap(({ profile, origin, account }) => {
        const of = [profile, origin, account, most] as const;
        return [
          ...recipients.map((text) => this.select(this.db, queries.ofRecipient, text, ...of)),
          ...objects.map((text) => this.select(this.db, queries.ofObject, text, ...of)),
          ...pairs.map((pair) => this.select(this.db, queries.newestOfCall, ...pair, ...of)),
        ];
      }),
    );
    return [...new Map(lines.flat().map((line) => [line.id, line])).values()].sort(byTime);
  }
  /** The distinct recipients of all operations. */
  async recipients(): Promise<string[]> {
    return (await this.db.rows<{ text: string }>(queries.recipients)).map(({ text }) => text);
  }
  /** The distinct addresses that have signed the transactions of all operations. */
  async accounts(): Promise<string[]> {
    const owners = await this.db.rows<Owner>(queries.owners);
    return [...new Set(owners.flatMap(({ account }) => /^address:(.+)$/.exec(account ?? '')?.[1] ?? []))];
  }
  /** How often each owner sent what to recipients, or on objects with any recipient. */
  async groupsTo(recipients: readonly string[], objects: readonly string[]): Promise<RecordedGroup[]> {
    const groups = await Promise.all([
      ...recipients.map((text) => this.db.rows<RecordedGroup>(queries.groupsOfRecipient, text)),
      ...objects.map((text) => this.db.rows<RecordedGroup>(groupsOfObjectQuery(recipients), text, ...recipients)),
    ]);
    return groups.flat();
  }
  /**
   * An operation with those that belong to it, newest first: an order, its payments, and what they carry on.
   */
  async groupOf(operation: Operation): Promise<Operation[]> {
    const members = new Map([[operation.id, operation]]);
    const add = (lines: readonly (Operation | undefined)[]): readonly Operation[] =>
      lines.flatMap((line) => {
        if (line === undefined || members.has(line.id)) return [];
        members.set(line.id, line);
        return [line];
      });
    const outerOf = ({ within }: Operation) => (within === undefined ? [] : [this.find(within)]);
    const extend = async (
      lines: readonly Operation[],
      next: (line: Operation) => Promise<readonly (Operation | undefined)[]>,
    ) => {
      const added = add((await Promise.all(lines.map(next))).flat());
      if (added.length > 0) await extend(added, next);
    };
    await extend([operation], (line) => Promise.all(outerOf(line)));
    await extend([...members.values()], ({ id }) => this.select(this.db, queries.within, id));
    return [...members.values()].sort(byTime);
  }

  /** Who has changed an operation, oldest first, if the ledger is shared. */
  changes(id: string): Promise<readonly Change[]> | undefined {
    return this.db.changes?.(id);
  }

  /** The use of a plan by its hash, if it was applied or withdrawn. */
  async planUse(hash: string, from: Statements = this.db): Promise<PlanUse | undefined> {
    return (await from.rows<PlanUse>('SELECT how, run, at FROM plan WHERE hash = ?', hash))[0];
  }

  /** The operations by a query. If the process of one is gone that was sending it, its outcome is unknown. */
  protected async select(from: Statements, query: string, ...values: readonly SqlValue[]): Promise<Operation[]> {
    const operations = await from.rows<Operation>(query, ...values);
    return operations.map((line) =>
      line.outcome === 'sending' && this.db.isGone(line) ? { ...line, outcome: 'unknown' } : line,
    );
  }
  /** The service and the name of each recorded call that a filter takes. */
  async #callsBy(isOf: CallFilter): Promise<(readonly [service: string, call: string])[]> {
    const calls = await this.db.rows<Pick<Operation, 'service' | 'call'>>(queries.calls);
    return calls.flatMap(({ service, call }) => (isOf(service, call) ? [[service, call] as const] : []));
  }
}

/**
 * All operations, newest first. Only for commands that a person asks for all of them, or to search all of them: every
 * other one has a key, a window or a number.
 */
export const everything = (ledger: Pick<Records, 'newestOf'>): Promise<Operation[]> =>
  ledger.newestOf(Number.POSITIVE_INFINITY);

const [usualPage, largePage] = [100, 1000];
/** Later than the text of any time. */
const afterAll = '~';
const byTime = (a: Operation, b: Operation): number => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1);

/** The key of an owner's witnesses. */
export const keyOf = ({ profile, origin, account }: Owner): string => JSON.stringify([origin ?? profile, account]);

/** The common name of the versions of a call: `depositPoints`, `depositPointsV2`. */
const versionless = (name: string) => name.replace(/V\d+(_\d+)?$/, '');
