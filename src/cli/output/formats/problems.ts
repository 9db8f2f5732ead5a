// The errors of the output options: an unknown field, a jq expression that fails.
import { BadInput, Failure } from '../../../services/http/errors.js';

/** A field that no element of the response has; the message lists those that there are. */
export class UnknownField extends BadInput {
  constructor(message: string) {
    super('UNKNOWN_FIELD', message, '--fields help lists the known fields');
  }
}

/** jq could not run the expression on this response. It is no usage error, since the response decides. */
export class JqFailed extends Failure {
  constructor(message: string) {
    super('failed', 'JQ_FAILED', message);
  }
}
