// The audit of a world: sound as seeded, after a month of use, and able to find what is wrong.
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { auditWorld } from './audit.js';
import { temporaryFile } from './files.js';
import { startTestSandbox } from './support.js';

/** Makes every kind of row: the check reads them all. */
const everyKind = async (sandbox: Awaited<ReturnType<typeof startTestSandbox>>) =>
  expect((await sandbox.control('check')).findings).toEqual([]);

test.each(['standard', 'large', 'empty', 'hostile'] as const)(
  'a new world of the size %s is consistent, whatever is read first',
  async (size) => {
    const state = temporaryFile();
    const sandbox = await startTestSandbox({ state, size });
    await everyKind(sandbox);
    await sandbox.close();
    expect(auditWorld(state, sandbox.clock.wall)).toEqual([]);
  },
);

test('what is seeded late belongs to the past: kinds that are first read after a month of use are consistent too', async () => {
  const state = temporaryFile();
  const sandbox = await startTestSandbox({ state });
  const { accessToken: token } = await sandbox.signIn('mina');
  const post = (path: string, body: unknown = {}) => sandbox.post(path, body, { token });
  const locations = [
    { latitude: 11.564, longitude: 104.931, name: 'Royal Palace', address: '' },
    { latitude: 11.5695, longitude: 104.921, name: 'Central Market', address: '' },
  ];
  for (let day = 0; day < 5; day++) {
    const { searchId } = (await post('ride-hailing/v1/rides/base-search', { region: 'KH', locations })).body;
    const rider = { name: 'Mina', phone: '+6590000001' };
    expect(
      (await post('ride-hailing/v1/rides/pre-request', { searchId, productCode: 'STANDARD', payCurrency: 'POINT', rider })).status,
    ).toBe(201);
    await sandbox.advance('2h');
    const [product] = (await sandbox.get('sale/v1/products/featured', { token })).body;
    const order = await post('sale/v1/orders', { productId: product.id, quantity: 1 });
    expect([order.status, (await post(`sale/v1/orders/${order.body.id}/payments`, { method: 'BALANCE_TRANSACTION' })).status]).toEqual([
      201, 201,
    ]);
    await sandbox.advance('6d');
  }
  await everyKind(sandbox);
  await sandbox.close();
  expect(auditWorld(state, sandbox.clock.wall)).toEqual([]);
});

test('the audit finds what is wrong', async () => {
  const state = temporaryFile();
  const sandbox = await startTestSandbox({ state });
  await everyKind(sandbox);
  await sandbox.close();
  const broken = (sql: string): string => {
    const db = new DatabaseSync(state);
    try {
      db.exec(`SAVEPOINT before; ${sql}`);
      db.exec('RELEASE before');
    } finally {
      db.close();
    }
    return auditWorld(state, sandbox.clock.wall).join('\n');
  };
  const set = (table: string, path: string, value: string) =>
    `UPDATE ${table} SET body = json_set(body, '$.${path}', json('${JSON.stringify(value)}')) WHERE ordinal = 1`;
  expect(broken(set('store_order', 'createdAt', '2019-01-01T00:00:00.000Z'))).toContain('createdAt is before its owner joined');
  expect(broken(set('store_order', 'status', 'SUCCESS'))).toContain('its log ends with');
  expect(broken(set('store_order', 'totalPrice', '3.3e+56'))).toContain('has an exponent');
  expect(broken(set('store_order', 'productId2', '00000000-0000-4000-8000-000000000000'))).toContain('which no row is');
  expect(broken(set('balance_withdrawal', 'createdAt', '2031-01-01T00:00:00.000Z'))).toContain('is in the future');
  expect(broken(set('points_change', 'amount', '1'))).toContain('the balance does not follow');
  expect(broken("UPDATE holding SET amount = '7' WHERE unit = 'MVP'")).toContain('and other was posted to it');
  expect(broken("UPDATE posting SET amount = '7' WHERE seq = 1")).toContain('sums to');
  expect(
    broken(
      "UPDATE balance_withdrawal SET body = json_set(body, '$.transfer.hash', '0x1') WHERE body ->> 'transfer' IS NOT NULL; UPDATE asset_payment SET body = json_set(body, '$.transactionHash', '0x1')",
    ),
  ).toContain('has the recipients');
  expect(broken("UPDATE bridge_swap SET body = json_set(body, '$.depositHash', '0x7')")).toContain('no network has 0x7');
  expect(broken(set('inventory_item', 'createdAt', '2026-05-31T00:00:00.000Z'))).toContain('its order was paid at');
  expect(broken("DELETE FROM due WHERE kind = 'store-order'")).toContain('and nothing ends it');
  expect(broken("UPDATE fleet SET body = json_set(body, '$.num', 1); UPDATE network_ride SET body = json_set(body, '$.num', 1)")).toContain(
    'is on ',
  );
});
