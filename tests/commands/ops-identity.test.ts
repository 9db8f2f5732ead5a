// `tuk ops check` and `wait` never take another operation for the one that was asked for: by id, unit, kind, recipient and amount.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareLookUp } from '../../src/engine/look-up.js';
import type { Operation } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { userOf } from '../support/operations.js';
import { runs } from '../support/runs.js';
import { reset, respond, type Script } from '../support/scripted-server.js';
import { now } from '../support/time.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const zeros = '0'.repeat(18);
const createdAt = new Date(now).toISOString();
const json = (body: unknown) => respond(201, JSON.stringify(body));

/** The reads that the commands below make before they send. */
const readsBefore: Readonly<Record<string, unknown>> = {
  '/v1/offering/public/1': { id: '1', title: 'Tuks', currency: 'USDC', minAmount: '50', purchaseType: 'FRACTIONAL', status: 'OPEN' },
  '/bridge-swap/fee': { feeAmount: `1${zeros}`, minAmount: `10${zeros}`, maxAmount: `1000000${zeros}` },
  '/transfer/fee': { feeAmount: '0', currencyId: 'MVP' },
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18, network: 'ETHEREUM', contractAddress: '' }],
  '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18, network: 'BSC', contractAddress: '' }],
  '/currencies/MVL': { id: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
};

