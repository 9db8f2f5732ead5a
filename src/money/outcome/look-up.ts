// Looks an operation up after its response: by the id in its response, else by what its read declares of a row. A row that names less proves nothing.

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
import { stateReads } from '../../things/operations.js';
import { mayHaveEffect, type Operation } from '../ledger.js';
import { parseRequestFields } from '../request-fields.js';
import { declaredResponse } from '../responses.js';

import {
  amountOf,
  hasId,
  isSumOf,
  type Known,
  namesAll,
  type RowReading,
  type RowStatus,
  readRow,
  signOf,
  sourceValue,
  statusOf,
} from './row.js';

/** The age from which the absence of an operation says that it was not done: no server works on a request for so long. Milliseconds. */
const settlingTime = 10 * 60_000;
/**
 * How long before its request a row may say that it was made, milliseconds: what is left after the clocks were compared, which have whole seconds. And how long
 * after it.
 */
const skew = 2000;
const appearsWithin = 15 * 60_000;

/** What the service shows of an operation. `why`: the reason why nothing is concluded, as a sentence without its first words; nothing where no row is like it. */
export type Sighting =
  /** Its row, its status or why that cannot be read, with the word that no list has, and what was compared. */
  | ({ readonly kind: 'seen'; readonly row: Row; readonly compared: readonly string[] } & RowStatus)
  /** A row with its id that says something else. */
  | { readonly kind: 'contradicts'; readonly row: Row; readonly why: string }
  /** Several rows that may be it, or one that may be another operation's. `isOfOthers`: others that are known to be done are as many, so that it may be none of them. */
  | { readonly kind: 'ambiguous'; readonly rows: readonly Row[]; readonly why: string; readonly isOfOthers: boolean }
  /** A row that says nothing else, and does not say enough to be certainly its. */
  | { readonly kind: 'partial'; readonly rows: readonly Row[]; readonly why: string }
  /**
   * No row is known to be it. `conclusive`: the list is complete, reaches back beyond it, and no row may be it. `rows`: those that may be it by all but their times,
   * that do not name an amount, or that are near and say something else. `failure`: the response is no evidence, as the end of a sentence.
   */
  | {
      readonly kind: 'absent';
      readonly conclusive: boolean;
      readonly rows?: readonly Row[];
      readonly why?: string | undefined;
      readonly failure?: string;
    };

/** The read that shows the state of one operation, with the parameters that it needs. */
export interface PreparedLookUp {
  readonly service: ServiceName;
  readonly call: string;
  readonly statusList: StatusList;
  readonly read: StateRead;
  readonly params: Readonly<Record<string, string>>;
  /**
   * Finds the operation in the response of the read. `operations`: those that a row may be instead. `now`: epoch milliseconds. `clockAhead`: how far the clock of
   * the service is ahead, milliseconds, as the response says; it counts for operations whose time by that clock was not recorded.
   */
  readonly find: (text: string, operations: readonly Operation[], now: number, clockAhead?: number) => Sighting;
}

/**
 * Prepares the read that shows the state of an operation; nothing where no endpoint shows it, or where nothing that it is known by was recorded.
 * @param fieldNames the profile's names of fields that are not public
 */
export async function prepareLookUp(
  operation: Operation,
  fieldNames: Readonly<Record<string, string>>,
): Promise<PreparedLookUp | undefined> {
  const call = await findCall(operation.service, operation.call);
  if (!call) return undefined;
  const requestFields = await requestFieldsOf(call, operation, fieldNames);
  const known: Known = { ...knownOf(operation, 0), requestFields };
  const { statusList, reads } = stateReads(operation.service, operation.call);
  for (const read of reads) {
    const params = paramsOf(read, known);
    if (!params || (read.isList && !hasId(read, known) && !amountOf(known))) continue;
    const find: PreparedLookUp['find'] = (text, all, now, clockAhead = 0) => {
      const rivals = all
        .filter(({ id, outcome }) => id !== operation.id && mayHaveEffect(outcome))
        .flatMap((one) => rivalOf(one, operation, read, clockAhead));
      return findIn(text, { read, statusList, known: { ...known, sentAt: sentAt(operation, clockAhead) }, rivals, now });
    };
    return { ...partsOf(read.call), statusList, read, params, find };
  }
  return undefined;
}

/**
 * The id of what an operation is about, as its response or its request names it: the order of a payment, the withdrawal; nothing where neither names one.
 * @param fieldNames the profile's names of fields that are not public
 */
