// The failure of a command some of whose changes were made.
import { Failure, OutcomeUnknown } from '../services/http/errors.js';

/** A failure after an earlier change of the same command was made: exit 14. An unknown outcome and an interruption stay what they are. */
export function partly(failure: Failure, message = failure.message, hint = failure.hint): Failure {
  if (failure instanceof OutcomeUnknown || failure.kind === 'interrupted') return failure;
  return new Failure('partial', failure.code, message, hint, failure.where, failure);
}
