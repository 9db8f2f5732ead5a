// The stories of a world agree, as it is seeded and after any time: the control `check` finds each kind of contradiction.
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { auditWorld } from './audit.js';
import { temporaryFile } from './files.js';
import { startTestSandbox } from './support.js';

test.each(['0s', '1h', '1d', '30d', '400d'])('after %s nothing contradicts itself', async (by) => {
  const state = temporaryFile();
  const sandbox = await startTestSandbox({ state });
  await sandbox.control('check');
  await sandbox.advance(by);
  expect((await sandbox.control('check')).findings).toEqual([]);
  await sandbox.advance('11m');
  expect((await sandbox.control('check')).findings).toEqual([]);
  await sandbox.close();
  expect(auditWorld(state, sandbox.clock.wall)).toEqual([]);
});

test('each kind of contradiction is found', async () => {
  const state = temporaryFile();
  const sandbox = await startTestSandbox({ state });
  await sandbox.control('check');
  const whyAfter = async (sql: string): Promise<string> => {
    const db = new DatabaseSync(state);
    const [table] = /(?<=UPDATE |FROM )\w+/.exec(sql)!;
    db.exec(`CREATE TABLE before AS SELECT * FROM ${table}`);
    db.exec(sql);
    const { findings } = (await sandbox.control('check')) as { findings: { about: string; what: string; why: string }[] };
    const columns = (db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name).join(', ');
    db.exec(`DELETE FROM ${table}; INSERT INTO ${table} (${columns}) SELECT ${columns} FROM before; DROP TABLE before`);
    db.close();
    return findings.map(({ what, why }) => `${what} ${why}`).join('\n');
  };
  const set = (table: string, path: string, value: unknown, where: string) =>
    `UPDATE ${table} SET body = json_set(body, '$.${path}', json('${JSON.stringify(value)}')) WHERE ${where}`;
  expect(await whyAfter(set('store_order', 'expiresAt', '2026-05-20T00:00:00.000Z', "status = 'DRAFT'"))).toContain('its time was over');
  expect(await whyAfter("DELETE FROM due WHERE kind = 'store-order'")).toContain('nothing ends it');
  expect(await whyAfter("DELETE FROM due WHERE kind = 'payment'")).toContain('nothing ends it');
  expect(await whyAfter(set('asset_payment', 'transactionHash', '0x12', "status = 'PAID'"))).toContain(
    'names 0x12, which is not on BASE_SEPOLIA',
  );
  expect(await whyAfter(set('bridge_swap', 'payoutHash', '0x12', "status = 'SUCCESS'"))).toContain('names 0x12');
  expect(await whyAfter(set('balance_withdrawal', 'feeAmount', '2', "status = 'COMPLETED'"))).toContain('and its log states');
  expect(await whyAfter("UPDATE asset_transaction SET at = 1000 WHERE body ->> 'vin' = 'SBXT1E048SS000002'")).toContain(
    'before its offering is sold',
  );
  expect(await whyAfter(set('store_order', 'paidAt', '2026-05-20T00:00:00.000Z', "status = 'SUCCESS'"))).toContain('and its items are of');
  expect(await whyAfter(set('product', 'salesStartAt', '2026-05-31T00:00:00.000Z', 'ordinal = 2'))).toContain('older than the sale');
  expect(await whyAfter(set('vehicle_income', 'rideCount', 42, "body ->> 'to' > '2026-05-20'"))).toContain('counts 42 rides');
  expect((await sandbox.control('check')).findings).toEqual([]);
  await sandbox.close();
});

const signedIn = async (handle = 'mina') => {
  const sandbox = await startTestSandbox();
  const { accessToken: token } = await sandbox.signIn(handle);
  const get = async (path: string) => (await sandbox.get(path, { token })).body;
  return { sandbox, token, get };
};

