// `tuk store order list`: a row for each order of the ledger, as the service has it now; a row says why it could not be read.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { afterTurns } from '../../support/later.js';
import { withLedger } from '../../support/operations.js';
import { respond, respondJson, type Script } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { signedIn, stubUser } from '../../support/users.js';

interface Row {
  readonly id: string | null;
  readonly status: string | null;
  readonly totalPrice?: string;
  readonly product?: { readonly name: string };
  readonly here: { readonly operation: string; readonly note?: string };
}
const rowsIn = (stdout: string) => JSON.parse(stdout) as Row[];
const idOf = (nr: number) => `8d20f3a4-55b1-4b3e-8a0c-9f6e2d4100${String(nr).padStart(2, '0')}`;
const order = (nr: number, status = 'SUCCESS') => ({
  ...{ id: idOf(nr), status, productId: `p-${nr % 2}` },
  ...{ totalPrice: '12.10', currencyId: 'MVP', createdAt: '2026-11-20T06:00:00Z' },
});
const ofOrder = (path: string) => Number(/orders\/8d20f3a4-.*00(\d\d)/.exec(path)?.[1] ?? 0);

/** A user whose ledger has the orders 1 to `count`, placed in this order; `read` answers the read of an order, every product is a helmet. */
async function withOrders(count: number, read: (nr: number) => Script) {
  let [reading, most] = [0, 0];
  const user = await stubUser((socket, request) => {
    if (request.path.includes('/products/')) return respondJson({ id: 'p', name: 'Helmet' })(socket, request);
    most = Math.max(most, ++reading);
    void afterTurns(20, () => {
      reading--;
      read(ofOrder(request.path))(socket, request);
    });
  });
  const { server } = user;
  const begin = (nr: number, call = 'createOrder', profile = 'box') =>
    withLedger(user.home, async (ledger) => {
      const url = `${server.url}/sale/v1/orders${call === 'payOrder' ? `/${idOf(nr)}/payments` : ''}`;
      const intent = { profile, service: 'sale', call, method: 'POST', url, body: '{}', amount: '12.1', token: 'MVP' };
      return (await ledger.begin(intent, Date.parse('2026-11-20T06:00:00Z') + nr * 1000)).id;
    });
  const settle = (id: string, outcome: 'done' | 'unknown' | 'refused', answer?: string) =>
    withLedger(user.home, (ledger) => ledger.settle(id, { outcome, answer }, now));
  for (let nr = 1; nr <= count; nr++) await settle(await begin(nr), 'done', JSON.stringify(order(nr, 'DRAFT')));
  const listed = (line = '') => user.run(`store order list ${line}`);
  return { ...user, server, begin, settle, listed, most: () => most };
}
test('an order that failed after its payment shows the status of the service, not that of the ledger; an order has one row', async () => {
  const { run, json } = await signedIn();
  await run('sandbox clock frozen');
  expect((await run('store buy 1 --quantity 200 --yes')).code).toBe(exit.ok); // the balance is short
  expect((await run('store buy 2 --quantity 1 --yes')).code).toBe(exit.ok);
  await run('sandbox advance 1m');
  const { code, stdout } = await run('store order list');
  expect(code).toBe(exit.ok);
  const shown = rowsIn(stdout).map(({ status, product, here }) => `${status} ${product!.name} ${here.note}`);
  expect(shown).toEqual(['SUCCESS Ride voucher undefined', 'PAYMENT_FAILED Helmet undefined']);
  const ledger: { state: string }[] = await json('ops list --kind store-order');
  expect(ledger.filter(({ state }) => state === 'done')).toHaveLength(2); // what the board showed before
  const table = (await run('store order list', { terminal: true, columns: 80 })).stdout;
  expect(table).toMatch(/STATUS +PRODUCT +TOTAL +ID[\s\S]*✗ PAYMENT_FAILED\S* +Helmet +5,000 MVP +[0-9a-f-]{36}/);
  expect(rowsIn((await run('store order list --limit 1')).stdout).map(({ status }) => status)).toEqual(['SUCCESS']);
  const { stderr } = await run('store order list --limit 1');
  expect(stderr).toContain('These are the newest 1 of 2 rows, by the ledger. All rows: --limit 2');
  expect((await run('store order list --limit none')).code).toBe(exit.usage);
  await run('ops check op-2611-0002'); // records that it was not done
  expect(rowsIn((await run('store order list')).stdout)).toHaveLength(2);
});

