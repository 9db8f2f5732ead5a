// Looks an operation up: by the id in its response, else by the facts that its read declares of a row. A row with fewer
// facts proves nothing.

import type { Call } from '../../services/catalogue/define.js';
import { findCall, type ServiceName } from '../../services/catalogue/index.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { duplicateKey } from '../../services/duplicate-keys.js';
import { Failure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { reportedFailures } from '../../services/reported-failure.js';
import { partsOf } from '../../things/call-name.js';
import type { StateRead } from '../../things/operation.js';
import { declaredResponse, stateReads } from '../../things/operations.js';
import { mayHaveEffect, type Operation } from '../operation.js';
import { parseRequestFields } from '../request-fields.js';
import {
  amountOf,
  hasId,
  isSumOf,
  namesAll,
  type OperationRecord,
  type RowReading,
  readRow,
  signOf,
  sourceValue,
  statusOf,
} from './row.js';
import { ambiguous, noEvidence, partial, type Sighting, timesOf } from './sighting.js';

/** The age from which absence proves that an operation was not done, milliseconds: no server works for longer. */
const settlingTime = 10 * 60_000;
/** For the time of a row, milliseconds: the tolerance of clocks, and the maximum delay after the request. */
const skew = 2000;
const appearsWithin = 15 * 60_000;

export interface PreparedLookUp {
  readonly service: ServiceName;
  readonly call: string;
  readonly statusList: StatusList;
  readonly read: StateRead;
  readonly params: Readonly<Record<string, string>>;
  /**
   * Finds the operation in the response of the read.
   * @param operations other operations of the rows
   * @param now epoch milliseconds
   * @param clockAhead the offset of the service's clock, milliseconds, for operations without a recorded service time
   */
  readonly find: (text: string, operations: readonly Operation[], now: number, clockAhead?: number) => Sighting;
}

/**
 * Prepares the read for the state of an operation; undefined if no endpoint shows it, or nothing that identifies it was
 * recorded.
 * @param fieldNames the profile's names of fields that are not public
 */
export async function prepareLookUp(
  operation: Operation,
  fieldNames: Readonly<Record<string, string>>,
): Promise<PreparedLookUp | undefined> {
  const call = await findCall(operation.service, operation.call);
  if (!call) return undefined;
  const requestFields = await requestFieldsOf(call, operation, fieldNames);
  const record: OperationRecord = { ...recordOf(operation, 0), requestFields };
  const { statusList, reads } = stateReads(operation.service, operation.call);
  for (const read of reads) {
    const params = paramsOf(read, record);
    if (!params || (read.isList && !hasId(read, record) && !amountOf(record))) continue;
    const find: PreparedLookUp['find'] = (text, operations, now, clockAhead = 0) => {
      const rivals = operations
        .filter(({ id, outcome }) => id !== operation.id && mayHaveEffect(outcome))
        .flatMap((rival) => rivalOf(rival, operation, read, clockAhead));
      return findIn(text, {
        read,
        statusList,
        record: { ...record, sentAt: sentAt(operation, clockAhead) },
        rivals,
        now,
      });
    };
    return { ...partsOf(read.call), statusList, read, params, find };
  }
  return undefined;
}

/**
 * The id of an operation's subject, in its response or its request: the order of a payment, the withdrawal.
 * @param fieldNames the profile's names of fields that are not public
 */
export async function subjectOf(
  operation: Operation,
  fieldNames: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const sources = stateReads(operation.service, operation.call).reads.flatMap(({ ids = [] }) =>
    ids.flatMap((id) => id.sources),
  );
  if (sources.length === 0) return undefined;
  const call = await findCall(operation.service, operation.call);
  const asksRequest = call !== undefined && sources.some((source) => 'request' in source);
  const requestFields = asksRequest ? await requestFieldsOf(call, operation, fieldNames) : undefined;
  const record = { ...recordOf(operation, 0), requestFields };
  return sources.map((source) => sourceValue(source, record)).find((value) => value !== undefined);
}

/** The fields of the recorded request; undefined if it is redacted or unreadable. */
const requestFieldsOf = (call: Call, operation: Operation, fieldNames: Readonly<Record<string, string>>) =>
  parseRequestFields(call, operation, fieldNames).catch((error: unknown) => {
    if (error instanceof Failure || error instanceof SyntaxError) return undefined;
    throw error;
  });

interface Search {
  readonly read: StateRead;
  readonly statusList: StatusList;
  readonly record: OperationRecord;
  readonly rivals: readonly Rival[];
  readonly now: number;
}
/** Another operation that a row may be, with its reads of the same list. */
interface Rival {
  readonly record: OperationRecord;
  readonly reads: readonly StateRead[];
}
function rivalOf(rival: Operation, { service, call }: Operation, read: StateRead, clockAhead: number): Rival[] {
  const reads = stateReads(rival.service, rival.call).reads.filter(
    (candidate) => candidate.isList && candidate.call === read.call,
  );
  const isOfCall = rival.service === service && rival.call === call;
  return reads.length > 0 || isOfCall ? [{ record: recordOf(rival, clockAhead), reads }] : [];
}

/** The record of an operation, without the fields of its request. */
const recordOf = (operation: Operation, clockAhead: number): OperationRecord => ({
  operation,
  response: parsedIfJson(operation.answer),
  found: parsedIfJson(operation.found),
  requestFields: undefined,
  sentAt: sentAt(operation, clockAhead),
});

/**
 * The time an operation was sent, by the service's clock as measured then, else by its current offset. Epoch
 * milliseconds.
 */
const sentAt = ({ at, serviceAt }: Operation, clockAhead: number): number =>
  serviceAt === undefined ? Date.parse(at) + clockAhead : Date.parse(serviceAt);

function paramsOf({ params = {} }: StateRead, record: OperationRecord): Record<string, string> | undefined {
  const values = Object.entries(params).map(([name, source]) => [name, sourceValue(source, record)] as const);
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values as [string, string][]);
}

