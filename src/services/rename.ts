// Renames a file over another one, on Windows again and again while another process has either of them open.

import { renameSync } from 'node:fs';

/** How long a rename is tried, milliseconds: a virus scanner or a reader holds a file for less. */
const [mostTime, pause] = [1_000, 20];

/**
 * Renames a file, as `renameSync` does. Windows refuses to replace a file that somebody has open: there EPERM, EBUSY and EACCES are tried again for a second.
 * @throws what node:fs throws
 */
export function renameFile(from: string, to: string, { platform = process.platform, rename = renameSync } = {}): void {
  const end = Date.now() + mostTime;
  for (;;) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      const mayPass = platform === 'win32' && /^(EPERM|EBUSY|EACCES)$/.test(String((error as NodeJS.ErrnoException).code));
      if (!mayPass || Date.now() >= end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause); // the callers are synchronous, and hold a lock
    }
  }
}
