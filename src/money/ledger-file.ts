// The file of the ledger: its schema, the columns that earlier versions did not have, and its modes.

import path from 'node:path';
import { makeFolder } from '../services/folder.js';
import { makePrivate } from '../services/private-file.js';
import { openSqliteFile, type SqliteFile } from '../services/sqlite-file.js';

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS operation (id TEXT PRIMARY KEY, at TEXT NOT NULL, pid INTEGER NOT NULL, profile TEXT NOT NULL, service TEXT NOT NULL,
    call TEXT NOT NULL, method TEXT NOT NULL, url TEXT NOT NULL, body TEXT, outcome TEXT NOT NULL, settledAt TEXT, status INTEGER, answer TEXT,
    message TEXT, ref TEXT, asked TEXT, amount TEXT, token TEXT, usd TEXT, recipient TEXT, within TEXT, digest TEXT, origin TEXT, account TEXT,
    settledBy TEXT, note TEXT, found TEXT, stated TEXT, lastStatus TEXT, ending TEXT, serviceAt TEXT, fee TEXT,
    feeToken TEXT, feeUsd TEXT, receiptFee TEXT, receiptFeeToken TEXT, feeLimit TEXT, seenAt TEXT, object TEXT);
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
`;
const intentColumns = [
  'ref',
  'asked',
  'amount',
  'token',
  'usd',
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
  ...intentColumns,
] as const;
/** The columns of what a chain shows of a transaction. */
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
const addedColumns = [...new Set([...intentColumns, ...foundColumns, ...chainColumns])];

/** Adds the columns that a ledger of an earlier version does not have. */
function addColumns(db: SqliteFile): void {
  const existing = new Set((db.prepare('PRAGMA table_info(operation)').all() as { name: string }[]).map(({ name }) => name));
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
  });
}
