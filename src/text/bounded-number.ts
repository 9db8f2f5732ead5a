// A number in a bounded width: whole, or in a short form that cannot be taken for another number.
import type { Span } from './line.js';
import { fit as cutEnd, width } from './text.js';

/** The width up to which a table always shows a number with its unit whole; other columns give way. */
export const widestNumber = 32;
/** The maximum and minimum digits of a shortened number. */
const [mostDigits, leastDigits] = [9, 3];

/**
 * A number with its unit (`1,234.5 MVL`) if it fits; else its first digits and its magnitude: `1.02739…e19 MVL`,
 * `1e21` without omitted digits; of base units `decimals unknown`, since no part of them is an amount. Amounts that differ early stay distinct, and no amount reads as a plain number. Other
 * text is cut at its end.
 */
export function boundedNumber({ text, unscaled }: Pick<Span, 'text' | 'unscaled'>, columns: number): string {
  if (width(text) <= columns) return text;
  if (unscaled !== undefined) return cutEnd(`decimals unknown${unscaled}`, columns);
  const [, sign, number, unit] = /^([-+]?)(\d[\d,]*(?:\.\d+)?)(?=$|\s)(.*)$/s.exec(text) ?? [];
  // its unit is cut
  const isShort = number !== undefined && number.length <= mostDigits && sign!.length + number.length < columns;
  if (number === undefined || isShort) return cutEnd(text, columns);
  for (const room of [columns - width(unit!), columns]) {
    const short = shortened(number, room - sign!.length);
    if (short !== undefined) return cutEnd(`${sign}${short}${unit!.trimEnd()}`, columns);
  }
  return columns < 1 ? '' : '…';
}

/** A number as its first digits and a power of ten; undefined without enough room. */
function shortened(number: string, columns: number): string | undefined {
  const [whole = '', fraction = ''] = number.replaceAll(',', '').split('.');
  const digitsWithZeros = whole + fraction;
  const first = digitsWithZeros.search(/[1-9]/);
  if (first < 0) return undefined;
  const digits = digitsWithZeros.slice(first).replace(/0+$/, '');
  const exponent = `e${whole.length - 1 - first}`;
  const exact = `${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}${exponent}`;
  if (digits.length <= mostDigits && exact.length <= columns) return exact;
  const count = Math.min(mostDigits, digits.length - 1, columns - exponent.length - 2); // the point and the ellipsis
  return count < leastDigits ? undefined : `${digits[0]}.${digits.slice(1, count)}…${exponent}`;
}
