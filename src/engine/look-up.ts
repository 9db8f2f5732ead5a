// Looks an operation up after its response: by the id in its response, else by amount, recipient and time. Field names that are not public are not needed.

import { mayHaveEffect, type Operation } from '../money/ledger.js';
import { sameToken } from '../money/policy/limits.js';
import { parseRequestFields } from '../money/request-fields.js';
import { type StateRead, stateReads } from '../money/state-reads.js';
import type { Call } from '../services/catalogue/define.js';
import { catalogue, isService } from '../services/catalogue/index.js';
import { classOf, type StatusList } from '../services/catalogue/statuses.js';
import { duplicateKey } from '../services/duplicate-keys.js';
import { Failure } from '../services/http/errors.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../services/json-value.js';
import { parseLossless } from '../services/lossless-number.js';
import { reportedFailures } from '../services/reported-failure.js';
import { partsOf } from '../services/response-parts.js';
import { listing } from '../ui/format/listing.js';
import {
  amountsOf,
  appearsWithin,
  compareIds,
  contradictionIn,
  factsIn,
  hasId,
  isAlike,
  isInTime,
  isSumOf,
  type Known,
  madeAt,
  matches,
  missingIn,
  namesRow,
  requestNames,
  resembles,
  signOf,
  skew,
  sourceValue,
} from './row-facts.js';
import { type RowStatus, statusOf } from './row-status.js';
import { allTimesIn } from './row-times.js';

/** The age from which the absence of an operation says that it was not done: no server works on a request for so long. Milliseconds. */
const settlingTime = 10 * 60_000;

/** What the service shows of an operation. */
export type Sighting =
  /** Its row, its status or why that cannot be read, with the word that no list has, and what was compared. */
  | {
      readonly kind: 'seen';
      readonly row: Row;
      readonly status: string | undefined;
      readonly unread: string | undefined;
      readonly word: string | undefined;
      readonly compared: readonly string[];
    }
  /** A row with its id that says something else, as the end of a sentence. */
  | { readonly kind: 'contradicts'; readonly row: Row; readonly why: string }
  /** Several rows that may be it, or one that may be another operation's. */
  | { readonly kind: 'ambiguous'; readonly rows: readonly Row[] }
  /** A row that says nothing else, and does not say enough to be certainly its: what is the same, and what it does not name. */
  | { readonly kind: 'partial'; readonly rows: readonly Row[]; readonly fits: readonly string[]; readonly missing: readonly string[] }
  /**
   * No row. `conclusive`: the list is complete and reaches back beyond it. `alike`: rows that may be it by all but their times. `near`: rows of the same amount
   * and time, and why each is not it, as the end of a sentence. `failure`: what the response says of a failure of its own, as the end of a sentence; it shows
   * nothing then.
   */
  | {
      readonly kind: 'absent';
      readonly conclusive: boolean;
      readonly alike?: readonly Row[];
      readonly near?: readonly { readonly row: Row; readonly why: string }[];
      readonly failure?: string;
    };

