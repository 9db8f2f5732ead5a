// What a response must be: amounts under any name, what a claim says, the public shape in its place; and what a receipt writes of numbers with exponents.
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { userOf } from '../support/operations.js';
import { respond } from '../support/scripted-server.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes -p box';
const withdrawDoors = [
  `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes -p box`,
  `api user create-withdrawal -f amount=25 -f currencyId=MVL -f toAddress=${to} --new-recipient --yes -p box`,
  `api POST user /balance/withdrawals -f amount=25 -f currencyId=MVL -f toAddress=${to} --new-recipient --yes -p box`,
];
const claim = `points earn claim 1 --to ${to} --new-recipient --yes -p box`;
const request = { id: 'w-1', status: 'INCOMING', amount: '25', feeAmount: '1', currencyId: 'MVL', address: to };
const information = { claimType: 'CONSTANT', currency: 'MVL', amount: '10', fee: '1', isClaimable: true };

/** A user whose change is answered with `answer`, a text as it is; `reads` by the end of a path. */
const userWith = (answer: unknown, reads: Readonly<Record<string, unknown>> = {}) =>
  userOf(
    (socket, { path, ...more }) => {
      const body = path.endsWith('/claim/information')
        ? information
        : path.endsWith('/claim/status')
          ? { status: null }
          : path.endsWith('/earn-event/1')
            ? { id: '1', network: 'ETHEREUM', title: { en: 'E' } }
            : answer;
      respond(201, typeof body === 'string' ? body : JSON.stringify(body))(socket, { path, ...more });
    },
    (requested) => {
      const all: Readonly<Record<string, unknown>> = {
        '/currencies/MVL': { id: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
        '/transfer/fee': { feeAmount: '0', currencyId: 'MVP' },
        ...reads,
      };
      return Object.entries(all).find(([end]) => requested.split('?')[0]!.endsWith(end))?.[1];
    },
  );

describe('an amount under a name that no list has', () => {
  test.each([
    ...[
      { points: '500' },
      { value: '500' },
      { points: 500 },
      { pointValue: '500' },
      { id: 't', data: { points: '50' } },
      { points: { value: '500' } },
    ],
    ...[{ transferredPoints: '6' }, { movedAmount: '0.5' }, { sum: '500' }, { MVP: '500' }, [{ value: '500' }], { value: '-500' }],
  ])('%j contradicts a transfer of 5', async (answer) => {
    const user = await userWith(answer);
    const result = await user.run(transfer);
    expect([result.code, result.stderr]).toEqual([exit.unknown, expect.stringMatching(/it says amount .*and "5" was asked for/)]);
    expect((await user.list())[0]?.outcome).toBe('unknown');
  });
  test.each([
    ...[{ id: 't', points: '5' }, { value: '5.00' }, { amount: '5', value: '0.5' }, { id: 't', points: -5 }, { id: 't', points: 'MVP' }],
    ...[
      { id: 't', remainingPoints: '995' },
      { id: 't', totalPoints: '995' },
      { id: 't', balance: { points: '995' } },
      { id: 't', pointsAfter: '995' },
    ],
    ...[
      { id: 't', usdValue: '0.5' },
      { id: 't', rawAmount: '500000000' },
      { id: 't', feeValue: '0' },
    ],
  ])('%j does not', async (answer) => {
    expect((await (await userWith(answer)).run(transfer)).code).toBe(exit.ok);
  });
});

describe('a claim of 10 with a fee of 1', () => {
  test.each([
    { status: 'INCOMING', amount: '1' },
    { status: 'INCOMING', amount: '100' },
    { status: 'INCOMING', value: '1' },
    { status: 'INCOMING', claim: { amount: 8.99 } },
    { status: 'INCOMING', receivedAmount: '8' },
    { status: 'INCOMING', amount: '10', currency: 'BTC' },
    { data: { status: 'INCOMING' } },
    [{ status: 'INCOMING' }],
    { status: ['INCOMING'] },
  ])('is contradicted by %j', async (answer) => {
    const user = await userWith(answer);
    expect((await user.run(claim)).code).toBe(exit.unknown);
    expect((await user.list())[0]?.outcome).toBe('unknown');
  });
  test.each([
    { status: 'INCOMING' },
    { status: 'INCOMING', amount: '10' },
    { status: 'INCOMING', amount: '9', fee: '1' },
    { status: 'ok', amount: 10, receivedAmount: '9', currency: 'MVL' },
  ])('agrees with %j', async (answer) => {
    const user = await userWith(answer);
    const result = await user.run(claim);
    expect([result.code, result.stderr]).toEqual([exit.ok, expect.any(String)]);
  });
});

describe('a withdrawal whose response has the public shape somewhere else', () => {
  test.each<[unknown]>([
    [[{ request }]],
    [{ request: [request] }],
    [{ data: { request } }],
    [{ result: { data: { request } } }],
    [{ withdrawal: { request } }],
    [request],
    [{ request: { ...request, id: [request.id] } }],
    [{ request: { ...request, amount: { value: '25' } } }],
    [{ 'request.id': 'w-1', 'request.amount': '25', 'request.currencyId': 'MVL', 'request.address': to }],
  ])('is exit 10: %j', async (answer) => {
    for (const line of withdrawDoors) {
      const user = await userWith(answer);
      const result = await user.run(line);
      expect([line, result.code, result.stderr]).toEqual([
        line,
        exit.unknown,
        expect.stringMatching(/which the response to this call is known to have/),
      ]);
      expect((await user.list())[0]?.outcome).toBe('unknown');
    }
  });
  test('names the command that cancels it all the same', async () => {
    const { stderr } = await (await userWith({ data: { request } })).run(withdrawDoors[0]!);
    expect(stderr).toContain('tuk wallet withdraw cancel w-1');
  });
  test('the public shape is a success by every door', async () => {
    for (const line of withdrawDoors)
      expect([line, (await (await userWith({ title: 'W', request })).run(line)).code]).toEqual([line, exit.ok]);
  });
});

test.each([
  ['["x"]', 'the response is only ["x"]'],
  ['"OK\\u009b2J"', 'the response is only "OK'],
  ['42', 'the response is only 42'],
  ['[]', 'the response is empty ([])'],
  ['{}', 'the response is empty ({})'],
  ['null', 'the response is empty (null)'],
])('a response of %s is accepted, and said to be what it is', async (answer, said) => {
  const user = await userWith(answer);
  const result = await user.run(transfer);
  expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringContaining(`no more is known: ${said}`)]);
  expect(result.stderr).not.toContain('\u009b');
  expect((await user.list())[0]?.outcome).toBe('accepted');
});

