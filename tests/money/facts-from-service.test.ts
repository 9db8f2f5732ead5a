// Facts come from the service: a field that contradicts them is refused through every door, a limit that cannot be judged refuses, receipts name every figure.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAtMost } from '../../src/money/policy/at-most.js';
import { factNamed } from '../../src/money/policy/stated-names.js';
import { exit } from '../support/exit.js';
import { type Answers, client, mine, other, wei, withdrawn } from '../support/stated-facts.js';

const confirmed = '--new-recipient --yes';

/** A body that states a fact wrongly, by call: its everyday command, its name and its path. */
const wrongBodies: readonly (readonly [door: string, call: string, at: string, body: object, why: string])[] = [
  ['points transfer', 'user transfer-points', '/v2/balance/mvp/transfer', { toUserId: 'u', amount: '5', currencyId: 'BTC' }, '"MVP"'],
  ['points transfer', 'user transfer-points', '/v2/balance/mvp/transfer', { toUserId: 'u', amount: '5', feeAmount: '0' }, '"0.5"'],
  ['points transfer', 'user transfer-points', '/v2/balance/mvp/transfer', { toUserId: 'u', amount: '5', data: { fee: 0 } }, '"0.5"'],
  [
    'wallet withdraw create',
    'user create-withdrawal',
    '/balance/withdrawals',
    { currencyId: 'MVL', amount: '25', toAddress: mine, network: 'BSC' },
    '"ETHEREUM"',
  ],
  [
    'wallet withdraw create',
    'user create-withdrawal',
    '/balance/withdrawals',
    { currencyId: 'MVL', amount: '1', toAddress: mine },
    'leaves nothing',
  ],
  [
    'wallet withdraw create',
    'user create-withdrawal',
    '/balance/withdrawals',
    { currencyId: 'USDC', amount: '1.1234567', toAddress: mine },
    'has more than 6 places',
  ],
  [
    'points withdraw',
    'user withdraw-points',
    '/v2/balance/mvp/swap/withdrawal-requests',
    { amount: '50', currencyId: 'MVL', address: mine, fee: '0' },
    '"1"',
  ],
  ['assets order', 'musubi create-order', '/v1/order', { offeringId: '1', amount: '50', currency: 'MVL' }, '"USDC"'],
  ['assets order', 'musubi create-order', '/v1/order', { offeringId: '1', amount: '50', currencyCode: 'MVL' }, '"USDC"'],
  ['assets order', 'musubi create-order', '/v1/order', { offeringId: '1', amount: '50', purchaseType: 'OWNERSHIP' }, '"FRACTIONAL"'],
  ['assets order', 'musubi create-order', '/v1/order', { offeringId: '1', amount: '50', minAmount: '1' }, '"10"'],
  ['assets order', 'musubi create-order', '/v1/order', { offeringId: '1', amount: '9' }, 'takes 10 or more'],
  ['store buy 1', 'sale create-order', '/v1/orders', { productId: '1', quantity: 2, price: '1' }, '"25"'],
  ['store buy 1', 'sale create-order', '/v1/orders', { productId: '1', quantity: 2, totalPrice: '25' }, '"50"'],
  ['store buy 1', 'sale create-order', '/v1/orders', { productId: '1', quantity: 2, currencyId: 'BTC' }, '"MVP"'],
  ['store order pay o-1', 'sale pay-order o-1', '/v1/orders/o-1/payments', { method: 'BALANCE_TRANSACTION', amount: '8' }, '"80"'],
  ['store order pay o-1', 'sale pay-order o-1', '/v1/orders/o-1/payments', { currency: 'BTC' }, '"MVP"'],
  ['', 'user pay-game g', '/games/g/payment', { entryFeeAmount: '1' }, '"7"'],
  [
    'swap bridge create',
    'bep20-swap create-bridge-swap',
    '/v1/bridge-swap',
    { type: 'TO_BEP20', amount: `9${wei}`, toAddress: mine },
    '10 or more',
  ],
  [
    'swap bridge create',
    'bep20-swap create-bridge-swap',
    '/v1/bridge-swap',
    { type: 'TO_BEP20', amount: `101${wei}`, toAddress: mine },
    '100 or less',
  ],
  [
    'swap bridge create',
    'bep20-swap create-bridge-swap',
    '/v1/bridge-swap',
    { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine, currency: 'BTC' },
    '"MVL"',
  ],
  [
    'swap bridge create',
    'bep20-swap create-bridge-swap',
    '/v1/bridge-swap',
    { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine, network: 'POLYGON' },
    '"ETHEREUM"',
  ],
  [
    'swap legacy create',
    'bep20-swap create-swap',
    '/v2/swap',
    { type: 'TO_BEP20', amount: `9${wei}`, fromAddress: mine, toAddress: mine },
    '10 or more',
  ],
];
describe('a body that contradicts the service', () => {
  test.each(wrongBodies)('is exit 2 through every door, and nothing is sent: %s %s %s %j', async (command, call, at, body, why) => {
    const { run, home, transfers } = await client();
    writeFileSync(path.join(home, 'body.json'), JSON.stringify(body));
    const [service] = call.split(' ');
    const doors = [`api ${call} --input body.json`, `api POST ${service} ${at} --input body.json`];
    const takesInput = command !== '' && command !== 'wallet withdraw create';
    const fields = Object.entries(body).map(([name, value]) => `-F '${name}=${JSON.stringify(value)}'`);
    for (const line of [...doors, `api ${call} ${fields.join(' ')}`, ...(takesInput ? [`${command} --input body.json`] : [])]) {
      const result = await run(`${line} ${line.startsWith('api') || /transfer|withdraw|swap/.test(line) ? confirmed : '--yes'}`);
      expect([line, result.code, result.stdout, result.stderr]).toEqual([line, exit.usage, '', expect.stringContaining(why)]);
    }
    expect(transfers()).toEqual([]);
  });

  test.each([
    ['api user transfer-points -f toUserId=u -f amount=5 -f currencyId=mvp -f fee=0.50 -f note=free -f data.limit=3'],
    ['api sale create-order -f productId=1 -F quantity=2 -f price=25.0 -f totalPrice=50 -f currency=MVP'],
    [`api user withdraw-points -f amount=50 -f currencyId=MVL -f address=${mine} -f currency=MVP`],
    [`api bep20-swap create-bridge-swap -f type=TO_BEP20 -f amount=20${wei} -f toAddress=${mine} -f network=BSC -f token=${other}`],
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --currency USDC'],
  ])('one that agrees with it is sent: %s', async (line) => {
    const { run, transfers } = await client();
    const { code, stderr } = await run(`${line} ${line.startsWith('api') ? confirmed : '--yes'}`);
    expect([code, stderr]).toEqual([exit.ok, expect.anything()]);
    expect(transfers()).toHaveLength(1);
  });

  test('the unit of an option is not that of an amount where the service names none: the limit refuses', async () => {
    const reads = { '/offering/public/1': { title: 'One' }, '/products/1': { name: 'Cape', price: '25' } };
    const { run, transfers } = await client({ reads, limits: { transfer: '100 MVL' } });
    for (const line of [
      'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --currency MVL',
      'store buy 1 --quantity 1 --currency MVL',
    ])
      expect(await run(`${line} --yes`)).toMatchObject({ code: exit.guarded, stdout: '', stderr: expect.stringContaining('is not known') });
    expect(transfers()).toEqual([]);
  });

  test('any spelling of a name of a fact is read as that fact', () => {
    const name = fc.constantFrom('currencyId', 'feeAmount', 'unitPrice', 'network', 'minAmount', 'totalPrice');
    fc.assert(
      fc.property(name, fc.constantFrom('', '_', '-', ' ', '\u200b'), fc.boolean(), (text, mark, upper) => {
        const spelt = text.replace(/[A-Z]/g, (letter) => `${mark}${letter}`);
        expect(factNamed(upper ? spelt.toUpperCase() : spelt)).toBe(factNamed(text));
        expect(factNamed(text)).toBeDefined();
      }),
    );
  });
});

