// Amounts as typed: parsed exactly, or refused.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, baseUnits, grouped, sumOf, whole } from '../../../src/money/values/decimal.js';

import { BadInput } from '../../../src/services/http/errors.js';
import { property } from '../../support/runs.js';

const units = fc.bigInt({ min: 1n, max: 10n ** 60n });
const places = fc.integer({ min: 0, max: 18 });

test('base units are parsed and printed back unchanged', () => {
  property(100, units, places, (base, decimals) => {
    const output = whole(String(base), decimals)!;
    expect(baseUnits(output, decimals)).toBe(base);
    expect(amountOf(output, '--amount')).toBe(output);
  });
});

test('trailing zeros change nothing, and an extra decimal place is refused, never rounded', () => {
  property(100, units, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6 }), (base, decimals, more) => {
    const output = whole(String(base), decimals)!;
    const long = `${output.includes('.') ? output : `${output}.`}${'0'.repeat(more)}`;
    expect(baseUnits(long, decimals)).toBe(base);
    expect(() =>
      baseUnits(`${output.includes('.') ? output : `${output}.`}${'0'.repeat(decimals)}1`, decimals),
    ).toThrow(BadInput);
  });
});

const notPlain = '-1 +1 1e3 0x10 1,000 .5 5. 007 00 0 0.0 0.000 １ ٣ 1.2.3 NaN Infinity';
test.each([...notPlain.split(' '), '', ' ', '1 000', '1\u0000', '9'.repeat(79)])('%j is not an amount', (typed) => {
  expect(() => amountOf(typed, '--amount')).toThrow(/^--amount is not a valid amount: /);
});

test('any input is an amount with exactly its digits or an error sentence', () => {
  property(100, fc.string({ unit: fc.constantFrom(...'0123456789.,-+eE x') }), (typed) => {
    try {
      const amount = amountOf(typed, '--amount');
      expect(amount).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      expect(typed.startsWith(amount.replace(/\.\d+$/, ''))).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(BadInput);
    }
  });
});

test('a sum of decimals is exact', () => {
  property(
    100,
    fc.array(fc.tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), places), { maxLength: 8 }),
    (parts) => {
      const exact = parts.reduce((sum, [base, decimals]) => sum + base * 10n ** BigInt(18 - decimals), 0n);
      expect(baseOf(sumOf(parts.map(([base, decimals]) => whole(String(base), decimals)!)))).toBe(exact);
    },
  );
});
function baseOf(text: string): bigint {
  const [integer = '0', fraction = ''] = text.replace('-', '').split('.');
  const base = BigInt(integer + fraction.padEnd(18, '0'));
  return text.startsWith('-') ? -base : base;
}

test('thousands are separated, the fraction is unchanged', () => {
  expect([grouped('1234567.000100'), grouped('-1000'), grouped('999'), grouped('1e9')]).toEqual([
    '1,234,567.000100',
    '-1,000',
    '999',
    '1e9',
  ]);
});
