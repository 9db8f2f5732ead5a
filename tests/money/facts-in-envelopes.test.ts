// Facts of the service hold however its responses wrap and spell them; a response that states two values for one fact stops the transfer.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factOf } from '../../src/money/policy/read-answer.js';
import { exit } from '../support/exit.js';
import { client, mine } from '../support/stated-facts.js';

const confirmed = '--new-recipient --yes';
const upper = (name: string) => name[0]!.toUpperCase() + name.slice(1);
/** The same response as other services send it. */
const forms: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => unknown>> = {
  data: (row) => ({ success: true, data: row }),
  result: (row) => ({ code: 0, result: row }),
  'a list': (row) => [row],
  'a page': (row) => ({ content: [row], page: 0, total: 1 }),
  'an envelope of its thing': (row) => ({ meta: { at: 1 }, response: { data: row } }),
  'an envelope in an envelope': (row) => ({ data: { items: [row] } }),
  'capital letters': (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [upper(name), value])),
  'snake case': (row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), value])),
};
/** A response, and a line that contradicts it. */
const contradicted: readonly (readonly [at: string, row: Readonly<Record<string, unknown>>, line: string, said: string])[] = [
  ['/mvp/transfer/fee', { feeAmount: '0.5', currencyId: 'MVP' }, 'points transfer --to u --amount 5 -f feeAmount=0', '"0.5"'],
  [
    '/currencies/MVL',
    { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '3', tokenDecimal: 18 },
    `api user create-withdrawal -f currencyId=MVL -f amount=2 -f toAddress=${mine}`,
    'leaves nothing',
  ],
  [
    '/offering/public/1',
    { title: 'One', currency: 'USDC', minAmount: '10' },
    'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --currency MVL',
    '"USDC"',
  ],
  [
    '/offering/public/1',
    { title: 'One', currency: 'USDC', minAmount: '10' },
    'assets order --offering 1 --purchase-type FRACTIONAL --amount 5',
    '10 or more',
  ],
  ['/products/1', { name: 'Cape', price: '25', currencyId: 'MVP' }, 'store buy 1 --quantity 1 --currency BTC', '"MVP"'],
  [
    '/products/1',
    { name: 'Cape', price: '25', currencyId: 'MVP' },
    'api sale create-order -f productId=1 -F quantity=1 -f price=1',
    '"25"',
  ],
];
describe('a fact in another form', () => {
  const cases = Object.keys(forms).flatMap((form) => contradicted.map((one) => [form, ...one] as const));
  test.each(cases)('%s: %s %j: %s is exit 2', async (form, at, row, line, said) => {
    const { run, transfers } = await client({ reads: { [at]: forms[form]!(row) } });
    const needs = /transfer|withdrawal/.test(line) ? confirmed : '--yes';
    expect(await run(`${line} ${needs}`)).toMatchObject({ code: exit.usage, stdout: '', stderr: expect.stringContaining(said) });
    expect(transfers()).toEqual([]);
  });

  test.each(Object.keys(forms))('%s: the receipt has the fee and the total, and limits.fee is judged', async (form) => {
    const reads = { '/mvp/transfer/fee': forms[form]!({ feeAmount: '0.5', currencyId: 'MVP' }) };
    const { run, transfers } = await client({ reads, limits: { fee: '1 MVP' } });
    const { code, stderr } = await run(`points transfer --to u --amount 5 ${confirmed}`);
    expect([code, stderr]).toEqual([exit.ok, expect.stringMatching(/Fee +0\.5 MVP[\s\S]*Costs in all +5\.5 MVP/)]);
    expect(transfers()).toHaveLength(1);
  });

  test('a fee under another of its names is the fee', async () => {
    const { run, transfers } = await client({
      reads: { '/mvp/transfer/fee': { data: { fee: '0.5', currency: 'MVP' } } },
      limits: { fee: '0.4 MVP' },
    });
    expect(await run(`points transfer --to u --amount 5 ${confirmed}`)).toMatchObject({
      code: exit.guarded,
      stderr: expect.stringContaining('0.5 MVP as a fee'),
    });
    expect(transfers()).toEqual([]);
  });

  test('an object that stands for a unit states it; one in place of a price is no price', async () => {
    const row = { name: 'Cape', price: '25', currencyId: { id: 7, symbol: 'MVP' } };
    const { run, transfers } = await client({ reads: { '/products/1': { data: { product: row } } } });
    expect(await run('store buy 1 --quantity 1 --currency BTC --yes')).toMatchObject({
      code: exit.usage,
      stderr: expect.stringContaining('"MVP"'),
    });
    const priced = await client({ reads: { '/products/1': { data: { product: { ...row, price: { value: '25' } } } } } });
    expect(await priced.run('store buy 1 --quantity 1 --yes')).toMatchObject({
      code: exit.server,
      stderr: expect.stringContaining('not an amount'),
    });
    expect([...transfers(), ...priced.transfers()]).toEqual([]);
  });
});

