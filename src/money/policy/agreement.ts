// Compares a request with what the service says of the same things (docs/money.md 2: unit, price, fee and minimum come from the service).

import { foldName } from '../../services/fold-name.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { looksLikeAddress } from '../address.js';
import { amountOf } from '../amount.js';
import { grouped } from '../amount-text.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore, minus, plus, times } from '../decimal.js';
import type { RequestFields } from '../request-fields.js';
import { type FactLocation, guardedNames, type TransferFields } from '../transfer-fields.js';
import { amountIn, decimalsIn, plainAmount, plainFact } from './extract.js';
import { type FindFact, isSymbol, scalar } from './facts.js';
import { sameToken } from './limits.js';
import { isSameNetwork } from './network-names.js';
import { isSame } from './recipients.js';
import { type RequestedRole, requestedRole, thingsOf } from './requested-roles.js';
import { type RequestedFact, requestedFact } from './stated-names.js';

/** The most base units that any token can have: a 256-bit number (ERC-20). */
const mostBaseUnits = 2n ** 256n - 1n;

/** What an earlier response says that the request costs: that of the order that a payment is for. */
type EarlierCost = { readonly amount?: string | undefined; readonly token?: string | undefined };

/**
 * Compares a request with what the service says: another unit, network, price, fee or kind in any of its fields, an amount below the minimum, above the maximum
 * or within the fee, more places than the token has, more base units than a token can have. Makes the reads that it needs; a failed read contradicts nothing.
 * @param earlier counts where the service, asked now, states no amount or unit
 * @throws {BadInput} CONTRADICTION, BELOW_MINIMUM, ABOVE_MAXIMUM, FEE_TAKES_ALL, BAD_AMOUNT, AMOUNT_TOO_LARGE; {Failure} as `plainFact`
 */
export async function checkAgreement(
  fields: TransferFields,
  requestFields: RequestFields,
  find: FindFact,
  earlier?: EarlierCost,
): Promise<void> {
  await checkNamedFields(fields, requestFields, find);
  await checkStatedFacts(fields, requestFields, find, earlier);
  await checkRange(fields, find);
  await checkPrecision(fields, requestFields, find);
}

/** The parameters that the table pairs with a fact. */
async function checkNamedFields({ mustMatch = [] }: TransferFields, { fieldOf, paramValue }: RequestFields, find: FindFact): Promise<void> {
  for (const { name, with: location } of mustMatch) {
    const requested = scalar(paramValue(name));
    const answered = requested === undefined ? undefined : await find(location, true);
    if (requested === undefined || answered === undefined || namesOf(answered).some((one) => sameToken(one, requested))) continue;
    throw contradiction(fieldOf(name) ?? name, requested, answered);
  }
}
/** The names in an answer of a read: one, or those of a list. */
const namesOf = (answered: string): readonly string[] => {
  const list: unknown = answered.startsWith('[') ? parseLossless(answered) : undefined;
  return Array.isArray(list) ? list.map(String) : [answered];
};

/** Every other field of the body whose name states a fact, at any depth. The fields that the call is known to take are checked by their own rules. */
async function checkStatedFacts(
  fields: TransferFields,
  { body, names, fieldOf, paramValue }: RequestFields,
  find: FindFact,
  earlier: EarlierCost | undefined,
): Promise<void> {
  const own = new Set([...guardedNames(fields), ...names].flatMap((name) => fieldOf(name) ?? []));
  const isOfRequest = (text: string) => names.some((name) => scalar(paramValue(name)) === text);
  const things = thingsOf(fields);
  for (const [name, value] of leavesOf(body)) {
    const role = own.has(name) ? undefined : requestedRole(name, value, things);
    const known = role === undefined ? [] : await rightValues(role, body, { fields, paramValue, find, earlier });
    if (role === undefined || known.length === 0 || (await agrees(role, known, body, fields, find))) continue;
    if (role.role === 'times' && fields.times === undefined) throw multiplied(name, value);
    const isOwn = role.role === 'thing' || isOfRequest(known[0]!);
    throw contradiction(name, value, known[0]!, isOwn ? 'another field' : 'the service');
  }
}
const multiplied = (field: string, value: string): BadInput =>
  new BadInput(
    'CONTRADICTION',
    `The field ${field} says ${shown(value)}, and a service may multiply the amount by it; nothing was sent.`,
    `Leave ${field} out, or give the whole amount with the price of one piece beside it.`,
  );
