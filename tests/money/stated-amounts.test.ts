// An amount that a service states and that cannot be read is refused through every door; a known amount is capped by --at-most in any unit; costs are agreed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOf, decimalText, plainNumber } from '../../src/money/decimal.js';
import { checkAtMost } from '../../src/money/policy/at-most.js';
import { plainFact } from '../../src/money/policy/extract.js';
import { pricesOf } from '../../src/money/policy/pricing.js';
import { Failure } from '../../src/services/http/errors.js';
import { exit } from '../support/exit.js';
import { type ReceivedRequest, respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const wei = '000000000000000000';
/** The answers by the end of the path; a text is sent as it is, a number is a status. */
type Answers = Readonly<Record<string, unknown>>;
const symbols = ['MVL', 'USDC', 'MVP', 'BTC'];
const prices = { mvl: { usd: 0.01 }, usdc: { usd: 1 }, mvp: { usd: 0.1 }, btc: { usd: 100_000 } };
const platform: Answers = {
  '/v3/token': symbols.map((symbol) => ({ symbol, priceId: symbol.toLowerCase(), decimals: 18, network: 'ETHEREUM' })),
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18 }],
  '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18 }],
  '/simple/price': prices,
  '/currencies/MVL': { id: 'MVL', name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
  '/currencies/MVP': { id: 'MVP', name: 'MVP', network: 'SERVERED', tokenDecimal: 8 },
  '/currencies/USDC': { id: 'USDC', name: 'USDC', network: 'BASE', tokenDecimal: 6 },
  '/abstract/dara': { id: 'dara', name: 'Dara' },
  '/mvp/transfer/fee': { feeAmount: '0', currencyId: 'MVP' },
  '/mvp/quote': { feeAmount: '1', receiveAmount: '49', toCurrencyId: 'MVL' },
  '/products/1': { name: 'Helmet', price: '25', currencyId: 'MVP' },
  '/orders/so1': { id: 'so1', totalPrice: '25', currencyId: 'MVP' },
  '/games/g': { title: 'Rally', entryFeeAmount: '7', entryFeeCurrencyId: 'MVP' },
  '/offering/public/1': { title: 'Tuks', currency: 'USDC', purchaseType: 'FRACTIONAL', minAmount: '50' },
  '/bridge-swap/fee': { feeAmount: `1${wei}`, minAmount: `10${wei}`, maxAmount: `1000${wei}` },
};
const searched = (product: object) => ({
  searchId: 's1',
  products: [{ productCode: 'STANDARD', name: 'Std', payAmount: '5', currency: 'USDC', ...product }],
});

/** A user of a stub back end. `sent` has its calls that move value. */
async function client({ reads = {}, money = {}, limits = {} }: { reads?: Answers; money?: Answers; limits?: Record<string, string> } = {}) {
  const all: Answers = { ...platform, '/phone-verification/check': { verified: true }, '/base-search': searched({}), ...reads };
  const ends = Object.keys(all).sort((one, two) => two.length - one.length);
  const isRead = ({ method, path: at }: ReceivedRequest) => method === 'GET' || at.endsWith('/base-search');
  const server = await scripted((socket, request) => {
    const at = request.path.split('?')[0]!;
    const answers = isRead(request) ? all : money;
    const end = (isRead(request) ? ends : Object.keys(money)).find((one) => at.endsWith(one));
    const answer = end === undefined ? (isRead(request) ? {} : { id: 'so1' }) : answers[end];
    const status = typeof answer === 'number' ? answer : 200;
    respond(status, typeof answer === 'string' ? answer : JSON.stringify(typeof answer === 'number' ? { message: 'no' } : answer))(
      socket,
      request,
    );
  });
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  for (const [key, value] of Object.entries(limits)) await user.run(['profile', 'set', 'box', `limits.${key}`, value]);
  const run = (line: string) => user.run([...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!));
  const sent = () => server.requests.filter((request) => !isRead(request)).map(({ path: at }) => at.slice(at.indexOf('/', 1)));
  const ledger = async () => JSON.parse((await user.run('ops list')).stdout) as Readonly<Record<string, unknown>>[];
  return { run, sent, ledger };
}
const unreadable = ['1e6', '-5', '1,000,000', '25 MVP', 'free', 'NaN', '025', ' 25', ['25'], { amount: '25' }, true, -5, '9'.repeat(100)];
const order = (amount: number | string, rest = '') =>
  `assets order --offering 1 --purchase-type FRACTIONAL --amount ${amount} --yes ${rest}`;
