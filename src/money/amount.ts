// Parses typed amounts: ASCII digits and one point, above zero, exact. Never rounds (docs/money.md 2).
import { BadInput } from '../services/http/errors.js';

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
