// Looks an operation up after its response: by the id in its response, else by amount, recipient and time. Field names that are not public are not needed.

import { mayHaveEffect, type Operation } from '../money/ledger.js';
import { parseRequestFields } from '../money/policy/facts.js';
import { type StateRead, stateReads } from '../money/state-reads.js';
import { catalogue, isService } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import { Failure } from '../services/http/errors.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../services/json-value.js';
import { parseLossless } from '../services/lossless-number.js';
import { listing } from '../ui/format/listing.js';
import {
  amountsOf,
  appearsWithin,
  compareIds,
  contradictionIn,
  factsIn,
  hasId,
  isSumOf,
  type Known,
  matches,
  namesRow,
  requestNames,
  resembles,
  signOf,
  skew,
  sourceValue,
  statusOf,
  timesIn,
} from './row-facts.js';

/** The age from which the absence of an operation says that it was not done: no server works on a request for so long. Milliseconds. */
const settlingTime = 10 * 60_000;

/** What the service shows of an operation. */
export type Sighting =
  /** Its row, its status where it has one, and what was compared. */
  | { readonly kind: 'seen'; readonly row: Row; readonly status: string | undefined; readonly compared: readonly string[] }
  /** A row with its id that says something else, as the end of a sentence. */
  | { readonly kind: 'contradicts'; readonly row: Row; readonly why: string }
  /** Several rows that may be it, or one that may be another operation's. */
  | { readonly kind: 'ambiguous'; readonly rows: readonly Row[] }
  /** No row. `conclusive`: the list is complete and reaches back beyond it. */
  | { readonly kind: 'absent'; readonly conclusive: boolean };

/** The read that shows the state of one operation, with the parameters that it needs. */
export interface PreparedLookUp {
  readonly statusList: StatusList;
  readonly read: StateRead;
  readonly params: Readonly<Record<string, string>>;
  /** Finds the operation in the response of the read. `operations`: those of its call, one of which a row may be instead. `now`: epoch milliseconds. */
  readonly find: (text: string, operations: readonly Operation[], now: number) => Sighting;
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
  const requestFields = await parseRequestFields(call, operation, fieldNames).catch((error: unknown) => {
    if (error instanceof Failure || error instanceof SyntaxError) return undefined; // redacted, or not readable
    throw error;
  });
  const known: Known = { operation, answer: parsed(operation.answer), found: parsed(operation.found), requestFields };
  const { statusList, reads } = stateReads(operation.service, operation.call);
  for (const read of reads) {
    const params = paramsOf(read, known);
    if (!params || (read.isList && !hasId(read, known) && amountsOf(known).length === 0)) continue;
    return { statusList, read, params, find: (text, all, now) => findIn(parsed(text), read, known, all, now) };
  }
  return undefined;
}

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

function findIn(response: unknown, read: StateRead, known: Known, operations: readonly Operation[], now: number): Sighting {
  const rivals = operations.filter(({ id, outcome }) => id !== known.operation.id && mayHaveEffect(outcome));
  return read.isList
    ? findInList(listing(response)?.rows ?? [], read, known, rivals, now)
    : findOne(isRecord(response) ? response : {}, read, known, rivals, now);
}

/** Finds the operation in a list: by its id where that is known, and by nothing else then. */
function findInList(rows: readonly Row[], read: StateRead, known: Known, rivals: readonly Operation[], now: number): Sighting {
  const isSigned = rows.some((row) => signOf(row) === 'out');
  const candidates = rows.filter((row) => !isSigned || read.sign === undefined || signOf(row) === read.sign);
  const byId = candidates.filter((row) => compareIds(row, read, known).is === 'same' && isOfConstants(row, read));
  if (byId.length > 0) return sightingOf(byId, read, known, rivals);
  const matching = candidates.filter((row) => matches(row, read, known));
  if (matching.length === 0) {
    const isNear = rows.some((row) => resembles(row, read, known) && !rivals.some((rival) => namesRow(rival, row)));
    return { kind: 'absent', conclusive: !isNear && isConclusive(rows, read, known, now) };
  }
  if (hasId(read, known)) return { kind: 'ambiguous', rows: matching };
  const own = matching.filter((row) => !rivals.some((rival) => namesRow(rival, row)));
  const others = rivals.filter((rival) => isRival(rival, read, known) && !matching.some((row) => namesRow(rival, row)));
  const [row] = own;
  if (!row || own.length !== 1 || others.length > 0) return { kind: 'ambiguous', rows: matching };
  return seen(row, read, factsIn(row, read, known));
}

