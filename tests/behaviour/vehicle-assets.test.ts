// Vehicle assets over HTTP: lists, orders, leases, payments and incomes.
import { HDNodeWallet, Interface, JsonRpcProvider } from 'ethers';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextSettlement } from '../../sandbox/domains/assets/shares.js';
import { isVin } from '../../sandbox/domains/fleet/vehicle-plan.js';
import { requestRide, sandboxOfEachTest } from '../../sandbox/tests/support.js';

const sandbox = sandboxOfEachTest();
let token: string;
let mina: string;
beforeEach(async () => {
  const login = await sandbox.signIn('mina');
  token = login.accessToken;
  mina = login.user.id;
});

type Headers = Record<string, string>;
const get = (path: string, as = token) => sandbox.get(`musubi${path}`, { token: as });
const post = (path: string, body?: unknown, scenario?: string, as = token) =>
  sandbox.post(`musubi${path}`, body, {
    token: as,
    headers: (scenario ? { 'x-sandbox-scenario': scenario } : {}) as Headers,
  });
const create = async (path: string, body: unknown, scenario?: string, as = token) => {
  const response = await post(path, body, scenario, as);
  expect(response.status, response.text).toBe(201);
  return response.body;
};
const refusal = async (path: string, body: unknown, as = token) => {
  const { status, body: error } = await post(path, body, undefined, as);
  return [status, error.code];
};
const offeringOne = async () => (await get('/v1/offering/public/1')).body;
const usdcOf = async () =>
  (await sandbox.get('user/balance/accounts/current?currencyId=USDC', { token })).body.amount as string;

const sharesOfMina = {
  ...{ SBXT1E046SS000001: '100', SBXT1E048SS000002: '5', SBXX1E010SS000003: '100' },
  ...{ SBXX2E107TS000004: '4.8888', SBXT1E022RS000005: '100', SBXX1E078RS000006: '100' },
};
const [firstVin] = Object.keys(sharesOfMina);

it('the fleet has 240 vehicles with valid check digits, six of them of mina', async () => {
  const { headers } = await get('/v2/rwa/public/vehicles?page=1&pageSize=100');
  expect(headers.get('x-sandbox-total')).toBe('240');
  const vehicles: { vin: string; status: number; ownerUserId: null }[] = (await get('/v1/rwa/public/vehicles')).body;
  expect(vehicles.every(({ vin, ownerUserId }) => isVin(vin) && ownerUserId === null)).toBe(true);
  expect(new Set(vehicles.map(({ vin }) => vin)).size).toBe(240);
  const counts = [20, 40, 50, 70].map((code) => vehicles.filter(({ status }) => status === code).length);
  expect(counts).toEqual([12, 204, 18, 6]);
  const own: { vin: string; share: string; ownerUserId: string }[] = (await get('/v1/rwa-vehicle')).body;
  expect(own.map(({ vin, share }) => [vin, share])).toEqual(Object.entries(sharesOfMina));
  expect(own.every(({ ownerUserId }) => ownerUserId === mina)).toBe(true);
  expect(isVin('SBXT1E047SS000001')).toBe(false);
});

