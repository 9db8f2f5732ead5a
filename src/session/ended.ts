// Remembers beside the session file that a session ended for good, and an earlier cut-off renewal: every later command
// can report it.
// The note holds no token. Signing in or out removes it.

import path from 'node:path';
import { removeQuietly, replaceFile } from '../services/whole-file.js';
import { readPlainFile } from './plain-file.js';

/** The end of a session. Times are ISO. */
interface EndOfSession {
  readonly endedAt: string;
  /** The start of a renewal that was cut off: its process died, and the service may have spent the refresh token. */
  readonly renewalCutOffAt?: string;
}

const noteOf = (sessionFile: string) => `${sessionFile}.ended`;

/** Writes the note. Never throws: the session has ended anyway. */
export function noteEnd(sessionFile: string, end: EndOfSession): void {
  try {
    replaceFile(noteOf(sessionFile), Buffer.from(`${JSON.stringify(end)}\n`), 0o600);
  } catch {
    // the command that noticed reports it
  }
}

/** Removes the note. Never throws. */
export const forgetEnd = (sessionFile: string): void => removeQuietly(noteOf(sessionFile));

/** A sentence about the last session, if it ended for good. Never throws. */
export function endOfSession(sessionFile: string): string | undefined {
  try {
    const { endedAt, renewalCutOffAt } = JSON.parse(
      readPlainFile(noteOf(sessionFile), { links: false }),
    ) as Partial<EndOfSession>;
    if (typeof endedAt !== 'string') return undefined;
    const cause =
      typeof renewalCutOffAt === 'string' ? `; a renewal was cut off at ${renewalCutOffAt}, which may be why` : '';
    return `The last session ended for good at ${endedAt}${cause}.`;
  } catch {
    return undefined;
  }
}

// The file with the ids that completion has read for a session, in a folder beside the folder of the sessions. It is
// removed with its session.

/** The file of a session's ids, by the file of the session. */
export const completionFile = (sessionFile: string): string =>
  path.join(path.dirname(path.dirname(sessionFile)), 'completion', path.basename(sessionFile));

/** Removes it: at a sign-in, a sign-out and the end of a session. Never throws. */
export const forgetIds = (sessionFile: string): void => removeQuietly(completionFile(sessionFile));
