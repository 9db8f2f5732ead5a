// What is wrong with a session file that cannot be used, in words, and what mends it. Loaded only then.
import { renameSync } from 'node:fs';
import { LocalFailure } from '../services/http/failure.js';
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
  return new LocalFailure('SESSION_UNREADABLE', `Cannot read the session file ${file}: ${message}.`, undefined, error);
}

/** A session file of a newer tuk, or one that is not what tuk wrote: that one is moved aside, so that it is in the way once. */
export function unusable(file: string, found: 'newer' | undefined): LocalFailure {
  if (found === 'newer')
    return new LocalFailure('SESSION_NEWER', `The session file ${file} was written by a newer tuk.`, `Use that one, or ${again} with this`);
  const aside = `${file}.unreadable`;
  try {
    renameSync(file, aside);
  } catch (error) {
    return new LocalFailure(
      'SESSION_BROKEN',
      `The session file ${file} cannot be used: it is not what tuk wrote.`,
      `Remove it and ${again}`,
      error,
    );
  }
  return new LocalFailure(
    'SESSION_BROKEN',
    `The session file could not be used: it is not what tuk wrote. It was moved to ${aside}.`,
    'Sign in again: tuk login',
  );
}
