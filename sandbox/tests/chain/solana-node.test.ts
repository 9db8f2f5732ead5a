// Protects the sandbox's Solana: what is sent on it stands in the balances and histories of the wallet calls, blockhashes end by its clock, and requests that are no good have the errors of Solana.
import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { address, type KeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintDecoder,
  getTokenDecoder,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS as tokenProgram,
} from '@solana-program/token';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { phraseSigner, solanaClient } from '../../../tests/support/solana-client.js';
import { sandboxOfEachTest, startTestSandbox } from '../support.js';

const usdc = address('Ek8GwM9xNLmKfDrYc6TPDPYD4qaFYSqXsLAzrMjRxnFM');
const sandbox = sandboxOfEachTest();
let [mina, dara]: KeyPairSigner[] = [];
let node: ReturnType<typeof solanaClient>;
let token: string;
beforeAll(async () => {
  [mina, dara] = await Promise.all([phraseSigner(0), phraseSigner(1)]);
});
beforeEach(async () => {
  node = solanaClient(sandbox.sandbox.rpc.SOLANA_DEV!);
  token = (await sandbox.signIn('mina')).accessToken;
});

const coins = (amount: bigint, source = mina!, destination = dara!.address) =>
  getTransferSolInstruction({ source, destination, amount });
/** Balances of the wallet calls, by symbol. */
const balances = async (of: string, network = 'SOLANA') => {
  const { body } = await sandbox.get(`user/v2/wallets/balance?network=${network}&address=${of}`, { token });
  return Object.fromEntries(
    body.map((row: { asset: { ticker: string }; amount: string }) => [row.asset.ticker, row.amount]),
  );
};
const history = async (of: string) =>
  (await sandbox.get(`wallet/v2/wallets/transaction/history?network=SOLANA&filter=ALL&address=${of}`, { token })).body;

test('coins and units that are sent stand in balances and histories of both sides', async () => {
  const [from, to] = await Promise.all(
    [mina!, dara!].map(
      async ({ address: owner }) => (await findAssociatedTokenPda({ owner, mint: usdc, tokenProgram }))[0],
    ),
  );
  const { result: signature } = await node.send(await node.sign(mina!, [coins(1_000_000_000n)]));
  const { result: second } = await node.send(
    await node.sign(mina!, [
      getCreateAssociatedTokenIdempotentInstruction({ payer: mina!, ata: to!, owner: dara!.address, mint: usdc }),
      getTransferCheckedInstruction({
        ...{ source: from!, mint: usdc, destination: to!, authority: mina!, amount: 2_500_000n, decimals: 6 },
      }),
    ]),
  );
  expect(await balances(mina!.address)).toEqual({ SOL: '6497950720', USDC: '497500000' });
  expect(await balances(dara!.address)).toEqual({ SOL: '1000000000', USDC: '2500000' });
  expect(await history(dara!.address)).toMatchObject([
    {
      ...{ hash: second, from: mina!.address, to: dara!.address, value: '2500000', ticker: 'USDC', fee: '5000' },
      status: 'SUCCESS',
    },
    {
      ...{ hash: signature, from: mina!.address, to: dara!.address, value: '1000000000', ticker: 'SOL' },
      ...{ fee: '5000', status: 'SUCCESS' },
    },
  ]);
  const { meta } = await node.result('getTransaction', second, { maxSupportedTransactionVersion: 0 });
  expect(meta.preTokenBalances).toMatchObject([{ owner: mina!.address, uiTokenAmount: { amount: '500000000' } }]);
  expect(meta.postTokenBalances).toHaveLength(2);
  const data = async (of: string) =>
    Buffer.from((await node.result('getAccountInfo', of, { encoding: 'base64' })).value.data[0], 'base64');
  expect(getTokenDecoder().decode(await data(to!))).toMatchObject({
    ...{ mint: usdc, owner: dara!.address, amount: 2_500_000n },
  });
  expect(getMintDecoder().decode(await data(usdc))).toMatchObject({ decimals: 6, supply: 500_000_000n });
  const rows = (await node.result('getTokenAccountsByOwner', dara!.address, { mint: usdc }, { encoding: 'jsonParsed' }))
    .value;
  expect(rows).toMatchObject([
    { pubkey: to, account: { data: { parsed: { info: { tokenAmount: { uiAmountString: '2.5' } } } } } },
  ]);
});

