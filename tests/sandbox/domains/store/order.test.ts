// The store: ordering, paying, cancelling, giving items away, and its notifications.
import { beforeEach, describe, expect, it } from 'vitest';
import { ItemActionType, StockStatus, StoreOrderStatus } from '../../../../src/services/catalogue/words.js';
import { code, sandboxOfEachTest } from '../../support.js';

const sandbox = sandboxOfEachTest();
let token: string;
let dara: { accessToken: string; user: { id: string } };
beforeEach(async () => {
  token = (await sandbox.signIn('mina')).accessToken;
  dara = await sandbox.signIn('dara');
});

const get = async (at: string, as = token) => (await sandbox.get(at, { token: as })).body;
const post = (at: string, body?: unknown, as = token, headers = {}) =>
  sandbox.post(`sale${at}`, body, { token: as, headers });
const cancel = (id: string, as = token) => sandbox.send('DELETE', `sale/v1/orders/${id}`, { token: as });
const points = async (as = token) => (await get('user/v2/balance/mvp/current', as)).amount;
const items = (
  query = '',
  as = token,
): Promise<{ id: string; orderId: string; status: string; name: string; code: string | null }[]> =>
  get(`sale/v1/inventory/items${query}`, as);
const notes = (
  query = '',
  as = token,
): Promise<{ id: string; entityType: string; entityId: string; title: string }[]> =>
  get(`notification/v1/entity-notifications${query}`, as);
const stock = async (no: string) => (await get(`sale/v1/products/${no}`)).stockLeft;
const order = async (productId: string, quantity = 1, headers = {}): Promise<string> =>
  (await post('/v1/orders', { productId, quantity }, token, headers)).body.id;
const pay = (id: string) => post(`/v1/orders/${id}/payments`, { method: 'BALANCE_TRANSACTION' });
const statusOf = async (id: string) => (await get(`sale/v1/orders/${id}`)).status;
const statusesOf = async (id: string) =>
  (await get(`sale/v1/orders/${id}`)).statusLog.map((step: { status: string }) => step.status);
const buy = async (productId: string, quantity = 1, headers = {}) => {
  const id = await order(productId, quantity, headers);
  await pay(id);
  await sandbox.advance('10s');
  return id;
};

it('the store sells and delivers items, which can be given away', async () => {
  const featured = (await sandbox.get('sale/v1/products/public/featured')).body;
  expect(featured[0]).toMatchObject({ name: 'Helmet', price: '25', currencyId: 'MVP' });
  expect(await get('sale/v1/products/featured')).toEqual(featured);
  expect(featured.map(({ name }: { name: string }) => name)).not.toContain('Night light');
  const created = (await post('/v1/orders', { productId: featured[0].id, quantity: 2 })).body;
  expect(created).toMatchObject({ status: 'DRAFT', totalPrice: '50', paidAt: null, itemIds: [] });
  const before = await stock('1');
  const paid = await pay(created.id);
  expect([paid.status, paid.body.amount, await statusOf(created.id), await points()]).toEqual([
    201,
    '50',
    'PAYMENT_PENDING',
    '3200',
  ]);
  await sandbox.advance('3s');
  expect([await statusOf(created.id), await points(), await stock('1')]).toEqual(['PAID', '3150', before - 2]);
  expect((await items('?status=PENDING')).filter((one) => one.orderId === created.id)).toHaveLength(2);
  await sandbox.advance('7s');
  expect(await statusesOf(created.id)).toEqual(['DRAFT', 'PAYMENT_PENDING', 'PAID', 'SUCCESS']);
  const [newest] = await get('user/v2/balance/mvp/history');
  expect(newest).toMatchObject({ amount: '-50', balanceAfter: '3150', description: 'Bought Helmet' });
  const mine = await items('?status=READY');
  const own = mine.filter((one) => one.orderId === created.id);
  expect(own.map(({ id }) => id).sort()).toEqual([...(await get(`sale/v1/orders/${created.id}`)).itemIds].sort());
  const itemId = own[0]!.id;
  await post('/v1/inventory/items/give', { itemId, toUserId: dara.user.id });
  expect((await items('', dara.accessToken)).map(({ id }) => id)).toEqual([itemId]);
  const [kept, received] = [await get(`sale/v1/inventory/items/${itemId}`), (await items('', dara.accessToken))[0]!];
  expect([kept.status, kept.orderId, kept.code, kept.actionUrl]).toEqual(['READY', created.id, null, null]); // who gave it away cannot use it
  expect([received.orderId, received.code]).toEqual([null, expect.any(String)]);
  const { accessToken: other } = await sandbox.signIn('lan');
  expect(code(await sandbox.get(`sale/v1/inventory/items/${itemId}`, { token: other }))).toEqual([
    404,
    'NOT_FOUND_ITEM',
  ]);
  expect((await notes('', dara.accessToken)).map(({ title, entityId }) => [title, entityId])).toEqual([
    ['A present', itemId],
  ]);
  expect((await notes())[0]).toMatchObject({ title: 'Given away', entityType: 'INVENTORY_ITEM', entityId: itemId });
});

