// Decimal numbers as they are written, compared exactly: 78 digits, `1e400` and `1.10` alike.

/** A written number taken apart: value = digits x 10^exponent; digits have no zeros at either end, and zero has none at all. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const written = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The number in the text, or undefined for what is no decimal number. */
export function decimal(text: string): Decimal | undefined {
  const parts = written.exec(text);
  if (parts === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = trimZeros(all);
  return { negative: sign === '-' && digits !== '', digits, exponent: Number(exponent) - fraction.length + (all.length - digits.length) };
}

/** Not a pattern: `0+$` is tried anew at each zero of a long number. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** One text for all spellings of one value: `1.10`, `11e-1` and `1.1` give the same. */
export function sameValue(text: string): string {
  const number = decimal(text);
  if (number === undefined) return text;
  return number.digits === '' ? '0' : `${number.negative ? '-' : ''}${number.digits}e${number.exponent}`;
}

/** Below zero when `a` is the smaller one, above when `b` is, and 0 when they are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  return a.negative ? compareSizes(b, a) : compareSizes(a, b);
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === '' || b.digits === '') return Math.sign(a.digits.length - b.digits.length);
  const places = a.exponent + a.digits.length - (b.exponent + b.digits.length);
  if (places !== 0) return places;
  return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
}