/** The read that shows the state of one operation, with the parameters that it needs. */
export interface PreparedLookUp {
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
  const call = isService(operation.service) ? (await catalogue(operation.service)).calls[operation.call] : undefined;
  if (!call) return undefined;
  const requestFields = await requestFieldsOf(call, operation, fieldNames);
  const known: Known = { ...knownOf(operation, 0), requestFields };
  const { statusList, reads } = stateReads(operation.service, operation.call);
  for (const read of reads) {
    const params = paramsOf(read, known);
    if (!params || (read.isList && !hasId(read, known) && amountsOf(known).length === 0)) continue;
    const find: PreparedLookUp['find'] = (text, all, now, clockAhead = 0) => {
      const rivals = all.filter(({ id, outcome }) => id !== operation.id && mayHaveEffect(outcome));
      const search = { read, statusList, known: { ...known, sentAt: sentAt(operation, clockAhead) }, rivals, now, clockAhead };
      const response = parsed(text);
      const twice = response === undefined ? undefined : duplicateKey(text);
      if (twice !== undefined)
        return { kind: 'absent', conclusive: false, failure: `it has the field ${JSON.stringify(twice.slice(0, 60))} twice in one object` };
      return findIn(response, search);
    };
    return { statusList, read, params, find };
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
  const call = isService(operation.service) ? (await catalogue(operation.service)).calls[operation.call] : undefined;
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
  readonly rivals: readonly Operation[];
  readonly now: number;
  readonly clockAhead: number;
}

/** What is recorded of an operation, without the fields of its request. */
const knownOf = (operation: Operation, clockAhead: number): Known => ({
  operation,
  answer: parsed(operation.answer),
  found: parsed(operation.found),
  requestFields: undefined,
  sentAt: sentAt(operation, clockAhead),
});

/** When an operation was sent, by the clock of the service: as it was measured then, else by how far that clock is ahead now. Epoch milliseconds. */
const sentAt = ({ at, serviceAt }: Operation, clockAhead: number): number =>
  serviceAt === undefined ? Date.parse(at) + clockAhead : Date.parse(serviceAt);

function parsed(text: string | undefined): unknown {
  try {
    return parseLossless(text || 'null');
  } catch {
    return undefined;
  }
}

function paramsOf({ params = {} }: StateRead, known: Known): Record<string, string> | undefined {
  const values = Object.entries(params).map(([name, source]) => [name, sourceValue(source, known)] as const);
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values as [string, string][]);
}

function findIn(response: unknown, search: Search): Sighting {
  if (!search.read.isList) return findOne(oneIn(response), search);
  const [failure] = failuresAround(response);
  if (failure !== undefined) return { kind: 'absent', conclusive: false, failure };
  return findInList(listing(response)?.rows ?? [], search);
}
/** The failures that the objects around a list report: the list is no evidence then, and neither is what it does not have. */
function failuresAround(response: unknown): readonly string[] {
  const { field } = listing(response) ?? {};
  const around: Row[] = [];
  const pending: unknown[] = [response];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (!isRecord(one)) continue;
    around.push(one);
    pending.push(...Object.entries(one).flatMap(([name, inner]) => (one === response && name === field ? [] : [inner ?? null])));
  }
  return reportedFailures(response, around, 'reads');
}
/** The one thing in the response of a read: the response itself, or the only element of a list. */
function oneIn(response: unknown): Row {
  const one = Array.isArray(response) && response.length === 1 ? response[0] : response;
  return isRecord(one) ? one : {};
}

/** Finds the operation in a list: by its id where that is known, and by nothing else then. */
function findInList(rows: readonly Row[], search: Search): Sighting {
  const { read, known, rivals } = search;
  const isSigned = rows.some((row) => signOf(row) === 'out');
  const candidates = rows.filter((row) => !isSigned || read.sign === undefined || signOf(row) === read.sign);
  const byId = candidates.filter((row) => compareIds(row, read, known).is === 'same' && isOfConstants(row, read));
  if (byId.length > 0) return sightingOf(byId, search);
  const isFree = (row: Row) => !rivals.some((rival) => namesRow(rival, row, known));
  const matching = candidates.filter((row) => matches(row, read, known));
  if (matching.length === 0) {
    const resembling = rows.filter((row) => resembles(row, read, known) && isFree(row));
    const alike = candidates.filter((row) => isAlike(row, read, known) && isFree(row));
    const conclusive = resembling.length === 0 && alike.length === 0 && isConclusive(rows, search);
    return { kind: 'absent', conclusive, alike, near: resembling.flatMap((row) => nearRow(row, search)) };
  }
  if (hasId(read, known)) return { kind: 'ambiguous', rows: matching };
  const free = matching.filter(isFree);
  const others = rivals.filter((rival) => isRival(rival, free, search) && !matching.some((row) => namesRow(rival, row, known)));
  const row = free.length === others.length + 1 ? rowAmong(free, others, search) : undefined;
  if (!row) return { kind: 'ambiguous', rows: free.length > 0 ? free : matching };
  return seenOrPartial(row, missingIn(row, read, known), search);
}

