// Points and withdrawals: every end of their state machines, and their ledger.
import { describe, expect, it } from 'vitest';
import { code, userOfEachTest } from '../../support.js';

const user = userOfEachTest('user');
const { sandbox, get, post } = user;
const balance = async (currencyId: string) => (await get(`/balance/accounts/current?currencyId=${currencyId}`)).amount;
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const elsewhere = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
const onChain = (of: string, ticker: string, network = 'ETHEREUM') => user.onChain(network, of, ticker);

describe('a withdrawal', () => {
  const mvl = { currencyId: 'MVL', amount: '100', toAddress: elsewhere };
  const status = async (id: string) => (await get(`/balance/withdrawals/${id}`)).request.status;

  const cancel = (id: string, by: { token?: string } = user) =>
    sandbox.send('DELETE', `user/balance/withdrawals/${id}`, by);

  it('is sent to the chain, less its fee', async () => {
    const created = (await post('/balance/withdrawals', mvl)).body;
    const request = { status: 'INCOMING', amount: '100', feeAmount: '1' };
    expect(created).toMatchObject({ cancellable: true, finalized: false, request });
    expect(await balance('MVL')).toBe('4900');
    const { id } = created.request;
    expect(await get('/balance/withdrawals/active?currencyId=MVL')).toMatchObject([{ request: { id } }]);
    await sandbox.advance('20s');
    expect(await status(id)).toBe('CONFIRMING');
    expect(code(await cancel(id))).toEqual([422, undefined]);
    await sandbox.advance('10s');
    expect(await status(id)).toBe('WAITING_TRANSACTION');
    expect(await onChain(elsewhere, 'MVL')).toBe('0');
    await sandbox.advance('12s');
    const over = await get(`/balance/withdrawals/${id}`);
    expect(over).toMatchObject({ cancellable: false, finalized: true, request: { status: 'COMPLETED' } });
    const log = { network: 'ETHEREUM_SEPOLIA', to: elsewhere, isSuccess: true };
    expect(over.request.tokenTransactionLogs[0]).toMatchObject(log);
    expect(await onChain(elsewhere, 'MVL')).toBe('99000000000000000000');
    expect(await get('/balance/withdrawals/active')).toEqual([]);
  });

  it('is limited to one per currency, and can be cancelled by its owner', async () => {
    const { id } = (await post('/balance/withdrawals', mvl)).body.request;
    expect(code(await post('/balance/withdrawals', mvl))).toEqual([403, undefined]);
    expect((await post('/balance/withdrawals', { ...mvl, currencyId: 'USDC', amount: '10' })).status).toBe(201);
    const dara = (await sandbox.signIn('dara')).accessToken;
    expect(code(await cancel(id, { token: dara }))).toEqual([403, undefined]);
    expect((await sandbox.get(`user/balance/withdrawals/${id}`, { token: dara })).status).toBe(404);
    const gone = await cancel(id);
    expect([gone.status, gone.body.request.status, gone.body.cancellable]).toEqual([200, 'CANCELED', false]);
    expect(await balance('MVL')).toBe('5000');
    await sandbox.advance('5m');
    expect(await status(id)).toBe('CANCELED');
    expect(code(await cancel(id))).toEqual([422, undefined]);
  });

  it('fails, and is refunded', async () => {
    const created = await post('/balance/withdrawals', mvl, 'withdrawal: fails');
    await sandbox.advance('5m');
    expect(await status(created.body.request.id)).toBe('FAILED');
    expect([await balance('MVL'), await onChain(elsewhere, 'MVL')]).toEqual(['5000', '0']);
  });
});

