// One comparison of promise and record: a response and a later row state the same facts, and mean the same.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { amountAt, type Fact, factsOf, judged, type Promised, paidIn } from '../../../src/money/facts/compare.js';
import { parseRequestFields } from '../../../src/money/facts/request-fields.js';
import { costIn, idIn } from '../../../src/money/facts/response-facts.js';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { prepareLookUp } from '../../../src/money/outcome/look-up.js';
import { type PromisedFacts, readResponse } from '../../../src/money/outcome/response.js';
import type { Row } from '../../../src/services/json-value.js';
import { transferFields } from '../../../src/things/operations.js';
import { withdrawalRead, withdrawalResponse } from '../../../src/things/withdrawal.js';
import { moneyCall } from '../../support/catalogue.js';
import { userOf } from '../../support/operations.js';
import { runs } from '../../support/runs.js';
import { respondJson } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';

const [mine, other] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'];
const uuid = '9b2f0c1e-1111-4222-8333-444455556666';
const request = { id: 'w1', status: 'COMPLETED', amount: '25', feeAmount: '1', address: mine, currencyId: 'MVL' };
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`;

let promised: PromisedFacts;
let points: PromisedFacts;
beforeAll(async () => {
  const of = async (
    endpoint: 'user createWithdrawal' | 'user transferPoints',
    body: Row,
    over: Partial<PromisedFacts>,
  ) => {
    const call = await moneyCall(endpoint);
    const url = `https://box.invalid${call.path}`;
    return {
      call,
      fields: transferFields[endpoint]!,
      requestFields: await parseRequestFields(call, { url, body: JSON.stringify(body) }, {}),
      recipient: undefined,
      decimals: undefined,
      ids: {},
      networks: [],
      figures: { leaves: undefined, fee: undefined, atMost: undefined },
      recorded: { amount: undefined, token: undefined, feeLimit: undefined },
      ...over,
    };
  };
  const figures = (amount: string, token: string) => ({
    leaves: { amount, token },
    fee: { amount: '1', token },
    atMost: undefined,
  });
  promised = await of(
    'user createWithdrawal',
    { amount: '25', currencyId: 'MVL', toAddress: mine },
    {
      figures: figures('25', 'MVL'),
      recipient: { kind: 'address', id: mine },
    },
  );
  points = await of(
    'user transferPoints',
    { amount: '5', toUserId: 'dara' },
    {
      figures: figures('5', 'MVP'),
      recipient: { kind: 'user', id: 'dara' },
    },
  );
});
const outcomeOf = (of: PromisedFacts, response: unknown) =>
  readResponse(of, { status: 201, text: JSON.stringify(response) }).outcome;

describe('a withdrawal is judged the same by its response and by a later row', () => {
  test.each<[over: Row, outcome: string]>([
    [{}, 'done'],
    [{ currencyId: ' MVL' }, 'done'],
    [{ currencyId: 'mvl' }, 'done'],
    [{ amount: '25.00 MVL', currencyId: undefined }, 'done'],
    [{ amount: { value: '2500', scale: 2, currency: 'MVL' }, currencyId: undefined }, 'done'],
    [{ currencyId: uuid }, 'accepted'],
    [{ currencyId: 7 }, 'accepted'],
    [{ address: `${mine.slice(0, 6)}…${mine.slice(-4)}` }, 'accepted'],
    [{ feeAmount: '1 USD' }, 'accepted'],
    [{ currencyId: 'BTC' }, 'contradicts'],
    [{ amount: '25 BTC' }, 'contradicts'],
    [{ amount: '2500' }, 'contradicts'],
    [{ amount: 'MVL 26' }, 'contradicts'],
    [{ amount: ['25'] }, 'contradicts'],
    [{ address: other }, 'contradicts'],
    [{ feeAmount: '1.01' }, 'contradicts'],
    [{ feeAmount: { amount: '2', currency: 'MVL' } }, 'contradicts'],
  ])('%j: %s', async (over, outcome) => {
    const response = { request: { ...request, ...over } };
    expect(outcomeOf(promised, response)).toBe(outcome);
    const currency = { id: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 };
    const user = await userOf(respondJson({ request }, 201), { '/currencies/MVL': currency });
    await user.run(withdraw);
    const [operation] = (await user.list()) as [Operation];
    const found = (await user.withLedger((ledger) => ledger.find(operation.id)))!;
    const { find } = (await prepareLookUp(found, {}))!;
    const kinds = { done: 'seen', accepted: 'partial', contradicts: 'contradicts' } as const;
    expect(find(JSON.stringify(response), [found], now).kind).toBe(kinds[outcome as keyof typeof kinds]);
  });
});

describe('an amount under names that nothing declares', () => {
  test.each<[response: Row, outcome: string]>([
    [{ id: 't1' }, 'accepted'],
    [{ id: 't1', amountInCents: 500 }, 'accepted'],
    [{ id: 't1', transferred: '5' }, 'accepted'],
    [{ id: 't1', amount: null }, 'accepted'],
    [{ id: 't1', amount: '5' }, 'done'],
    [{ id: 't1', amount: '5 MVP' }, 'done'],
    [{ data: { id: 't1', amount: 'MVP 5.00' } }, 'done'],
    [{ data: { id: 't1', amount: 'MVP 6' } }, 'contradicts'],
    [{ data: { id: 't1', amount: '5 USD' } }, 'contradicts'],
  ])('%j: %s', (response, outcome) => {
    expect(outcomeOf(points, response)).toBe(outcome);
  });
});

