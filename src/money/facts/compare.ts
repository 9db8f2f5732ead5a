// Compares what was promised of a transfer with a record of a service: its response, and the row of a later read. Each
// fact is equal, different, not comparable or not stated, and only `judged` says what the facts mean together. Pure.

import type { Role as FieldRole, RowsOf } from '../../services/decode/fields.js';
import { withValue } from '../../services/decode/map.js';
import { RecordFacts } from '../../services/decode/stated.js';
import { moneyValue } from '../../services/decode/values.js';
import { foldName } from '../../services/fold-text.js';
import { isEvmAddress, isId, isUuid } from '../../services/forms.js';
import {
  asText,
  compact,
  isDecimal,
  isNothing,
  isNumeric,
  isRecord,
  type Row,
  valueAt,
} from '../../services/json-value.js';
import type { FactPaths, TransferFields } from '../../things/transfer.js';
import { canonicalAddress, looksLikeAddress } from '../values/address.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore, plainNumber, plus, times } from '../values/decimal.js';
import { type Comparison, compareNetworks } from '../values/network-names.js';
import { sameToken } from '../values/token.js';

/** What was promised, in whole tokens. What is missing or empty is not known and not compared. */
export interface Promised {
  readonly fields: Pick<TransferFields, 'decimals' | 'networks' | 'times' | 'to'>;
  readonly amount: string | undefined;
  readonly token: string | undefined;
  /** The decimals of the token. */
  readonly decimals: number | undefined;
  /** All names of the recipient: as the request has it, and the id of the service. */
  readonly recipients: readonly string[];
  readonly networks: readonly string[];
  readonly feeToken: string | undefined;
  /** The most that the fee may be, by the source that says so. */
  readonly fees: readonly (readonly [source: string, most: string | undefined])[];
  /** The number of pieces, as the request has it. */
  readonly pieces: string;
}

export type Role = 'amount' | 'quantity' | 'unit' | 'kind' | 'recipient' | 'network' | 'fee' | 'other';
/** A stated fact beside the promised one. A fact that is not stated has none. */
export interface Fact {
  readonly role: Role;
  readonly result: Comparison;
  /** The end of a sentence about a fact that is not equal. */
  readonly says: string;
}

export type Comparer = ValueKind | ((promised: string, stated: string) => Comparison);
/**
 * Compares a stated value with the promised ones; an empty one is not known and not compared. A value that is no text is
 * not comparable.
 */
export function fact(
  role: Role,
  name: string,
  stated: unknown,
  promised: readonly (string | undefined)[],
  compare: Comparer,
): readonly Fact[] {
  const expected = promised.filter((text) => text !== undefined && text !== '') as readonly string[];
  if (stated === undefined || expected.length === 0) return [];
  const compared = (text: string) =>
    typeof stated !== 'string'
      ? 'not comparable'
      : typeof compare === 'string'
        ? compareValue(compare, text, stated)
        : compare(text, stated);
  const label = `${name} ${short(typeof stated === 'string' ? stated : compact(stated))}`;
  return [factOf(role, anyOf(expected.map(compared)), label, expected[0]!)];
}
export const factOf = (role: Role, result: Comparison, stated: string, promised: string): Fact => ({
  role,
  result,
  says: `it says ${stated}${
    result === 'not comparable'
      ? `, which cannot be compared with ${short(promised)}`
      : `, and ${short(promised)} was asked for`
  }`,
});

/**
 * The facts of a record at the paths of its roles.
 * @param isEnvelope the record is in an envelope that is not declared: the unit of its amount is unknown
 */
