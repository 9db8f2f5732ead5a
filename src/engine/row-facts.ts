// What a row of a service says of an operation: ids, amounts, units, kind, recipient, times. Each is compared with what was asked for, whatever the row's shape.

import { type Decimal, decimalOf, decimalOfNumber, decimalText, plus } from '../money/decimal.js';
import type { Operation } from '../money/ledger.js';
import { feeProblems, statedFee } from '../money/policy/fee-check.js';
import { sameToken } from '../money/policy/limits.js';
import { isSameNetwork, visible } from '../money/policy/network-names.js';
import { fieldsIn } from '../money/policy/stated-fields.js';
import { factNamed, isLooseUnit, statedRole } from '../money/policy/stated-names.js';
import type { RequestFields } from '../money/request-fields.js';
import type { ParamSource, SharedId, StateRead } from '../money/state-reads.js';
import { type FactLocation, transferFields } from '../money/transfer-fields.js';
import { BalanceSwapType } from '../services/catalogue/words.js';
import { foldName } from '../services/fold-name.js';
import { asText, isNothing, isScalar, type Row, valueAt } from '../services/json-value.js';
import { namesKind, otherKindIn } from './row-kind.js';
import { fieldsOf, leaves, otherThings, partsOf } from './row-parts.js';
import { isRecipientName, namesRecipient, otherRecipient, otherSender } from './row-recipient.js';
import { timesIn } from './row-times.js';

/** What is recorded of an operation. */
export interface Known {
  readonly operation: Operation;
  /** The response, and the row that an earlier look has found; nothing where it is no JSON. */
  readonly answer: unknown;
  readonly found: unknown;
  readonly requestFields: RequestFields | undefined;
  /** When it was sent, by the clock of the service as far as that was measured, epoch milliseconds. */
  readonly sentAt: number;
}

/**
 * How long before its request a row may say that it was made, milliseconds: what is left after the clocks were compared, which have whole seconds. And how long
 * after it.
 */
export const skew = 2000;
export const appearsWithin = 15 * 60_000;

const textsAt = (value: unknown, paths: readonly string[]): string[] =>
  paths.map((path) => valueAt(value, path)).flatMap((one) => (isScalar(one) && asText(one) !== '' ? [asText(one)] : []));

/** The value of a source; nothing for one that is not known, or that a command line would take for an option. */
export function sourceValue(source: ParamSource, { answer, found, requestFields }: Known): string | undefined {
  if ('constant' in source) return source.constant;
  const value =
    'request' in source
      ? asText(requestFields?.paramValue(source.request))
      : ([answer, found].flatMap((one) => textsAt(one, source.answer))[0] ?? '');
  return value === '' || value.startsWith('-') ? undefined : value;
}

/** The operation's own values of an id: those of its response and of the row that was found, else those of its request. */
function ownIds({ row, own }: SharedId, known: Known): { readonly values: readonly string[]; readonly isOfRequest: boolean } {
  const stored = [
    ...own.flatMap((source) => ('answer' in source ? textsAt(known.answer, source.answer) : [])),
    ...textsAt(known.found, row),
  ];
  if (stored.length > 0) return { values: stored, isOfRequest: false };
  return { values: own.flatMap((source) => ('request' in source ? (sourceValue(source, known) ?? []) : [])), isOfRequest: true };
}

/** Whether an id of the operation is known that its row must name. */
export const hasId = ({ ids = [] }: StateRead, known: Known): boolean =>
  ids.some((id) => !id.isOptional && ownIds(id, known).values.length > 0);

/** Whether two texts are one id; digits of hashes may be in either case. */
const isSameId = (one: string, other: string): boolean =>
  one === other || (/^0x[0-9a-f]+$/i.test(one) && one.toLowerCase() === other.toLowerCase());
/** A service may take a number in place of an id, and answer with the id: the two are then not compared. */
const isStandIn = (own: string, shown: string): boolean => /^\d{1,6}$/.test(own) && !/^\d+$/.test(shown);

