// Files that only the person may read and write: created with mode 0600 whatever the umask, checked before they are used.
import { chmodSync, closeSync, constants, fchmodSync, lstatSync, openSync, type Stats } from 'node:fs';

/** What is wrong with a file that should be private. `mode`: others have rights, which can be repaired; anything else makes it unusable. */
export interface PrivateFileProblem {
  readonly kind: 'link' | 'type' | 'owner' | 'mode';
  /** A part of a sentence: `is a symbolic link`. */
  readonly message: string;
}

/** The problem of a file that should be private; nothing for a private file, and where there is none. @throws what node:fs throws */
export function privateFileProblem(file: string): PrivateFileProblem | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats && problemOf(stats);
}

function problemOf(stats: Stats): PrivateFileProblem | undefined {
  if (stats.isSymbolicLink()) return { kind: 'link', message: 'is a symbolic link' };
  if (!stats.isFile()) return { kind: 'type', message: 'is not a regular file' };
  const userId = process.getuid?.();
  if (userId === undefined) return undefined; // Windows has neither owners nor modes of this kind
  if (stats.uid !== userId) return { kind: 'owner', message: `belongs to another user (${stats.uid})` };
  const mode = stats.mode & 0o777;
  return (mode & 0o077) === 0 ? undefined : { kind: 'mode', message: `is accessible to others (${mode.toString(8)})` };
}

/**
 * Makes a file private: creates it empty where there is none, repairs its mode. It is never opened where it exists: closing it would drop the locks that this
 * process has on it (POSIX).
 * @param create whether a missing file is created
 * @throws {Error} for a link, a folder or a device, and a file of another user; what node:fs throws
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
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // it was there, or another process was faster
  }
}
