// The progress of an operation by its last status: in its response, or by a read since.

import { classOf, type StatusClass, type StatusList, spelled } from '../services/catalogue/statuses.js';
import { asText, isScalar, valueAt } from '../services/json-value.js';
import { parsedIfJson } from '../services/lossless-number.js';
import { beginsOnly, declaredResponse, stateReads } from '../things/operations.js';
import type { Ending, Operation } from './operation.js';

/** The last status of an operation, and its class. */
export interface Progress {
  readonly status: string;
  readonly class: StatusClass;
}

/** The last status of an operation; nothing without one that a list has. */
export function progressOf({ service, call, lastStatus, answer }: Operation): Progress | undefined {
  const { statusList, reads } = stateReads(service, call);
  const inResponse = (): string[] => {
    const response = parsedIfJson(answer);
    const declared = declaredResponse(service, call)?.status;
    const paths = [
      ...reads.map(({ status }) => status),
      ...(declared?.list === statusList ? [declared.at] : []),
      'status',
    ];
    return paths
      .map((path) => valueAt(response, path))
      .flatMap((value) => (isScalar(value) ? [spelled(statusList, asText(value))] : []));
  };
  const status = (lastStatus === undefined ? inResponse() : [lastStatus]).find(
    (word) => classOf(statusList, word) !== 'unknown',
  );
  return status === undefined ? undefined : { status, class: classOf(statusList, status) };
}

/**
 * When the last status was seen: by a read, else in the response; nothing without one, or if an earlier version did not
 * record it.
 */
export function lastSeenAt(operation: Operation): string | undefined {
  if (progressOf(operation) === undefined) return undefined;
  return operation.lastStatus === undefined ? (operation.settledAt ?? operation.at) : operation.seenAt;
}

/** Whether the response has only begun an operation, and no status was seen since: a ride that was requested. */
export const isUnseen = (operation: Operation): boolean =>
  operation.outcome === 'done' &&
  operation.settledBy !== 'person' &&
  beginsOnly(operation.service, operation.call) &&
  progressOf(operation) === undefined;

/** Whether an operation that counts as done has a last status other than a good end. */
export function isUnfinished(operation: Operation): boolean {
  const progress = progressOf(operation);
  return operation.outcome === 'done' && progress !== undefined && progress.class !== 'good';
}

/**
 * The bad ends that return the value; no public source says so of others, such as a cancelled ride or a failed
 * transaction.
 */
const returned =
  /^(CANCELED|CANCELLED|FAILED|REJECTED|EXPIRED|REFUNDED|CANCEL_REFUNDED|PAYMENT_FAILED|EXPIRED_BEFORE_PAY|NOT_MATCHED)$/;

/** The ending by a status; nothing for a status that goes on or is in no list. */
export function endingOf(list: StatusList, status: string): Ending | undefined {
  const kind = classOf(list, status);
  if (kind === 'good') return 'good';
  return kind === 'bad' ? (returned.test(status) ? 'returned' : 'failed') : undefined;
}
