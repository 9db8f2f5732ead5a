// Writes a file atomically, and overwrites an existing one only with --force.
import { existsSync, linkSync, statSync } from 'node:fs';
import path from 'node:path';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { renameFile } from '../../services/rename.js';
import { makeFile, removeQuietly } from '../../services/whole-file.js';

const fileExists = (name: string) =>
  new BadInput('FILE_EXISTS', `${name} exists; nothing was written.`, 'Overwrite it: --force');

/** Checks that a file can be written. @throws {BadInput} */
export function checkWritable(file: string, name: string, force: boolean): void {
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing?.isDirectory())
    throw new BadInput('NO_FILE', `${name} is a folder, and a file is needed; nothing was sent.`);
  if (existing && !force) throw fileExists(name);
  if (!existsSync(path.dirname(file)))
    throw new BadInput('NO_FOLDER', `The folder ${path.dirname(name)} does not exist; nothing was sent.`);
}

/** Writes a temporary file, then renames it. @throws {BadInput} FILE_EXISTS; {LocalFailure} */
export function writeAtomically(file: string, bytes: Uint8Array, force: boolean): void {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    removeQuietly(temporary); // left by a killed process with the same pid
    makeFile(temporary, bytes, 0o666);
    if (force) renameFile(temporary, file);
    else linkSync(temporary, file); // a rename would overwrite an existing file
  } catch (error) {
    if (error instanceof BadInput) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw fileExists(file);
    throw new LocalFailure('FILE_UNWRITABLE', `Cannot write ${file}: ${(error as Error).message}.`, undefined, error);
  } finally {
    removeQuietly(temporary);
  }
}
