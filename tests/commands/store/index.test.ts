// The store group: products, orders, payments, inventory; an interrupted order is paid only once.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { type ReceivedRequest, reset, respond, respondJson, type Script } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

describe('on the sandbox', () => {
  test('a product is bought, waited for, and given away', async () => {
    const { run, json } = await signedIn();
    const [first] = await json('store featured');
    expect((await json('store currencies')).map(({ id }: Record<string, string>) => id)).toContain(first.currencyId);
    expect((await json(`store product ${first.id}`)).name).toBe(first.name);
    const bought = await run(`store buy ${first.id} --quantity 2 --currency ${first.currencyId} --yes`);
    const asked = /accepted the request to pay; the order is not paid while it says PAYMENT_PENDING\./;
    const product = / Product +Helmet\n +Price +25 MVP\n +Quantity +2\n +Paid with +BALANCE_TRANSACTION\n/;
    for (const said of [asked, product, /Costs +50 MVP\n[\s\S]*0001[\s\S]*0002/])
      expect(bought).toMatchObject(ends(exit.ok, said));
    const { id, status } = JSON.parse(bought.stdout);
    expect(status).toBe('PAYMENT_PENDING');
    await run('sandbox clock 20x');
    const next = /Next: tuk (.*)/.exec(bought.stderr)![1];
    const waited = await whileTimePasses(() => run(`${next} --for status=SUCCESS --interval 60ms`));
    expect([waited.code, waited.stdout]).toEqual([exit.ok, expect.stringMatching(/SUCCESS .*succeeded\n$/)]);
    await run('sandbox advance 1m');
    const [itemId] = (await json(`store order show ${id}`)).itemIds;
    const link = expect.stringContaining('"actionType":"DEEPLINK"');
    const open = ends(exit.ok, 'Open it on a phone that has the app: tuk-sandbox://', link);
    expect(await run('store inventory show 2')).toMatchObject(open);
    const item = expect.objectContaining({ id: itemId });
    expect(await json('store inventory list --status READY')).toContainEqual(item);
    const result = await run(`store inventory give ${itemId} --to lan --new-recipient --yes`);
    expect(result.stderr).toMatch(/receipt[\s\S]*Item +Helmet[\s\S]*READY[\s\S]*Goes to +Lan Tran/);
    expect(await json('store inventory list')).not.toContainEqual(item);
    expect(await json(`store inventory show ${itemId}`)).toMatchObject({ code: null, givenBy: expect.any(String) }); // it is another's now
    const calls = (await json('ops list')).map(({ call }: Record<string, string>) => call);
    expect(calls).toEqual(['giveItem', 'payOrder', 'createOrder']);
  }, 120_000);

  test('one order is cancelled, another paid', async () => {
    const { run, json } = await signedIn();
    const { id } = await json('store buy 1 --quantity 1 --yes');
    const cancelled = await run(`store order cancel ${id} --yes`);
    expect(cancelled.stderr).toMatch(/Status +! PAYMENT_PENDING[\s\S]*Next: tuk wait order:/);
    await run('sandbox advance 1m');
    expect((await whileTimePasses(() => run(`wait order:${id}`))).code).toBe(exit.endedBadly);
    expect((await whileTimePasses(() => run(`wait order:${id} --for CANCEL_REFUNDED`))).code).toBe(exit.ok);
    const paid = await run('store order pay 1 --client-ref x --yes');
    expect(paid.stderr).toMatch(/Status +! DRAFT[\s\S]*Total +25[\s\S]*Paid with +BALANCE_TRANSACTION/);
    expect(JSON.parse(paid.stdout).status).toBe('PAYMENT_PENDING');
    await run('sandbox advance 1m');
    expect((await whileTimePasses(() => run('wait order:1 order:7'))).code).toBe(exit.ok);
  });

  test.each([
    ['store buy 1 --yes', exit.usage, '--quantity is needed'],
    ['store buy 1 --quantity 1.5 --yes', exit.usage, 'whole number of at least 1'],
    ['store buy 99 --quantity 1 --yes', exit.notFound, 'no product'],
    ['store inventory give 2 --to nobody --new-recipient --yes', exit.notFound, 'nobody'],
    ['store forms submit 1 --yes', exit.usage, '--input or --edit is needed'],
    ['store forms submit 2 --input - --yes', exit.refused, 'has been closed since'],
    ['store forms submit 1 --input - --yes', exit.usage, 'leave out message'],
    ['store forms submit 1 --input - --signature-file - --yes', exit.usage, 'not both'],
  ])('%s is refused in one sentence, and nothing is sent', async (line, code, output) => {
    const { run, json } = await signedIn();
    expect(await run(line, { stdin: '{"reason":"x"}' })).toMatchObject(ends(code, new RegExp(output, 'i'), ''));
    expect(await json('ops list')).toEqual([]);
  });
});

