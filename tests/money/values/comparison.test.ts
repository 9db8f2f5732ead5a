// A promised value and a stated one are equal, different, or not comparable: different only in one form, and equal only in one canonical value.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyOf, compareAmounts, compareValue, type ValueKind } from '../../../src/money/values/comparison.js';
import { decimalOf, decimalText, fromBase } from '../../../src/money/values/decimal.js';
import { runs } from '../../support/runs.js';

const kinds: readonly ValueKind[] = ['number', 'token', 'network', 'address', 'user', 'id', 'text'];
const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const uuid = '5aee8d3a-0000-4000-8000-00000000000a';

test.each<[kind: ValueKind, promised: string, stated: string, result: string]>([
  ['user', 'dara', 'dara', 'equal'],
  ['user', 'dara', ' dara\n', 'equal'],
  ['user', 'dara', 'KIM', 'different'],
  ['user', 'dara', 'Dara', 'not comparable'], // no public source says whether the platform ignores the case of letters
  ['user', 'dara', uuid, 'not comparable'],
  ['user', 'dara', '7', 'not comparable'],
  ['user', 'dara', 'd••a', 'not comparable'],
  ['user', 'dara', 'Dara Sok', 'not comparable'],
  ['user', 'dara', 'dara@example.com', 'not comparable'],
  ['user', 'dara', '', 'not comparable'],
  ['user', '7', '8', 'different'],
  ['user', '007', '7', 'not comparable'],
  ['user', '+855 12 345', '+85512345', 'equal'],
  ['user', uuid, uuid.toUpperCase(), 'equal'],
  ['user', uuid, uuid.replaceAll('-', ''), 'equal'],
  ['token', 'MVL', ' MVL', 'equal'],
  ['token', 'MVL', 'mvl', 'equal'],
  ['token', 'MVL', 'ＭＶＬ', 'equal'],
  ['token', 'MVL', 'bMVL', 'different'],
  ['token', 'MVL', 'M\u200bVL', 'different'],
  ['token', 'MVL', '7', 'not comparable'],
  ['token', 'MVL', uuid, 'not comparable'],
  ['token', 'MVL', evm, 'not comparable'],
  ['network', 'BSC', 'BNB Smart Chain', 'equal'],
  ['network', 'BSC', '56', 'equal'],
  ['network', 'BSC', '1', 'different'],
  ['network', 'BSC', '7', 'not comparable'],
  ['network', 'BSC', 'polygon', 'different'],
  ['network', 'BSC', uuid, 'not comparable'],
  ['network', 'BSC', 'BSC_TEST', 'different'],
  ['address', evm, evm.toLowerCase(), 'equal'],
  ['address', evm, evm.slice(2), 'equal'],
  ['address', evm, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'different'],
  ['address', evm, `${evm.slice(0, 6)}…${evm.slice(-4)}`, 'not comparable'],
  ['address', evm, 'my wallet', 'not comparable'],
  ['address', evm, uuid, 'not comparable'],
  ['number', '1', '1.0', 'equal'],
  ['number', '1', '2', 'different'],
  ['number', '1', 'one', 'not comparable'],
  ['id', 'WEEK', 'week', 'equal'],
  ['id', 'WEEK', 'MONTH', 'different'],
  ['id', '7', '07', 'equal'],
  ['text', '1.0', '1', 'equal'],
  ['text', 'rent for May', 'rent for M', 'not comparable'],
])('%s: %j is promised, %j is stated: %s', (kind, promised, stated, result) => {
  expect(compareValue(kind, promised, stated)).toBe(result);
});

test('one equal name of several is enough; a different one counts only without it', () => {
  const any = (promised: readonly string[], stated: string) =>
    anyOf(promised.map((name) => compareValue('user', name, stated)));
  expect(any(['dara', uuid], uuid)).toBe('equal');
  expect(any(['dara', uuid], 'kim')).toBe('different');
  expect(any(['dara', uuid], '7')).toBe('not comparable');
  expect(any([], 'dara')).toBe('not comparable');
});

