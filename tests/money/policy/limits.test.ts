// Limits as values: parsed strictly, added exactly, never exceeded through rounding, order, or the payment of an order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { personsFor } from '../../../src/money/policy/approvals.js';
import {
  type Limit,
  limitFor,
  limitsBeside,
  limitText,
  parseAmountLimit,
  parseLimits,
  spentOf,
  type TransferAmount,
} from '../../../src/money/policy/limits.js';
import {
  type Decimal,
  decimalOf,
  decimalOfNumber,
  decimalText,
  isMore,
  plus,
  roundedUp,
  times,
} from '../../../src/money/values/decimal.js';
import { BadInput, Guarded } from '../../../src/services/http/errors.js';
import { exit } from '../../support/exit.js';
import { platformUser } from '../../support/platform.js';
import { property } from '../../support/runs.js';

const decimals = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 0, max: 20 }))
  .map(([units, places]): Decimal => ({ units, places }));
const positive = decimals.filter(({ units }) => units > 0n);
const scaled = ({ units, places }: Decimal): bigint => units * 10n ** BigInt(40 - places);
const none = () => undefined;

test('decimals equal their text, and add, multiply and compare exactly', () => {
  property(100, decimals, decimals, (one, other) => {
    expect(scaled(decimalOf(decimalText(one))!)).toBe(scaled(one));
    expect(scaled(plus(one, other))).toBe(scaled(one) + scaled(other));
    expect(scaled(times(one, other))).toBe((scaled(one) * scaled(other)) / 10n ** 40n);
    expect(isMore(one, other)).toBe(scaled(one) > scaled(other));
  });
  for (const text of ['', '-1', '+1', '1e3', '.5', '1.', '0x1', '1,000', '１', ' 1', 'NaN', '9'.repeat(121)])
    expect(decimalOf(text)).toBeUndefined();
  const read = ['1e-7', '2.5E-3', '1e2', '0e5', '7'].map((text) => decimalText(decimalOfNumber(text)!));
  expect(read).toEqual(['0.0000001', '0.0025', '100', '0', '7']);
  expect(['', '-1', '1e', 'e5', '1e999', 'NaN', 'Infinity'].map(decimalOfNumber)).toEqual(Array(7).fill(undefined));
});

test('rounding is up, by less than one in the last place', () => {
  property(100, decimals, fc.integer({ min: 0, max: 6 }), (number, places) => {
    const rounded = roundedUp(number, places);
    expect(rounded.places).toBeLessThanOrEqual(Math.max(places, number.places));
    expect(scaled(rounded)).toBeGreaterThanOrEqual(scaled(number));
    expect(scaled(rounded) - scaled(number)).toBeLessThan(10n ** BigInt(40 - places));
  });
});

const tokens = ['MVL', 'MVP', 'BNB'] as const;
const limits = fc
  .uniqueArray(fc.tuple(fc.constantFrom(undefined, ...tokens), positive), {
    selector: ([token]) => token,
    minLength: 1,
  })
  .map((all) => all.map(([token, most]): Limit => (token === undefined ? { max: most } : { max: most, token })));

test('a written limit is parsed to the same limit', () => {
  property(100, limits, (all) => {
    const text = limitText(all);
    const read = parseAmountLimit(text, 'limits.day');
    expect(limitText(read)).toBe(text);
    expect(read.map(({ max: most, token }) => [scaled(most), token])).toEqual(
      all.map(({ max: most, token }) => [scaled(most), token]),
    );
  });
});

test.each([
  ...'400, 0 -1 1e3 MVP 400,500 ,'.split(' '),
  '',
  ' ',
  '400,,5 MVP',
  '1 000',
  '1,000.5,',
  '400 MVP MVL',
  '1 MVP,2 mvp',
  '4 €',
])('%j is not a limit', (text) => expect(() => parseAmountLimit(text, 'limits.day')).toThrow(BadInput));

test('an amount is compared with the limit of its own token in any letter case, otherwise with that in US dollars', () => {
  const all = parseAmountLimit('400,1000 MVP', 'limits.transfer');
  const own = ['MVP', 'mvp', 'BNB', undefined].map((token) => limitFor(all, token)?.token);
  expect(own).toEqual(['MVP', 'MVP', undefined, undefined]);
  expect(limitFor(parseAmountLimit('5 MVP', 'limits.transfer'), 'BNB')).toBeUndefined();
});

/** Amounts of tokens, each with its price; a payment belongs to an earlier order. */
const history = fc.array(fc.record({ token: fc.constantFrom(...tokens), amount: positive, pays: fc.boolean() }), {
  maxLength: 20,
});
test('the sum compared with a limit is exact and in its unit; an order and its payment count once', () => {
  property(100, limits, history, (all, rows) => {
    const transfers = rows.map(
      ({ token, amount, pays }, at): TransferAmount => ({
        ...{ id: `op-${at}`, token, amount: decimalText(amount) },
        within: pays && at > 0 ? `op-${at - 1}` : undefined,
      }),
    );
    const price = { MVL: { units: 3n, places: 3 }, MVP: { units: 1n, places: 2 }, BNB: { units: 600n, places: 0 } };
    for (const limit of all) {
      const total = spentOf(all, limit, transfers, (token) => price[token as keyof typeof price]);
      const counting = rows.filter(({ token }, at) => limitFor(all, token) === limit && !rows[at + 1]?.pays);
      const sum = counting.reduce(
        (so, { token, amount }) => so + scaled(limit.token ? amount : times(amount, price[token])),
        0n,
      );
      expect('unknown' in total || scaled(total)).toBe(sum);
    }
  });
});