describe('an amount above 2^256 - 1 base units', () => {
  const most = 2n ** 256n - 1n;
  test('is refused, whatever the door; the most is not', async () => {
    const { run, transfers } = await client({ reads: { '/bridge-swap/fee': { feeAmount: '1' } } });
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
});

describe('--raw-amount', () => {
  const line = `wallet withdraw create --currency USDC --raw-amount 25000000 --to ${mine} ${confirmed}`;
  test('is converted by decimals on which two sources agree', async () => {
    const { run, transfers } = await client({ money: withdrawn({ currencyId: 'USDC', feeAmount: '0.5' }) });
    expect((await run(line)).code).toBe(exit.ok);
    expect(JSON.parse(transfers()[0]!.body)).toMatchObject({ amount: '25', currencyId: 'USDC' });
  });

  test.each<[string, Answers, number]>([
    ['disagree', { '/v3/token/BASE': [{ symbol: 'USDC', decimals: 18 }] }, exit.guarded],
    [
      'are two tokens of one name',
      {
        '/v3/token/BASE': [
          { symbol: 'USDC', decimals: 6 },
          { symbol: 'USDC', decimals: 18 },
        ],
      },
      exit.guarded,
    ],
    ['are unreadable in one', { '/v3/token/BASE': [{ symbol: 'USDC', decimals: 'six' }] }, exit.guarded],
    ['are missing in the list', { '/v3/token/BASE': [] }, exit.usage],
    ['are missing in the currency', { '/currencies/USDC': { name: 'USDC', network: 'BASE' } }, exit.usage],
  ])('is refused where the sources %s', async (_, reads, code) => {
    const { run, transfers } = await client({ reads });
    expect(await run(line)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining('decimals') });
    expect(transfers()).toEqual([]);
  });
});

describe('--at-most', () => {
  const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 45 --yes';
  const api = 'api musubi create-order -f offeringId=1 -f amount=45 --yes';
  const raw = 'api POST musubi /v1/order -f offeringId=1 -f amount=45 --yes';
  test.each([order, api, raw])('allows one operation that a limit in dollars cannot evaluate, within the limit: %s', async (line) => {
    const { run, transfers, operations } = await client({ limits: { transfer: '50', day: '60' } });
    const refused = await run(line);
    expect([refused.code, refused.stderr]).toEqual([exit.guarded, expect.stringContaining("--at-most '45 USDC'")]);
    expect(refused.stderr).not.toMatch(/without the limit|limits\.transfer *$/im);
    for (const [stated, code] of [
      ['40 USDC', exit.usage],
      ['51 USDC', exit.guarded],
      ['45 WBTC', exit.guarded],
      ['45', exit.usage],
      ['-1 USDC', exit.usage],
      ['1e1 USDC', exit.usage],
      ['45 USDC', exit.ok],
      ['45 USD', exit.guarded], // the limit of the day
    ] as const)
      expect([stated, (await run(`${line} --at-most '${stated}'`)).code]).toEqual([stated, code]);
    expect(transfers()).toHaveLength(1);
    expect(await operations()).toMatchObject([{ amount: '45', token: 'USDC', outcome: 'done' }]);
  });

  const subscribe = 'depin subscription create -f vin=V -f period=WEEK --yes';
  test('states the amount of a call of which nothing is known; its response is compared with it', async () => {
    for (const [money, code] of [
      [{ id: 's', price: '12', currency: 'USDC' }, exit.ok],
      [{ id: 's', price: '46', currency: 'USDC' }, exit.unknown],
      [{ id: 's', amount: '1', currency: 'BTC' }, exit.unknown],
      [{ id: 's', price: '1e9', currency: 'USDC' }, exit.unknown],
      [{ id: 's', price: '3000', currency: 'MVL' }, exit.ok], // 12 dollars
    ] as const) {
      const { run, operations } = await client({ money, limits: { transfer: '50' } });
      expect((await run(subscribe)).code).toBe(exit.guarded);
      const result = await run(`${subscribe} --at-most '45 USDC' --client-ref a`);
      expect([money, result.code]).toEqual([money, code]);
      expect(result.stderr).toMatch(/You send +not known before it is sent; you state 45 USDC at most/);
      if (code === exit.unknown) expect(result.stderr).toContain('--at-most says "45 USDC"');
      expect(await operations()).toMatchObject([{ outcome: code === exit.ok ? 'done' : 'unknown', token: 'USDC' }]);
      expect((await run(`${subscribe} --at-most '45 USDC' --client-ref a`)).code).toBe(code);
    }
  });

  test('is no option of a call that moves no value, and takes plain amounts only', async () => {
    const { run } = await client();
    expect((await run("api user get-current --at-most '45 USDC'")).code).toBe(exit.usage);
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const { amount, token } = parseAtMost(text);
          expect(`${amount} ${token}`).toMatch(/^(0|[1-9]\d*)(\.\d+)? [A-Za-z][A-Za-z0-9.]*$/);
        } catch (error) {
          expect((error as { readonly kind?: string }).kind).toBe('usage');
        }
      }),
    );
  });
});

