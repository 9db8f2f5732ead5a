// What is wrong with a session file that cannot be used, in words, and what mends it. Loaded only then.
import { renameSync } from 'node:fs';
import { LocalFailure } from '../services/http/errors.js';
import { NotPlain } from './plain-file.js';
import { Foreign } from './store.js';

const again = 'sign in again: tuk login';

/** A session file that could not be read. */
export function unreadable(file: string, error: unknown): LocalFailure {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof Foreign)
    return new LocalFailure(
      'SESSION_FOREIGN',
      `The session file ${file} belongs to another user (${message}) and is not used.`,
      'Remove it, or run tuk as that user.',
    );
  if (code === 'ELOOP' || code === 'EMLINK')
    return new LocalFailure('SESSION_LINK', `The session file ${file} is a symbolic link and is not used.`, `Remove it and ${again}`);
  if (error instanceof NotPlain) return movedAside(file, `it ${message}`);
  return new LocalFailure('SESSION_UNREADABLE', `Cannot read the session file ${file}: ${message}.`, undefined, error);
}

/** A session file of a newer tuk, or one that is not what tuk wrote: that one is moved aside, so that it is in the way once. */
export function unusable(file: string, found: 'newer' | undefined): LocalFailure {
  if (found === 'newer')
    return new LocalFailure('SESSION_NEWER', `The session file ${file} was written by a newer tuk.`, `Use that one, or ${again} with this`);
  return movedAside(file, 'it is not what tuk wrote');
}

/** What is in the way of a session file is moved aside, so that it is in the way once. */
function movedAside(file: string, why: string): LocalFailure {
  const aside = renamed(file, `${file}.unreadable`) ?? renamed(file, `${file}.${process.pid}.unreadable`);
  if (aside === undefined)
    return new LocalFailure('SESSION_BROKEN', `The session file ${file} cannot be used: ${why}.`, `Remove it and ${again}`);
  return new LocalFailure(
    'SESSION_BROKEN',
    `The session file could not be used: ${why}. It was moved to ${aside}.`,
    'Sign in again: tuk login',
  );
}

/** Gives a file another name; the name, nothing where it cannot have it. */
function renamed(file: string, name: string): string | undefined {
  try {
    renameSync(file, name);
    return name;
  } catch {
    return undefined; // the folder cannot be written, or a folder has that name
  }
}
