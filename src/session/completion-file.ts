// The file with the ids that completion has read for a session, in a folder beside the folder of the sessions. It is
// removed with its session.

import path from 'node:path';
import { removeQuietly } from '../services/whole-file.js';

/** The file of a session's ids, by the file of the session. */
export const completionFile = (sessionFile: string): string =>
  path.join(path.dirname(path.dirname(sessionFile)), 'completion', path.basename(sessionFile));

/** Removes it: at a sign-in, a sign-out and the end of a session. Never throws. */
export const forgetIds = (sessionFile: string): void => removeQuietly(completionFile(sessionFile));
