// Decides which failures of a part a command can do without.

import { Failure, type Kind } from './errors.js';

/**
 * The failure of a part that the command can do without.
 * @throws an interruption, a failure of one of the `fatal` kinds, and anything that is no failure
 */
export function partFailure(error: unknown, ...fatal: readonly Kind[]): Failure {
  if (!(error instanceof Failure) || error.kind === 'interrupted' || fatal.includes(error.kind)) throw error;
  return error;
}
