// Exact decimal arithmetic: amounts, prices and limits are added, multiplied and compared without doubles.
import { BadInput } from '../../services/http/errors.js';

// Parses typed amounts: ASCII digits and one point, above zero, exact. Never rounds (docs/money.md 2).

const most = 78;

/**
 * Parses an amount in whole tokens to its shortest form: `7.50` to `7.5`; `007.50` is refused.
 * @param decimals the most places that it may have, if that is known
 * @throws {BadInput} BAD_AMOUNT for anything but plain digits above zero, and for too many places
 */
export function amountOf(text: string, where: string, decimals?: number): string {
  const bad = (why: string) =>
    new BadInput(
      'BAD_AMOUNT',
      `${where} is not a valid amount: ${JSON.stringify(text.slice(0, 90))} ${why}.`,
      'Write it like 50 or 0.25.',
    );
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text);
  if (!match) throw bad('must be digits with at most one point between them');
  const [, units = '', fraction = ''] = match;
  if (units.length + fraction.length > most) throw bad(`has more than ${most} digits`);
  const places = fraction.replace(/0+$/, '');
  if (units === '0' && places === '') throw bad('must be above zero');
  if (decimals !== undefined && places.length > decimals)
    throw bad(
      decimals === 0 ? 'has places behind the point, and there are none here' : `has more than ${decimals} places`,
    );
  return places === '' ? units : `${units}.${places}`;
}

/** Converts an amount to base units: `baseUnits('1.5', 6)` is `1500000n`. @throws {BadInput} as `amountOf` */
export function baseUnits(text: string, decimals: number, where = 'The amount'): bigint {
  const [units = '', fraction = ''] = amountOf(text, where, decimals).split('.');
  return BigInt(units + fraction.padEnd(decimals, '0'));
}

// Formats amounts for people: exact, in whole tokens, thousands grouped. Never rounds.

/** Base units in whole tokens: `whole('1500000', 6)` is `1.5`. Undefined without a whole number and valid decimals. */
export function whole(base: string | bigint, decimals: number): string | undefined {
  const text = String(base);
  if (!/^-?\d+$/.test(text) || !Number.isInteger(decimals) || decimals < 0 || decimals > 77) return undefined;
  const [sign, digits] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text];
  const padded = digits.replace(/^0+(?=\d)/, '').padStart(decimals + 1, '0');
  const fraction = padded.slice(padded.length - decimals).replace(/0+$/, '');
  const units = padded.slice(0, padded.length - decimals);
  return `${sign}${units}${decimals === 0 || fraction === '' ? '' : `.${fraction}`}`;
}

/** Groups thousands by commas; the fraction, and a text that is not a plain decimal number, stay as they are. */
export function grouped(text: string): string {
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!parts) return text;
  return `${parts[1]}${parts[2]!.replace(/\B(?=(\d{3})+$)/g, ',')}${parts[3] ?? ''}`;
}

/** The exact sum of decimal numbers, with or without an exponent of at most three digits. */
export function sumOf(numbers: readonly string[]): string {
  const parts = numbers.map(partsOf);
  const places = Math.max(0, ...parts.map((part) => part.places));
  const total = parts.reduce((sum, part) => sum + part.units * 10n ** BigInt(places - part.places), 0n);
  return total < 0n ? `-${decimalText({ units: -total, places })}` : decimalText({ units: total, places });
}
/** The digits of a number, and how many of them are behind the point: fewer than none if zeros are left out. */
function partsOf(text: string): Decimal {
  const [, sign = '', digits = text, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(text) ?? [];
  return { units: BigInt(`${sign}${digits}${fraction}`), places: fraction.length - Number(exponent) };
}

/** A decimal number of at least 0: the last `places` digits of `units` are after the point. */
export interface Decimal {
  readonly units: bigint;
  readonly places: number;
}
export const zero: Decimal = { units: 0n, places: 0 };
const maxLength = 120;

/**
 * A plain decimal number (`0`, `12.50`); undefined for a sign, an exponent or anything else, or more than 120 digits.
 */
export function decimalOf(text: string): Decimal | undefined {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts || text.length > maxLength) return undefined;
  const [, units = '', fraction = ''] = parts;
  return { units: BigInt(units + fraction), places: fraction.length };
}

/**
 * A number of at least 0 as JSON writes it, with an exponent of up to two digits (`1e-7`); undefined for anything else.
 */
export function decimalOfNumber(text: string): Decimal | undefined {
  const [, digits = text, exponent = '0'] = /^([\d.]+)[eE]([+-]?\d{1,2})$/.exec(text) ?? [];
  const number = decimalOf(digits);
  if (!number) return undefined;
  const places = number.places - Number(exponent);
  return places >= 0 ? { units: number.units, places } : { units: number.units * 10n ** BigInt(-places), places: 0 };
}

/**
 * A JSON number as plain digits. A number without an exponent, or with more than two digits in it, is returned
 * unchanged.
 */
export function plainNumber(text: string): string {
  const [, sign = '', digits = ''] = /^(-?)(\d[\d.]*e.+)$/i.exec(text) ?? [];
  const number = digits === '' ? undefined : decimalOfNumber(digits);
  return number ? `${sign}${decimalText(number)}` : text;
}

/** Base units in whole tokens. */
export const fromBase = ({ units, places }: Decimal, decimals: number): Decimal => ({
  units,
  places: places + decimals,
});

/** The exact sum, with the places of the number that has more. */
export function plus(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places);
  return { units: at(one, places) + at(other, places), places };
}
/** The difference; the first number is at least the second. */
export function minus(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places);
  return { units: at(one, places) - at(other, places), places };
}
/** The exact product. Nothing is rounded, so it has the places of both numbers together. */
export const times = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  places: one.places + other.places,
});

/** Whether a number is more than another. */
export function isMore(one: Decimal, other: Decimal): boolean {
  const places = Math.max(one.places, other.places);
  return at(one, places) > at(other, places);
}

/** The quotient of two numbers above zero, rounded up to so many places. */
export function quotient(one: Decimal, other: Decimal, places: number): Decimal {
  const [units, by] = [at(one, one.places + other.places + places), other.units * 10n ** BigInt(one.places)];
  return { units: (units + by - 1n) / by, places };
}

/** Rounds up to at most so many places, so that a total never falls below a limit by rounding. */
export function roundedUp(number: Decimal, places: number): Decimal {
  if (number.places <= places) return number;
  const unit = 10n ** BigInt(number.places - places);
  return { units: (number.units + unit - 1n) / unit, places };
}

/** The number in its shortest form. */
export function decimalText({ units, places }: Decimal): string {
  const digits = String(units).padStart(places + 1, '0');
  const [whole, fraction] = [
    digits.slice(0, digits.length - places),
    digits.slice(digits.length - places).replace(/0+$/, ''),
  ];
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const at = ({ units, places }: Decimal, scale: number) => units * 10n ** BigInt(scale - places);
