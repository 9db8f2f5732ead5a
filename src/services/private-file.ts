// Files that only their owner may read and write: created with mode 0600 under any umask, checked before use.
import { chmodSync, closeSync, constants, fchmodSync, lstatSync, openSync, type Stats } from 'node:fs';
import { excessMode, strangerOf } from './platform/owner.js';

/** The problem of a file that must be private. Only `mode`, permissions of others, can be repaired. */
export interface PrivateFileProblem {
  readonly kind: 'link' | 'type' | 'owner' | 'mode';
  /** A part of a sentence: `is a symbolic link`. */
  readonly message: string;
}

/**
 * The problem of a file that must be private; undefined for a private or a missing file.
 * @throws what node:fs throws
 */
export function privateFileProblem(file: string): PrivateFileProblem | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats && problemOf(stats);
}

function problemOf(stats: Stats): PrivateFileProblem | undefined {
  if (stats.isSymbolicLink()) return { kind: 'link', message: 'is a symbolic link' };
  if (!stats.isFile()) return { kind: 'type', message: 'is not a regular file' };
  const stranger = strangerOf(stats);
  if (stranger !== undefined) return { kind: 'owner', message: `belongs to another user (${stranger})` };
  const mode = excessMode(stats);
  return mode === undefined ? undefined : { kind: 'mode', message: `is accessible to others (${mode})` };
}

/**
 * Makes a file private: repairs its mode, or creates it empty. Never opens an existing file: closing it would drop the
 * locks of this process on it (POSIX).
 * @param create whether a missing file is created
 * @throws {Error} for a link, a folder, a device, and a file of another user; what node:fs throws
 */
export function makePrivate(file: string, { create }: { readonly create: boolean }): void {
  const problem = privateFileProblem(file);
  if (problem?.kind === 'mode') {
    chmodSync(file, 0o600);
    return;
  }
  if (problem) throw new Error(`${file} ${problem.message}`);
  if (!create) return;
  try {
    const fd = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    fchmodSync(fd, 0o600);
    closeSync(fd);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was faster
  }
}