export function factsOf(promised: Promised, record: Row, paths: FactPaths, isEnvelope = false): readonly Fact[] {
  const text = (path: string | undefined) => textIn(valueIn(record, path));
  const { fields, networks, recipients } = promised;
  const kind = recipientKind(promised);
  return [
    ...[...notTexts(record, pathsIn(paths)), ...notAmounts(record, paths)].map((one) =>
      isEnvelope ? unclear(one.says) : one,
    ),
    ...amountFacts(promised, record, paths, isEnvelope),
    ...fact('quantity', 'quantity', text(paths.quantity), [promised.pieces], 'number'),
    ...fact('unit', 'currency', text(paths.token), [promised.token], 'token'),
    ...fact('recipient', 'recipient', text(paths.to), recipients, kind),
    ...named(
      (paths.toNames ?? []).flatMap((path) =>
        spellingsIn(record, path).flatMap((stated) =>
          fact('recipient', path, textIn(stated) ?? stated, recipients, kind),
        ),
      ),
    ),
    ...(paths.networks ?? []).flatMap((path) => fact('network', 'network', text(path), networks, networksOf(fields))),
    ...feeFacts(promised, record, paths, isEnvelope),
  ];
}
/** The names of one recipient: one that is equal is enough, unless another one differs. */
const named = (facts: readonly Fact[]): readonly Fact[] =>
  facts.some(({ result }) => result === 'equal') ? facts.filter(({ result }) => result !== 'not comparable') : facts;

/**
 * What facts mean together. With a difference it is a contradiction; else, with a fact that cannot be compared or a missing
 * one, it is accepted and not done.
 * @param needed the roles that must be stated and equal
 */
export function judged(facts: readonly Fact[], needed: readonly Role[] = []) {
  const of = (result: Comparison) => facts.filter((one) => one.result === result);
  const [equal, different, unlike] = [of('equal'), of('different'), of('not comparable')];
  const others = [...different, ...unlike].map(({ role }) => role);
  const same = [...new Set(equal.map(({ role }) => role))].filter((role) => !others.includes(role));
  return { different, unlike: unlike[0], missing: needed.filter((role) => !same.includes(role)), same };
}

/** An amount that a record states. `number`: in whole tokens, without its sign; undefined for what is no amount. */
interface Amount {
  readonly text: string;
  readonly number: Decimal | undefined;
  /** Its own unit. */
  readonly unit: string | undefined;
}
/** The amount at a path. A service may write a debit with a sign. @param decimals for an amount without a unit of its own */
export function amountAt(record: unknown, path: string | undefined, decimals = 0): Amount | undefined {
  const value = valueIn(record, path);
  const money = moneyValue(value);
  const text = money === undefined ? textIn(value) : plainNumber(money.amount);
  const number = decimalOf((text ?? '').replace(/^-/, ''));
  return text === undefined
    ? undefined
    : { text, number: number && fromBase(number, money?.scale ?? decimals), unit: money?.unit };
}
const one: Decimal = { units: 1n, places: 0 };
/** The decimals of the amounts at declared paths: 0 for whole tokens. */
export const decimalsIn = ({ amounts }: FactPaths, { decimals = 0 }: Pick<TransferFields, 'decimals'>): number =>
  amounts === 'base' ? decimals : 0;

/** A paid amount: as the record states it, or by the price of all pieces. */
export type Paid = Amount & { readonly label: string; readonly number: Decimal };
/** The paid amounts of a record. @param pieces their number by the request, for a record that does not state it */
export function paidIn(record: Row, paths: FactPaths, decimals: number, pieces = ''): readonly Paid[] {
  const [total, price] = [paths.amount, paths.price].map((path) => amountAt(record, path, decimals));
  const count =
    amountAt(record, paths.quantity)?.number ?? decimalOf(pieces) ?? (paths.quantity === undefined ? one : undefined);
  return [
    ...(total?.number ? [{ label: 'amount', ...total, number: total.number }] : []),
    ...(price?.number && count ? [{ label: 'a price of', ...price, number: times(price.number, count) }] : []),
  ];
}