test('the incomes of every period have the sum of those that were settled, and count the rides that the network lists', async () => {
  const { sandbox, get } = await signedIn();
  for (const by of ['0s', '40d']) {
    await sandbox.advance(by);
    type Income = {
      id: string;
      vin: string;
      currency: string;
      amount: string;
      rideCount: number;
      from: string;
      to: string;
      period: string;
    };
    const totals = (all: readonly Income[]) => {
      const sums = new Map<string, [amount: bigint, rides: number]>();
      for (const { vin, currency, amount, rideCount } of all) {
        const [before, rides] = sums.get(`${vin} ${currency}`) ?? [0n, 0];
        const [whole = '0', part = ''] = amount.split('.');
        sums.set(`${vin} ${currency}`, [before + BigInt(whole + part.padEnd(8, '0')), rides + rideCount]);
      }
      return sums;
    };
    const settled: Income[] = await get('musubi/v1/rwa/incomes');
    expect(settled.length).toBeGreaterThan(20);
    for (const period of ['DAY', 'WEEK', 'MONTH']) {
      const all: Income[] = await get(`musubi/v1/rwa/incomes?period=${period}`);
      expect([period, totals(all)]).toEqual([period, totals(settled)]);
      expect([new Set(all.map((one) => one.period)), new Set(all.map(({ id }) => id)).size]).toEqual([new Set([period]), all.length]);
    }
    const last = settled[0]!;
    const from = new Date(Date.parse(last.from) - 86_400_000).toISOString();
    const rides: { vin: string; droppedOffAt: string | null }[] = await get(`vehicle-oracle/v2/depin/rides?from=${from}`);
    const own = rides.filter(
      ({ vin, droppedOffAt }) => vin === last.vin && droppedOffAt !== null && droppedOffAt >= last.from && droppedOffAt < last.to,
    );
    expect(own).toHaveLength(last.rideCount);
  }
  await sandbox.close();
});

test('a vehicle reports the same at the same moment, and its charge rises by a swap only', async () => {
  const { sandbox, get } = await signedIn();
  type Report = { on: boolean; soc: number; odometerKm: number; updatedAt: string; location: unknown };
  const one = async (): Promise<Report> => get('vehicle-oracle/v1/depin/vehicles/1');
  let before = await one();
  for (let n = 0; n < 60; n++) {
    await sandbox.advance('7m');
    const now = await one();
    if (now.updatedAt === before.updatedAt) expect(now).toEqual(before);
    const [swap] = await get('vehicle-oracle/v1/depin/battery/swap?vin=SBXT1E046SS000001&page=1&pageSize=1');
    if (swap.swappedAt < before.updatedAt) expect(now.soc).toBeLessThanOrEqual(before.soc);
    if (!now.on && !before.on) expect([now.odometerKm - before.odometerKm < 1, now.location]).toEqual([true, now.location]);
    before = now;
  }
  await sandbox.close();
});

test('a deposit keeps its entry in the history of points', async () => {
  const { sandbox, token, get } = await signedIn();
  const entry = async () => (await get('user/v2/balance/mvp/history'))[0];
  const body = { currencyId: 'MVL', amount: '150', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' };
  await sandbox.post('user/v2/balance/mvp/swap/deposit-requests', body, { token });
  const { id, address, status } = await entry();
  expect(status).toBe('INCOMING');
  await sandbox.advance('1m');
  expect(await entry()).toMatchObject({ id, address, status: 'COMPLETED' });
  const account = await get('user/balance/accounts/current?currencyId=MVP');
  expect(account.updatedAt).toBe((await entry()).createdAt);
  const years = (await get('user/v2/balance/mvp/history')).map(({ createdAt }: { createdAt: string }) => Date.parse(createdAt));
  for (const [index, at] of years.slice(1).entries()) expect(years[index]! - at).toBeLessThan(120 * 86_400_000);
  await sandbox.close();
});

test('a ride takes as long as it says; a wrapped coin costs what its coin costs; addresses are of their network', async () => {
  const { sandbox, token, get } = await signedIn();
  for (const { durationS, pickedUpAt, droppedOffAt } of await get('vehicle-oracle/v2/depin/rides'))
    if (droppedOffAt) expect(durationS).toBe(Math.round((Date.parse(droppedOffAt) - Date.parse(pickedUpAt)) / 1000));
  const prices = await get('wallet/v2/wallets/simple/price?ids=bitcoin,binance-bitcoin&vs_currencies=usd');
  expect(prices['binance-bitcoin'].usd).toBe(prices.bitcoin.usd);
  const ethereum = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const withdrawn = await sandbox.post('user/balance/withdrawals', { currencyId: 'XTZ', amount: '1', toAddress: ethereum }, { token });
  expect(withdrawn.status).toBe(422);
  for (const network of ['XTZ', 'BITCOIN', 'SOLANA', 'TON', 'TON_TEST'])
    expect((await sandbox.post('user/v3/wallets', { network, address: ethereum }, { token })).status, network).toBe(400);
  await sandbox.close();
});