/** A row that has the amount and the time of the operation, and says something else; nothing where it is another one by its direction alone. */
function nearRow(row: Row, { read, known }: Search): { readonly row: Row; readonly why: string }[] {
  const why = compareIds(row, read, known).difference ?? contradictionIn(row, read, known, { strict: true });
  return why === undefined ? [] : [{ row, why }];
}

/** A row that was found by its values: the operation's where it names all that it must. */
const seenOrPartial = (row: Row, missing: readonly string[], search: Search): Sighting => {
  const fits = factsIn(row, search.read, search.known);
  return missing.length === 0 ? seen(row, fits, search) : { kind: 'partial', rows: [row], fits, missing };
};

/**
 * The row of an operation among as many rows as operations, each of which may be any of them: the one that stands where it does by time, if all have the same
 * status, since it is that of each then.
 */
function rowAmong(rows: readonly Row[], others: readonly Operation[], search: Search): Row | undefined {
  const { read, known, clockAhead } = search;
  if (!isOneStatus(rows, search)) return undefined;
  if (others.some((other) => rows.some((row) => !isRowOf(other, row, read, known, clockAhead)))) return undefined;
  const before = others.filter((other) => {
    const at = sentAt(other, clockAhead);
    return at < known.sentAt || (at === known.sentAt && other.id < known.operation.id);
  });
  return [...rows].sort((one, other) => madeAt(one)! - madeAt(other)!)[before.length];
}

/** The operation in the rows that have its id: one, or several parts of it, that say nothing else. */
function sightingOf(rows: readonly Row[], search: Search): Sighting {
  const { read, known, rivals, clockAhead } = search;
  const [row] = rows as [Row];
  const isOfRequest = rows.every((one) => compareIds(one, read, known).isOfRequest);
  if (isOfRequest && rivals.some((rival) => sharesRequest(rival, row, read, known, clockAhead))) return { kind: 'ambiguous', rows };
  if (!isOneStatus(rows, search)) return { kind: 'ambiguous', rows };
  const isPart = rows.length > 1 && isSumOf(rows, known);
  const why = rows.map((one) => contradictionIn(one, read, known, { isPart })).find((one) => one !== undefined);
  if (why !== undefined) return { kind: 'contradicts', row, why };
  const facts = ['id', ...(isPart ? ['amount'] : factsIn(row, read, known))];
  if (isOfRequest && !rows.every((one) => isInTime(one, read, known))) return { kind: 'partial', rows, fits: facts, missing: ['time'] };
  return seen(row, facts, search);
}

/** Whether all rows have one status. */
const isOneStatus = (rows: readonly Row[], { read, statusList }: Search): boolean =>
  new Set(rows.map((row) => JSON.stringify(statusOf(row, read, statusList)))).size === 1;

/** Whether a row is of the kind that was asked for: a service may ignore the parameter, and list other kinds. */
const isOfConstants = (row: Row, { params = {} }: StateRead): boolean =>
  Object.entries(params).every(
    ([name, source]) => !('constant' in source) || isNothing(row[name]) || asText(row[name]) === source.constant,
  );

/** Finds the operation in the response of a read of one thing. */
function findOne(row: Row, search: Search): Sighting {
  const { read, statusList, known, rivals, now, clockAhead } = search;
  const { status } = statusOf(row, read, statusList);
  const own = valueAt(row, read.status);
  const absent: Sighting = { kind: 'absent', conclusive: read.complete === true && own === null && isSettled(known, now) };
  if (Object.keys(row).length === 0 || (status === undefined && isNothing(own) && !namesOperation(row, search))) return absent;
  if (status !== undefined && read.before?.includes(status)) return absent;
  const ids = compareIds(row, read, known);
  if (ids.is === 'other') return { kind: 'contradicts', row, why: ids.difference! };
  const isOwn = Object.values(read.params ?? {}).some((source) => 'answer' in source) || (ids.is === 'same' && !ids.isOfRequest);
  const times = allTimesIn(row);
  if (!isOwn && times.length > 0 && !times.some((at) => at >= known.sentAt - skew)) return { kind: 'absent', conclusive: false };
  if (!isOwn && rivals.some((rival) => sharesRequest(rival, row, read, known, clockAhead))) return { kind: 'ambiguous', rows: [row] };
  return compared(row, search);
}

