// The ledger in PostgreSQL, which several machines share. Loaded only if one is set.

import { hostname } from 'node:os';
import pg from 'pg';
import type { Deadline } from '../../services/http/deadline.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { rounds } from '../../services/http/rounds.js';
import { isRunning, processStamp } from '../../services/platform/is-running.js';
import type { LedgerAddress } from './address.js';
import { type Change, type Held, type LedgerDatabase, type SqlValue, type Statements, Turns } from './database.js';
import type { Operation } from './operation.js';
import { identifier, migrations, statements, translated } from './postgres-schema.js';

/** How long a claim to an operation, or a hold, lasts without being renewed, milliseconds. */
const claimTime = 90_000;
/** How long a connection, and a statement, may take, milliseconds. */
const [connectTime, statementTime] = [10_000, 20_000];
/** How long a transaction waits for others, and the server for a process that was stopped in one, milliseconds. */
const patience = 15_000;
/** The oldest server. */
const oldestServer = 130_000;

const { Client, types } = pg;
const bigints = 20; // the type of a count and of a nonce
const parsers = {
  getTypeParser: ((type: number, format: 'text' | 'binary') =>
    type === bigints ? Number : types.getTypeParser(type, format)) as typeof types.getTypeParser,
};

/** A ledger in a schema of a database. One connection; every transaction is alone in the schema. */
export class PostgresDatabase implements LedgerDatabase {
  readonly name: string;
  readonly #address: LedgerAddress;
  readonly #turns = new Turns();
  readonly #sql = new Map<string, string>();
  readonly #host: string;
  readonly #claimed = new Set<string>();
  readonly #held = new Set<string>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** How far the clock of the database is ahead, milliseconds. */
  #ahead = 0;

  /** @param host the name of this machine; by default that of the system */
  constructor(address: LedgerAddress, host: string = hostname()) {
    this.#address = address;
    this.#host = host;
    this.name = address.shown;
  }

  rows<Result>(sql: string, ...values: readonly SqlValue[]): Promise<Result[]> {
    return this.#turns.take(() => this.#again((client) => this.#rows<Result>(client, sql, values)));
  }
  async run(sql: string, ...values: readonly SqlValue[]): Promise<void> {
    await this.rows(sql, ...values);
  }
  write<Result>(_: number, work: (tx: Statements, now: number) => Promise<Result>, isSynced = true): Promise<Result> {
    return this.#turns.take(async () => {
      const begin = `BEGIN; SET LOCAL synchronous_commit TO ${isSynced ? 'on' : 'off'}; SET LOCAL lock_timeout TO ${patience};
        SET LOCAL idle_in_transaction_session_timeout TO ${patience};
        SELECT pg_advisory_xact_lock(hashtextextended('tuk ${this.#address.schema}', 0)); ${clock}`;
      const now = await this.#again(async (client) => this.#timeIn(await client.query(begin)));
      const client = this.#client!;
      const tx: Statements = {
        rows: (sql, ...values) => this.#rows(client, sql, values),
        run: async (sql, ...values) => void (await this.#rows(client, sql, values)),
      };
      try {
        const result = await work(tx, now);
        await this.#query(client, 'COMMIT');
        return result;
      } catch (error) {
        if (!(error instanceof Failure) && isLost(error)) this.#drop(client);
        else await client.query('ROLLBACK').catch(() => this.#drop(client));
        throw error instanceof Failure ? error : this.#failure(error);
      }
    });
  }

