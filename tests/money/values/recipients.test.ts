// Comparison of recipients: known, or similar to a known one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  differences,
  groupedAddress,
  isLastOf,
  isSame,
  lastOf,
  lookalike,
} from '../../../src/money/values/recipients.js';
import { property } from '../../support/runs.js';
import { tonAddress } from '../../support/ton.js';

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const address = digits(40).map((hex) => `0x${hex}`);

test('an address that begins and ends like a known one is found, with any middle and in any notation', () => {
  property(100, digits(4), digits(32), digits(32), digits(4), fc.boolean(), (head, one, other, tail, upper) => {
    fc.pre(one !== other);
    const known = `0x${head}${one}${tail}`;
    const alike = `0x${(head + other + tail)[upper ? 'toUpperCase' : 'toLowerCase']()}`;
    expect(lookalike(alike, [known])?.known).toBe(known);
    expect(differences(alike, known).split(', ').length).toBeGreaterThan(0);
    expect(lookalike(alike, [known, alike.toLowerCase()])).toBeUndefined(); // it is known itself
  });
});

test('the address itself, in any letter case, is not a lookalike; neither is one with another start or end', () => {
  property(100, address, address, (one, other) => {
    const upper = one.replace(/[a-f]/g, (letter) => letter.toUpperCase());
    expect([isSame(one, upper), lookalike(upper, [one])]).toEqual([true, undefined]);
    expect(lookalike(one, [other])).toBeUndefined(); // by chance alone, two addresses share no seven ends
  });
});

test('one account of TON is one recipient in each of its forms, and no lookalike of itself', () => {
  property(100, digits(64), digits(64), (hash, other) => {
    const account = (tag: number, of = hash) => tonAddress(tag, Buffer.from(of, 'hex'));
    const forms = [account(0x11), account(0x51), account(0x91), `0:${hash}`, `0:${hash.toUpperCase()}`];
    for (const one of forms)
      for (const two of forms) expect([isSame(one, two), lookalike(one, [two])]).toEqual([true, undefined]);
    fc.pre(hash !== other);
    expect(forms.some((one) => isSame(one, account(0x11, other)))).toBe(false);
  });
});

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ofAlphabet = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });

test('seven equal characters at start and end together make a lookalike, in any split; six do not', () => {
  property(300, address, fc.nat({ max: 7 }), fc.constantFrom(6, 7), (known, head, enough) => {
    fc.pre(head <= enough);
    const text = known.slice(2);
    const other = [...text]
      .map((sign, at) => (at < head || at >= text.length - (enough - head) ? sign : sign === '0' ? '1' : '0'))
      .join('');
    expect(lookalike(`0x${other}`, [known])?.known).toBe(enough === 7 ? known : undefined);
  });
});

test.each([
  ['EVM', address],
  ['Solana', ofAlphabet(base58, 44)],
  ['Tezos', ofAlphabet(base58, 33).map((text) => `tz1${text}`)],
  ['Bitcoin', ofAlphabet('qpzry9x8gf2tvdw0s3jn54khce6mua7l', 38).map((text) => `bc1q${text}`)],
  ['raw TON', digits(64).map((text) => `0:${text}`)],
])('one to three characters changed, left out, added or swapped make a lookalike: %s', (_, made) => {
  const edit = fc.tuple(
    fc.constantFrom('change', 'remove', 'add', 'swap'),
    fc.nat(),
    fc.constantFrom('2', '3', '4', '5'),
  );
  property(200, made, fc.array(edit, { minLength: 1, maxLength: 3 }), (known, edits) => {
    let cost = 0;
    let typed = known;
    for (const [kind, at, sign] of edits) {
      const place = 4 + (at % (typed.length - 5));
      if (kind === 'change') typed = typed.slice(0, place) + sign + typed.slice(place + 1);
      else if (kind === 'remove') typed = typed.slice(0, place) + typed.slice(place + 1);
      else if (kind === 'add') typed = typed.slice(0, place) + sign + typed.slice(place);
      else typed = typed.slice(0, place) + typed[place + 1] + typed[place] + typed.slice(place + 2);
      cost += kind === 'swap' ? 2 : 1;
    }
    fc.pre(cost <= 3 && typed !== known);
    expect([typed, lookalike(typed, ['0x1', known])?.known]).toEqual([typed, known]);
  });
});

test('addresses that share only what all of their form begin with are no lookalikes', () => {
  for (const [one, other] of [
    ['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', 'EQCabcdefjcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqzzz'],
    ['tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb', 'tz1VSUgs4ftRQWVPbPAq3rL5eYW2jDBLRoaH'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw5tgeqdl9grxngl60a3n6rq0ulfmzwwnk4glpz'],
  ] as const)
    expect(lookalike(one, [other])).toBeUndefined();
});

test('differences are printed in the displayed groups of characters', () => {
  const known = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(groupedAddress(known)).toBe('0x 5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed');
  expect(differences('0x5aaeb6053f3e94c9b9a09f33669435e70000eaed', known)).toBe('0000 for Ef1B');
  expect(differences('EQCDabcd', 'EQCDabcD')).toBe('abcd for abcD'); // letter case counts where it is not a hexadecimal digit
});

test('exactly the last six characters confirm an address', () => {
  property(100, address, fc.string({ maxLength: 8 }), (id, typed) => {
    const recipient = { kind: 'address', id } as const;
    expect(isLastOf(id.slice(-6).toUpperCase(), recipient)).toBe(true);
    expect(isLastOf(id.slice(-5), recipient)).toBe(false);
    fc.pre(typed.toLowerCase() !== id.slice(-6));
    expect(isLastOf(typed, recipient)).toBe(false);
  });
  expect([
    lastOf('dara'),
    isLastOf('dara', { kind: 'user', id: 'dara' }),
    isLastOf('Dara', { kind: 'user', id: 'dara' }),
  ]).toEqual(['dara', true, false]);
});
