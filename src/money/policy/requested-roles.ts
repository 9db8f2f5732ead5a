// The roles that a field of a request may have by its words, beside the facts of `stated-names.ts`: what it is paid in (`settleIn`), how often (`multiplier`), of
// which kind (`purchase.type`), of which thing (`offering` beside `offeringId`). Data and pure functions, and no claim about a service.

import { BridgeSwapType, PurchaseType } from '../../services/catalogue/words.js';
import { foldName } from '../../services/fold-name.js';
import type { FactLocation, TransferFields } from '../transfer-fields.js';
import { type RequestedFact, requestedFact, unitStated } from './stated-names.js';

/** A fact that a field of a request states by its words. */
export type RequestedRole =
  /** A fact of `stated-names.ts`, with the value as it is compared. */
  | { readonly role: 'fact'; readonly requested: RequestedFact; readonly value: string }
  /** What leaves, or a charge of it: the amount, a total or the fee. */
  | { readonly role: 'charge'; readonly value: string }
  /** A number that may multiply the amount: that of pieces, or a factor, which multiplies whatever else is said. */
  | { readonly role: 'times'; readonly form: 'factor' | 'pieces' | 'a count of something'; readonly value: string }
  /** A word of a closed list, such as FRACTIONAL. */
  | { readonly role: 'kind'; readonly list: readonly string[]; readonly value: string }
  | { readonly role: 'thing'; readonly param: string; readonly value: string };

/** Units and amounts that are no part of what moves. */
const asides =
  /^(usd|local|display|estimated|valuated|valuation|discount|tax|balance|available|remaining|coupon|reward|bonus|refund|cashback|min|max|limit)/;
/** What is done with a unit, before `in` or `with`. */
const paying =
  '(pay|pays|paid|paying|payment|payable|settle[sd]?|settling|settlement|charged?|charging|bill|billed|billing|debit|debited|deduct|deducted|fund|funded|funding|spend|spent|invoiced?|checkout|denominated?|quoted?|priced?|order|ordered|purchased?|buy|bought|tender|swap|convert|converted|exchanged?)';
/** Names that only a unit has: any symbol under one counts. */
const unitNames =
  /(^|[a-z])ccys?(id|code|symbol|name)?$|^fiats?(currency|ccy|money|unit)?(id|code|symbol|name)?$|^(legal)?tender$|^iso4217$/;
/** Names of a unit that may also say the way of a payment: `payWith=CARD`. */
const paidIn = new RegExp(`(^|[a-z])${paying}(in|with|using|via)$|^(in|with|using|via)$|^(money|monies|cash|denominations?)$`);
/** Names of the unit of what arrives. */
const receivedIn = /^(receive[ds]?|receiving|payout|arrives?|credit|credited|withdraw|withdrawal)(in|as)$/;
/** Symbols that count in small letters too. */
const smallSymbols =
  /^(usdc?|usdt|b?mvl|mvp|btcb?|eth|bnb|sol|ton|xtz|eur|jpy|sgd|krw|vnd|khr|thb|idr|gbp|hkd|inr|php|cny|aud|cad|chf|dai|busd)$/;
/** Ways of a payment, and words for all of it, which are no units. */
const noUnits =
  /^(crypto\w*|bank\w*|balance\w*|cards?|credit|debit|cash|wallet|points?|transfer|wire|ach|sepa|app|store|web|qr|online|offline|full|part|parts|whole|once|monthly|weekly|yearly|instal\w*|advance|arrears|auto|manual|default|none|any|all|true|false|yes|no|on|off|paypal|applepay|googlepay|gpay|grabpay|kakaopay|alipay|wechat|stripe|person|me|self|user|owner|id|now|later|today|onchain|offchain)$/i;

