// Remembers beside the session file that a session has ended for good, and a renewal that was cut off before: every later command can say it, not only the one
// that noticed. The note holds no token; signing in or out removes it.
import { removeQuietly, replaceFile } from '../services/whole-file.js';
import { readPlainFile } from './plain-file.js';

/** The end of a session. Times are ISO. */
interface EndOfSession {
  readonly endedAt: string;
  /** When a renewal began that was cut off: its process died, and the service may have spent the refresh token. */
  readonly renewalCutOffAt?: string;
}

const noteOf = (sessionFile: string): string => `${sessionFile}.ended`;

/** Writes the note. Never throws: the session has ended all the same. */
export function noteEnd(sessionFile: string, end: EndOfSession): void {
  try {
    replaceFile(noteOf(sessionFile), Buffer.from(`${JSON.stringify(end)}\n`), 0o600);
  } catch {
    // the command that noticed says it
  }
}

/** Removes the note. Never throws. */
export const forgetEnd = (sessionFile: string): void => removeQuietly(noteOf(sessionFile));

/** What to say of the last session, in one sentence; nothing where it did not end for good. Never throws. */
export function endOfSession(sessionFile: string): string | undefined {
  try {
    const { endedAt, renewalCutOffAt } = JSON.parse(readPlainFile(noteOf(sessionFile), { links: false })) as Partial<EndOfSession>;
    if (typeof endedAt !== 'string') return undefined;
    const cause = typeof renewalCutOffAt === 'string' ? `; a renewal was cut off at ${renewalCutOffAt}, which may be why` : '';
    return `The last session ended for good at ${endedAt}${cause}.`;
  } catch {
    return undefined;
  }
}