export function amountFacts(promised: Promised, record: Row, paths: FactPaths, isEnvelope: boolean): readonly Fact[] {
  const decimals = decimalsIn(paths, promised.fields);
  if (isEnvelope) {
    const { text, unit } = amountAt(record, paths.amount) ?? {};
    if (unit === undefined) return fact('amount', 'amount', text, [promised.amount], inAnyUnit(promised));
  }
  const fee = paths.mayHoldFee ? amountAt(record, paths.fee, decimals)?.number : undefined;
  return paidIn(record, paths, decimals, promised.pieces).flatMap(({ label, text, number, unit }) => [
    ...fact('amount', label, text, [promised.amount], (amount) => {
      const leaves = decimalOf(amount);
      if (!leaves) return 'not comparable';
      return anyOf([leaves, ...(fee ? [plus(leaves, fee)] : [])].map((most) => compareAmounts(most, number, 'whole')));
    }),
    ...fact('unit', 'currency', unit, [promised.token], 'token'),
  ]);
}
/** Compares an amount in an unknown unit with a promised one, in whole tokens. */
const inAnyUnit =
  ({ fields, decimals }: Promised) =>
  (promised: string, stated: string): Comparison => {
    const [leaves, number] = [promised, stated.trim()].map((text) => decimalOf(text.replace(/^-/, '')));
    return leaves && number ? compareAmounts(leaves, number, 'unknown', fields.decimals ?? decimals) : 'not comparable';
  };

/** A fee above the fee of the receipt, and a fee above `limits.fee`. In an envelope a whole number may be base units. */
function feeFacts(promised: Promised, record: Row, paths: FactPaths, isEnvelope: boolean): readonly Fact[] {
  const { number, unit } = amountAt(record, paths.fee, decimalsIn(paths, promised.fields)) ?? {};
  if (number === undefined) return [];
  const token = promised.feeToken ?? '';
  const inToken = (amount: string, name = token) => `${amount} ${name}`.trim();
  return promised.fees.flatMap(([source, most]): readonly Fact[] => {
    if (most === undefined) return [];
    const isOfUnit = unit === undefined || token === '' || sameToken(unit, token);
    const isOver = isMore(number, decimalOf(most)!);
    const mayBeBase = isEnvelope && unit === undefined && number.places === 0;
    const result = !isOfUnit || (isOver && mayBeBase) ? 'not comparable' : isOver ? 'different' : 'equal';
    const says = `it takes a fee of ${inToken(decimalText(number), unit)}, and ${source} ${inToken(most)}`;
    return [{ role: 'fee', result, says }];
  });
}

/** Compares networks. The service says which of its networks it uses, if the call names only the chain. */
export const networksOf = ({ networks = [] }: Pick<TransferFields, 'networks'>) => {
  const mayBeTest = networks.some((location) => typeof location === 'object' && 'constant' in location);
  return (promised: string, stated: string) => compareNetworks(stated, promised, mayBeTest);
};
export const recipientKind = ({ fields }: Promised): ValueKind => (fields.to?.kind === 'address' ? 'address' : 'user');

/** The fields at paths that are neither missing, nor a text, a number or money. */
export const notTexts = (record: Row, paths: readonly string[]): readonly Fact[] =>
  paths.flatMap((path) => {
    const value = valueIn(record, path);
    return isNothing(value) || amountAt(record, path)
      ? []
      : [differs(`it says ${path} ${short(compact(value))}, which is not a text`)];
  });
const notAmounts = (record: Row, { amount, price, quantity, fee }: FactPaths): readonly Fact[] =>
  [amount, price, quantity, fee].flatMap((path) => {
    const { text, number } = amountAt(record, path) ?? {};
    return text === undefined || number ? [] : [differs(`it says ${path} ${short(text)}, which is not an amount`)];
  });
export const differs = (says: string): Fact => ({ role: 'other', result: 'different', says });
export const unclear = (says: string): Fact => ({ role: 'other', result: 'not comparable', says });

/** The value at a path, objects all the way. */
export const valueIn = (record: unknown, path: string | undefined): unknown =>
  path?.split('.').reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), record);