/**
 * Compares the ids of a row with those of the operation. `same`: one is the same and none differs; `isOfRequest`: every operation with this request has it.
 * `other`: the row names another one. `none`: there is nothing to compare.
 */
export function compareIds(
  row: Row,
  { ids = [] }: StateRead,
  known: Known,
): { readonly is: 'same' | 'other' | 'none'; readonly isOfRequest: boolean; readonly difference?: string } {
  let same = false;
  let isOfRequest = true;
  for (const id of ids) {
    const own = ownIds(id, known);
    const shown = textsAt(row, id.row);
    if (own.values.length === 0 || shown.length === 0) continue;
    if (shown.some((one) => own.values.some((value) => isSameId(one, value)))) {
      same = true;
      isOfRequest &&= own.isOfRequest;
    } else if (!own.values.some((value) => isStandIn(value, shown[0]!)))
      return { is: 'other', isOfRequest: false, difference: `it says the id ${shown[0]}, and ${own.values[0]} was asked for` };
  }
  return { is: same ? 'same' : 'none', isOfRequest };
}

const amountNames = /amount|value|price|total|points|quantity/i;
const otherAmounts = /fee|balance|after|before|left|max|min|valuat|usd|rate|decimal/i;
/** The price or the count of one piece: no amount of an operation of several. */
const ofOne = /price|quantity/i;

/** An amount in a row; `number` is nothing for a text that is none. `isPlain`: its name says that it is the amount of the operation, or its total. */
interface ShownAmount {
  readonly text: string;
  readonly number: Decimal | undefined;
  readonly isPlain: boolean;
  readonly isTotal: boolean;
  readonly isOfOne: boolean;
}
function amountsIn(row: Row): ShownAmount[] {
  return fieldsOf(row).flatMap(([name, value]) => {
    const role = statedRole(name);
    const isOfRole = role !== undefined && /^(amount|total|debit)$/.test(role.fact) && !role.isBase;
    if (typeof value === 'boolean' || (!isOfRole && (!amountNames.test(name) || otherAmounts.test(name)))) return [];
    const text = asText(value);
    const unsigned = text.replace(/^-/, ''); // a service may list a debit below 0
    const isPlain = isOfRole && role.isLoose !== true;
    const number = typeof value === 'string' ? decimalOf(unsigned) : decimalOfNumber(unsigned);
    if (!number && !isPlain) return [];
    return [{ text, number, isPlain: isOfRole, isTotal: isOfRole && role.fact !== 'amount', isOfOne: !isOfRole && ofOne.test(name) }];
  });
}

/** The amounts that the operation is known by: in whole tokens, and as the request had it; else that of its response. */
export function amountsOf({ operation, requestFields, answer, found }: Known): readonly string[] {
  const at = transferFields[`${operation.service} ${operation.call}`]?.amount;
  const requested = typeof at === 'string' ? asText(requestFields?.paramValue(at)) : '';
  const known = [operation.amount, requested].filter((text) => text !== undefined && decimalOf(text) !== undefined) as string[];
  const answered = [answer, found].flatMap((one) => textsAt(one, ['amount']))[0];
  return known.length > 0 ? known : answered !== undefined && decimalOf(answered) ? [answered] : [];
}

/** Whether an amount of a row is one of the operation's, or one of those and the fee that the row names: a total has it, other amounts may where the list adds it. */
function isRight({ number, isTotal }: ShownAmount, row: Row, { mayHoldFee }: StateRead, known: Known): boolean {
  if (!number) return false;
  const fees =
    mayHoldFee || isTotal
      ? leaves(row).flatMap(([name, value]) => (/fee/i.test(name) ? (decimalOf(asText(value).replace(/^-/, '')) ?? []) : []))
      : [];
  return amountsOf(known)
    .flatMap((text) => decimalOf(text) ?? [])
    .some((wanted) => [wanted, ...fees.map((fee) => plus(wanted, fee))].some((one) => decimalText(one) === decimalText(number)));
}