const ride = (rest = '') =>
  `ride request --from 11.5,104.9 --to 11.6,104.8 --region KH --product STANDARD --currency USDC --rider-name M --rider-phone +6590000001 --yes ${rest}`;
const bridge = `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} --new-recipient --yes`;

describe('an amount that a service states and that cannot be read', () => {
  const product = (price: unknown) => ({ '/products/1': { name: 'Helmet', price, currencyId: 'MVP' } });
  const total = (totalPrice: unknown) => ({ '/orders/so1': { id: 'so1', totalPrice, currencyId: 'MVP' } });
  const entry = (entryFeeAmount: unknown) => ({ '/games/g': { title: 'Rally', entryFeeAmount, entryFeeCurrencyId: 'MVP' } });
  const least = (minAmount: unknown) => ({ '/offering/public/1': { currency: 'USDC', purchaseType: 'FRACTIONAL', minAmount } });
  const fee = (field: string) => (value: unknown) => ({ '/bridge-swap/fee': { feeAmount: `1${wei}`, [field]: value } });
  const quote = (receiveAmount: unknown) => ({ '/mvp/quote': { feeAmount: '1', receiveAmount, toCurrencyId: 'MVL' } });
  test.each<[what: string, reads: (value: unknown) => Answers, doors: readonly string[]]>([
    ['price', product, ['store buy 1 --quantity 1 --yes', 'api sale create-order -f productId=1 -F quantity=1 --yes']],
    [
      'amount',
      total,
      [
        'store order pay so1 --yes',
        'api sale pay-order so1 -f method=BALANCE_TRANSACTION --yes',
        'api POST sale /v1/orders/so1/payments --yes',
      ],
    ],
    ['amount', entry, ['api user pay-game g --yes', 'api POST user /games/g/payment --yes']],
    ['minimum', least, [order(60), 'api musubi create-order -f offeringId=1 -f amount=60 --yes']],
    ['minimum', fee('minAmount'), [bridge]],
    ['maximum', fee('maxAmount'), [bridge]],
    ['fee', fee('feeAmount'), [bridge]],
    ['arriving amount', quote, [`points withdraw --amount 50 -f currencyId=MVL -f address=${mine} --new-recipient --yes`]],
    ['amount', (payAmount) => ({ '/base-search': searched({ payAmount }) }), [ride()]],
  ])(
    'is refused: %s',
    async (what, reads, doors) => {
      for (const value of unreadable) {
        const { run, sent } = await client({ reads: reads(value) });
        for (const line of doors) {
          const result = await run(line);
          expect([line, value, result.code, result.stdout, sent()]).toEqual([line, value, exit.server, '', []]);
          expect(result.stderr).toContain(`The ${what} is`);
        }
      }
    },
    120_000,
  );

  test('a JSON number with an exponent is read exactly', async () => {
    const fees = (min: string) => ({ '/bridge-swap/fee': `{"feeAmount":1e+18,"minAmount":${min},"maxAmount":1e+24}` });
    const refused = await client({ reads: fees('1e+22') });
    expect(await refused.run(bridge)).toMatchObject({ code: exit.usage, stderr: expect.stringContaining('takes 10,000 or more') });
    const taken = await client({ reads: fees('1e+19') });
    expect(await taken.run(bridge)).toMatchObject({ code: exit.ok, stderr: expect.stringMatching(/Arrives +19 bMVL less/) });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 60 }), (digits, exponent) => {
        expect(plainNumber(`${digits}e${exponent}`)).toBe(decimalText({ units: digits * 10n ** BigInt(exponent), places: 0 }));
        expect(plainNumber(`${digits}E-${exponent}`)).toBe(decimalText({ units: digits, places: exponent }));
      }),
    );
  });

  test('nothing needs no price: a free game is paid under a limit in dollars', async () => {
    const reads = { '/games/g': { title: 'Rally', entryFeeAmount: '0', entryFeeCurrencyId: 'MVP' }, '/simple/price': {} };
    const { run, sent } = await client({ reads, limits: { transfer: '10', day: '10' } });
    for (const _ of [1, 2])
      expect(await run('api user pay-game g --yes')).toMatchObject({ code: exit.ok, stderr: expect.stringMatching(/You send +0 MVP\n/) });
    expect(sent()).toHaveLength(2);
  });

  test('any text is a plain amount or a failure, never an unknown one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+]?[\d.,e ]{1,12}$/)), fc.constantFrom(0, 18), (text, decimals) => {
        try {
          const number = plainFact('fee', text, decimals)!;
          expect(text).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
          expect(number.places).toBe((decimalOf(text)!.places || 0) + decimals);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          expect([error.kind, error.code]).toEqual(['server', 'UNUSABLE_FEE']);
        }
      }),
    );
  });
});

