// Formats amounts for people: exact, in whole tokens, thousands grouped. Never rounds.

import { type Decimal, decimalText } from './decimal.js';

/** Base units in whole tokens: `whole('1500000', 6)` is `1.5`. Undefined without a whole number and valid decimals. */
export function whole(base: string, decimals: number): string | undefined {
  if (!/^-?\d+$/.test(base) || !Number.isInteger(decimals) || decimals < 0 || decimals > 77) return undefined;
  const [sign, digits] = base.startsWith('-') ? ['-', base.slice(1)] : ['', base];
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
