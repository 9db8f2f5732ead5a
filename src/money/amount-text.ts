// Formats amounts for people: exact, in whole tokens, thousands grouped. Never rounds.

import { plainNumber } from './decimal.js';

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

/** The exact sum of decimal numbers, with or without an exponent. */
export function sumOf(numbers: readonly string[]): string {
  const texts = numbers.map(plainNumber);
  const places = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const total = texts.reduce((sum, text) => {
    const [units = '0', fraction = ''] = text.replace('-', '').split('.');
    const base = BigInt(units + fraction.padEnd(places, '0'));
    return text.startsWith('-') ? sum - base : sum + base;
  }, 0n);
  return whole(String(total), places) ?? String(total);
}
