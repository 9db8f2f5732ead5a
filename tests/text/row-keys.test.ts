// Protects the keys of rows: no row of a list is lost or taken for another one, whatever ids the rows have.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowKeys } from '../../src/text/row-keys.js';
import { runs } from '../support/runs.js';

test('a row has its id, else its position', () => {
  expect(rowKeys([{ id: 'a' }, { id: 7 }, { name: 'x' }])).toEqual(['a', '7', '3']);
  expect(rowKeys([{ a: 1, b: 2 }], ['a', 'b'])).toEqual(['1 2']);
});

test('balances of one token on several networks are several rows, in whatever order they come', () => {
  const ether = (network: string, amount: string) => ({ asset: { ticker: 'ETH' }, amount, network, address: '0x1' });
  const rows = [ether('ETHEREUM', '1'), ether('BASE', '2'), ether('BSC', '3')];
  expect(rowKeys(rows, 'asset.ticker')).toEqual(['ETH ETHEREUM', 'ETH BASE', 'ETH BSC']);
  expect([...rowKeys(rows.toReversed(), 'asset.ticker')].sort()).toEqual([...rowKeys(rows, 'asset.ticker')].sort());
});

test('rows that nothing tells apart are numbered', () => {
  expect(rowKeys([{ id: 'a' }, { id: 'a' }, { id: 'b' }])).toEqual(['a', 'a (2)', 'b']);
});

test('every row has a key of its own', () => {
  const row = fc.record(
    { id: fc.constantFrom('a', 'b', 1), network: fc.constantFrom('X', 'Y'), at: fc.constantFrom('1', 'z') },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const keys = rowKeys(rows);
      expect(new Set(keys).size).toBe(rows.length);
    }),
    { numRuns: runs(200) },
  );
});