function findIn(text: string, search: Search): Sighting {
  const response = parsedIfJson(text);
  const twice = response === undefined ? undefined : duplicateKey(text);
  if (twice !== undefined)
    return noEvidence(`it has the field ${JSON.stringify(twice.slice(0, 60))} twice in one object`);
  if (!search.read.isList) return findOne(oneIn(response), search);
  const [failure] = reportedFailures(response, isRecord(response) ? [response] : [], 'reads');
  const list = listing(response);
  return failure === undefined && list ? findInList(list.rows, search) : noEvidence(failure ?? 'it is not a list');
}
/** The single thing in a response: the response itself, or the only element of a list. */
function oneIn(response: unknown): Row {
  const record = Array.isArray(response) && response.length === 1 ? response[0] : response;
  return isRecord(record) ? record : {};
}

/** Finds the operation in a list: by its id if known, and then by nothing else. */
function findInList(rows: readonly Row[], search: Search): Sighting {
  const { read, record, rivals } = search;
  const { sign } = read.row;
  const isSigned = sign !== undefined && rows.some((row) => signOf(row, read) === 'out');
  const readings = rows.map((row) => readRow(row, read, record));
  const candidates = readings.filter(({ row }) => !isSigned || (signOf(row, read) ?? sign) === sign);
  const byId = candidates.filter(({ id, isOtherKind }) => id === 'same' && !isOtherKind);
  if (byId.length > 0) return sightingOf(byId, search);
  const like = candidates.filter((reading) => fits(reading, read, record));
  if (like.length === 0) return absence(candidates, readings, search);
  const certain = like.filter(({ missing }) => missing.length === 0);
  const matching = certain.length > 0 ? certain : like; // a row that says less is not compared with reading that says all
  const free = matching.filter((reading) => !rivals.some((rival) => claims(rival, reading, read)));
  if (free.length === 0) return ambiguous(matching, matching.length);
  const others = rivals.filter(
    (rival) =>
      free.some((reading) => mayBeOf(rival, reading)) && !matching.some((reading) => claims(rival, reading, read)),
  );
  const match = !hasId(read, record) && free.length === others.length + 1 ? rowAmong(free, others, search) : undefined;
  if (!match) return ambiguous(free, doneAmong(others));
  const missing = match.at! <= record.sentAt + appearsWithin ? match.missing : [...match.missing, 'time'];
  return missing.length === 0
    ? seen(match, [...match.same, 'time'], search)
    : partial([match], [...match.same, 'time'], missing);
}

