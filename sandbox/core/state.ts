// The state file: one SQLite database that several processes may have open at once.
import { existsSync, statSync } from 'node:fs';
import { renameFile } from '../../src/services/platform/rename.js';
import { openSqliteFile, retryWhileBusy, type SqliteFile } from '../../src/services/sqlite-file.js';

/** The version of the tables. A file of another version is moved aside. */
const version = '4';

const schema = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS clock (one INTEGER PRIMARY KEY CHECK (one = 1), base INTEGER NOT NULL, wallBase INTEGER NOT NULL,
    rate REAL NOT NULL);
  CREATE TABLE IF NOT EXISTS due (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
    word TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS due_at ON due (at, seq);
  CREATE INDEX IF NOT EXISTS due_row ON due (kind, id);
  CREATE TABLE IF NOT EXISTS posting (seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, unit TEXT NOT NULL,
    amount TEXT NOT NULL, cause TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS holding (account TEXT, unit TEXT, amount TEXT NOT NULL, PRIMARY KEY (account, unit)) WITHOUT ROWID;
`;

type Value = string | number | null;
type Statement = ReturnType<SqliteFile['prepare']>;

/** Thrown by a read that must write; `State.read` repeats it as a write. */
class WriteRequired extends Error {}

/** An open state file. Its work is synchronous: requests of a process never interleave. */
export class State {
  readonly #db: SqliteFile;
  readonly #statements = new Map<string, Statement>();
  #depth: 'none' | 'read' | 'write' = 'none';
  /** Where the file of another version was moved, which stood in the place of this one. */
  setAside: string | undefined;

  constructor(db: SqliteFile) {
    this.#db = db;
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }
  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }
  /** Only inside `write`. */
  run(sql: string, ...values: Value[]): void {
    this.requireWrite();
    this.#prepare(sql).run(...values);
  }
  /** Only inside `write`. */
  define(sql: string): void {
    this.requireWrite();
    this.#db.exec(sql);
  }
  requireWrite(): void {
    if (this.#depth !== 'write') throw new WriteRequired();
  }

  /** Runs work on one snapshot, or as a write if it must write. */
  read<Result>(work: () => Result): Result {
    if (this.#depth !== 'none') return work();
    try {
      return this.#inside('read', 'BEGIN', work);
    } catch (error) {
      if (!(error instanceof WriteRequired)) throw error;
      return this.write(work);
    }
  }
  /** Runs work under the write lock. Rolls back if it throws. */
  write<Result>(work: () => Result): Result {
    if (this.#depth === 'write') return work();
    return this.#inside('write', 'BEGIN IMMEDIATE', work);
  }
  #inside<Result>(depth: 'read' | 'write', begin: string, work: () => Result): Result {
    this.#db.exec(begin);
    this.#depth = depth;
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK'); // SQLite may have rolled back already, on a full disk
      throw error;
    } finally {
      this.#depth = 'none';
    }
  }

  meta(name: string): string | undefined {
    return this.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value;
  }
  setMeta(name: string, value: string): void {
    this.run(
      'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    );
  }
  /** Writes a copy to a new file. @throws SQLite errors, for example if the file exists */
  copyTo(file: string): void {
    this.#db.prepare('VACUUM INTO ?').run(file);
  }
  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }
  #prepare(sql: string): Statement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/**
 * Opens a state file; one of another version is moved aside (`setAside`). `begin` fills a new file once, however many processes start. `durable`: a commit waits for the
 * disk (docs/sandbox/README.md).
 */
export function openState(file: string, begin: (state: State) => void, durable = false): State {
  const state = connect(file, durable);
  const stored = retryWhileBusy(() => versionOf(state));
  if (stored !== undefined && stored !== version) {
    state.close();
    const to = freeName(`${file}.version-${stored}`);
    renameAll(file, to);
    const next = openState(file, begin, durable);
    next.setAside ??= to;
    return next;
  }
  if (stored === undefined) retryWhileBusy(() => state.write(() => prepareNew(state, begin)));
  return state;
}

/** The name, or that with a number behind it, under which there is no file: nothing that was set aside is replaced. */
function freeName(name: string, number = 1): string {
  const free = number === 1 ? name : `${name}.${number}`;
  return existsSync(free) ? freeName(name, number + 1) : free;
}

function prepareNew(state: State, begin: (state: State) => void): void {
  state.define(schema);
  if (state.meta('version') !== undefined) return; // another process was first
  begin(state);
  state.setMeta('version', version);
}

function connect(file: string, durable: boolean): State {
  return new State(
    openSqliteFile(file, (db) =>
      db.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}; PRAGMA journal_mode = WAL`),
    ),
  );
}

function versionOf(state: State): string | undefined {
  const table = state.get("SELECT 1 FROM sqlite_schema WHERE name = 'meta'");
  return table ? state.meta('version') : undefined;
}

/**
 * Renames a state file that SQLite cannot use. Returns the new name; undefined if the file is sound or missing.
 * @throws node:fs errors
 */
export function setBrokenAside(file: string, now: number): string | undefined {
  if (!existsSync(file) || isSound(file)) return undefined;
  const to = `${file}.broken-${new Date(now).toISOString().replace(/\D/g, '').slice(0, 17)}`;
  renameAll(file, to);
  return to;
}

function isSound(file: string): boolean {
  if (!statSync(file).isFile()) return false; // SQLite would wait for a FIFO
  try {
    let check: unknown;
    openSqliteFile(file, (db) => {
      check = db.prepare('PRAGMA quick_check(1)').get();
    }).close();
    return Object.values(check as object)[0] === 'ok';
  } catch {
    return false;
  }
}

function renameAll(file: string, to: string): void {
  for (const end of ['', '-wal', '-shm']) {
    try {
      renameFile(file + end, to + end);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
