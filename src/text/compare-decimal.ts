// Compares written decimal numbers exactly: 78 digits, `1e400` and `1.10`.

/**
 * The parts of a written number: value = digits x 10^exponent. Digits have no zeros at either end; zero has no digits.
 */
export interface ComparableDecimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const written = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Parses a decimal number; undefined for other text. */
export function comparableDecimal(text: string): ComparableDecimal | undefined {
  const parts = written.exec(text);
  if (parts === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = trimZeros(significant);
  return {
    negative: sign === '-' && digits !== '',
    digits,
    exponent: Number(exponent) - fraction.length + (significant.length - digits.length),
  };
}

/** Not a regular expression: `0+$` would take quadratic time. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** The canonical spelling of a number, equal for `1.10`, `11e-1` and `1.1`. */
export function sameValue(text: string): string {
  const number = comparableDecimal(text);
  if (number === undefined) return text;
  return number.digits === '' ? '0' : `${number.negative ? '-' : ''}${number.digits}e${number.exponent}`;
}

/** Below zero if `a` is smaller, above if `b` is, 0 if they are equal. */
export function compareDecimals(a: ComparableDecimal, b: ComparableDecimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  return a.negative ? compareSizes(b, a) : compareSizes(a, b);
}

function compareSizes(a: ComparableDecimal, b: ComparableDecimal): number {
  if (a.digits === '' || b.digits === '') return Math.sign(a.digits.length - b.digits.length);
  const places = a.exponent + a.digits.length - (b.exponent + b.digits.length);
  if (places !== 0) return places;
  return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
}
