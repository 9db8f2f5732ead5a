// Logs a failed read that follows a successful change.

import type { Context } from '../../cli/command/command.js';
import { Failure } from '../../services/http/errors.js';

/**
 * Logs the failure of a read after a successful change: the change must not appear failed.
 * @throws anything but a {Failure}
 */
export function logReadFailure(error: unknown, context: Context): undefined {
  if (!(error instanceof Failure)) throw error;
  context.log(`  It was done, but reading it back failed: ${error.message}`);
}