describe('an order in the ledger', () => {
  const place = 'api sale create-order -f productId=1 -F quantity=1 --yes';
  const money = { '/v1/orders': { id: 'so1', totalPrice: '25', currencyId: 'MVP' } };
  const pay = 'api sale pay-order so1 -f method=BALANCE_TRANSACTION --yes';
  test.each<[string, unknown, number, string]>([
    ['a failed read', 500, exit.server, 'answered 500'],
    ['a total above the limit', { id: 'so1', totalPrice: '1000000', currencyId: 'MVP' }, exit.guarded, 'limits.transfer'],
    ['another unit without a total', { id: 'so1', currencyId: 'BTC' }, exit.guarded, 'is not known'],
    ['a total of another amount without a unit', { id: 'so1', totalPrice: '26' }, exit.guarded, 'is not known'],
  ])('does not stand in for %s', async (_, answer, code, why) => {
    const { run, sent } = await client({ reads: { '/orders/so1': answer }, money, limits: { transfer: '100,100 MVP' } });
    expect((await run(place)).code).toBe(exit.ok);
    const result = await run(pay);
    expect([result.code, result.stdout, result.stderr]).toEqual([code, '', expect.stringContaining(why)]);
    expect(sent()).toHaveLength(1);
  });

  test.each([
    { id: 'so1', totalPrice: '25.0' },
    { id: 'so1', currencyId: 'MVP' },
    { id: 'so1' },
    { id: 'so1', totalPrice: '0', currencyId: 'MVP' },
  ])('completes %j, and the order and its payment count once', async (answer) => {
    const { run, sent } = await client({ reads: { '/orders/so1': answer }, money, limits: { day: '100,30 MVP' } });
    expect([(await run(place)).code, (await run(pay)).code, sent().length]).toEqual([exit.ok, exit.ok, 2]);
  });
});

