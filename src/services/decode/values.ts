// Values of a response that carry their own unit: money as an object or as one text, and times as a number.

import { foldName } from '../fold-text.js';
import { asText, decimalsOf, isRecord, isScalar } from '../json-value.js';

/** An amount of money as an object or a text of a response states it. */
export interface Money {
  /** The digits as the response has them. */
  readonly amount: string;
  /** The number of decimals of its unit in `amount`; 0 for whole units. */
  readonly scale: number;
  readonly unit: string;
}

const folded = (names: string): ReadonlySet<string> => new Set(names.split(' ').map(foldName));
const amountNames = folded('amount value quantity');
const unitNames = folded('currency currencyId currencyCode symbol ticker token unit ccy denom asset');
const scaleNames = folded('scale decimals exponent precision');
const otherNames = folded('formatted display text type kind name');
const kinds = [amountNames, unitNames, scaleNames, otherNames];
const decimal = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

/** Whether a field of this name may have the unit of an amount. */
export const namesUnit = (name: string): boolean => unitNames.has(foldName(name));

/** An amount and the code of a currency, with a space between them: `25.00 MVP`, `MVP 25`, `25 bMVL`. */
const moneyText = /^(?:(-?\d+(?:\.\d+)?)\s([a-z]?[A-Z]{2,9})|([a-z]?[A-Z]{2,9})\s(-?\d+(?:\.\d+)?))$/;

/** The money of a value: of an object, or of a text in whole units. */
export function moneyValue(value: unknown): Money | undefined {
  if (typeof value !== 'string') return moneyObject(value);
  const [text, first, unit, otherUnit, last] = moneyText.exec(value.trim()) ?? [];
  return text === undefined ? undefined : { amount: first ?? last!, scale: 0, unit: unit ?? otherUnit! };
}

/**
 * The money of an object that has nothing else: `{amount, currency}` in whole units, `{value, scale, currency}` in
 * units of 10^-scale. Undefined for any other value; an amount without its unit is no money.
 */
export function moneyObject(value: unknown): Money | undefined {
  if (!isRecord(value)) return undefined;
  const found = new Map<ReadonlySet<string>, unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const key = foldName(name);
    const kind = kinds.find((names) => names.has(key));
    if (kind === undefined || (kind === otherNames ? !isScalar(inner) : found.has(kind))) return undefined;
    found.set(kind, inner);
  }
  const [amount, unit, scale] = kinds.map((names) => found.get(names));
  const digits = asText(amount);
  if (!isScalar(amount) || !decimal.test(digits) || typeof unit !== 'string' || unit === '') return undefined;
  const places = found.has(scaleNames) ? decimalsOf(scale) : 0;
  return Number.isNaN(places) ? undefined : { amount: digits, scale: places, unit };
}

/** The first and the last moment that a number of a response may mean, epoch milliseconds: of 2001 and 2100. */
const [earliest, latest] = [978_307_200_000, 4_102_444_800_000];
/**
 * The moment of a number or a text of digits: epoch seconds with 10 digits and fractions, milliseconds with 13,
 * microseconds with 16. Undefined for every other text. Only for fields that are declared to hold a time.
 * @returns epoch milliseconds
 */
export function epochTime(text: string): number | undefined {
  const [, digits] = /^([1-9]\d{9}(?:\d{3}){0,2})(\.\d+)?$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const at = Math.floor(Number(text) * 1000 ** ((13 - digits.length) / 3));
  return at >= earliest && at < latest ? at : undefined;
}