describe('with a scripted server', () => {
  const product = respondJson({ name: 'One', price: '0.1', currencyId: 'MVP' });
  const placed = respondJson({ id: 'o-1', status: 'DRAFT', totalPrice: '0.3', currencyId: 'MVP' }, 201);
  const isPayment = ({ method, path: at }: ReceivedRequest) => method === 'POST' && at.endsWith('/payments');
  const isOrder = ({ method, path: at }: ReceivedRequest) => method === 'POST' && at.endsWith('/orders');
  const line = 'store buy p --quantity 3 --yes';
  /** A user of a service that answers orders and payments so, and every read with a product. */
  type Scripts = { readonly order?: Script; readonly payment?: Script; readonly read?: Script };
  async function withStore({ order = placed, payment = placed, read = product }: Scripts) {
    const user = await stubUser((socket, request) => {
      const other = isPayment(request) ? payment : read;
      (isOrder(request) ? order : other)(socket, request);
    });
    const ledger = async () =>
      (await user.json('ops list')).map(({ call, outcome }: Record<string, string>) => `${call} ${outcome}`);
    return { ...user, ledger };
  }

  test('an order that cannot be read after it was placed is not paid, and is named', async () => {
    const read: Script = (...request) =>
      (request[1].path.includes('/orders/') ? respondJson({ message: 'gone' }, 404) : product)(...request);
    const { run, sent } = await withStore({ read, order: respondJson({ id: 'o-1', status: 'DRAFT' }, 201) });
    const { code, stderr } = await run(line);
    expect([code, sent()]).toEqual([exit.partial, ['POST /sale/v1/orders']]);
    expect(stderr).toContain('tuk store order show o-1');
  });

  test('a payment whose response is lost is sent once, and its order is named', async () => {
    const { run, sent, ledger } = await withStore({ payment: reset });
    const named = ends(exit.unknown, /tuk ops show op-\d{4}-0002[\s\S]*tuk store order show o-1/, '');
    expect(await run(`${line} --client-ref a`)).toMatchObject(named);
    expect(await run(`${line} --client-ref a`)).toMatchObject(ends(exit.unknown, 'was sent before'));
    expect(sent()).toEqual(['POST /sale/v1/orders', 'POST /sale/v1/orders/o-1/payments']);
    expect(await ledger()).toEqual(['payOrder unknown', 'createOrder done']);
  });

  test('interrupted between order and payment: the same command line pays the existing order, and orders nothing twice', async () => {
    let up = false;
    const paid = respondJson({ id: 'p-1', orderId: 'o-1', amount: '0.3' }, 201);
    const busy = respondJson({ message: 'Not now', code: 'BUSY' }, 409);
    const { run, sent, ledger } = await withStore({ payment: (...request) => (up ? paid : busy)(...request) });
    const unpaid = ends(exit.partial, /was placed and is not paid[\s\S]*tuk store order pay o-1/, '');
    expect(await run(`${line} --client-ref a`)).toMatchObject(unpaid);
    up = true;
    expect(await run(`${line} --client-ref a`)).toMatchObject(ends(exit.ok, /Ordered before +o-1/));
    expect((await run(`${line} --client-ref a`)).code).toBe(exit.ok);
    expect(sent()).toEqual(['POST /sale/v1/orders', ...Array(2).fill('POST /sale/v1/orders/o-1/payments')]);
    expect(await ledger()).toEqual(['payOrder done', 'payOrder refused', 'createOrder done']);
  });

  test('a change succeeds although its read fails; a whole body is sent unchanged', async () => {
    const read: Script = (socket, request) =>
      (request.path.includes('/orders/') ? respond(500, '') : product)(socket, request);
    const { run, server, home } = await withStore({ read });
    writeFileSync(path.join(home, 'order.json'), '{"sku":"p","count":1.10}');
    const whole = await run(['store', 'buy', 'p', '--input', 'order.json', '--yes', '--at-most', '2 MVP']);
    expect(whole).toMatchObject(ends(exit.ok, /sku +p\n[\s\S]*Costs +not known: [\s\S]*It was done/, ''));
    expect(server.requests.find(isOrder)!.body).toBe('{"sku":"p","count":1.10}');
    expect((await run('store buy p --input order.json --quantity 1 --yes')).code).toBe(exit.usage);
  });
});

describe('store buy of an order that was placed before', () => {
  const placed = { id: 'o-1', status: 'DRAFT', totalPrice: '25', currencyId: 'MVP' };
  const line = 'store buy 1 --quantity 1 --client-ref again --yes';
  /** A user whose first payment the service has refused; the order is as `status` says then. */
  async function unpaid(paid: object = { id: 'o-1', amount: '25' }) {
    let status = 'DRAFT';
    let pays = false;
    const user = await stubUser((socket, request) => {
      const isPayment = request.method === 'POST' && request.path.endsWith('/payments');
      if (isPayment) return respondJson(pays ? paid : { message: 'No balance' }, pays ? 201 : 400)(socket, request);
      return respondJson({ ...placed, status, name: 'Helmet', price: '25' })(socket, request);
    });
    expect((await user.run(line)).code).toBe(exit.partial);
    const payments = () => user.sent().filter((one) => one.endsWith('/payments')).length;
    const becomes = (now: string, takes = false) => {
      status = now;
      pays = takes;
    };
    return { ...user, payments, becomes };
  }

  test.each(['PAID', 'SUCCESS'])('and is %s now is not paid again', async (status) => {
    const { run, payments, becomes } = await unpaid();
    becomes(status);
    expect(await run(line)).toMatchObject(ends(exit.ok, 'The order is paid already'));
    expect(payments()).toBe(1);
  });

  test.each([
    ['paid', undefined, /The order is paid already, as op-/],
    ['perhaps paid', { id: 'o-1' }, /A payment of the order was accepted before, as op-/],
  ])('and was %s by another command is not paid again, whatever its status', async (_, paid, said) => {
    const { run, payments, becomes } = await unpaid(paid);
    becomes('PAYMENT_PENDING', true);
    expect((await run('store order pay o-1 --yes')).code).toBe(exit.ok);
    expect(await run(line)).toMatchObject(ends(exit.ok, said));
    expect(payments()).toBe(2);
  });

  const over = ['CANCEL_REQUESTED', 'CANCEL_REFUNDED', 'EXPIRED'];
  test.each(over)('and is %s now says so, and offers no payment', async (status) => {
    const { run, payments, becomes } = await unpaid();
    becomes(status);
    const ended = await run(line);
    expect(ended).toMatchObject(ends(exit.partial, `is ${status}`));
    expect([ended.stderr.includes('store order pay'), payments()]).toEqual([false, 1]);
  });
});
