// The grants of a ledger: what a person lets a program spend without another confirmation. A grant never changes; its
// end is a row of its own. The ledger has the hash of a token, never the token.

import { parsedIfJson } from '../../services/lossless-number.js';
import type { LedgerDatabase, Statements } from './database.js';
import { dayLength, type Operation } from './operation.js';
import { queries } from './queries.js';

/** What a grant lets a run do. Bounds are amounts as limits have them: `20 MVP`. */
interface Terms {
  /** The calls that it stands for, as `service call`. */
  readonly calls: readonly string[];
  /** Calls that belong to them, such as the record of a transaction: they are no reason to run a command. */
  readonly beside: readonly string[];
  /** The address of each service that it is for, or the world of a sandbox. */
  readonly origins: Readonly<Record<string, string>>;
  /** The network and the account that sign, if its calls are transactions. */
  readonly network?: string | undefined;
  readonly signer?: string | undefined;
  /** The only recipients. */
  readonly to?: readonly string[] | undefined;
  /** The most of one operation, of 24 hours, and of all. */
  readonly each?: string | undefined;
  readonly day?: string | undefined;
  readonly total?: string | undefined;
}
/** A grant of one account. Times are ISO. */
export interface Grant extends Terms {
  readonly id: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly profile: string;
  readonly account: string;
  /** The machine, and the user of it, that made the grant. */
  readonly host: string;
  readonly madeBy: string | undefined;
}
/** A grant in use at a moment, epoch milliseconds. */
export interface GrantUse {
  readonly grant: Grant;
  readonly revokedAt: string | undefined;
  /** Its operations: all, if it has a total, else those of 24 hours, by either clock; newest first. */
  readonly spent: readonly Operation[];
  readonly now: number;
  /** When its day began, by the clock of the ledger and by that of the service, ISO: one of both is enough. */
  readonly since: readonly [at: string, serviceAt: string];
}
interface GrantRow {
  readonly terms: string;
  readonly revokedAt?: string;
}
const columns = ['id', 'hash', 'at', 'expiresAt', 'profile', 'account', 'host', 'madeBy', 'terms'] as const;

/** The grants of a ledger, and the one that it is open under. All throw LEDGER_UNUSABLE for its database. */
export class Grants {
  readonly #db: LedgerDatabase;
  /** The hash of the token that the ledger is open under. */
  readonly hash: string | undefined;

  constructor(db: LedgerDatabase, hash: string | undefined) {
    this.#db = db;
    this.hash = hash;
  }

  /**
   * Records a grant.
   * @param lasts milliseconds, by the clock of the database
   */
  add(made: Omit<Grant, 'at' | 'expiresAt'>, hash: string, now: number, lasts: number): Promise<Grant> {
    return this.#db.write(now, async (tx, time) => {
      const [at, expiresAt] = [time, time + lasts].map((one) => new Date(one).toISOString()) as [string, string];
      const { id, profile, account, host, madeBy, ...terms } = made;
      const row = { id, hash, at, expiresAt, profile, account, host, madeBy, terms: JSON.stringify(terms) };
      const sql = `INSERT INTO grants (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
      await tx.run(sql, ...columns.map((name) => row[name]));
      return { ...made, at, expiresAt };
    });
  }
  /** Ends a grant. From then on nothing begins under it, on any machine. @returns whether there is such a grant */
  revoke(id: string, host: string, now: number): Promise<boolean> {
    return this.#db.write(now, async (tx, time) => {
      if ((await tx.rows(queries.grantById, id)).length === 0) return false;
      const sql = 'INSERT INTO revocations (id, at, host) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
      await tx.run(sql, id, new Date(time).toISOString(), host);
      return true;
    });
  }
  /** The use of every grant with all of its operations, the newest first. */
  async all(now: number): Promise<readonly GrantUse[]> {
    const rows = await this.#db.rows<GrantRow>(queries.grants);
    return Promise.all(rows.map((row) => this.#use(row, this.#db, now, now, true)));
  }
  /**
   * The use of the grant that the ledger is open under; undefined without one, and for a token that it does not know.
   * @param serviceAt the moment by the clock of the service, ISO
   */
  async inUse(now: number, from?: Statements, serviceAt?: string): Promise<GrantUse | undefined> {
    if (this.hash === undefined) return undefined;
    // the clock of a shared ledger counts
    if (!from && this.#db.claims) return this.#db.write(now, (tx, time) => this.inUse(time, tx, serviceAt));
    const source = from ?? this.#db;
    const [row] = await source.rows<GrantRow>(queries.grantByHash, this.hash);
    return row && this.#use(row, source, now, serviceAt === undefined ? now : Date.parse(serviceAt));
  }
  async #use(
    { terms, revokedAt, ...row }: GrantRow,
    from: Statements,
    now: number,
    ofService: number,
    isWhole = false,
  ): Promise<GrantUse> {
    const grant = { ...row, ...(parsedIfJson(terms) as Terms) } as Grant;
    const since = [now, ofService].map((time) => new Date(time - dayLength).toISOString()) as [string, string];
    const earliest = isWhole || grant.total !== undefined ? ['', ''] : since;
    const spent = await from.rows<Operation>(queries.ofGrant, grant.id, ...earliest);
    return { grant, revokedAt, spent, now, since };
  }
}