it('items and missions send notifications, until each is dismissed', async () => {
  const id = await buy('1');
  const [itemId] = (await get(`sale/v1/orders/${id}`)).itemIds;
  const all = await notes();
  const ofItems = await notes('?entityType=INVENTORY_ITEM');
  expect(ofItems.map(({ title, entityId }) => [title, entityId])[0]).toEqual(['Helmet', itemId]);
  expect((await notes('?entityType=MISSION_GROUP')).length).toBe(all.length - ofItems.length);
  const note = ofItems[0]!;
  expect(
    code(await sandbox.send('DELETE', `notification/v1/entity-notifications/${note.id}`, { token: dara.accessToken })),
  ).toEqual([404, 'NOT_FOUND_NOTIFICATION']);
  const gone = await sandbox.send('DELETE', `notification/v1/entity-notifications/${note.id}`, { token });
  expect([gone.status, gone.body]).toEqual([200, { status: 'ok' }]);
  expect((await sandbox.send('DELETE', `notification/v1/entity-notifications/${note.id}`, { token })).status).toBe(404);
  expect((await notes()).map((one) => one.id)).toEqual(all.map((one) => one.id).filter((one) => one !== note.id));
  await buy('1');
  expect((await notes()).map((one) => one.id)).not.toContain(note.id); // its id is never used again
});

describe('an order', () => {
  it('is cancelled with a refund, before and after delivery', async () => {
    const first = await order('3');
    await pay(first);
    expect((await cancel(first)).body.status).toBe('CANCEL_REQUESTED');
    await sandbox.advance('5s');
    expect([await statusOf(first), await points()]).toEqual(['CANCEL_REFUNDED', '3200']);
    const before = await stock('3');
    const second = await order('3', 4);
    await pay(second);
    await sandbox.advance('3s');
    expect([await points(), await stock('3')]).toEqual(['2720', before - 4]);
    await cancel(second);
    await sandbox.advance('4s');
    expect([await statusOf(second), await points()]).toEqual(['CANCEL_REQUESTED', '2720']);
    await sandbox.advance('1s');
    expect([await statusOf(second), await points(), await stock('3')]).toEqual(['CANCEL_REFUNDED', '3200', before]);
    expect((await items()).filter(({ orderId }) => orderId === second).map(({ status }) => status)).toEqual(
      Array(4).fill('CANCELED'),
    );
    expect(code(await cancel(second))).toEqual([422, 'NOT_CANCELLABLE']);
    expect(code(await pay(second))).toEqual([422, 'NOT_CHANGEABLE']);
  });

  it('fails to be paid if the balance is too low, and by scenario once', async () => {
    const kits = await buy('6', 11);
    expect([await statusOf(kits), await points(), (await get(`sale/v1/orders/${kits}`)).paidAt]).toEqual([
      'PAYMENT_FAILED',
      '3200',
      null,
    ]);
    const headers = { 'x-sandbox-scenario': 'order: payment fails' };
    const helmet = await buy('1', 1, headers);
    expect(await statusOf(helmet)).toBe('PAYMENT_FAILED');
    await pay(helmet);
    await sandbox.advance('10s');
    expect([await statusOf(helmet), await points()]).toEqual(['SUCCESS', '3175']);
    expect(code(await pay(helmet))).toEqual([409, 'ALREADY_PAID']);
    await sandbox.advance('15m');
    expect(await statusOf(kits)).toBe('EXPIRED');
  });

  it('expires after a quarter of an hour without a payment', async () => {
    const id = await order('1');
    await sandbox.advance('14m');
    expect(await statusOf(id)).toBe('DRAFT');
    await sandbox.advance('1m');
    expect([await statusOf(id), code(await pay(id))]).toEqual(['EXPIRED', [422, 'NOT_CHANGEABLE']]);
  });

  it('is unqualified above the maximum quantity, or by scenario', async () => {
    const first = await buy('8');
    const second = await buy('8');
    const third = await buy('1', 1, { 'x-sandbox-scenario': 'order-unqualified' });
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual(['SUCCESS', 'UNQUALIFIED', 'UNQUALIFIED']);
    expect(await statusesOf(second)).toEqual(['DRAFT', 'PAYMENT_PENDING', 'PAID', 'UNQUALIFIED']);
    expect(await points()).toBe('3195');
    expect((await items()).filter(({ orderId }) => orderId === second).map(({ status }) => status)).toEqual([
      'CANCELED',
    ]);
  });

  it('is refused if there is nothing to order', async () => {
    expect(code(await post('/v1/orders', {}))).toEqual([400, 'INVALID_REQUEST']);
    for (const quantity of [0, -1, 1.5, 1001])
      expect(code(await post('/v1/orders', { productId: '1', quantity }))).toEqual([400, 'INVALID_REQUEST']);
    expect(code(await post('/v1/orders', { productId: '99' }))).toEqual([404, 'NOT_FOUND_PRODUCT']);
    expect(code(await post('/v1/orders', { productId: '7' }))).toEqual([409, 'OUT_OF_STOCK']);
    expect(code(await post('/v1/orders', { productId: '9' }))).toEqual([422, 'NOT_ON_SALE']);
    expect(
      code(await post('/v1/orders', { productId: '1' }, token, { 'x-sandbox-scenario': 'order: nonsense' })),
    ).toEqual([400, 'INVALID_REQUEST']);
    const mine = await order('1');
    expect(code(await sandbox.get(`sale/v1/orders/${mine}`, { token: dara.accessToken }))).toEqual([
      404,
      'NOT_FOUND_ORDER',
    ]);
    expect(code(await cancel(mine, dara.accessToken))).toEqual([404, 'NOT_FOUND_ORDER']);
    await sandbox.advance('7d');
    expect((await post('/v1/orders', { productId: '9' })).status).toBe(201);
  });

  it('of points adds points, and is paid in MVL', async () => {
    const mvl = async () => (await get('user/balance/accounts/current?currencyId=MVL')).amount;
    expect([await mvl(), await points()]).toEqual(['5000', '3200']);
    const id = await buy('5', 2);
    expect([await statusOf(id), await mvl(), await points()]).toEqual(['SUCCESS', '4800', '3420']);
    expect((await get(`sale/v1/orders/${id}`)).itemIds).toEqual([]);
    expect((await get('user/v2/balance/mvp/history'))[0]).toMatchObject({ amount: '220', description: 'MVP pack' });
  });
});