describe('a receipt', () => {
  test.each<[string, readonly RegExp[]]>([
    [
      `wallet withdraw create --currency MVL --amount 25 --to ${mine}`,
      [/You send +25 MVL\n/, /Arrives +24/, /Fee +1 MVL\n/, /Final fee +not promised/, /To +0x f39F/],
    ],
    ['points transfer --to u --amount 5', [/Costs in all +5\.5 MVP/, /Arrives +5 MVP/, /Final fee +not promised/]],
    [`points withdraw --amount 50 -f currencyId=MVL -f address=${mine}`, [/You send +50 MVP\n/, /Arrives +49 MVL; less if/]],
    [
      'points deposit --amount 50 -f currencyId=MVL',
      [/You send +50 MVL/, /Arrives +not known/, /Fee +The fee is not known before it is sent\./],
    ],
    [`swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine}`, [/You send +20 MVL/, /Arrives +19/, /Final fee/]],
    [
      'assets order --offering 1 --purchase-type FRACTIONAL --amount 50',
      [/You send +50 USDC/, /Arrives +One/, /Fee +The fee is not known/],
    ],
    ['store order pay o-1', [/You send +80 MVP/, /Fee +The fee is not known/]],
    ['store inventory give i --to u', [/You send +Hat/, /To +user u/]],
    [`points earn claim e --to ${mine}`, [/You send +nothing/, /Arrives +3 MVL; whether the fee is taken out of it is not known/]],
    ['ride retry r', [/You send +not known before it is sent/, /Fee +The fee is not known/]],
    ['depin subscription create -f vin=V', [/You send +not known before it is sent/, /Arrives +not known/, /Fee +The fee is not known/]],
  ])('says what leaves, what arrives, and the fee, or that it is not known: %s', async (line, lines) => {
    const money = /withdraw create/.test(line) ? withdrawn() : { id: 't', status: 'ok' };
    const { run } = await client({ money });
    const takesRecipient = /wallet|points (transfer|withdraw|earn)|swap|give/.test(line);
    const { code, stderr } = await run(`${line} ${takesRecipient ? confirmed : '--yes'}`);
    expect([code, stderr]).toEqual([exit.ok, expect.anything()]);
    for (const one of lines) expect(stderr).toMatch(one);
    expect(stderr).not.toMatch(/at least/i);
  });

  test.each(['0', 0, null, ''])('a price of %j is no price', async (price) => {
    const { run, transfers } = await client({
      reads: { '/products/1': { name: 'Cape', price, currencyId: 'MVP' } },
      limits: { transfer: '9 MVP' },
    });
    for (const line of ['store buy 1 --quantity 1 --yes', 'api sale create-order -f productId=1 -F quantity=1 --yes'])
      expect(await run(line)).toMatchObject({ code: exit.guarded, stderr: expect.stringContaining('is not known') });
    expect(transfers()).toEqual([]);
  });
});

