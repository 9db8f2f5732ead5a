// Crossing from one network to another: bridge swaps of users, legacy swaps of anybody, and what both leave behind.
import { Contract, HDNodeWallet, JsonRpcProvider } from 'ethers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as shapes from '../../src/sandbox/core/shapes/bep20-swap.js';
import { checkedBench } from './ledger.js';
import type { Bench } from './support.js';

const signer = HDNodeWallet.fromPhrase('test test test test test test test test test test test junk', undefined, "m/44'/60'/0'/0/0");
const minas = signer.address;
const daras = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const whole = (amount: number) => `${amount}${'0'.repeat(18)}`;
let sandbox: Bench;
let close: () => Promise<string[]>;
let token: string;
beforeEach(async () => {
  ({ sandbox, close } = await checkedBench());
  token = (await sandbox.signIn('mina')).accessToken;
});
afterEach(async () => expect(await close()).toEqual([]));

const get = async (path: string) => (await sandbox.get(`bep20-swap${path}`, { token })).body;
const post = (path: string, body: unknown, scenario?: string, signed = true) =>
  sandbox.post(`bep20-swap${path}`, body, { ...(signed && { token }), ...(scenario && { headers: { 'x-sandbox-scenario': scenario } }) });
const fits = (shape: z.core.$ZodType, value: unknown) => expect(z.safeParse(shape, value).error?.issues).toBeUndefined();
const held = async (network: string, symbol: string, address = minas) => {
  const all = (await sandbox.get(`user/v2/wallets/balance?network=${network}&address=${address}`, { token })).body;
  return all.find(({ asset }: { asset: { ticker: string } }) => asset.ticker === symbol).amount;
};
const historyOf = async (network: string, hash: string) => {
  const all = (await sandbox.get(`wallet/v2/wallets/transaction/history?network=${network}&filter=ALL&address=${minas}`, { token })).body;
  return all.find((row: { hash: string }) => row.hash === hash);
};