describe('--at-most of a known amount', () => {
  const noPrices: Answers = { '/simple/price': {} };
  test.each<[line: string, reads: Answers, code: number]>([
    [order(3000, "--at-most '1 USD'"), {}, exit.usage],
    [order(3000, "--at-most '1 USD'"), noPrices, exit.usage], // a dollar token counts as dollars
    [order(3000, "--at-most '1 USDT'"), noPrices, exit.usage],
    [order(3000, "--at-most '1 USD'"), { '/simple/price': 500 }, exit.usage],
    [order(60, "--at-most '1 MVL'"), {}, exit.usage],
    [order(60, "--at-most '6000 MVL'"), {}, exit.ok],
    [order(60, "--at-most '5999 MVL'"), {}, exit.usage],
    [order(60, "--at-most '60 USD'"), {}, exit.ok],
    [order(60, "--at-most '60 USD'"), noPrices, exit.ok],
    [order(60, "--at-most '1 JPY'"), {}, exit.guarded],
    [order(60, "--at-most '6000 MVL'"), noPrices, exit.guarded],
    ["store buy 1 --quantity 1 --yes --at-most '1 USD'", {}, exit.usage],
    ["store buy 1 --quantity 1 --yes --at-most '2.5 USD'", {}, exit.ok],
    ["store buy 1 --quantity 1 --yes --at-most '3 USD'", noPrices, exit.guarded],
    ["store buy 1 --quantity 1 --yes --at-most '3 USD'", { '/simple/price': 500 }, exit.guarded],
    ["store buy 1 --quantity 1 --yes --at-most '3 USD'", { '/v3/token': [] }, exit.guarded],
    ["api sale create-order -f productId=1 -F quantity=1 --yes --at-most '1 USD'", {}, exit.usage],
    ["api POST sale /v1/orders -f productId=1 -F quantity=1 --yes --at-most '1 USD'", {}, exit.usage],
    [ride("--at-most '4 USD'"), {}, exit.usage],
    [ride("--at-most '4 MVP'"), {}, exit.usage],
    [ride("--at-most '5 USD'"), {}, exit.ok],
    ["store buy 1 --quantity 1 --yes --at-most '24 USDC'", { '/products/1': { price: '25' }, '/orders/so1': { id: 'so1' } }, exit.usage], // of unknown unit
  ])('is compared in value, or refused: %s %j', async (line, reads, code) => {
    for (const limits of [{}, { transfer: '100000', day: '100000' }] as Record<string, string>[]) {
      if (Object.keys(limits).length > 0 && Object.keys(reads).length > 0) continue; // a limit in dollars needs the prices too
      const { run, sent } = await client({ reads, limits });
      const result = await run(line);
      expect([line, limits, result.code]).toEqual([line, limits, code]);
      if (code !== exit.ok) expect([result.stdout, sent()]).toEqual(['', []]);
      if (code === exit.guarded)
        expect(result.stderr).toMatch(/whether that is more than --at-most says[\s\S]*--at-most '(60 USDC|25 MVP)'/);
    }
  });

  test.each<[line: string, reads: Answers, refused: number, stated: number]>([
    [order(60), { '/offering/public/1': { currency: 'JPY', minAmount: '50' } }, exit.guarded, exit.ok], // no token list has it
    ['store buy 1 --quantity 1 --yes', { '/simple/price': { ...prices, mvp: { usd: 0 } } }, exit.guarded, exit.ok],
    ['store buy 1 --quantity 1 --yes', { '/simple/price': { ...prices, mvp: { usd: [1] } } }, exit.guarded, exit.ok],
    ['store buy 1 --quantity 1 --yes', noPrices, exit.guarded, exit.guarded],
    [order(60), noPrices, exit.guarded, exit.usage],
  ])('states the value of a token only where the platform has no price of it: %s %j', async (line, reads, refused, stated) => {
    const { run, ledger } = await client({ reads, limits: { transfer: '50', day: '50' } });
    const first = await run(line);
    expect([first.code, first.stderr]).toEqual([refused, expect.stringContaining("--at-most '45 USDC'")]);
    expect((await run(`${line} --at-most '45 USDC'`)).code).toBe(stated);
    expect((await ledger()).map(({ outcome }) => outcome)).toEqual(stated === 0 ? (await ledger()).map(() => 'done') : []);
    expect((await run(`${line} --at-most '51 USDC'`)).code).toBe(stated === 0 ? exit.guarded : stated);
  });

  test('never lets more pass than it states, at any prices', async () => {
    const number = fc.bigInt({ min: 1n, max: 10n ** 24n }).chain((units) => fc.nat(12).map((places) => ({ units, places })));
    await fc.assert(
      fc.asyncProperty(number, number, number, number, async (amount, most, price, mostPrice) => {
        const lookup = await pricesOf(
          ['MVL', 'BTC'],
          {
            tokens: async () => ['MVL', 'BTC'].map((symbol) => ({ symbol, priceId: symbol })),
            prices: async () => new Map([['MVL', decimalText(price)] as const, ['BTC', decimalText(mostPrice)] as const]),
          },
          () => {},
        );
        const isOver =
          amount.units * price.units * 10n ** BigInt(most.places + mostPrice.places) >
          most.units * mostPrice.units * 10n ** BigInt(amount.places + price.places);
        const check = checkAtMost(
          { amount: decimalText(amount), token: 'MVL' },
          { amount: decimalText(most), token: 'BTC' },
          async () => lookup,
        );
        const code = await check.then(
          () => undefined,
          (error: Failure) => error.code,
        );
        expect(code).toBe(isOver ? 'OVER_AT_MOST' : undefined);
      }),
    );
  });
});