describe('an item', () => {
  const give = (itemId: string, toUserId: string) => post('/v1/inventory/items/give', { itemId, toUserId });
  it('is used by scenario, or expires', async () => {
    const used = await buy('2', 1, { 'x-sandbox-scenario': 'item: used' });
    const kept = await buy('3');
    const one = async (orderId: string) => (await items()).find((found) => found.orderId === orderId);
    await sandbox.advance('30s');
    expect(await one(used)).toMatchObject({ status: 'USED', usedAt: expect.any(String), actionUrl: null });
    expect(await one(kept)).toMatchObject({
      status: 'READY',
      actionUrl: expect.stringContaining('https://'),
      code: expect.any(String),
    });
    await sandbox.advance('30d');
    expect(await one(kept)).toMatchObject({ status: 'EXPIRED' });
  });

  it('is given only when it is ready, to another existing user', async () => {
    const ready = (await items('?status=READY'))[0]!.id;
    expect(code(await give(ready, 'nobody'))).toEqual([404, 'NOT_FOUND_USER']);
    expect(code(await give(ready, 'gone'))).toEqual([404, 'NOT_FOUND_USER']);
    expect(code(await give(ready, 'mina'))).toEqual([422, 'NOT_CHANGEABLE']);
    expect(code(await give((await items('?status=USED'))[0]!.id, 'dara'))).toEqual([422, 'NOT_CHANGEABLE']);
    expect(code(await post('/v1/inventory/items/give', { itemId: ready, toUserId: 'lan' }, dara.accessToken))).toEqual([
      404,
      'NOT_FOUND_ITEM',
    ]);
    expect((await give(ready, 'dara')).body).toMatchObject({ id: ready, givenBy: expect.any(String) });
  });
});

it('every status is reached, also of rows that do not change by themselves', async () => {
  const all = await Promise.all(StoreOrderStatus.map((_, index) => get(`sale/v1/orders/${index + 1}`)));
  expect(all.map(({ status }) => status)).toEqual(StoreOrderStatus);
  await sandbox.advance('1d');
  expect(await Promise.all(all.map(({ id }) => statusOf(id)))).toEqual(StoreOrderStatus);
  expect(new Set((await items()).map(({ status }) => status))).toEqual(new Set(StockStatus));
  const products = await Promise.all(Array.from({ length: 9 }, (_, index) => get(`sale/v1/products/${index + 1}`)));
  expect(new Set(products.map(({ actionType }) => actionType))).toEqual(new Set(ItemActionType));
  const currencies = await get('sale/v1/sale-currencies');
  expect(currencies.map(({ id }: { id: string }) => id)).toEqual(['MVL', 'MVP']);
  const paid = all.find(({ status }) => status === 'PAID');
  await cancel(paid.id);
  await sandbox.advance('5s');
  expect([await statusOf(paid.id), await points()]).toEqual(['CANCEL_REFUNDED', '3320']);
  expect((await items('?status=CANCELED')).map(({ orderId }) => orderId)).toContain(paid.id);
  expect(await items('', (await sandbox.signIn('fresh')).accessToken)).toEqual([]);
});