/** A text or a number as text; undefined for any other value. */
export const textIn = (value: unknown): string | undefined =>
  isNumeric(value) ? plainNumber(asText(value)) : typeof value === 'string' ? value : undefined;
/** The values at a path whose last name may be in another spelling: `receiver_id` for `receiverId`. */
function spellingsIn(record: Row, path: string): readonly unknown[] {
  const [, inner, name = ''] = /^(?:(.*)\.)?([^.]*)$/.exec(path) ?? [];
  const holder = inner === undefined ? record : valueIn(record, inner);
  return !isRecord(holder)
    ? []
    : Object.entries(holder).flatMap(([other, value]) =>
        foldName(other) === foldName(name) && !isNothing(value) ? [value] : [],
      );
}
export const short = (text: string): string => JSON.stringify(text.slice(0, 120));

// Compares a promised value with the value that a service states: equal, different, or not comparable. The responses of
// transfers and the rows of later reads are compared by these functions and no others. Pure.

/** What a text names. `id`: an order, a product, a word of a closed list. `text`: any other field of a request. */
export type ValueKind = 'number' | 'token' | 'network' | 'address' | 'user' | 'id' | 'text';

/** Compares a promised text with the stated one. The `network` is one of platform 3.1. */
export function compareValue(kind: ValueKind, promised: string, stated: string): Comparison {
  if (kind === 'network') return compareNetworks(stated, promised);
  const [expected, found] = [visible(promised), visible(stated)];
  const form = formOf(expected);
  if (form === 'blank') return 'not comparable';
  if (expected === found) return 'equal';
  if (form === 'masked' || form !== formOf(found)) return 'not comparable';
  if (canonical(kind, form, expected) === canonical(kind, form, found)) return 'equal';
  return mayBeOneName(kind, form, expected, found) ? 'not comparable' : 'different';
}

/** The comparison with several names of one thing: one equal name is enough, and a different name is one of the same form. */
export const anyOf = (results: readonly Comparison[]): Comparison =>
  (['equal', 'different'] as const).find((result) => results.includes(result)) ?? 'not comparable';

/**
 * Compares a promised amount, in whole tokens, with the stated number.
 * @param unit `whole` tokens; the number of decimals of base units; or `unknown`: then the amounts differ only if they
 * differ in whole tokens and in base units
 * @param decimals the decimals of the token, for an unknown unit, if they are known
 */
export function compareAmounts(
  promised: Decimal,
  stated: Decimal,
  unit: 'whole' | 'unknown' | number,
  decimals?: number,
): Comparison {
  const isEqualWith = (places: number) => decimalText(fromBase(stated, places)) === decimalText(promised);
  if (unit !== 'unknown') return isEqualWith(unit === 'whole' ? 0 : unit) ? 'equal' : 'different';
  if (isEqualWith(0) || (decimals !== undefined && isEqualWith(decimals))) return 'equal';
  const mayBeBase = decimals === undefined && Array.from({ length: mostDecimals }, (_, at) => at + 1).some(isEqualWith);
  return mayBeBase ? 'not comparable' : 'different';
}
/** No known token has more decimals. */
const mostDecimals = 36;

/** A text in the compatible form (NFKC), without spaces at its ends. */
const visible = (text: string) => text.normalize('NFKC').trim();

type Form = 'blank' | 'masked' | 'number' | 'address' | 'uuid' | 'long id' | 'mail' | 'phone' | 'word' | 'sentence';
const formsOfTexts: readonly (readonly [Form, (text: string) => boolean])[] = [
  ['blank', (text) => text === ''],
  ['masked', (text) => /[*•●·█…]|\.\.\.|^[<[(].*[>\])]$/.test(text)],
  ['number', isDecimal],
  ['uuid', (text) => isUuid(text) || /^[\da-f]{32}$/i.test(text)],
  ['address', (text) => looksLikeAddress(text)], // a call, since it loads its file on use
  ['long id', isId],
  ['mail', (text) => text.includes('@')],
  ['phone', (text) => /^\+?[\d ()-]+$/.test(text)],
  ['word', (text) => /^\S+$/.test(text)],
];
/** The form of a text. Values of two forms may name one thing. */
const formOf = (text: string): Form => formsOfTexts.find(([, isOf]) => isOf(text))?.[0] ?? 'sentence';