describe('store buy', () => {
  const buy = 'store buy 1 --quantity 1 --yes';
  const price = (value: unknown, currencyId: unknown = 'MVP') => ({ '/products/1': { name: 'Helmet', price: value, currencyId } });
  const placed = (row: object) => ({ '/v1/orders': { id: 'so1', ...row } });
  const shown = (row: object) => ({ '/orders/so1': { id: 'so1', ...row } });
  test.each<[reads: Answers, money: Answers, why: string]>([
    [{ ...price('0'), ...shown({}) }, {}, 'what it costs is not known'],
    [{ ...price(null), ...shown({}) }, placed({ totalPrice: '25', currencyId: 'MVP' }), 'costs 25 MVP, and the receipt did not say so'],
    [price(null), {}, 'costs 25 MVP, and the receipt did not say so'],
    [price(0), placed({ totalPrice: '1000000', currencyId: 'MVP' }), 'and the receipt did not say so'],
    [price('25', null), placed({ totalPrice: '25', currencyId: 'BTC' }), 'and the receipt did not say so'],
    [shown({ totalPrice: '2500', currencyId: 'MVP' }), {}, 'costs 2,500 MVP, and 25 MVP was confirmed'],
    [
      shown({ totalPrice: '2500', currencyId: 'MVP' }),
      placed({ totalPrice: '25', currencyId: 'MVP' }),
      'costs 2,500 MVP, and 25 MVP was confirmed',
    ],
    [shown({ totalPrice: '25', currencyId: 'BTC' }), {}, 'costs 25 BTC, and 25 MVP was confirmed'],
  ])('pays no cost that was not on the receipt: %j %j', async (reads, money, why) => {
    const { run, sent } = await client({ reads, money });
    const result = await run(buy);
    expect([result.code, result.stdout, result.stderr]).toEqual([exit.guarded, '', expect.stringContaining(why)]);
    expect(result.stderr).toMatch(/it is open and not paid\.\n.*tuk store order pay so1/);
    expect(sent()).toEqual(['/v1/orders']);
  });

  test.each<[reads: Answers, money: Answers, rest: string]>([
    [price(null), placed({ totalPrice: '25', currencyId: 'MVP' }), "--at-most '30 MVP'"],
    [{ ...price(0), ...shown({}) }, {}, "--at-most '3 USD'"],
    [price(0), placed({ totalPrice: '0', currencyId: 'MVP' }), ''],
    [{ ...price(undefined), ...shown({}) }, {}, ''], // the receipt said that it is not known, and so it stayed
    [{ ...price('25', null), ...shown({ totalPrice: '25' }) }, {}, ''],
    [{ ...price('25', null), ...shown({ totalPrice: '25', currencyId: 'MVP' }) }, {}, '--currency MVP'],
    [{ '/orders/so1': 500 }, placed({ totalPrice: '25', currencyId: 'MVP' }), ''],
  ])('pays what --at-most covers, or what the service states nowhere: %j %j %s', async (reads, money, rest) => {
    const zero = JSON.stringify(money).includes('"0"') ? { '/orders/so1': { id: 'so1', totalPrice: '0', currencyId: 'MVP' } } : {};
    const { run, sent } = await client({ reads: { ...reads, ...zero }, money });
    const result = await run(`${buy} ${rest}`);
    expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringMatching(/Costs +(25|not known: )/)]);
    expect(sent()).toEqual(['/v1/orders', '/v1/orders/so1/payments']);
  });

  test('an order whose cost is over --at-most is not paid', async () => {
    const { run, sent } = await client({ reads: { ...price(null), ...shown({ totalPrice: '31', currencyId: 'MVP' }) } });
    const result = await run(`${buy} --at-most '30 MVP'`);
    expect([result.code, result.stderr]).toEqual([
      exit.guarded,
      expect.stringMatching(/was placed and is not paid: The operation takes 31 MVP[\s\S]*order cancel so1/),
    ]);
    expect(sent()).toEqual(['/v1/orders']);
  });
});

describe('a ride', () => {
  test.each<[product: object, rest: string, code: number, text: RegExp]>([
    [{ payAmount: '0' }, '', exit.guarded, /states no price[\s\S]*--at-most '5 USDC'/],
    [{ payAmount: null, fare: null }, '', exit.guarded, /states no price/],
    [{ payAmount: null, fare: null }, "--at-most '5 USDC'", exit.ok, /Costs +not known: the search states no price/],
    [{ payAmount: null, fare: '6' }, '', exit.ok, /Costs +6 USDC/],
    [{ currency: 'BTC' }, '', exit.usage, /"USDC", and the search prices the ride in "BTC"/],
    [{ currency: 'KHR', payAmount: 7030 }, '', exit.ok, /Costs +7,030 KHR/], // the money of a country is paid in any currency
    [{ currency: null }, '', exit.ok, /Costs +5 \(its unit is not known\)/],
    [{ payAmount: undefined }, '', exit.ok, /Costs +not known/], // the names of the fields are not public
  ])('%j %s', async (product, rest, code, text) => {
    const { run, sent } = await client({ reads: { '/base-search': searched(product) }, money: { '/pre-request': { id: 'r1' } } });
    const result = await run(ride(rest));
    expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(text)]);
    expect(sent()).toHaveLength(code === exit.ok ? 1 : 0);
  });
});

