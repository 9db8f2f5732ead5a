// Native swaps from the quote to the history; registration, comparison with the chain, and paging of histories.
import { Interface, JsonRpcProvider } from 'ethers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { code, inScenario, userOfEachTest } from '../support.js';
import { walletAt } from '../wallet-key.js';

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const bMVL = '0xF88c92E4922D51F1Ba67c00eCf8289B8a330874d';
const router = '0x3445cafe1899b6027483226f578724824B8186f4';
const signer = walletAt;
const minas = signer(0).address;
const daras = signer(1).address;
const one = (10n ** 18n).toString();

const user = userOfEachTest('wallet');
const { sandbox, post } = user;
const get = (path: string, scenario?: string) =>
  sandbox.get(`wallet${path}`, { token: user.token, headers: inScenario(scenario) });
let chain: JsonRpcProvider;
beforeEach(async () => {
  chain = new JsonRpcProvider(`${sandbox.sandbox.url}/rpc/BSC_TEST`, undefined, { cacheTimeout: -1, polling: true });
  chain.pollingInterval = 20;
});
afterEach(() => chain.destroy());

const query = (from: string, to: string, amount: string, more = '') =>
  `?fromTokenAddress=${from}&toTokenAddress=${to}&amount=${amount}${more}`;
const swapOf = (from: string, to: string, amount: string, scenario?: string, more = '') =>
  get(`/v2/native-swap/BSC_TEST/swap${query(from, to, amount, `&fromAddress=${minas}${more}`)}`, scenario);
const balanceOf = (symbol: string) => user.onChain('BSC', minas, symbol);
const rowsOf = async (address: string, network = 'BSC', filter = 'ALL') =>
  (await get(`/v2/wallets/transaction/history?network=${network}&filter=${filter}&address=${address}`)).body;

describe('a quote', () => {
  it.each([
    ['1', '199003187643838186655808', '0.20'],
    ['5', undefined, '0.99'],
    ['10', undefined, '1.96'],
    ['25', '4748297375815592703719578', '4.75'],
  ])('of %s coins follows the formula', async (whole, out, impact) => {
    const { body, headers } = await get(`/v2/native-swap/BSC/quote${query(coin, bMVL, `${whole}${'0'.repeat(18)}`)}`);
    if (out) expect(body.toTokenAmount).toBe(out);
    expect([body.priceImpact, body.estimatedGas, body.protocols.length]).toEqual([impact, 150_000, 1]);
    expect(headers.get('x-sandbox-shape')).toBe('contract');
  });
});

describe('a swap', () => {
  const send = async (tx: { to: string; data: string; value: string; gas: string }) => {
    const { to, data, value, gas } = tx;
    return signer(0).connect(chain).sendTransaction({ to, data, value, gasLimit: gas });
  };
  it('is built, signed by another library, executed, recorded and reported', async () => {
    const { body } = await swapOf(coin, bMVL, one);
    expect([body.tx.to, body.tx.value, body.tx.from]).toEqual([router, one, minas]);
    const v2 = new Interface(['function swapExactETHForTokens(uint256,address[],address,uint256)']);
    const [floor, path, recipient, deadline] = v2.decodeFunctionData('swapExactETHForTokens', body.tx.data);
    expect([recipient, path.at(-1)]).toEqual([minas, bMVL]);
    expect(deadline).toBe(BigInt(Date.parse('2026-06-01T00:20:00Z') / 1000));
    expect(floor).toBe((199003187643838186655808n * 995n) / 1000n);
    const sent = await send(body.tx);
    const receipt = (await sent.wait())!;
    expect([receipt.status, receipt.gasUsed]).toEqual([1, 150_000n]);
    const broadcast = { ...body.tx, hash: sent.hash, nonce: sent.nonce };
    const { status, body: yes } = await post('/v2/native-swap/BSC_TEST/broadcast', broadcast);
    expect([status, yes]).toEqual([201, { success: true }]);
    expect((await post('/v1/native-swap/BSC_TEST/broadcast', broadcast)).body).toEqual({ success: true });
    expect(
      (await post('/v2/native-swap/BSC_TEST/broadcast', { ...broadcast, hash: sent.hash, value: '2' })).body,
    ).toEqual({ success: true });
    expect(await balanceOf('bMVL')).toBe('449003187643838186655808');
    const callData = `0x70a08231${minas.slice(2).toLowerCase().padStart(64, '0')}`;
    expect(BigInt(await chain.call({ to: bMVL, data: callData }))).toBe(449003187643838186655808n);
    const [got, gave] = (await rowsOf(minas)).filter((row: { hash: string }) => row.hash === sent.hash);
    expect(gave).toMatchObject({
      ...{ type: 'UNKNOWN', status: 'SUCCESS', value: one, fee: receipt.fee.toString(), from: minas },
      ticker: 'BNB',
    });
    expect(got).toMatchObject({ type: 'SEND_BEP20', ticker: 'bMVL', value: '199003187643838186655808' });
  });
  it('fails if the price changes before its block', async () => {
    const { body } = await swapOf(coin, bMVL, one, 'swap: price moves');
    const sent = await send(body.tx);
    await expect(sent.wait()).rejects.toThrow(/reverted/);
    expect((await rowsOf(minas)).find((row: { hash: string }) => row.hash === sent.hash)).toMatchObject({
      status: 'FAIL',
      type: 'UNKNOWN',
    });
    expect(await balanceOf('bMVL')).toBe(`250000${'0'.repeat(18)}`);
    const refreshed = (await get(`/v2/transactions/refresh?network=BSC&hash=${sent.hash}`)).body;
    expect(refreshed).toMatchObject({ status: 'FAIL', network: 'BSC' });
  });
  it('is hostile on request', async () => {
    const normalQuote = (await swapOf(coin, bMVL, one)).body.tx;
    const v2 = new Interface(['function swapExactETHForTokens(uint256,address[],address,uint256)']);
    const of = async (what: string) => (await swapOf(coin, bMVL, one, `swap: hostile ${what}`)).body.tx;
    const args = (tx: { data: string }) => v2.decodeFunctionData('swapExactETHForTokens', tx.data);
    expect(args(await of('recipient'))[2]).not.toBe(minas);
    expect((await of('router')).to).not.toBe(router);
    expect((await of('value')).value).toBe((2n * 10n ** 18n).toString());
    expect(args(await of('floor'))[0]).toBe(0n);
    expect([(await of('chain')).chainId, normalQuote.chainId]).toEqual([1, undefined]);
    expect((await swapOf(coin, bMVL, one, 'swap: teleport')).status).toBe(400);
    const spender = await get('/v2/native-swap/BSC/approve/spender', 'swap: hostile router');
    expect(spender.body.address).not.toBe(router);
  });
});

