// Files that a person names, below the working folder, which another program may have deleted.
import path from 'node:path';
import { LocalFailure } from '../../services/http/errors.js';
import type { World } from '../settings/world.js';

/**
 * The absolute path of a file that a person named. Only a relative name needs the working folder.
 * @throws {LocalFailure} NO_WORKING_FOLDER if the working folder was deleted
 */
export function inWorkingFolder({ cwd }: Pick<World, 'cwd'>, file: string): string {
  if (path.isAbsolute(file)) return path.resolve(file);
  if (cwd !== undefined) return path.resolve(cwd, file);
  throw new LocalFailure(
    'NO_WORKING_FOLDER',
    'The working folder does not exist any more, so a relative path leads nowhere.',
    'Change to another folder, or write the path from / on.',
  );
}