/** How a row's amounts compare. A row whose field names say which is the amount is compared by those, all of them; any other by every amount in it. */
function compareAmounts(
  row: Row,
  read: StateRead,
  known: Known,
): { readonly is: 'same' | 'other' | 'unclear' | 'none'; readonly first: string } {
  const all = amountsOf(known).length === 0 ? [] : amountsIn(row);
  const plain = all.filter(({ isPlain }) => isPlain);
  const compared = plain.length > 0 ? plain : all;
  if (compared.length === 0) return { is: 'none', first: '' };
  const wrong = compared.filter((one) => !isRight(one, row, read, known));
  const first = (wrong[0] ?? compared[0]!).text;
  if (wrong.length === 0) return { is: 'same', first };
  if (plain.length > 0 || wrong.length === compared.length) return { is: 'other', first };
  return { is: wrong.every(({ isOfOne }) => isOfOne) ? 'same' : 'unclear', first };
}

/** The sum of the amounts of several rows of one operation is its amount. */
export function isSumOf(rows: readonly Row[], known: Known): boolean {
  const amounts = rows.map((row) => amountsIn(row).find(({ isPlain }) => isPlain)?.number);
  if (amounts.some((one) => !one)) return false;
  const sum = decimalText((amounts as Decimal[]).reduce(plus));
  return amountsOf(known).some((text) => decimalText(decimalOf(text)!) === sum);
}

/** Whether a row takes or gives: its amount is below 0 or not. */
export const signOf = (row: Row): 'in' | 'out' =>
  leaves(row).some(([name, value]) => amountNames.test(name) && !otherAmounts.test(name) && /^-\d/.test(asText(value))) ? 'out' : 'in';

/** A unit, a type, a status word; an id or a sentence is none, and is not compared. */
const isWord = (text: string): boolean => /^[A-Za-z][\w.]{0,29}$/.test(text);

/** The units that a row of the operation may name: of its amount, its fee, what arrives, and those of its request. Nothing where none is known. */
function unitsOf(read: StateRead, { operation, requestFields }: Known): string[] {
  const fields = transferFields[`${operation.service} ${operation.call}`] ?? {};
  const arriving = fields.arrives && 'token' in fields.arrives ? fields.arrives.token : undefined;
  const inTable = [...(fields.token ?? []), fields.fee?.token, arriving].flatMap(valuesOf);
  const named = ['currency', 'currencyId'].map((name) => asText(requestFields?.paramValue(name)));
  const own = [operation.token ?? '', ...inTable, ...named].filter((text) => text !== '');
  return own.length === 0 ? [] : [...own, ...(read.units ?? [])];
}
function valuesOf(location: FactLocation | undefined): string[] {
  if (typeof location !== 'object') return []; // a parameter: its value is in the request, and in the ledger
  if ('constant' in location) return [location.constant];
  return 'by' in location ? Object.values(location.values) : [];
}
function otherUnit(row: Row, read: StateRead, known: Known): string | undefined {
  const units = unitsOf(read, known);
  if (units.length === 0) return undefined;
  const shown = fieldsIn(partsOf(row)).flatMap(({ name, role, texts, part, isWithin }) =>
    role.fact === 'unit' && (isWithin || hasAmount(part) || !isLooseUnit(name)) ? texts : [],
  );
  const other = shown.find((text) => (isWord(visible(text)) || hidden.test(text)) && !units.some((unit) => sameToken(unit, text)));
  return other === undefined ? undefined : `it says ${other}, and ${units[0]} was asked for`;
}
/** Characters that nobody sees: no unit has one. */
const hidden = /\p{C}/u;
const hasAmount = (part: Row): boolean => Object.keys(part).some((name) => amountNames.test(name) && !otherAmounts.test(name));