/** A row that is known to be the operation's: what it says must be what was asked for. */
function compared(row: Row, search: Search): Sighting {
  const { read, known } = search;
  const why = contradictionIn(row, read, known);
  return why === undefined ? seen(row, ['id', ...factsIn(row, read, known)], search) : { kind: 'contradicts', row, why };
}

/** Whether the response of a read of one thing is about the operation: by an id, or by its amount. */
const namesOperation = (row: Row, { read, known }: Search): boolean =>
  compareIds(row, read, known).is !== 'none' || factsIn(row, read, known).includes('amount');

const none = (): boolean => false;
/** A status that is not a bad end counts only where the row does not also report a failure. */
function seen(row: Row, facts: readonly string[], { read, statusList }: Search): Sighting {
  const { status, unread, word }: RowStatus = statusOf(row, read, statusList);
  const [failure] =
    status === undefined || classOf(statusList, status) === 'bad' ? [] : reportedFailures(row, partsOf(row, none, none), 'reads');
  if (failure !== undefined)
    return { kind: 'seen', row, status: undefined, unread: `${failure}, and the status ${status}`, word: undefined, compared: facts };
  return { kind: 'seen', row, status, unread, word, compared: facts };
}

const isSettled = ({ operation }: Known, now: number): boolean => now - Date.parse(operation.settledAt ?? operation.at) >= settlingTime;
function isConclusive(rows: readonly Row[], { read: { complete }, known, now }: Search): boolean {
  const times = rows.flatMap((row) => madeAt(row) ?? []);
  const reachesBack = times.some((time) => time < known.sentAt - skew);
  return complete === true && reachesBack && isNewestFirst(times) && isSettled(known, now);
}
/** Whether a list begins with what is new: one that begins with what is old may go on with the operation on its next page. */
const isNewestFirst = (times: readonly number[]): boolean => times.every((time, i) => i === 0 || time <= times[i - 1]!);

/** Whether one of the rows may show another operation of the ledger, of whatever call. */
const isRival = (rival: Operation, rows: readonly Row[], { read, known, clockAhead }: Search): boolean =>
  rows.some((row) => isRowOf(rival, row, read, known, clockAhead));

/** Whether a row may be that of another operation, by the reads of its own call; by this one where none of them is this list. */
function isRowOf(rival: Operation, row: Row, read: StateRead, known: Known, clockAhead: number): boolean {
  const { operation } = known;
  const other = knownOf(rival, clockAhead);
  const own = stateReads(rival.service, rival.call).reads.filter(
    ({ isList, service, call }) => isList && service === read.service && call === read.call,
  );
  if (own.length > 0) return own.some((one) => matches(row, one, other));
  const isOfUnit = rival.token === undefined || operation.token === undefined || sameToken(rival.token, operation.token);
  const { ids: _, swap: __, ...anyOf } = read;
  return rival.service === operation.service && isOfUnit && matches(row, anyOf, other);
}

/** Whether another operation of the ledger was made of the same thing, as two claims of one event: the row may show that one. Its times may rule that out. */
function sharesRequest(rival: Operation, row: Row, { params = {}, ids = [] }: StateRead, known: Known, clockAhead: number): boolean {
  const { operation } = known;
  if (rival.service !== operation.service || rival.call !== operation.call) return false;
  const sources = [...Object.values(params), ...ids.flatMap(({ own }) => own)].filter((source) => 'request' in source);
  const values = sources.flatMap((source) => sourceValue(source, known) ?? []);
  if (values.length === 0 || !values.every((value) => requestNames(rival, value))) return false;
  const times = allTimesIn(row);
  if (times.length === 0) return true;
  const [at, rivalAt] = [known.sentAt, sentAt(rival, clockAhead)];
  const isBeforeRival = times.every((time) => time < rivalAt - skew);
  const isBornWithOwn = times.every((time) => time >= at - skew) && rivalAt < at - appearsWithin;
  return !isBeforeRival && !isBornWithOwn;
}
