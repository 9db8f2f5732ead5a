// A request is compared with what the service says of the same things: a declared field that says otherwise is exit 2, and nothing is sent.
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { mine, platformUser, wei } from '../../support/platform.js';

const confirmed = '--new-recipient --yes';
type Fields = Readonly<Record<string, unknown>>;
type Call = readonly [call: string, at: string, body: Fields];
const order: Call = ['musubi create-order', '/v1/order', { offeringId: '1', amount: '50' }];
const points: Call = [
  'user withdraw-points',
  '/v2/balance/mvp/swap/withdrawal-requests',
  { amount: '50', currencyId: 'MVL', address: mine },
];
const withdrawal: Call = [
  'user create-withdrawal',
  '/balance/withdrawals',
  { currencyId: 'MVL', amount: '25', toAddress: mine },
];
const bridge: Call = [
  'bep20-swap create-bridge-swap',
  '/v1/bridge-swap',
  { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine },
];
const legacy: Call = [
  'bep20-swap create-swap',
  '/v2/swap',
  { type: 'TO_BEP20', amount: `9${wei}`, fromAddress: mine, toAddress: mine },
];
const purchase: Call = ['sale create-order', '/v1/orders', { productId: '1', quantity: 2 }];

/** Each kind of contradiction by its sentence, with the declared fields that have it. */
const contradictions: readonly (readonly [call: Call, said: string, fields: Fields])[] = [
  [order, 'says "BTC", and the service says "USDC"', { currency: 'BTC' }],
  [order, 'says "OWNERSHIP", and the service says "FRACTIONAL"', { purchaseType: 'OWNERSHIP' }],
  [order, 'The amount is 9, and the service takes 10 or more', { amount: '9' }],
  [points, 'says "BTC", and the service says "MVL"', { currencyId: 'BTC' }],
  [withdrawal, 'The fee of 1 is not less than the amount of 1', { amount: '1' }],
  [withdrawal, 'has more than 6 places', { currencyId: 'USDC', amount: '1.1234567' }],
  [bridge, 'takes 10 or more', { amount: `9${wei}` }],
  [bridge, 'takes 100 or less', { amount: `101${wei}` }],
  [legacy, 'takes 10 or more', {}],
  [purchase, 'says "BTC", and the service says "MVP"', { currencyId: 'BTC' }],
];
describe('a declared field that contradicts the service', () => {
  test.each(contradictions)('is exit 2, and nothing is sent: %j: %s %j', async ([call, , body], said, more) => {
    const { run, file, transfers } = await platformUser();
    file({ ...body, ...more });
    expect(await run(`api ${call} --input body.json ${confirmed}`)).toMatchObject(ends(exit.usage, said, ''));
    expect(transfers()).toEqual([]);
  });

  test.each<[Call, Fields, command: string, said: string]>([
    [order, { currency: 'BTC' }, 'assets order', '"BTC", and the service says "USDC"'],
    [bridge, { amount: `9${wei}` }, `swap bridge create ${confirmed}`, 'takes 10 or more'],
    [purchase, { currencyId: 'BTC' }, 'store buy 1', 'says "BTC", and the service says "MVP"'],
  ])('is refused through every door, with limits too: %j with %j', async ([call, at, body], more, command, said) => {
    const { run, file, transfers } = await platformUser({ limits: { transfer: '9999,99999 MVP,9999 MVL' } });
    const whole = { ...body, ...more };
    file(whole);
    const fields = Object.entries(whole).map(([name, value]) => `-F '${name}=${JSON.stringify(value)}'`);
    for (const door of [`api ${call}`, `api POST ${call.split(' ')[0]} ${at}`])
      for (const form of ['--input body.json', fields.join(' ')]) {
        expect([form, await run(`${door} ${form} ${confirmed}`)]).toMatchObject([form, ends(exit.usage, said, '')]);
      }
    expect(await run(`${command} --input body.json --yes`)).toMatchObject(ends(exit.usage, said, ''));
    expect(transfers()).toEqual([]);
  });

  test.each([
    ['assets order --offering 1 --purchase-type OWNERSHIP --amount 50', '--purchase-type says "OWNERSHIP"'],
    ['store buy 1 --quantity 2 --currency BTC', '--currency says "BTC"'],
    ['store buy 1 --quantity 2 -f currencyId=BTC', 'The field currencyId says "BTC"'],
  ])('is named as it was typed: %s', async (line, said) => {
    const { run, transfers } = await platformUser();
    expect(await run(`${line} --yes`)).toMatchObject(ends(exit.usage, said));
    expect(transfers()).toEqual([]);
  });

  test.each<[Call, Fields]>([
    [order, { currency: 'usdc', purchaseType: 'FRACTIONAL', amount: '10' }],
    [order, { payCurrency: 'BTC', total: '5000', offering: 'One' }], // no list declares these: docs/money.md 9
    [points, { chainId: 56 }],
    [bridge, { amount: `100${wei}`, sendAmount: '21' }],
    [purchase, { currencyId: 'MVP', price: '1' }],
  ])('one that agrees with it, or that nobody declared, is sent: %j with %j', async ([call, , body], more) => {
    const { run, file, transfers } = await platformUser();
    file({ ...body, ...more });
    expect(await run(`api ${call} --input body.json ${confirmed}`)).toMatchObject(ends(exit.ok, ''));
    expect(transfers()).toHaveLength(1);
  });

  test('a number that nobody declared is at most what --at-most says', async () => {
    const { run, file, transfers } = await platformUser();
    for (const [total, code] of Object.entries({ '5,000': exit.usage, '60': exit.ok })) {
      file({ ...order[2], pay: [{ total }] });
      expect((await run(`api ${order[0]} --input body.json --yes --at-most '60 USDC'`)).code).toBe(code);
    }
    expect(transfers()).toHaveLength(1);
  });
});

test('an amount is judged in the unit of the service, which an option may say too', async () => {
  const line = (amount: number, rest = '') =>
    `assets order --offering 1 --purchase-type FRACTIONAL --amount ${amount} ${rest} --yes`;
  const reads = { '/offering/public/1': { currency: 'USD' } };
  const { run, transfers } = await platformUser({ limits: { transfer: '9999' }, reads });
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
    expect(await run(`${line} --yes`)).toMatchObject(ends(exit.guarded, 'is not known', ''));
  expect(transfers()).toEqual([]);
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
