// The operations of the same kind and recipient, or object, that have not ended: a second one may repeat one of them.

import { counted } from '../../services/counted.js';
import { operationName } from '../../things/operations.js';
import type { TransferFacts } from '../facts.js';
import type { Operation } from '../operation.js';
import { isUnfinished } from '../operation-status.js';
import type { Policy, Warning } from './policy.js';
import { isTo } from './recipient-verdict.js';

/** Finds the operations of unknown outcome, and the warnings about other open ones. */
export function openOperations(
  { call, fields, recipient, object }: TransferFacts,
  operations: readonly Operation[],
  nextCommand: Policy['nextCommand'],
): {
  readonly unknown: readonly Operation[];
  readonly warnings: readonly Warning[];
} {
  // an allowance that is taken back
  if (fields.incoming && fields.object === undefined) return { unknown: [], warnings: [] };
  const isObject = object !== undefined && (fields.incoming === true || recipient === undefined);
  const isSameSubject = (line: Operation) =>
    isObject ? line.object === object : recipient === undefined || isTo(line, recipient);
  const name = operationName(call.service, call.name); // versions of a call have one name
  const same = operations.filter(
    (line) => line.service === call.service && operationName(line.service, line.call) === name && isSameSubject(line),
  );
  const warningOf = ([first, ...others]: readonly Operation[], state: string): readonly Warning[] => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'other')})`;
    const subject = isObject ? 'object' : 'recipient';
    const message = `${first.id}${more}, a ${name} to the same ${subject}, ${state}: ${nextCommand(`tuk ops check ${first.id}`)}`;
    return [{ code: 'NOT_ENDED', message }];
  };
  const accepted = same.filter(({ outcome, lastStatus }) => outcome === 'accepted' && lastStatus === undefined);
  const goingOn = same.filter(
    (line) => isUnfinished(line) || (line.outcome === 'accepted' && line.lastStatus !== undefined),
  );
  return {
    unknown: same.filter(({ outcome }) => outcome === 'unknown'),
    warnings: [...warningOf(accepted, 'was only accepted'), ...warningOf(goingOn, 'has not ended')],
  };
}