/** The operation in the rows that have its id: one, or several parts of it, that say nothing else. */
function sightingOf(rows: readonly Row[], read: StateRead, known: Known, rivals: readonly Operation[]): Sighting {
  const [row] = rows as [Row];
  if (rows.every((one) => compareIds(one, read, known).isOfRequest) && rivals.some((rival) => sharesRequest(rival, row, read, known)))
    return { kind: 'ambiguous', rows };
  if (new Set(rows.map((one) => statusOf(one, read))).size > 1) return { kind: 'ambiguous', rows };
  const isPart = rows.length > 1 && isSumOf(rows, known);
  const why = rows.map((one) => contradictionIn(one, read, known, { isPart })).find((one) => one !== undefined);
  if (why !== undefined) return { kind: 'contradicts', row, why };
  return seen(row, read, ['id', ...(isPart ? ['amount'] : factsIn(row, read, known))]);
}

/** Whether a row is of the kind that was asked for: a service may ignore the parameter, and list other kinds. */
const isOfConstants = (row: Row, { params = {} }: StateRead): boolean =>
  Object.entries(params).every(
    ([name, source]) => !('constant' in source) || isNothing(row[name]) || asText(row[name]) === source.constant,
  );

/** Finds the operation in the response of a read of one thing. */
function findOne(row: Row, read: StateRead, known: Known, rivals: readonly Operation[], now: number): Sighting {
  const status = valueAt(row, read.status);
  const absent: Sighting = { kind: 'absent', conclusive: read.complete === true && status === null && isSettled(known, now) };
  if (isNothing(status) || read.before?.includes(asText(status))) return absent;
  const ids = compareIds(row, read, known);
  if (ids.is === 'other') return { kind: 'contradicts', row, why: ids.difference! };
  const times = timesIn(row);
  if (times.length > 0 && !times.some((at) => at >= Date.parse(known.operation.at) - skew)) return { kind: 'absent', conclusive: false };
  const isOwn = Object.values(read.params ?? {}).some((source) => 'answer' in source) || (ids.is === 'same' && !ids.isOfRequest);
  if (!isOwn && rivals.some((rival) => sharesRequest(rival, row, read, known))) return { kind: 'ambiguous', rows: [row] };
  return compared(row, read, known);
}

/** A row that is known to be the operation's: what it says must be what was asked for. */
function compared(row: Row, read: StateRead, known: Known): Sighting {
  const why = contradictionIn(row, read, known);
  return why === undefined ? seen(row, read, ['id', ...factsIn(row, read, known)]) : { kind: 'contradicts', row, why };
}

const seen = (row: Row, read: StateRead, facts: readonly string[]): Sighting => ({
  kind: 'seen',
  row,
  status: statusOf(row, read),
  compared: facts,
});

const isSettled = ({ operation }: Known, now: number): boolean => now - Date.parse(operation.settledAt ?? operation.at) >= settlingTime;
function isConclusive(rows: readonly Row[], { complete }: StateRead, known: Known, now: number): boolean {
  const reachesBack = rows.some((row) => timesIn(row).some((time) => time < Date.parse(known.operation.at) - skew));
  return complete === true && reachesBack && isSettled(known, now);
}

/** Another operation of the ledger that the same rows may show. */
function isRival(rival: Operation, { late }: StateRead, { operation }: Known): boolean {
  const apart = Date.parse(rival.at) - Date.parse(operation.at);
  const isNear = apart >= -appearsWithin - skew && (late === true || apart <= appearsWithin + skew);
  return (
    isNear &&
    rival.service === operation.service &&
    rival.call === operation.call &&
    rival.amount === operation.amount &&
    (rival.recipient ?? '') === (operation.recipient ?? '')
  );
}

/** Whether another operation of the ledger was made of the same thing, as two claims of one event: the row may show that one. Its times may rule that out. */
function sharesRequest(rival: Operation, row: Row, { params = {}, ids = [] }: StateRead, known: Known): boolean {
  const { operation } = known;
  if (rival.service !== operation.service || rival.call !== operation.call) return false;
  const sources = [...Object.values(params), ...ids.flatMap(({ own }) => own)].filter((source) => 'request' in source);
  const values = sources.flatMap((source) => sourceValue(source, known) ?? []);
  if (values.length === 0 || !values.every((value) => requestNames(rival, value))) return false;
  const times = timesIn(row);
  if (times.length === 0) return true;
  const [at, rivalAt] = [Date.parse(operation.at), Date.parse(rival.at)];
  const isBeforeRival = times.every((time) => time < rivalAt - skew);
  const isBornWithOwn = times.every((time) => time >= at - skew) && rivalAt < at - appearsWithin;
  return !isBeforeRival && !isBornWithOwn;
}