/** What the service, or another field of the request, says of a role: several values where several are right, none where nothing is known. */
async function rightValues(
  role: RequestedRole,
  body: Row,
  {
    fields,
    paramValue,
    find,
    earlier,
  }: {
    readonly fields: TransferFields;
    readonly paramValue: RequestFields['paramValue'];
    readonly find: FindFact;
    readonly earlier: EarlierCost | undefined;
  },
): Promise<readonly string[]> {
  switch (role.role) {
    case 'fact':
      return factsOf(role.requested, fields, find, earlier);
    case 'charge': {
      const amounts = await amountsOf(fields, find, earlier, true);
      if (amounts.length === 0) return [];
      return [...amounts, ...(await factsOf({ fact: 'fee' }, fields, find, earlier)), ...(await arrivingAmounts(fields, find))];
    }
    case 'times':
      return timesOf(role.form, body, fields, find, earlier);
    case 'kind':
      return kindsOf(role.list, fields, paramValue, find);
    case 'thing': {
      const named = scalar(paramValue(role.param));
      const [title] = named === undefined ? [] : await titlesOf(fields, find);
      return named === undefined ? [] : [named, ...(title === undefined ? [] : [title])];
    }
  }
}
/** Whether what a field says is one of the right values. */
async function agrees(role: RequestedRole, known: readonly string[], body: Row, fields: TransferFields, find: FindFact): Promise<boolean> {
  if (role.role === 'thing' || role.role === 'kind') return known.some((one) => one.toLowerCase() === role.value.toLowerCase());
  const fact = role.role === 'fact' ? role.requested.fact : role.role === 'charge' ? 'total' : 'count';
  if (role.role === 'fact' && role.requested.isBase) return isInBaseUnits(role.value, known, fields, find);
  return known.some((one) => isSameFact(fact, role.value, one, fields)) || (fact === 'price' && isPriceOf(role.value, body, known));
}
/**
 * The number of pieces that a field may say: that of the request. In a call that takes an amount and no number, it is 1, the amount itself, or what makes the
 * amount with a price beside it: a service could multiply the amount by any other.
 */
async function timesOf(
  form: Extract<RequestedRole, { readonly role: 'times' }>['form'],
  body: Row,
  fields: TransferFields,
  find: FindFact,
  earlier: EarlierCost | undefined,
): Promise<readonly string[]> {
  const count = await find(fields.times, true);
  if (fields.times !== undefined) return [...(form === 'factor' ? ['1'] : []), ...(count === undefined ? [] : [count])];
  if (form === 'factor') return (await amountsOf(fields, find, earlier)).length === 0 ? [] : ['1'];
  if (form === 'a count of something' || (fields.amount === undefined && fields.of === undefined)) return [];
  const amounts = await amountsOf(fields, find, earlier);
  const prices = Object.entries(body).flatMap(([name, value]) =>
    requestedFact(name)?.fact === 'price' ? (decimalOf(asText(value)) ?? []) : [],
  );
  const byPrice = [...leavesOf(body)].flatMap(([, text]) => {
    const pieces = decimalOf(text);
    return pieces && prices.some((price) => amounts.includes(decimalText(times(price, pieces)))) ? [text] : [];
  });
  return ['1', ...amounts, ...byPrice];
}
/** The word of a closed list that the service says, else the one of the request. */
async function kindsOf(
  list: readonly string[],
  { mustMatch = [], ...fields }: TransferFields,
  paramValue: RequestFields['paramValue'],
  find: FindFact,
): Promise<readonly string[]> {
  const said = await Promise.all(
    mustMatch.map(async ({ name, with: location }) => (await find(location, true)) ?? scalar(paramValue(name))),
  );
  const own = [...(fields.token ?? [])].flatMap((location) =>
    typeof location === 'object' && 'by' in location ? (scalar(paramValue(location.by)) ?? []) : [],
  );
  return [...said, ...own].filter((word) => word !== undefined && list.some((one) => sameToken(one, word))) as string[];
}
/** The names for people of the thing of a call, which a field may say in place of its id. */
async function titlesOf({ arrives, thing }: TransferFields, find: FindFact): Promise<readonly string[]> {
  const locations = [thing, arrives && 'what' in arrives ? arrives.what : undefined];
  return (await Promise.all(locations.map((location) => find(location, true)))).filter((title) => title !== undefined);
}
/** Whether an amount is one of these in base units of its token; where the number of decimals is not known, it may be. */
async function isInBaseUnits(stated: string, known: readonly string[], fields: TransferFields, find: FindFact): Promise<boolean> {
  const number = decimalOf(stated);
  const decimals = await decimalsIn(fields, find);
  return number !== undefined && (decimals === undefined || known.includes(decimalText(fromBase(number, decimals))));
}
/** Whether a price is that of one piece: times the count that the body has beside it, it is the amount. */
const isPriceOf = (value: string, body: Row, amounts: readonly string[]): boolean => {
  const price = decimalOf(value);
  return (
    price !== undefined &&
    Object.entries(body).some(([name, count]) => {
      const pieces = /^(quantity|count|shares|units|pieces)$/.test(foldName(name)) ? decimalOf(asText(count)) : undefined;
      return pieces !== undefined && amounts.includes(decimalText(times(price, pieces)));
    })
  );
};

