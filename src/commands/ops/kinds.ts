// The value of `tuk ops list --kind`.

import { suggestion } from '../../cli/suggest.js';
import { BadInput } from '../../services/http/errors.js';
import { type OperationKind, operationKinds } from '../../things/operation.js';

/** The kind of --kind; undefined without one. @throws {BadInput} UNKNOWN_KIND */
export function requestedKind(kind: unknown): OperationKind | undefined {
  if (kind === undefined) return undefined;
  const known = operationKinds.find((one) => one === kind);
  if (known !== undefined) return known;
  const there = `There are: ${operationKinds.join(', ')}.`;
  throw new BadInput(
    'UNKNOWN_KIND',
    `There is no kind ${JSON.stringify(kind)} of operations.`,
    suggestion(String(kind), operationKinds, there),
  );
}
