// Compares a request with what the service says of the same things (SAFETY.md section 2: unit, price, fee and minimum come from the service).

import { BadInput } from '../../services/http/errors.js';
import { isRecord, isScalar } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { amountOf } from '../amount.js';
import { grouped } from '../amount-text.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore } from '../decimal.js';
import { guardedNames, type TransferFields } from '../transfer-fields.js';
import { amountIn, decimalsIn, plainAmount, plainFact } from './extract.js';
import { type FindFact, isSymbol, type RequestFields, scalar } from './facts.js';
import { sameToken } from './limits.js';
import { factNamed, type StatedFact } from './stated-names.js';

/** The most base units that any token can have: a 256-bit number (ERC-20). */
const mostBaseUnits = 2n ** 256n - 1n;

/**
 * Compares a request with what the service says: another unit, network, price, fee or kind in any of its fields, an amount below the minimum, above the maximum
 * or within the fee, more places than the token has, more base units than a token can have. Makes the reads that it needs; a failed read contradicts nothing.
 * @throws {BadInput} CONTRADICTION, BELOW_MINIMUM, ABOVE_MAXIMUM, FEE_TAKES_ALL, BAD_AMOUNT, AMOUNT_TOO_LARGE; {Failure} as `plainFact`
 */
export async function checkAgreement(fields: TransferFields, requestFields: RequestFields, find: FindFact): Promise<void> {
  await checkNamedFields(fields, requestFields, find);
  await checkStatedFacts(fields, requestFields, find);
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

/** Every other field of the body whose name states a fact, at any depth. */
async function checkStatedFacts(fields: TransferFields, { body, fieldOf }: RequestFields, find: FindFact): Promise<void> {
  const declared = new Set(guardedNames(fields).flatMap((name) => fieldOf(name) ?? []));
  for (const [name, value] of leavesOf(body)) {
    const fact = factNamed(name.split('.').at(-1)!);
    if (fact === undefined || declared.has(name) || /(^|\.)token$/i.test(name)) continue; // a field `token` may be a credential
    const known = await factsOf(fact, fields, find);
    if (known.length === 0 || known.some((one) => isSameFact(fact, value, one, fields))) continue;
    throw contradiction(name, value, known[0]!);
  }
}

/** The plain values in a body, each with its dotted name. */
function* leavesOf(value: unknown, name = ''): Generator<readonly [name: string, text: string]> {
  if (isScalar(value)) yield [name, String(value)];
  else if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, name);
  else if (isRecord(value)) for (const [key, item] of Object.entries(value)) yield* leavesOf(item, name === '' ? key : `${name}.${key}`);
}

/** What the service says of a fact: several values where several are right, none where it says nothing. */
async function factsOf(fact: StatedFact, fields: TransferFields, find: FindFact): Promise<readonly string[]> {
  const { token = [], fee, networks = [], minimum, maximum, arrives, amount, times } = fields;
  const factLocations = {
    unit: [...token, fee?.token, arrives && 'token' in arrives ? arrives.token : undefined],
    network: networks,
    fee: [fee?.amount],
    minimum: [minimum],
    maximum: [maximum],
    price: times === undefined ? [] : [amount],
    total: [],
    amount: [],
    address: [],
    user: [],
  }[fact];
  if (fact === 'amount' || fact === 'total') {
    if (typeof amount === 'string' && fact === 'total') return []; // a total may have the fee in it
    const whole = typeof amount === 'string' && times === undefined ? undefined : await amountIn(fields, find, true);
    return whole === undefined ? [] : [whole];
  }
  const values = await Promise.all(factLocations.map((location) => find(location, true)));
  return values.filter((value) => value !== undefined);
}

/** Whether a stated value may be a fact: a name that is no symbol, and a text that is no number, are not compared. */
function isSameFact(fact: StatedFact, stated: string, known: string, { decimals = 0 }: TransferFields): boolean {
  if (fact === 'unit') return !isSymbol(stated) || !isSymbol(known) || sameToken(stated, known);
  if (fact === 'network') return !/^[A-Za-z]\w*$/.test(stated) || sameToken(stated, known);
  const [one, other] = [decimalOf(stated), decimalOf(known)];
  if (!one || !other) return !/^[-+]?[\d.]/.test(stated) || stated === known;
  return [other, fromBase(other, decimals)].some((right) => decimalText(one) === decimalText(right));
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 60));
const contradiction = (field: string, requested: string, answered: string): BadInput =>
  new BadInput(
    'CONTRADICTION',
    `The field ${field} says ${shown(requested)}, and the service says ${shown(answered)}; nothing was sent.`,
    `Leave ${field} out, or give what the service says.`,
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
