// What a block has shown of an operation stays recorded while its node has forgotten the receipt, and goes if the block does.
import { expect, test } from 'vitest';
import { othersOf, recordState } from '../../../src/money/chain/observation.js';

const other = { amount: '1', asset: 'SUR', contract: '0xaa', to: '0xbb' };
const entry = { hash: '0x01', network: 'BSC', raw: '0x', kind: 'original' };
const mined = { kind: 'mined', entry, succeeded: true, block: { number: 5n, hash: '0x05', confirmations: 20n } };

test.each([
  ['shows it', { ...mined, receipt: {} }, { others: [other], warnings: [] }, [other]],
  ['shows that nothing else left', { ...mined, receipt: {} }, { others: [], warnings: [] }, []],
  ['has forgotten the receipt', mined, undefined, [other]],
  ['has it in no block any more', { kind: 'pending', entry }, undefined, []],
])('what left beside the promise, if the node %s', async (_, state, result, expected) => {
  const found = JSON.stringify({ others: [other] });
  const recorded: string[] = [];
  const operation = { id: 'op-1', outcome: 'done', found };
  const store = {
    journal: { see() {}, witnesses: () => [entry], record() {}, mark() {} },
    ledger: { observe: (_: string, seen: { readonly found: string }) => void recorded.push(seen.found) },
  };
  const deps = {
    family: { depthText: () => 'block 5', maxFeeOf: () => 1n },
    chain: { network: 'BSC', coin: 'BNB', decimals: 18, finality: 15n },
  };
  await recordState(operation as never, state as never, result as never, deps as never, store as never, 0);
  expect(recorded.map((text) => othersOf({ found: text }))).toEqual([expected]);
});
