// A file that comes whole or not at all, and that takes the place of none without being asked to.
import { existsSync, linkSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { makeFile, removeQuietly } from '../../services/whole-file.js';

const taken = (typed: string) =>
  new BadInput('FILE_EXISTS', `There is a file ${typed} already; nothing was written.`, 'Write over it: --force');

/** Whether it can be written at all, before anything is sent for it. @throws {BadInput} */
export function checkFree(file: string, typed: string, force: boolean): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new BadInput('NO_FILE', `${typed} is a folder, and a file is needed; nothing was sent.`);
  if (there && !force) throw taken(typed);
  if (!existsSync(path.dirname(file))) throw new BadInput('NO_FOLDER', `There is no folder ${path.dirname(typed)}; nothing was sent.`);
}

/** Writes the bytes beside it, then gives them its name. @throws {BadInput} where a file of that name has come meanwhile; {LocalFailure} */
export function writeWhole(file: string, bytes: Uint8Array, force: boolean): void {
  const fresh = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    removeQuietly(fresh); // left by a process of the same number that was killed
    makeFile(fresh, bytes, 0o666);
    if (force) renameSync(fresh, file);
    else linkSync(fresh, file); // unlike a renaming it fails where there is a file
  } catch (error) {
    if (error instanceof BadInput) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(file);
    throw new LocalFailure('FILE_UNWRITABLE', `Cannot write ${file}: ${(error as Error).message}.`, undefined, error);
  } finally {
    removeQuietly(fresh);
  }
}
