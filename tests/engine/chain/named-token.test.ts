// The decimals of a token move value only if a second source confirms them, whatever the kind of chain.
import { describe, expect, test } from 'vitest';
import { coinWith, readOnce, requireCertain, type TokenForm } from '../../../src/engine/chain/named-token.js';
import type { ChainFacts } from '../../../src/money/chain/family.js';
import { codeOf } from '../../support/failure.js';

const chain: ChainFacts = { network: 'BSC', rpc: '', coin: 'BNB', decimals: 18, finality: 1n };
const evm = '0x1111111111111111111111111111111111111Abc';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkwyTDt1v';
const form = (noun: TokenForm['noun']): TokenForm => ({ noun, addressIn: (text) => text });

describe.each([
  ['contract', evm],
  ['mint', mint],
] as const)('the decimals by a %s', (noun, address) => {
  const check = (rows: readonly (readonly [string, unknown])[], stated?: number) =>
    codeOf(() => {
      const listed = rows.map(([contractAddress, decimals]) => ({ contractAddress, decimals }));
      requireCertain(chain, form(noun), { address, decimals: 6 }, listed, stated);
    });

  test.each<[string, (readonly [string, unknown])[], number | undefined, string | undefined]>([
    ['the list confirms them', [[address, 6]], undefined, undefined],
    ['the list has others', [[address, 18]], undefined, 'DECIMALS_DISAGREE'],
    ['two rows of the list differ', [[address, 6], [address, 18]], undefined, 'DECIMALS_DISAGREE'], // biome-ignore format: one row of a table
    ['the list has none', [[address, null]], undefined, 'DECIMALS_DISAGREE'],
    ['the list has only other tokens', [['0x2', 6]], undefined, 'DECIMALS_UNCONFIRMED'],
    ['the person confirms an unlisted one', [], 6, undefined],
    ['the person states others', [], 18, 'DECIMALS_DISAGREE'],
    ['the person contradicts the list', [[address, 6]], 18, 'DECIMALS_DISAGREE'],
    ['nothing confirms them', [], undefined, 'DECIMALS_UNCONFIRMED'],
  ])('%s', (_, rows, stated, expected) => expect(check(rows, stated)).toBe(expected));

  test('letter case tells mints apart, and not contracts', () => {
    const other = noun === 'mint' ? mint.toLowerCase() : evm.toLowerCase();
    expect(check([[other, 18]])).toBe(noun === 'mint' ? 'DECIMALS_UNCONFIRMED' : 'DECIMALS_DISAGREE');
  });
});

test.each([
  ['as the chain has them', [18], 18, undefined],
  ['not stated', [], undefined, undefined],
  ['others in the list', [8], undefined, 'DECIMALS_DISAGREE'],
  ['others stated', [], 6, 'BAD_VALUE'],
] as const)('the decimals of a coin: %s', (_, listed, stated, expected) => {
  const rows = listed.map((decimals) => ({ symbol: 'BNB', decimals }));
  expect(codeOf(() => coinWith(chain, rows, stated))).toBe(expected);
});

test('a token is read once, by whichever spelling of its address', async () => {
  const read: string[] = [];
  const tokenAt = readOnce(
    async (address) => {
      read.push(address);
      return { address, symbol: 'T', decimals: 6 };
    },
    (address) => address.toLowerCase(),
  );
  await Promise.all([tokenAt(evm), tokenAt(evm.toLowerCase()), tokenAt(evm)]);
  expect(read).toEqual([evm]);
});
