// The store: ordering, paying, cancelling, giving items away, and its notifications.
import { beforeEach, describe, expect, it } from 'vitest';
import { code, userOfEachTest } from '../../support.js';

const user = userOfEachTest();
const { sandbox, get, points } = user;
let dara: { accessToken: string; user: { id: string } };
beforeEach(async () => {
  dara = await sandbox.signIn('dara');
});

const post = (at: string, body?: unknown, scenario?: string) => user.post(`sale${at}`, body, scenario);
const cancel = (id: string) => sandbox.send('DELETE', `sale/v1/orders/${id}`, user);
const items = (
  query = '',
  as = user.token,
): Promise<{ id: string; orderId: string; status: string; name: string; code: string | null }[]> =>
  get(`sale/v1/inventory/items${query}`, as);
const notes = (
  query = '',
  as = user.token,
): Promise<{ id: string; entityType: string; entityId: string; title: string }[]> =>
  get(`notification/v1/entity-notifications${query}`, as);
const stock = async (no: string) => (await get(`sale/v1/products/${no}`)).stockLeft;
const order = async (productId: string, quantity = 1, scenario?: string): Promise<string> =>
  (await post('/v1/orders', { productId, quantity }, scenario)).body.id;
const pay = (id: string) => post(`/v1/orders/${id}/payments`, { method: 'BALANCE_TRANSACTION' });
const statusOf = async (id: string) => (await get(`sale/v1/orders/${id}`)).status;
const statusesOf = async (id: string) =>
  (await get(`sale/v1/orders/${id}`)).statusLog.map((step: { status: string }) => step.status);
const buy = async (productId: string, quantity = 1, scenario?: string) => {
  const id = await order(productId, quantity, scenario);
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
  expect([paid.status, paid.body.amount]).toEqual([201, '50']);
  expect([await statusOf(created.id), await points()]).toEqual(['PAYMENT_PENDING', '3200']);
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
  const ofOther = await sandbox.get(`sale/v1/inventory/items/${itemId}`, { token: other });
  expect(code(ofOther)).toEqual([404, 'NOT_FOUND_ITEM']);
  expect((await notes('', dara.accessToken)).map(({ title, entityId }) => [title, entityId])).toEqual([
    ['A present', itemId],
  ]);
  expect((await notes())[0]).toMatchObject({ title: 'Given away', entityType: 'INVENTORY_ITEM', entityId: itemId });
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
    const helmet = await buy('1', 1, 'order: payment fails');
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
    const third = await buy('1', 1, 'order-unqualified');
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual(['SUCCESS', 'UNQUALIFIED', 'UNQUALIFIED']);
    expect(await statusesOf(second)).toEqual(['DRAFT', 'PAYMENT_PENDING', 'PAID', 'UNQUALIFIED']);
    expect(await points()).toBe('3195');
    expect((await items()).filter(({ orderId }) => orderId === second).map(({ status }) => status)).toEqual([
      'CANCELED',
    ]);
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
