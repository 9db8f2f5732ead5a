// Opens SQLite files that several processes may create and use at once.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { makePrivate } from './private-file.js';

export type SqliteFile = InstanceType<typeof DatabaseSync>;

/** The time a statement waits for another process, milliseconds. */
const busyMs = 5000;

/**
 * Opens or creates a file, and runs `prepare`: pragmas and the schema. Repeats a failure, because a change to WAL does
 * not wait for SQLite's busy timeout while another process creates the file.
 * @throws what SQLite throws, after closing the file
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

/**
 * Opens a file that nobody can write, and reads it without locks. Without a file: an empty one with this schema, which
 * takes no rows.
 * @throws what SQLite throws
 */
export function openUnwritableFile(file: string | undefined, schema: string): SqliteFile {
  if (file !== undefined) return new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
  const empty = new DatabaseSync(':memory:');
  empty.exec(`${schema}; PRAGMA query_only = ON`);
  return empty;
}

/** Repeats `work` for five seconds while another process holds the file. @throws the error of the last try */
export function retryWhileBusy<Result>(work: () => Result): Result {
  for (let remaining = busyMs / 10; ; remaining--) {
    try {
      return work();
    } catch (error) {
      if (remaining <= 0 || !(error instanceof Error) || !/locked|busy/i.test(error.message)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
