// Folders, made where they are missing.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it, for nobody else to look into. Node's own `recursive` asks for ever where a file system takes no folders
 * (`/proc`), so each is asked for once.
 * @throws the system's error for the folder that cannot be made
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was faster
  }
}