test('an entry of unknown value makes the sum unknown, unless its token has a limit of its own', () => {
  const all = parseAmountLimit('400,1000 MVP', 'limits.day');
  const [dollars, points] = all as [Limit, Limit];
  const lines: TransferAmount[] = [
    { id: 'a', amount: '5', token: 'BNB' },
    { id: 'b', amount: '7', token: 'MVP' },
    { id: 'c', amount: '9', token: 'USD' },
  ];
  expect(spentOf(all, dollars, lines, none)).toEqual({ unknown: lines[0] });
  expect(spentOf(all, points, lines, none)).toEqual({ units: 7n, places: 0 });
  expect(spentOf(all, points, [{ id: 'd' }], none)).toEqual({ unknown: { id: 'd' } });
});

test('unreadable limits stop every transfer: none of them is ignored', () => {
  for (const broken of [
    { transfers: '5' },
    { transfer: 5 },
    { transfer: 'five' },
    { pause: 'true' },
    { networks: 'BSC' },
    { networks: ['MARS'] },
    { recipients: [1] },
    { recipients: [] },
    [],
    'none',
    null,
  ])
    expect(() => parseLimits(broken as never), JSON.stringify(broken)).toThrow(Guarded);
  expect(parseLimits(undefined)).toEqual({});
});

test('a recipient may stand in the profile or the ledger; approvers of a machine do not count for the ledger', () => {
  const [own, other] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'];
  const approvals = { approvals: '1 above 5 MVP' };
  const [profile, ledger] = limitsBeside([{ ...approvals, approvers: [own], recipients: ['u-1'] }, approvals]);
  expect([profile?.approvers, ledger?.approvers, ledger?.recipients]).toEqual([[own], undefined, ['u-1']]);
  const [first] = limitsBeside([approvals, { approvers: [other] }]);
  expect([first?.approvers, limitsBeside([undefined])]).toEqual([[other], [{}]]);
});

test('how many persons approve follows the highest threshold that is passed, exactly; what is unknown passes all', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 30n });
  const text = (units: bigint) => decimalText({ units, places: 18 });
  property(200, fc.array(amount, { minLength: 1, maxLength: 4 }), fc.array(amount, { maxLength: 4 }), (above, sent) => {
    const approvals = above.map((units, at) => ({
      persons: at + 1,
      above: { max: { units, places: 18 }, token: 'T' },
    }));
    const parts = sent.map((units) => ({ amount: text(units), token: 't' }));
    const sum = sent.reduce((all, units) => all + units, 0n);
    const passed = above.flatMap((units, at) => (sum > units ? [at + 1] : []));
    expect(personsFor(approvals, parts)).toBe(Math.max(0, ...passed));
    for (const unknown of [{}, { token: 'T' }, { amount: '1' }, { amount: '1', token: 'other' }])
      expect(personsFor(approvals, [...parts, unknown])).toBe(above.length);
  });
});

test('an operation of unknown value blocks limits.day until its cost is stated', async () => {
  const { run } = await platformUser();
  const gift = await run('api sale give-item -f to=u-1 --new-recipient --yes');
  expect([gift.code, gift.stderr]).toEqual([exit.ok, expect.any(String)]);
  await run(['profile', 'set', 'box', 'limits.day', '1000,1000 MVP']);
  const pay = 'points transfer --to u-1 --amount 1 --new-recipient --yes';
  const blocked = await run(pay);
  expect([blocked.code, blocked.stderr]).toEqual([
    exit.guarded,
    expect.stringMatching(/tuk ops settle op-\d+-\d+ --as done --at-most '5 USD'/),
  ]);
  const id = /op-\d+-\d+/.exec(blocked.stderr)![0];
  const settle = ['ops', 'settle', id, '--as', 'done', '--note', 'a gift', '--yes'];
  expect((await run([...settle, '--at-most', 'much'])).code).toBe(exit.usage);
  expect(
    (await run(['ops', 'settle', id, '--as', 'not-done', '--note', 'x', '--yes', '--at-most', '5 USD'])).code,
  ).toBe(exit.usage);
  expect((await run([...settle.slice(0, -1), '--at-most', '5 USD'])).code).toBe(exit.guarded); // a person confirms it
  expect((await run(pay)).code).toBe(exit.guarded);
  expect(await run([...settle, '--at-most', '999 USD'])).toMatchObject({ code: exit.ok, stderr: expect.any(String) });
  expect(await run(pay)).toMatchObject({ code: exit.ok, stderr: expect.any(String) });
  expect((await run([...settle, '--at-most', '1 USD'])).code).toBe(exit.usage); // it is stated once
});
