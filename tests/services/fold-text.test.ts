// What looks the same is found: spellings of Unicode, invisible characters and letter case; what differs does not match.
import { expect, test } from 'vitest';
import { contactNamed } from '../../src/money/policy/address-book.js';
import { foldedText } from '../../src/services/fold-text.js';
import { matching } from '../../src/text/row-match.js';

const same: readonly (readonly [one: string, other: string])[] = [
  ['café', 'cafe\u0301'],
  ['ផ្សារធំ', 'ផ្សារ\u200bធំ'],
  ['میخواهم', 'می\u200cخواهم'],
  ['שלום', '\u200fשלום\u200e'],
  ['co\u00adoperate', 'COOPERATE'],
  ['Straße', 'STRASSE'],
  ['ẞ', 'ss'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδοσ', 'οδος'],
  ['İzmir', 'i\u0307zmir'],
  ['İSTANBUL', 'istanbul'],
  ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
  ['ﬁne', 'fine'],
  ['ＡＢＣ１', 'abc1'],
  ['❤\ufe0f', '❤'],
  ['1\ufe0f\u20e3', '1\u20e3'],
  ['\ufeffa\u2060b', 'ab'],
  ['a\u00a0b', 'a b'],
];
const different = Object.entries({ café: 'cafe', мама: 'mama', ഫ: 'പ', u: 'ü' });

test.each(same)('%j is %j', (one, other) => {
  expect(foldedText(one)).toBe(foldedText(other));
  for (const [value, typed] of [
    [one, other],
    [other, one],
  ] as const) {
    const rows = [{ name: `x ${value} y` }, { name: 'z' }];
    expect(matching(rows, `"${typed}"`, [{ path: 'name' }], 0)).toEqual([rows[0]]);
    expect(matching([{ name: value }], `"name=${typed}"`, [{ path: 'name' }], 0)).toHaveLength(1);
    expect(contactNamed([{ name: value, address: '', network: '' }], typed)?.name).toBe(value);
  }
});
test.each(different)('%j is not %j', (one, other) => {
  expect(foldedText(one)).not.toBe(foldedText(other));
  expect(matching([{ name: one }], other, [{ path: 'name' }], 0)).toEqual([]);
});
test('a regular expression matches each spelling', () => {
  const rows = [{ name: 'cafe\u0301 ផ្សារ\u200bធំ' }];
  for (const typed of ['^café', 'ផ្សារធំ$', 'CAF[É]']) expect(matching(rows, typed, [{ path: 'name' }], 0)).toEqual(rows);
});
