// Notes a failed read that follows a successful change.

import type { Context } from '../../cli/command/command.js';
import { Failure } from '../../services/http/errors.js';

/**
 * Notes the failure of a read after a successful change: the change must not appear failed.
 * @throws anything but a {Failure}
 */
export function noteReadFailure(error: unknown, context: Context): undefined {
  if (!(error instanceof Failure)) throw error;
  context.note({ is: 'left-out', part: 'It was done, but reading it back failed', failure: error });
}