/** Another network than the request's, by its name or its chain id. */
function otherNetwork(row: Row, { operation, requestFields }: Known): string | undefined {
  const { networks = [] } = transferFields[`${operation.service} ${operation.call}`] ?? {};
  const isConstant = networks.some((location) => typeof location === 'object' && 'constant' in location);
  const known = networks
    .flatMap((location) => (typeof location === 'string' ? [asText(requestFields?.paramValue(location))] : valuesOf(location)))
    .filter((network) => network !== '');
  if (known.length === 0) return undefined;
  const shown = fieldsIn(partsOf(row)).filter(({ role }) => role.fact === 'network' && (!role.isLoose || networks.length > 1));
  const other = shown
    .flatMap(({ texts }) => texts)
    .find((text) => text !== '' && !known.some((one) => isSameNetwork(text, one, isConstant)));
  return other === undefined ? undefined : `it says the network ${other}, and ${known[0]} was asked for`;
}

/** A fee above that of the receipt, or above the limit of its unit: the same comparison as that of the response. */
function higherFee(row: Row, { operation }: Known): string | undefined {
  const { fee, feeToken, receiptFee = fee, receiptFeeToken = feeToken, feeLimit } = operation;
  const decimals = transferFields[`${operation.service} ${operation.call}`]?.fee?.decimals;
  const stated = statedFee(fieldsIn(partsOf(row)), { decimals, baseDecimals: decimals });
  const max = decimalOf(feeLimit ?? '');
  const token = receiptFeeToken ?? operation.token;
  const whole = stated?.unreadable === undefined ? stated?.whole : undefined;
  const limit = max && whole ? { max, unit: token ?? '', value: whole } : undefined;
  return feeProblems(stated, { expected: receiptFee, token, limit })[0];
}

/** Another kind, direction or network than the request's: the fields that decide what the operation is, and the constants of the read. */
function otherWord(row: Row, { params = {} }: StateRead, { operation, requestFields }: Known): string | undefined {
  const fields = transferFields[`${operation.service} ${operation.call}`] ?? {};
  const locations = [...(fields.token ?? []), ...(fields.networks ?? [])];
  const names = [
    ...(fields.mustMatch ?? []).map(({ name }) => name),
    ...locations.flatMap((location) => (typeof location === 'object' && 'by' in location ? [location.by] : [])),
  ];
  const networks = (fields.networks ?? []).flatMap((location) => (typeof location === 'string' ? [location] : []));
  const wanted = [
    ...names
      .filter((name) => !/^currency/.test(name)) // units are compared on their own: a row may name several
      .map((name) => [(requestFields?.fieldOf(name) ?? name).split('.').at(-1)!, asText(requestFields?.paramValue(name))] as const),
    ...networks.map((name) => ['network', asText(requestFields?.paramValue(name))] as const),
    ...Object.entries(params).flatMap(([name, source]) => ('constant' in source ? [[name, source.constant] as const] : [])),
  ].filter(([, value]) => isWord(value));
  for (const [name, value] of wanted)
    for (const [shownName, shown] of fieldsOf(row))
      if (shownName === name && isWord(asText(shown)) && !sameToken(asText(shown), value))
        return `it says ${name} ${asText(shown)}, and ${value} was asked for`;
  return undefined;
}

/** The id of another thing than the one in the request, under the same name: `offeringId`. An alias and a number of one thing are not compared. */
function otherThing(row: Row, { requestFields }: Known): string | undefined {
  const asked = Object.entries(requestFields?.body ?? {}).filter(([name, value]) => /[a-z](Id|_id)$/.test(name) && isScalar(value));
  for (const [name, value] of asked)
    for (const [shownName, shown] of fieldsOf(row)) {
      const [one, other] = [asText(value), asText(shown)];
      const isComparable = factNamed(name) === undefined && !isRecipientName(name) && /^\d+$/.test(one) === /^\d+$/.test(other);
      if (shownName === name && isComparable && one !== other) return `it says ${name} ${other}, and ${one} was asked for`;
    }
  return undefined;
}

