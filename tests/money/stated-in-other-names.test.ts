// A field of a money body that states a unit, an amount, a price, a network or a recipient is compared with what the service says, whatever it is called.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestedFact, unitStated } from '../../src/money/policy/stated-names.js';
import { exit } from '../support/exit.js';
import { client, mine, other, wei } from '../support/stated-facts.js';

const confirmed = '--new-recipient --yes';
const order = ['musubi create-order', '/v1/order', { offeringId: '1', amount: '50' }] as const;
const transfer = ['user transfer-points', '/v2/balance/mvp/transfer', { toUserId: 'u', amount: '5' }] as const;
const withdrawal = [
  'user withdraw-points',
  '/v2/balance/mvp/swap/withdrawal-requests',
  { amount: '50', currencyId: 'MVL', address: mine },
] as const;
const bridge = ['bep20-swap create-bridge-swap', '/v1/bridge-swap', { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine }] as const;
const purchase = ['sale create-order', '/v1/orders', { productId: '1', quantity: 2 }] as const;
const payment = ['sale pay-order o-1', '/v1/orders/o-1/payments', { method: 'BALANCE_TRANSACTION' }] as const;

describe('a field that contradicts the service under another name', () => {
  test.each([
    [order, { payCurrency: 'BTC' }],
    [order, { paymentCurrency: 'BTC' }],
    [order, { payment: { settlementCurrency: 'BTC' } }],
    [order, { PayToken: 'BTC' }],
    [order, { total: '5000' }],
    [order, { totalAmount: '5000' }],
    [order, { price: '5000' }],
    [order, { unitPrice: '5000' }],
    [order, { orderAmount: '5000' }],
    [order, { amountToPay: '5000' }],
    [order, { value: '5000' }],
    [order, { newAmount: '5e3' }],
    [order, { total: ' 5000' }],
    [order, { total: '５０００' }],
    [order, { total: '$5,000' }],
    [order, { payCurrency: ' BTC' }],
    [order, { pay: { currency: { code: 'BTC' } } }],
    [order, { currency2: 'BTC' }],
    [order, { currencies: ['BTC'] }],
    [order, { currencyName: 'BTC' }],
    [order, { amounts: ['5000'] }],
    [order, { price_1: '5000' }],
    [order, { rawAmount: '5000000000' }],
    [order, { amountInWei: '50' }],
    [transfer, { feeCurrency: 'BTC' }],
    [transfer, { currencySymbol: 'BTC' }],
    [transfer, { totalAmount: '6' }],
    [transfer, { recipientId: 'someone' }],
    [transfer, { networkFee: '0' }],
    [withdrawal, { withdrawCurrency: 'BTC' }],
    [withdrawal, { payoutCurrency: 'MVP' }],
    [withdrawal, { receiveAmount: '50' }],
    [withdrawal, { recipient: other }],
    [withdrawal, { chainId: 56 }],
    [withdrawal, { chainId: '0x38' }],
    [withdrawal, { targetNetwork: 'BSC' }],
    [bridge, { sendAmount: '21' }],
    [bridge, { destinationAddress: other }],
    [bridge, { fromToken: 'BTC' }],
    [bridge, { chainId: 137 }],
    [purchase, { totalCost: '1' }],
    [purchase, { orderQuantity: 200 }],
    [purchase, { qty: 200 }],
    [withdrawal, { payoutWallet: other }],
    [bridge, { beneficiary: { address: other } }],
    [withdrawal, { withdrawalNetwork: 'BSC' }],
    [transfer, { targetUserId: 'someone' }],
    [transfer, { payeeId: 'someone' }],
    [purchase, { productPrice: '1' }],
    [purchase, { priceCurrency: 'BTC' }],
    [payment, { payPrice: '1' }],
    [payment, { paidCurrency: 'BTC' }],
  ])('%j with %j is exit 2 through every door, and nothing is sent', async ([call, at, body], more) => {
    const { run, home, transfers } = await client();
    const whole = { ...body, ...more };
    writeFileSync(path.join(home, 'body.json'), JSON.stringify(whole));
    const fields = Object.entries(whole).map(([name, value]) => `-F '${name}=${JSON.stringify(value)}'`);
    const [service] = call.split(' ');
    for (const line of [
      `api ${call} --input body.json`,
      `api POST ${service} ${at} --input body.json`,
      `api ${call} ${fields.join(' ')}`,
    ]) {
      const { code, stdout, stderr } = await run(`${line} ${confirmed}`);
      expect([line, code, stdout, stderr]).toEqual([line, exit.usage, '', expect.stringMatching(/and (the service|another field) says/)]);
    }
    expect(transfers()).toEqual([]);
  });

  test.each([
    [
      order,
      {
        payCurrency: 'usdc',
        totalAmount: '50.0',
        unitPrice: '10',
        shares: 5,
        lang: 'en',
        rawAmount: '50000000',
        currencyName: 'US dollar coin',
      },
    ],
    [order, { displayCurrency: 'EUR', usdAmount: '51', note: 'price', customerToken: 'a-long-credential-value-0123456789' }],
    [transfer, { feeCurrency: 'MVP', totalAmount: '5.5', networkFee: '0.50', recipientName: 'Dara', recipientId: 'u' }],
    [transfer, { data: { total: 5, requestAmount: 5 } }],
    [withdrawal, { withdrawCurrency: 'MVL', receiveAmount: '49', chainId: 1, balanceAmount: '1000' }],
    [withdrawal, { fromCurrency: 'MVP', toCurrency: 'MVL', chainId: '0x1', walletAddress: mine }],
    [bridge, { sendAmount: '20', chainId: 56, tokenAddress: other, fromAddress: other }],
    [purchase, { totalCost: '50', productPrice: '25', priceCurrency: 'MVP', discountAmount: '0', itemCount: 2, account: 17, discount: 3 }],
    [payment, { payAmount: '80', paidCurrency: 'MVP', deviceToken: 'abcdef' }],
  ])('%j with %j agrees, and is sent', async ([call], more) => {
    const { run, home, transfers } = await client();
    writeFileSync(
      path.join(home, 'body.json'),
      JSON.stringify({ ...[order, transfer, withdrawal, bridge, purchase, payment].find(([one]) => one === call)![2], ...more }),
    );
    const { code, stderr } = await run(`api ${call} --input body.json ${confirmed}`);
    expect([code, stderr]).toEqual([exit.ok, expect.anything()]);
    expect(transfers()).toHaveLength(1);
  });

  test('a payment is compared with the order that the ledger has', async () => {
    const { run, transfers } = await client({ money: { id: 'o-9' } });
    expect((await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes')).code).toBe(exit.ok);
    for (const field of ['currency=BTC', 'payCurrency=MVL', 'amount=5000', 'total=5000'])
      expect(await run(`assets payment create --order o-9 --method CRYPTO -f ${field} --yes`)).toMatchObject({
        code: exit.usage,
        stdout: '',
      });
    expect(transfers()).toHaveLength(1);
    expect((await run('assets payment create --order o-9 --method CRYPTO -f amount=50 -f currency=USDC --yes')).code).toBe(exit.ok);
  });

  test('any word before the name of a unit, an amount or a price is read as that fact', () => {
    const word = fc.constantFrom('order', 'pay', 'my', 'Real', 'asset_', 'share-', 'wallet');
    const role = fc.constantFrom(
      ['Currency', 'unit'],
      ['CurrencyId', 'unit'],
      ['Price', 'price'],
      ['ChainId', 'network'],
      ['Network', 'network'],
      ['Fee', 'fee'],
    );
    fc.assert(
      fc.property(word, role, (first, [last, fact]) => {
        expect(requestedFact(`${first}${last}`)?.fact).toBe(fact);
      }),
    );
  });
  test('a name that may be a credential states a unit only in capitals', () => {
    expect(['BTC', 'bMVL', 'btc', 'x1y2z3'].map((value) => unitStated('payToken', value))).toEqual(['BTC', 'bMVL', undefined, undefined]);
  });
});

describe('points are withdrawn in the currency of the quote', () => {
  test.each(['points withdraw --amount 50', 'api user withdraw-points -f amount=50'])('%s is exit 2 in another one', async (line) => {
    const quote = { feeAmount: '1', receiveAmount: '49', toCurrencyId: 'BTC' };
    const { run, transfers } = await client({ reads: { '/mvp/quote': quote } });
    const result = await run(`${line} -f currencyId=MVL -f address=${mine} ${confirmed}`);
    expect(result).toMatchObject({ code: exit.usage, stdout: '', stderr: expect.stringContaining('"BTC"') });
    expect(transfers()).toEqual([]);
  });
});