/** A response that contradicts its request, by call. */
const wrongAnswers: readonly (readonly [line: string, money: unknown, why: string])[] = [
  ['api user transfer-points -f toUserId=u -f amount=5', { id: 't', amount: '5', currencyId: 'BTC' }, '"BTC", and "MVP"'],
  ['api user transfer-points -f toUserId=u -f amount=5', { id: 't', feeAmount: '3' }, 'a fee of 3 MVP, and the receipt said 0.5 MVP'],
  ['api user transfer-points -f toUserId=u -f amount=5', { id: 't', fee: '1e3' }, 'not an amount'],
  ['api user transfer-points -f toUserId=u -f amount=5', { data: { result: { success: 'false' } } }, 'success'],
  ['api user transfer-points -f toUserId=u -f amount=5', { code: 'NOT_ENOUGH_BALANCE', message: 'no' }, 'NOT_ENOUGH_BALANCE'],
  ['api user transfer-points -f toUserId=u -f amount=5', [{ status: 'FAILED' }], 'status'],
  ['api user transfer-points -f toUserId=u -f amount=5', { transaction: { amount: '6' } }, '"6", and "5"'],
  ['api POST user /v2/balance/mvp/transfer -f toUserId=u -f amount=5', { id: 't', toUserId: 'v' }, '"v", and "u"'],
  ['api sale pay-order o-1', { id: 'p', amount: '800', currencyId: 'MVP' }, '"800", and "80"'],
  ['api sale pay-order o-1', { id: 'p', amount: '80', currencyId: 'BTC' }, '"BTC", and "MVP"'],
  ['api sale create-order -f productId=1 -F quantity=2', { id: 'o', totalPrice: '500' }, '"500", and "50"'],
  ['api user pay-game g', { amount: '70' }, '"70", and "7"'],
  ['api musubi create-order -f offeringId=1 -f amount=50', { id: 'a', amount: '50', currency: 'BTC' }, '"BTC", and "USDC"'],
  [
    `api bep20-swap create-bridge-swap -f type=TO_BEP20 -f amount=20${wei} -f toAddress=${mine}`,
    { id: 'b', recipientAddress: other },
    other,
  ],
  [
    `api bep20-swap create-bridge-swap -f type=TO_BEP20 -f amount=20${wei} -f toAddress=${mine}`,
    { id: 'b', feeAmount: `2${wei}` },
    'a fee of 2 MVL',
  ],
  [
    `api bep20-swap create-bridge-swap -f type=TO_BEP20 -f amount=20${wei} -f toAddress=${mine}`,
    { id: 'b', network: 'POLYGON' },
    'POLYGON',
  ],
];
describe('a response that contradicts what was read', () => {
  test.each(wrongAnswers)('is exit 10, and the same reference too: %s %j', async (line, money, why) => {
    const { run, transfers, operations } = await client({ money });
    const result = await run(`${line} ${confirmed}`);
    expect([result.code, result.stdout, result.stderr]).toEqual([exit.unknown, '', expect.stringContaining(why)]);
    expect(await operations()).toMatchObject([{ outcome: 'unknown' }]);
    expect(transfers()).toHaveLength(1);
  });

  test('a fee limit in dollars holds for the fee of a response; one without a price contradicts it', async () => {
    const line = `wallet withdraw create --currency MVL --amount 5000 --to ${mine} ${confirmed}`;
    const { run } = await client({
      reads: { '/currencies/MVL': { network: 'ETHEREUM', tokenDecimal: 18 } },
      money: withdrawn({ amount: '5000', feeAmount: '1000' }),
    });
    await run('profile set box limits.day 1000'); // 1000 MVL are 4 dollars
    expect((await run(line)).code).toBe(exit.ok);
    const limited = await client({ limits: { fee: '0.01' }, money: withdrawn({ amount: '5000', feeAmount: '1.0' }) });
    expect((await limited.run(line)).code).toBe(exit.ok);
    const over = await client({ limits: { fee: '0.01' }, money: { ...withdrawn({ amount: '5000' }), fee: '4' } });
    expect((await over.run(line)).stderr).toContain('limits.fee is 0.01 USD');
  });

  test('a higher amount in the response counts against the limit of the day', async () => {
    const { run, operations } = await client({ limits: { day: '50 MVP' }, money: { id: 't', amount: '49' } });
    expect((await run(`points transfer --to u --amount 5 ${confirmed}`)).code).toBe(exit.unknown);
    expect(await operations()).toMatchObject([{ amount: '5', stated: '49', outcome: 'unknown' }]);
    expect((await run(`points transfer --to u --amount 2 ${confirmed}`)).stderr).toContain('52 MVP within 24 hours is over');
  });

  test.each<[string, unknown]>([
    ['the balance of an account beside it', { id: 't', amount: '5', senderAccount: { amount: '900', currencyId: 'MVP' } }],
    ['the currency with a fee of its own', { id: 't', amount: '5', currency: { id: 'MVP', withdrawalFee: '9', network: 'BSC' } }],
    ['a lower fee', { id: 't', amount: '5', feeAmount: '0.1' }],
    ['no error', { id: 't', error: null, errorCode: 0, success: 'true', status: 'ok' }],
    ['an id of a currency that is no symbol', { id: 't', currencyId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }],
  ])('%s is no contradiction', async (_, money) => {
    const { run } = await client({ money });
    expect((await run(`points transfer --to u --amount 5 ${confirmed}`)).code).toBe(exit.ok);
  });
});
