// Amounts: decimal texts in whole tokens outside, whole numbers of the smallest unit inside. No floating point.

/** `'12.5'` with 6 decimals is `12500000n`; digits beyond the decimals are dropped (platform 1.5: the server rounds down). */
export function toBase(amount: string, decimals: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '') throw new RangeError(`${amount} is not an amount`);
  const digits = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return sign === '-' ? -digits : digits;
}

/** The shortest decimal text of a number of the smallest unit. */
export function toDecimal(base: bigint, decimals: number): string {
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${base < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A share of an amount in per cent, rounded down to a whole step of the unit. */
export const percent = (amount: bigint, share: number): bigint => (amount * BigInt(share)) / 100n;