test('an order that cannot be read says why in its row; the others stand, and the exit code tells', async () => {
  const answers: Readonly<Record<number, Script>> = {
    1: respond(404, '{}'),
    2: respond(500, '{"message":"broken \u001b[31m here"}'),
    3: respondJson(order(9)), // another order
    4: respond(200, '[]'),
  };
  const user = await withOrders(5, (nr) => answers[nr] ?? respondJson(order(nr)));
  const { code, stdout } = await user.listed();
  expect(code).not.toBe(exit.ok);
  expect(rowsIn(stdout).map(({ id, status, here }) => [id, status, here.note])).toEqual([
    [idOf(5), 'SUCCESS', undefined],
    [idOf(4), null, 'the response has no order'],
    [idOf(3), null, 'the response is about another order'],
    [idOf(2), null, expect.stringMatching(/^not read: .*500/)],
    [idOf(1), null, 'the service has no such order'],
  ]);
  const table = await user.table('store order list', { columns: 100 });
  expect(table.stdout).not.toContain('\u001b[31m here');
});

test('a few orders at a time, each product once, and no more than asked for', async () => {
  const user = await withOrders(26, (nr) => respondJson(order(nr)));
  const { code, stdout, stderr } = await user.listed();
  expect([code, rowsIn(stdout).length, rowsIn(stdout)[0]!.id]).toEqual([exit.ok, 20, idOf(26)]);
  expect(stderr).toContain('These are the newest 20 of 26 rows, by the ledger. All rows: --limit 26');
  expect(user.most()).toBe(4);
  const paths = user.server.requests.map((request) => request.path);
  expect(paths.filter((one) => one.includes('/orders/'))).toHaveLength(20);
  const products = paths.filter((one) => one.includes('/products/')).sort();
  expect(products).toEqual(['/sale/v1/products/p-0', '/sale/v1/products/p-1']);
});

test('a service that is down is not asked for every order, and fails the command as a whole', async () => {
  for (const status of [503, 429]) {
    const user = await withOrders(20, () => respond(status, '{}'));
    const { code, stdout } = await user.listed();
    expect([code === exit.ok, stdout.includes(idOf(1))]).toEqual([false, false]);
    expect(user.server.requests.length).toBeLessThanOrEqual(status === 429 ? 4 : 7);
  }
  const signedOut = await withOrders(3, () => respond(401, '{"code":"UNAUTHORIZED"}'));
  expect((await signedOut.listed()).code).toBe(exit.signIn);
});

test('an order whose id no response has named has a row; one that was refused, or is of another profile, has none', async () => {
  const user = await withOrders(1, (nr) => respondJson(order(nr, 'PAYMENT_PENDING')));
  await user.settle(await user.begin(2, 'payOrder'), 'refused', '{}');
  await user.settle(await user.begin(3, 'createOrder', 'other'), 'done', JSON.stringify(order(3)));
  const lost = await user.begin(4);
  await user.settle(lost, 'unknown');
  const payment = await user.begin(1, 'payOrder');
  await user.settle(payment, 'unknown');
  const { stdout } = await user.listed();
  expect(rowsIn(stdout).map(({ id, status, here }) => ({ id, status, ...here }))).toMatchObject([
    { id: null, status: null, operation: lost, note: `it is not known to be done: tuk ops check ${lost}` },
    { id: idOf(1), status: 'PAYMENT_PENDING', operation: payment, note: expect.stringMatching(/^its payment is not/) },
  ]);
});

test('the orders of another account are not read', async () => {
  const { run } = await signedIn();
  await run('store buy 1 --quantity 1 --yes');
  const { stdout } = await run('sandbox token lan');
  await run('login --tokens-stdin --yes', { stdin: stdout });
  expect(rowsIn((await run('store order list')).stdout)).toEqual([]);
  expect((await run('store order list --dry-run')).code).toBe(exit.ok);
});

test('the receipt of a payment says until when the order can be paid, and warns where that has passed', async () => {
  const until = (away: number) => new Date(now + away * 3_600_000).toISOString();
  for (const away of [-2, 2]) {
    const user = await withOrders(1, (nr) => respondJson({ ...order(nr, 'DRAFT'), expiresAt: until(away) }));
    const { stderr } = await user.run(`store order pay ${idOf(1)}`);
    expect(stderr).toMatch(/Pay until/);
    expect(/this has passed, 2 h ago: the service may refuse it/.test(stderr)).toBe(away < 0);
  }
});
