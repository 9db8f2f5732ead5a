// Compares a row of a service with the record of an operation, at the paths that its read declares. Values are compared
// as those of a response are (money/comparison). Pure.

import { classOf, type StatusList, spelled } from '../../services/catalogue/statuses.js';
import { reportedFailures } from '../../services/decode/outcome.js';
import { partsOf } from '../../services/decode/parts.js';
import { epochTime } from '../../services/decode/values.js';
import { asText, compact, isNothing, isScalar, type Row, valueAt } from '../../services/json-value.js';
import type { ParamSource, RowKind, SharedId, StateRead } from '../../things/operation.js';
import { transferFields } from '../../things/operations.js';
import { anyOf, compareAmounts, compareAny, compareValue } from '../comparison.js';
import { type Decimal, decimalOf, decimalOfNumber, decimalText, fromBase, isMore, plus } from '../decimal.js';
import type { Operation } from '../operation.js';
import { sameToken } from '../policy/limits.js';
import { compareNetworks } from '../policy/network-names.js';
import { isSame } from '../policy/recipients.js';
import type { RequestFields } from '../request-fields.js';

export interface OperationRecord {
  readonly operation: Operation;
  /** The response, and the row of an earlier look; undefined if not JSON. */
  readonly response: unknown;
  readonly found: unknown;
  readonly requestFields: RequestFields | undefined;
  /** The time it was sent, by the service's clock as far as measured, epoch milliseconds. */
  readonly sentAt: number;
}

type Fact = 'amount' | 'unit' | 'recipient' | 'kind' | 'network' | 'fee';
/**
 * The comparison of a fact: `none` if the row does not name it or names it in another form, or if it was not recorded.
 */
type Comparison = 'same' | 'none' | { readonly other: string };

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
  readonly same: readonly Fact[];
  readonly missing: readonly Fact[];
  /** The contradiction, as the end of a sentence. */
  readonly other: string | undefined;
  /** The time it was made, epoch milliseconds. */
  readonly at: number | undefined;
}

/** Compares the ids and facts of a row with an operation. A fact that the row does not name is not a contradiction. */
export function readRow(row: Row, read: StateRead, record: OperationRecord): RowReading {
  const compared: readonly (readonly [Fact, Comparison])[] = [
    ['amount', amountIn(row, read, record)],
    ['unit', unitIn(row, read, record)],
    ['kind', kindIn(row, read, record)],
    ['recipient', recipientIn(row, read, record)],
    ['network', networkIn(row, read, record)],
    ['fee', feeIn(row, read, record)],
  ];
  const ids = compareIds(row, read, record);
  const named = compared.flatMap(([fact, is]) => (is === 'same' ? [fact] : []));
  return {
    row,
    id: ids.is,
    isOfRequest: ids.isOfRequest,
    isOtherKind: typeof compared[2]![1] === 'object',
    same: named,
    missing: neededFor(read, record).filter((fact) => !named.includes(fact)),
    other: ids.other ?? compared.flatMap(([, is]) => (typeof is === 'object' ? [is.other] : []))[0],
    at: timeOf(textsAt(row, read.row.at ?? [])[0] ?? ''),
  };
}

/** The facts that identify an operation without an id. Its recipient or its kind is among them. */
function neededFor(
  { row: { token, kind, recipient } }: StateRead,
  { operation: { service, call } }: OperationRecord,
): Fact[] {
  const hasTo = recipient !== undefined || transferFields[`${service} ${call}`]?.to !== undefined;
  const hasKind = kind !== undefined && !isWordless(kind);
  const named: Partial<Record<Fact, boolean>> = {
    amount: true,
    unit: token !== undefined,
    recipient: hasTo,
    kind: hasKind || !hasTo,
  };
  return (Object.keys(named) as Fact[]).filter((fact) => named[fact]);
}