/** Whether a row that names no id may be of the operation's kind: a swap of the balance is a deposit or a withdrawal, and nothing else is. */
function isOfSwap(row: Row, { swap }: StateRead): boolean {
  const shown = leaves(row).flatMap(([, value]) => BalanceSwapType.filter((word) => word === asText(value)));
  if (swap === 'DEPOSIT') return shown.includes(swap); // anything that is received looks like one
  return swap === undefined || shown.every((word) => word === swap);
}

/** The time at which a row was made is the first that it says so of. @returns epoch milliseconds; nothing where it says none */
export const madeAt = (row: Row): number | undefined => {
  const times = timesIn(row);
  return times.length === 0 ? undefined : Math.min(...times);
};
/** Whether a row says that it was made when the operation was sent, or soon after it; later too where the read says that its rows appear late. */
export function isInTime(row: Row, { late }: StateRead, { sentAt }: Known): boolean {
  const at = madeAt(row);
  return at !== undefined && at >= sentAt - skew && (late === true || at <= sentAt + appearsWithin);
}

/** What a row that is known to be the operation's says otherwise than it was asked for, as the end of a sentence. */
export function contradictionIn(row: Row, read: StateRead, known: Known, { strict = false, isPart = false } = {}): string | undefined {
  const amounts = compareAmounts(row, read, known);
  if (!isPart && amounts.is === 'other') return `it says an amount of ${amounts.first}, and ${amountsOf(known)[0]} was asked for`;
  return (
    otherUnit(row, read, known) ??
    otherWord(row, read, known) ??
    otherNetwork(row, known) ??
    higherFee(row, known) ??
    otherThing(row, known) ??
    reversedIn(row) ??
    otherSender(row, known.operation) ??
    otherRecipient(row, known.operation, strict) ??
    (strict && read.kind ? otherKindIn(row, { ...known.operation, kind: read.kind, sign: read.sign }) : undefined)
  );
}

/** What a row says that it reverses: it is the way back of another row then. A reference to nothing says so of none. */
function reversedIn(row: Row): string | undefined {
  const found = partsOf(row)
    .flatMap((part) => Object.entries(part))
    .find(([name, value]) => reversalNames.test(foldName(name)) && !isNothing(value) && !/^(|0|false|no|\[\]|\{\})$/i.test(asText(value)));
  return found && `it says ${found[0]} ${asText(found[1]).slice(0, 60)}, so that it reverses another one`;
}
const reversalNames =
  /^(is)?(a)?(refund|reversal|revers|chargeback|cancellation|correction|rollback|repay|repayment)(e?s|ed|ing)?(of|for)(id|tx|txid|transaction|transactionid|payment|paymentid|order|orderid|request|requestid)?$|^is(a)?(refund|reversal|chargeback|rollback)$|^(reverses|refunds)(id|transaction|transactionid)?$/;

/** Whether a row without a known id may be the operation: the same amount, in time, of its kind, and nothing that says otherwise. */
export const matches = (row: Row, read: StateRead, known: Known): boolean => isInTime(row, read, known) && isAlike(row, read, known);

/** Whether a row may be the operation by all but its time: clocks may differ, so that its time alone does not prove that it is another one. */
export const isAlike = (row: Row, read: StateRead, known: Known): boolean =>
  compareIds(row, read, known).is !== 'other' &&
  compareAmounts(row, read, known).is === 'same' &&
  isOfSwap(row, read) &&
  contradictionIn(row, read, known, { strict: true }) === undefined;

/**
 * What a row that may be the operation does not say of it, so that it may be another one's: without an id, the unit, the recipient, and of an operation
 * without a recipient the kind must be the operation's own, and a row that appears late is certain by its id only.
 */
