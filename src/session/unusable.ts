// The failures of an unusable session file. Loaded only for one.

import { LocalFailure } from '../services/http/errors.js';
import { renameFile } from '../services/platform/rename.js';
import { LinkedFile, NotOwnFile, NotRegularFile } from './plain-file.js';
import { writeRemedy } from './write-remedy.js';

// The failures for a configuration that cannot be used. A run loads them only to throw one.

/** The failure for a file that is not what this program wrote. @param why the end of a sentence */
export const brokenConfig = (file: string, why: string): LocalFailure =>
  new LocalFailure(
    'CONFIG_BROKEN',
    `The configuration ${file} ${why}.`,
    'Fix it, or move it away and add your profiles again.',
  );

/** The failure for a file that cannot be read, or is none. */
export const unreadableConfig = (file: string, error: unknown): LocalFailure =>
  error instanceof NotRegularFile
    ? new LocalFailure(
        'CONFIG_BROKEN',
        `The configuration ${file} cannot be used: it ${error.message}.`,
        'Move it away and add your profiles again.',
        error,
      )
    : new LocalFailure(
        'CONFIG_UNREADABLE',
        `Cannot read ${file}: ${(error as Error).message}.`,
        writeRemedy(error),
        error,
      );

const again = 'sign in again: tuk login';

/** The failure of a session file that cannot be read. */
export function unreadableSession(file: string, error: unknown): LocalFailure {
  const { message } = error as Error;
  if (error instanceof NotOwnFile)
    return new LocalFailure(
      error instanceof LinkedFile ? 'SESSION_LINK' : 'SESSION_FOREIGN',
      `The session file ${file} ${message} and is not used.`,
      `Remove it and ${again}`,
    );
  if (error instanceof NotRegularFile) return movedAside(file, `it ${message}`);
  return new LocalFailure('SESSION_UNREADABLE', `Cannot read the session file ${file}: ${message}.`, undefined, error);
}

/** The failure of a session file that is newer or invalid; an invalid one is moved aside. */
export function unusableSession(file: string, version: 'newer' | undefined): LocalFailure {
  if (version === 'newer')
    return new LocalFailure(
      'SESSION_NEWER',
      `The session file ${file} was written by a newer tuk.`,
      `Use that one, or ${again} with this`,
    );
  return movedAside(file, 'it is not what tuk wrote');
}

/** Moves a file aside: it fails only once. */
function movedAside(file: string, why: string): LocalFailure {
  const movedTo = tryRename(file, `${file}.unreadable`) ?? tryRename(file, `${file}.${process.pid}.unreadable`);
  if (movedTo === undefined)
    return new LocalFailure(
      'SESSION_BROKEN',
      `The session file ${file} cannot be used: ${why}.`,
      `Remove it and ${again}`,
    );
  return new LocalFailure(
    'SESSION_BROKEN',
    `The session file could not be used: ${why}. It was moved to ${movedTo}.`,
    'Sign in again: tuk login',
  );
}

/** Renames a file. @returns the new name, if that was possible */
function tryRename(file: string, name: string): string | undefined {
  try {
    renameFile(file, name);
    return name;
  } catch {
    return undefined; // an unwritable folder, or a folder of that name
  }
}
