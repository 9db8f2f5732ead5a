// What several answers say of one thing agrees; the control `check` finds each kind of disagreement.
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { temporaryFile } from './files.js';
import { startTestSandbox } from './support.js';

const mina = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A sandbox, and clients of its users. */
async function world() {
  const sandbox = await startTestSandbox();
  const as = async (handle: string) => {
    const { accessToken: token, user } = await sandbox.signIn(handle);
    const get = async (path: string) => (await sandbox.get(path, { token })).body;
    const post = async (path: string, body: unknown = {}, scenario?: string) =>
      (await sandbox.post(path, body, { token, ...(scenario && { headers: { 'x-sandbox-scenario': scenario } }) })).body;
    return { id: user.id, get, post };
  };
  return { sandbox, as };
}

test('each kind of disagreement is found', async () => {
  const state = temporaryFile();
  const sandbox = await startTestSandbox({ state });
  await sandbox.control('check');
  const whyAfter = async (table: string, sql: string): Promise<string> => {
    const db = new DatabaseSync(state);
    db.exec(`CREATE TABLE before AS SELECT * FROM ${table}`);
    db.exec(sql);
    const { findings } = (await sandbox.control('check')) as { findings: { what: string; why: string }[] };
    const columns = (db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name).join(', ');
    db.exec(`DELETE FROM ${table}; INSERT INTO ${table} (${columns}) SELECT ${columns} FROM before; DROP TABLE before`);
    db.close();
    return findings.map(({ what, why }) => `${what} ${why}`).join('\n');
  };
  const set = (table: string, path: string, value: unknown, where: string) =>
    whyAfter(table, `UPDATE ${table} SET body = json_set(body, '$.${path}', json('${JSON.stringify(value)}')) WHERE ${where}`);
  const anybody = '2dac6521-3744-47dd-a259-6538fb9b2266';
  expect(await set('ride_request', 'statusLog[1].at', '2026-04-17T00:00:05.000Z', 'ordinal = 1')).toMatch(/was WAITPAY for .* s, and/);
  expect(await set('purchasable', 'salesStartAt', '2020-01-01T00:00:00.000Z', 'ordinal = 1')).toContain('has createdAt');
  expect(await set('offering', 'interestRate', '9.0', 'ordinal = 2')).toContain('which ends in zeros');
  expect(await set('chain_transfer', 'blockNumber', 7, "body ->> 'status' = 'PENDING'")).toContain('is PENDING in block 7');
  expect(await set('lease_application', 'paymentId', null, "body ->> 'status' = 'RECEIVED'")).toContain('is not PAID');
  expect(await set('asset_order', 'paymentId', anybody, 'ordinal = 3')).toContain('which is not its own');
  expect(await set('asset_transaction', 'at', '2026-05-31T00:00:00.000Z', "body ->> 'type' = 'RETURN'")).toContain(
    'and its payment is not',
  );
  expect(await whyAfter('asset_transaction', "DELETE FROM asset_transaction WHERE body ->> 'type' = 'RECEIVED'")).toContain('of its token');
  expect(await set('points_change', 'balanceAfter', '7', 'ordinal = 1')).toContain('does not follow from the one before');
  expect(await whyAfter('points_change', 'DELETE FROM points_change WHERE ordinal = 1')).toContain('does not follow');
  expect(await set('mission_claim', 'frequency', 'DAILY', "body ->> 'frequency' <> 'DAILY'")).toMatch(
    /counts \d+ claims of .*, its missions/,
  );
  expect(await whyAfter('inventory_item', `UPDATE inventory_item SET owner = 'x' WHERE owner = '${anybody}'`)).toMatch(
    /which its owner cannot read[\s\S]*names an item that its owner cannot read/,
  );
  expect(await set('store_order', 'itemIds', [], "body ->> 'status' = 'UNQUALIFIED'")).toContain('is of 2, and names 0 items');
  expect(await set('game', 'entries', 9, 'ordinal = 1')).toContain('has 9 entries, of which 3 were paid');
  expect(await whyAfter('game_payment', 'DELETE FROM game_payment')).toContain('is of somebody who has not paid');
  expect((await sandbox.control('check')).findings).toEqual([]);
  await sandbox.close();
});

test('a deposit under way is in the history of points at its time, and leaves the balance as it is', async () => {
  const { sandbox, as } = await world();
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
  expect((await (await as('dara')).get('user/balance/accounts/current?currencyId=MVP')).lastTransactionId).toBe(sent.id);
  expect((await (await as('fresh')).get('user/balance/accounts/current?currencyId=MVP')).lastTransactionId).toBeNull();
  await sandbox.advance('1m');
  const [done] = await get('user/v2/balance/mvp/history');
  expect(done).toMatchObject({ id: deposit.id, balanceAfter: '3339.5', status: 'COMPLETED' });
  await sandbox.close();
});