  sender(now: number) {
    return { pid: process.pid, process: processStamp(), host: this.#host, claim: isoTime(now + claimTime) };
  }
  isGone({ pid, process: stamp, at, host, claim = at }: Operation): boolean {
    const now = Date.now() + this.#ahead;
    return now > Date.parse(claim) || (host === this.#host && !isRunning(pid, stamp, now - Date.parse(at)));
  }
  readonly claims = {
    begin: (id: string) => {
      this.#claimed.add(id);
      this.#renewing();
    },
    end: (id: string) => void this.#claimed.delete(id),
  };
  readonly hold = async (name: string, deadline: Deadline): Promise<Held> => {
    let holder = '';
    for await (const _ of rounds(deadline, { every: 100, most: 400, says: () => `waiting for ${holder}` })) {
      const other = await this.#takeHold(name);
      if (other === undefined) {
        this.#held.add(name);
        this.#renewing();
        const release = async () => {
          this.#held.delete(name);
          const sql = 'UPDATE hold SET until = since WHERE name = ? AND host = ? AND pid = ?';
          await this.run(sql, name, this.#host, process.pid);
        };
        return { hasWaited: holder !== '', release };
      }
      holder = `${other.host}, process ${other.pid}, since ${other.since}`;
    }
    throw new Failure(
      'local',
      'ACCOUNT_LOCKED',
      `Another process is sending from this account: ${holder}.`,
      'Try again when it is done, or end it.',
      { unsent: true },
    );
  };
  #takeHold(name: string): Promise<Hold | undefined> {
    return this.write(0, async (tx, now) => {
      const [at, until] = [isoTime(now), isoTime(now + claimTime)];
      const [other] = await tx.rows<Hold>('SELECT * FROM hold WHERE name = ?', name);
      const isMine = other?.host === this.#host && other.pid === process.pid;
      const isAlive = other?.host !== this.#host || isRunning(other.pid, other.process);
      if (other && !isMine && other.until > at && isAlive) return other;
      await tx.run(
        `INSERT INTO hold (name, host, pid, process, since, until) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE
          SET host = excluded.host, pid = excluded.pid, process = excluded.process, since = excluded.since, until = excluded.until`,
        ...[name, this.#host, process.pid, processStamp(), at, until],
      );
      return undefined;
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#turns.take(() => {
      if (this.#client) this.#drop(this.#client); // a server that is away is not waited for
    });
  }

  /** What `tuk doctor` says of the server. @throws {LocalFailure} */
  async facts(): Promise<ServerFacts> {
    const begun = performance.now();
    await this.rows('SELECT 1');
    const latency = performance.now() - begun;
    const { schema } = this.#address;
    const [row] = await this.rows<{ version: string; role: string; inserts: boolean; owns: boolean; tls: boolean }>(
      `SELECT current_setting('server_version') AS version, current_user AS role, has_table_privilege(?, 'INSERT') AS inserts,
        pg_has_role((SELECT tableowner FROM pg_tables WHERE schemaname = ? AND tablename = 'operation'), 'USAGE') AS owns,
        coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS tls`,
      ...[`${identifier(schema)}.operation`, schema],
    );
    return { ...row!, latency, ahead: this.#ahead };
  }
  /** The changes of an operation, oldest first. @throws {LocalFailure} */
  readonly changes = (id: string): Promise<Change[]> =>
    this.rows('SELECT at, role, host, address, outcome, columns FROM change WHERE operation = ? ORDER BY rowid', id);
  /** How many migrations were made; nothing without the tables of a ledger. @throws {LocalFailure} */
  async schemaNumber(): Promise<number | undefined> {
    return this.#turns.take(() => this.#again((client) => this.#schemaNumber(client)));
  }
  /** The statements that make the tables, or bring them up to date. @throws {LocalFailure} LEDGER_SCHEMA for newer ones */
  async statements(program: string): Promise<string> {
    const made = (await this.schemaNumber()) ?? 0;
    if (made > migrations.length) await this.requireSchema();
    return statements(this.#address.schema, made, program);
  }
  /** Makes the tables, or brings them up to date, as their owner. @throws {LocalFailure} */
  async init(program: string, grants = ''): Promise<void> {
    const sql = (await this.statements(program)) + grants;
    await this.#turns.take(() => this.#again((client) => this.#query(client, sql)));
  }

  async #schemaNumber(client: pg.Client): Promise<number | undefined> {
    const [found] = await this.#rows<{ there: boolean }>(client, 'SELECT to_regclass(?) IS NOT NULL AS there', [
      `${identifier(this.#address.schema)}.migration`,
    ]);
    if (!found!.there) return undefined;
    return (await this.#rows<{ last: number }>(client, 'SELECT max(number) AS last FROM migration', []))[0]!.last;
  }
  /** Checks that the tables are those of this program. @throws {LocalFailure} LEDGER_SCHEMA */
  async requireSchema(): Promise<this> {
    const made = await this.schemaNumber();
    if (made === migrations.length) return this;
    const isNewer = made !== undefined && made > migrations.length;
    throw new LocalFailure(
      'LEDGER_SCHEMA',
      made === undefined
        ? `${this.name} has no tables of a ledger.`
        : `The tables of ${this.name} have the version ${made}, and this program knows the version ${migrations.length}.`,
      isNewer
        ? 'Update the program on this machine.'
        : 'Make them, or bring them up to date, as their owner: tuk ops init',
    );
  }

  /** Runs a statement; once more over a new connection if the old one was lost before it. */
  async #again<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const isOld = this.#client !== undefined;
    const client = this.#client ?? (await this.#connect());
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (!isLost(error)) throw this.#failure(error);
      this.#drop(client);
      if (!isOld) throw this.#failure(error);
      return this.#again(work);
    }
  }
  async #connect(): Promise<pg.Client> {
    const { shown: _, fileName: __, schema: ___, ...options } = this.#address;
    const client = new Client({
      ...options,
      types: parsers,
      application_name: `tuk ${this.#host}`,
      connectionTimeoutMillis: connectTime,
      query_timeout: statementTime,
      keepAlive: true,
    });
    client.on('error', () => this.#drop(client));
    try {
      await client.connect();
      const settings = `SHOW server_version_num; ${clock}`;
      const before = Date.now();
      const results = (await client.query(settings)) as unknown as readonly pg.QueryResult[];
      this.#ahead = this.#timeIn(results) - (before + Date.now()) / 2;
      if (Number(results[0]!.rows[0].server_version_num) < oldestServer)
        throw new LocalFailure('LEDGER_UNUSABLE', `${this.name} is older than PostgreSQL 13.`, 'Update the server.');
    } catch (error) {
      await client.end().catch(() => {});
      throw error instanceof Failure ? error : this.#failure(error);
    }
    this.#client = client;
    return client;
  }
  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = undefined;
    client.end().catch(() => {});
  }
  /** The time by the last statement of several, epoch milliseconds. */
  #timeIn(results: unknown): number {
    return Math.round((results as readonly pg.QueryResult[]).at(-1)!.rows[0].now);
  }
  async #rows<Result>(client: pg.Client, sql: string, values: readonly SqlValue[]): Promise<Result[]> {
    const text = this.#sql.get(sql) ?? translated(sql, this.#address.schema);
    this.#sql.set(sql, text);
    const { rows } = await client.query(
      text,
      values.map((value) => value ?? null),
    );
    return rows.map(rowOf) as Result[];
  }
  #query = (client: pg.Client, sql: string) => client.query(sql);

  /** Renews what this process claims and holds, while it does. */
  #renewing(): void {
    this.#timer ??= setInterval(() => void this.#renew().catch(() => {}), claimTime / 3).unref();
  }
  async #renew(): Promise<void> {
    const until = isoTime(Date.now() + this.#ahead + claimTime);
    for (const id of this.#claimed)
      await this.run("UPDATE operation SET claim = ? WHERE id = ? AND outcome = 'sending'", until, id);
    for (const name of this.#held)
      await this.run(
        'UPDATE hold SET until = ? WHERE name = ? AND host = ? AND pid = ?',
        until,
        name,
        this.#host,
        process.pid,
      );
  }

  #failure(cause: unknown): LocalFailure {
    const { code = '', message } = cause as { readonly code?: string; readonly message: string };
    const needed = 'Without it tuk sends no transfer.';
    const [what, hint] = problems[code] ?? [
      isLost(cause) ? 'cannot be reached' : 'cannot be used',
      'Check the server: tuk doctor',
    ];
    return new LocalFailure(
      'LEDGER_UNUSABLE',
      `The ledger ${this.name} ${what}: ${message}.`,
      `${needed} ${hint}`,
      cause,
    );
  }
}

