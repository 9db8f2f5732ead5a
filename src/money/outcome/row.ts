// What a row of a service says of an operation, at the paths that its read declares, compared with what is recorded. Pure.

import { classOf, type StatusList, spelled } from '../../services/catalogue/statuses.js';
import { asText, compact, isNothing, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { reportedFailures } from '../../services/reported-failure.js';
import { partsOf } from '../../services/response-parts.js';
import type { ParamSource, RowKind, SharedId, StateRead } from '../../things/operation.js';
import { type Decimal, decimalOf, decimalOfNumber, decimalText, fromBase, isMore, plus } from '../decimal.js';
import type { Operation } from '../ledger.js';
import { sameToken } from '../policy/limits.js';
import { isSameNetwork } from '../policy/network-names.js';
import { isSame } from '../policy/recipients.js';
import type { RequestFields } from '../request-fields.js';
import { transferFields } from '../transfer-fields.js';

/** What is recorded of an operation. */
export interface Known {
  readonly operation: Operation;
  /** The response, and the row that an earlier look has found; nothing where it is no JSON. */
  readonly response: unknown;
  readonly found: unknown;
  readonly requestFields: RequestFields | undefined;
  /** When it was sent, by the clock of the service as far as that was measured, epoch milliseconds. */
  readonly sentAt: number;
}

type Fact = 'amount' | 'unit' | 'recipient' | 'kind' | 'network' | 'fee';
/** How one fact compares: `none` where the row does not name it, or nothing is recorded to compare it with. */
type Comparison = 'same' | 'none' | { readonly other: string };

/** What a row says. */
export interface RowReading {
  readonly row: Row;
  /** `same`: an id is the operation's and none differs. `other`: the row names another one. `none`: there is nothing to compare. */
  readonly id: 'same' | 'other' | 'none';
  /** Every operation with this request has the id. */
  readonly isOfRequest: boolean;
  readonly isOtherKind: boolean;
  /** The facts that are the operation's, and those that a row without its id must name and does not. */
  readonly same: readonly Fact[];
  readonly missing: readonly Fact[];
  /** What it says otherwise than was asked for, as the end of a sentence. */
  readonly other: string | undefined;
  /** When it was made, epoch milliseconds. */
  readonly at: number | undefined;
}

/** Reads a row. */
export function readRow(row: Row, read: StateRead, known: Known): RowReading {
  const compared: readonly (readonly [Fact, Comparison])[] = [
    ['amount', amountIn(row, read, known)],
    ['unit', unitIn(row, read, known)],
    ['kind', kindIn(row, read, known)],
    ['recipient', recipientIn(row, read, known)],
    ['network', networkIn(row, read, known)],
    ['fee', feeIn(row, read, known)],
  ];
  const ids = compareIds(row, read, known);
  const named = compared.flatMap(([fact, is]) => (is === 'same' ? [fact] : []));
  return {
    row,
    id: ids.is,
    isOfRequest: ids.isOfRequest,
    isOtherKind: typeof compared[2]![1] === 'object',
    same: named,
    missing: neededFor(read, known).filter((fact) => !named.includes(fact)),
    other: ids.other ?? compared.flatMap(([, is]) => (typeof is === 'object' ? [is.other] : []))[0],
    at: timeOf(textsAt(row, read.row.at ?? [])[0] ?? ''),
  };
}

/** What a row must name to be certainly the operation's without an id: who got it, or of what kind it is, is one of them. */
function neededFor({ row: { token, kind, recipient } }: StateRead, { operation: { service, call } }: Known): Fact[] {
  const hasTo = recipient !== undefined || transferFields[`${service} ${call}`]?.to !== undefined;
  const hasKind = kind !== undefined && !isWordless(kind);
  return [
    'amount',
    ...(token ? (['unit'] as const) : []),
    ...(hasTo ? (['recipient'] as const) : []),
    ...(hasKind || !hasTo ? (['kind'] as const) : []),
  ];
}

/** Whether a row has a value at every path by which an operation without an id is known. */
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

/** The value of a source; nothing for one that is not known, or that a command line would take for an option. */
export function sourceValue(source: ParamSource, { response, found, requestFields }: Known): string | undefined {
  if ('constant' in source) return source.constant;
  const value =
    'request' in source
      ? asText(requestFields?.paramValue(source.request))
      : ([response, found].flatMap((one) => textsAt(one, source.response))[0] ?? '');
  return value === '' || value.startsWith('-') ? undefined : value;
}

/** The operation's own values of an id: those of its response and of the row that was found, else those of its request. */
function ownIds({ row, own }: SharedId, known: Known): { readonly values: readonly string[]; readonly isOfRequest: boolean } {
  const stored = [
    ...own.flatMap((source) => ('response' in source ? textsAt(known.response, source.response) : [])),
    ...textsAt(known.found, row),
  ];
  if (stored.length > 0) return { values: stored, isOfRequest: false };
  return { values: own.flatMap((source) => ('request' in source ? (sourceValue(source, known) ?? []) : [])), isOfRequest: true };
}
/** Whether an id of the operation is known that its row must name. */
export const hasId = ({ ids = [] }: StateRead, known: Known): boolean => ids.some((id) => ownIds(id, known).values.length > 0);

/** A service may take a number in place of an id, and response with the id: the two are then not compared. */
const isStandIn = (own: string, shown: string): boolean => /^\d{1,6}$/.test(own) && !/^\d+$/.test(shown);

function compareIds(
  row: Row,
  { ids = [] }: StateRead,
  known: Known,
): Pick<RowReading, 'isOfRequest' | 'other'> & { readonly is: RowReading['id'] } {
  let is: RowReading['id'] = 'none';
  let isOfRequest = true;
  for (const id of ids) {
    const own = ownIds(id, known);
    const [shown] = textsAt(row, id.row);
    if (shown === undefined || own.values.length === 0) continue;
    if (own.values.some((value) => isSame(value, shown))) {
      is = 'same';
      isOfRequest &&= own.isOfRequest;
    } else if (!own.values.some((value) => isStandIn(value, shown)))
      return { is: 'other', isOfRequest: false, other: `it says the id ${shown}, and ${own.values[0]} was asked for` };
  }
  return { is, isOfRequest, other: undefined };
}

const numberOf = (text: string, decimals = 0): Decimal | undefined => {
  const number = decimalOf(text) ?? decimalOfNumber(text);
  return number && fromBase(number, decimals);
};
const decimalsIn = ({ row: { isBase } }: StateRead, { operation: { service, call } }: Known): number =>
  isBase ? (transferFields[`${service} ${call}`]?.decimals ?? 0) : 0;
/** The amount at the path of a row, in whole tokens, without its sign; a text with an exponent is none. */
function shownAmount(row: Row, read: StateRead, known: Known): Decimal | undefined {
  const value = valueAt(row, read.row.amount ?? '');
  const text = textAt(row, read.row.amount).replace(/^-/, ''); // a service may list a debit below 0
  return typeof value === 'string' && !decimalOf(text) ? undefined : numberOf(text, decimalsIn(read, known));
}

/** The amount of an operation in whole tokens: the recorded one, else that of its request. */
export function amountOf({ operation, requestFields }: Known): Decimal | undefined {
  const { amount, decimals } = transferFields[`${operation.service} ${operation.call}`] ?? {};
  const requested = typeof amount === 'string' ? asText(requestFields?.paramValue(amount)) : '';
  return decimalOf(operation.amount ?? '') ?? numberOf(requested, decimals);
}
const isEqual = (one: Decimal, other: Decimal): boolean => decimalText(one) === decimalText(other);
const whatElse = (shown: string, asked: string): Comparison => ({ other: `it says ${shown}, and ${asked} was asked for` });

function amountIn(row: Row, read: StateRead, known: Known): Comparison {
  const [wanted, text] = [amountOf(known), textAt(row, read.row.amount)];
  if (!wanted || text === '') return 'none';
  const number = shownAmount(row, read, known);
  const fee = read.row.mayHoldFee ? numberOf(textAt(row, read.row.fee), decimalsIn(read, known)) : undefined;
  if (number && [wanted, ...(fee ? [plus(wanted, fee)] : [])].some((one) => isEqual(one, number))) return 'same';
  return whatElse(`an amount of ${text}`, decimalText(wanted));
}
/** Whether the sum of the amounts of several rows of one operation is its amount. */
export function isSumOf(rows: readonly Row[], read: StateRead, known: Known): boolean {
  const [wanted, amounts] = [amountOf(known), rows.flatMap((row) => shownAmount(row, read, known) ?? [])];
  return wanted !== undefined && amounts.length === rows.length && isEqual(amounts.reduce(plus), wanted);
}
/** Whether a row takes or gives: its amount is below 0 or not; nothing for a row without one. */
export function signOf(row: Row, { row: { amount } }: StateRead): 'in' | 'out' | undefined {
  const text = textAt(row, amount);
  return text === '' ? undefined : /^-\d/.test(text) ? 'out' : 'in';
}

function unitIn(row: Row, { row: { token } }: StateRead, { operation }: Known): Comparison {
  const shown = textAt(row, token);
  if (shown === '' || operation.token === undefined) return 'none';
  return sameToken(shown, operation.token) ? 'same' : whatElse(shown, operation.token);
}

function kindIn(row: Row, { row: { kind } }: StateRead, { requestFields }: Known): Comparison {
  const shown = textAt(row, kind?.at);
  if (!kind || shown === '') return 'none';
  const wanted = 'request' in kind.is ? [asText(requestFields?.paramValue(kind.is.request))].filter(Boolean) : kind.is;
  if ('request' in kind.is && wanted.length === 0) return 'none';
  return wanted.includes(shown) ? 'same' : whatElse(`${kind.at} ${shown}`, wanted[0] ?? 'none');
}

/** The form of a name of a user: a user has an id, a number and a name, which are not compared with each other. */
const formOf = (text: string): string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
    ? 'id'
    : /^\+?[\d ()-]+$/.test(text)
      ? 'number'
      : text.includes('@')
        ? 'mail'
        : 'word';
/** Names of a user in another form than the requested one say nothing of it. */
function recipientIn(
  row: Row,
  { row: { recipient: paths = [] } }: StateRead,
  { operation: { recipient, service, call } }: Known,
): Comparison {
  if (recipient === undefined) return 'none';
  const shown = textsAt(row, paths);
  if (shown.some((one) => isSame(one, recipient))) return 'same';
  const isAddress = transferFields[`${service} ${call}`]?.to?.kind === 'address';
  const other = shown.find((one) => isAddress || formOf(one) === formOf(recipient));
  return other === undefined ? 'none' : whatElse(other, recipient);
}

/** The networks of a row must be of the call's: a test network counts as its chain where the call names the chain alone. */
function networkIn(row: Row, { row: { networks: paths = [] } }: StateRead, { operation, requestFields }: Known): Comparison {
  const { networks = [] } = transferFields[`${operation.service} ${operation.call}`] ?? {};
  const constants = networks.flatMap((one) => (typeof one === 'object' && 'constant' in one ? [one.constant] : []));
  const asked = networks.flatMap((one) => (typeof one === 'string' ? [asText(requestFields?.paramValue(one))] : [])).filter(Boolean);
  const [known, shown] = [[...constants, ...asked], textsAt(row, paths)];
  if (known.length === 0 || shown.length === 0) return 'none';
  const other = shown.find((text) => !known.some((one) => isSameNetwork(text, one, constants.length > 0)));
  return other === undefined ? 'same' : whatElse(`the network ${other}`, known.join(' or '));
}

/** A fee above that of the receipt, or without one above the limit of its unit. */
function feeIn(row: Row, read: StateRead, known: Known): Comparison {
  const { fee, feeToken, receiptFee = fee, receiptFeeToken = feeToken, feeLimit, token } = known.operation;
  const text = textAt(row, read.row.fee);
  const number = numberOf(text, decimalsIn(read, known));
  const most = decimalOf(receiptFee ?? feeLimit ?? '');
  const isOfUnit = receiptFeeToken === undefined || token === undefined || read.row.isBase || sameToken(receiptFeeToken, token);
  if (text === '' || most === undefined || !isOfUnit) return 'none';
  if (number && !isMore(number, most)) return 'same';
  const unit = receiptFeeToken ?? token ?? '';
  const asked = receiptFee === undefined ? `limits.fee is ${feeLimit}` : `the receipt said ${receiptFee}`;
  return { other: `it says a fee of ${number ? decimalText(number) : text} ${unit}, and ${asked} ${unit}`.trimEnd() };
}

/** An ISO-8601 time (platform 1.5), in UTC without a zone; or epoch seconds or milliseconds. @returns epoch milliseconds; nothing for anything else */
function timeOf(text: string): number | undefined {
  if (/^[1-9]\d{9}(\d{3})?(\.\d+)?$/.test(text)) return Math.floor(Number(text) * (/^\d{13}/.test(text) ? 1 : 1000));
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return undefined;
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** The status of a row as its list spells it; or why it cannot be read, as the end of a sentence, with the word that no list has. */
export interface RowStatus {
  readonly status: string | undefined;
  readonly unread: string | undefined;
  readonly word: string | undefined;
}
/** Reads the status of a row; one without a status has the read's `existing`. One that is no bad end counts only where the row reports no failure. */
export function statusOf(row: Row, { status: path, existing }: StateRead, list: StatusList): RowStatus {
  const own = valueAt(row, path);
  const status = isNothing(own) ? existing : isScalar(own) ? spelled(list, asText(own)) : compact(own);
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
