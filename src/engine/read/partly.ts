// The failure of a command that made some of its changes.

import type { Context } from '../../cli/command/command.js';
import { Failure, OutcomeUnknown, type Where } from '../../services/http/errors.js';

/** The changes that were made: operation, reference and command, as far as known; with a message and a hint. */
type PartDone = Pick<Where, 'operation' | 'clientRef' | 'look' | 'allowance' | 'revoke'> & {
  readonly message?: string;
  readonly hint?: string;
};

/** A failure after an earlier change of the same command: exit 14. Unknown outcomes and interruptions are unchanged. */
export function partly(failure: Failure, { message = failure.message, hint, ...done }: PartDone = {}): Failure {
  if (failure instanceof OutcomeUnknown || failure.kind === 'interrupted') return failure;
  const [, ...others] = failure.refusals ?? [];
  const refusals = others.length === 0 ? undefined : failure.refusals;
  return new Failure(
    'partial',
    failure.code,
    message,
    hint ?? failure.hint,
    { ...failure.where, ...done, unsent: false },
    failure,
    refusals,
  );
}

// Notes a failed read that follows a successful change.

/**
 * Notes the failure of a read after a successful change: the change must not appear failed.
 * @throws anything but a {Failure}
 */
export function noteReadFailure(error: unknown, context: Context): undefined {
  if (!(error instanceof Failure)) throw error;
  context.note({ is: 'left-out', part: 'It was done, but reading it back failed', failure: error });
}
