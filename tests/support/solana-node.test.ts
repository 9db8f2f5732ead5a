// The controls of the Solana node of the tests do what they say. How it answers is that of the real programs.
import { type Address, generateKeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { expect, test } from 'vitest';
import { solanaClient } from './solana-client.js';
import { solanaNode } from './solana-node.js';

/** A client of a node and a funded account. */
async function client() {
  const node = await solanaNode();
  const one = solanaClient(node.url);
  const from = await generateKeyPairSigner();
  const { address: to } = await generateKeyPairSigner();
  node.fund(from.address, sol);
  const transfer = (amount: bigint, destination: Address = to) =>
    getTransferSolInstruction({ source: from, destination, amount });
  const sign = (instructions: Parameters<typeof one.sign>[1]) => one.sign(from, instructions);
  return { ...one, node, to, transfer, sign };
}
const sol = 1_000_000_000n;

test('what is held lands later, what is dropped never does, a lost answer has landed', async () => {
  const { node, sign, transfer, send, status } = await client();
  node.next.push('hold', 'drop');
  const { result: held } = await send(await sign([transfer(sol / 4n)]));
  const { result: dropped } = await send(await sign([transfer(sol / 5n)]));
  expect([await status(held), await status(dropped)]).toEqual([null, null]);
  expect(node.release()).toHaveLength(1);
  expect(await status(held)).toMatchObject({ err: null });
  node.next.push('lose');
  const lost = await sign([transfer(sol / 6n)]);
  await expect(send(lost)).rejects.toThrow();
  expect((await send(lost)).error.data.err).toBe('AlreadyProcessed');
  expect(node.chain.landed.size).toBe(2);
});

test('what is held too long has expired', async () => {
  const { node, sign, transfer, send } = await client();
  node.next.push('hold');
  await send(await sign([transfer(sol / 4n)]));
  node.advance(151);
  expect(node.release()).toEqual([]);
});

test('a node that is behind knows nothing newer and says so', async () => {
  const { node, ask, result, to, sign, transfer, send, status } = await client();
  node.behind = 5;
  const { result: signature } = await send(await sign([transfer(sol / 4n)]));
  expect(await status(signature)).toBeNull();
  expect((await result('getBalance', to, { commitment: 'processed' })).value).toBe(0);
  const slot = await result('getSlot', { commitment: 'processed' });
  const early = await ask('getBalance', to, { commitment: 'processed', minContextSlot: slot + 1 });
  expect(early.error).toMatchObject({ code: -32_016, data: { contextSlot: slot } });
  node.behind = 128;
  const behind = { code: -32_005, message: 'Node is behind by 128 slots', data: { numSlotsBehind: 128 } };
  expect((await send(await sign([transfer(sol / 8n)]))).error).toEqual(behind);
});

test('a history that is behind or pruned does not have a transaction', async () => {
  const { node, result, sign, transfer, send } = await client();
  const { result: signature } = await send(await sign([transfer(sol / 4n)]));
  node.advance(40);
  const shown = () => result('getTransaction', signature, { maxSupportedTransactionVersion: 0 });
  node.historyBehind = 41;
  expect(await shown()).toBeNull();
  node.historyBehind = 0;
  expect(await shown()).not.toBeNull();
  node.advance(300);
  const status = async (searchTransactionHistory: boolean) =>
    (await result('getSignatureStatuses', [signature], { searchTransactionHistory })).value[0];
  expect([await status(false), await status(true)]).toMatchObject([null, { confirmationStatus: 'finalized' }]);
  node.firstBlock = node.chain.tip;
  expect([await shown(), await status(true)]).toEqual([null, null]);
  expect(await result('getFirstAvailableBlock')).toBe(node.chain.blocks.at(-1)?.slot);
});

test('a rule changes an answer, and blocks pass at each look', async () => {
  const { node, result, to } = await client();
  node.rules.getBalance = async (_, { forward }) => ({ ...(await forward()), value: 5 });
  expect((await result('getBalance', to)).value).toBe(5);
  node.blocksPerLook = 10;
  const { tip } = node.chain;
  await result('getSignatureStatuses', []);
  expect(node.chain.tip).toBe(tip + 10);
});