describe('a ride with a known cost', () => {
  test.each([
    [JSON.stringify(searched({})).replace('"payAmount":"5"', '"payAmount":"500","payAmount":"5"'), '', exit.server, /twice in one object/],
    [searched({}), '-F multiplier=3', exit.usage, /multiplier says "3"/],
    [searched({}), '-f payWith=BTC', exit.usage, /payWith says "BTC"/],
    [searched({}), '-F multiplier=1 -F passengers=3 -f payWith=CARD', exit.ok, /Costs +5 USDC/],
  ])('%j %s', async (search, rest, code, text) => {
    const { run, sent } = await client({ reads: { '/base-search': search }, money: { '/pre-request': { id: 'r1' } } });
    const result = await run(ride(rest));
    expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(text)]);
    expect(sent()).toHaveLength(code === exit.ok ? 1 : 0);
  });
});

describe('what is asked for', () => {
  const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';
  test.each<[line: string, reads: Answers, code: number, why: string]>([
    [
      `wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`,
      { '/currencies/MVL': { id: 'BTC', network: 'BITCOIN', withdrawalFee: '1' } },
      exit.server,
      '"MVL" and answered about "BTC"',
    ],
    [
      `api user transfer-points -f toUserId=u -f amount=5 --new-recipient --yes`,
      { '/currencies/MVP': { id: 'BTC', tokenDecimal: 8 } },
      exit.server,
      'about "BTC"',
    ],
    [transfer, { '/abstract/dara': { id: 'mallory', nickname: 'M' } }, exit.guarded, '"dara" and answered about "mallory"'],
    [
      'store inventory give i --to dara --new-recipient --yes',
      { '/abstract/dara': { id: 'mallory', name: 'M' } },
      exit.guarded,
      'about "mallory"',
    ],
    [
      `api bep20-swap create-bridge-swap -f type=SIDEWAYS -f amount=20${wei} -f toAddress=${mine} --new-recipient --yes`,
      {},
      exit.usage,
      'TO_BEP20, TO_ERC20',
    ],
    [
      `api bep20-swap create-swap -f type=constructor -f amount=20${wei} -f toAddress=${mine} --new-recipient --yes`,
      {},
      exit.usage,
      'TO_BEP20, TO_ERC20',
    ],
    ['points transfer --to =dara --amount =5 --new-recipient --yes', {}, exit.usage, '"=5"'],
    ['points transfer --to dara --amount==5 --new-recipient --yes', {}, exit.usage, '"=5"'],
  ])('is what the answer is about, and is sent as it was typed: %s %j', async (line, reads, code, why) => {
    const { run, sent } = await client({ reads });
    const result = await run(line);
    expect([result.code, result.stdout, result.stderr, sent()]).toEqual([code, '', expect.stringContaining(why), []]);
  });

  test.each([
    { id: 'DARA', name: 'Dara' },
    { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Dara' },
    { id: 12, name: 'Dara' },
    { name: 'Dara' },
  ])('may have an id of another form: %j', async (user) => {
    const { run } = await client({ reads: { '/abstract/dara': user } });
    expect((await run(transfer)).code).toBe(exit.ok);
  });
});

describe('a receipt adds no amounts of two units', () => {
  test.each<[fee: object, line: RegExp]>([
    [{ feeAmount: '100', currencyId: 'BTC' }, /Costs in all +5 MVP, and the fee of 100 BTC\n/],
    [{ feeAmount: '1' }, /Costs in all +5 MVP, and the fee of 1 \(its unit is not known\)\n/],
    [{ feeAmount: '0.5', currencyId: 'mvp' }, /Costs in all +5\.5 MVP\n/],
    [{ feeAmount: '0.0', currencyId: 'BTC' }, /Costs in all +5(\.0)? MVP\n/],
    [{}, /Costs in all +not known: the service names no fee\n/],
  ])('%j', async (fee, line) => {
    const { run } = await client({ reads: { '/mvp/transfer/fee': fee } });
    const result = await run('points transfer --to dara --amount 5 --new-recipient --yes');
    expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringMatching(line)]);
  });
});
