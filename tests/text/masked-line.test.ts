// A command line for people: personal values are masked as in a receipt, and everything else stays as it is.
import { expect, test } from 'vitest';
import { maskedLine } from '../../src/text/masked-line.js';

test.each([
  ['assets lease apply --months 12 --phone +6590000001', /--months 12 --phone (?!.*90000001)\S*••/],
  ['ride request --rider-phone=+6590000001 --from PNH-01', /--rider-phone=(?!.*90000001)\S*••\S* --from PNH-01/],
  ['account email set mina@sandbox.invalid', /^account email set (?!mina@)\S*•\S*$/],
  ['ride phone send +6590000001', /send (?!.*90000001)\S*••/],
  ['api user set -f data.phone=+6590000001', /data\.phone=(?!.*90000001)\S*••/],
])('%s is masked', (line, shown) => expect(maskedLine(line)).toMatch(shown));

test('a line without personal values is unchanged, with its spelling', () => {
  for (const line of [
    'wallet send --network BSC --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --amount 5',
    "store buy 1 --note 'two  words'",
    'profile set phone 1',
    '',
  ])
    expect(maskedLine(line)).toBe(line);
});