/** The plain values in a body, each with its dotted name. */
function* leavesOf(value: unknown, name = ''): Generator<readonly [name: string, text: string]> {
  if (isScalar(value)) yield [name, String(value)];
  else if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, name);
  else if (isRecord(value)) for (const [key, item] of Object.entries(value)) yield* leavesOf(item, name === '' ? key : `${name}.${key}`);
}

/** What the service says of a fact: several values where several are right, none where it says nothing. */
async function factsOf(
  { fact, of }: RequestedFact,
  fields: TransferFields,
  find: FindFact,
  earlier: EarlierCost | undefined,
): Promise<readonly string[]> {
  const { token = [], fee, networks = [], minimum, maximum, arrives, amount, times: count, to } = fields;
  const all = async (...locations: readonly (FactLocation | undefined)[]) =>
    (await Promise.all(locations.map((location) => find(location, true)))).filter((value) => value !== undefined);
  const arriving = arrives && 'token' in arrives ? arrives.token : undefined;
  switch (fact) {
    case 'unit': {
      const [own] = of === undefined ? [] : await all(of === 'fee' ? fee?.token : arriving);
      const units = own === undefined ? await all(...token, fee?.token, arriving) : [own];
      return units.length === 0 && earlier?.token !== undefined ? [earlier.token] : units;
    }
    case 'network':
      return all(...networks);
    case 'fee':
      return all(fee?.amount);
    case 'minimum':
      return all(minimum);
    case 'maximum':
      return all(maximum);
    case 'address':
    case 'user':
      return all(to?.at);
    case 'count':
      return all(count);
    case 'price':
      return count === undefined ? amountsOf(fields, find, earlier) : all(amount);
    default:
      return of === 'arrival' ? arrivingAmounts(fields, find) : amountsOf(fields, find, earlier, fact === 'total');
  }
}
/** The amount of a request in whole tokens; as a total also with a fee that comes on top of it. */
async function amountsOf(
  fields: TransferFields,
  find: FindFact,
  earlier: EarlierCost | undefined,
  isTotal = false,
): Promise<readonly string[]> {
  const whole = (await amountIn(fields, find, true)) ?? earlier?.amount;
  if (whole === undefined) return fields.amount === undefined ? arrivingAmounts(fields, find) : [];
  if (!isTotal || fields.fee === undefined || fields.fee.from === 'amount') return [whole];
  const charge = plainFact('fee', await find(fields.fee.amount, true), fields.fee.decimals);
  return charge === undefined ? [whole] : [whole, decimalText(plus(decimalOf(whole)!, charge))];
}
/** What arrives, in whole tokens; none where it is not known. */
async function arrivingAmounts(fields: TransferFields, find: FindFact): Promise<readonly string[]> {
  const { arrives, fee } = fields;
  if (arrives === undefined || 'what' in arrives) return [];
  if ('amount' in arrives) {
    const amount = plainFact('arriving amount', await find(arrives.amount, true));
    return amount === undefined ? [] : [decimalText(amount)];
  }
  const whole = await amountIn(fields, find, true);
  if (whole === undefined || arrives.is === 'amount') return whole === undefined ? [] : [whole];
  const charge = plainFact('fee', await find(fee?.amount, true), fee?.decimals);
  const number = decimalOf(whole)!;
  return charge === undefined || !isMore(number, charge) ? [] : [decimalText(minus(number, charge))];
}

