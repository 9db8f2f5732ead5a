// Compares a row of a service with the record of an operation, at the paths that its read declares (money/compare), and
// by their ids. Pure.

import { classOf, type StatusList, spelled } from '../../services/catalogue/statuses.js';
import { withValue } from '../../services/decode/map.js';
import { reportedFailures } from '../../services/decode/outcome.js';
import { partsOf } from '../../services/decode/parts.js';
import { epochTime } from '../../services/decode/values.js';
import { asText, compact, isNothing, isScalar, type Row, valueAt } from '../../services/json-value.js';
import type { ParamSource, RowKind, SharedId, StateRead } from '../../things/operation.js';
import { transferFields } from '../../things/operations.js';
import {
  amountAt,
  decimalsIn,
  type Fact,
  fact,
  factOf,
  factsOf,
  judged,
  type Promised,
  paidIn,
  pathsIn,
  type Role,
  short,
  valueIn,
} from '../facts/compare.js';
import type { RequestFields } from '../facts/request-fields.js';
import type { Operation } from '../ledger/operation.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore, plainNumber, plus } from '../values/decimal.js';
import { isSame } from '../values/recipients.js';
import { sameToken } from '../values/token.js';

export interface OperationRecord {
  readonly operation: Operation;
  /** The response, and the row of an earlier look; undefined if not JSON. */
  readonly response: unknown;
  readonly found: unknown;
  readonly requestFields: RequestFields | undefined;
  /** The time it was sent, by the service's clock as far as measured, epoch milliseconds. */
  readonly sentAt: number;
}

export interface RowReading {
  readonly row: Row;
  /**
   * `same`: an id is the operation's and no id differs. `other`: the row names another id. `none`: there is no id to
   * compare.
   */
  readonly id: 'same' | 'other' | 'none';
  /** Every operation with this request has the id. */
  readonly isOfRequest: boolean;
  readonly isOtherKind: boolean;
  /** The equal facts, and the necessary facts that a row without its id lacks. */
  readonly same: readonly Role[];
  readonly missing: readonly Role[];
  /** The contradiction of an id, and of each fact, as the end of a sentence. */
  readonly other: string | undefined;
  readonly different: readonly Fact[];
  /** A fact that cannot be compared: the row is it, and does not show that it was done. */
  readonly unlike: string | undefined;
  /** The time it was made, epoch milliseconds. */
  readonly at: number | undefined;
}

/** Compares the ids and facts of a row with an operation. A fact that the row does not name is not a contradiction. */
export function readRow(row: Row, read: StateRead, record: OperationRecord): RowReading {
  const blank = pathsIn(read.row).filter((path) => valueIn(row, path) === ''); // an empty field states nothing
  const stated = blank.reduce((inner, path) => withValue(inner, path, null), row);
  const facts = [
    ...factsOf(promisedBy(record), stated, read.row),
    ...kindIn(row, read, record),
    ...factsAgain(row, read, record),
    ...beyondMost(row, read, record),
  ];
  const { different, unlike, ...judgement } = judged(facts, neededFor(read, record));
  const ids = compareIds(row, read, record);
  return {
    ...judgement,
    row,
    id: ids.is,
    isOfRequest: ids.isOfRequest,
    isOtherKind: different.some(({ role }) => role === 'kind'),
    different,
    other: ids.other ?? saidOf(different),
    unlike: unlike?.says,
    at: madeAt(row, read),
  };
}
/** The time at which a row was made, epoch milliseconds. */
export const madeAt = (row: Row, { row: { at = [] } }: StateRead): number | undefined =>
  timeOf(textsAt(row, at)[0] ?? '');

/** What facts say, as the end of a sentence; undefined without any. */
export const saidOf = (facts: readonly Fact[]): string | undefined =>
  facts.length === 0 ? undefined : [...new Set(facts.map(({ says }) => says))].join('; ');

/** The facts that the response of the operation stated first. */
const factsAgain = (row: Row, { row: { again = {} } }: StateRead, { response }: OperationRecord): readonly Fact[] =>
  Object.entries(again).flatMap(([path, stated]) => {
    const text = textAt(row, path);
    return text === '' ? [] : fact('other', path, text, textsAt(response, stated).slice(0, 1), 'address');
  });

