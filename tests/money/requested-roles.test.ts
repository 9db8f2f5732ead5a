// A field whose words give it a role (what it is paid in, how often, of which kind, of which thing) and that says otherwise than the service is exit 2, through
// every door; one that says the same, or that only looks alike, is sent.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestedRole, thingsOf } from '../../src/money/policy/requested-roles.js';
import { transferFields } from '../../src/money/transfer-fields.js';
import { exit } from '../support/exit.js';
import { client, mine, other, wei } from '../support/stated-facts.js';

const confirmed = '--new-recipient --yes';
const order = ['musubi create-order', '/v1/order', { offeringId: '1', amount: '50' }] as const;
const typed = ['musubi create-order', '/v1/order', { offeringId: '1', amount: '50', purchaseType: 'FRACTIONAL' }] as const;
const transfer = ['user transfer-points', '/v2/balance/mvp/transfer', { toUserId: 'u', amount: '5' }] as const;
const withdrawal = [
  'user withdraw-points',
  '/v2/balance/mvp/swap/withdrawal-requests',
  { amount: '50', currencyId: 'MVL', address: mine },
] as const;
const bridge = ['bep20-swap create-bridge-swap', '/v1/bridge-swap', { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine }] as const;
const purchase = ['sale create-order', '/v1/orders', { productId: '1', quantity: 2 }] as const;
const payment = ['sale pay-order o-1', '/v1/orders/o-1/payments', { method: 'BALANCE_TRANSACTION' }] as const;
type Body = Readonly<Record<string, unknown>>;
type Call = readonly [call: string, at: string, body: Body];

const contradicting: readonly (readonly [Call, Body])[] = [
  [order, { settleIn: 'BTC' }],
  [order, { settle_in: 'btc' }],
  [order, { payWith: 'BTC' }],
  [order, { paidIn: 'BTC' }],
  [order, { chargedIn: 'EUR' }],
  [order, { ccy: 'EUR' }],
  [order, { payCcy: 'BTC' }],
  [order, { fiat: 'EUR' }],
  [order, { fiatCurrency: 'JPY' }],
  [order, { pay: { in: 'BTC' } }],
  [order, { payment: { with: 'BTC' } }],
  [order, { purchase: { type: 'OWNERSHIP' } }],
  [order, { kind: 'OWNERSHIP' }],
  [order, { kind: 'ownership' }],
  [order, { orderType: 'OWNERSHIP' }],
  [order, { isOwnership: true }],
  [order, { fractional: false }],
  [typed, { mode: 'OWNERSHIP' }],
  [order, { offering: '2' }],
  [order, { offering: { id: 2 } }],
  [order, { offeringNo: 2 }],
  [order, { offer_id: '2' }],
  [order, { quantity: 100 }],
  [order, { units: 3 }],
  [order, { multiplier: 100 }],
  [order, { orderMultiplier: '1e2' }],
  [order, { debit: '5000' }],
  [order, { charge: '5,000' }],
  [purchase, { units: 3 }],
  [purchase, { count: 3 }],
  [purchase, { qty: 3 }],
  [purchase, { pieces: '３' }],
  [purchase, { number: 3 }],
  [purchase, { times: 3 }],
  [purchase, { multiplier: 3 }],
  [purchase, { product: '2' }],
  [purchase, { sku: '2' }],
  [purchase, { debit: 1 }],
  [payment, { order: 'o-2' }],
  [payment, { orderId: 'o-2' }],
  [payment, { order: { id: 'o-2' } }],
  [payment, { debitValue: '1000' }],
  [transfer, { payTo: 'mallory' }],
  [transfer, { sendToUserId: 'mallory' }],
  [transfer, { toDebit: '100' }],
  [transfer, { factor: 2 }],
  [withdrawal, { payoutIn: 'BTC' }],
  [withdrawal, { sendTo: other }],
  [bridge, { direction: 'TO_ERC20' }],
  [bridge, { swap: { kind: 'TO_ERC20' } }],
];
const honest: readonly (readonly [Call, Body])[] = [
  [
    typed,
    {
      settleIn: 'USDC',
      payWith: 'CARD',
      payIn: 'installments',
      ccy: 'usdc',
      kind: 'FRACTIONAL',
      fractional: true,
      offering: 1,
      offeringName: 'One',
      quantity: 1,
      multiplier: 1,
      debit: '50.00',
      displayCcy: 'EUR',
      orderRef: 'march-7',
      orderBy: 'price',
      due: '2026-12-01',
      checkIn: 'MVL',
    },
  ],
  [order, { kind: 'gift', type: 'web', mode: 'auto', shares: 5, unitPrice: '10', quantity: 5, investmentClass: 'A' }],
  [order, { offering: 'One', retryCount: 3, viewCount: 9, note: 'OWNERSHIP', fiat: false }],
  [
    purchase,
    { units: 2, qty: '2', multiplier: 1, product: '1', sku: 1, debit: '50', payWith: 'BALANCE', orderId: 'my-own-7', model: 'T1' },
  ],
  [payment, { order: 'o-1', payWith: 'MVP', orderNumber: 'o-1', payment: 'CRYPTO', debit: 80 }],
  [transfer, { payTo: 'u', debit: '5.5', charge: '0.5', reference: '7', clientRef: 'x-1' }],
  [withdrawal, { payoutIn: 'MVL', sendTo: mine, payout: '49', direction: 'out' }],
  [bridge, { direction: 'TO_BEP20', kind: 'bridge', units: `20${wei}` }],
];
async function every([call, at, body]: Call, more: Body) {
  const user = await client();
  const whole = { ...body, ...more };
  writeFileSync(path.join(user.home, 'body.json'), JSON.stringify(whole));
  const fields = Object.entries(whole).map(([name, value]) => `-F '${name}=${JSON.stringify(value)}'`);
  const [service] = call.split(' ');
  const lines = [
    `api ${call} --input body.json`,
    `api POST ${service} ${at} --input body.json`,
    `api ${call} ${fields.join(' ')}`,
    `api POST ${service} ${at} ${fields.join(' ')}`,
  ];
  return { ...user, lines: lines.map((line) => `${line} ${confirmed}`) };
}