/** Whether a row may be the operation: the same amount, in time, without a contradiction. */
const fits = (reading: RowReading, read: StateRead, record: OperationRecord): boolean =>
  reading.other === undefined && reading.same.includes('amount') && isInTime(reading, read, record);
/** Whether a row was made when the operation was sent, or soon after it; also later if the read's rows appear late. */
const isInTime = ({ at }: RowReading, { late }: StateRead, { sentAt }: OperationRecord): boolean =>
  at !== undefined && at >= sentAt - skew && (late === true || at <= sentAt + appearsWithin);

/**
 * The absence of a row. It is proof if the list is complete and no row is similar, lacks facts, or has the same amount
 * at the same time.
 */
function absence(
  candidates: readonly RowReading[],
  readings: readonly RowReading[],
  { read, record, rivals, now }: Search,
): Sighting {
  const free = (test: (reading: RowReading) => boolean) =>
    candidates.filter((reading) => test(reading) && !rivals.some((rival) => claims(rival, reading, read)));
  const alike = free(({ other, same }) => other === undefined && same.includes('amount'));
  const near = free(
    (reading) => reading.other !== undefined && reading.same.includes('amount') && isInTime(reading, read, record),
  );
  const unnamed = free(
    (reading) =>
      reading.other === undefined &&
      reading.missing.includes('amount') &&
      (reading.at === undefined || isInTime(reading, read, record)),
  );
  const times = readings.flatMap(({ at }) => at ?? []);
  const isNewestFirst = times.every((time, i) => i === 0 || time <= times[i - 1]!); // otherwise the operation may be on the next page
  const reachesBack = times.some((time) => time < record.sentAt - skew);
  const isSettled = now - Date.parse(record.operation.settledAt ?? record.operation.at) >= settlingTime;
  const rows = [...alike, ...near, ...unnamed];
  const conclusive = rows.length === 0 && read.complete === true && reachesBack && isNewestFirst && isSettled;
  const why =
    alike.length > 0
      ? `${alike.length === 1 ? 'a row is like it in all but its time' : `${alike.length} rows are like it in all but their times`}${timesOf(alike)}`
      : near.length > 0
        ? `a row has the same amount and time${timesOf(near)}, but ${near[0]!.other}`
        : unnamed.length > 0
          ? `${unnamed.length === 1 ? 'a row does' : `${unnamed.length} rows do`} not name the amount${timesOf(unnamed)}, and may be it`
          : undefined;
  return { kind: 'absent', conclusive, rows: rows.map(({ row }) => row), why };
}

const doneAmong = (of: readonly Rival[]): number =>
  of.filter(({ record }) => record.operation.outcome === 'done').length;
/**
 * The row of an operation among as many equal rows as operations: by its position in time, if all rows have the same
 * status, which is then certain.
 */
function rowAmong(of: readonly RowReading[], others: readonly Rival[], search: Search): RowReading | undefined {
  const { sentAt: at, operation } = search.record;
  if (!isOneStatus(of, search) || others.some((other) => of.some((reading) => !mayBeOf(other, reading))))
    return undefined;
  const before = others.filter(
    ({ record }) => record.sentAt < at || (record.sentAt === at && record.operation.id < operation.id),
  );
  return [...of].sort((a, b) => a.at! - b.at!)[before.length];
}

/** The operation in the rows with its id: one, or several consistent parts. */
function sightingOf(of: readonly RowReading[], search: Search): Sighting {
  const { read, record, rivals } = search;
  const rows = of.map(({ row }) => row);
  const [first] = of as [RowReading];
  const isOfRequest = of.every((reading) => reading.isOfRequest);
  const others = isOfRequest ? rivals.filter((rival) => sharesRequest(rival, first, search)) : [];
  if (!isOneStatus(of, search) || others.length > 0) return ambiguous(of, doneAmong(others));
  const isParts = of.length > 1 && isSumOf(rows, read, record);
  const why = isParts ? undefined : of.map(({ other }) => other).find((other) => other !== undefined);
  if (why !== undefined) return { kind: 'contradicts', row: first.row, why };
  const facts = ['id', ...(isParts ? ['amount'] : first.same)];
  return isOfRequest && !of.every((reading) => isInTime(reading, read, record))
    ? partial(of, facts, ['time'])
    : seen(first, facts, search);
}