/** The text that all spellings of a value have. */
function canonical(kind: ValueKind, form: Form, text: string) {
  if (form === 'uuid') return text.replaceAll('-', '').toLowerCase();
  if (form === 'address') return canonicalAddress(isEvmAddress(`0x${text}`) ? `0x${text}` : text);
  if (form === 'number' && kind !== 'user') return numberText(text);
  if (form === 'phone') return text.replace(/[ ()-]/g, '');
  return kind === 'token' || kind === 'id' ? text.toUpperCase() : text;
}
const numberText = (text: string) => {
  const [, sign = '', digits = ''] = /^(-?)(.*)$/.exec(text) ?? [];
  const number = decimalOf(digits);
  return number ? `${sign}${decimalText(number)}` : text;
};

/**
 * Whether two texts of one form may name one thing: names that differ in the case of letters alone, since no public
 * source says whether the platform ignores it; numbers of users that differ in zeros before them; and sentences, which
 * a service may shorten.
 */
function mayBeOneName(kind: ValueKind, form: Form, one: string, other: string) {
  if (form === 'sentence') return true;
  if (form === 'number') return kind === 'user' && numberText(one) === numberText(other);
  return form !== 'address' && one.toLowerCase() === other.toLowerCase();
}

// A record of a service with its facts at their declared paths: what the comparisons of money and receipts read. Values
// are moved and not changed: an amount keeps its own unit and scale. The other fields stay as they are.

/** The paths of the facts of a record, but for the names of the recipient. */
export const pathsIn = ({ id, amount, price, quantity, token, to, fee, networks = [] }: FactPaths): readonly string[] =>
  [id, amount, price, quantity, token, to, fee, ...networks].filter((path) => path !== undefined);
/**
 * The record with its facts at the declared paths. The unit of its amount becomes the token, if none is stated. In an
 * envelope, which is not declared, only money with its own unit is an amount.
 * @param others further declared paths
 */
export function asDeclared(
  record: Row,
  declared: FactPaths,
  ids: readonly (string | undefined)[],
  status: string | undefined,
  others: readonly string[],
  of: RowsOf,
): Row {
  const { amount, price, token, fee, toNames = [] } = declared;
  const paths = [...new Set([...pathsIn(declared), ...toNames, ...ids, status, ...others])].filter(
    (path) => path !== undefined,
  );
  const roleOf = (path: string): FieldRole | undefined =>
    path === status ? 'status' : ids.includes(path) ? 'id' : undefined;
  const isThere = (path: string) => {
    const value = valueAt(record, path);
    return value !== undefined && (!isRecord(value) || moneyValue(value) !== undefined);
  };
  if (paths.every(isThere)) return record;
  const facts = new RecordFacts(record, of);
  const paid = amount ?? price;
  const unit = paid === undefined ? undefined : facts.at(paid)?.unit;
  return paths.reduce<Row>((row, path) => {
    if (isThere(path)) return row;
    if (path === token && unit !== undefined && isNothing(facts.value(path))) return withValue(row, path, unit);
    const stated = facts.at(path, roleOf(path));
    const isOwn = stated?.unit !== undefined || stated?.by === 'declared' || stated?.by === 'spelling';
    if ([amount, price, fee].includes(path) && !isOwn) return row;
    const value = stated?.unit === undefined ? facts.value(path, roleOf(path)) : stated.value;
    return value === undefined && stated === undefined ? row : withValue(row, path, value ?? stated?.text);
  }, record);
}