/** Whether a row has values at all paths that identify an operation without an id. */
export const namesAll = (row: Row, { row: { token, recipient, kind } }: StateRead): boolean =>
  [token === undefined ? [] : [token], recipient ?? [], kind === undefined || isWordless(kind) ? [] : [kind.at]].every(
    (paths) => paths.length === 0 || textsAt(row, paths).length > 0,
  );
const isWordless = ({ is }: RowKind): boolean => Array.isArray(is) && is.length === 0;

const textAt = (row: unknown, path: string | undefined): string => {
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
export const hasId = ({ ids = [] }: StateRead, record: OperationRecord): boolean =>
  ids.some((id) => recordedIds(id, record).values.length > 0);

/** Whether a number stands for an id: a service may accept it, and respond with the id, so the two are not compared. */
const isStandIn = (recorded: string, inRow: string): boolean => /^\d{1,6}$/.test(recorded) && !/^\d+$/.test(inRow);

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
        other: `it says the id ${inRow}, and ${recorded.values[0]} was asked for`,
      };
  }
  return { is, isOfRequest, other: undefined };
}

const numberOf = (text: string, decimals = 0): Decimal | undefined => {
  const number = decimalOf(text) ?? decimalOfNumber(text);
  return number && fromBase(number, decimals);
};
export const decimalsIn = (
  { row: { isBase } }: StateRead,
  { operation: { service, call } }: OperationRecord,
): number => (isBase ? (transferFields[`${service} ${call}`]?.decimals ?? 0) : 0);
/** The amount of a row in whole tokens, without its sign. A text with an exponent is not an amount. */
function amountInRow(row: Row, read: StateRead, record: OperationRecord): Decimal | undefined {
  const value = valueAt(row, read.row.amount ?? '');
  const text = textAt(row, read.row.amount).replace(/^-/, ''); // a service may list a debit below 0
  return typeof value === 'string' && !decimalOf(text) ? undefined : numberOf(text, decimalsIn(read, record));
}

/** The amount of an operation in whole tokens: as recorded, else of its request. */
export function amountOf({ operation, requestFields }: OperationRecord): Decimal | undefined {
  const { amount, decimals } = transferFields[`${operation.service} ${operation.call}`] ?? {};
  const requested = typeof amount === 'string' ? asText(requestFields?.paramValue(amount)) : '';
  return decimalOf(operation.amount ?? '') ?? numberOf(requested, decimals);
}
const isEqual = (a: Decimal, b: Decimal): boolean => compareAmounts(a, b, 'whole') === 'equal';
const whatElse = (inRow: string, ofRequest: string): Comparison => ({
  other: `it says ${inRow}, and ${ofRequest} was asked for`,
});

function amountIn(row: Row, read: StateRead, record: OperationRecord): Comparison {
  const [recorded, text] = [amountOf(record), textAt(row, read.row.amount)];
  if (!recorded || text === '') return 'none';
  const number = amountInRow(row, read, record);
  const fee = read.row.mayHoldFee ? numberOf(textAt(row, read.row.fee), decimalsIn(read, record)) : undefined;
  if (number && (isEqual(recorded, number) || (fee && isEqual(plus(recorded, fee), number)))) return 'same';
  return whatElse(`an amount of ${text}`, decimalText(recorded));
}
/** Whether the amounts of several rows sum up to the operation's. */
export function isSumOf(rows: readonly Row[], read: StateRead, record: OperationRecord): boolean {
  const [recorded, amounts] = [amountOf(record), rows.flatMap((row) => amountInRow(row, read, record) ?? [])];
  return recorded !== undefined && amounts.length === rows.length && isEqual(amounts.reduce(plus), recorded);
}
/** Whether a row takes or gives, by the sign of its amount. */
export function signOf(row: Row, { row: { amount } }: StateRead): 'in' | 'out' | undefined {
  const text = textAt(row, amount);
  return text === '' ? undefined : /^-\d/.test(text) ? 'out' : 'in';
}

