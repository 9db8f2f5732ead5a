// The lock of an account on a chain: one process at a time builds, confirms, signs and sends.

import type { Cancellation } from '../../services/http/cancellation.js';
import { interrupted, LocalFailure } from '../../services/http/errors.js';
import { openLock, readHolder, tryBegin, writeHolder } from '../../session/lock.js';

/** How long a process waits for another one, milliseconds. */
const patience = 30_000;

/**
 * Runs `use` while no other process sends from an account.
 * @param use gets whether it had to wait for another process
 * @throws {LocalFailure} ACCOUNT_LOCKED, naming the holder; LOCK_UNUSABLE; {Failure} INTERRUPTED; as `use`
 */
export async function withAccountLock<Result>(
  file: string,
  now: () => number,
  cancellation: Cancellation,
  log: (line: string) => void,
  use: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  const db = openLock(file);
  const wait = cancellation.within(patience);
  try {
    let [isLogged, hasWaited] = [false, false];
    for (let pause = 5; !tryBegin(db, file); pause = Math.min(pause * 1.5, 100)) {
      if (wait.isStopped()) throw interrupted();
      if (wait.isOver()) throw held(file);
      if (pause >= 100 && !isLogged) {
        log(`  Another process is sending from this account${holderText(file)}; waiting for it.`);
        isLogged = true;
      }
      hasWaited = true;
      await wait.sleep(pause);
    }
    writeHolder(file, { pid: process.pid, since: new Date(now()).toISOString() });
    return await use(hasWaited);
  } finally {
    if (db.isOpen) db.close(); // ends the transaction that is the lock
  }
}

const holderText = (file: string): string => {
  const holder = readHolder(file);
  return holder ? ` (process ${holder.pid}, since ${holder.since})` : '';
};
const held = (file: string): LocalFailure =>
  new LocalFailure(
    'ACCOUNT_LOCKED',
    `Another process is sending from this account${holderText(file)}; nothing was signed.`,
    'Try again when it is done, or end it.',
  );