export function missingIn(row: Row, read: StateRead, known: Known): string[] {
  const { operation, sentAt } = known;
  const hasTo = transferFields[`${operation.service} ${operation.call}`]?.to !== undefined;
  return [
    ...(read.isOfOneUnit || namesUnit(row, known) ? [] : ['unit']),
    ...(hasTo ? (namesRecipient(row, operation) ? [] : ['recipient']) : isOfOwnKind(row, read) ? [] : ['kind']),
    ...((madeAt(row) ?? Number.POSITIVE_INFINITY) <= sentAt + appearsWithin ? [] : ['time']),
  ];
}
function namesUnit(row: Row, known: Known): boolean {
  const { operation, requestFields } = known;
  if (operation.token === undefined) return false;
  const units = fieldsOf(row).flatMap(([name, value]) => (factNamed(name) === 'unit' ? [asText(value)] : []));
  if (units.some((unit) => sameToken(unit, operation.token!))) return true;
  const by = (transferFields[`${operation.service} ${operation.call}`]?.token ?? []).flatMap((location) =>
    typeof location === 'object' && 'by' in location ? [location.by] : [],
  );
  return by.some((name) => {
    const field = (requestFields?.fieldOf(name) ?? name).split('.').at(-1)!;
    const word = asText(requestFields?.paramValue(name));
    return word !== '' && fieldsOf(row).some(([shownName, value]) => shownName === field && asText(value) === word);
  });
}
const isOfOwnKind = (row: Row, { kind, params = {} }: StateRead): boolean =>
  (kind !== undefined && namesKind(row, kind)) ||
  Object.entries(params).some(([name, source]) => 'constant' in source && asText(row[name]) === source.constant);

/** Whether a row resembles the operation by an amount and its time, whatever else it says: while one does, absence proves nothing. */
export const resembles = (row: Row, read: StateRead, known: Known): boolean =>
  isInTime(row, read, known) && amountsIn(row).some((one) => isRight(one, row, read, known));

/** The facts of the operation that a row shows. */
export const factsIn = (row: Row, read: StateRead, known: Known): string[] => [
  ...(compareAmounts(row, read, known).is === 'same' ? ['amount'] : []),
  ...(namesRecipient(row, known.operation) ? ['recipient'] : []),
  ...(isInTime(row, read, known) ? ['time'] : []),
];

/**
 * Whether what is recorded of another operation has the id, the hash or the exact time of a row. The id of a person, an account or a currency is in many rows, and
 * so is what the operation that is looked up has itself: they name none.
 */
export function namesRow({ answer = '', found = '' }: Operation, row: Row, { operation }: Known): boolean {
  const shared = JSON.stringify([operation.url, operation.body, operation.answer, operation.recipient]);
  const own = partsOf(row).flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) => {
      if (!isScalar(value) || shared.includes(asText(value))) return [];
      const text = asText(value);
      const isId = /id$|hash$/i.test(name) && !otherThings.test(name.replace(/_?id$/i, '')) && !isRecipientName(name) && text.length > 5;
      return isId || isFraction.test(text) ? [text] : [];
    }),
  );
  return own.some((text) => `${answer} ${found}`.includes(JSON.stringify(text)));
}
/** A time to the millisecond; a full second may be that of several rows. */
const isFraction = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?!0+Z?$)\d/;

/** Whether a value is in the request of an operation: a segment of its path, or a field of its body. */
export function requestNames({ url, body }: Operation, value: string): boolean {
  const segments = URL.canParse(url) ? new URL(url).pathname.split('/') : [];
  return (
    segments.some((segment) => segment === value || segment === encodeURIComponent(value)) ||
    (body ?? '').includes(JSON.stringify(value)) ||
    (/^\d+$/.test(value) && new RegExp(`:${value}[,}]`).test(body ?? ''))
  );
}