/** The most that may leave: another figure than what leaves. */
const most = /^max(imum)?(amount|spend|spending|cost|total|pay|payment|charge|debit)$/;
const charge =
  /(^|to|pay|auto|direct|account|wallet|balance|total)(debit|debits|debited|deduct|deducts|deducted|deduction|deductions)(value|sum)?$|^(to)?(charges?|charged|spend|spends|spending|spent|outlay|outgoings?|expense|billed|invoiced|due|owed|payout|withdraw|withdrawn|withdrawal|stake|bid|takes?|taken|leaves)$/;

const pieces = /^(shares?|sharecount|numberofshares|quantity|qty|quantities|count|units?|copies|copy|pieces|pcs|lots?|howmany)$/;
const counts = /^(items|number|num|n)$/;
const factor =
  /^(times|factor|repeats?|repeated|repetitions?|leverage|multipl(y|e|ier|iers|icity|icand)|multiplyby|amplify|decimals?|decimalplaces|scale|precision|exponent|magnitude|shift)$|(multiplier|multiple|leverage|repeatcount|repetitions)$/;

const kindNames =
  /(^|[a-z])(types?|kinds?|modes?|class|classes|category|variant|form|style|direction|side|way|plan|scheme|model|purchase|ownership|method|product|option)$/;
/** The closed lists whose words decide what a transfer is. */
const kindLists: readonly (readonly string[])[] = [PurchaseType, BridgeSwapType];

/** Receivers that no list of `stated-names.ts` has. */
const receivers =
  /^(pay|send|credit|transfer|deliver|forward|give|remit|disburse|wire|payout|withdraw|release)(ed)?to(addr|address|wallet|account)?$|^(creditor|sendee|remittee)(address|id)?$/;
const receivingUsers = /^(pay|send|credit|transfer|deliver|forward|give|remit|disburse|wire|payout|withdraw|release)(ed)?to(user)?id$/;

/** Ends of names of an id; one in `ref` or `key` may be a reference of the person's own. */
const idEnds = ['', 'id', 'ids', 'no', 'nr', 'num', 'number', 'uuid', 'guid', 'identifier'];
/** Other words for a thing. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  offering: ['offer', 'offers', 'offerings', 'listing'],
  product: ['products', 'sku', 'goods', 'article', 'item'],
  order: ['orders', 'purchaseorder'],
  payment: ['payments'],
  item: ['items', 'inventoryitem'],
  game: ['games'],
  event: ['events', 'earnevent'],
  app: ['apps', 'application'],
};

/** The things that a call is about: the folded words for each, by the parameter that names it. Users and currencies are compared as recipients and units. */
export function thingsOf(fields: TransferFields): ReadonlyMap<string, ReadonlySet<string>> {
  const things = new Map<string, Set<string>>();
  const add = (param: string, word: string) => {
    const folded = foldName(word).replace(/id$/, '');
    if (folded === '' || /^(user|currency|amount|type|network|claiminformation|currencies)$/.test(folded)) return;
    const names = things.get(param) ?? new Set<string>();
    for (const one of [folded, ...(synonyms[folded] ?? [])]) for (const end of idEnds) names.add(one + end);
    things.set(param, names);
  };
  for (const { read } of locationsIn(fields))
    for (const [name, from] of Object.entries(read.paramsFrom ?? {})) {
      if (typeof from !== 'string' || !/^id$|Id$/.test(name)) continue;
      const words = /^get([A-Z]\w*?)(V\d[\d_]*)?$/.exec(read.call)?.[1]?.match(/[A-Z][a-z\d]*/g) ?? [];
      for (const at of words.keys()) add(from, words.slice(at).join(''));
      add(from, from);
    }
  for (const param of [fields.of?.id, fields.to?.paysFor]) if (typeof param === 'string') add(param, param);
  return things;
}
/** The reads of a table entry, at any depth. */
function locationsIn(value: unknown): readonly Extract<FactLocation, { readonly read: unknown }>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'read' in value && 'at' in value ? [value as Extract<FactLocation, { readonly read: unknown }>] : [];
  return [...own, ...Object.values(value).flatMap(locationsIn)];
}

/**
 * The role of a field of a request; nothing where its name has none, or its value is none of that role.
 * @param place the dotted name
 * @param value the plain value, as text
 * @param things those of the call (`thingsOf`)
 */
