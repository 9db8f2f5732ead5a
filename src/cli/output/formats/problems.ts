// The errors of the output options: an unknown field, a failing jq expression.
import { Failure } from '../../../services/http/errors.js';

/**
 * A field that no element of the response has. The output makes it a usage error, unless a response lacks a field that
 * it should have: a field of --fields, or a column of the command.
 */
export class UnknownField extends Failure {
  /** The paths that the response lacks; undefined for paths of --fields. */
  readonly paths: readonly string[] | undefined;
  constructor(message: string, paths?: readonly string[]) {
    super('server', 'UNKNOWN_FIELD', message, '--fields help lists the known fields');
    this.paths = paths;
  }
}

/** jq failed on this response. The output makes it a usage error of a read. */
export class JqFailed extends Failure {
  constructor(readonly said: string) {
    super('server', 'JQ_FAILED', `The jq expression failed: ${said}.`);
  }
}