/** Values of one form each: no two of them are of one form. */
const byForm: Readonly<Record<string, fc.Arbitrary<string>>> = {
  number: fc.nat().map(String),
  uuid: fc.uuid(),
  address: fc.stringMatching(/^0x[0-9a-f]{40}$/),
  word: fc.stringMatching(/^[g-z]{3,12}$/),
  sentence: fc.stringMatching(/^[g-z]{2,6} [g-z]{2,6}$/),
  mail: fc.stringMatching(/^[g-z]{2,6}@[g-z]{2,6}\.com$/),
  masked: fc.stringMatching(/^[g-z]{1,3}[*•]{2,4}$/),
  blank: fc.constantFrom('', ' ', '\t'),
};
const form = fc.constantFrom(...Object.keys(byForm));
const ofForm = form.chain((name) => byForm[name]!.map((text) => ({ name, text })));
const kindOf = fc.constantFrom(...kinds.filter((kind) => kind !== 'network')); // whose words have a table of their own

describe('whatever is promised and stated', () => {
  test('different are only values of one form, and neither is blank or masked', () => {
    fc.assert(
      fc.property(kindOf, ofForm, ofForm, (kind, one, other) => {
        const result = compareValue(kind, one.text, other.text);
        if (result !== 'different') return;
        expect(one.name).toBe(other.name);
        expect(['blank', 'masked', 'sentence']).not.toContain(one.name);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('equal are only values with one canonical text; the order of both does not matter', () => {
    const canonical = (text: string): string => {
      const plain = text.normalize('NFKC').trim().toUpperCase();
      const number = decimalOf(plain.replace(/^-/, ''));
      if (number) return `${plain.startsWith('-') ? '-' : ''}${decimalText(number)}`;
      return plain.replace(/^0X/, '').replace(/[ ()-]/g, '');
    };
    const text = fc.oneof(
      ofForm.map((one) => one.text),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('A', 'a', '1', '1.0', ' a'),
    );
    fc.assert(
      fc.property(kindOf, text, text, (kind, one, other) => {
        const result = compareValue(kind, one, other);
        expect(compareValue(kind, other, one)).toBe(result);
        if (result === 'equal') expect(canonical(one)).toBe(canonical(other));
      }),
      { numRuns: runs(3000) },
    );
  });

  test('a value is equal to itself with spaces around it, unless it is blank', () => {
    fc.assert(
      fc.property(kindOf, ofForm, (kind, { name, text }) => {
        expect(compareValue(kind, text, ` ${text}\n`)).toBe(name === 'blank' ? 'not comparable' : 'equal');
      }),
      { numRuns: runs(500) },
    );
  });
});

test('an amount in an unknown unit is different only if no unit makes it equal', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 20 }))
    .map(([units, places]) => ({ units, places }));
  const stated = (promised: { units: bigint; places: number }) =>
    fc.oneof(
      amount,
      fc
        .integer({ min: 0, max: 30 })
        .map((places) => fromBase(promised, -places < -promised.places ? -promised.places : -places)),
      fc.constant(promised),
    );
  const pair = amount.chain((promised) => stated(promised).map((number) => [promised, number] as const));
  fc.assert(
    fc.property(
      pair,
      fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      ([promised, number], decimals) => {
        const isEqualWith = (places: number) => decimalText(fromBase(number, places)) === decimalText(promised);
        const units = decimals === undefined ? Array.from({ length: 37 }, (_, at) => at) : [0, decimals];
        const result = compareAmounts(promised, number, 'unknown', decimals);
        expect(result === 'different').toBe(!units.some(isEqualWith));
        if (result === 'equal') expect(isEqualWith(0) || (decimals !== undefined && isEqualWith(decimals))).toBe(true);
        expect(compareAmounts(promised, number, 'whole')).toBe(isEqualWith(0) ? 'equal' : 'different');
      },
    ),
    { numRuns: runs(1000) },
  );
});
