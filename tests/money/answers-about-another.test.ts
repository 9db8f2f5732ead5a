// A read whose answer is about another thing than the one that was asked for states no fact: the transfer stops, through every door.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkIdentity } from '../../src/money/policy/facts.js';
import { exit } from '../support/exit.js';
import { client, mine } from '../support/stated-facts.js';

const confirmed = '--new-recipient --yes';
type Line = readonly [at: string, row: Readonly<Record<string, unknown>>, idNames: readonly string[], lines: readonly string[]];
const offering = { title: 'One', currency: 'USDC', purchaseType: 'FRACTIONAL', minAmount: '10' };
const product = { name: 'Cape', price: '25', currencyId: 'MVP' };
/** Each read that takes an id and states a fact, the fields in which it may name its thing, and lines that make it. */
const reads: readonly Line[] = [
  [
    '/offering/public/1',
    offering,
    ['id', 'offeringId', 'offering_id'],
    [
      'assets order --offering 1 --purchase-type FRACTIONAL --amount 50',
      'api musubi create-order -f offeringId=1 -f amount=50',
      'api POST musubi /v1/order -f offeringId=1 -f amount=50',
    ],
  ],
  ['/products/1', product, ['id', 'productId'], ['store buy 1 --quantity 1', 'api sale create-order -f productId=1 -F quantity=1']],
  ['/orders/2', { totalPrice: '80', currencyId: 'MVP' }, ['id', 'orderId'], ['store order pay 2', 'api sale pay-order 2']],
  [
    '/inventory/items/3',
    { name: 'Hat' },
    ['id', 'itemId'],
    ['store inventory give 3 --to u', 'api sale give-item -f itemId=3 -f toUserId=u'],
  ],
  ['/games/4', { title: 'Rally', entryFeeAmount: '7', entryFeeCurrencyId: 'MVP' }, ['id', 'gameId'], ['api user pay-game 4']],
  [
    '/earn-event/e',
    { title: 'Event', network: 'ETHEREUM' },
    ['id', 'eventId', 'earnEventId'],
    [`points earn claim e --to ${mine}`, `api user request-claim e -f address=${mine}`],
  ],
  [
    '/currencies/MVL',
    { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
    ['id'],
    [`api user create-withdrawal -f currencyId=MVL -f amount=20 -f toAddress=${mine}`],
  ],
];
const cases = reads.flatMap(([at, row, idNames, lines]) => idNames.flatMap((name) => lines.map((line) => [at, row, name, line] as const)));

describe('a read about another thing', () => {
  test.each(cases)('%s with %j and another %s: %s stops, and nothing is sent', async (at, row, name, line) => {
    const { run, transfers } = await client({ reads: { [at]: { ...row, [name]: /\d$/.test(at) ? '99' : 'other' } } });
    const { code, stdout, stderr } = await run(`${line} ${/^(assets|store buy|store order)/.test(line) ? '--yes' : confirmed}`);
    expect([code, stdout, stderr]).toEqual([
      exit.server,
      '',
      expect.stringMatching(/was asked for "\w+" and answered about "(99|other)"; nothing was sent/),
    ]);
    expect(transfers()).toEqual([]);
  });

  test.each([
    ['within an envelope', { data: { ...product, id: '99' } }],
    ['in an envelope around it', { productId: '99', data: product }],
    ['as the only row of a list', [{ ...product, id: '99' }]],
    ['under its own name', { product: { ...product, id: 99 } }],
  ])('%s stops the order', async (_, answer) => {
    const { run, transfers } = await client({ reads: { '/products/1': answer } });
    expect((await run('store buy 1 --quantity 1 --yes')).code).toBe(exit.server);
    expect(transfers()).toEqual([]);
  });

  test.each([
    ['the id that was asked for', { ...product, id: '1' }],
    ['the id as a number', { ...product, productId: 1 }],
    ['an id of another form', { ...product, id: 'b544e625-ef13-401f-a229-4e38c82a601c' }],
    ['the id of something else', { ...product, sellerId: '99', currency: { id: '7' } }],
    ['no id', product],
  ])('%s is accepted', async (_, answer) => {
    const { run, transfers } = await client({ reads: { '/products/1': answer } });
    expect((await run('api sale create-order -f productId=1 -F quantity=1 --yes')).code).toBe(exit.ok);
    expect(transfers()).toHaveLength(1);
  });
});

test('any other id of one form is refused, the same one in any letter case is not', () => {
  const form = fc.constantFrom('number', 'long', 'name');
  const idOf = (kind: string) =>
    kind === 'number' ? fc.integer({ min: 1, max: 1e9 }).map(String) : kind === 'long' ? fc.uuid() : fc.stringMatching(/^[a-z]{1,12}$/);
  const call = fc.constantFrom(['getProduct', 'productId'], ['getOffering', 'offeringId'], ['getEarnEvent', 'eventId'], ['getOrder', 'id']);
  fc.assert(
    fc.property(
      form.chain((kind) => fc.tuple(idOf(kind), idOf(kind))),
      call,
      ([asked, other], [name, field]) => {
        const check = (id: string) => () => checkIdentity('sale', name!, { id: asked }, { [field!]: id, price: '1' });
        expect(check(asked.toUpperCase())).not.toThrow();
        if (asked === other) return;
        expect(check(other)).toThrow('answered about');
      },
    ),
  );
});
test('a long id is not another one, unless the answer has the one that was asked for', () => {
  const [asked, row] = ['b544e625-ef13-401f-a229-4e38c82a601c', { id: '12', price: '1' }];
  expect(() => checkIdentity('sale', 'getProduct', { id: asked }, row)).toThrow('answered about');
  expect(() => checkIdentity('sale', 'getProduct', { id: asked }, { ...row, uuid: asked })).not.toThrow();
});
