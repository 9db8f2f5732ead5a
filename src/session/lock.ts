// The lock of a profile's session: a SQLite database that only SQLite opens, so that the kernel frees the lock when its holder dies.
import { closeSync, constants, existsSync, fchmodSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeFolder } from '../services/folder.js';
import { Cancellation } from '../services/http/cancellation.js';
import { interrupted, LocalFailure } from '../services/http/errors.js';
import { makePrivate } from '../services/private-file.js';
import { readPlainFile } from './plain-file.js';

/** The holder of the lock, in a file beside it. A hint only: the kernel decides who holds it. Times are ISO. */
export interface Holder {
  readonly pid: number;
  readonly since: string;
  /** When it began to renew the session; removed when the new tokens are saved. */
  readonly renewing?: string;
}
/** A lock that is held. */
export interface Lock {
  /** The previous holder; `renewing` is set where its renewal was cut off. */
  readonly previousHolder: Holder | undefined;
  /** Notes the begin of a renewal in the holder file, or, without a time, its end. */
  noteRenewal(renewing?: string): void;
  release(): void;
}

const busy = 5; // SQLITE_BUSY

/**
 * Takes the lock, waiting for at most `maxWait` milliseconds without blocking the process.
 * A process holds it once at a time: its callers take turns (`renew.ts`).
 * @throws {LocalFailure} LOCK_HELD, naming the holder, also at the deadline of `cancellation`; LOCK_UNUSABLE where the file cannot be used; {Failure}
 * INTERRUPTED where it is stopped, before the lock is taken
 */
export async function takeLock(file: string, maxWait: number, now: () => number, cancellation = new Cancellation()): Promise<Lock> {
  if (cancellation.isStopped()) throw interrupted();
  const db = openLock(file);
  const wait = cancellation.within(maxWait);
  try {
    for (let pause = 5; !tryBegin(db, file); pause = Math.min(pause * 1.5, 50)) {
      if (wait.isStopped()) throw interrupted();
      if (wait.isOver()) throw lockHeld(file);
      await wait.sleep(pause + Math.random() * pause);
    }
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
  const previousHolder = readHolder(file);
  const since = new Date(now()).toISOString();
  const noteRenewal = (renewing?: string) => writeHolder(file, { pid: process.pid, since, renewing });
  // The note of a holder that was cut off stays until this one writes its own.
  if (previousHolder?.renewing === undefined) noteRenewal();
  return {
    previousHolder,
    noteRenewal,
    release() {
      db.exec('ROLLBACK'); // never a COMMIT: on a new file it would write a page, and wait for readers
      db.close();
    },
  };
}

type Database = InstanceType<typeof DatabaseSync>;

/**
 * Runs an action while no process renews the session. Signing in and out must always be possible, so it runs without the lock where that cannot be taken.
 * @returns the result of the action, and the failure of the lock, if it ran without it
 * @throws {Failure} INTERRUPTED where it is stopped before the action; what the action throws
 */
export async function withRenewalLock<T>(
  file: string,
  now: () => number,
  action: () => Promise<T>,
  cancellation?: Cancellation,
): Promise<{ value: T; unlocked?: LocalFailure }> {
  let lock: Lock | undefined;
  let lockFailure: LocalFailure | undefined;
  try {
    lock = await takeLock(file, 15_000, now, cancellation);
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error;
    lockFailure = error;
  }
  try {
    return { value: await action(), unlocked: lockFailure || undefined };
  } finally {
    lock?.noteRenewal(); // the note of an earlier holder ends with this session
    lock?.release();
  }
}

/** Opens the database of the lock, and creates it where it is missing; never blocks. @throws {LocalFailure} LOCK_UNUSABLE */
export function openLock(file: string): Database {
  try {
    makeFolder(path.dirname(file));
    if (!existsSync(file)) makePrivate(file, { create: true }); // 0600 under any umask
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw unusable(file, error);
  }
}

/** Tries to begin the transaction that is the lock. @returns false while another process holds it. @throws {LocalFailure} LOCK_UNUSABLE; the database is closed then */
export function tryBegin(db: Database, file: string): boolean {
  try {
    db.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) return false;
    db.close();
    throw unusable(file, error);
  }
}

const unusable = (file: string, cause: unknown) =>
  new LocalFailure(
    'LOCK_UNUSABLE',
    `The lock ${file} cannot be used: ${(cause as Error).message}.`,
    'Nothing was renewed. Check the folder and the disk.',
    cause,
  );

function lockHeld(file: string): LocalFailure {
  const holder = readHolder(file);
  const who = holder ? `process ${holder.pid}, since ${holder.since}` : 'another process';
  return new LocalFailure(
    'LOCK_HELD',
    `The session is locked by ${who}.`,
    'Nothing was renewed. Try again when that process is done, or end it.',
  );
}

/** Reads the holder file of a lock. The lock itself is never read: closing it would drop the lock (POSIX). */
export function readHolder(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readPlainFile(`${file}.holder`, { links: false })) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' && typeof holder.since === 'string' ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

/** The flags of 'w', without waiting for a FIFO or following a link. */
const truncateFlags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Writes the holder file of a lock; a failure is ignored, since it is only a hint. */
export function writeHolder(file: string, holder: Holder): void {
  try {
    const fd = openSync(`${file}.holder`, truncateFlags, 0o600);
    try {
      fchmodSync(fd, 0o600);
      writeFileSync(fd, JSON.stringify(holder));
    } finally {
      closeSync(fd);
    }
  } catch {
    // the holder file is only a hint
  }
}
