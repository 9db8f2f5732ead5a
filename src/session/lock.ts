// The lock of a profile's session: a SQLite database. Only SQLite opens it, so the kernel frees the lock of a dead
// process.
import { closeSync, constants, existsSync, fchmodSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeFolder } from '../services/folder.js';
import { Deadline } from '../services/http/deadline.js';
import { type Failure, interrupted, LocalFailure } from '../services/http/errors.js';
import { rounds } from '../services/http/rounds.js';
import { makePrivate } from '../services/private-file.js';
import { readPlainFile } from './plain-file.js';
import { writeRemedy } from './write-remedy.js';

/** The holder of the lock, in a file beside it. Only a hint: the kernel decides. Times are ISO. */
export interface Holder {
  readonly pid: number;
  readonly since: string;
  /** The start of its renewal; removed when the new tokens are saved. */
  readonly renewing?: string;
}
export interface Lock {
  /** The previous holder; `renewing` is set if its renewal was cut off. */
  readonly previousHolder: Holder | undefined;
  /** Notes the start of a renewal in the holder file, or without a time its end. */
  noteRenewal(renewing?: string): void;
  release(): void;
}

const busy = 5; // SQLITE_BUSY

/**
 * Takes the lock, waiting for at most `maxWait` milliseconds without blocking the process. A process holds it once at a
 * time: its callers take turns (`renew.ts`).
 * @throws {LocalFailure} LOCK_HELD with the holder, also at the deadline; LOCK_UNUSABLE for an
 * unusable file; {Failure} INTERRUPTED at a stop before the lock is taken
 */
export async function takeLock(
  file: string,
  maxWait: number,
  now: () => number,
  deadline = new Deadline(),
): Promise<Lock> {
  if (deadline.isStopped()) throw interrupted();
  const db = openLock(file);
  try {
    await begin(db, file, deadline.within(maxWait), lockHeld);
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
  const previousHolder = readHolder(file);
  const since = new Date(now()).toISOString();
  const noteRenewal = (renewing?: string) => writeHolder(file, { pid: process.pid, since, renewing });
  // the note of a cut-off holder stays until this holder writes its own
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
 * Runs an action while no process renews the session. Signing in and out must always be possible: without the lock if
 * necessary.
 * @returns the result of the action, and the failure of the lock, if any
 * @throws {Failure} INTERRUPTED at a stop before the action; the errors of the action
 */
export async function withRenewalLock<T>(
  file: string,
  now: () => number,
  action: () => Promise<T>,
  deadline?: Deadline,
): Promise<{ value: T; unlocked?: LocalFailure }> {
  let lock: Lock | undefined;
  let lockFailure: LocalFailure | undefined;
  try {
    lock = await takeLock(file, 15_000, now, deadline);
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error;
    lockFailure = error;
  }
  try {
    return { value: await action(), unlocked: lockFailure };
  } finally {
    lock?.noteRenewal(); // the note of an earlier holder ends with this session
    lock?.release();
  }
}

/** Opens or creates the database of the lock; never blocks. @throws {LocalFailure} LOCK_UNUSABLE */
export function openLock(file: string): Database {
  try {
    makeFolder(path.dirname(file));
    if (!existsSync(file)) makePrivate(file, { create: true }); // 0600 under any umask
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw unusable(file, error);
  }
}

/**
 * Begins the transaction of the lock, as soon as no other process holds it.
 * @param held the failure of a lock that is held until the deadline, of its holder in words
 * @returns whether another process held it
 * @throws {LocalFailure} LOCK_UNUSABLE, after closing the database; {Failure} INTERRUPTED; as `held`
 */
export async function begin(
  db: Database,
  file: string,
  deadline: Deadline,
  held: (holder: string) => Failure,
): Promise<boolean> {
  const holder = () => {
    const { pid, since } = readHolder(file) ?? {};
    return pid === undefined ? 'another process' : `process ${pid}, since ${since}`;
  };
  const says = () => `a lock is held by ${holder()}`;
  for await (const round of rounds(deadline, { every: 5, most: 50, random: Math.random, says })) {
    if (tryBegin(db, file)) return !round.isFirst;
    if (round.isLast()) break;
  }
  throw held(holder());
}

/**
 * Tries to begin the transaction of the lock.
 * @returns false while another process holds it.
 * @throws {LocalFailure} LOCK_UNUSABLE, after closing the database
 */
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
    writeRemedy(cause, 'Nothing was renewed. Check the folder and the disk.'),
    cause,
  );

const lockHeld = (holder: string): LocalFailure =>
  new LocalFailure(
    'LOCK_HELD',
    `The session is locked by ${holder}.`,
    'Nothing was renewed. Try again when that process is done, or end it.',
  );

/** Reads the holder file of a lock. The lock file itself is never read: closing it would drop the lock (POSIX). */
export function readHolder(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readPlainFile(`${file}.holder`, { links: false })) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' && typeof holder.since === 'string' ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

/** The flags of 'w', without waiting for a FIFO and without following a link. */
const truncateFlags =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_TRUNC |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOFOLLOW ?? 0);

/** Writes the holder file of a lock. Ignores failures: the file is only a hint. */
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
    // only a hint
  }
}
