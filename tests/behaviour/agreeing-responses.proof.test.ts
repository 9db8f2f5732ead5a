// Several responses about one thing agree, in a new world and after any time. The world check finds each contradiction.
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { requestRide, sandboxOfEachTest } from '../../sandbox/tests/support.js';

const sandbox = sandboxOfEachTest();
const mina = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** A client of a user. */
const as = async (handle = 'mina') => {
  const { accessToken: token } = await sandbox.signIn(handle);
  const get = async (path: string) => (await sandbox.get(path, { token })).body;
  const post = async (path: string, body: unknown = {}) => (await sandbox.post(path, body, { token })).body;
  return { token, get, post };
};

test.each(['0s', '1h', '1d', '30d', '400d'])('after %s nothing contradicts itself', async (by) => {
  expect((await sandbox.check()).rows).toBeGreaterThan(100);
  await sandbox.advance(by);
  expect((await sandbox.check()).findings).toEqual([]);
  await sandbox.advance('11m');
  expect((await sandbox.check()).findings).toEqual([]);
});

test('kinds that are first read after a month of use belong to the past', async () => {
  const { token, get, post } = await as();
  for (let day = 0; day < 5; day++) {
    await requestRide(sandbox, token);
    await sandbox.advance('2h');
    const [product] = await get('sale/v1/products/featured');
    const { id } = await post('sale/v1/orders', { productId: product.id, quantity: 1 });
    expect(await post(`sale/v1/orders/${id}/payments`, { method: 'BALANCE_TRANSACTION' })).toMatchObject({
      amount: expect.any(String),
    });
    await sandbox.advance('6d');
  }
  expect((await sandbox.check()).findings).toEqual([]);
});

test('each kind of contradiction is found', async () => {
  await sandbox.check();
  const whyAfter = async (sql: string): Promise<string> => {
    const db = new DatabaseSync(sandbox.file!);
    const [table] = /(?<=UPDATE |FROM )\w+/.exec(sql)!;
    db.exec(`CREATE TABLE before AS SELECT * FROM ${table}`);
    db.exec(sql);
    const { findings } = await sandbox.check();
    const columns = (db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[])
      .map(({ name }) => name)
      .join(', ');
    db.exec(`DELETE FROM ${table}; INSERT INTO ${table} (${columns}) SELECT ${columns} FROM before; DROP TABLE before`);
    db.close();
    return findings.map(({ what, why }) => `${what} ${why}`).join('\n');
  };
  const set = (table: string, path: string, value: unknown, where: string) =>
    whyAfter(`UPDATE ${table} SET body = json_set(body, '$.${path}', json('${JSON.stringify(value)}')) WHERE ${where}`);
  const [before, after] = ['2026-05-20T00:00:00.000Z', '2026-05-31T00:00:00.000Z'];
  const early = "UPDATE asset_transaction SET at = 1000 WHERE body ->> 'vin' = 'SBXT1E048SS000002'";
  for (const [found, why] of [
    [() => set('store_order', 'expiresAt', before, "status = 'DRAFT'"), 'its time was over'],
    [() => whyAfter("DELETE FROM due WHERE kind = 'store-order'"), 'nothing ends it'],
    [() => whyAfter("DELETE FROM due WHERE kind = 'payment'"), 'nothing ends it'],
    [() => set('asset_payment', 'transactionHash', '0x12', "status = 'PAID'"), 'names 0x12, which is not on BASE_SEPO'],
    [() => set('bridge_swap', 'payoutHash', '0x12', "status = 'SUCCESS'"), 'names 0x12'],
    [() => set('balance_withdrawal', 'feeAmount', '2', "status = 'COMPLETED'"), 'and its log states'],
    [() => whyAfter(early), 'before its offering is sold'],
    [() => set('store_order', 'paidAt', after, "status = 'SUCCESS'"), 'and its items are of'],
    [() => set('product', 'salesStartAt', after, 'ordinal = 2'), 'older than the sale'],
    [() => set('vehicle_income', 'rideCount', 42, "body ->> 'to' > '2026-05-20'"), 'counts 42 rides'],
    [
      () => whyAfter("UPDATE holding SET amount = '7' WHERE account LIKE 'balance:%:MVP'"),
      'and other was posted to it',
    ],
    [() => whyAfter("UPDATE due SET id = 'nobody' WHERE kind = 'store-order'"), 'is due for no row'],
    [() => whyAfter("UPDATE due SET kind = 'wheel' WHERE kind = 'store-order'"), 'is due for no kind'],
    [() => set('store_order', 'status', 'TELEPORTING', "status = 'DRAFT'"), '"TELEPORTING" is not one of'],
    [() => whyAfter("UPDATE store_order SET owner = '00000000-0000-4000-8000-000000000000'"), 'whom there is not'],
    [() => whyAfter("UPDATE ride_request SET body = json_remove(body, '$.hidden')"), 'cannot be shown'],
    [() => whyAfter("UPDATE store_order SET body = '[]' WHERE status = 'DRAFT'"), 'has a body that is no JSON object'],
  ] as const)
    expect(await found()).toContain(why);
  expect((await sandbox.check()).findings).toEqual([]);
});