describe('histories', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const report = { network: 'BSC', type: 'SEND_BNB', value: '5', from: minas, to: daras, hash, nonce: 0 };
  it('accept a hash once, wait ten minutes for it, and follow the status of the chain', async () => {
    const { status, body } = await post('/v2/wallets/transaction', report);
    expect([status, body.status]).toEqual([201, 'PENDING']);
    const again = await post('/v2/wallets/transaction', report);
    expect(code(again)).toEqual([400, 'EXISTING_TRANSACTION']);
    expect(again.headers.get('x-sandbox-error')).toBe('contract');
    expect(again.body.message).toBe(`already existing transaction network=BSC hash=${report.hash}`);
    const basic = { authorization: `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}` };
    const older = await sandbox.post('wallet/v1/wallets/transactions', report, { headers: basic });
    expect([older.status, older.body.status]).toEqual([201, 'PENDING']);
    await sandbox.advance('9m');
    expect((await get(`/v2/wallets/transaction/history/${body.id}`)).body.status).toBe('PENDING');
    await sandbox.advance('1m');
    expect((await get(`/v2/wallets/transaction/history/${body.id}`)).body.status).toBe('FAIL');
    expect((await post('/v2/wallets/transaction', { ...report, network: 'SERVERED' })).body.code).toBe(
      'NOT_SUPPORTED_NETWORK',
    );
    const sent = await signer(0).connect(chain).sendTransaction({ to: daras, value: 7n });
    const real = { ...report, hash: sent.hash, value: '7' };
    expect((await post('/v2/wallets/transaction', { ...real, value: '8' })).body.code).toBe('MISMATCHED_TRANSACTION');
    expect((await post('/v2/wallets/transaction', real)).body).toMatchObject({
      ...{ status: 'SUCCESS', value: '7', to: daras },
    });
    expect((await post('/v2/wallets/transaction', real)).body.code).toBe('EXISTING_TRANSACTION');
    const detail = (await get(`/v1/transactions?network=BSC&hash=${sent.hash}`)).body;
    const block = (await chain.getTransactionReceipt(sent.hash))!.blockNumber;
    const inBlock = (await get(`/v1/block-transactions?network=BSC&blockNumber=${block}`)).body;
    expect(inBlock).toEqual([detail]);
    const bulk = (await get(`/v1/transactions/refresh-bulk?network=BSC&hash=${sent.hash},${report.hash}`)).body;
    expect(bulk.map((row: { status: string }) => row.status)).toEqual(['SUCCESS', 'FAIL']);
    expect((await get(`/v1/transactions/refresh-bulk?network=BSC&hash=${sent.hash}`)).body.status).toBe('SUCCESS');
    expect((await get(`/v1/transactions?network=BSC&hash=0x12`)).status).toBe(404);
  });
});

describe('a migration', () => {
  const start = (address: string, scenario?: string) => post('/asset-migration', { address, network: 'BSC' }, scenario);
  it('ends with the tokens on the other chain', async () => {
    const { status, body } = await start(minas);
    expect([status, body.status, body.amount]).toEqual([201, 'PENDING', `1500${'0'.repeat(18)}`]);
    expect((await start(minas)).body.code).toBe('NOT_ENOUGH_BALANCE');
    await sandbox.advance('1m');
    const done = (await get(`/asset-migration/${minas}`)).body;
    expect(done).toMatchObject({ status: 'COMPLETED', completedAt: '2026-06-01T00:01:00.000Z' });
    expect(await balanceOf('bMVL')).toBe(`251500${'0'.repeat(18)}`);
    expect((await rowsOf(minas)).find(({ hash }: { hash: string }) => hash === done.transactionHash)).toMatchObject({
      type: 'SEND_BEP20',
    });
  });
  it('refunds the tokens if it fails', async () => {
    await start(minas, 'migration: fails');
    await sandbox.advance('1m');
    expect((await get(`/asset-migration/${minas}`)).body.status).toBe('FAILED');
    expect((await start(minas)).body.amount).toBe(`1500${'0'.repeat(18)}`);
  });
});