interface Made {
  readonly line: string;
  readonly answer: Script;
  /** The end of the path of the read. */
  readonly read: string;
}
const made = {
  transfer: { line: 'points transfer --to dara --amount 6 --new-recipient --yes', answer: respond(502, '{}'), read: '/mvp/history' },
  deposit: {
    line: `points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes`,
    answer: json({ balanceDepositRequest: { id: 'pd1', status: 'INCOMING', goalAmount: '50', currencyId: 'MVL' }, toAddress: to }),
    read: '/mvp/history',
  },
  order: {
    line: 'assets order --offering 1 --purchase-type FRACTIONAL --amount 70 --yes',
    answer: json({ id: 'o1', amount: '70', currency: 'USDC' }),
    read: '/v1/transactions',
  },
  contradicted: {
    line: 'assets order --offering 1 --purchase-type FRACTIONAL --amount 70 --yes',
    answer: json({ id: 'o1', amount: '7000', currency: 'USDC' }),
    read: '/v1/transactions',
  },
  bridge: {
    line: `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to} --new-recipient --yes`,
    answer: json({ id: 'b1', amount: `20${zeros}` }),
    read: '/v1/bridge-swap',
  },
  lostBridge: {
    line: `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to} --new-recipient --yes`,
    answer: reset,
    read: '/v1/bridge-swap',
  },
  withdrawal: {
    line: `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes`,
    answer: json({ request: { id: 'w1', status: 'INCOMING', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL' } }),
    read: '/withdrawals/w1',
  },
  lostWithdrawal: {
    line: `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes`,
    answer: reset,
    read: '/withdrawals/active',
  },
} satisfies Record<string, Made>;

/** A user who has made an operation, and whose read of its state is answered with `shown`. */
async function userWith({ line, answer, read }: Made, shown: () => unknown) {
  const user = await userOf(answer, (requested) => {
    const path = requested.split('?')[0]!;
    return path.endsWith(read) ? shown() : Object.entries(readsBefore).find(([end]) => path.endsWith(end))?.[1];
  });
  const result = await user.run(`${line} -p box`);
  expect([line, result.code, result.stderr]).toEqual([
    line,
    expect.toSatisfy((code) => code === exit.ok || code === exit.unknown),
    expect.any(String),
  ]);
  const [{ id }] = (await user.list()) as [Operation];
  return {
    ...user,
    id,
    wait: (most = '30s') => whileTimePasses(() => user.run(`ops wait ${id} --max-wait ${most} --interval 50ms -p box`)),
    check: () => user.run(`ops check ${id} -p box`),
  };
}

const history = (row: object) => () => [
  { status: 'COMPLETED', createdAt, ...row },
  { amount: '-1', createdAt: '2026-01-01T00:00:00.000Z' },
];
const purchase = (row: object) => () => [{ type: 'PURCHASE', currency: 'USDC', amount: '70', status: 'PAID', createdAt, ...row }];
const bridged = (row: object) => () => [
  { id: 'b1', type: 'TO_BEP20', amount: `20${zeros}`, toAddress: to, status: 'SUCCESS', createdAt, ...row },
];
const withdrawn =
  (row: object, more: object = {}) =>
  () => ({
    request: { id: 'w1', status: 'COMPLETED', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL', createdAt, ...row },
    ...more,
  });

describe('another operation is not taken for this one', () => {
  test.each<[string, Made, () => unknown]>([
    ['a transfer to another user', made.transfer, history({ amount: '-6', toUserId: 'mallory' })],
    ['a transfer to another user, by an object', made.transfer, history({ amount: '-6', recipient: { id: 'mallory', nickname: 'dara' } })],
    ['a transfer to a user of another name', made.transfer, history({ amount: '-6', receiver: 'mallory' })],
    ['a withdrawal of the same points', made.transfer, history({ amount: '-6', swapType: 'WITHDRAWAL' })],
    ['points of another unit', made.transfer, history({ amount: '-6', currencyId: 'TADAP' })],
    ['a bridge swap back', made.lostBridge, bridged({ type: 'TO_ERC20' })],
    ['a withdrawal of another unit', made.lostWithdrawal, () => [withdrawn({ currencyId: 'BTC' })()]],
    ['an order that was answered with another amount, and another order', made.contradicted, purchase({ orderId: 'oOTHER' })],
  ])('check: %s is exit 8, and nothing is recorded', async (_, one, shown) => {
    const user = await userWith(one, shown);
    expect((await user.check()).code).toBe(exit.pending);
    expect((await user.list())[0]?.outcome).toBe('unknown');
  });

  test.each<[string, Made, () => unknown]>([
    ['a reward of the same amount', made.deposit, history({ amount: '50', title: 'Mission reward' })],
    ['another deposit', made.deposit, history({ amount: '50', swapType: 'DEPOSIT', requestId: 'pdOTHER' })],
    ['another order of the same amount', made.order, purchase({ orderId: 'oOTHER' })],
    ['an order without an id', made.order, purchase({})],
    ['a return of the order', made.order, purchase({ orderId: 'o1', type: 'RETURN', status: undefined })],
    [
      'two rows of the order that differ',
      made.order,
      () => [...purchase({ orderId: 'o1' })(), ...purchase({ orderId: 'o1', status: 'EXPIRED' })()],
    ],
  ])('wait: %s is no end', async (_, one, shown) => {
    const user = await userWith(one, shown);
    expect((await user.wait('300ms')).code).toBe(exit.pending);
    expect((await user.list())[0]?.outcome).toBe('done'); // as its response said
  });

  test.each<[string, Made, () => unknown, RegExp]>([
    ['another unit', made.withdrawal, withdrawn({ currencyId: 'BTC' }), /says BTC, and MVL was asked for/],
    ['another id', made.withdrawal, withdrawn({ id: 'w999' }), /says the id w999, and w1 was asked for/],
    ['another amount beside the right one', made.withdrawal, withdrawn({ amount: '250' }, { data: { value: '25' } }), /amount of 250/],
    ['the right amount beside another one', made.withdrawal, withdrawn({}, { amount: '250' }), /amount of 250/],
    ['an amount that cannot be read', made.withdrawal, withdrawn({ amount: '1e5' }), /amount of 1e5/],
    ['another recipient', made.withdrawal, withdrawn({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }), /says 0x7099/],
    ['the other direction', made.bridge, bridged({ type: 'TO_ERC20' }), /says type TO_ERC20, and TO_BEP20/],
    ['another currency of the order', made.order, purchase({ orderId: 'o1', currency: 'BTC' }), /says BTC/],
  ])('wait: %s is exit 10, and check says the same', async (_, one, shown, why) => {
    const user = await userWith(one, shown);
    const waited = await user.wait();
    expect([waited.code, waited.stderr]).toEqual([exit.unknown, expect.stringMatching(why)]);
    user.withLedger((ledger) => ledger.settle(user.id, { outcome: 'unknown', answer: ledger.find(user.id)?.answer }, now));
    const checked = await user.check();
    expect([checked.code, checked.stderr]).toEqual([exit.pending, expect.stringMatching(why)]);
  });
});

describe('an honest row is found', () => {
  test.each<[string, Made, () => unknown, number]>([
    ['a deposit by its id', made.deposit, history({ amount: '50', requestId: 'pd1', currencyId: 'MVP' }), exit.ok],
    ['an order by its id', made.order, purchase({ orderId: 'o1' }), exit.ok],
    [
      'an order in several parts',
      made.order,
      () => [...purchase({ orderId: 'o1', amount: '30' })(), ...purchase({ orderId: 'o1', amount: '40' })()],
      exit.ok,
    ],
    ['an order that has expired, without a time', made.order, () => [{ orderId: 'o1', status: 'EXPIRED', amount: '70' }], exit.endedBadly],
    ['a bridge swap that names what arrives', made.bridge, bridged({ token: 'bMVL' }), exit.ok],
    [
      'a withdrawal with what is no part of it',
      made.withdrawal,
      withdrawn({ balance: { amount: '99' }, feeCurrency: { amount: '3' } }),
      exit.ok,
    ],
    ['a withdrawal with its total', made.withdrawal, withdrawn({ totalAmount: '26' }), exit.ok],
  ])('wait: %s', async (_, one, shown, code) => {
    expect((await (await userWith(one, shown)).wait()).code).toBe(code);
  });

  test.each<[string, Made, () => unknown]>([
    ['a transfer to the user', made.transfer, history({ amount: '-6', toUserId: 'dara', currencyId: 'MVP' })],
    ['a transfer with names of its own', made.transfer, history({ pointValue: '-6', counterpart: 'dara', status: null })],
    ['a bridge swap', made.lostBridge, bridged({ id: 'b7' })],
  ])('check: %s', async (_, one, shown) => {
    expect((await (await userWith(one, shown)).check()).code).toBe(exit.ok);
  });
});

test('of two claims of one event, a status may be that of either', async () => {
  const event = 'points earn claim 1 --new-recipient --yes -p box';
  const answers: Script[] = [json({ status: 'INCOMING' }), reset];
  let status: string | null = 'INCOMING';
  const user = await userOf(
    (socket, request) => {
      if (request.path.endsWith('/claim/status')) return json({ status })(socket, request);
      if (request.path.endsWith('/claim/information'))
        return json({ claimType: 'CONSTANT', currency: 'MVL', amount: '10', fee: '1', isClaimable: true })(socket, request);
      if (request.path.endsWith('/earn-event/1')) return json({ id: '1', network: 'ETHEREUM', title: { en: 'E' } })(socket, request);
      return answers.shift()!(socket, request);
    },
    () => undefined,
  );
  expect((await user.run(`${event} --to ${to}`)).code).toBe(exit.ok);
  expect((await user.run(`${event} --to ${to}`)).code).toBe(exit.unknown);
  const [second, first] = (await user.list()) as [Operation, Operation];
  status = 'COMPLETED';
  const checked = await user.run(`ops check ${second.id} -p box`);
  expect([checked.code, checked.stderr]).toEqual([exit.pending, expect.stringMatching(/not certain/)]);
  expect((await whileTimePasses(() => user.run(`ops wait ${first.id} --max-wait 200ms --interval 50ms -p box`))).code).toBe(exit.pending);
  await user.run(`ops settle ${second.id} --as not-done --note seen --yes -p box`);
  expect((await whileTimePasses(() => user.run(`ops wait ${first.id} --max-wait 30s --interval 50ms -p box`))).code).toBe(exit.ok); // now it is the only one
});

test('while a row resembles the operation, absence is not taken for "not done"', async () => {
  const user = await userWith(made.transfer, history({ amount: '-6', toUserId: 'mallory' }));
  const checked = await user.run(`ops check ${user.id} -p box`, { now: now + 11 * 60_000 });
  expect([checked.code, JSON.parse(checked.stdout).outcome]).toEqual([exit.pending, 'unknown']);
});

test('whatever a list says, an operation with an id is found by that id alone', async () => {
  const at = Date.parse('2026-11-22T12:00:00.000Z');
  const operation: Operation = {
    id: 'op-1',
    at: new Date(at).toISOString(),
    pid: 1,
    outcome: 'done',
    profile: 'box',
    service: 'musubi',
    call: 'createOrder',
    method: 'POST',
    url: 'https://x.example/v1/order',
    body: '{"offeringId":"1","amount":"70","purchaseType":"FRACTIONAL"}',
    answer: '{"id":"o1","amount":"70","currency":"USDC"}',
    amount: '70',
    token: 'USDC',
  };
  const { find } = (await prepareLookUp(operation, {}))!;
  const row = fc.record(
    {
      id: fc.constantFrom('o1', 't1', 't2'),
      orderId: fc.constantFrom('o1', 'o2', null),
      type: fc.constantFrom('PURCHASE', 'RETURN', 'SENT'),
      amount: fc.constantFrom('70', '70.00', '7', '700', 'x'),
      currency: fc.constantFrom('USDC', 'usdc', 'BTC'),
      status: fc.constantFrom('PAID', 'EXPIRED', null),
      createdAt: fc.constantFrom('2026-11-22T12:00:01.000Z', '2026-11-01T12:00:00.000Z'),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
      const sighting = find(JSON.stringify(rows), [operation], at);
      if (sighting.kind !== 'seen') return;
      const own = rows.filter(({ orderId, type = 'PURCHASE' }) => orderId === 'o1' && type === 'PURCHASE');
      expect(own.length).toBeGreaterThan(0);
      expect(own.map(({ currency = 'USDC' }) => currency.toUpperCase())).not.toContain('BTC');
      expect(new Set(own.map(({ status }) => status ?? 'PAID')).size).toBe(1);
      if (own.length === 1) expect(['70', '70.00', undefined]).toContain(own[0]!.amount);
    }),
    { numRuns: runs(2000) },
  );
});