function unitIn(row: Row, { row: { token } }: StateRead, { operation }: OperationRecord): Comparison {
  const inRow = textAt(row, token);
  if (inRow === '' || operation.token === undefined) return 'none';
  const result = compareValue('token', operation.token, inRow);
  return result === 'equal' ? 'same' : result === 'different' ? whatElse(inRow, operation.token) : 'none';
}

function kindIn(row: Row, { row: { kind } }: StateRead, { requestFields }: OperationRecord): Comparison {
  const inRow = textAt(row, kind?.at);
  if (!kind || inRow === '') return 'none';
  const recorded =
    'request' in kind.is ? [asText(requestFields?.paramValue(kind.is.request))].filter(Boolean) : kind.is;
  if ('request' in kind.is && recorded.length === 0) return 'none';
  return recorded.includes(inRow) ? 'same' : whatElse(`${kind.at} ${inRow}`, recorded[0] ?? 'none');
}

/** Compares recipients: a user by the name of the request, and by the id that the service has for it. */
function recipientIn(
  row: Row,
  { row: { recipient: paths = [] } }: StateRead,
  { operation: { recipient, object, service, call } }: OperationRecord,
): Comparison {
  if (recipient === undefined) return 'none';
  const kind = transferFields[`${service} ${call}`]?.to?.kind === 'address' ? 'address' : 'user';
  const names = kind === 'user' && object !== undefined ? [recipient, object] : [recipient];
  const compared = textsAt(row, paths).map((text) => ({ text, result: compareAny(kind, names, text) }));
  if (compared.some(({ result }) => result === 'equal')) return 'same';
  const other = compared.find(({ result }) => result === 'different');
  return other === undefined ? 'none' : whatElse(other.text, recipient);
}

/** The networks of a row must be the call's. A test network counts as its chain if the call names only the chain. */
function networkIn(
  row: Row,
  { row: { networks: paths = [] } }: StateRead,
  { operation, requestFields }: OperationRecord,
): Comparison {
  const { networks = [] } = transferFields[`${operation.service} ${operation.call}`] ?? {};
  const constants = networks.flatMap((network) =>
    typeof network === 'object' && 'constant' in network ? [network.constant] : [],
  );
  const ofRequest = networks
    .flatMap((network) => (typeof network === 'string' ? [asText(requestFields?.paramValue(network))] : []))
    .filter(Boolean);
  const [candidates, inRow] = [[...constants, ...ofRequest], textsAt(row, paths)];
  if (candidates.length === 0 || inRow.length === 0) return 'none';
  const compared = inRow.map((text) => ({
    text,
    result: anyOf(candidates.map((network) => compareNetworks(text, network, constants.length > 0))),
  }));
  const other = compared.find(({ result }) => result === 'different');
  if (other) return whatElse(`the network ${other.text}`, candidates.join(' or '));
  return compared.every(({ result }) => result === 'equal') ? 'same' : 'none';
}

/** Compares a fee with the receipt's, or else with the limit of its unit. */
function feeIn(row: Row, read: StateRead, record: OperationRecord): Comparison {
  const { fee, feeToken, receiptFee = fee, receiptFeeToken = feeToken, feeLimit, token } = record.operation;
  const text = textAt(row, read.row.fee);
  const number = numberOf(text, decimalsIn(read, record));
  const most = decimalOf(receiptFee ?? feeLimit ?? '');
  const isOfUnit =
    receiptFeeToken === undefined || token === undefined || read.row.isBase || sameToken(receiptFeeToken, token);
  if (text === '' || most === undefined || !isOfUnit) return 'none';
  if (number && !isMore(number, most)) return 'same';
  const unit = receiptFeeToken ?? token ?? '';
  const reference = receiptFee === undefined ? `limits.fee is ${feeLimit}` : `the receipt said ${receiptFee}`;
  return {
    other: `it says a fee of ${number ? decimalText(number) : text} ${unit}, and ${reference} ${unit}`.trimEnd(),
  };
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
