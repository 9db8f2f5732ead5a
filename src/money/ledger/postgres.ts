// The ledger in PostgreSQL, which several machines share. Loaded only if one is set.

import { hostname } from 'node:os';
import pg from 'pg';
import type { Deadline } from '../../services/http/deadline.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { rounds } from '../../services/http/rounds.js';
import { isOfThisSystem, isRunning, processStamp } from '../../services/platform/is-running.js';
import type { LedgerAddress } from './address.js';
import { type Change, type Held, type LedgerDatabase, type SqlValue, type Statements, Turns } from './database.js';
import { replaced } from './identity.js';
import type { Operation } from './operation.js';
import { identifier, migrations, statements, translated } from './postgres-schema.js';

/** How long a claim to an operation, and a hold, last without being renewed, milliseconds. */
const [claimTime, holdTime] = [90_000, 30_000];
/** How long a connection, and a statement, may take, milliseconds. */
const [connectTime, statementTime] = [10_000, 20_000];
/** How long a transaction waits for others, and the server, less long, for a process that was stopped in one, milliseconds. */
const [patience, idleTime] = [15_000, 10_000];
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
  readonly #claimed = new Map<string, string>(); // the ids of the operations that this process sends, with their times
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
      // settings of the role do not count: a snapshot from before the lock would not have what others have written
      const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit TO ${isSynced ? 'on' : 'off'};
        SET LOCAL statement_timeout TO ${statementTime}; SET LOCAL lock_timeout TO ${patience};
        SET LOCAL idle_in_transaction_session_timeout TO ${idleTime};
        SELECT pg_advisory_xact_lock(hashtextextended('tuk ${this.#address.schema}', 0)); ${this.#lacking()}; ${clock}`;
      const begun = (await this.#again((client) => this.#query(client, begin))) as unknown as readonly pg.QueryResult[];
      const now = this.#timeIn(begun);
      const client = this.#client!;
      const tx: Statements = {
        rows: (sql, ...values) => this.#rows(client, sql, values),
        run: async (sql, ...values) => void (await this.#rows(client, sql, values)),
      };
      try {
        const [lacked] = begun.at(-2)!.rows;
        if (lacked) throw replaced(`${this.name} lacks the entry ${lacked.id}, which this process has begun`);
        const result = await work(tx, now);
        await this.#query(client, 'COMMIT');
        return result;
      } catch (error) {
        throw await this.#ended(client, error);
      }
    });
  }

  sender(now: number) {
    return { pid: process.pid, process: processStamp(), host: this.#host, claim: isoTime(now + claimTime) };
  }
  isGone({ pid, process: stamp, at, host, claim = at }: Operation): boolean {
    const now = Date.now() + this.#ahead;
    return now > Date.parse(claim) || this.#hasEnded(host, pid, stamp);
  }
  /** Whether a process of this machine has ended; another machine, or another start of this one, may have its name. */
  #hasEnded(host: string | undefined, pid: number, stamp: string | undefined) {
    return host === this.#host && isOfThisSystem(stamp) && !isRunning(pid, stamp);
  }
  readonly claims = {
    begin: ({ id, at }: Operation) => {
      this.#claimed.set(id, at);
      this.#renewing();
    },
    at: (id: string) => this.#claimed.get(id),
    end: (id: string) => void this.#claimed.delete(id),
  };
  /** The operations that this process sends, and which the database lacks after a failover: it is another ledger then. */
  #lacking() {
    const claimed = [...this.#claimed].map(([id, at]) => `('${id}', '${at}')`).join(', ');
    if (claimed === '') return 'SELECT WHERE false';
    const table = `${identifier(this.#address.schema)}.operation`;
    return `SELECT id FROM (VALUES ${claimed}) claimed (id, at) WHERE NOT EXISTS (SELECT FROM ${table} own WHERE (own.id, own.at) = (claimed.id, claimed.at))`;
  }
  readonly hold = async (name: string, deadline: Deadline): Promise<Held> => {
    let holder = '';
    for await (const _ of rounds(deadline, {
      every: 50,
      most: 200,
      random: Math.random,
      says: () => `waiting for ${holder}`,
    })) {
      const other = await this.#takeHold(name);
      if (other === undefined) {
        this.#held.add(name);
        this.#renewing();
        const release = async () => {
          this.#held.delete(name);
          await this.run(`UPDATE hold SET until = since WHERE ${ofHolder}`, name, ...this.#holder());
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
      const [at, until] = [isoTime(now), isoTime(now + holdTime)];
      const [other] = await tx.rows<Hold>('SELECT * FROM hold WHERE name = ?', name);
      const [host, pid, stamp] = this.#holder();
      const isMine = other?.host === host && other.pid === pid && other.process === stamp;
      if (other && !isMine && other.until > at && !this.#hasEnded(other.host, other.pid, other.process)) return other;
      await tx.run(
        `INSERT INTO hold (name, host, pid, process, since, until) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE
          SET host = excluded.host, pid = excluded.pid, process = excluded.process, since = excluded.since, until = excluded.until`,
        ...[name, host, pid, stamp, at, until],
      );
      return undefined;
    });
  }
  #holder = () => [this.#host, process.pid, processStamp()] as const;

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
    const [row] = await this.rows<Omit<ServerFacts, 'latency' | 'ahead'>>(
      `SELECT current_setting('server_version') AS version, current_user AS role, current_setting('transaction_read_only') = 'off' AS is_open,
        has_table_privilege(?, 'INSERT') AND has_column_privilege(?, 'outcome', 'UPDATE') AS writes,
        pg_has_role((SELECT tableowner FROM pg_tables WHERE schemaname = ? AND tablename = 'operation'), 'USAGE') AS owns,
        coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS tls`,
      ...[`${identifier(schema)}.operation`, `${identifier(schema)}.operation`, schema],
    );
    return { ...row!, latency, ahead: this.#ahead };
  }
  readonly owns = async () => (await this.facts()).owns;
  /** The changes of an operation, oldest first. @throws {LocalFailure} */
  async changes(id: string): Promise<Change[]> {
    const sql = `SELECT ${inMilliseconds('at')} AS at, role, host, address, outcome, columns FROM change WHERE operation = ? ORDER BY rowid`;
    const rows = await this.rows<Change & { readonly at: number }>(sql, id);
    return rows.map((row) => ({ ...row, at: isoTime(row.at) }));
  }
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
      const failure = await this.#ended(client, error);
      if (this.#client !== undefined || !isOld) throw failure;
      return this.#again(work);
    }
  }
  /** Ends the transaction in which something has failed, or a connection that is lost. @returns the failure */
  async #ended(client: pg.Client, error: unknown): Promise<Failure> {
    if (!(error instanceof Failure) && isLost(error)) this.#drop(client);
    else await client.query('ROLLBACK').catch(() => this.#drop(client));
    return error instanceof Failure ? error : this.#failure(error);
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
      const settings = `SHOW server_version_num; SHOW server_encoding; ${clock}`;
      const before = Date.now();
      const results = (await client.query(settings)) as unknown as readonly pg.QueryResult[];
      this.#ahead = this.#timeIn(results) - (before + Date.now()) / 2;
      if (Number(results[0]!.rows[0].server_version_num) < oldestServer)
        throw new LocalFailure('LEDGER_UNUSABLE', `${this.name} is older than PostgreSQL 13.`, 'Update the server.');
      if (results[1]!.rows[0].server_encoding !== 'UTF8')
        throw new LocalFailure(
          'LEDGER_UNUSABLE',
          `${this.name} cannot hold every text.`,
          'Make a database for it: CREATE DATABASE desk TEMPLATE template0 ENCODING UTF8',
        );
    } catch (error) {
      await client.end().catch(() => {});
      throw error instanceof Failure ? error : this.#failure(error);
    }
    this.#client = client;
    return client;
  }
  #drop(client: pg.Client) {
    if (this.#client === client) this.#client = undefined;
    client.end().catch(() => {});
  }
  /** The time by the last statement of several, epoch milliseconds. */
  #timeIn(results: unknown): number {
    return (results as readonly pg.QueryResult[]).at(-1)!.rows[0].now;
  }
  async #rows<Result>(client: pg.Client, sql: string, values: readonly SqlValue[]): Promise<Result[]> {
    const text = this.#sql.get(sql) ?? translated(sql, this.#address.schema);
    this.#sql.set(sql, text);
    const { rows } = await client.query(text, values.map(storable));
    return rows.map(rowOf) as Result[];
  }
  #query = (client: pg.Client, sql: string) => client.query(sql);

  /** Renews what this process claims and holds, while it does. */
  #renewing() {
    this.#timer ??= setInterval(() => void this.#renew().catch(() => {}), holdTime / 3).unref();
  }
  async #renew() {
    const now = Date.now() + this.#ahead;
    for (const name of this.#held)
      await this.run(`UPDATE hold SET until = ? WHERE ${ofHolder}`, isoTime(now + holdTime), name, ...this.#holder());
    const sql = "UPDATE operation SET claim = ? WHERE id = ? AND outcome = 'sending'";
    for (const id of this.#claimed.keys()) await this.run(sql, isoTime(now + claimTime), id);
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
  /** Whether the server takes changes. */
  readonly isOpen: boolean;
  /** Whether the role may write. */
  readonly writes: boolean;
  readonly owns: boolean;
  readonly tls: boolean;
  readonly latency: number;
  readonly ahead: number;
}

const ofHolder = 'name = ? AND host = ? AND pid = ? AND process IS NOT DISTINCT FROM ?';
/** Whole milliseconds: how a time or a fraction is written depends on settings of the role. */
const inMilliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::bigint`;
const clock = `SELECT ${inMilliseconds('clock_timestamp()')} AS now`;
const isoTime = (time: number) => new Date(time).toISOString();

/** What the codes of the server mean here (PostgreSQL, appendix A). */
const problems: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  '28P01': ['refuses the password', 'See where the password comes from: docs/team.md'],
  '28000': ['refuses the connection', 'Ask whoever runs the server.'],
  '3D000': ['does not exist', 'Ask whoever runs the server for the database.'],
  '25006': ['is read-only', 'Use the address of the server that takes changes.'],
  '42501': ['may not be written by this role', 'Ask its owner for the rights: tuk ops init --sql'],
  '42P01': ['has no tables of a ledger', 'Make them as their owner: tuk ops init'],
  '53100': ['has no space left on its disk', 'Ask whoever runs the server.'],
  '53300': ['has no connection left', 'Try again, or ask whoever runs the server.'],
  '55P03': ['is written by others without a pause', 'Try again.'],
  '57014': ['has stopped a statement', 'Ask whoever runs the server for more time: statement_timeout.'],
};
/** A value without the character 0, which PostgreSQL takes in no text: the outcome of a response that has it is still recorded. */
const storable = (value: SqlValue) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : (value ?? null));

/** Whether an error says that there is no connection: it is no response of the server, or one that ends it. */
const isLost = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || /^(08|57P0)/.test((error as { readonly code?: string }).code ?? '');

/** A row without empty columns, and without what only the server needs. */
const rowOf = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === null || name === 'rowid' ? [] : [[camelCase(name), value]],
    ),
  );
const camel = new Map<string, string>();
function camelCase(name: string) {
  const known = camel.get(name) ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camel.set(name, known);
  return known;
}
