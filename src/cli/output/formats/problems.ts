// The errors of the output options: an unknown field, a jq expression that fails.
import { Failure } from '../../../services/http/errors.js';

/**
 * A field that no element of the response has; the message lists those that there are. With the kind `server` the response is not as expected: it lacks
 * what its elements are named or sorted by.
 */
export class UnknownField extends Failure {
  constructor(message: string, kind: 'usage' | 'server' = 'usage') {
    super(kind, 'UNKNOWN_FIELD', message, '--fields help lists the known fields');
  }
}

/** jq could not run the expression on this response. It is no usage error, since the response decides. */
export class JqFailed extends Failure {
  constructor(message: string) {
    super('failed', 'JQ_FAILED', message);
  }
}