/** A cost above the bound of an operation whose amount is not known. */
function beyondMost(row: Row, { row: paths }: StateRead, { operation }: OperationRecord): readonly Fact[] {
  const { service, call, amount, atMost, atMostToken } = operation;
  const most = amount === undefined ? decimalOf(atMost ?? '') : undefined;
  const [paid] = paidIn(row, paths, decimalsIn(paths, transferFields[`${service} ${call}`] ?? {}));
  if (most === undefined || paid === undefined) return [];
  const unit = paid.unit ?? textAt(row, paths.token);
  if (!sameToken(unit, atMostToken) || !isMore(paid.number, most)) return [];
  return [factOf('amount', 'different', `${paid.label} ${short(paid.text)}`, `at most ${atMost} ${atMostToken}`)];
}

/** What an operation promised, as the ledger and its request have it. */
function promisedBy(record: OperationRecord): Promised {
  const { operation, requestFields } = record;
  const { recipient = '', object = '', token, fee, feeToken, feeLimit } = operation;
  const { receiptFee = fee, receiptFeeToken = feeToken } = operation;
  const fields = transferFields[`${operation.service} ${operation.call}`] ?? {};
  const amount = amountOf(record);
  const requested = (name: unknown) => (typeof name === 'string' ? asText(requestFields?.paramValue(name)) : '');
  return {
    fields,
    amount: amount && decimalText(amount),
    token,
    decimals: undefined,
    recipients: fields.to?.kind === 'address' || recipient === '' ? [recipient] : [recipient, object],
    networks: (fields.networks ?? []).map((network) =>
      typeof network === 'object' && 'constant' in network ? network.constant : requested(network),
    ),
    feeToken: receiptFeeToken ?? token,
    fees: [
      ['the receipt said', receiptFee],
      ['limits.fee is', feeLimit],
    ],
    pieces: requested(fields.times),
  };
}

/** The facts that identify an operation without an id. Its recipient or its kind is among them. */
function neededFor(
  { row: { token, kind, toNames: recipient } }: StateRead,
  { operation: { service, call } }: OperationRecord,
): Role[] {
  const hasTo = recipient !== undefined || transferFields[`${service} ${call}`]?.to !== undefined;
  const hasKind = kind !== undefined && !isWordless(kind);
  const named: Partial<Record<Role, boolean>> = {
    amount: true,
    unit: token !== undefined,
    recipient: hasTo,
    kind: hasKind || !hasTo,
  };
  return (Object.keys(named) as Role[]).filter((fact) => named[fact]);
}

/** Whether a row has values at all paths that identify an operation without an id. */
export const namesAll = (row: Row, { row: { token, toNames: recipient, kind } }: StateRead): boolean =>
  [token === undefined ? [] : [token], recipient ?? [], kind === undefined || isWordless(kind) ? [] : [kind.at]].every(
    (paths) => paths.length === 0 || textsAt(row, paths).length > 0,
  );
const isWordless = ({ is }: RowKind) => Array.isArray(is) && is.length === 0;

const textAt = (row: unknown, path: string | undefined) => {
  const value = path === undefined ? undefined : valueAt(row, path);
  return isNothing(value) ? '' : isScalar(value) ? asText(value) : compact(value);
};
const textsAt = (value: unknown, paths: readonly string[]): string[] =>
  paths.map((path) => textAt(value, path)).filter((text) => text !== '');

/** The value of a source; undefined if unknown, or if a command line would read it as an option. */
export function sourceValue(
  source: ParamSource,
  { response, found, requestFields }: OperationRecord,
): string | undefined {
  if ('constant' in source) return source.constant;
  const value =
    'request' in source
      ? asText(requestFields?.paramValue(source.request))
      : ([response, found].flatMap((record) => textsAt(record, source.response))[0] ?? '');
  return value === '' || value.startsWith('-') ? undefined : value;
}

/** The operation's values of an id: of its response and its found row, else of its request. */
function recordedIds(
  { row, sources }: SharedId,
  record: OperationRecord,
): { readonly values: readonly string[]; readonly isOfRequest: boolean } {
  const stored = [
    ...sources.flatMap((source) => ('response' in source ? textsAt(record.response, source.response) : [])),
    ...textsAt(record.found, row),
  ];
  if (stored.length > 0) return { values: stored, isOfRequest: false };
  return {
    values: sources.flatMap((source) => ('request' in source ? (sourceValue(source, record) ?? []) : [])),
    isOfRequest: true,
  };
}
/** Whether an id is known that the operation's row must name. */
export const hasId = (read: StateRead, record: OperationRecord): boolean => idsOf(read, record).length > 0;
export const idsOf = ({ ids = [] }: StateRead, record: OperationRecord): readonly string[] =>
  ids.flatMap((id) => recordedIds(id, record).values);

/** Whether a number stands for an id: a service may accept it, and respond with the id, so the two are not compared. */
const isStandIn = (recorded: string, inRow: string) => /^\d{1,6}$/.test(recorded) && !/^\d+$/.test(inRow);

