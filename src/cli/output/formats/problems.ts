// The errors of the output options: an unknown field, a jq expression that fails.
import { Failure } from '../../../services/http/errors.js';

/** A field that no element of the response has; the message lists those that there are. It is not a usage error where the response came from a service. */
export class UnknownField extends Failure {
  constructor(message: string) {
    super('server', 'UNKNOWN_FIELD', message, '--fields help lists the known fields');
  }
}

/** jq could not run the expression on this response. It is not a usage error where the response came from a service, since the response decides. */
export class JqFailed extends Failure {
  constructor(message: string) {
    super('server', 'JQ_FAILED', message);
  }
}