it('an asset goes from an offering to an income', async () => {
  const open = (await get('/v1/offering/public?status=OPEN&orderBy=interestRate&order=DESC')).body;
  expect(open[0].title).toBe('Hanoi Bikes');
  expect(await refusal('/v1/order', { offeringId: 1, amount: '15' })).toEqual([400, 'NOT_A_STEP']);
  expect(await refusal('/v1/order', { offeringId: 1, amount: '5' })).toEqual([400, 'BELOW_MINIMUM']);
  expect(await refusal('/v1/order', { offeringId: 2, amount: '100' })).toEqual([422, 'NOT_OPEN']);
  expect(await refusal('/v1/order', { offeringId: 1, amount: '200000' })).toEqual([409, 'OUT_OF_STOCK']);
  const before = await offeringOne();
  const ordered = await create('/v1/order', { offeringId: 1, amount: '100' });
  const payment = await create('/v1/payment', { orderId: ordered.id, method: 'BANK' });
  expect(payment).toMatchObject({ status: 'READY', crypto: null, bank: { bankName: 'Sandbox Bank' } });
  expect(await refusal('/v1/payment', { orderId: ordered.id, method: 'BANK' })).toEqual([409, 'ALREADY_PAID']);
  const change = async () =>
    (await sandbox.send('PUT', `musubi/v1/payment/${payment.id}/change-to-crypto`, { token })).body;
  const crypto = { network: 'BASE_SEPOLIA', rawAmount: '100000000' };
  expect(await change()).toMatchObject({ method: 'CRYPTO', bank: null, crypto });
  expect((await change()).code).toBe('NOT_CHANGEABLE');
  await sandbox.advance('10s');
  expect(await offeringOne()).toEqual(before);
  await sandbox.advance('30s');
  const after = await offeringOne();
  expect(Number(after.raisedAmount)).toBe(Number(before.raisedAmount) + 100);
  expect(after.investorCount).toBe(before.investorCount); // mina has a share of it already
  const [bought] = (await get('/v1/transactions?type=PURCHASE')).body;
  expect(bought).toMatchObject({ type: 'PURCHASE', amount: '100', currency: 'USDC' });
  expect(bought.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
  const own = (await get('/v1/rwa-vehicle')).body as { vin: string; share: string }[];
  expect(own.find(({ vin }) => vin === bought.vin)).toMatchObject({ share: '2' });

  const incomes = async () => (await get('/v1/rwa/incomes')).body;
  const known = await incomes();
  const balance = await usdcOf();
  await sandbox.advance('8d');
  const more = await incomes();
  expect(more.length).toBeGreaterThan(known.length);
  expect(more[0].settledAt).toBe('2026-06-08T00:00:00.000Z'); // the Monday
  const claimable = (await get('/v1/rwa-vehicle/claimable')).body;
  expect(claimable.find(({ num }: { num: number }) => num === 1).from).toBe('2026-06-08T00:00:00.000Z');
  const paid = more.filter(({ currency, settledAt }: Headers) => currency === 'USD' && settledAt === more[0].settledAt);
  expect(paid.length).toBeGreaterThan(0);
  const sum = paid.reduce((total: number, { amount }: { amount: string }) => total + Number(amount), 0);
  expect(Number(await usdcOf()) - Number(balance)).toBeCloseTo(sum, 6);
});

describe('a payment', () => {
  const buy = async (amount = '100', offeringId = 1, scenario?: string) =>
    (await create('/v1/order', { offeringId, amount }, scenario)).id as string;
  const onChain = async () => {
    const path = 'user/v2/wallets/balance?network=BASE&address=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const { body } = await sandbox.get(path, { token });
    return body.find(({ asset }: { asset: { ticker: string } }) => asset.ticker === 'USDC').amount as string;
  };

  it('is refunded with the shares and the place in the offering', async () => {
    const [before, chain, own] = [await offeringOne(), await onChain(), (await get('/v1/rwa-vehicle')).body.length];
    await create('/v1/payment', { orderId: await buy('500'), method: 'CRYPTO' }, 'payment: refunded');
    await sandbox.advance('40s');
    expect(BigInt(chain) - BigInt(await onChain())).toBe(500_000_000n);
    expect(Number((await offeringOne()).raisedAmount)).toBe(Number(before.raisedAmount) + 500);
    expect((await get('/v1/rwa-vehicle')).body).toHaveLength(own + 1);
    await sandbox.advance('60s');
    expect([await onChain(), await offeringOne()]).toEqual([chain, before]);
    expect((await get('/v1/rwa-vehicle')).body).toHaveLength(own);
    expect((await get('/v1/transactions?type=RETURN')).body[0]).toMatchObject({ amount: '500' });
  });

  it('expires unpaid: by scenario, with an empty wallet, without a manual payment', async () => {
    const orderId = await buy();
    await create('/v1/payment', { orderId, method: 'CRYPTO' }, 'outside: you pay');
    expect(await refusal('/v1/payment', { orderId, method: 'BANK' })).toEqual([409, 'ALREADY_PAID']);
    await sandbox.advance('30m');
    await create('/v1/payment', { orderId, method: 'BANK' }, 'payment: not paid'); // the first has expired
    const before = (await get('/v1/transactions')).body.length;
    await sandbox.advance('3d');
    await create('/v1/payment', { orderId: await buy('20000'), method: 'CRYPTO' });
    await sandbox.advance('31m');
    expect((await get('/v1/transactions')).body).toHaveLength(before);
    await create('/v1/payment', { orderId, method: 'BANK' });
    await sandbox.advance('179s');
    expect((await get('/v1/transactions')).body).toHaveLength(before);
    await sandbox.advance('1s');
    expect((await get('/v1/transactions')).body.length).toBeGreaterThan(before);
  });

  it('waits for an external transfer', async () => {
    const payment = await create('/v1/payment', { orderId: await buy(), method: 'CRYPTO' }, 'outside: you pay');
    const { tokenAddress, toAddress, rawAmount } = payment.crypto;
    const chain = new JsonRpcProvider(`${sandbox.sandbox.url}/rpc/BASE_SEPOLIA`, undefined, { cacheTimeout: -1 });
    const wallet = HDNodeWallet.fromPhrase('test test test test test test test test test test test junk');
    const abi = new Interface(['function transfer(address,uint256)']);
    const transfer = (amount: bigint) => {
      const data = abi.encodeFunctionData('transfer', [toAddress, amount]);
      return wallet.connect(chain).sendTransaction({ to: tokenAddress, data });
    };
    const bought = async () => (await get('/v1/transactions?type=PURCHASE')).body as Headers[];
    const before = (await bought()).length;
    await transfer(BigInt(rawAmount) - 1n);
    await sandbox.advance('1m');
    expect(await bought()).toHaveLength(before); // too little
    const { hash } = await transfer(1n);
    await sandbox.advance('1m');
    expect((await bought())[0]).toMatchObject({ transactionHash: hash, amount: '100' });
    expect(await bought()).toHaveLength(before + 1);
    chain.destroy();
  });

  it('closes an offering that has reached its goal, and is refunded if no shares are left', async () => {
    const left = String(Number((await offeringOne()).goalAmount) - Number((await offeringOne()).raisedAmount));
    const orders = [await buy(left), await buy(left)];
    for (const orderId of orders) await create('/v1/payment', { orderId, method: 'BANK' });
    await sandbox.advance('3m');
    const sold = await offeringOne();
    expect(sold).toMatchObject({ status: 'CLOSED', raisedAmount: '120000', endDate: '2026-06-01T00:03:00.000Z' });
    const bought = (await get('/v1/transactions?type=PURCHASE')).body.filter(({ at }: Headers) => at! > '2026-06-01');
    expect(bought).toHaveLength(8); // what was left of eight vehicles
    expect(await refusal('/v1/order', { offeringId: 1, amount: '100' })).toEqual([422, 'NOT_OPEN']);
    await sandbox.advance('7d');
    expect((await offeringOne()).status).toBe('IN_OPERATION');
  });
});

it('a lease is granted, paid and received', async () => {
  const kenji = (await sandbox.signIn('kenji')).accessToken;
  const submitted = { productId: 1, months: 12, phone: '+819000000003' };
  const { id, ...applied } = await create('/v1/lease-application/submit', submitted, undefined, kenji);
  expect(applied).toMatchObject({ status: 'APPLIED', period: 'WEEK' });
  const lease = async () => (await get(`/v1/lease-application/${id}`, kenji)).body;
  const paying = { leaseApplicationId: id, method: 'CRYPTO' };
  expect(await refusal('/v1/payment', paying, kenji)).toEqual([422, 'NOT_PAYABLE']);
  await sandbox.advance('1m');
  expect((await lease()).status).toBe('SELECTED');
  const payment = await create('/v1/payment', paying, undefined, kenji);
  expect(payment).toMatchObject({ amount: '45', currency: 'USD', crypto: { rawAmount: '45000000' } });
  await sandbox.advance('40s');
  expect(await lease()).toMatchObject({ status: 'PAID', vin: null, payment: { status: 'PAID' } });
  await sandbox.advance('10m');
  const received = await lease();
  expect(received.status).toBe('RECEIVED');
  const own = (await get('/v1/rwa-vehicle', kenji)).body;
  expect(own.find(({ vin }: Headers) => vin === received.vin)).toMatchObject({ tokenType: 'LEASE', share: '100' });
  expect(await refusal('/v1/payment', paying, kenji)).toEqual([409, 'ALREADY_PAID']);
});

describe('incomes', () => {
  const incomes = `/v1/rwa-vehicle/ride-hailing-incomes/${firstVin}`;
  const today = async () => (await get(incomes)).body.find(({ from }: Headers) => from === '2026-06-01T00:00:00.000Z');

  it('grow with a ride in an own vehicle', async () => {
    await sandbox.advance('9h');
    const before = await today();
    const id = await requestRide(sandbox, token, { 'x-sandbox-scenario': 'ride: my vehicle' });
    await sandbox.advance('10m');
    const after = await today();
    const isUsual = ({ rideId, finishedAt }: Headers) => rideId !== id && finishedAt! >= '2026-06-01T09';
    const usual = after.rides.filter(isUsual);
    const ride = after.rides.find(({ rideId }: Headers) => rideId === id);
    expect(ride).toMatchObject({ fare: '7030', currency: 'KHR', share: '1406' });
    expect(after.rideCount).toBe(before.rideCount + 1 + usual.length);
    const others = (await sandbox.signIn('dara')).accessToken;
    expect((await get(incomes, others)).body.code).toBe('NOT_FOUND_VEHICLE');
  });

  it('are settled on Mondays or on the first of a month, never on the day itself', () => {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2026, 2, 1); at += 6 * 3_600_000) {
      const [monday, first] = [new Date(nextSettlement('WEEK', at)), new Date(nextSettlement('MONTH', at))];
      expect([monday.getUTCDay(), monday.getUTCHours(), first.getUTCDate()]).toEqual([1, 0, 1]);
      expect(monday.getTime() - at).toBeGreaterThan(0);
      expect(monday.getTime() - at).toBeLessThanOrEqual(7 * 86_400_000);
      expect(first.getTime() - at).toBeGreaterThan(0);
    }
  });
});
