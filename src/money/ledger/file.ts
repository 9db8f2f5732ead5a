// The file of the ledger: its schema, its modes, and its statements.

import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../services/folder.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { makePrivate } from '../../services/private-file.js';
import { openSqliteFile, openUnwritableFile, type SqliteFile } from '../../services/sqlite-file.js';
import { isForbidden, writeRemedy } from '../../session/write-remedy.js';
import { indexes } from './queries.js';

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -16000;
  CREATE TABLE IF NOT EXISTS operation (id TEXT PRIMARY KEY, at TEXT NOT NULL, pid INTEGER NOT NULL, profile TEXT NOT NULL, service TEXT NOT NULL,
    call TEXT NOT NULL, method TEXT NOT NULL, url TEXT NOT NULL, body TEXT, outcome TEXT NOT NULL, settledAt TEXT, status INTEGER, answer TEXT,
    message TEXT, ref TEXT, asked TEXT, amount TEXT, token TEXT, usd TEXT, recipient TEXT, within TEXT, digest TEXT, origin TEXT, account TEXT,
    settledBy TEXT, note TEXT, found TEXT, stated TEXT, lastStatus TEXT, ending TEXT, serviceAt TEXT, fee TEXT,
    feeToken TEXT, feeUsd TEXT, receiptFee TEXT, receiptFeeToken TEXT, feeLimit TEXT, seenAt TEXT, object TEXT);
  CREATE TABLE IF NOT EXISTS witness (owner TEXT NOT NULL, list TEXT NOT NULL, row TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (owner, list)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS plan (hash TEXT PRIMARY KEY, how TEXT NOT NULL, run TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
`;
const intentColumns = [
  'ref',
  'asked',
  'amount',
  'token',
  'usd',
  'atMost',
  'atMostToken',
  'prices',
  'fee',
  'feeToken',
  'feeUsd',
  'receiptFee',
  'receiptFeeToken',
  'feeLimit',
  'recipient',
  'object',
  'within',
  'digest',
  'origin',
  'account',
  'serviceAt',
  'network',
  'contract',
  'maxFee',
  'acceptLess',
  'warnings',
] as const;
/** The columns of an operation that has just begun. */
export const recordedColumns = [
  'id',
  'at',
  'pid',
  'profile',
  'service',
  'call',
  'method',
  'url',
  'body',
  'outcome',
  'process',
  ...intentColumns,
] as const;
/** The columns of the facts by a chain. */
export const chainColumns = [
  'hash',
  'network',
  'maxFee',
  'fee',
  'feeToken',
  'feeUsd',
  'block',
  'blockTime',
  'received',
  'receivedToken',
  'receivedContract',
  'spent',
  'stated',
  'warnings',
] as const;
const foundColumns = ['settledBy', 'note', 'found', 'stated', 'lastStatus', 'ending', 'seenAt'] as const;
const addedColumns = [...new Set(['process', ...intentColumns, ...foundColumns, ...chainColumns])];

/** Adds the columns that a ledger of an earlier version does not have. */
function addColumns(db: SqliteFile): void {
  const existing = new Set(
    (db.prepare('PRAGMA table_info(operation)').all() as { name: string }[]).map(({ name }) => name),
  );
  for (const column of addedColumns.filter((name) => !existing.has(name)))
    try {
      db.exec(`ALTER TABLE operation ADD COLUMN ${column} TEXT`);
    } catch (error) {
      if (!/duplicate column/.test((error as Error).message)) throw error; // another process was faster
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
    db.exec(indexes);
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

const unusableLedger = (file: string, cause: unknown, needed = ledgerNeeded): LocalFailure =>
  new LocalFailure(
    'LEDGER_UNUSABLE',
    `The ledger ${file} cannot be written: ${(cause as Error).message}.`,
    `${needed} ${writeRemedy(cause) ?? 'Check the folder and the disk.'}`,
    cause,
  );
/** Why a transfer needs the ledger. */
export const ledgerNeeded = 'Nothing that moves value is sent without it.';

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

/** An open file of the ledger. */
export class LedgerDatabase {
  readonly #db: SqliteFile;
  readonly #file: string;
  readonly #needed: string;

  /** @param needed the first sentence of the hint for an unusable file @throws {LocalFailure} LEDGER_UNUSABLE */
  constructor(file: string, open: () => SqliteFile, needed: string) {
    this.#file = file;
    this.#needed = needed;
    try {
      this.#db = open();
    } catch (error) {
      throw this.unusable(error);
    }
  }

  /** The rows of a query, without empty columns. */
  rows<Result>(sql: string, ...values: readonly SqlValue[]): Result[] {
    const rows = this.#db.prepare(sql).all(...values) as Record<string, unknown>[];
    return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Result);
  }
  /** Runs a statement; an undefined value is stored as none. */
  run(sql: string, ...values: readonly (SqlValue | undefined)[]): void {
    this.#db.prepare(sql).run(...values.map((value) => value ?? null));
  }

  /** @throws {LocalFailure} LEDGER_UNUSABLE; any Failure of `write` */
  transaction<Result>(write: () => Result): Result {
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      const result = write();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error instanceof Failure ? error : this.unusable(error);
    }
  }
  /** A part of the transaction that goes on, or one of its own. */
  joined<Result>(write: () => Result): Result {
    return this.#db.isTransaction ? write() : this.transaction(write);
  }
  /** A transaction that does not wait for the disk. */
  unsynced<Result>(write: () => Result): Result {
    this.#db.exec('PRAGMA synchronous = NORMAL');
    try {
      return this.transaction(write);
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL');
    }
  }

  /**
   * Closes the file.
   * @param folds also folds the write-ahead log into it, so that a copy of the one file is complete
   */
  close({ folds = false } = {}): void {
    try {
      if (folds) this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // another process writes: it folds the log in at its end
    }
    this.#db.close();
  }

  /** The failure for an error of SQLite or node:fs. */
  unusable(cause: unknown): LocalFailure {
    return unusableLedger(this.#file, cause, this.#needed);
  }
}
type SqlValue = string | number | bigint | Uint8Array | null;