function compareIds(
  row: Row,
  { ids = [] }: StateRead,
  record: OperationRecord,
): Pick<RowReading, 'isOfRequest' | 'other'> & { readonly is: RowReading['id'] } {
  let is: RowReading['id'] = 'none';
  let isOfRequest = true;
  for (const id of ids) {
    const recorded = recordedIds(id, record);
    const [inRow] = textsAt(row, id.row);
    if (inRow === undefined || recorded.values.length === 0) continue;
    if (recorded.values.some((value) => isSame(value, inRow))) {
      is = 'same';
      isOfRequest &&= recorded.isOfRequest;
    } else if (!recorded.values.some((value) => isStandIn(value, inRow)))
      return {
        is: 'other',
        isOfRequest: false,
        other: factOf('other', 'different', `the id ${short(inRow)}`, recorded.values[0]!).says,
      };
  }
  return { is, isOfRequest, other: undefined };
}

/** The amount of an operation in whole tokens: as recorded, else of its request. */
export function amountOf({ operation, requestFields }: OperationRecord): Decimal | undefined {
  const { amount, decimals = 0 } = transferFields[`${operation.service} ${operation.call}`] ?? {};
  const requested =
    typeof amount === 'string' ? decimalOf(plainNumber(asText(requestFields?.paramValue(amount)))) : undefined;
  return decimalOf(operation.amount ?? '') ?? (requested && fromBase(requested, decimals));
}
/** Whether the amounts of several rows sum up to the operation's. */
export function isSumOf(rows: readonly Row[], { row: paths }: StateRead, record: OperationRecord): boolean {
  const decimals = decimalsIn(paths, transferFields[`${record.operation.service} ${record.operation.call}`] ?? {});
  const amounts = rows.flatMap((row) => amountAt(row, paths.amount, decimals)?.number ?? []);
  const recorded = amountOf(record);
  return (
    recorded !== undefined &&
    amounts.length === rows.length &&
    decimalText(amounts.reduce(plus)) === decimalText(recorded)
  );
}
/** Whether a row takes or gives, by the sign of its amount. */
export function signOf(row: Row, { row: { amount } }: StateRead): 'in' | 'out' | undefined {
  const { text = '' } = amountAt(row, amount) ?? {};
  return text === '' ? undefined : /^-\d/.test(text) ? 'out' : 'in';
}

/** The kind of a row, which is a word of its operation or another one. */
function kindIn(row: Row, { row: { kind } }: StateRead, { requestFields }: OperationRecord): readonly Fact[] {
  const inRow = textAt(row, kind?.at);
  if (!kind || inRow === '') return [];
  const words = 'request' in kind.is ? [asText(requestFields?.paramValue(kind.is.request))].filter(Boolean) : kind.is;
  if ('request' in kind.is && words.length === 0) return [];
  const result = words.includes(inRow) ? 'equal' : 'different';
  const says = `it says ${kind.at} ${short(inRow)}, and ${words[0] === undefined ? 'none' : short(words[0])} was asked for`;
  return [{ role: 'kind', result, says }];
}

/**
 * Parses an ISO-8601 time (platform 1.5), in UTC without a zone, or epoch seconds or milliseconds.
 * @returns epoch milliseconds
 */
function timeOf(text: string): number | undefined {
  const epoch = epochTime(text);
  if (epoch !== undefined) return epoch;
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return undefined;
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * The status of a row in its list's spelling; else the reason why it is unreadable, as the end of a sentence, and an
 * unlisted word.
 */
export interface RowStatus {
  readonly status: string | undefined;
  readonly unread: string | undefined;
  readonly word: string | undefined;
}
/**
 * Reads the status of a row; a missing status is the read's `existing`. Anything but a bad end counts only if the row
 * reports no failure.
 */
export function statusOf(row: Row, { status: path, existing }: StateRead, list: StatusList): RowStatus {
  const raw = valueAt(row, path);
  const status = isNothing(raw) ? existing : isScalar(raw) ? spelled(list, asText(raw)) : compact(raw);
  if (status === undefined) return { status, unread: 'it has no status', word: undefined };
  const kind = classOf(list, status);
  if (kind === 'unknown')
    return {
      status: undefined,
      unread: `it has the status ${JSON.stringify(status.slice(0, 60))}, which no public list has`,
      word: status,
    };
  const [failure] = kind === 'bad' ? [] : reportedFailures(row, partsOf(row), 'reads');
  return failure === undefined
    ? { status, unread: undefined, word: undefined }
    : { status: undefined, unread: `${failure}, and the status ${status}`, word: undefined };
}
