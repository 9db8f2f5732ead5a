// The errors of the output options: an unknown field, a failing jq expression.
import { Failure } from '../../../services/http/errors.js';

/** A field that no element of the response has. Not a usage error if the response came from a service. */
export class UnknownField extends Failure {
  constructor(message: string) {
    super('server', 'UNKNOWN_FIELD', message, '--fields help lists the known fields');
  }
}

/** jq failed on this response. Not a usage error if the response came from a service, since the response decides. */
export class JqFailed extends Failure {
  constructor(message: string) {
    super('server', 'JQ_FAILED', message);
  }
}