/** Whether a stated value may be a fact: a name that is not a symbol, and a text that is not a number, are not compared. */
function isSameFact(fact: RequestedFact['fact'], stated: string, known: string, { decimals = 0, to }: TransferFields): boolean {
  if (fact === 'unit') return !isSymbol(stated) || !isSymbol(known) || sameToken(stated, known);
  if (fact === 'network') return isSameNetwork(stated, known);
  if (fact === 'address' || fact === 'user') {
    const isRecipient = to?.kind === 'address' ? looksLikeAddress(stated) : /^[\w-]+$/.test(stated) && !looksLikeAddress(stated);
    return !isRecipient || isSame(stated, known);
  }
  const [one, other] = [decimalOf(stated), decimalOf(known)];
  if (!one || !other) return !/\p{Nd}/u.test(stated) || stated === known; // ` 50`, `5,000` and `５０` may be read as numbers
  return [one, fromBase(one, decimals)].some((left) =>
    [other, fromBase(other, decimals)].some((right) => decimalText(left) === decimalText(right)),
  );
}
const shown = (text: string): string => JSON.stringify(text.slice(0, 60));
const contradiction = (
  field: string,
  requested: string,
  right: string,
  source: 'the service' | 'another field' = 'the service',
): BadInput =>
  new BadInput(
    'CONTRADICTION',
    `The field ${field} says ${shown(requested)}, and ${source} says ${shown(right)}; nothing was sent.`,
    `Leave ${field} out, or give what ${source} says.`,
  );

/** The amount against minimum, maximum, and a fee that is taken out of it. */
async function checkRange({ amount, minimum, maximum, fee, decimals = 0, token = [] }: TransferFields, find: FindFact): Promise<void> {
  const raw = decimalOf((await find(amount, true)) ?? '');
  if (!raw) return;
  const number = fromBase(raw, decimals);
  const least = plainFact('minimum', await find(minimum, true), decimals);
  const most = plainFact('maximum', await find(maximum, true), decimals);
  const charge = fee?.from === 'amount' ? plainFact('fee', await find(fee.amount, true), fee.decimals) : undefined;
  const text = (one: Decimal) => grouped(decimalText(one));
  if (least && isMore(least, number))
    throw new BadInput('BELOW_MINIMUM', `The amount is ${text(number)}, and the service takes ${text(least)} or more; nothing was sent.`);
  if (most && most.units > 0n && isMore(number, most))
    throw new BadInput('ABOVE_MAXIMUM', `The amount is ${text(number)}, and the service takes ${text(most)} or less; nothing was sent.`);
  const isSameUnit = fee !== undefined && (await unitsOf([fee.token, ...token], find)).size <= 1;
  if (charge && isSameUnit && !isMore(number, charge))
    throw new BadInput('FEE_TAKES_ALL', `The fee of ${text(charge)} leaves nothing of ${text(number)}; nothing was sent.`);
}
const unitsOf = async (locations: NonNullable<TransferFields['token']>, find: FindFact): Promise<ReadonlySet<string>> =>
  new Set((await Promise.all(locations.map((location) => find(location, true)))).flatMap((unit) => unit?.toUpperCase() ?? []));

/** The places of the amount against those of its token, and its base units against what a token can have. */
async function checkPrecision(fields: TransferFields, { paramValue, fieldOf }: RequestFields, find: FindFact): Promise<void> {
  const { amount, decimals } = fields;
  const text = typeof amount === 'string' ? scalar(paramValue(amount)) : undefined;
  if (typeof amount !== 'string' || text === undefined || plainAmount(text) === undefined) return;
  const places = decimals === undefined ? await decimalsIn(fields, find) : 0;
  checkSize(places === undefined ? text : amountOf(text, `The field ${fieldOf(amount) ?? amount}`, places), places ?? 0);
}

/** @throws {BadInput} AMOUNT_TOO_LARGE for a plain amount of more than 2^256 - 1 base units */
export function checkSize(amount: string, decimals: number): void {
  const number = decimalOf(amount);
  if (!number || !isMore(number, { units: mostBaseUnits, places: decimals })) return;
  throw new BadInput(
    'AMOUNT_TOO_LARGE',
    `The amount ${amount.slice(0, 90)} is more than any token can have, 2^256 - 1 base units; nothing was sent.`,
    'Check the number of digits.',
  );
}
