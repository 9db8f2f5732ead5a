// Renames a file over another one. Windows needs repeated tries while another process has either file open.

import { renameSync } from 'node:fs';
import { isUnix } from './platform.js';

/** The time of all tries, and between two, milliseconds: virus scanners and readers hold a file for less. */
const [mostTime, pause] = [1_000, 20];

/**
 * Renames a file as `renameSync` does. On Windows it repeats EPERM, EBUSY and EACCES for a second.
 * @throws what node:fs throws
 */
export function renameFile(from: string, to: string, { platform = process.platform, rename = renameSync } = {}): void {
  const end = Date.now() + mostTime;
  for (;;) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      const mayPass = /^(EPERM|EBUSY|EACCES)$/.test(String((error as NodeJS.ErrnoException).code));
      if (isUnix(platform) || !mayPass || Date.now() >= end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause); // callers are synchronous and hold a lock
    }
  }
}