describe('a receipt writes numbers with their digits', () => {
  const fee = (text: string) => JSON.parse(text) as number;
  test.each<[string, string, Readonly<Record<string, unknown>>, RegExp]>([
    [
      'the fee of the bridge',
      `swap bridge create --type TO_BEP20 --amount 2000 -f toAddress=${to} --new-recipient --yes -p box`,
      {
        '/bridge-swap/fee': { feeAmount: 1e21, minAmount: '1', maxAmount: `1${'0'.repeat(30)}` },
        '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18, network: 'ETHEREUM', contractAddress: '' }],
        '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18, network: 'BSC', contractAddress: '' }],
      },
      /Fee +1,000\b/,
    ],
    [
      'the fee of a withdrawal',
      withdrawDoors[0]!,
      { '/currencies/MVL': { id: 'MVL', network: 'ETHEREUM', withdrawalFee: fee('1e-7'), tokenDecimal: 18 } },
      /Arrives +24\.9999999 MVL if the fee stays 0\.0000001 MVL/,
    ],
    ['the fee of a transfer', transfer, { '/transfer/fee': { feeAmount: fee('1e-7'), currencyId: 'MVP' } }, /Fee +0\.0000001 MVP/],
  ])('%s', async (_, line, reads, shown) => {
    const user = await userWith({ id: 'x' }, reads);
    const { stderr } = await user.run(line);
    expect(stderr).toMatch(shown);
    expect(stderr).not.toMatch(/\d[eE][+-]\d/);
  });
});

test('an order that is not paid is said to be so by check, settle and show', async () => {
  const user = await userWith(
    { id: 'o1', amount: '70', currency: 'USDC' },
    { '/v1/offering/public/1': { id: '1', title: 'Tuks', currency: 'USDC', minAmount: '50', purchaseType: 'FRACTIONAL', status: 'OPEN' } },
  );
  const made = await user.run('assets order --offering 1 --purchase-type FRACTIONAL --amount 70 --yes -p box');
  expect([made.code, made.stderr]).toEqual([exit.ok, expect.any(String)]);
  const [{ id }] = (await user.list()) as [Operation];
  for (const line of [`ops check ${id}`, `ops settle ${id} --as done --note seen --yes`, `ops show ${id}`]) {
    const result = await user.run(`${line} -p box`);
    expect([line, result.code, JSON.parse(result.stdout).state]).toEqual([line, exit.ok, 'ordered, not paid']);
    if (!line.includes('show')) expect(result.stderr).toMatch(/ordered, not paid/);
  }
});

test.each([
  ['25', exit.unknown],
  ['25.000000000000000002', exit.unknown],
  ['25.000000000000000001', exit.ok],
])('%s in the response to 25.000000000000000001: no amount is rounded to a double', async (amount, code) => {
  const user = await userWith({ request: { ...request, amount } });
  const line = `wallet withdraw create --currency MVL --amount 25.000000000000000001 --to ${to} --new-recipient --yes -p box`;
  expect((await user.run(line)).code).toBe(code);
});
