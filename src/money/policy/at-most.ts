// `--at-most`: the most that one operation may cost. The request and its response are compared with it; under a limit
// it counts for an unknown amount only within limits.unknown.

import { BadInput, Guarded } from '../../services/http/errors.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { amountOf, type Decimal, decimalOf, isMore, times } from '../values/decimal.js';
import { type Figure, type StatedAmount, sameToken } from '../values/token.js';

import type { PriceLookup } from './limits.js';

/** Parses a stated amount: `45 USDC`. @throws {BadInput} BAD_VALUE, BAD_AMOUNT */
export function parseAtMost(text: string): StatedAmount {
  const [, number = '', token = ''] = /^ *(\S+) +([A-Za-z][A-Za-z0-9.]{0,19}) *$/.exec(text) ?? [];
  if (number === '')
    throw new BadInput(
      'BAD_VALUE',
      `--at-most takes an amount and its unit, not ${JSON.stringify(text.slice(0, 90))}.`,
      "Write it like --at-most '45 USDC'.",
    );
  return { amount: amountOf(number, '--at-most'), token };
}

/**
 * The value of a stated amount in US dollars; nothing for a token without a price. A dollar token without a known price
 * counts as dollars, since the person states it as the most.
 */
export function statedValue({ amount, token }: StatedAmount, prices: PriceLookup): Decimal | undefined {
  const price = prices(token) ?? (isDollar(token) ? { units: 1n, places: 0 } : undefined);
  return price && times(price, decimalOf(amount)!);
}
/** Whether a token stands for the dollar, or can be redeemed for one. */
export const isDollar = (token: string): boolean => ['USD', 'USDC', 'USDT'].some((name) => sameToken(token, name));

/**
 * Whether a person may state the value of a token by an amount of another one: the platform says that it has no price,
 * and it is not a dollar token. Any other token has a value, even if its price cannot be read.
 */
const mayStateValue = (token: string, prices: PriceLookup) =>
  prices.isWithoutPrice?.(token) === true && !isDollar(token);

/**
 * Compares the amount that leaves with the stated one: directly in one unit, else by their values. If the amount has no
 * price at all, the value of the stated one stands for it.
 * @throws {BadInput} OVER_AT_MOST; {Guarded} NOT_COMPARABLE if its unit or a price is unknown
 */
export function checkAtMost(leaving: Figure, stated: StatedAmount, prices: PriceLookup): void {
  const number = decimalOf(leaving.amount);
  if (!number) return;
  const { amount, token } = leaving;
  if (token === undefined || sameToken(token, stated.token)) {
    if (isMore(number, decimalOf(stated.amount)!)) throw overAtMost(leaving, stated, '');
    if (token === undefined) throw beyondCompare(`The operation takes ${amount} of an unknown unit`, stated);
    return;
  }
  const [value, most] = [statedValue({ amount, token }, prices), statedValue(stated, prices)];
  if (value && most) {
    if (isMore(value, most)) throw overAtMost(leaving, stated, ', which is less by the prices of the platform');
    return;
  }
  if (most && mayStateValue(token, prices)) return;
  throw new Guarded(
    'NOT_COMPARABLE',
    `tuk cannot compare the cost of ${amount} ${token} with --at-most ${stated.amount} ${stated.token}, because it cannot read a price of ${most ? token : stated.token}.`,
    most
      ? `Try again when its price can be read, or state the most in its own unit: --at-most '${amount} ${token}'. Another unit counts for a token that has no price.`
      : `State the most in its own unit: --at-most '${amount} ${token}'`,
  );
}

/**
 * Compares every number of a body with the stated amount, at any depth and in texts: a service may take any undeclared
 * field for the amount.
 * @param declared the fields of known meaning; the amount among them is compared by `checkAtMost`
 * @throws {BadInput} OVER_AT_MOST
 */
export function checkBodyNumbers(body: Row, declared: readonly string[], stated: StatedAmount): void {
  const most = decimalOf(stated.amount)!;
  for (const [field, value] of leavesOf(body)) {
    if (declared.includes(field) || !mayBeOver(value, most)) continue;
    throw new BadInput(
      'OVER_AT_MOST',
      `The field ${field} says ${JSON.stringify(asText(value).slice(0, 60))}, which a service may take for the amount, and --at-most says ${stated.amount} ${stated.token}.`,
      'Leave the field out, or state a higher amount.',
    );
  }
}
/** The plain values in a body, each with its dotted name. */
function* leavesOf(value: unknown, name = ''): Generator<readonly [field: string, value: unknown]> {
  if (isScalar(value)) yield [name, value];
  else if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, name);
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) yield* leavesOf(item, name === '' ? key : `${name}.${key}`);
}
/**
 * Whether a reader may take a value for a number above another one: `5e3`, `0x1388`, ` 5,000 `, `−5000`, `5000 USDC`,
 * digits of any script. A number that is too long to be calculated with counts as above.
 */
function mayBeOver(value: unknown, most: Decimal) {
  if (typeof value === 'boolean') return false;
  const text = asText(value)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(/[\s\p{Cf}\p{Cc},_'’٬]/gu, '')
    .replace(/^[\p{Pd}\u2212+\p{Sc}]+/u, '');
  if (/^infinity$/i.test(text)) return true;
  const radix = /^0[xob][\da-f]{1,64}$/i.test(text) && !Number.isNaN(Number(text)) ? BigInt(text) : undefined;
  if (radix !== undefined) return isMore({ units: radix, places: 0 }, most);
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d*)\.?(\d*)(?:e([+-]?\d+))?\p{L}{0,10}$/iu.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return false;
  const size = digits.length - fraction.length + Number(exponent); // how many digits stand before the point
  if (size > longest) return true;
  if (size < -longest || digits.length > longest) return size > 0 && digits.length > longest;
  const places = fraction.length - Number(exponent);
  return isMore(
    places >= 0 ? { units: BigInt(digits), places } : { units: BigInt(digits) * 10n ** BigInt(-places), places: 0 },
    most,
  );
}
const longest = 200;
/** The value of a decimal digit of any script: the digits of a script follow each other from its zero. */
function digitOf(digit: string) {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

/** A cost, or a part of it, is unknown: nobody knows whether it is within --at-most. @param what a sentence */
export const beyondCompare = (what: string, { amount, token }: StatedAmount): Guarded =>
  new Guarded(
    'NOT_COMPARABLE',
    `${what}, so whether it is within --at-most, ${amount} ${token}, is not known.`,
    'Try again when the service states it.',
  );
const overAtMost = ({ amount, token }: Figure, stated: StatedAmount, why: string) =>
  new BadInput(
    'OVER_AT_MOST',
    `The operation takes ${amount} ${token ?? '(its unit is not known)'}, and --at-most says ${stated.amount} ${stated.token}${why}.`,
    'Send less, or state the cost.',
  );
