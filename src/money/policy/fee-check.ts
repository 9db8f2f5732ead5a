// The fee that a response or a row states, against that of the receipt and `limits.fee`: one comparison for the response of a transfer and for the rows by which
// its end is known.

import { type Decimal, decimalOf, decimalText, fromBase, isMore, plus } from '../decimal.js';
import { plainTexts, type StatedField } from './stated-fields.js';

/** What a response or a row says of the fee: in whole tokens, or the text that is not an amount; nothing where it states none. */
export type StatedFee = { readonly whole: Decimal; readonly unreadable?: undefined } | { readonly unreadable: string } | undefined;

const none: Decimal = { units: 0n, places: 0 };
const unsigned = (text: string): string => text.replace(/^-/, '');
const numbersIn = (texts: readonly string[]): readonly Decimal[] => texts.flatMap((text) => decimalOf(unsigned(text)) ?? []);
const most = (values: readonly Decimal[]): Decimal => values.reduce((one, other) => (isMore(other, one) ? other : one), none);

/**
 * Reads the fee of some fields: of several the highest counts, with those that are said to be extra.
 * @param decimals those of a fee that is in base units by the table; 0 for whole tokens
 * @param baseDecimals those of a fee whose name says that it is in base units; without them it is not read
 * @param more texts of the fee beside those of the fields
 */
export function statedFee(
  fields: readonly StatedField[],
  { decimals = 0, baseDecimals, more = [] }: { decimals?: number | undefined; baseDecimals?: number | undefined; more?: readonly string[] },
): StatedFee {
  const charges = fields.filter(({ role }) => role.fact === 'fee');
  const plain = [...more, ...plainTexts(...charges.filter(({ role }) => !role.isExtra && !role.isBase))].filter((text) => text !== '');
  const unreadable = plain.find((text) => /^[-+]?[\d.]|^NaN$|^[-+]?Infinity$/i.test(text) && !decimalOf(unsigned(text)));
  if (unreadable !== undefined) return { unreadable };
  const inBase = charges.filter(({ role }) => role.isBase && baseDecimals !== undefined).flatMap(({ texts }) => texts);
  const single = most([
    ...numbersIn(plain).map((one) => fromBase(one, decimals)),
    ...numbersIn(inBase).map((one) => fromBase(one, baseDecimals ?? 0)),
  ]);
  const extra = numbersIn(plainTexts(...charges.filter(({ role }) => role.isExtra && !role.isBase)));
  const whole = extra.map((one) => fromBase(one, decimals)).reduce(plus, single);
  return whole.units === 0n ? undefined : { whole };
}

/**
 * A fee that is none, or above that of the receipt, or above the limit, each as the end of a sentence. @param value the fee in the unit of the limit; nothing
 * where it is not known
 */
export function feeProblems(
  fee: StatedFee,
  {
    expected,
    token,
    limit,
  }: {
    readonly expected: string | undefined;
    readonly token: string | undefined;
    readonly limit?: { readonly max: Decimal; readonly unit: string; readonly value: Decimal | undefined } | undefined;
  },
): string[] {
  if (fee === undefined) return [];
  if (fee.unreadable !== undefined) return [`it takes a fee of ${JSON.stringify(fee.unreadable.slice(0, 120))}, which is not an amount`];
  const text = (amount: Decimal) => `${decimalText(amount)} ${token ?? ''}`.trim();
  const expectedFee = decimalOf(expected ?? '');
  return [
    ...(expectedFee && isMore(fee.whole, expectedFee)
      ? [`it takes a fee of ${text(fee.whole)}, and the receipt said ${text(expectedFee)}`]
      : []),
    ...(limit && (limit.value === undefined || isMore(limit.value, limit.max))
      ? [`it takes a fee of ${text(fee.whole)}, and limits.fee is ${decimalText(limit.max)} ${limit.unit}`]
      : []),
  ];
}