export async function subjectOf(operation: Operation, fieldNames: Readonly<Record<string, string>>): Promise<string | undefined> {
  const own = stateReads(operation.service, operation.call).reads.flatMap(({ ids = [] }) => ids.flatMap((id) => id.own));
  if (own.length === 0) return undefined;
  const call = await findCall(operation.service, operation.call);
  const asksRequest = call !== undefined && own.some((source) => 'request' in source);
  const requestFields = asksRequest ? await requestFieldsOf(call, operation, fieldNames) : undefined;
  const known = { ...knownOf(operation, 0), requestFields };
  return own.map((source) => sourceValue(source, known)).find((value) => value !== undefined);
}

/** The fields of the recorded request; nothing where it is redacted or not readable. */
const requestFieldsOf = (call: Call, operation: Operation, fieldNames: Readonly<Record<string, string>>) =>
  parseRequestFields(call, operation, fieldNames).catch((error: unknown) => {
    if (error instanceof Failure || error instanceof SyntaxError) return undefined;
    throw error;
  });

/** One look: what is looked up, by which read, beside which other operations. */
interface Search {
  readonly read: StateRead;
  readonly statusList: StatusList;
  readonly known: Known;
  readonly rivals: readonly Rival[];
  readonly now: number;
}
/** Another operation that a row may be, and those of its reads that are the same list. */
interface Rival {
  readonly known: Known;
  readonly reads: readonly StateRead[];
}
function rivalOf(rival: Operation, { service, call }: Operation, read: StateRead, clockAhead: number): Rival[] {
  const reads = stateReads(rival.service, rival.call).reads.filter((one) => one.isList && one.call === read.call);
  const isOfCall = rival.service === service && rival.call === call;
  return reads.length > 0 || isOfCall ? [{ known: knownOf(rival, clockAhead), reads }] : [];
}

/** What is recorded of an operation, without the fields of its request. */
const knownOf = (operation: Operation, clockAhead: number): Known => ({
  operation,
  response: parsedIfJson(operation.answer),
  found: parsedIfJson(operation.found),
  requestFields: undefined,
  sentAt: sentAt(operation, clockAhead),
});

/** When an operation was sent, by the clock of the service: as it was measured then, else by how far that clock is ahead now. Epoch milliseconds. */
const sentAt = ({ at, serviceAt }: Operation, clockAhead: number): number =>
  serviceAt === undefined ? Date.parse(at) + clockAhead : Date.parse(serviceAt);

function paramsOf({ params = {} }: StateRead, known: Known): Record<string, string> | undefined {
  const values = Object.entries(params).map(([name, source]) => [name, sourceValue(source, known)] as const);
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values as [string, string][]);
}

const noEvidence = (failure: string): Sighting => ({
  kind: 'absent',
  conclusive: false,
  failure,
  why: `the answer is no evidence: ${failure}`,
});
function findIn(text: string, search: Search): Sighting {
  const response = parsedIfJson(text);
  const twice = response === undefined ? undefined : duplicateKey(text);
  if (twice !== undefined) return noEvidence(`it has the field ${JSON.stringify(twice.slice(0, 60))} twice in one object`);
  if (!search.read.isList) return findOne(oneIn(response), search);
  const [failure] = reportedFailures(response, isRecord(response) ? [response] : [], 'reads');
  const list = listing(response);
  return failure === undefined && list ? findInList(list.rows, search) : noEvidence(failure ?? 'it is not a list');
}
/** The one thing in the response of a read: the response itself, or the only element of a list. */
function oneIn(response: unknown): Row {
  const one = Array.isArray(response) && response.length === 1 ? response[0] : response;
  return isRecord(one) ? one : {};
}

/** Finds the operation in a list: by its id where that is known, and by nothing else then. */
function findInList(rows: readonly Row[], search: Search): Sighting {
  const { read, known, rivals } = search;
  const { sign } = read.row;
  const isSigned = sign !== undefined && rows.some((row) => signOf(row, read) === 'out');
  const all = rows.map((row) => readRow(row, read, known));
  const candidates = all.filter(({ row }) => !isSigned || (signOf(row, read) ?? sign) === sign);
  const byId = candidates.filter(({ id, isOtherKind }) => id === 'same' && !isOtherKind);
  if (byId.length > 0) return sightingOf(byId, search);
  const like = candidates.filter((one) => fits(one, read, known));
  if (like.length === 0) return absence(candidates, all, search);
  const certain = like.filter(({ missing }) => missing.length === 0);
  const matching = certain.length > 0 ? certain : like; // a row that says less is not compared with one that says all
  const free = matching.filter((one) => !rivals.some((rival) => claims(rival, one, read)));
  if (free.length === 0) return ambiguous(matching, matching.length);
  const others = rivals.filter((rival) => free.some((one) => mayBeOf(rival, one)) && !matching.some((one) => claims(rival, one, read)));
  const own = !hasId(read, known) && free.length === others.length + 1 ? rowAmong(free, others, search) : undefined;
  if (!own) return ambiguous(free, doneAmong(others));
  const missing = [...own.missing, ...(own.at! <= known.sentAt + appearsWithin ? [] : ['time'])];
  return missing.length === 0 ? seen(own, [...own.same, 'time'], search) : partial([own], [...own.same, 'time'], missing);
}

