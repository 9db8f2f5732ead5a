// How far an operation is, by the last status that was seen of it: in its response, or by a read since.

import { classOf, type StatusClass, type StatusList, spelled } from '../services/catalogue/statuses.js';
import { asText, isScalar, valueAt } from '../services/json-value.js';
import { parsedIfJson } from '../services/lossless-number.js';
import { beginsOnly, stateReads } from '../things/operations.js';
import type { Ending, Operation } from './ledger.js';
import { declaredResponse } from './responses.js';

/** The last status that was seen of an operation, and its class. */
export interface Progress {
  readonly status: string;
  readonly class: StatusClass;
}

/** The last status that was seen of an operation; nothing where none was, or where no list has it. */
export function progressOf({ service, call, lastStatus, answer }: Operation): Progress | undefined {
  const { statusList, reads } = stateReads(service, call);
  const inResponse = (): string[] => {
    const response = parsedIfJson(answer);
    const declared = declaredResponse(service, call)?.status;
    const paths = [...reads.map(({ status }) => status), ...(declared?.list === statusList ? [declared.at] : []), 'status'];
    return paths.map((path) => valueAt(response, path)).flatMap((value) => (isScalar(value) ? [spelled(statusList, asText(value))] : []));
  };
  const status = [...(lastStatus === undefined ? inResponse() : [lastStatus])].find((one) => classOf(statusList, one) !== 'unknown');
  return status === undefined ? undefined : { status, class: classOf(statusList, status) };
}

/** When the last status of an operation was seen: by a read, else in its response; nothing where none was, or where a ledger of an earlier version does not say. */
export function lastSeenAt(operation: Operation): string | undefined {
  if (progressOf(operation) === undefined) return undefined;
  return operation.lastStatus === undefined ? (operation.settledAt ?? operation.at) : operation.seenAt;
}

/** Whether an operation was begun by its response, and no status of it was ever seen: a ride that was requested. */
export const isUnseen = (operation: Operation): boolean =>
  operation.outcome === 'done' &&
  operation.settledBy !== 'person' &&
  beginsOnly(operation.service, operation.call) &&
  progressOf(operation) === undefined;

/** Whether an operation whose response said that it was done may still end badly, or has: a status was seen, and it is not a good end. */
export function isUnfinished(operation: Operation): boolean {
  const progress = progressOf(operation);
  return operation.outcome === 'done' && progress !== undefined && progress.class !== 'good';
}

/** The bad ends after which the value is where it was: no public source says so of the others, such as a ride that was cancelled, or a failed transaction. */
const returned = /^(CANCELED|CANCELLED|FAILED|REJECTED|EXPIRED|REFUNDED|CANCEL_REFUNDED|PAYMENT_FAILED|EXPIRED_BEFORE_PAY|NOT_MATCHED)$/;

/** How an operation has ended with a status; nothing where it goes on, or where no list has the status. */
export function endingOf(list: StatusList, status: string): Ending | undefined {
  const kind = classOf(list, status);
  if (kind === 'good') return 'good';
  return kind === 'bad' ? (returned.test(status) ? 'returned' : 'failed') : undefined;
}