describe('a field with a role', () => {
  test.each(contradicting)('%j with %j is exit 2 through every door, and nothing is sent', async (call, more) => {
    const { run, lines, transfers } = await every(call, more);
    for (const line of lines) {
      const { code, stdout, stderr } = await run(line);
      expect([line, code, stdout, stderr]).toEqual([
        line,
        exit.usage,
        '',
        expect.stringMatching(/✗ The field .* says .*; nothing was sent/),
      ]);
    }
    expect(transfers()).toEqual([]);
  });

  test.each(honest)('%j with %j agrees, and is sent', async (call, more) => {
    const { run, lines, transfers } = await every(call, more);
    const { code, stderr } = await run(lines[0]!);
    expect([code, stderr]).toEqual([exit.ok, expect.anything()]);
    expect(transfers()).toHaveLength(1);
  });

  test.each([
    'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 -f settleIn=BTC',
    'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 -f offering=2',
    'store buy 1 --quantity 1 -F multiplier=100',
    'store order pay o-1 -f orderId=o-2',
  ])('everyday: %s is exit 2', async (line) => {
    const { run, transfers } = await client();
    expect(await run(`${line} --yes`)).toMatchObject({ code: exit.usage, stdout: '' });
    expect(transfers()).toEqual([]);
  });

  test('the service decides the kind where it says one, else the field of the call does', async () => {
    const { run, transfers } = await client({ reads: { '/offering/public/1': { title: 'One', currency: 'USDC' } } });
    const line = 'api musubi create-order -f offeringId=1 -f amount=50 -f purchaseType=OWNERSHIP --yes';
    expect((await run(`${line} -f kind=FRACTIONAL`)).code).toBe(exit.usage);
    expect((await run(`${line} -f kind=OWNERSHIP`)).code).toBe(exit.ok);
    expect(transfers()).toHaveLength(1);
  });
});

test('a role does not depend on how the words of a name are joined, or on what stands before them', () => {
  const joined = fc.constantFrom('', '_', '-', '.');
  const before = fc.constantFrom('', 'order', 'my', 'Real', 'the');
  const role = fc.constantFrom(
    [['settle', 'in'], 'BTC', 'fact'],
    [['pay', 'with'], 'BTC', 'fact'],
    [['charged', 'in'], 'BTC', 'fact'],
    [['ccy'], 'BTC', 'fact'],
    [['multiplier'], '9', 'times'],
    [['purchase', 'kind'], 'OWNERSHIP', 'kind'],
    [['swap', 'direction'], 'to_erc20', 'kind'],
  ) as fc.Arbitrary<readonly [readonly string[], string, string]>;
  fc.assert(
    fc.property(before, joined, role, fc.boolean(), (first, join, [words, value, expected], camel) => {
      const all = [first, ...words].filter((word) => word !== '');
      const name =
        camel && join === '' ? all.map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('') : all.join(join);
      expect([name, requestedRole(name, value, new Map())?.role]).toEqual([name, expected]);
    }),
  );
});
test('every thing that a read of a call is about is compared under its own name', () => {
  const names = (call: string) => [...thingsOf(transferFields[call]!).values()].flatMap((all) => [...all]);
  expect(names('musubi createOrder')).toEqual(expect.arrayContaining(['offering', 'offeringid', 'offerid']));
  expect(names('sale createOrder')).toEqual(expect.arrayContaining(['product', 'productid', 'sku']));
  expect(names('sale payOrder')).toEqual(expect.arrayContaining(['order', 'orderid', 'ordernumber']));
  expect(names('user payGame')).toEqual(expect.arrayContaining(['game', 'gameid']));
  expect(names('user requestClaim')).toEqual(expect.arrayContaining(['event', 'earneventid']));
  expect(names('sale giveItem')).toEqual(expect.arrayContaining(['item', 'itemid']));
  expect(names('musubi changePaymentToCrypto')).toEqual(expect.arrayContaining(['payment', 'paymentid']));
  expect(names('user createWithdrawal')).toEqual([]);
});
