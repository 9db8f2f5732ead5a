// The failure of a command some of whose changes were made.
import { Failure, OutcomeUnknown, type Where } from '../../services/http/errors.js';

/** What was done: its operation, its reference and the command that reads it, as far as they are known; and a message and a hint that say it. */
type PartDone = Pick<Where, 'operation' | 'clientRef' | 'look' | 'allowance' | 'revoke'> & {
  readonly message?: string;
  readonly hint?: string;
};

/** A failure after an earlier change of the same command was made: exit 14. An unknown outcome and an interruption stay what they are. */
export function partly(failure: Failure, { message = failure.message, hint, ...done }: PartDone = {}): Failure {
  if (failure instanceof OutcomeUnknown || failure.kind === 'interrupted') return failure;
  const [, ...others] = failure.refusals ?? [];
  const refusals = others.length === 0 ? undefined : failure.refusals!.map(ofPart);
  return new Failure('partial', failure.code, message, hint ?? failure.hint, { ...failure.where, ...done }, failure, refusals);
}
/** A refusal as it is said when an earlier part was sent. */
const ofPart = ({ kind, code, message, hint }: Failure): Failure =>
  new Failure(kind, code, message.replace(/; nothing was (sent|signed)/, ''), hint);
