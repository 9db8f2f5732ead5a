// Logs a failed read that follows a successful change.

import type { Context } from '../cli/context.js';
import { Failure } from '../services/http/errors.js';

/** Logs the failure of a read that follows a successful change: it must not look as if the change had failed. @throws anything but a {Failure} */
export function logReadFailure(error: unknown, context: Context): undefined {
  if (!(error instanceof Failure)) throw error;
  context.log(`  It was done. What became of it could not be read: ${error.message}`);
}
