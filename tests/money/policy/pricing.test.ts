// The prices of limits: a fall beyond half within a day does not widen them; the money of a country has a rate; the ledger keeps what was used.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldPrices, pricesOf, type Quote } from '../../../src/money/policy/pricing.js';
import { type Decimal, decimalOf, decimalText, isMore, times } from '../../../src/money/values/decimal.js';
import { ends, exit } from '../../support/exit.js';
import { mine, platformUser } from '../../support/platform.js';
import { asyncProperty } from '../../support/runs.js';
import { respondJson, type Script } from '../../support/scripted-server.js';

const lookupOf = (quotes: Readonly<Record<string, Quote>>, tokens: readonly string[] = ['MVL']) =>
  pricesOf(
    tokens,
    {
      name: 'here',
      tokens: async () => [{ symbol: 'MVL', priceId: 'mvl' }],
      prices: async (ids) => new Map(ids.flatMap((id) => (quotes[id] ? [[id, quotes[id]] as const] : []))),
    },
    () => {},
  );
const two: Decimal = { units: 2n, places: 0 };
const used = { token: 'MVL', source: 'here', usedAt: '2026-11-29T10:00:00.000Z' };

test('the price that counts is never less than half of one that the day has used', async () => {
  const price = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(18))
    .map(([units, places]) => ({ units, places }));
  await asyncProperty(100, price, fc.array(price, { maxLength: 4 }), async (now, day) => {
    const lookup = await lookupOf({ mvl: { in: { USD: decimalText(now) } } });
    const held = heldPrices(
      lookup,
      day.map((usd) => ({ ...used, usd: decimalText(usd) })),
    );
    const counts = held('MVL');
    for (const usd of day.filter(({ units }) => units > 0n))
      expect(counts && !isMore(usd, times(counts, two)) && held.isWithoutPrice?.('MVL')).toBe(false);
    const highest = day.reduce((most, one) => (isMore(one, most) ? one : most), now);
    if (!isMore(highest, times(now, two))) expect(counts).toEqual(lookup('MVL')); // a price that moves within it is the price
  });
});

test('a price of another source or token says nothing', async () => {
  const lookup = await lookupOf({ mvl: { in: { USD: '0.001' } } });
  for (const other of [{ source: 'there' }, { token: 'BTC' }])
    expect(decimalText(heldPrices(lookup, [{ ...used, usd: '9', ...other }])('MVL')!)).toBe('0.001');
});

test('the money of a country has the rate by which one thing is priced in it, rounded up, or no price', async () => {
  const quote = { in: { USD: '0.004', KHR: '16.4' }, at: 1_764_410_400_000 };
  const lookup = await lookupOf({ 'mass-vehicle-ledger': quote }, ['KHR', 'JPY']);
  const khr = lookup('KHR')!;
  expect(isMore(times(khr, decimalOf('4100')!), decimalOf('0.999999')!)).toBe(true);
  expect(isMore({ units: 1n, places: 0 }, times(khr, decimalOf('4100')!))).toBe(false);
  expect(lookup.uses).toMatchObject([{ token: 'KHR', source: 'here', at: '2025-11-29T10:00:00.000Z' }]);
  expect([lookup('JPY'), lookup.isWithoutPrice?.('JPY')]).toEqual([undefined, true]);
});

const faultyPrices = ['0.0000001', '0', '1e-25'];
test.each(faultyPrices)(
  'a fault of the price service, MVL at %s, does not widen a limit in dollars',
  async (faulty) => {
    let usd = '0.5';
    const prices: Script = (socket, request) =>
      respondJson(JSON.parse(`{"mass-vehicle-ledger":{"usd":${usd},"last_updated_at":1764410400}}`))(socket, request);
    const { run, lines, json } = await platformUser({ limits: { transfer: '10' }, reads: { '/simple/price': prices } });
    const send = (amount: number) =>
      `wallet withdraw create --currency MVL --amount ${amount} --to ${mine} --new-recipient --yes`;
    expect(await run(send(10))).toMatchObject(
      ends(exit.ok, /Price +1 MVL is 0.5 USD by http.*, of 2025-11-29T10:00:00/),
    );
    expect(await json(`ops show ${(await lines())[0]!.id}`)).toMatchObject({
      prices: [{ token: 'MVL', usd: '0.5', at: '2025-11-29T10:00:00.000Z' }],
    });
    const dry = await run(`${send(10)} --dry-run --json`);
    expect([dry.code, dry.stderr]).toEqual([exit.ok, expect.stringMatching(/notes.*Price: 1 MVL is 0.5 USD by http/)]);
    usd = faulty;
    expect(await run(send(30))).toMatchObject(ends(exit.guarded, '15 USD in one transfer is over'));
    expect((await run(`${send(30)} --dry-run`)).code).toBe(exit.guarded);
    usd = '0.3'; // less than before, and not by half
    expect((await run(send(30))).code).toBe(exit.ok);
  },
);

test('a ride in the money of its country can be requested under a limit in dollars', async () => {
  const products = [{ productCode: 'STANDARD', name: 'Std', payAmount: '8200', currency: 'KHR' }];
  const { run, lines } = await platformUser({
    limits: { transfer: '2' },
    reads: {
      '/phone-verification/check': { verified: true },
      '/base-search': { searchId: 's1', products },
      '/simple/price': { 'mass-vehicle-ledger': { usd: 0.004, khr: 16.4 } },
    },
  });
  const line =
    'ride request --from 11.5,104.9 --to 11.6,104.8 --region KH --product STANDARD --currency POINT --rider-name M --rider-phone +6590000001 --yes';
  expect(await run(line)).toMatchObject(ends(exit.guarded, '2.01 USD in one')); // rounded up
  await run('profile set box limits.transfer 3');
  expect(await run(line)).toMatchObject({ stderr: expect.stringMatching(/Price +1 KHR is 0.00024390\d+ USD by/) });
  expect(await lines()).toMatchObject([{ token: 'KHR', usd: '2.000001' }]);
});
