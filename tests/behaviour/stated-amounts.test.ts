// What a service states of a price, a fee or a bound: one that cannot be read is refused, one that is missing is not paid, and --at-most caps it in any unit.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainFact } from '../../src/money/facts/fact-finder.js';
import { caught } from '../../src/money/facts/request-problems.js';
import { checkAtMost, parseAtMost } from '../../src/money/policy/at-most.js';
import { pricesOf } from '../../src/money/policy/pricing.js';
import { decimalOf, decimalText, plainNumber } from '../../src/money/values/decimal.js';
import { Failure } from '../../src/services/http/errors.js';
import { ends, exit } from '../support/exit.js';
import { type Answers, mine, platformUser, wei } from '../support/platform.js';
import { asyncProperty, property } from '../support/runs.js';
import { respond, respondByPath, respondJson, type Script } from '../support/scripted-server.js';

const confirmed = '--new-recipient --yes';
const prices = { mvl: { usd: 0.01 }, usdc: { usd: 1 }, mvp: { usd: 0.1 }, btc: { usd: 100_000 } };
const priced: Answers = {
  '/v3/token': ['MVL', 'USDC', 'MVP', 'BTC'].map((symbol) => {
    return { symbol, priceId: symbol.toLowerCase(), decimals: 18, network: 'ETHEREUM' };
  }),
  '/simple/price': prices,
};
const searched = (product: object) => ({
  searchId: 's1',
  products: [{ productCode: 'STANDARD', name: 'Std', payAmount: '5', currency: 'USDC', ...product }],
});

/** A user of a platform with prices and an order of 25 MVP. `paths` are those of the calls that move value. */
type Platform = { reads?: Answers; money?: Answers; limits?: Record<string, string> };
async function pricedUser({ reads = {}, money = {}, limits = {} }: Platform = {}) {
  const more = {
    '/phone-verification/check': { verified: true },
    '/base-search': searched({}),
    '/orders/o-1': total('25'),
  };
  const user = await platformUser({
    reads: { ...priced, ...more, ...reads },
    money: ((socket, request) => {
      const { amount } = JSON.parse(request.body || '{}') as { amount?: unknown };
      respondByPath(money, respondJson({ id: 'o-1', amount }))(socket, request);
    }) satisfies Script,
    limits,
  });
  return { ...user, paths: () => user.transfers().map(({ path: at }) => at.slice(at.indexOf('/', 1))) };
}
const total = (totalPrice: unknown, currencyId = 'MVP') => ({ id: 'o-1', totalPrice, currencyId });
const product = (price: unknown, currencyId: unknown = 'MVP') => ({
  '/products/1': { name: 'Helmet', price, currencyId },
});
const order = (amount: number | string, rest = '') =>
  `assets order --offering 1 --purchase-type FRACTIONAL --amount ${amount} --yes ${rest}`;
const ride = (rest = '') =>
  `ride request --from 11.5,104.9 --to 11.6,104.8 --region KH --product STANDARD --currency USDC --rider-name M --rider-phone +6590000001 --yes ${rest}`;