test('a deposit under way is in the history of points at its time, and leaves the balance as it is', async () => {
  const { get, post } = await as('mina');
  const account = () => get('user/balance/accounts/current?currencyId=MVP');
  const before = await account();
  await post('user/v2/balance/mvp/swap/deposit-requests', { currencyId: 'MVL', amount: '150', address: mina });
  await sandbox.advance('2s');
  const sent = await post('user/v2/balance/mvp/transfer', { toUserId: 'dara', amount: '10' });
  const [transfer, deposit, opening] = await get('user/v2/balance/mvp/history');
  expect(deposit).toMatchObject({ amount: '150', balanceAfter: null, status: 'INCOMING' });
  expect([transfer.balanceAfter, opening.balanceAfter]).toEqual(['3189.5', '3200']);
  const pages = await Promise.all([1, 2, 3].map((page) => get(`user/v2/balance/mvp/history?page=${page}&pageSize=1`)));
  expect(pages.flat()).toEqual([transfer, deposit, opening]);
  expect(before.lastTransactionId).toMatch(/^[0-9a-f-]{36}$/);
  expect((await account()).lastTransactionId).toBe(sent.id);
  const lastOf = async (handle: string) =>
    (await (await as(handle)).get('user/balance/accounts/current?currencyId=MVP')).lastTransactionId;
  expect([await lastOf('dara'), await lastOf('fresh')]).toEqual([sent.id, null]);
  await sandbox.advance('1m');
  const [done] = await get('user/v2/balance/mvp/history');
  expect(done).toMatchObject({ id: deposit.id, address: deposit.address, balanceAfter: '3339.5', status: 'COMPLETED' });
  expect((await account()).updatedAt).toBe(done.createdAt);
});

test('a ride that is ended on the way costs what its status says, and ends no later than it would have', async () => {
  const { token, get, post } = await as('mina');
  for (const into of ['5s', '70s']) {
    const id = await requestRide(sandbox, token);
    await sandbox.control('until', { row: `ride:${id}`, word: 'INUSE' });
    await sandbox.advance(into);
    const { feeAmount: before } = await get('ride-hailing/v1/rides/cancel-status');
    await post(`ride-hailing/v1/rides/request/${id}/cancel-wait`);
    const { feeAmount } = await get('ride-hailing/v1/rides/cancel-status');
    await sandbox.advance('1m');
    const { fare, status, statusLog } = await get(`ride-hailing/v1/rides/request/${id}`);
    expect([status, before, feeAmount]).toEqual(['FINISHED', fare, fare]);
    const timeOf = (word: string) => Date.parse(statusLog.find((step: { status: string }) => step.status === word).at);
    expect(timeOf('FINISHED') - timeOf('INUSE')).toBeLessThanOrEqual(75_000);
  }
});

test('what users do in other services counts for their missions', async () => {
  const accomplished = async (handle: string, slug: string) =>
    (await (await as(handle)).get('activity/v3/missions')).find((one: { slug: string }) => one.slug === slug)
      .userAccomplishedCount;
  const apps = await (await as('lan')).get('user/v2/third-party/apps');
  const { id } = apps.find(({ name }: { name: string }) => name === 'TADA');
  await (await as('lan')).post(`user/v2/third-party/${id}/connect`, { token: `partner:lan:${id}` });
  expect(await accomplished('lan', 'connect-tada')).toBe(1);
  expect(await accomplished('fresh', 'first-sign-in')).toBe(1);
  expect(await accomplished('kenji', 'first-asset')).toBe(1);
  const { get, post } = await as('mina');
  const game = await get('user/games/democopter/active');
  await post(`user/games/${game.id}/payment`);
  await sandbox.advance('1m');
  await post(`user/games/democopter/${game.id}/start`);
  await post('user/games/user/result', { gameId: game.id, data: '90' });
  expect(await accomplished('mina', 'play')).toBe(1);
  await post('user/games/result', { gameId: game.id, data: '999999' }); // anonymous: it has not paid
  const board = await get(`user/games/democopter/${game.id}/leaderboard`);
  expect(board.map(({ userId }: { userId: string | null }) => userId)).not.toContain(null);
});