describe('two values for one fact', () => {
  test.each([
    ['/mvp/transfer/fee', { feeAmount: '0.5', FeeAmount: '4', currencyId: 'MVP' }, 'points transfer --to u --amount 5'],
    ['/mvp/transfer/fee', { feeAmount: '0.5', currencyId: 'MVP', data: { feeAmount: '4' } }, 'points transfer --to u --amount 5'],
    ['/mvp/transfer/fee', [{ feeAmount: '0.5' }, { feeAmount: '4' }], 'points transfer --to u --amount 5'],
    [
      '/offering/public/1',
      { currency: 'USDC', result: { currency: 'MVL' } },
      'assets order --offering 1 --purchase-type FRACTIONAL --amount 50',
    ],
    ['/products/1', { price: '25', currencyId: 'MVP', data: { price: '1' } }, 'store buy 1 --quantity 1'],
  ])('%s %j: nothing is sent', async (at, answer, line) => {
    const { run, transfers } = await client({ reads: { [at]: answer } });
    const { code, stderr } = await run(`${line} ${line.startsWith('points') ? confirmed : '--yes'}`);
    expect([code, stderr]).toEqual([exit.server, expect.stringMatching(/two values|twice in one object/)]);
    expect(transfers()).toEqual([]);
  });

  const read = (answer: unknown, params = {}) => ({ service: 'sale', call: 'getProduct', params, answer });
  test.each([
    ['the same in two spellings', { price: '25', data: { price: '25.0' } }, '25'],
    ['a price of another thing', { price: '25', shipping: { price: '5' }, variants: [{ price: '7' }, { price: '8' }] }, '25'],
    ['one that is nothing', { price: null, data: { price: '25' } }, '25'],
  ])('%s is no contradiction', (_, answer, value) => expect(factOf(read(answer), 'price')?.value).toBe(value));

  test('of a list the row counts that was asked for', () => {
    const rows = {
      content: [
        { id: '1', price: '25' },
        { id: '2', price: '1' },
      ],
    };
    expect(factOf(read(rows, { id: '2' }), 'price')?.value).toBe('1');
    expect(() => factOf(read(rows, { id: '3' }), 'price')).toThrow('two values');
  });

  test('a fact is found in any nesting of envelopes and any spelling, or it is none', () => {
    const wrap = fc.constantFrom('data', 'result', 'Payload', 'content', 'list', 'product');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(wrap, fc.boolean()), { maxLength: 2 }),
        fc.constantFrom('price', 'Price', 'PRICE', 'pri_ce'),
        (layers, name) => {
          const answer = layers.reduce<unknown>((inner, [by, list]) => ({ [by]: list ? [inner] : inner, ok: true }), { [name]: '25' });
          expect(factOf(read(answer), 'price')?.value).toBe('25');
          expect(factOf(read(answer), 'minAmount')).toBeUndefined();
        },
      ),
    );
  });
});

test.each([
  ['/mvp/transfer/fee', { success: false, feeAmount: '0', currencyId: 'MVP' }, 'points transfer --to u --amount 5 --new-recipient --yes'],
  [
    '/offering/public/1',
    { success: false, data: { title: 'One', currency: 'USDC', minAmount: '10' } },
    'assets order --offering 1 --purchase-type FRACTIONAL --amount 60 --yes',
  ],
  ['/products/1', { success: false, name: 'Cape', price: '25', currencyId: 'MVP' }, 'store buy 1 --quantity 1 --yes'],
])('a read that reports a failure states no fact: %s', async (at, row, line) => {
  const { run, transfers } = await client({ reads: { [at]: row } });
  const { code, stderr } = await run(line);
  expect(stderr).toMatch(/failure|failed|success false/i);
  expect([exit.refused, exit.guarded, exit.server]).toContain(code);
  expect(transfers()).toEqual([]);
});