interface Hold {
  readonly host: string;
  readonly pid: number;
  readonly process?: string;
  readonly since: string;
  readonly until: string;
}
/** A server as `tuk doctor` shows it: times are milliseconds. */
export interface ServerFacts {
  readonly version: string;
  readonly role: string;
  readonly inserts: boolean;
  readonly owns: boolean;
  readonly tls: boolean;
  readonly latency: number;
  readonly ahead: number;
}

const clock = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now';
const isoTime = (time: number): string => new Date(time).toISOString();

/** What the codes of the server mean here (PostgreSQL, appendix A). */
const problems: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  '28P01': ['refuses the password', 'See where the password comes from: docs/team.md'],
  '28000': ['refuses the connection', 'Ask whoever runs the server.'],
  '3D000': ['does not exist', 'Ask whoever runs the server for the database.'],
  '42501': ['may not be written by this role', 'Ask its owner for the rights: tuk ops init --sql'],
  '42P01': ['has no tables of a ledger', 'Make them as their owner: tuk ops init'],
  '53100': ['has no space left on its disk', 'Ask whoever runs the server.'],
  '53300': ['has no connection left', 'Try again, or ask whoever runs the server.'],
  '55P03': ['is written by others without a pause', 'Try again.'],
};
/** Whether an error says that there is no connection: it is no response of the server, or one that ends it. */
const isLost = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P0)/.test((error as { readonly code?: string }).code ?? '');

/** A row without empty columns, and without what only the server needs. */
const rowOf = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === null || name === 'rowid' ? [] : [[camelCase(name), value]],
    ),
  );
const camel = new Map<string, string>();
function camelCase(name: string): string {
  const known = camel.get(name) ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camel.set(name, known);
  return known;
}
