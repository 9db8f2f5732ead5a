// The ledger in a file of this machine: its schema, its modes, and its statements, by SQLite.

import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../services/folder.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { isRunning, processStamp } from '../../services/platform/is-running.js';
import { makePrivate } from '../../services/private-file.js';
import { openSqliteFile, openUnwritableFile, type SqliteFile } from '../../services/sqlite-file.js';
import { isForbidden, writeRemedy } from '../../session/write-remedy.js';
import { addedColumns } from './columns.js';
import { type LedgerDatabase, type SqlValue, type Statements, Turns } from './database.js';
import type { Operation } from './operation.js';
import { grantIndex, indexes } from './queries.js';

/** `fullfsync`: macOS then empties the cache of the disk, too, as Node's own fsync does there. */
const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA cache_size = -16000;
  CREATE TABLE IF NOT EXISTS operation (id TEXT PRIMARY KEY, at TEXT NOT NULL, pid INTEGER NOT NULL, profile TEXT NOT NULL, service TEXT NOT NULL,
    call TEXT NOT NULL, method TEXT NOT NULL, url TEXT NOT NULL, body TEXT, outcome TEXT NOT NULL, settledAt TEXT, status INTEGER, answer TEXT,
    message TEXT, ${addedColumns.map((name) => `${name} TEXT`).join(', ')});
  CREATE TABLE IF NOT EXISTS witness (owner TEXT NOT NULL, list TEXT NOT NULL, row TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (owner, list)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS plan (hash TEXT PRIMARY KEY, how TEXT NOT NULL, run TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS planned (id TEXT PRIMARY KEY, hash TEXT NOT NULL, seal TEXT NOT NULL, text TEXT NOT NULL, host TEXT);
  CREATE TABLE IF NOT EXISTS approval (plan TEXT NOT NULL, address TEXT NOT NULL, signature TEXT NOT NULL, at TEXT NOT NULL, host TEXT, PRIMARY KEY (plan, signature));
  CREATE TABLE IF NOT EXISTS rule (origin TEXT NOT NULL, name TEXT NOT NULL, value TEXT, at TEXT NOT NULL, host TEXT);
  CREATE TABLE IF NOT EXISTS grants (id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, at TEXT NOT NULL, expiresAt TEXT NOT NULL, profile TEXT NOT NULL,
    account TEXT NOT NULL, host TEXT NOT NULL, madeBy TEXT, terms TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS revocations (id TEXT PRIMARY KEY, at TEXT NOT NULL, host TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS evm_transaction (hash TEXT PRIMARY KEY, operation TEXT NOT NULL, chain TEXT NOT NULL, network TEXT NOT NULL, sender TEXT NOT NULL,
    nonce INTEGER NOT NULL, raw TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, state TEXT NOT NULL, blockNumber TEXT, blockHash TEXT);
  CREATE TABLE IF NOT EXISTS evm_sighting (operation TEXT NOT NULL, at TEXT NOT NULL, state TEXT NOT NULL, hash TEXT, blockNumber TEXT, blockHash TEXT);
  CREATE TABLE IF NOT EXISTS evm_elsewhere (chain TEXT NOT NULL, sender TEXT NOT NULL, nonce INTEGER NOT NULL, hash TEXT, effect TEXT, at TEXT NOT NULL);
`;
/** Adds the columns that a ledger of an earlier version does not have. */
function addColumns(db: SqliteFile) {
  const added = { operation: addedColumns.map((name) => `${name} TEXT`), evm_transaction: ['since INTEGER'] };
  for (const [table, columns] of Object.entries(added)) {
    const existing = new Set(
      (db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name),
    );
    for (const column of columns.filter((one) => !existing.has(one.split(' ')[0]!)))
      try {
        db.exec(`ALTER TABLE ${table} ADD COLUMN ${column}`);
      } catch (error) {
        if (!/duplicate column/.test((error as Error).message)) throw error; // another process was faster
      }
  }
}

/** The files of a ledger: the database, and the files that SQLite keeps beside it, with its mode. */
export const ledgerFiles = (file: string): readonly string[] => [file, `${file}-wal`, `${file}-shm`];

/** Opens the file of a ledger with its schema, private. @throws the errors of node:fs and SQLite */
export function openLedgerFile(file: string): SqliteFile {
  makeFolder(path.dirname(file));
  for (const member of ledgerFiles(file)) makePrivate(member, { create: member === file });
  return openSqliteFile(file, (db) => {
    db.exec(schema);
    addColumns(db);
    db.exec(indexes + grantIndex);
  });
}

/**
 * Opens the file of a ledger to read it, also where nothing can be written: then it takes no operation. Without a file
 * it has none.
 * @throws the errors of node:fs and SQLite; of a file with a write-ahead log, which only a writer can read
 */
export function openReadableLedger(file: string): SqliteFile {
  try {
    return openLedgerFile(file);
  } catch (error) {
    const size = (name: string) => statSync(name, { throwIfNoEntry: false })?.size;
    if (!isForbidden(error) || size(`${file}-wal`)) throw error;
    return openUnwritableFile(size(file) === undefined ? undefined : file, schema);
  }
}

const unusableLedger = (file: string, cause: unknown): LocalFailure =>
  new LocalFailure(
    'LEDGER_UNUSABLE',
    `The ledger ${file} cannot be used: ${(cause as Error).message}.`,
    `Without it tuk sends no transfer. ${writeRemedy(cause) ?? 'Check the file, its folder and the disk.'}`,
    cause,
  );

/**
 * Checks that a transfer could write the ledger and the file of its identity, without opening them.
 * @throws {LocalFailure} LEDGER_UNUSABLE, as a transfer
 */
export function checkLedgerWritable(file: string, identityFile: string): void {
  try {
    for (const member of [...ledgerFiles(file), identityFile]) {
      const isThere = statSync(member, { throwIfNoEntry: false }) !== undefined;
      if (isThere && member !== identityFile) accessSync(member, constants.W_OK); // the identity is replaced
      accessSync(nearestFolder(path.dirname(member)), constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    throw unusableLedger(file, error);
  }
}
/** The folder, or the one above it in which it would be made. */
const nearestFolder = (folder: string): string =>
  statSync(folder, { throwIfNoEntry: false }) === undefined && folder !== path.dirname(folder)
    ? nearestFolder(path.dirname(folder))
    : folder;

/**
 * Whose turn it is, by file: SQLite lets a process wait for another one, and would let this one wait for itself, since
 * a transaction here goes on in steps.
 */
const turnsOf = new Map<string, Turns>();

/** A ledger in a file of this machine. Several processes may have it open at once. */
export class SqliteDatabase implements LedgerDatabase {
  readonly name: string;
  readonly #db: SqliteFile;
  readonly #turns: Turns;

  /** @param open by default for reading and writing @throws {LocalFailure} LEDGER_UNUSABLE */
  constructor(file: string, open: (file: string) => SqliteFile = openLedgerFile) {
    this.name = file;
    this.#turns = turnsOf.get(file) ?? new Turns();
    turnsOf.set(file, this.#turns);
    try {
      this.#db = open(file);
    } catch (error) {
      throw unusableLedger(file, error);
    }
  }

  rows<Result>(sql: string, ...values: readonly SqlValue[]): Promise<Result[]> {
    return this.#turns.take(() => this.#rows<Result>(sql, values));
  }
  run(sql: string, ...values: readonly SqlValue[]): Promise<void> {
    return this.#turns.take(() => this.#run(sql, values));
  }
  write<Result>(now: number, work: (tx: Statements, now: number) => Promise<Result>, isSynced = true): Promise<Result> {
    const tx: Statements = {
      rows: async (sql, ...values) => this.#rows(sql, values),
      run: async (sql, ...values) => this.#run(sql, values),
    };
    return this.#turns.take(async () => {
      try {
        if (!isSynced) this.#db.exec('PRAGMA synchronous = NORMAL');
        this.#db.exec('BEGIN IMMEDIATE');
        const result = await work(tx, now);
        this.#db.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
        throw this.#failure(error);
      } finally {
        if (!isSynced) this.#db.exec('PRAGMA synchronous = FULL');
      }
    });
  }

  sender() {
    return { pid: process.pid, process: processStamp() };
  }
  isGone({ pid, process: stamp, at }: Operation): boolean {
    return !isRunning(pid, stamp, Date.now() - Date.parse(at));
  }

  /** Closes the file, and folds the write-ahead log into it, so that a copy of the one file is complete. */
  async close(): Promise<void> {
    await this.#turns.take(() => {
      try {
        this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // another process writes: it folds the log in at its end
      }
      this.#db.close();
    });
  }

  #rows<Result>(sql: string, values: readonly SqlValue[]): Result[] {
    try {
      const rows = this.#db.prepare(sql).all(...values.map(stored)) as Record<string, unknown>[];
      return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Result);
    } catch (error) {
      throw this.#failure(error);
    }
  }
  #run(sql: string, values: readonly SqlValue[]) {
    try {
      this.#db.prepare(sql).run(...values.map(stored));
    } catch (error) {
      throw this.#failure(error);
    }
  }
  #failure(error: unknown): unknown {
    return error instanceof Failure ? error : unusableLedger(this.name, error);
  }
}
const stored = (value: SqlValue) => value ?? null;