/** Whether a row may be the operation: the same amount, in time, and nothing that says otherwise. */
const fits = (one: RowReading, read: StateRead, known: Known): boolean =>
  one.other === undefined && one.same.includes('amount') && isInTime(one, read, known);
/** Whether a row says that it was made when the operation was sent, or soon after it; later too where the read says that its rows appear late. */
const isInTime = ({ at }: RowReading, { late }: StateRead, { sentAt }: Known): boolean =>
  at !== undefined && at >= sentAt - skew && (late === true || at <= sentAt + appearsWithin);

/** That no row is known to be it. It proves something where the list is complete and no row is like it, names less, or has the same amount at the same time. */
function absence(candidates: readonly RowReading[], all: readonly RowReading[], { read, known, rivals, now }: Search): Sighting {
  const free = (test: (one: RowReading) => boolean) =>
    candidates.filter((one) => test(one) && !rivals.some((rival) => claims(rival, one, read)));
  const alike = free(({ other, same }) => other === undefined && same.includes('amount'));
  const near = free((one) => one.other !== undefined && one.same.includes('amount') && isInTime(one, read, known));
  const unnamed = free(
    (one) => one.other === undefined && one.missing.includes('amount') && (one.at === undefined || isInTime(one, read, known)),
  );
  const times = all.flatMap(({ at }) => at ?? []);
  const isNewestFirst = times.every((time, i) => i === 0 || time <= times[i - 1]!); // else it may go on with the operation on its next page
  const reachesBack = times.some((time) => time < known.sentAt - skew);
  const isSettled = now - Date.parse(known.operation.settledAt ?? known.operation.at) >= settlingTime;
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

const doneAmong = (of: readonly Rival[]): number => of.filter(({ known }) => known.operation.outcome === 'done').length;
/** @param done how many other operations that are known to be done the rows may be */
const ambiguous = (of: readonly RowReading[], done: number): Sighting => ({
  kind: 'ambiguous',
  rows: of.map(({ row }) => row),
  isOfOthers: done >= of.length,
  why:
    of.length === 1
      ? `the row that fits${timesOf(of)} may be that of another operation`
      : `${of.length} rows fit${timesOf(of)}, and any of them may be it`,
});
function partial(of: readonly RowReading[], fitting: readonly string[], missing: readonly string[]): Sighting {
  const lacks = missing.map((fact) => lacking[fact]).join(', and ');
  return {
    kind: 'partial',
    rows: of.map(({ row }) => row),
    why: `the row that fits${timesOf(of)} has the same ${fitting.join(', ')}, but ${lacks}`,
  };
}
/** What a row does not say, as a part of a sentence. */
const lacking: Readonly<Record<string, string>> = {
  recipient: 'does not name the recipient',
  unit: 'does not name the unit',
  kind: 'does not say of what kind it is',
  time: 'its time does not fit',
};
const maxTimes = 3;
function timesOf(of: readonly RowReading[]): string {
  const times = of.flatMap(({ at }) => (at === undefined || Math.abs(at) > maxDate ? [] : new Date(at).toISOString()));
  const shown = [...times.slice(0, maxTimes), ...(times.length > maxTimes ? ['…'] : [])];
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}
const maxDate = 8.64e15; // milliseconds; further away is no date

/**
 * The row of an operation among as many rows as operations, each of which may be any of them: the one that stands where it does by time, if all have the same
 * status, since it is that of each then.
 */
function rowAmong(of: readonly RowReading[], others: readonly Rival[], search: Search): RowReading | undefined {
  const { sentAt: at, operation } = search.known;
  if (!isOneStatus(of, search) || others.some((other) => of.some((one) => !mayBeOf(other, one)))) return undefined;
  const before = others.filter(({ known }) => known.sentAt < at || (known.sentAt === at && known.operation.id < operation.id));
  return [...of].sort((one, other) => one.at! - other.at!)[before.length];
}

/** The operation in the rows that have its id: one, or several parts of it, that say nothing else. */
function sightingOf(of: readonly RowReading[], search: Search): Sighting {
  const { read, known, rivals } = search;
  const rows = of.map(({ row }) => row);
  const [first] = of as [RowReading];
  const isOfRequest = of.every((one) => one.isOfRequest);
  const others = isOfRequest ? rivals.filter((rival) => sharesRequest(rival, first, search)) : [];
  if (!isOneStatus(of, search) || others.length > 0) return ambiguous(of, doneAmong(others));
  const isParts = of.length > 1 && isSumOf(rows, read, known);
  const why = isParts ? undefined : of.map(({ other }) => other).find((other) => other !== undefined);
  if (why !== undefined) return { kind: 'contradicts', row: first.row, why };
  const facts = ['id', ...(isParts ? ['amount'] : first.same)];
  return isOfRequest && !of.every((one) => isInTime(one, read, known)) ? partial(of, facts, ['time']) : seen(first, facts, search);
}

/** Whether all rows have one status. */
const isOneStatus = (of: readonly RowReading[], { read, statusList }: Search): boolean =>
  new Set(of.map(({ row }) => JSON.stringify(statusOf(row, read, statusList)))).size === 1;

/** Finds the operation in the response of a read of one thing. */
function findOne(row: Row, search: Search): Sighting {
  const { read, statusList, known, rivals } = search;
  const one = readRow(row, read, known);
  const { status } = statusOf(row, read, statusList);
  const absent: Sighting = { kind: 'absent', conclusive: false };
  const isEmpty = isNothing(valueAt(row, read.status)) && one.id === 'none' && one.same.length === 0;
  if (isEmpty || (status !== undefined && read.before?.includes(status))) return absent;
  if (one.id === 'other') return { kind: 'contradicts', row, why: one.other! };
  const isAsked = Object.values(read.params ?? {}).some((source) => 'response' in source);
  const isOwn = isAsked || (one.id === 'same' && !one.isOfRequest);
  if (!isOwn && one.at !== undefined && one.at < known.sentAt - skew) return absent;
  const others = isOwn ? [] : rivals.filter((rival) => sharesRequest(rival, one, search));
  if (others.length > 0) return ambiguous([one], doneAmong(others));
  if (one.other !== undefined) return { kind: 'contradicts', row, why: one.other };
  return seen(one, [...(isAsked || one.id === 'same' ? ['id'] : []), ...one.same], search);
}

const seen = ({ row }: RowReading, compared: readonly string[], { read, statusList }: Search): Sighting => ({
  kind: 'seen',
  row,
  compared,
  ...statusOf(row, read, statusList),
});

/** Whether a row may be that of another operation. One that says all that this one is known by must say all that the other one is known by. */
const mayBeOf = ({ known, reads }: Rival, { row, missing }: RowReading): boolean =>
  reads.some((read) => fits(readRow(row, read, known), read, known) && (missing.length > 0 || namesAll(row, read)));

/** Whether what is recorded of another operation has the id of a row, or an id that the row names. */
function claims({ known, reads }: Rival, { row }: RowReading, { row: { id: path = '' } }: StateRead): boolean {
  const id = asText(valueAt(row, path));
  const made = declaredResponse(known.operation.service, known.operation.call)?.id ?? 'id';
  const recorded = [valueAt(known.found, path), valueAt(known.response, 'id'), valueAt(known.response, made)].map(asText);
  return (id !== '' && recorded.includes(id)) || reads.some((read) => readRow(row, read, known).id === 'same');
}

/** Whether another operation of the ledger was made of the same thing, as two claims of one event: the row may show that one. Its time may rule that out. */
function sharesRequest({ known: rival }: Rival, { at: made }: RowReading, { read: { params = {}, ids = [] }, known }: Search): boolean {
  if (rival.operation.service !== known.operation.service || rival.operation.call !== known.operation.call) return false;
  const sources = [...Object.values(params), ...ids.flatMap(({ own }) => own)].filter((source) => 'request' in source);
  const values = sources.flatMap((source) => sourceValue(source, known) ?? []);
  if (values.length === 0 || !values.every((value) => requestNames(rival.operation, value))) return false;
  return (
    made === undefined || (made >= rival.sentAt - skew && (made < known.sentAt - skew || rival.sentAt >= known.sentAt - appearsWithin))
  );
}
/** Whether a value is in the request of an operation: a segment of its path, or a field of its body. */
function requestNames({ url, body }: Operation, value: string): boolean {
  const segments = URL.canParse(url) ? new URL(url).pathname.split('/') : [];
  return (
    segments.some((segment) => segment === value || segment === encodeURIComponent(value)) ||
    (body ?? '').includes(JSON.stringify(value)) ||
    (/^\d+$/.test(value) && new RegExp(`:${value}[,}]`).test(body ?? ''))
  );
}
