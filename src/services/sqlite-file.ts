// Opens SQLite files that several processes may create and use at once.
import { existsSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { makePrivate } from './private-file.js';

/** An open SQLite file. */
export type SqliteFile = InstanceType<typeof DatabaseSync>;

/** How long a statement waits for another process, in milliseconds. */
const busyMs = 5000;

/**
 * Opens a file, creates it where it is missing, and runs `prepare`: pragmas and the schema. Changing to WAL does not wait for SQLite's busy timeout, so a
 * process that meets another one creating the same file tries again.
 * @throws what SQLite throws; the file is closed then
 */
export function openSqliteFile(file: string, prepare: (db: SqliteFile) => void): SqliteFile {
  if (file !== ':memory:' && !existsSync(file)) makePrivate(file, { create: true }); // 0600 under any umask
  return retryWhileBusy(() => {
    const db = new DatabaseSync(file, { timeout: busyMs });
    try {
      prepare(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Does `work` again while another process holds the file, for five seconds. @throws what the last try threw */
export function retryWhileBusy<Result>(work: () => Result): Result {
  for (let left = busyMs / 10; ; left--) {
    try {
      return work();
    } catch (error) {
      if (left <= 0 || !(error instanceof Error) || !/locked|busy/i.test(error.message)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
