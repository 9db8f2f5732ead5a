// What a read states is a fact in whatever envelope and spelling; one with two values, about another thing, or that cannot be relied on stops the transfer.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkIdentity } from '../../../src/money/policy/facts.js';
import { factOf } from '../../../src/money/policy/read-answer.js';
import { duplicateKey } from '../../../src/services/duplicate-keys.js';
import { exit } from '../../support/exit.js';
import { mine, platformUser, wei } from '../../support/platform.js';
import { respond } from '../../support/scripted-server.js';

const confirmed = '--new-recipient --yes';
const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes';
const orderByCall = 'api musubi create-order -f offeringId=1 -f amount=50 --yes';
const buy = 'store buy 1 --quantity 1 --yes';
const buyByCall = 'api sale create-order -f productId=1 -F quantity=1 --yes';
const transfer = `points transfer --to u --amount 5 ${confirmed}`;
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${mine} ${confirmed}`;
const withdrawByCall = `api user create-withdrawal -f currencyId=MVL -f amount=25 -f toAddress=${mine} ${confirmed}`;
const offering = { title: 'One', currency: 'USDC', purchaseType: 'FRACTIONAL', minAmount: '10' };
const product = { name: 'Cape', price: '25', currencyId: 'MVP' };
const currency = { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 };
const fee = { feeAmount: '0.5', currencyId: 'MVP' };
const read = (answer: unknown, params = {}) => ({ service: 'sale', call: 'getProduct', params, answer });

type Row = Readonly<Record<string, unknown>>;
const renamed = (row: Row, rename: (name: string) => string): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]));
/** The same response as other services send it. */
const forms: Readonly<Record<string, (row: Row) => unknown>> = {
  data: (row) => ({ success: true, data: row }),
  result: (row) => ({ code: 0, result: row }),
  'a list': (row) => [row],
  'a page': (row) => ({ content: [row], page: 0, total: 1 }),
  'an envelope of its thing': (row) => ({ meta: { at: 1 }, response: { data: row } }),
  'an envelope in an envelope': (row) => ({ data: { items: [row] } }),
  'capital letters': (row) => renamed(row, (name) => name[0]!.toUpperCase() + name.slice(1)),
  'snake case': (row) => renamed(row, (name) => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)),
};
describe('a fact in another form', () => {
  test.each(Object.entries(forms))('%s: the receipt has it, and a limit and a field are judged by it', async (_, form) => {
    const { run, transfers } = await platformUser({ reads: { '/mvp/transfer/fee': form(fee) }, limits: { fee: '1 MVP' } });
    const { code, stderr } = await run(transfer);
    expect([code, stderr]).toEqual([exit.ok, expect.stringMatching(/Fee +0\.5 MVP[\s\S]*Costs in all +5\.5 MVP/)]);
    expect(await run(`${transfer} -f feeAmount=0`)).toMatchObject({ code: exit.usage, stderr: expect.stringContaining('"0.5"') });
    await run(['profile', 'set', 'box', 'limits.fee', '0.4 MVP']);
    expect(await run(transfer)).toMatchObject({ code: exit.guarded, stderr: expect.stringContaining('0.5 MVP as a fee is over') });
    expect(transfers()).toHaveLength(1);
  });

  test.each<[at: string, answer: unknown, line: string, said: string]>([
    ['/mvp/transfer/fee', { data: { fee: '7', currency: 'MVP' } }, `${transfer} -f feeAmount=0`, '"7"'],
    ['/currencies/MVL', forms['snake case']!({ ...currency, withdrawalFee: '30' }), withdrawByCall, 'leaves nothing'],
    ['/offering/public/1', forms.data!(offering), `${order} --currency MVL`, '"USDC"'],
    ['/offering/public/1', forms['a list']!({ ...offering, minAmount: '51' }), order, '51 or more'],
    ['/products/1', forms['a page']!(product), `${buyByCall} -f price=1`, '"25"'],
    ['/products/1', { data: { product: { ...product, currencyId: { id: 7, symbol: 'MVP' } } } }, `${buy} --currency BTC`, '"MVP"'],
  ])('%s %j: %s is exit 2', async (at, answer, line, said) => {
    const { run, transfers } = await platformUser({ reads: { [at]: answer } });
    expect(await run(line)).toMatchObject({ code: exit.usage, stdout: '', stderr: expect.stringContaining(said) });
    expect(transfers()).toEqual([]);
  });

  test.each([
    ['the same in two spellings', { price: '25', data: { price: '25.0' } }, '25'],
    ['a price of another thing', { price: '25', shipping: { price: '5' }, variants: [{ price: '7' }, { price: '8' }] }, '25'],
    ['one that is nothing', { price: null, data: { price: '25' } }, '25'],
  ])('%s is not a contradiction', (_, answer, value) => expect(factOf(read(answer), 'price')?.value).toBe(value));

  test('of a list the row counts that was asked for', () => {
    const content = ['25', '1'].map((price, at) => ({ id: String(at + 1), price }));
    expect(factOf(read({ content }, { id: '2' }), 'price')?.value).toBe('1');
    expect(() => factOf(read({ content }, { id: '3' }), 'price')).toThrow('two values');
  });

  test('is found in any nesting of envelopes and any spelling, or it is none', () => {
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

describe('a read that cannot be relied on: nothing is sent', () => {
  const twice = 'twice in one object';
  const inText = 'in a text that is JSON within the JSON';
  test.each<[at: string, answer: unknown, line: string, said: string]>([
    ['/mvp/transfer/fee', { ...fee, FeeAmount: '4' }, transfer, twice],
    ['/products/1', respond(200, '{"price":"25","currencyId":"MVP","price":"25"}'), buy, twice],
    ['/products/1', respond(200, '{"price":"25","currencyId":"MVP","p\\u0072ice":"1"}'), buyByCall, twice],
    ['/products/1', respond(200, '{"price":"25","currencyId":"MVP","ｐｒｉｃｅ":"1"}'), buy, twice],
    ['/products/1', respond(200, '{"data":[{"price":"25","currencyId":"MVP","currencyId":"BTC"}]}'), buy, twice],
    ['/mvp/transfer/fee', { ...fee, data: { feeAmount: '4' } }, transfer, 'two values for feeAmount, "0.5" and "4"'],
    ['/mvp/transfer/fee', [{ feeAmount: '0.5' }, { feeAmount: '4' }], transfer, 'two values for feeAmount'],
    ['/offering/public/1', { currency: 'USDC', result: { currency: 'MVL' } }, order, 'two values for currency'],
    ['/products/1', { ...product, data: { price: '1' } }, buy, 'two values for price'],
    ['/products/1', { data: JSON.stringify(product) }, buyByCall, inText],
    ['/products/1', JSON.stringify(product), buyByCall, inText],
    ['/products/1', { name: 'Cape', currencyId: 'MVP', data: { row: '[{"price":"25"}]' } }, buy, inText],
    ['/mvp/transfer/fee', { result: '{"feeAmount":"5000"}' }, transfer, inText],
    ['/offering/public/1', { title: 'One', data: '{"currency":"BTC"}' }, order, inText],
    ['/products/1', { data: { product: { ...product, price: { value: '25' } } } }, buy, 'which is not an amount'],
    ['/offering/public/1', { ...offering, currency: 'U\u200bSDC' }, order, 'invisible characters in currency'],
    ['/offering/public/1', { ...offering, currency: '\u001b[31mUSDC' }, order, 'invisible characters in currency'],
    ['/offering/public/1', { ...offering, currency: 'USDC\u202e' }, orderByCall, 'invisible characters in currency'],
    ['/products/1', { success: false, ...product }, buy, 'success: "false"'],
  ])('%s answers %j: %s is exit 11', async (at, answer, line, said) => {
    const { run, transfers } = await platformUser({ reads: { [at]: answer } });
    const { code, stdout, stderr } = await run(line);
    expect([code, stdout, stderr]).toEqual([exit.server, '', expect.stringContaining(said)]);
    expect(transfers()).toEqual([]);
  });

  test('a text beside the fact changes nothing', async () => {
    const { run } = await platformUser({ reads: { '/products/1': { ...product, data: '{"price":"1","size":"M"}', note: '"quoted"' } } });
    expect((await run(buyByCall)).code).toBe(exit.ok);
  });

  test.each(['{"id":"t","amount":"25","amount":"25"}', '{"id":"t","data":{"status":"OK","stat\\u0075s":"DONE"}}'])(
    'a name twice in the response %s to a call that moves value is exit 10, and its outcome unknown',
    async (text) => {
      const { run, lines, transfers } = await platformUser({ money: respond(200, text) });
      expect(await run(buyByCall)).toMatchObject({ code: exit.unknown, stdout: '', stderr: expect.stringContaining(twice) });
      expect([lines()[0]?.outcome, transfers().length]).toEqual(['unknown', 1]);
    },
  );

  test('a name in two objects, or a value that is equal to a name, is not a name twice', async () => {
    const money = { id: 't', items: [{ id: 'a', name: 'id' }, { id: 'b' }], more: { id: ['id', 'id'] } };
    const { run } = await platformUser({ money });
    expect((await run(buyByCall)).code).toBe(exit.ok);
  });

  test('a name twice is found in any JSON, wherever it is, and in no other', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.string(), fc.nat(3), (inner, name, depth) => {
        expect(duplicateKey(inner)).toBeUndefined(); // made of an object: no name is twice
        const key = JSON.stringify(name);
        const escaped = key.replace(/^"([a-z])/, (_, one: string) => `"\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
        const text = `{${key}:${inner},"another ${'x'.repeat(40)}":[],${escaped}:1}`;
        const wrapped = Array.from({ length: depth }).reduce<string>((so, _, at) => (at % 2 ? `[0,${so}]` : `{"w":${so}}`), text);
        expect(duplicateKey(wrapped)).toBe(name);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Zß-ü]{1,8}$/), (name) => {
        const text = `{${JSON.stringify(name)}:1,${JSON.stringify(name.toUpperCase())}:2}`;
        expect(duplicateKey(text, { folds: true })).toBeDefined();
      }),
    );
  });
});

