// Comparison of recipients: known, or similar to a known one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences, groupedAddress, isLastOf, isSame, lastOf, lookalike } from '../../src/money/policy/recipients.js';

const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const address = digits(40).map((hex) => `0x${hex}`);

test('an address that begins and ends like a known one is found, with any middle and in any notation', () => {
  fc.assert(
    fc.property(digits(4), digits(32), digits(32), digits(4), fc.boolean(), (head, one, other, tail, upper) => {
      fc.pre(one !== other);
      const known = `0x${head}${one}${tail}`;
      const alike = `0x${(head + other + tail)[upper ? 'toUpperCase' : 'toLowerCase']()}`;
      expect(lookalike(alike, [known])).toBe(known);
      expect(differences(alike, known).split(', ').length).toBeGreaterThan(0);
      expect(lookalike(alike, [known, alike.toLowerCase()])).toBeUndefined(); // it is known itself
    }),
  );
});

test('the address itself, in any letter case, is not a lookalike; neither is one with another start or end', () => {
  fc.assert(
    fc.property(address, address, (one, other) => {
      expect(
        isSame(
          one,
          one.replace(/[a-f]/g, (letter) => letter.toUpperCase()),
        ),
      ).toBe(true);
      expect(
        lookalike(
          one.replace(/[a-f]/g, (letter) => letter.toUpperCase()),
          [one],
        ),
      ).toBeUndefined();
      fc.pre(one.slice(2, 6) !== other.slice(2, 6) || one.slice(-4) !== other.slice(-4));
      expect(lookalike(one, [other])).toBeUndefined();
    }),
  );
});

test('differences are printed in the displayed groups of characters', () => {
  const known = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(groupedAddress(known)).toBe('0x 5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed');
  expect(differences('0x5aaeb6053f3e94c9b9a09f33669435e70000eaed', known)).toBe('0000 for Ef1B');
  expect(differences('EQCDabcd', 'EQCDabcD')).toBe('abcd for abcD'); // letter case counts where it is no hexadecimal digit
});

test('exactly the last six characters confirm an address', () => {
  fc.assert(
    fc.property(address, fc.string({ maxLength: 8 }), (id, typed) => {
      const recipient = { kind: 'address', id } as const;
      expect(isLastOf(id.slice(-6).toUpperCase(), recipient)).toBe(true);
      expect(isLastOf(id.slice(-5), recipient)).toBe(false);
      fc.pre(typed.toLowerCase() !== id.slice(-6));
      expect(isLastOf(typed, recipient)).toBe(false);
    }),
  );
  expect([lastOf('dara'), isLastOf('dara', { kind: 'user', id: 'dara' }), isLastOf('Dara', { kind: 'user', id: 'dara' })]).toEqual([
    'dara',
    true,
    false,
  ]);
});