test('the price of a vehicle is what its owner paid; a leased one is not sold; claimable incomes are one row for a vehicle', async () => {
  const { sandbox, as } = await world();
  const { get, post } = await as('mina');
  const bought = (await get('musubi/v1/transactions')).filter(({ type }: { type: string }) => type === 'PURCHASE');
  for (const { vin, share, tokenType, nftNo } of await get('musubi/v1/rwa-vehicle')) {
    const sale = await get(`vehicle-oracle/sale/${nftNo}`);
    const purchase = bought.find((one: { vin: string }) => one.vin === vin);
    const { amount: price, currency, at: soldAt } = purchase ?? {};
    if (tokenType === 'LEASE' || share !== '100') expect(sale.soldAt).toBeNull();
    else expect(sale).toMatchObject({ price, currency, soldAt });
  }
  const [offering] = await get('musubi/v1/offering/public?status=OPEN');
  for (let n = 0; n < 2; n++) {
    const order = await post('musubi/v1/order', { offeringId: offering.id, amount: offering.minAmount });
    await post('musubi/v1/payment', { orderId: order.id, method: 'CRYPTO' });
    await sandbox.advance('1m');
  }
  await sandbox.advance('8h');
  const claimable: { vin: string; currency: string }[] = await get('musubi/v1/rwa-vehicle/claimable');
  expect(new Set(claimable.map(({ vin, currency }) => `${vin} ${currency}`)).size).toBe(claimable.length);
  await sandbox.close();
});

test('a ride that is ended on the way costs what its status says, and ends no later than it would have', async () => {
  const { sandbox, as } = await world();
  const { get, post } = await as('mina');
  const stop = (latitude: number, longitude: number) => ({ latitude, longitude, name: '', address: '' });
  const locations = [stop(11.564, 104.931), stop(11.5695, 104.921)];
  for (const into of ['5s', '70s']) {
    const { searchId } = await post('ride-hailing/v1/rides/base-search', { region: 'KH', locations });
    const rider = { name: 'Mina', phone: '+6590000001' };
    const body = { searchId, productCode: 'STANDARD', payCurrency: 'POINT', rider };
    const { rideRequestId: id } = await post('ride-hailing/v1/rides/pre-request', body);
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
  await sandbox.close();
});

test('what users do in other services counts for their missions', async () => {
  const { sandbox, as } = await world();
  const accomplished = async (handle: string, slug: string) =>
    (await (await as(handle)).get('activity/v3/missions')).find((one: { slug: string }) => one.slug === slug).userAccomplishedCount;
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
  await sandbox.close();
});

test('what is pending is in no block and on the first page; a named swap has all fields of its call; ids are those of the lists', async () => {
  const { sandbox, as } = await world();
  const { get, post } = await as('mina');
  const path = `wallet/v2/wallets/transaction/history?network=ETHEREUM_SEPOLIA&filter=ALL&address=${mina}`;
  const [first, second, third] = await get(path);
  expect([first.status, first.blockNumber, second.status, second.blockNumber]).toEqual(['PENDING', 0, 'PENDING', 0]);
  expect((await get(`${path}&blockNumber=0&logIndex=${first.logIndex}`)).slice(0, 2)).toEqual([second, third]);
  expect((await get(`${path}&blockNumber=0&logIndex=${second.logIndex}`))[0]).toEqual(third);
  const swap = { type: 'TO_ERC20', amount: '20000000000000000000', fromAddress: mina, toAddress: mina };
  const { id } = await post('bep20-swap/v2/swap', swap);
  expect(await get(`bep20-swap/v2/swap/status?id=${id}`)).toMatchObject({ open: true, types: expect.any(Array), id, status: 'PENDING' });
  const ids = await sandbox.control('ids', { user: 'mina' });
  const apps = await get('user/v2/public/third-party/apps');
  expect(apps.map(({ id: appId }: { id: string }) => appId)).toContain(ids['user getAppBalance appId']);
  await sandbox.close();
});

test('whoever took part in an event was connected to an app before', async () => {
  const state = temporaryFile();
  const sandbox = await startTestSandbox({ state });
  await sandbox.control('check'); // seeds every table
  const db = new DatabaseSync(state);
  const before = db
    .prepare(
      `SELECT p.owner, p.body ->> 'createdAt' AS at FROM earn_participation p WHERE p.owner IN (SELECT owner FROM third_party_user)
        AND p.body ->> 'createdAt' < (SELECT min(c.body ->> 'createdAt') FROM third_party_user c WHERE c.owner = p.owner)`,
    )
    .all();
  const { count } = db
    .prepare('SELECT count(*) AS count FROM earn_participation WHERE owner IN (SELECT owner FROM third_party_user)')
    .get() as { count: number };
  db.close();
  expect(count).toBeGreaterThan(3);
  expect(before).toEqual([]);
  await sandbox.close();
});
