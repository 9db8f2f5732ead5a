// Compares a row with other operations that it may be: those of the same call, and those whose state the same list
// shows.

import { asText, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { StateRead } from '../../things/operation.js';
import { declaredResponse, stateReads } from '../../things/operations.js';
import { inDeclared } from '../facts/response-facts.js';
import type { Operation } from '../ledger/operation.js';
import { namesAll, type OperationRecord, type RowReading, readRow, sourceValue } from './row.js';

/** The tolerance of clocks for the time of a row, milliseconds. */
export const skew = 2000;
/** The maximum delay of a row after its request, milliseconds. */
export const appearsWithin = 15 * 60_000;

/** Another operation that a row may be, with its reads of the same list. */
export interface OtherCandidate {
  readonly record: OperationRecord;
  readonly reads: readonly StateRead[];
}

/** The otherCandidate that an operation is to another one; none if they have neither call nor list in common. */
export const otherCandidateOf = (
  otherCandidate: Operation,
  operation: Operation,
  read: StateRead,
  clockAhead: number,
): OtherCandidate[] =>
  mayShare(otherCandidate, operation, read)
    ? [{ record: recordOf(otherCandidate, clockAhead), reads: sharedReads(otherCandidate, read) }]
    : [];

type CallOf = Pick<Operation, 'service' | 'call'>;
/** Whether operations of two calls may be confused: they have the call or the list in common. */
export const mayShare = (otherCandidate: CallOf, { service, call }: CallOf, read: StateRead): boolean =>
  (otherCandidate.service === service && otherCandidate.call === call) || sharedReads(otherCandidate, read).length > 0;
const sharedReads = ({ service, call }: CallOf, read: StateRead): readonly StateRead[] =>
  stateReads(service, call).reads.filter((candidate) => candidate.isList && candidate.call === read.call);

/** The record of an operation, without the fields of its request. */
export const recordOf = (operation: Operation, clockAhead: number): OperationRecord => ({
  operation,
  response: inDeclared(operation.service, operation.call, parsedIfJson(operation.answer)),
  found: parsedIfJson(operation.found),
  requestFields: undefined,
  sentAt: sentAt(operation, clockAhead),
});

/**
 * The time an operation was sent, by the service's clock as measured then, else by its current offset. Epoch
 * milliseconds.
 */
export const sentAt = ({ at, serviceAt }: Operation, clockAhead: number): number =>
  serviceAt === undefined ? Date.parse(at) + clockAhead : Date.parse(serviceAt);

/** Whether a row may be the operation: the same amount, in time, without a contradiction. */
export const fits = (reading: RowReading, read: StateRead, record: OperationRecord): boolean =>
  reading.other === undefined && reading.same.includes('amount') && isInTime(reading, read, record);
/** Whether a row was made when the operation was sent, or soon after it; also later if the read's rows appear late. */
export const isInTime = ({ at }: RowReading, { appearsLater }: StateRead, { sentAt }: OperationRecord): boolean =>
  at !== undefined && at >= sentAt - skew && (appearsLater === true || at <= sentAt + appearsWithin);

/** The number of otherCandidates that are done. */
export const doneAmong = (otherCandidates: readonly OtherCandidate[]): number =>
  otherCandidates.filter(({ record }) => record.operation.outcome === 'done').length;

/**
 * Whether a row may be another operation's. A row with all facts of this operation must have all facts of the other.
 */
export const mayBeOf = ({ record, reads }: OtherCandidate, { row, missing }: RowReading): boolean =>
  reads.some((read) => fits(readRow(row, read, record), read, record) && (missing.length > 0 || namesAll(row, read)));

/** Whether the record of another operation has the id of a row, or an id that the row names. */
export function claims(
  { record, reads }: OtherCandidate,
  { row }: RowReading,
  { row: { id: path = '' } }: StateRead,
): boolean {
  const id = asText(valueAt(row, path));
  const idPath = declaredResponse(record.operation.service, record.operation.call)?.id ?? 'id';
  const recorded = [valueAt(record.found, path), valueAt(record.response, 'id'), valueAt(record.response, idPath)].map(
    asText,
  );
  return (id !== '' && recorded.includes(id)) || reads.some((read) => readRow(row, read, record).id === 'same');
}

/**
 * Whether another operation has the same subject, such as two claims of one event: the row may be that one's, unless
 * its time rules that out.
 */
export function sharesRequest(
  { record: other }: OtherCandidate,
  { at: made }: RowReading,
  { params = {}, ids = [] }: StateRead,
  record: OperationRecord,
): boolean {
  if (other.operation.service !== record.operation.service || other.operation.call !== record.operation.call)
    return false;
  const sources = [...Object.values(params), ...ids.flatMap((id) => id.sources)].filter(
    (source) => 'request' in source,
  );
  const values = sources.flatMap((source) => sourceValue(source, record) ?? []);
  if (values.length === 0 || !values.every((value) => requestNames(other.operation, value))) return false;
  return (
    made === undefined ||
    (made >= other.sentAt - skew && (made < record.sentAt - skew || other.sentAt >= record.sentAt - appearsWithin))
  );
}
/** Whether the request of an operation contains a value: a segment of its path, or a field of its body. */
function requestNames({ url, body }: Operation, value: string) {
  const segments = URL.canParse(url) ? new URL(url).pathname.split('/') : [];
  return (
    segments.some((segment) => segment === value || segment === encodeURIComponent(value)) ||
    (body ?? '').includes(JSON.stringify(value)) ||
    (/^\d+$/.test(value) && new RegExp(`:${value}[,}]`).test(body ?? ''))
  );
}