describe('a bridge swap', () => {
  it('locks on one network and makes on the other, less the fee', async () => {
    const fee = await get('/v1/bridge-swap/fee?type=TO_BEP20');
    fits(shapes.SwapFee, fee);
    expect(fee).toEqual({ type: 'TO_BEP20', feeAmount: whole(5), minAmount: whole(10), maxAmount: whole(100_000) });
    const { status, body } = await post('/v1/bridge-swap', { type: 'TO_BEP20', amount: whole(1000), toAddress: minas });
    fits(shapes.Swap, body);
    expect([status, body.status, body.payoutHash]).toEqual([201, 'PENDING', null]);
    expect(await held('ETHEREUM_SEPOLIA', 'MVL')).toBe(whole(99_000));
    await sandbox.advance('1m');
    const [done] = await get('/v1/bridge-swap');
    expect(done).toMatchObject({ id: body.id, status: 'SUCCESS', fromNetwork: 'ETHEREUM_SEPOLIA', toNetwork: 'BSC_TEST' });
    expect(await held('BSC_TEST', 'bMVL')).toBe(whole(250_995));
    expect(await historyOf('ETHEREUM', done.depositHash)).toMatchObject({ type: 'SEND_ERC20', value: whole(1000), from: minas });
    expect(await historyOf('BSC', done.payoutHash)).toMatchObject({ type: 'SEND_BEP20', value: whole(995), to: minas });
    await post('/v1/bridge-swap', { type: 'TO_ERC20', amount: whole(995), toAddress: minas });
    await sandbox.advance('1m');
    expect([await held('BSC_TEST', 'bMVL'), await held('ETHEREUM_SEPOLIA', 'MVL')]).toEqual([whole(250_000), whole(99_990)]);
  });
  it('that fails gives everything back', async () => {
    await post('/v1/bridge-swap', { type: 'TO_ERC20', amount: whole(100), toAddress: minas }, 'bridge: fails');
    expect(await held('BSC_TEST', 'bMVL')).toBe(whole(249_900));
    await sandbox.advance('1m');
    expect((await get('/v1/bridge-swap'))[0].status).toBe('FAIL');
    expect(await held('BSC_TEST', 'bMVL')).toBe(whole(250_000));
  });
  it('waits for a real transfer where somebody else is to pay', async () => {
    for (const scenario of ['bridge: you pay', 'outside: you pay']) {
      const { body } = await post('/v1/bridge-swap', { type: 'TO_BEP20', amount: whole(20), toAddress: daras }, scenario);
      await sandbox.advance('10m');
      expect((await get('/v1/bridge-swap')).at(-1)).toMatchObject({ status: 'PENDING', depositHash: null });
      const chain = new JsonRpcProvider(`${sandbox.sandbox.url}/rpc/ETHEREUM_SEPOLIA`, undefined, { cacheTimeout: -1, polling: true });
      chain.pollingInterval = 20;
      const mvl = new Contract('0xd9C4BD40764ba9B0AAf5185e972A57614324AED7', ['function transfer(address,uint256)'], signer.connect(chain));
      const sent = await mvl.getFunction('transfer')(body.depositAddress, BigInt(whole(20)));
      await sent.wait();
      chain.destroy();
      await sandbox.advance('45s');
      expect((await get('/v1/bridge-swap')).at(-1)).toMatchObject({ status: 'SUCCESS', depositHash: sent.hash });
    }
    expect(await held('BSC_TEST', 'bMVL', daras)).toBe(whole(12_030));
    await post('/v1/bridge-swap', { type: 'TO_BEP20', amount: whole(20), toAddress: daras }, 'bridge: you pay');
    await sandbox.advance('1h');
    expect((await get('/v1/bridge-swap')).at(-1).status).toBe('FAIL');
  });
  it('is refused for amounts that are not taken', async () => {
    const code = async (amount: string, type = 'TO_BEP20') => (await post('/v1/bridge-swap', { type, amount, toAddress: minas })).body.code;
    expect(await code(whole(9))).toBe('BELOW_MINIMUM');
    expect(await code(whole(100_001))).toBe('ABOVE_MAXIMUM');
    expect(await code('1.5')).toBe('INVALID_REQUEST');
    expect(await code(whole(10), 'TO_MOON')).toBe('INVALID_REQUEST');
    expect((await post('/v1/bridge-swap', { type: 'TO_BEP20', amount: whole(10), toAddress: '0x12' })).body.code).toBe('INVALID_REQUEST');
    expect(await code(whole(100_000))).toBeUndefined();
    expect(await code(whole(10))).toBe('NOT_ENOUGH_BALANCE');
    expect((await post('/v1/bridge-swap', {}, undefined, false)).status).toBe(401);
  });
});

describe('a legacy swap', () => {
  const body = { type: 'TO_BEP20', amount: whole(50), fromAddress: minas, toAddress: daras };
  it('needs nobody signed in, and is found by an address', async () => {
    const made = await post('/v2/swap', { ...body, requestId: 'r1' }, undefined, false);
    expect([made.status, made.body.requestId]).toEqual([201, 'r1']);
    expect((await post('/v2/swap', { ...body, requestId: 'r1' }, undefined, false)).body.id).toBe(made.body.id);
    expect((await post('/v1/swap', body, undefined, false)).body.id).not.toBe(made.body.id);
    const found = await get(`/v1/swap?address=${minas}`);
    fits(shapes.Swaps, found);
    expect(found).toHaveLength(2);
    await sandbox.advance('45s');
    expect(await get(`/v2/swap/status?id=${made.body.id}`)).toMatchObject({ status: 'SUCCESS' });
    const state = await get('/v2/swap/status');
    fits(shapes.SwapStatus, state);
    expect(state.types[0]).toEqual({ type: 'TO_BEP20', open: true, dailyLeftAmount: whole(999_900) });
    expect(await get('/v1/bridge-swap')).toEqual([]);
    expect(await get('/v1/swap/fee')).toMatchObject({ type: 'TO_BEP20' });
    expect((await get('/v2/swap/status?id=nothing')).code).toBe('NOT_FOUND_SWAP');
  });
  it('is taken up to a limit a day', async () => {
    const whale = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
    const swap = () => post('/v1/swap', { ...body, amount: whole(100_000), fromAddress: whale }, undefined, false);
    for (let n = 0; n < 10; n++) expect((await swap()).status).toBe(201);
    expect((await swap()).body.code).toBe('EXCEEDED_DAILY_LIMIT');
    await sandbox.advance('1d');
    expect((await swap()).status).toBe(201);
  });
});
