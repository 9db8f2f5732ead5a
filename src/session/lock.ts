// The lock around a profile's session: a SQLite database that nothing but SQLite opens, so that the kernel frees it when its holder dies.
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeFolder } from '../services/folder.js';
import { interrupted, LocalFailure } from '../services/http/errors.js';
import { readPlainFile } from './plain-file.js';

/** What the holder says of itself, in a file beside the lock. A hint only: the kernel knows who holds it. Times are ISO. */
export interface Holder {
  readonly pid: number;
  readonly since: string;
  /** When it began to renew the session, if it did; taken back when the new tokens are safe. */
  readonly renewing?: string;
}
export interface Lock {
  /** What a holder before us left behind: one that was cut off says so. */
  readonly before: Holder | undefined;
  /** Says that a renewal begins, or with nothing that it is over. */
  note(renewing?: string): void;
  release(): void;
}

const busy = 5; // SQLITE_BUSY

/**
 * Takes the lock, waiting for at most `wait` milliseconds without blocking the process.
 * A process holds it once at a time: its callers take turns (`renew.ts`).
 * @throws {LocalFailure} LOCK_HELD, naming the holder; LOCK_UNUSABLE where the file cannot be used; {Failure} INTERRUPTED when the signal fires.
 */
export async function takeLock(file: string, wait: number, now: () => number, signal?: AbortSignal): Promise<Lock> {
  const db = openLock(file);
  const end = process.hrtime.bigint() + BigInt(wait) * 1_000_000n;
  for (let pause = 5; !began(db, file); pause = Math.min(pause * 1.5, 50)) {
    if (signal?.aborted || process.hrtime.bigint() > end) {
      db.close();
      throw signal?.aborted ? interrupted() : held(file);
    }
    await sleep(pause + Math.random() * pause);
  }
  const before = holderOf(file);
  const since = new Date(now()).toISOString();
  const note = (renewing?: string) => writeHolder(file, { pid: process.pid, since, ...(renewing === undefined ? {} : { renewing }) });
  // What a cut-off holder left stays until this one has said something itself.
  if (before?.renewing === undefined) note();
  return {
    before,
    note,
    release() {
      db.exec('ROLLBACK'); // never a COMMIT: on a new file it would write, and wait for those who look
      db.close();
    },
  };
}

type Database = InstanceType<typeof DatabaseSync>;

/**
 * Does something about a session while nobody renews it. Signing in and out must always be possible: where the lock cannot be had,
 * it is done all the same. @returns what the work gives, and why it was done without the lock, if it was.
 */
export async function besideRenewals<T>(
  file: string,
  now: () => number,
  work: () => Promise<T>,
): Promise<{ value: T; unlocked?: LocalFailure }> {
  let lock: Lock | undefined;
  let unlocked: LocalFailure | undefined;
  try {
    lock = await takeLock(file, 15_000, now);
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error;
    unlocked = error;
  }
  try {
    return { value: await work(), ...(unlocked ? { unlocked } : {}) };
  } finally {
    lock?.note(); // what a holder before us left behind is over with this session
    lock?.release();
  }
}

/** Opens the database that is the lock, making it where it is not there; it never blocks. @throws {LocalFailure} LOCK_UNUSABLE */
export function openLock(file: string): Database {
  try {
    makeFolder(path.dirname(file));
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw unusable(file, error);
  }
}

/** Whether the transaction that is the lock has begun; false while another process holds it. @throws {LocalFailure} LOCK_UNUSABLE; then it is closed */
export function began(db: Database, file: string): boolean {
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

function held(file: string): LocalFailure {
  const holder = holderOf(file);
  const who = holder ? `process ${holder.pid}, since ${holder.since}` : 'another process';
  return new LocalFailure(
    'LOCK_HELD',
    `The session is held by ${who}.`,
    'Nothing was renewed. Try again when that process is done, or end it.',
  );
}

/** What the holder of a lock says of itself, or what the last one left behind. Never reads the lock: that would drop it (POSIX). */
export function holderOf(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readPlainFile(`${file}.holder`, { links: false })) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' && typeof holder.since === 'string' ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

/** As 'w', but a FIFO is not waited for, nor a link followed. */
const anew = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function writeHolder(file: string, holder: Holder): void {
  try {
    const at = openSync(`${file}.holder`, anew, 0o600);
    try {
      writeFileSync(at, JSON.stringify(holder));
    } finally {
      closeSync(at);
    }
  } catch {
    // a hint that cannot be left is no reason to fail
  }
}