test.each<[response: unknown, id: string | undefined, cost: unknown]>([
  [{ id: 'o1', totalPrice: '50', currencyId: 'MVP' }, 'o1', { amount: '50', token: 'MVP' }],
  [{ data: { order: { order_no: 'o1', total_price: '50 MVP' } } }, 'o1', { amount: '50', token: 'MVP' }],
  [{ order: { order_no: 7, price: '25', quantity: 2, currencyId: 'MVP' } }, '7', undefined], // an amount without its unit
  [{ order_id: 'o1', price: '25', quantity: 2 }, 'o1', { amount: '50', token: undefined }],
  [
    { result: { data: { id: 'o1', unit_price: { amount: '25', currency: 'MVP' }, quantity: '2' } } },
    'o1',
    { amount: '50', token: 'MVP' },
  ],
  [{ id: 'o1', price: '25' }, 'o1', undefined], // the number of pieces is not known
  [{ data: { order: { title: 'o1' } } }, undefined, undefined],
])('the id and the cost of an order in %j', (response, id, cost) => {
  expect([idIn('sale', 'createOrder', response), costIn('sale', 'createOrder', response)]).toEqual([id, cost]);
});

const paths = { ...withdrawalResponse, known: 'public' } as const;
const of: Promised = {
  fields: transferFields['user createWithdrawal']!,
  amount: '25',
  token: 'MVL',
  decimals: undefined,
  recipients: [mine],
  networks: [],
  feeToken: 'MVL',
  fees: [['the receipt said', '1']],
  pieces: '',
};
/** Values of the facts, each with what it is beside the promise. */
const stated = {
  amount: [
    ['25', '25.000', 25, '25 MVL', 'MVL 25.0', { amount: '25', currency: 'MVL' }],
    ['250', '24.999', 2500, '26 MVL', '25 BTC', 'lots', ['25'], { amount: '25', currency: 'USD' }],
  ],
  currencyId: [
    ['MVL', 'mvl', ' MVL '],
    ['BTC', 'USDC', {}],
  ],
  address: [
    [mine, mine.toLowerCase()],
    [other, { to: mine }],
  ],
  feeAmount: [
    ['1', '0.5', '1 MVL', { amount: '1', currency: 'MVL' }],
    ['1.1', 2, '2 MVL', 'free'],
  ],
} as const;
const names = Object.keys(stated) as (keyof typeof stated)[];
const shuffled = (row: Row) =>
  fc
    .shuffledSubarray(Object.entries(row), { minLength: Object.keys(row).length })
    .map((entries) => Object.fromEntries(entries) as Row);
const right = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(stated[name][0] as readonly unknown[]))])),
);
const envelopes: readonly ((row: Row) => Row)[] = [
  (row) => row,
  (row) => ({ code: 0, msg: 'success', data: row }),
  (row) => ({ data: row, traceId: 'x' }),
];

describe('whatever a record says', () => {
  test('no promise is done by a response that states something different, and none is contradicted by one that agrees', () => {
    const wrong = fc
      .constantFrom(...names)
      .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(stated[name][1] as readonly unknown[]))));
    fc.assert(
      fc.property(
        right.chain(shuffled),
        fc.option(wrong, { nil: undefined }),
        fc.constantFrom(...envelopes),
        (agrees, other, envelope) => {
          const differs = other === undefined ? agrees : { ...agrees, [other[0]]: other[1] };
          const response = envelope({ request: { id: 'w1', status: 'COMPLETED', ...differs } });
          const outcome = outcomeOf(promised, response);
          if (other !== undefined) expect([response, outcome]).not.toEqual([response, 'done']);
          else expect([response, outcome]).not.toEqual([response, 'contradicts']);
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  test('the order of its fields does not matter, and equal facts are the same in a response and in a row', () => {
    const any = fc.record(
      Object.fromEntries(
        names.map((name) => [name, fc.constantFrom(...(stated[name].flat() as readonly unknown[]), uuid, 7, '', null)]),
      ),
    );
    const facts = (row: Row, of: Promised, at: typeof paths | typeof withdrawalRead.row) =>
      factsOf(of, { request: row }, at)
        .map(({ role, result }: Fact) => `${role} ${result}`)
        .sort();
    fc.assert(
      fc.property(
        any.chain((row) => fc.tuple(fc.constant(row), shuffled(row))),
        ([row, mixed]) => {
          expect(facts(mixed, of, paths)).toEqual(facts(row, of, paths));
          const [now, later] = [paths, withdrawalRead.row].map((at) => judged(factsOf(of, { request: row }, at)));
          expect(now!.different.length > 0).toBe(
            later!.different.length > 0 || (typeof row.address === 'object' && row.address !== null),
          );
          expect([...now!.same].sort()).toEqual([...later!.same].sort());
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  test('a fact that is not stated is neither equal nor different, and a needed one is missing', () => {
    expect(factsOf(of, {}, paths)).toEqual([]);
    expect(judged([], ['amount', 'recipient'])).toMatchObject({
      different: [],
      same: [],
      missing: ['amount', 'recipient'],
    });
  });

  test('the price of all pieces is exact, whatever its digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 1, max: 10 ** 9 }), (price, quantity) => {
        const [paid] = paidIn({ price: String(price), quantity }, { price: 'price', quantity: 'quantity' }, 0);
        expect(paid!.number).toEqual({ units: price * BigInt(quantity), places: 0 });
        expect(amountAt({ price: `${price} MVP` }, 'price')).toMatchObject({ unit: 'MVP', text: String(price) });
      }),
      { numRuns: runs(300) },
    );
  });
});
