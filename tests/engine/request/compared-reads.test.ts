// Every read of an operation's thing is compared with what was confirmed, whichever command makes it.
import { expect, test } from 'vitest';
import { comparedCalls } from '../../../src/engine/request/call.js';
import { everything } from '../../../src/money/ledger/records.js';
import { operationSpecs } from '../../../src/things/index.js';
import { transactionRead } from '../../../src/things/transaction.js';
import { exit } from '../../support/exit.js';
import { withLedger } from '../../support/operations.js';
import { mine, other, platformUser, withdrawn } from '../../support/platform.js';
import { respondByPath, respondJson, type Script } from '../../support/scripted-server.js';

test('the compared calls are those that show the state of operations', () => {
  const reads = Object.values(operationSpecs).flatMap(({ state = [] }) => state);
  expect([...comparedCalls].sort()).toEqual([...new Set([transactionRead, ...reads].map(({ call }) => call))].sort());
});

const price = { totalPrice: '25', price: '25', quantity: 1, currencyId: 'MVP' };
const order = { id: 'o-1', status: 'PAID', ...price, productId: '1' };
const balanceDepositRequest = { id: 'd-1', status: 'INCOMING', goalAmount: '50', currencyId: 'MVL' };
const deposit = { balanceDepositRequest, toAddress: mine };
const credited = { id: 'h-1', swapType: 'DEPOSIT', requestId: 'd-1', amount: '50', status: 'INCOMING', address: mine };
const paid = { status: 'PAID', amount: '25' };
const ride = { id: 'r-1', status: 'WAITPAY', fare: '7030', currency: 'KHR' };
const products = [{ productCode: 'STANDARD', fare: '7030', currency: 'KHR' }];
const search = { '/ride/price': { searchId: 's', products } };
const at = new Date().toISOString();
/** By kind: the line that makes it, the answer, the path and body of its reads, what a service may say otherwise, and the reads. */
const kinds = {
  order: {
    make: 'store buy 1 --quantity 1 --currency MVP --yes',
    money: respondByPath({ '/v1/orders': order }, respondJson({ id: 'p-1', orderId: 'o-1', ...paid })),
    shows: (over: object) => ({ '/orders/o-1': { ...order, ...over } }),
    lies: [
      ...[{ totalPrice: '2500' }, { quantity: 9 }, { currencyId: 'MVL' }],
      { status: 'PAYMENT_PENDING', totalPrice: '26' },
    ],
    reads: [
      ...['store order show o-1', 'store order list', 'api sale get-order o-1'],
      ...['wait order:o-1 --max-wait 1s', 'find o-1'],
    ],
  },
  deposit: {
    make: `points deposit --amount 50 -f currencyId=MVL -f address=${other} --yes`,
    money: respondByPath({ '/precheck': {} }, respondJson(deposit, 201)),
    shows: (over: object) => ({ '/mvp/history': [{ ...credited, createdAt: at, ...over }], '/precheck': {} }),
    lies: [{ address: other }, { amount: '5000' }],
    reads: ['points history', 'api user list-points-history', 'ops check'],
  },
  withdrawal: {
    make: `wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`,
    money: withdrawn(),
    shows: (over: object) => ({
      '/withdrawals/w-1': withdrawn(over),
      '/withdrawals/active': [withdrawn(over)],
      '/balance/withdrawals': [withdrawn(over)],
    }),
    lies: [{ amount: '24' }, { address: other }, { feeAmount: '2' }, { currencyId: 'USDC' }],
    reads: ['wallet withdraw show w-1', 'wallet withdraw active', 'api user get-withdrawal w-1'],
  },
  ride: {
    make: `api ride-hailing retry-request r-0 --yes`,
    money: respondJson(ride),
    shows: (over: object) => ({ '/request/r-1': { ...ride, ...over }, '/request/active': { ...ride, ...over } }),
    lies: [{ fare: '70300' }, { currency: 'USDC' }],
    reads: ['ride status r-1', 'ride status', 'api ride-hailing get-request r-1'],
  },
} as const;
type Kind = keyof typeof kinds;

/** A user who has made an operation, and whose service shows it so afterwards. */
async function maker(kind: Kind, afterwards: object = {}) {
  const { make, money, shows } = kinds[kind];
  let shown: Readonly<Record<string, unknown>> = shows({});
  const answer =
    (path: string): Script =>
    (socket, request) =>
      respondJson(shown[path])(socket, request);
  const reads = Object.fromEntries(Object.keys(shown).map((path) => [path, answer(path)]));
  const lie = (over: object) => {
    shown = shows(over);
  };
  const answers: Script = (socket, request) => {
    if (/payments$|deposit-requests$/.test(request.path)) lie(afterwards);
    (typeof money === 'function' ? money : respondJson(money))(socket, request);
  };
  const user = await platformUser({ money: answers, reads: { ...search, ...reads } });
  const outcomes = async () => new Set((await user.lines()).map(({ outcome }) => outcome));
  return { ...user, make, lie, outcomes };
}

const cases = (Object.keys(kinds) as Kind[]).flatMap((kind) => kinds[kind].reads.map((line) => [kind, line] as const));
test.each(cases)(
  '%s: `%s` that shows what was confirmed is fine; anything else is exit 10, and unknown',
  async (kind, line) => {
    const { run, lie, make, outcomes } = await maker(kind);
    expect((await run(make)).code).toBe(exit.ok);
    const before = await outcomes();
    expect((await run(line)).stderr).not.toContain('asked for');
    expect(await outcomes()).toEqual(before);
    for (const over of kinds[kind].lies) {
      lie(over);
      const { code, stderr, stdout } = await run(line);
      expect([over, code]).toEqual([over, exit.unknown]);
      expect(`${stderr}${stdout}`).toContain(String(Object.values(over).at(-1)));
      expect([...(await outcomes())]).not.toContain('done');
    }
  },
);

test('what a change reads back is compared: all differences are named, and no next step', async () => {
  const { run, make, lines } = await maker('order', { totalPrice: '2500', quantity: 9, currencyId: 'MVL' });
  const bought = await run(make);
  expect(bought).toMatchObject({ code: exit.unknown, stdout: expect.stringContaining('2500') });
  expect(bought.stderr).toMatch(/amount "2500".*"25".*quantity "9".*"1".*currency "MVL".*"MVP"/);
  expect(bought.stderr).not.toContain('Next:');
  expect((await lines()).map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);

  const placed = await maker('order');
  await placed.run('api sale create-order -f productId=1 -F quantity=1 --yes');
  placed.lie({ totalPrice: '24' });
  expect((await placed.run('store order pay o-1 --yes')).code).toBe(exit.unknown);
  expect(placed.transfers()).toHaveLength(1);

  const depositor = await maker('deposit', { address: other });
  const { code, stderr } = await depositor.run(depositor.make);
  expect([code, stderr]).toEqual([exit.unknown, expect.not.stringContaining('Pay 50')]);
});

test('what a person has judged, and a response about another thing, change nothing', async () => {
  const { run, make, lie, home, outcomes } = await maker('withdrawal');
  await run(make);
  lie({ id: 'w-2', amount: '7' });
  await run('wallet withdraw show w-1');
  expect([...(await outcomes())]).toEqual(['done']);
  lie({ amount: '7' });
  await run('wallet withdraw show w-1');
  const [operation] = await withLedger(home, everything);
  await run(`ops settle ${operation!.id} --as done --note seen --yes`);
  expect((await run('wallet withdraw show w-1')).code).toBe(exit.ok);
  expect([...(await outcomes())]).toEqual(['done']);
});