test('a failure in a block costs its fee and stands in the history', async () => {
  const wire = await node.sign(mina!, [coins(8_000_000_000n)]);
  expect((await node.send(wire)).error).toMatchObject({
    code: -32_002,
    message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
    data: { err: { InstructionError: [0, { Custom: 1 }] } },
  });
  const { result: signature } = await node.send(wire, { skipPreflight: true });
  expect(await node.status(signature)).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] } });
  expect(await balances(mina!.address)).toMatchObject({ SOL: '7499995000' });
  expect(await history(mina!.address)).toMatchObject([{ hash: signature, status: 'FAIL', fee: '5000', value: '0' }]);
});

test('a blockhash ends 150 blocks of 0.4 s later', async () => {
  const { value } = await node.result('getLatestBlockhash');
  const wire = await node.sign(mina!, [coins(1_000_000_000n)]);
  const late = await node.sign(mina!, [coins(1_000_000_001n)]);
  await sandbox.advance('59 s');
  expect(await node.result('getBlockHeight')).toBeLessThanOrEqual(value.lastValidBlockHeight);
  expect((await node.send(wire)).error).toBeUndefined();
  await sandbox.advance('2 s');
  expect(await node.result('getBlockHeight')).toBeGreaterThan(value.lastValidBlockHeight);
  expect((await node.result('isBlockhashValid', value.blockhash)).value).toBe(false);
  expect((await node.send(late)).error.data.err).toBe('BlockhashNotFound');
  const { result: signature } = await node.send(late, { skipPreflight: true });
  expect(await node.status(signature)).toBeNull();
});

test('while the clock runs, a block is confirmed one block later and final 32 blocks later', async () => {
  const running = await startTestSandbox({ clock: '1x' });
  const its = solanaClient(running.sandbox.rpc.SOLANA_DEV!);
  const { result: signature } = await its.send(await its.sign(mina!, [coins(1_000_000_000n)]));
  const seen = async (ms: number) => {
    running.clock.wall += ms;
    const shown = await its.result('getTransaction', signature, { maxSupportedTransactionVersion: 0 });
    return [(await its.status(signature)).confirmationStatus, shown?.meta.fee];
  };
  expect(await seen(0)).toEqual(['processed', undefined]);
  expect(await seen(800)).toEqual(['confirmed', undefined]);
  expect(await seen(31 * 400)).toEqual(['finalized', 5000]);
  const early = await its.ask('getBalance', mina!.address, {
    minContextSlot: await its.result('getSlot', { commitment: 'processed' }),
  });
  expect(early.error).toMatchObject({ code: -32_016 });
  await running.close();
});

test('the scenario `tx: stuck` accepts a transaction that never lands', async () => {
  const wire = await node.sign(mina!, [coins(1_000_000_000n)]);
  const { body } = await sandbox.post(
    'rpc/SOLANA_DEV',
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'sendTransaction' },
      params: [wire, { encoding: 'base64', preflightCommitment: 'processed' }],
    },
    { headers: { 'x-sandbox-scenario': 'tx: stuck' } },
  );
  expect(await node.status(body.result)).toBeNull();
  expect((await node.send(wire)).result).toBe(body.result);
  expect(await node.status(body.result)).toMatchObject({ err: null });
});

test('requests that are no good have the errors of Solana', async () => {
  const wire = Buffer.from(await node.sign(mina!, [coins(1_000_000_000n)]), 'base64');
  const code = async (method: string, ...params: unknown[]) => (await node.ask(method, ...params)).error?.code;
  const base64 = { encoding: 'base64' };
  const forged = Buffer.from(wire);
  forged[9]! ^= 1;
  expect(await code('sendTransaction', forged.toString('base64'), base64)).toBe(-32_003);
  for (let length = 0; length < wire.length; length += 7)
    expect(await code('sendTransaction', wire.subarray(0, length).toString('base64'), base64)).toBe(-32_602);
  expect(await code('sendTransaction', Buffer.concat([wire, Buffer.alloc(1)]).toString('base64'), base64)).toBe(
    -32_602,
  );
  for (const bad of ['', 'O', mina!.address.slice(1), 7, null]) expect(await code('getBalance', bad)).toBe(-32_602);
  expect(await code('getTokenAccountBalance', mina!.address)).toBe(-32_602);
  expect(await code('getBalance', mina!.address, { commitment: 'soon' })).toBe(-32_602);
  expect(await code('getTransaction', base58.encode(createHash('sha512').digest()), { commitment: 'processed' })).toBe(
    -32_602,
  );
  expect(await code('eth_chainId')).toBe(-32_601);
  expect(await history(mina!.address)).toEqual([]);
});