test.each(['', null])('a currency %j: the receipt says that it is not known, and a limit refuses it', async (unit) => {
  const reads = { '/offering/public/1': { ...offering, currency: unit } };
  const user = await platformUser({ reads });
  expect(await user.run(order)).toMatchObject({ code: exit.ok, stderr: expect.stringContaining('its unit is not known') });
  const limited = await platformUser({ reads, limits: { transfer: '10' } });
  for (const line of [order, orderByCall]) expect([line, (await limited.run(line)).code]).toEqual([line, exit.guarded]);
  expect(limited.transfers()).toEqual([]);
});

describe('a read about another thing', () => {
  const game = { title: 'Rally', entryFeeAmount: '7', entryFeeCurrencyId: 'MVP' };
  const event = { title: 'Event', network: 'ETHEREUM' };
  test.each<[at: string, row: Row, ids: readonly string[], ...lines: string[]]>([
    [
      '/offering/public/1',
      offering,
      ['id', 'offeringId', 'offering_id'],
      order,
      orderByCall,
      'api POST musubi /v1/order -f offeringId=1 --yes',
    ],
    ['/products/1', product, ['id', 'productId'], buy, buyByCall],
    ['/orders/2', { totalPrice: '80', currencyId: 'MVP' }, ['id', 'orderId'], 'store order pay 2 --yes'],
    ['/inventory/items/3', { name: 'Hat' }, ['id', 'itemId'], `store inventory give 3 --to u ${confirmed}`],
    ['/games/4', game, ['id', 'gameId'], 'api user pay-game 4 --yes'],
    ['/earn-event/e', event, ['id', 'eventId', 'earnEventId'], `points earn claim e --to ${mine} ${confirmed}`],
    ['/currencies/MVL', currency, ['id'], withdraw, withdrawByCall],
    ['/currencies/MVP', { tokenDecimal: 8 }, ['id'], `api user transfer-points -f toUserId=u -f amount=5 ${confirmed}`],
  ])('%s with %j and another id under any of %j: nothing is sent', async (at, row, ids, ...lines) => {
    const another = /\d$/.test(at) ? '99' : 'other';
    for (const id of ids)
      for (const line of lines) {
        const { run, transfers } = await platformUser({ reads: { [at]: { ...row, [id]: another } } });
        const said = new RegExp(`was asked for "\\w+" and answered about "${another}"; nothing was sent`);
        const { code, stdout, stderr } = await run(line);
        expect([id, line, code, stdout, stderr]).toEqual([id, line, exit.server, '', expect.stringMatching(said)]);
        expect(transfers()).toEqual([]);
      }
  });

  test.each<[what: string, answer: unknown, code: number]>([
    ['another id within an envelope', { data: { ...product, id: '99' } }, exit.server],
    ['another id in an envelope around it', { productId: '99', data: product }, exit.server],
    ['another id as the only row of a list', [{ ...product, id: '99' }], exit.server],
    ['another id under its own name', { product: { ...product, id: 99 } }, exit.server],
    ['the id that was asked for', { ...product, id: '1' }, exit.ok],
    ['the id as a number', { ...product, productId: 1 }, exit.ok],
    ['an id of another form', { ...product, id: 'b544e625-ef13-401f-a229-4e38c82a601c' }, exit.ok],
    ['the id of something else', { ...product, sellerId: '99', currency: { id: '7' } }, exit.ok],
  ])('%s, %j: exit %i', async (_, answer, code) => {
    const { run, transfers } = await platformUser({ reads: { '/products/1': answer } });
    expect((await run(buyByCall)).code).toBe(code);
    expect(transfers()).toHaveLength(code === exit.ok ? 1 : 0);
  });

  test.each<[row: Row, code: number]>([
    [{ id: 'v', nickname: 'M' }, exit.guarded],
    [{ id: 'U', name: 'Una' }, exit.ok],
    [{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Una' }, exit.ok],
    [{ id: 12, name: 'Una' }, exit.ok],
    [{ name: 'Una' }, exit.ok],
  ])('a recipient of whom the service says %j is exit %i', async (row, code) => {
    const { run, transfers } = await platformUser({ reads: { '/abstract/u': row } });
    for (const line of [transfer, `store inventory give i --to u ${confirmed}`]) {
      const result = await run(line);
      expect([line, result.code, result.stderr.includes('was asked for "u" and answered about "v"')]).toEqual([
        line,
        code,
        code !== exit.ok,
      ]);
    }
    expect(transfers()).toHaveLength(code === exit.ok ? 2 : 0);
  });

  test('any other id of one form is refused, the same one in any letter case is not', () => {
    const form = fc.constantFrom('number', 'long', 'name');
    const idOf = (kind: string) =>
      kind === 'number' ? fc.integer({ min: 1, max: 1e9 }).map(String) : kind === 'long' ? fc.uuid() : fc.stringMatching(/^[a-z]{1,12}$/);
    const call = fc.constantFrom(
      ...Object.entries({ getProduct: 'productId', getOffering: 'offeringId', getEarnEvent: 'eventId', getOrder: 'id' }),
    );
    fc.assert(
      fc.property(
        form.chain((kind) => fc.tuple(idOf(kind), idOf(kind))),
        call,
        ([asked, another], [name, field]) => {
          const check = (id: string) => () => checkIdentity('sale', name, { id: asked }, { [field]: id, price: '1' });
          expect(check(asked.toUpperCase())).not.toThrow();
          if (asked !== another) expect(check(another)).toThrow('answered about');
        },
      ),
    );
  });
  test('a long id is not another one, unless the answer has the one that was asked for', () => {
    const [asked, row] = ['b544e625-ef13-401f-a229-4e38c82a601c', { id: '12', price: '1' }];
    expect(() => checkIdentity('sale', 'getProduct', { id: asked }, row)).toThrow('answered about');
    expect(() => checkIdentity('sale', 'getProduct', { id: asked }, { ...row, uuid: asked })).not.toThrow();
  });
});

describe('the bounds that a service states', () => {
  const below = [{ minAmount: '51' }, { min: 51 }, { minimum: '51' }, { limits: { min: '51' } }, { data: { minimumAmount: '51' } }];
  const above = [{ maxAmount: '4.9' }, { max: 4.9 }, { maximum: '4.9' }, { limit: { maxAmount: '4.9' } }, { limits: { max: '4.9' } }];
  const bounds = [
    ...below.map((more) => [more, 'takes 51 or more'] as const),
    ...above.map((more) => [more, 'takes 4.9 or less'] as const),
  ];
  test.each<[at: string, row: Row, line: string, ...bounds: (readonly [Row, string])[]]>([
    ['/offering/public/1', { currency: 'USDC', purchaseType: 'FRACTIONAL' }, order, ...bounds],
    ['/currencies/MVL', currency, withdraw, ...bounds],
    [
      '/currencies/MVL',
      currency,
      withdrawByCall,
      [{ minWithdrawalAmount: '30' }, 'takes 30 or more'],
      [{ withdrawalMin: '30' }, 'takes 30 or more'],
    ],
    ['/mvp/transfer/fee', fee, transfer, ...bounds],
  ])('of %s are checked under whatever name, with %j: %s', async (at, row, line, ...stated) => {
    for (const [more, said] of stated) {
      const { run, transfers } = await platformUser({ reads: { [at]: { ...row, ...more } } });
      const { code, stdout, stderr } = await run(line);
      expect([more, code, stdout, stderr]).toEqual([more, exit.usage, '', expect.stringContaining(said)]);
      expect(transfers()).toEqual([]);
    }
    const others = { min: '1', max: '100', minDepositAmount: '1000', maxPerUser: 1, minQuantity: 60, dailyMaxTransferAmount: '1' };
    const within = await platformUser({ reads: { [at]: { ...row, ...others } } });
    expect((await within.run(line)).code).toBe(exit.ok);
  });
});

test.each([[false], ['false'], ['no'], [0]])('a claim that is not possible (%j) is not sent, by every door', async (isClaimable) => {
  const reads = { '/claim/information': { data: { amount: '3', fee: '1', currency: 'MVL', isClaimable } } };
  const { run, transfers } = await platformUser({ reads });
  for (const line of [
    `points earn claim e --to ${mine}`,
    `api user request-claim e -f address=${mine}`,
    `api POST user /v1/earn-event/e/claim/request -f address=${mine}`,
  ])
    expect(await run(`${line} ${confirmed}`)).toMatchObject({
      code: exit.refused,
      stdout: '',
      stderr: expect.stringContaining('nothing to claim; nothing was sent'),
    });
  expect(transfers()).toEqual([]);
});

test.each<[line: string, said: string]>([
  [`api bep20-swap create-bridge-swap -f type=SIDEWAYS -f amount=20${wei} -f toAddress=${mine}`, 'TO_BEP20, TO_ERC20'],
  [`api bep20-swap create-swap -f type=constructor -f amount=20${wei} -f toAddress=${mine}`, 'TO_BEP20, TO_ERC20'],
  ['points transfer --to =dara --amount =5', '"=5"'],
  ['points transfer --to dara --amount==5', '"=5"'],
])('a word of no list, or an amount with a sign before it, is exit 2: %s', async (line, said) => {
  const { run, transfers } = await platformUser();
  expect(await run(`${line} ${confirmed}`)).toMatchObject({ code: exit.usage, stdout: '', stderr: expect.stringContaining(said) });
  expect(transfers()).toEqual([]);
});
