// Finds an operation in the response of its read: by its id, else by the facts that the read declares of a row.

import { classOf, type StatusList, spelled } from '../../services/catalogue/statuses.js';
import { reportedFailures } from '../../services/decode/outcome.js';
import { recordIn, rowsIn } from '../../services/decode/rows.js';
import { duplicateKey } from '../../services/duplicate-keys.js';
import { isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { StateRead } from '../../things/operation.js';
import { asDeclared, type Fact } from '../facts/compare.js';
import { ambiguous, type LookUpResult, noEvidence, partial, timesOf } from './look-up-result.js';
import {
  appearsWithin,
  claims,
  doneAmong,
  fits,
  isInTime,
  mayBeOf,
  type OtherCandidate,
  sharesRequest,
  skew,
} from './other-candidates.js';
import { hasId, isSumOf, type OperationRecord, type RowReading, readRow, saidOf, signOf, statusOf } from './row.js';

/** The age from which absence proves that an operation was not done, milliseconds: no server works for longer. */
const settlingTime = 10 * 60_000;

/** An operation, the read that shows it, and the other operations that its rows may be. `now`: epoch milliseconds. */
export interface Search {
  readonly read: StateRead;
  readonly statusList: StatusList;
  readonly record: OperationRecord;
  readonly otherCandidates: readonly OtherCandidate[];
  readonly now: number;
}

/** Finds an operation in the text of a response. A row with fewer facts proves nothing. */
export function findIn(text: string, search: Search): LookUpResult {
  const response = parsedIfJson(text);
  const twice = response === undefined ? undefined : duplicateKey(text);
  if (twice !== undefined)
    return noEvidence(`it has the field ${JSON.stringify(twice.slice(0, 60))} twice in one object`);
  if (!search.read.isList) return findOne(inDeclared(oneIn(response), search), search);
  const [failure] = reportedFailures(response, isRecord(response) ? [response] : [], 'reads');
  const list = rowsIn(response);
  return failure === undefined && list
    ? findInList(
        list.rows.map((row) => inDeclared(row, search)),
        search,
      )
    : noEvidence(failure ?? 'it is not a list');
}
/** The single thing in a response: the response itself, or the only element of a list. */
function oneIn(response: unknown): Row {
  const record = Array.isArray(response) && response.length === 1 ? response[0] : response;
  return recordIn(record)?.row ?? {};
}

/** A row with its facts at the paths that the read declares. */
function inDeclared(row: Row, { read, statusList }: Search): Row {
  const { kind, at = [] } = read.row;
  const ids = (read.ids ?? []).flatMap(({ row: paths }) => paths);
  const isStatus = (word: string) => classOf(statusList, spelled(statusList, word)) !== 'unknown';
  const of = { calls: [read.call.split(' ')[1]!], isStatus };
  return asDeclared(row, read.row, ids, read.status, [...(kind ? [kind.at] : []), ...at], of);
}

/** Finds the operation in a list: by its id if known, and then by nothing else. */
function findInList(rows: readonly Row[], search: Search): LookUpResult {
  const { read, record, otherCandidates } = search;
  const { sign } = read.row;
  const isSigned = sign !== undefined && rows.some((row) => signOf(row, read) === 'out');
  const readings = rows.map((row) => readRow(row, read, record));
  const candidates = readings.filter(({ row }) => !isSigned || (signOf(row, read) ?? sign) === sign);
  const byId = candidates.filter(({ id, isOtherKind }) => id === 'same' && !isOtherKind);
  if (byId.length > 0) return lookUpResultOf(byId, search);
  const like = candidates.filter((reading) => fits(reading, read, record));
  if (like.length === 0) return absence(candidates, readings, search);
  const certain = like.filter(({ missing }) => missing.length === 0);
  // a row that says less is not compared with reading that says all
  const matching = certain.length > 0 ? certain : like;
  const free = matching.filter(
    (reading) => !otherCandidates.some((otherCandidate) => claims(otherCandidate, reading, read)),
  );
  if (free.length === 0) return ambiguous(matching, matching.length);
  const others = otherCandidates.filter(
    (otherCandidate) =>
      free.some((reading) => mayBeOf(otherCandidate, reading)) &&
      !matching.some((reading) => claims(otherCandidate, reading, read)),
  );
  const match = !hasId(read, record) && free.length === others.length + 1 ? rowAmong(free, others, search) : undefined;
  if (!match) return ambiguous(free, doneAmong(others));
  const missing = match.at! <= record.sentAt + appearsWithin ? match.missing : [...match.missing, 'time'];
  return shown([match], [...match.same, 'time'], missing, search);
}

/**
 * The absence of a row. It is proof if the list is complete and no row is similar, lacks facts, or has the same amount
 * at the same time.
 */
function absence(
  candidates: readonly RowReading[],
  readings: readonly RowReading[],
  { read, record, otherCandidates, now }: Search,
): LookUpResult {
  const free = (test: (reading: RowReading) => boolean) =>
    candidates.filter(
      (reading) => test(reading) && !otherCandidates.some((otherCandidate) => claims(otherCandidate, reading, read)),
    );
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
  // otherwise the operation may be on the next page
  const isNewestFirst = times.every((time, i) => i === 0 || time <= times[i - 1]!);
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

/**
 * The row of an operation among as many equal rows as operations: by its position in time, if all rows have the same
 * status, which is then certain.
 */
function rowAmong(
  of: readonly RowReading[],
  others: readonly OtherCandidate[],
  search: Search,
): RowReading | undefined {
  const { sentAt: at, operation } = search.record;
  if (!isOneStatus(of, search) || others.some((other) => of.some((reading) => !mayBeOf(other, reading))))
    return undefined;
  const before = others.filter(
    ({ record }) => record.sentAt < at || (record.sentAt === at && record.operation.id < operation.id),
  );
  return [...of].sort((a, b) => a.at! - b.at!)[before.length];
}

/** The operation in the rows with its id: one, or several consistent parts. */
function lookUpResultOf(of: readonly RowReading[], search: Search): LookUpResult {
  const { read, record, otherCandidates } = search;
  const rows = of.map(({ row }) => row);
  const [first] = of as [RowReading];
  const isOfRequest = of.every((reading) => reading.isOfRequest);
  const others = isOfRequest
    ? otherCandidates.filter((otherCandidate) => sharesRequest(otherCandidate, first, read, record))
    : [];
  if (!isOneStatus(of, search) || others.length > 0) return ambiguous(of, doneAmong(others));
  const isParts = of.length > 1 && isSumOf(rows, read, record);
  const isPart = ({ role }: Fact) => isParts && role === 'amount';
  const why = saidOf(of.flatMap(({ different }) => different).filter((fact) => !isPart(fact)));
  if (why !== undefined) return { kind: 'contradicts', row: first.row, why };
  const isLate = isOfRequest && !of.every((reading) => isInTime(reading, read, record));
  return shown(of, ['id', ...(isParts ? ['amount'] : first.same)], isLate ? ['time'] : [], search);
}

const isOneStatus = (of: readonly RowReading[], { read, statusList }: Search) =>
  new Set(of.map(({ row }) => JSON.stringify(statusOf(row, read, statusList)))).size === 1;

function findOne(row: Row, search: Search): LookUpResult {
  const { read, statusList, record, otherCandidates } = search;
  const reading = readRow(row, read, record);
  const { status } = statusOf(row, read, statusList);
  const absent: LookUpResult = { kind: 'absent', conclusive: false };
  const isBefore = status !== undefined && read.before?.includes(status) === true;
  // its facts are the same before and after
  if (isBefore && reading.id === 'same' && reading.other !== undefined)
    return { kind: 'contradicts', row, why: reading.other };
  const isEmpty = isNothing(valueAt(row, read.status)) && reading.id === 'none' && reading.same.length === 0;
  if (isEmpty || isBefore) return absent;
  if (reading.id === 'other') return { kind: 'contradicts', row, why: reading.other!, isOther: true };
  const isAsked = Object.values(read.params ?? {}).some((source) => 'response' in source);
  const isOwn = isAsked || (reading.id === 'same' && !reading.isOfRequest);
  if (!isOwn && reading.at !== undefined && reading.at < record.sentAt - skew) return absent;
  const others = isOwn
    ? []
    : otherCandidates.filter((otherCandidate) => sharesRequest(otherCandidate, reading, read, record));
  if (others.length > 0) return ambiguous([reading], doneAmong(others));
  if (reading.other !== undefined) return { kind: 'contradicts', row, why: reading.other };
  const facts: readonly string[] = isAsked || reading.id === 'same' ? ['id', ...reading.same] : reading.same;
  return shown([reading], facts, [], search);
}

/** The operation in its rows; they prove nothing if they lack facts, or state one that cannot be compared. */
function shown(
  of: readonly RowReading[],
  compared: readonly string[],
  missing: readonly string[],
  { read, statusList }: Search,
): LookUpResult {
  const unlike = of.find((reading) => reading.unlike !== undefined)?.unlike;
  if (missing.length > 0 || unlike !== undefined) return partial(of, compared, missing, unlike);
  const { row } = of[0]!;
  return { kind: 'seen', row, compared, ...statusOf(row, read, statusList) };
}
