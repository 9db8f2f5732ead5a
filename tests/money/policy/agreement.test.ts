// A request is compared with what the service says of the same things: a field that says otherwise is exit 2, and nothing is sent.
import { describe, expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { mine, other, platformUser, wei } from '../../support/platform.js';

const confirmed = '--new-recipient --yes';
type Fields = Readonly<Record<string, unknown>>;
type Call = readonly [call: string, at: string, body: Fields];
const order: Call = ['musubi create-order', '/v1/order', { offeringId: '1', amount: '50' }];
const typed: Call = [order[0], order[1], { ...order[2], purchaseType: 'FRACTIONAL' }];
const transfer: Call = ['user transfer-points', '/v2/balance/mvp/transfer', { toUserId: 'u', amount: '5' }];
const points: Call = [
  'user withdraw-points',
  '/v2/balance/mvp/swap/withdrawal-requests',
  { amount: '50', currencyId: 'MVL', address: mine },
];
const withdrawal: Call = ['user create-withdrawal', '/balance/withdrawals', { currencyId: 'MVL', amount: '25', toAddress: mine }];
const bridge: Call = ['bep20-swap create-bridge-swap', '/v1/bridge-swap', { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine }];
const legacy: Call = ['bep20-swap create-swap', '/v2/swap', { type: 'TO_BEP20', amount: `9${wei}`, fromAddress: mine, toAddress: mine }];
const purchase: Call = ['sale create-order', '/v1/orders', { productId: '1', quantity: 2 }];
const payment: Call = ['sale pay-order o-1', '/v1/orders/o-1/payments', { method: 'BALANCE_TRANSACTION' }];
const game: Call = ['user pay-game g', '/games/g/payment', {}];

/** Each kind of contradiction by its sentence, with fields that have it. */
const contradictions: readonly (readonly [call: Call, said: string, ...fields: Fields[]])[] = [
  [
    order,
    'says "BTC", and the service says "USDC"',
    { payCurrency: 'BTC' },
    { payment: { settlementCurrency: 'BTC' } },
    { settleIn: 'BTC' },
  ],
  [order, 'says "BTC", and the service says "USDC"', { currency2: 'BTC' }, { currencies: ['BTC'] }, { pay: { currency: { code: 'BTC' } } }],
  [order, 'says "BTC", and the service says "USDC"', { currency: 'BTC' }, { currencyCode: 'BTC' }, { pay: { in: 'BTC' } }],
  [order, 'says " BTC", and the service says "USDC"', { payCurrency: ' BTC' }],
  [order, 'says "EUR", and the service says "USDC"', { ccy: 'EUR' }, { fiat: 'EUR' }],
  [order, 'says "5000", and another field says "50"', { total: '5000' }, { price: '5000' }, { value: '5000' }, { amounts: ['5000'] }],
  [order, 'says "5e3", and another field says "50"', { newAmount: '5e3' }],
  [order, 'says " 5000", and another field says "50"', { total: ' 5000' }],
  [order, 'says "５０００", and another field says "50"', { total: '５０００' }],
  [order, 'says "$5,000", and another field says "50"', { total: '$5,000' }],
  [order, 'says "5000000000", and another field says "50"', { rawAmount: '5000000000' }],
  [order, 'says "50", and another field says "50"', { amountInWei: '50' }],
  [order, 'says "5,000", and another field says "50"', { charge: '5,000' }, { debit: '5,000' }],
  [order, 'says "1", and the service says "10"', { minAmount: '1' }],
  [order, 'says "OWNERSHIP", and the service says "FRACTIONAL"', { purchaseType: 'OWNERSHIP' }, { kind: 'OWNERSHIP' }],
  [order, 'says "ownership", and the service says "FRACTIONAL"', { purchase: { type: 'ownership' } }],
  [order, 'says "true", and the service says "FRACTIONAL"', { isOwnership: true }],
  [order, 'says "false", and the service says "FRACTIONAL"', { fractional: false }],
  [typed, 'says "OWNERSHIP", and another field says "FRACTIONAL"', { mode: 'OWNERSHIP' }],
  [order, 'says "2", and another field says "1"', { offering: '2' }, { offering: { id: 2 } }, { offeringNo: 2 }],
  [order, 'says "100", and a service may multiply the amount by it', { quantity: 100 }, { units: 100 }, { multiplier: 100 }],
  [order, 'says "1e2", and a service may multiply the amount by it', { orderMultiplier: '1e2' }],
  [order, 'The amount is 9, and the service takes 10 or more', { amount: '9' }],
  [transfer, 'says "BTC", and the service says "MVP"', { currencyId: 'BTC' }, { feeCurrency: 'BTC' }],
  [transfer, 'says "0", and the service says "0.5"', { feeAmount: '0' }, { data: { fee: 0 } }, { networkFee: '0' }],
  [transfer, 'says "6", and another field says "5"', { totalAmount: '6' }, { toDebit: '6' }],
  [transfer, 'says "v", and another field says "u"', { recipientId: 'v' }, { payTo: 'v' }, { sendToUserId: 'v' }],
  [transfer, 'says "2", and a service may multiply the amount by it', { factor: 2 }],
  [points, 'says "0", and the service says "1"', { fee: '0' }],
  [points, 'says "BTC", and the service says "MVP"', { withdrawCurrency: 'BTC' }],
  [points, 'says "MVP", and another field says "MVL"', { payoutCurrency: 'MVP' }, { payoutIn: 'MVP' }],
  [points, 'says "50", and the service says "49"', { receiveAmount: '50' }],
  [points, `says "${other}", and another field says "${mine}"`, { recipient: other }, { payoutWallet: other }, { sendTo: other }],
  [points, 'says "56", and the service says "ETHEREUM"', { chainId: 56 }],
  [points, 'says "0x38", and the service says "ETHEREUM"', { chainId: '0x38' }],
  [points, 'says "BSC", and the service says "ETHEREUM"', { targetNetwork: 'BSC' }],
  [withdrawal, 'says "BSC", and the service says "ETHEREUM"', { network: 'BSC' }],
  [withdrawal, 'The fee of 1 leaves nothing of 1', { amount: '1' }],
  [withdrawal, 'has more than 6 places', { currencyId: 'USDC', amount: '1.1234567' }],
  [bridge, 'takes 10 or more', { amount: `9${wei}` }],
  [bridge, 'takes 100 or less', { amount: `101${wei}` }],
  [legacy, 'takes 10 or more', {}],
  [bridge, 'says "BTC", and the service says "MVL"', { currency: 'BTC' }, { fromToken: 'BTC' }],
  [bridge, 'says "POLYGON", and the service says "ETHEREUM"', { network: 'POLYGON' }],
  [bridge, 'says "137", and the service says "ETHEREUM"', { chainId: 137 }],
  [bridge, 'says "21", and the service says "20"', { sendAmount: '21' }],
  [bridge, `says "${other}", and another field says "${mine}"`, { destinationAddress: other }, { beneficiary: { address: other } }],
  [bridge, 'says "TO_ERC20", and another field says "TO_BEP20"', { direction: 'TO_ERC20' }, { swap: { kind: 'TO_ERC20' } }],
  [purchase, 'says "1", and the service says "25"', { price: '1' }, { productPrice: '1' }],
  [purchase, 'says "1", and the service says "50"', { totalPrice: '1' }, { totalCost: '1' }, { debit: 1 }],
  [purchase, 'says "BTC", and the service says "MVP"', { currencyId: 'BTC' }, { priceCurrency: 'BTC' }],
  [purchase, 'says "3", and another field says "2"', { orderQuantity: 3 }, { qty: 3 }, { number: 3 }],
  [purchase, 'says "３", and another field says "2"', { pieces: '３' }],
  [purchase, 'says "3", and another field says "1"', { times: 3 }, { multiplier: 3 }],
  [purchase, 'says "2", and another field says "1"', { product: '2' }, { sku: '2' }],
  [payment, 'says "8", and the service says "80"', { amount: '8' }, { payPrice: '8' }, { debitValue: '8' }],
  [payment, 'says "BTC", and the service says "MVP"', { currency: 'BTC' }, { paidCurrency: 'BTC' }],
  [payment, 'says "o-2", and another field says "o-1"', { order: 'o-2' }, { orderId: 'o-2' }, { order: { id: 'o-2' } }],
  [game, 'says "1", and the service says "7"', { entryFeeAmount: '1' }],
];
describe('a field that contradicts the service', () => {
  test.each(contradictions.flatMap(([call, said, ...fields]) => fields.map((more) => [call, more, said] as const)))(
    'is exit 2, and nothing is sent: %j with %j',
    async ([call, , body], more, said) => {
      const { run, file, transfers } = await platformUser();
      file({ ...body, ...more });
      const { code, stdout, stderr } = await run(`api ${call} --input body.json ${confirmed}`);
      expect([code, stdout, stderr]).toEqual([exit.usage, '', expect.stringContaining(said)]);
      expect(transfers()).toEqual([]);
    },
  );

  test.each<[Call, Fields, command: string, said: string]>([
    [order, { settleIn: 'BTC' }, 'assets order', '"BTC", and the service says "USDC"'],
    [transfer, { feeAmount: '0' }, `points transfer ${confirmed}`, '"0", and the service says "0.5"'],
    [bridge, { amount: `9${wei}` }, `swap bridge create ${confirmed}`, 'takes 10 or more'],
    [purchase, { multiplier: 3 }, 'store buy 1', 'says "3", and another field says "1"'],
    [payment, { amount: '8' }, 'store order pay o-1', 'says "8", and the service says "80"'],
  ])('is refused through every door, with limits too: %j with %j', async ([call, at, body], more, command, said) => {
    const { run, file, transfers } = await platformUser({ limits: { transfer: '9999,99999 MVP,9999 MVL' } });
    const whole = { ...body, ...more };
    file(whole);
    const fields = Object.entries(whole).map(([name, value]) => `-F '${name}=${JSON.stringify(value)}'`);
    for (const door of [`api ${call}`, `api POST ${call.split(' ')[0]} ${at}`])
      for (const form of ['--input body.json', fields.join(' ')]) {
        const { code, stdout, stderr } = await run(`${door} ${form} ${confirmed}`);
        expect([door, form, code, stdout, stderr]).toEqual([door, form, exit.usage, '', expect.stringContaining(said)]);
      }
    const everyday = await run(`${command} --input body.json --yes`);
    expect([everyday.code, everyday.stdout, everyday.stderr]).toEqual([exit.usage, '', expect.stringContaining(said)]);
    expect(transfers()).toEqual([]);
  });

  test.each([
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --currency MVL', 'says "MVL", and the service says "USDC"'],
    ['assets order --offering 1 --purchase-type OWNERSHIP --amount 50', 'says "OWNERSHIP", and the service says "FRACTIONAL"'],
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 9', 'takes 10 or more'],
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 50 -f offering=2', 'says "2", and another field says "1"'],
    ['store buy 1 --quantity 1 --currency BTC', 'says "BTC", and the service says "MVP"'],
    ['store order pay o-1 -f orderId=o-2', 'says "o-2", and another field says "o-1"'],
    [`swap bridge create --type TO_BEP20 --amount 9 -f toAddress=${mine} --new-recipient`, 'takes 10 or more'],
  ])('is refused as an option or a field of an everyday command: %s', async (line, said) => {
    const { run, transfers } = await platformUser();
    expect(await run(`${line} --yes`)).toMatchObject({ code: exit.usage, stdout: '', stderr: expect.stringContaining(said) });
    expect(transfers()).toEqual([]);
  });

  test.each<[Call, Fields]>([
    [
      typed,
      { settleIn: 'USDC', payWith: 'CARD', payIn: 'installments', ccy: 'usdc', kind: 'FRACTIONAL', fractional: true, checkIn: 'MVL' },
    ],
    [typed, { offering: 1, offeringName: 'One', quantity: 1, multiplier: 1, debit: '50.00', displayCcy: 'EUR', orderRef: 'march-7' }],
    [order, { payCurrency: 'usdc', totalAmount: '50.0', lang: 'en', rawAmount: '50000000', currencyName: 'US dollar coin' }],
    [order, { displayCurrency: 'EUR', usdAmount: '51', note: 'price', customerToken: 'a-long-credential-value-0123456789' }],
    [order, { kind: 'gift', type: 'web', mode: 'auto', shares: 5, unitPrice: '10', quantity: 5, investmentClass: 'A', due: '2026-12-01' }],
    [order, { offering: 'One', retryCount: 3, viewCount: 9, note: 'OWNERSHIP', fiat: false, orderBy: 'price' }],
    [transfer, { currencyId: 'mvp', fee: '0.50', networkFee: 0.5, feeCurrency: 'MVP', totalAmount: '5.5', data: { limit: 3, total: 5 } }],
    [transfer, { payTo: 'u', recipientId: 'u', recipientName: 'Dara', debit: '5.5', charge: '0.5', reference: '7', clientRef: 'x-1' }],
    [points, { withdrawCurrency: 'MVL', payoutIn: 'MVL', receiveAmount: '49', payout: '49', chainId: 1, sendTo: mine, direction: 'out' }],
    [points, { fromCurrency: 'MVP', toCurrency: 'MVL', currency: 'MVP', chainId: '0x1', walletAddress: mine, balanceAmount: '1000' }],
    [bridge, { sendAmount: '20', chainId: 56, network: 'BSC', token: other, tokenAddress: other, fromAddress: other }],
    [bridge, { direction: 'TO_BEP20', kind: 'bridge', units: `20${wei}` }],
    [purchase, { price: '25.0', totalCost: '50', priceCurrency: 'MVP', discountAmount: '0', itemCount: 2, account: 17, discount: 3 }],
    [
      purchase,
      { units: 2, qty: '2', multiplier: 1, product: '1', sku: 1, debit: '50', payWith: 'BALANCE', orderId: 'my-own-7', model: 'T1' },
    ],
    [
      payment,
      { payAmount: '80', paidCurrency: 'MVP', deviceToken: 'abcdef', order: 'o-1', orderNumber: 'o-1', payment: 'CRYPTO', debit: 80 },
    ],
  ])('one that agrees with it, or that says something else, is sent: %j with %j', async ([call, , body], more) => {
    const { run, file, transfers } = await platformUser();
    file({ ...body, ...more });
    const { code, stderr } = await run(`api ${call} --input body.json ${confirmed}`);
    expect([code, stderr]).toEqual([exit.ok, expect.anything()]);
    expect(transfers()).toHaveLength(1);
  });
});

test('an amount is judged in the unit of the service, which an option may say too', async () => {
  const line = (amount: number, rest = '') => `assets order --offering 1 --purchase-type FRACTIONAL --amount ${amount} ${rest} --yes`;
  const { run, transfers } = await platformUser({ limits: { transfer: '9999' }, reads: { '/offering/public/1': { currency: 'USD' } } });
  for (const own of ['', '--currency USD']) expect((await run(line(3000, own))).code).toBe(exit.ok);
  expect((await run(line(10_000))).code).toBe(exit.guarded);
  expect(transfers()).toHaveLength(2);
});

test('the unit of an option is not that of an amount where the service names none: the limit refuses', async () => {
  const reads = { '/offering/public/1': { title: 'One' }, '/products/1': { name: 'Cape', price: '25' } };
  const { run, transfers } = await platformUser({ reads, limits: { transfer: '100 MVL' } });
  for (const line of [
    'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --currency MVL',
    'store buy 1 --quantity 1 --currency MVL',
  ])
    expect(await run(`${line} --yes`)).toMatchObject({ code: exit.guarded, stdout: '', stderr: expect.stringContaining('is not known') });
  expect(transfers()).toEqual([]);
});

test('the service decides the kind where it says one, else the field of the call does', async () => {
  const { run, transfers } = await platformUser({ reads: { '/offering/public/1': { title: 'One', currency: 'USDC' } } });
  const line = 'api musubi create-order -f offeringId=1 -f amount=50 -f purchaseType=OWNERSHIP --yes';
  expect((await run(`${line} -f kind=FRACTIONAL`)).code).toBe(exit.usage);
  expect((await run(`${line} -f kind=OWNERSHIP`)).code).toBe(exit.ok);
  expect(transfers()).toHaveLength(1);
});

test('a payment is compared with the order that the ledger has', async () => {
  const { run, transfers } = await platformUser({ money: { id: 'o-9' } });
  expect((await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes')).code).toBe(exit.ok);
  const pay = 'assets payment create --order o-9 --method CRYPTO --yes';
  for (const field of ['currency=BTC', 'payCurrency=MVL', 'amount=5000', 'total=5000'])
    expect(await run(`${pay} -f ${field}`)).toMatchObject({ code: exit.usage, stdout: '' });
  expect(transfers()).toHaveLength(1);
  expect((await run(`${pay} -f amount=50 -f currency=USDC`)).code).toBe(exit.ok);
});

test.each(['points withdraw --amount 50', 'api user withdraw-points -f amount=50'])(
  '%s is exit 2 in another currency than that of the quote',
  async (line) => {
    const quote = { feeAmount: '1', receiveAmount: '49', toCurrencyId: 'BTC' };
    const { run, transfers } = await platformUser({ reads: { '/mvp/quote': quote } });
    const result = await run(`${line} -f currencyId=MVL -f address=${mine} ${confirmed}`);
    expect(result).toMatchObject({ code: exit.usage, stdout: '', stderr: expect.stringContaining('"BTC"') });
    expect(transfers()).toEqual([]);
  },
);

test('a bridge whose fee takes the whole amount is refused', async () => {
  const { run, transfers } = await platformUser({ reads: { '/bridge-swap/fee': { feeAmount: `20${wei}` } } });
  const result = await run(`swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} ${confirmed}`);
  expect([result.code, result.stderr]).toEqual([exit.usage, expect.stringContaining('leaves nothing of 20')]);
  expect(transfers()).toEqual([]);
});

test.each<[field: string, code: number]>([
  ...['decimals=0', 'scale=2', 'exponent=3', 'shares=6000', 'numberOfShares=40', 'maxAmount=9000', 'maximumSpend=9000'].map(
    (field): [string, number] => [field, exit.usage],
  ),
  ...['maxSlippage=1', 'memo=scale', 'shares=1', 'maxAmount=50'].map((field): [string, number] => [field, exit.ok]),
])('a field %s beside the amount of an order is exit %i', async (field, code) => {
  const { run, transfers } = await platformUser();
  expect((await run(`api musubi create-order -f offeringId=1 -f amount=50 -f purchaseType=FRACTIONAL --yes -f ${field}`)).code).toBe(code);
  expect(transfers()).toHaveLength(code === exit.ok ? 1 : 0);
});

test('an amount above 2^256 - 1 base units is refused, whatever the door; the most is not', async () => {
  const most = 2n ** 256n - 1n;
  const { run, transfers } = await platformUser({ reads: { '/bridge-swap/fee': { feeAmount: '1' } } });
  const whole = `${most.toString().slice(0, -8)}`;
  for (const [line, code] of [
    [`api user transfer-points -f toUserId=u -f amount=${most}`, exit.usage],
    [`points transfer --to u --amount ${BigInt(whole) + 1n}`, exit.usage],
    [`points transfer --to u --raw-amount ${most + 1n}`, exit.usage],
    [`api bep20-swap create-bridge-swap -f type=TO_BEP20 -f toAddress=${mine} -f amount=${most + 1n}`, exit.usage],
    [`api bep20-swap create-bridge-swap -f type=TO_BEP20 -f toAddress=${mine} -f amount=${most}`, exit.ok],
  ] as const) {
    const result = await run(`${line} ${confirmed}`);
    expect([line, result.code]).toEqual([line, code]);
    if (code === exit.usage) expect(result.stderr).toMatch(/more than any token can have|more than 78 digits/);
  }
  expect(transfers()).toHaveLength(1);
});
