// The failure of output options that do not fit a response: an unknown field, a failing jq expression.

import { BadInput, Failure } from '../../services/http/errors.js';
import { UnknownField } from './formats/problems.js';
import type { Presentation } from './output.js';

/**
 * The failure to throw for an error of the output. Options that do not fit the response of a read are a usage error,
 * unless the response lacks a field that it should have. After a change the call must not appear failed: exit 1.
 */
export function misfit(
  error: unknown,
  presentation: Presentation,
  { hasChanged, hasSent }: { readonly hasChanged: boolean; readonly hasSent: boolean },
): unknown {
  if (!(error instanceof Failure)) return error;
  const { code, message, hint } = error;
  if (hasChanged)
    return new Failure(
      'failed',
      code,
      `The call was made. Its response is printed above, because it does not fit your options: ${message}`,
    );
  if (code !== 'JQ_FAILED' && !(error instanceof UnknownField)) return error;
  if (hasSent && error instanceof UnknownField && lacksField(error, presentation)) return error;
  return new BadInput(error, message, hint);
}

/** Whether the response lacks fields that it should have: of --fields, or a column of the command. */
function lacksField({ paths }: UnknownField, { columns = [] }: Presentation): boolean {
  const columnPaths = columns.map(({ path }) => path);
  return paths === undefined || paths.every((path) => columnPaths.includes(path));
}
