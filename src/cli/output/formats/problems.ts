// What can be wrong with the wish for a certain output: a field that is not there, a jq expression that fails.
import { BadInput, Failure } from '../../../services/http/errors.js';

/** A field was asked for that no element of the answer has; the sentence names those that are there. */
export class UnknownField extends BadInput {
  constructor(message: string) {
    super('UNKNOWN_FIELD', message, '--fields help lists the known fields');
  }
}

/** jq could not run the expression on this answer. The answer itself had come, so this is no wrong use. */
export class JqFailed extends Failure {
  constructor(message: string) {
    super('failed', 'JQ_FAILED', message);
  }
}
