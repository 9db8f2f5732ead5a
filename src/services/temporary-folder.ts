// Temporary folders.
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalFailure } from './http/errors.js';

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