const buy = 'store buy 1 --quantity 1 --yes';
const create = 'api sale create-order -f productId=1 -F quantity=1 --yes';
const playGame = 'api user pay-game g --yes';
const pay = 'store order pay o-1 --yes';
const transfer = `points transfer --to u --amount 5 ${confirmed}`;
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${mine} ${confirmed}`;
const points = `points withdraw --amount 50 -f currencyId=MVL -f address=${mine} ${confirmed}`;
const bridge = `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} ${confirmed}`;

describe('an amount that a service states and that cannot be read', () => {
  const some = ['1e6', -5, ['25']];
  const texts = ['-5', '1,000,000', '25 MVP each', 'free', 'NaN', '025', ' 25', '9'.repeat(100)];
  const all = [...some, ...texts, { amount: '25' }, true];
  const statedIn = (path: string, field: string, more: object = {}) => {
    return (value: unknown): Answers => ({ [path]: { ...more, [field]: value } });
  };
  const ofBridge = (field: string) => statedIn('/bridge-swap/fee', field, { feeAmount: `1${wei}` });
  const offering = { currency: 'USDC', purchaseType: 'FRACTIONAL' };
  test.each<[what: string, line: string, reads: (value: unknown) => Answers, values: readonly unknown[]]>([
    ['price', buy, product, all],
    ['price', create, product, some],
    ['amount', pay, (value) => ({ '/orders/o-1': total(value) }), some],
    ['amount', playGame, statedIn('/games/g', 'entryFeeAmount', { entryFeeCurrencyId: 'MVP' }), some],
    ['minimum', order(60), statedIn('/offering/public/1', 'minAmount', offering), some],
    ['minimum', bridge, ofBridge('minAmount'), some],
    ['maximum', bridge, ofBridge('maxAmount'), some],
    ['fee', bridge, ofBridge('feeAmount'), some],
    ['fee', transfer, statedIn('/mvp/transfer/fee', 'feeAmount'), all],
    ['fee', points, statedIn('/mvp/quote', 'feeAmount'), some],
    ['fee', withdraw, statedIn('/currencies/MVL', 'withdrawalFee'), some],
    ['arriving amount', points, statedIn('/mvp/quote', 'receiveAmount', { feeAmount: '1', toCurrencyId: 'MVL' }), some],
    ['amount', ride(), (payAmount) => ({ '/base-search': searched({ payAmount }) }), some],
  ])('is refused: the %s of %s', async (what, line, reads, values) => {
    for (const value of values) {
      const { run, transfers } = await pricedUser({ reads: reads(value) });
      const shown = typeof value === 'string' ? value.slice(0, 90) : JSON.stringify(value);
      const said = `The ${what} is ${JSON.stringify(shown)}, which is not an amount.`;
      for (const limits of what === 'fee' ? ['', '400,400 MVP,400 MVL'] : ['']) {
        if (limits !== '') await run(['profile', 'set', 'box', 'limits.fee', limits]);
        const first = limits === '' ? exit.server : exit.guarded; // the limit cannot be checked then
        expect(await run(line), shown).toMatchObject(ends(first, said, ''));
      }
      expect(transfers()).toEqual([]);
    }
  });

  test('a JSON number with an exponent is read exactly', async () => {
    const fees = (min: string) => ({
      '/bridge-swap/fee': respond(200, `{"feeAmount":1e+18,"minAmount":${min},"maxAmount":1e+24}`),
    });
    const refused = await pricedUser({ reads: fees('1e+22') });
    expect(await refused.run(bridge)).toMatchObject(ends(exit.usage, 'takes 10,000 or more'));
    const taken = await pricedUser({ reads: fees('1e+19') });
    expect(await taken.run(bridge)).toMatchObject(ends(exit.ok, /Arrives +19 bMVL; less/));
    property(100, fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 60 }), (digits, exponent) => {
      expect(plainNumber(`${digits}e${exponent}`)).toBe(
        decimalText({ units: digits * 10n ** BigInt(exponent), places: 0 }),
      );
      expect(plainNumber(`${digits}E-${exponent}`)).toBe(decimalText({ units: digits, places: exponent }));
    });
  });

  test('any text is a plain amount or a failure, never an unknown one', () => {
    property(
      100,
      fc.oneof(fc.string(), fc.stringMatching(/^[-+]?[\d.,e ]{1,12}$/)),
      fc.constantFrom(0, 18),
      (text, decimals) => {
        try {
          const number = plainFact('fee', text, decimals)!;
          expect(text).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
          expect(number.places).toBe((decimalOf(text)!.places || 0) + decimals);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          expect([error.kind, error.code]).toEqual(['server', 'UNUSABLE_FEE']);
        }
      },
    );
  });
});

test.each(['0', '0.0', '-1', '"x"', 'null', '{}', '[]', 'true', '"0"', '0e5'])(
  '%s is not a price of a token: the limit refuses',
  async (usd) => {
    const reads = { '/simple/price': respond(200, `{"mass-vehicle-ledger":{"usd":${usd}}}`) };
    const { run, transfers } = await platformUser({ limits: { transfer: '10', day: '10' }, reads });
    expect(await run(withdraw)).toMatchObject(ends(exit.guarded, 'no price of MVL is known', ''));
    expect(transfers()).toEqual([]);
  },
);

test('nothing needs no price: a free game is paid under a limit in dollars', async () => {
  const reads = { '/games/g': { title: 'Rally', entryFeeAmount: '0', entryFeeCurrencyId: 'MVP' }, '/simple/price': {} };
  const { run, transfers } = await platformUser({ reads, limits: { transfer: '10', day: '10' } });
  for (const _ of [1, 2]) expect(await run(playGame)).toMatchObject(ends(exit.ok, /You send +0 MVP\n/));
  expect(transfers()).toHaveLength(2);
});

describe('what the service states no price of', () => {
  test.each([null, '', 0, '0', '0.00'])('a product at %j is ordered, and not paid', async (price) => {
    const reads = { '/products/1': { name: 'Cape', price, currencyId: 'MVP' }, '/orders/o-1': { id: 'o-1' } };
    const placed = /o-1 was placed, and its cost is unknown; it is open and not paid[\s\S]*tuk store order cancel o-1/;
    for (const line of [buy, `${buy} --at-most '3 MVP'`]) {
      const { run, paths } = await pricedUser({ reads }); // 3 MVP bound no cost that nobody can read
      expect(await run(line)).toMatchObject(ends(exit.partial, line === buy ? placed : '', ''));
      expect(paths()).toEqual(['/v1/orders']);
    }
    const limited = await pricedUser({ reads, limits: { transfer: '9 MVP' } });
    expect(await limited.run(buy)).toMatchObject(ends(exit.guarded, 'is not known'));
    expect(limited.paths()).toEqual([]);
  });

  test.each([null, ''])('an order at %j is not paid', async (price) => {
    const { run, transfers } = await pricedUser({ reads: { '/orders/o-1': total(price) } });
    const byPath = 'api POST sale /v1/orders/o-1/payments -f method=BALANCE_TRANSACTION --yes';
    const doors = [pay, 'api sale pay-order o-1 --yes', byPath];
    for (const line of doors)
      expect(await run(line)).toMatchObject(ends(exit.guarded, /states no price .*\n.*--at-most/, ''));
    expect(transfers()).toEqual([]);
    for (const line of doors) expect((await run(`${line} --at-most '3 MVP'`)).code).toBe(exit.ok);
  });
});

describe('an order in the ledger', () => {
  const money = { '/v1/orders': total('25') };
  test.each<[string, unknown, number, string]>([
    ['a failed read', respondJson({ message: 'no' }, 500), exit.server, 'answered 500'],
    ['a total above the limit', total('1000000'), exit.guarded, 'limits.transfer'],
    ['another unit without a total', { id: 'o-1', currencyId: 'BTC' }, exit.guarded, 'is not known'],
    ['a total of another amount without a unit', { id: 'o-1', totalPrice: '26' }, exit.guarded, 'is not known'],
  ])('does not stand in for %s', async (_, answer, code, why) => {
    const reads = { '/orders/o-1': answer };
    const { run, paths } = await pricedUser({ reads, money, limits: { transfer: '100,100 MVP' } });
    expect((await run(create)).code).toBe(exit.ok);
    expect(await run(pay)).toMatchObject(ends(code, why, ''));
    expect(paths()).toHaveLength(1);
  });

  test.each([{ totalPrice: '25.0' }, { currencyId: 'MVP' }, {}])(
    'completes %j, and the order and its payment count once',
    async (answer) => {
      const reads = { '/orders/o-1': { id: 'o-1', ...answer } };
      const { run, paths } = await pricedUser({ reads, money, limits: { day: '100,30 MVP' } });
      expect([(await run(create)).code, (await run(pay)).code, paths().length]).toEqual([exit.ok, exit.ok, 2]);
    },
  );
});

describe('--at-most', () => {
  const noPrices: Answers = { '/simple/price': {} };
  const failed = respondJson({ message: 'no' }, 500);
  test.each<[line: string, most: string, reads: Answers, code: number]>([
    [order(3000), '1 USD', {}, exit.usage],
    [order(3000), '1 USD', noPrices, exit.usage], // a dollar token counts as dollars
    [order(3000), '1 USD', { '/simple/price': failed }, exit.usage],
    [order(60), '6000 MVL', {}, exit.ok],
    [order(60), '5999 MVL', {}, exit.usage],
    [order(60), '60 USD', noPrices, exit.ok],
    [order(60), '1 JPY', {}, exit.guarded],
    [order(60), '6000 MVL', noPrices, exit.guarded],
    [buy, '2.5 USD', {}, exit.ok],
    [buy, '1 USD', {}, exit.usage],
    [buy, '3 USD', noPrices, exit.guarded],
    [buy, '3 USD', { '/simple/price': failed }, exit.guarded],
    [buy, '3 USD', { '/v3/token': [] }, exit.guarded],
    [create, '1 USD', {}, exit.usage],
    ['api POST sale /v1/orders -f productId=1 -F quantity=1 --yes', '1 USD', {}, exit.usage],
    [ride(), '4 USD', {}, exit.usage],
    [ride(), '5 USD', {}, exit.ok],
    [buy, '24 USDC', { '/products/1': { price: '25' }, '/orders/o-1': { id: 'o-1' } }, exit.usage], // of unknown unit
  ])('is compared in value with a known amount, or refused: %s --at-most %j %j', async (line, most, reads, code) => {
    const { run, transfers } = await pricedUser({ reads });
    const why = code === exit.guarded ? /cannot compare the cost[\s\S]*--at-most '(60 USDC|25 MVP)'/ : '';
    expect(await run(`${line} --at-most '${most}'`)).toMatchObject(ends(code, why, code === exit.ok ? undefined : ''));
    if (code !== exit.ok) expect(transfers()).toEqual([]);
  });

  test.each<[line: string, reads: Answers, stated: number]>([
    [order(60), { '/offering/public/1': { currency: 'JPY', minAmount: '50' } }, exit.ok], // no token list has it
    [buy, { '/simple/price': { ...prices, mvp: { usd: 0 } } }, exit.ok],
    [buy, noPrices, exit.guarded],
    [order(60), noPrices, exit.usage],
  ])('states the value of a token only where the platform has no price of it: %s %j', async (line, reads, stated) => {
    const paid = { '/v1/orders': total('25'), '/payments': { id: 'p', amount: '25' } };
    const { run, lines } = await pricedUser({ reads, money: paid, limits: { transfer: '50', day: '50' } });
    const codeOf = async (most: string) => (await run(`${line} --at-most '${most} USDC'`)).code;
    expect((await run(line)).code).toBe(exit.guarded);
    expect(await codeOf('45')).toBe(stated === exit.usage ? exit.usage : exit.guarded); // it lifts no limit
    await run(['profile', 'set', 'box', 'limits.unknown', '50 USDC']);
    expect(await codeOf('45')).toBe(stated);
    expect([...new Set((await lines()).map(({ outcome }) => outcome))]).toEqual(stated === exit.ok ? ['done'] : []);
    expect(await codeOf('51')).toBe(stated === exit.ok ? exit.guarded : stated);
  });

  test('states an operation that a limit in dollars cannot evaluate, within the limit and limits.unknown', async () => {
    const line = order(45);
    const { run, transfers, lines } = await platformUser({ limits: { transfer: '50', day: '60' } });
    for (const more of ['', " --at-most '45 USDC'"]) {
      const refused = await run(`${line}${more}`);
      expect(refused).toMatchObject(ends(exit.guarded, 'no price of USDC is known'));
      expect(refused.stderr).not.toMatch(/without the limit|limits\.transfer *$/im);
    }
    await run(['profile', 'set', 'box', 'limits.unknown', '50 USDC']);
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
    expect(await lines()).toMatchObject([{ amount: '45', token: 'USDC', outcome: 'done' }]);
  });

  test.each([
    [{ price: '12', currency: 'USDC' }, 'done', exit.ok, '12'],
    [{ price: '46', currency: 'USDC' }, 'unknown', exit.unknown, undefined],
    [{ price: '1e9', currency: 'USDC' }, 'unknown', exit.unknown, undefined],
    [{ sum: '46', unit: 'USDC' }, 'accepted', exit.ok, undefined], // nobody declared these
  ])(
    'bounds the amount of a call of which nothing is known; its response is compared with it, and booked: %j is %s',
    async (money, outcome, code, amount) => {
      const subscribe = 'depin subscription create -f vin=V -f period=WEEK --yes';
      const { run, lines } = await platformUser({ money, limits: { transfer: '50' } });
      for (const more of ['', " --at-most '45 USDC'"])
        expect((await run(`${subscribe}${more}`)).code).toBe(exit.guarded);
      await run(['profile', 'set', 'box', 'limits.unknown', '45 USDC']);
      const stated = `${subscribe} --at-most '45 USDC' --client-ref a`;
      const said = /You send +not known before it is sent; you state 45 USDC at most/;
      expect(await run(stated)).toMatchObject(ends(code, said));
      expect(await lines()).toMatchObject([{ outcome, atMost: '45', atMostToken: 'USDC' }]);
      expect((await lines())[0]!.amount).toBe(amount);
      expect((await run(stated)).code).toBe(code);
    },
  );

  test('is not an option of a call that moves no value, and takes plain amounts only', async () => {
    const { run } = await platformUser();
    expect((await run("api user get-current --at-most '45 USDC'")).code).toBe(exit.usage);
    property(100, fc.string(), (text) => {
      try {
        const { amount, token } = parseAtMost(text);
        expect(`${amount} ${token}`).toMatch(/^(0|[1-9]\d*)(\.\d+)? [A-Za-z][A-Za-z0-9.]*$/);
      } catch (error) {
        expect((error as { readonly kind?: string }).kind).toBe('usage');
      }
    });
  });

  test('never lets more pass than it states, at any prices', async () => {
    const number = fc
      .bigInt({ min: 1n, max: 10n ** 24n })
      .chain((units) => fc.nat(12).map((places) => ({ units, places })));
    await asyncProperty(100, number, number, number, number, async (amount, most, price, mostPrice) => {
      const inDollars = { MVL: { in: { USD: decimalText(price) } }, BTC: { in: { USD: decimalText(mostPrice) } } };
      const source = {
        tokens: async () => ['MVL', 'BTC'].map((symbol) => ({ symbol, priceId: symbol })),
        name: 'a source',
        prices: async () => new Map(Object.entries(inDollars)),
      };
      const lookup = await pricesOf(['MVL', 'BTC'], source, () => {});
      const isOver =
        amount.units * price.units * 10n ** BigInt(most.places + mostPrice.places) >
        most.units * mostPrice.units * 10n ** BigInt(amount.places + price.places);
      const stated = { amount: decimalText(most), token: 'BTC' };
      const [refused] = caught(() => checkAtMost({ amount: decimalText(amount), token: 'MVL' }, stated, lookup));
      expect(refused?.code).toBe(isOver ? 'OVER_AT_MOST' : undefined);
    });
  });
});

describe('store buy', () => {
  const placed = (row: object) => ({ '/v1/orders': { id: 'o-1', ...row } });
  const shown = (row: object) => ({ '/orders/o-1': { id: 'o-1', ...row } });
  const dear = shown(total('2500'));
  test.each<[reads: Answers, money: Answers, why: string]>([
    [{ ...product(null), ...shown({}) }, placed(total('25')), 'costs 25 MVP, and the receipt did not say so'],
    [product(0), placed(total('1000000')), 'and the receipt did not say so'],
    [product('25', null), placed(total('25', 'BTC')), 'and the receipt did not say so'],
    [dear, {}, 'costs 2,500 MVP, and 25 MVP was confirmed'],
    [shown(total('25', 'BTC')), {}, 'costs 25 BTC, and 25 MVP was confirmed'],
  ])('pays no cost that was not on the receipt: %j %j', async (reads, money, why) => {
    const { run, paths } = await pricedUser({ reads, money });
    const result = await run(buy);
    expect([result.code, result.stdout, result.stderr]).toEqual([exit.partial, '', expect.stringContaining(why)]);
    expect(result.stderr).toMatch(/it is open and not paid\.\n.*tuk store order pay o-1/);
    expect(paths()).toEqual(['/v1/orders']);
  });

  test.each<[reads: Answers, money: Answers, rest: string]>([
    [product(null), placed(total('25')), "--at-most '30 MVP'"],
    [{ ...product(0), ...shown(total('0')) }, placed(total('0')), ''],
    [{ ...product('25', null), ...shown({ totalPrice: '25' }) }, {}, ''],
    [{ ...product('25', null), ...shown(total('25')) }, {}, '--currency MVP'],
    [{ '/orders/o-1': respondJson({ message: 'no' }, 500) }, placed(total('25')), ''],
  ])('pays what --at-most covers, or what the service states nowhere: %j %j %s', async (reads, money, rest) => {
    const { run, paths } = await pricedUser({ reads, money });
    expect(await run(`${buy} ${rest}`)).toMatchObject(ends(exit.ok, /Costs +(25|not known: )/));
    expect(paths()).toEqual(['/v1/orders', '/v1/orders/o-1/payments']);
  });

  test.each([
    {},
    { total: '500', currency: 'USDC' },
    { totalAmount: '500' },
    { grand_total: 500 },
    { totalPrice: null, total: '500' },
  ])('pays no order whose cost cannot be read: %j', async (order) => {
    for (const rest of ['', "--at-most '30 MVP'"])
      for (const price of [product('25'), product(0), product(undefined), {}]) {
        const { run, paths } = await pricedUser({ reads: { ...price, ...shown(order) }, money: placed(order) });
        const said = /(and|is) not paid[\s\S]*tuk store order pay o-1/;
        expect(await run(`${buy} ${rest}`), rest).toMatchObject(ends(exit.partial, said));
        expect(paths()).toEqual(['/v1/orders']);
      }
  });

  const dollars = { total: { amount: '500', currency: 'USDC' } };
  const unitless = { totalPrice: '25' };
  const thirty = "--at-most '30 MVP'";
  test.each<[order: object, price: unknown, rest: string, code: number, said: string | RegExp]>([
    [dollars, '25', '', exit.unknown, 'it says currency "USDC", and "MVP" was asked for'],
    [dollars, '25', thirty, exit.unknown, 'it says currency "USDC", and "MVP" was asked for'],
    [unitless, '25', '', exit.partial, 'costs 25, and its currency is unknown; it is open and not paid'],
    [total('31'), null, thirty, exit.partial, /is not paid: The operation takes 31 MVP[\s\S]*order cancel o-1/],
  ])(
    'pays no order of another unit, of none, or over --at-most: %j at %j %s',
    async (order, price, rest, code, said) => {
      const money = price === null ? {} : placed(order);
      const { run, paths } = await pricedUser({ reads: { ...product(price), ...shown(order) }, money });
      expect(await run(`${buy} ${rest}`)).toMatchObject(ends(code, said));
      expect(paths()).toEqual(['/v1/orders']);
    },
  );
});

test.each<[product: object | string, rest: string, code: number, text: RegExp]>([
  [{ payAmount: '0' }, '', exit.guarded, /states no price[\s\S]*--at-most '5 USDC'/],
  [{ payAmount: null, fare: null }, '', exit.guarded, /states no price/],
  [{ payAmount: null, fare: null }, "--at-most '5 USDC'", exit.ok, /Costs +not known: the search states no price/],
  [{ payAmount: null, fare: '6' }, '', exit.ok, /Costs +6 USDC/],
  [{ currency: 'BTC' }, '', exit.usage, /"USDC", and the search prices the ride in "BTC"/],
  [{ currency: 'KHR', payAmount: 7030 }, '', exit.ok, /Costs +7,030 KHR/], // the money of a country is paid in any currency
  [{ currency: null }, '', exit.ok, /Costs +5 \(its unit is not known\)/],
  [{ payAmount: undefined }, '', exit.ok, /Costs +not known/], // the names of the fields are not public
  ['twice', '', exit.server, /twice in one object/],
  [{}, '-F multiplier=1 -F passengers=3 -f payWith=CARD', exit.ok, /Costs +5 USDC/],
])('a ride that the search has as %j %s is exit %i', async (found, rest, code, text) => {
  const twice = JSON.stringify(searched({})).replace('"payAmount":"5"', '"payAmount":"500","payAmount":"5"');
  const search = typeof found === 'string' ? respond(200, twice) : searched(found);
  const money = { '/pre-request': { id: 'r1' } };
  const { run, transfers } = await pricedUser({ reads: { '/base-search': search }, money });
  expect(await run(ride(rest))).toMatchObject(ends(code, text));
  expect(transfers()).toHaveLength(code === exit.ok ? 1 : 0);
});
