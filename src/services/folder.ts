// Creates folders that are missing.
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

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