describe('points', () => {
  const history = () => get('/v2/balance/mvp/history');
  const precheck = async (fields: object) =>
    (await post('/v3/balance/mvp/swap/deposit-requests/precheck', fields)).body;

  it('are sent to another user for a fee, and keep their history', async () => {
    const { user: dara } = await sandbox.signIn('dara');
    expect(await get('/v2/balance/mvp/transfer/fee')).toEqual({ currencyId: 'MVP', feeAmount: '0.5' });
    const sent = await post('/v2/balance/mvp/transfer', { toUserId: dara.id, amount: '10.123456789' });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({ amount: '10.12345678', feeAmount: '0.5', currencyId: 'MVP' });
    expect(await balance('MVP')).toBe('3189.37654322');
    const paid = {
      ...{ amount: '-10.62345678', feeAmount: '0.5', balanceAfter: '3189.37654322', swapType: null, status: null },
    };
    expect((await history()).slice(0, 2)).toMatchObject([paid, { balanceAfter: '3200' }]);
    user.token = (await sandbox.signIn('dara')).accessToken;
    const received = { amount: '10.12345678', balanceAfter: '810.12345678' };
    expect((await get('/v2/balance/mvp/history?pageSize=1'))[0]).toMatchObject(received);
    expect(await balance('MVP')).toBe('810.12345678');
    for (const [body, wanted] of [
      [{ toUserId: dara.id, amount: '1' }, [422, 'NOT_CHANGEABLE']],
      [{ toUserId: 'nobody', amount: '1' }, [404, 'NOT_FOUND_USER']],
      [{ toUserId: 'mina', amount: '0' }, [400, 'INVALID_REQUEST']],
      [{ toUserId: 'mina', amount: '810' }, [400, 'NOT_ENOUGH_BALANCE']],
    ] as const)
      expect(code(await post('/v2/balance/mvp/transfer', body)), JSON.stringify(body)).toEqual(wanted);
  });

  const deposit = { currencyId: 'MVL', amount: '400', address };
  it('are deposited from the chain, up to a limit per day', async () => {
    const fields = { currencyId: 'MVL', amount: '400' };
    const check = await post('/v2/balance/mvp/swap/deposit-reqeusts/precheck', fields);
    const limits = { minAmount: '10', maxAmount: '1000', dailyLeftAmount: '1000' };
    expect(check.body).toEqual({ available: true, reason: null, ...limits });
    const before = BigInt(await onChain(address, 'MVL'));
    const created = await post('/v3/balance/mvp/swap/deposit-requests', deposit);
    expect(created.body).toMatchObject({
      balanceDepositRequest: { status: 'INCOMING', goalAmount: '400' },
      toAddress: expect.stringMatching(/^0x/),
    });
    await sandbox.advance('25s');
    expect([await balance('MVP'), before - BigInt(await onChain(address, 'MVL'))]).toEqual(['3200', 400n * 10n ** 18n]);
    await sandbox.advance('5s');
    expect(await balance('MVP')).toBe('3600');
    expect((await history())[0]).toMatchObject({ swapType: 'DEPOSIT', status: 'COMPLETED', amount: '400' });
    expect((await post('/v2/balance/mvp/swap/deposit-requests', { ...deposit, amount: '500' })).status).toBe(201);
    const over = { ...fields, amount: '100.5' };
    expect(await precheck(over)).toMatchObject({ available: false, dailyLeftAmount: '100' });
    for (const [amount, refused] of Object.entries({ '100.5': 'EXCEEDED_DAILY_LIMIT', '9.99': 'BELOW_MINIMUM' }))
      expect(code(await post('/v3/balance/mvp/swap/deposit-requests', { ...deposit, amount }))).toEqual([400, refused]);
    await sandbox.advance('1d');
    expect((await precheck(fields)).dailyLeftAmount).toBe('1000');
  });

  it('are not deposited if the deposit fails, or if it is not paid', async () => {
    const before = await onChain(address, 'MVL');
    await post('/v2/balance/mvp/swap/deposit-requests', deposit, 'deposit: fails');
    await sandbox.advance('5m');
    expect([await balance('MVP'), await onChain(address, 'MVL')]).toEqual(['3200', before]);
    const { toAddress } = (await post('/v2/balance/mvp/swap/deposit-requests', deposit, 'outside: you pay')).body;
    await sandbox.advance('5m');
    expect(await onChain(toAddress, 'MVL')).toBe('0');
    // a withdrawal to the address of the deposit is a transfer like any other
    await post('/balance/withdrawals', { currencyId: 'MVL', amount: '405', toAddress });
    await sandbox.advance('5m');
    expect(await balance('MVP')).toBe('3600');
    await post('/v2/balance/mvp/swap/deposit-requests', { ...deposit, address: elsewhere });
    await sandbox.advance('2h');
    expect((await precheck({ currencyId: 'MVL', amount: '10' })).dailyLeftAmount).toBe('600');
  });

  it('are withdrawn as MVL or bMVL', async () => {
    const body = { currencyId: 'bMVL', amount: '200', address: elsewhere };
    await post('/v2/balance/mvp/swap/withdrawal-requests', body);
    const incoming = { swapType: 'WITHDRAWAL', status: 'INCOMING', amount: '-200', feeAmount: '2' };
    expect((await history())[0]).toMatchObject(incoming);
    await sandbox.advance('5m');
    expect((await history())[0]).toMatchObject({ status: 'COMPLETED', balanceAfter: '3000' });
    expect(await onChain(elsewhere, 'bMVL', 'BSC')).toBe('198000000000000000000');
    for (const [amount, refused] of Object.entries({ 1: 'BELOW_MINIMUM', 9999: 'NOT_ENOUGH_BALANCE' }))
      expect(code(await post('/v2/balance/mvp/swap/withdrawal-requests', { ...body, amount }))).toEqual([400, refused]);
  });
});