const isOneStatus = (of: readonly RowReading[], { read, statusList }: Search): boolean =>
  new Set(of.map(({ row }) => JSON.stringify(statusOf(row, read, statusList)))).size === 1;

function findOne(row: Row, search: Search): Sighting {
  const { read, statusList, record, rivals } = search;
  const reading = readRow(row, read, record);
  const { status } = statusOf(row, read, statusList);
  const absent: Sighting = { kind: 'absent', conclusive: false };
  const isEmpty = isNothing(valueAt(row, read.status)) && reading.id === 'none' && reading.same.length === 0;
  if (isEmpty || (status !== undefined && read.before?.includes(status))) return absent;
  if (reading.id === 'other') return { kind: 'contradicts', row, why: reading.other! };
  const isAsked = Object.values(read.params ?? {}).some((source) => 'response' in source);
  const isOwn = isAsked || (reading.id === 'same' && !reading.isOfRequest);
  if (!isOwn && reading.at !== undefined && reading.at < record.sentAt - skew) return absent;
  const others = isOwn ? [] : rivals.filter((rival) => sharesRequest(rival, reading, search));
  if (others.length > 0) return ambiguous([reading], doneAmong(others));
  if (reading.other !== undefined) return { kind: 'contradicts', row, why: reading.other };
  const facts: readonly string[] = isAsked || reading.id === 'same' ? ['id', ...reading.same] : reading.same;
  return seen(reading, facts, search);
}

const seen = ({ row }: RowReading, compared: readonly string[], { read, statusList }: Search): Sighting => ({
  kind: 'seen',
  row,
  compared,
  ...statusOf(row, read, statusList),
});

/**
 * Whether a row may be another operation's. A row with all facts of this operation must have all facts of the other.
 */
const mayBeOf = ({ record, reads }: Rival, { row, missing }: RowReading): boolean =>
  reads.some((read) => fits(readRow(row, read, record), read, record) && (missing.length > 0 || namesAll(row, read)));

/** Whether the record of another operation has the id of a row, or an id that the row names. */
function claims({ record, reads }: Rival, { row }: RowReading, { row: { id: path = '' } }: StateRead): boolean {
  const id = asText(valueAt(row, path));
  const idPath = declaredResponse(record.operation.service, record.operation.call)?.id ?? 'id';
  const recorded = [valueAt(record.found, path), valueAt(record.response, 'id'), valueAt(record.response, idPath)].map(
    asText,
  );
  return (id !== '' && recorded.includes(id)) || reads.some((read) => readRow(row, read, record).id === 'same');
}

/**
 * Whether another operation has the same subject, such as two claims of one event: the row may belong to it, unless
 * its time rules that out.
 */
function sharesRequest(
  { record: rival }: Rival,
  { at: time }: RowReading,
  { read: { params = {}, ids = [] }, record }: Search,
): boolean {
  if (rival.operation.service !== record.operation.service || rival.operation.call !== record.operation.call)
    return false;
  const sources = [...Object.values(params), ...ids.flatMap((id) => id.sources)].filter(
    (source) => 'request' in source,
  );
  const values = sources.flatMap((source) => sourceValue(source, record) ?? []);
  if (values.length === 0 || !values.every((value) => requestNames(rival.operation, value))) return false;
  return (
    time === undefined ||
    (time >= rival.sentAt - skew && (time < record.sentAt - skew || rival.sentAt >= record.sentAt - appearsWithin))
  );
}
/** Whether the request of an operation contains a value: a segment of its path, or a field of its body. */
function requestNames({ url, body }: Operation, value: string): boolean {
  const segments = URL.canParse(url) ? new URL(url).pathname.split('/') : [];
  return (
    segments.some((segment) => segment === value || segment === encodeURIComponent(value)) ||
    (body ?? '').includes(JSON.stringify(value)) ||
    (/^\d+$/.test(value) && new RegExp(`:${value}[,}]`).test(body ?? ''))
  );
}
