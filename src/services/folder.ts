// Creates folders that are missing.

import { chmodSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalFailure } from './http/errors.js';

/**
 * Creates a folder and its parents with mode 0700 under any umask. Creates each one itself:
 * Node's `recursive` never ends on a file system without folders (`/proc`).
 * @throws the system's error for the folder that cannot be made
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
    chmodSync(folder, 0o700); // the umask may have removed the owner's permissions
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was faster
  }
}

// Temporary folders.

/** Creates a private folder below TMPDIR, whose name begins with a prefix. @throws {LocalFailure} NO_TEMPORARY_FOLDER */
export function makeTemporaryFolder(prefix: string): string {
  try {
    const folder = mkdtempSync(path.join(tmpdir(), prefix));
    chmodSync(folder, 0o700); // the umask may have removed the owner's permissions
    return folder;
  } catch (error) {
    throw new LocalFailure(
      'NO_TEMPORARY_FOLDER',
      `A temporary folder cannot be made in ${tmpdir()}: ${(error as Error).message}.`,
      'Set TMPDIR to a folder that can be written.',
      error,
    );
  }
}