export function requestedRole(place: string, value: string, things: ReturnType<typeof thingsOf>): RequestedRole | undefined {
  const text = value.normalize('NFKC').replace(/[\p{C}\p{Z}]/gu, '');
  if (most.test(lastOf(place))) return isNumber.test(text) ? { role: 'charge', value } : undefined;
  const requested = requestedFact(place);
  const isCharge = requested?.fact === 'fee' && charge.test(lastOf(place)); // it may be all that leaves
  if (requested !== undefined && !isCharge) {
    const stated = requested.fact === 'unit' ? unitStated(place, value) : value;
    if (requested.fact === 'count') return { role: 'times', form: pieces.test(lastOf(place)) ? 'pieces' : 'a count of something', value };
    return stated === undefined ? undefined : { role: 'fact', requested, value: stated };
  }
  const last = lastOf(place);
  const whole = foldName(place).replace(/\d+$/, '');
  if (asides.test(last)) return undefined;
  const isNamed = (names: RegExp) => names.test(last) || names.test(whole);
  const list = kindOf(last, text);
  if (isNamed(unitNames) || isNamed(paidIn))
    return isUnit(text, isNamed(unitNames)) ? { role: 'fact', requested: { fact: 'unit' }, value: text } : undefined;
  if (isNamed(receivedIn))
    return isUnit(text, false) ? { role: 'fact', requested: { fact: 'unit', of: 'arrival' }, value: text } : undefined;
  if (list !== undefined && (isNamed(kindNames) || list.isFlag)) return { role: 'kind', ...list };
  const form = isNamed(factor) ? 'factor' : pieces.test(last) ? 'pieces' : counts.test(last) ? 'a count of something' : undefined;
  if (form !== undefined) return isNumber.test(text) ? { role: 'times', form, value } : undefined;
  if (isNamed(charge)) return isNumber.test(text) ? { role: 'charge', value } : undefined;
  if (isNamed(receivingUsers)) return { role: 'fact', requested: { fact: 'user' }, value };
  if (isNamed(receivers)) return { role: 'fact', requested: { fact: 'address' }, value };
  const thing = [...things].find(([, names]) => names.has(last) || names.has(whole));
  return thing === undefined || noUnits.test(text) ? undefined : { role: 'thing', param: thing[0], value };
}
/** The folded last part of a dotted name, without digits at its end. */
const lastOf = (place: string): string => foldName(place.split('.').at(-1)!).replace(/\d+$/, '');
/** A number, however it is written, with a currency or without one; no date. */
const isNumber = /^[+-]?\p{Sc}?[\d.,_']+(e\+?\d+)?(\p{Sc}|[a-z]{2,10})?$/iu;

/** Whether a value is a unit: a symbol, and under a name that may mean something else no word for a way of payment. */
function isUnit(text: string, isSure: boolean): boolean {
  if (noUnits.test(text)) return false;
  return isSure ? /^[A-Za-z][A-Za-z0-9.]{0,19}$/.test(text) : /^[a-z]?[A-Z][A-Z0-9.]{1,9}$/.test(text) || smallSymbols.test(text);
}

/** The word of a closed list that a field says: its value, or its name where the value is a flag (`ownership=true`). */
function kindOf(
  name: string,
  text: string,
): { readonly list: readonly string[]; readonly value: string; readonly isFlag: boolean } | undefined {
  for (const list of kindLists) {
    const said = list.find((word) => foldName(word) === foldName(text));
    if (said !== undefined) return { list, value: said, isFlag: false };
    const flag = list.find((word) => foldName(word) === name.replace(/^(is|as)/, ''));
    if (flag === undefined || !/^(true|false|1|0|yes|no)$/i.test(text)) continue;
    const isSet = /^(true|1|yes)$/i.test(text);
    const value = isSet ? flag : list.find((word) => word !== flag)!;
    return { list, value, isFlag: true };
  }
  return undefined;
}
