// A number in a bounded width: whole, or a mark that nobody can take for another number.
import { fit as cutEnd, width } from './text.js';

/** The width up to which a number with its unit always stands whole in a table, however many columns have to give way. */
export const widestNumber = 32;

/**
 * A number with its unit (`1,234.5 MVL`) where it takes at most `columns`; else how many digits it has, and its unit: `(60 digits) MVL`. No digit of a number that is
 * cut is shown: its first ones are another number. Any other text is cut at its end.
 */
export function boundedNumber(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  const [, sign, number, rest] = /^([-+]?)(\d[\d,]*(?:\.\d+)?)(?=$|\s)(.*)$/s.exec(text) ?? [];
  if (number === undefined) return cutEnd(text, columns);
  const digits = number.replace(/\D/g, '').length;
  const mark = `${sign}(${digits} digits)`;
  if (width(mark) > columns) return columns < 1 ? '' : '…';
  return cutEnd(`${mark}${rest!.trimEnd()}`, columns);
}
