// One comparison of promise and record: a response and a later row state the same facts, and mean the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fact, Promised, ValueKind } from '../../../src/money/facts/compare.js';
import {
  amountAt,
  anyOf,
  compareAmounts,
  compareValue,
  factsOf,
  judged,
  paidIn,
} from '../../../src/money/facts/compare.js';
import { parseRequestFields } from '../../../src/money/facts/request-fields.js';
import { costIn, idIn } from '../../../src/money/facts/response-facts.js';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { prepareLookUp } from '../../../src/money/outcome/look-up.js';
import { type PromisedFacts, readResponse } from '../../../src/money/outcome/response.js';
import { decimalOf, decimalText, fromBase } from '../../../src/money/values/decimal.js';
import type { Row } from '../../../src/services/json-value.js';
import { transferFields } from '../../../src/things/operations.js';
import { withdrawalRead, withdrawalResponse } from '../../../src/things/withdrawal.js';
import { moneyCall } from '../../support/catalogue.js';
import { userOf } from '../../support/operations.js';
import { mine, other } from '../../support/platform.js';
import { property } from '../../support/runs.js';
import { respondJson } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';

const uuid = '9b2f0c1e-1111-4222-8333-444455556666';
const request = { id: 'w1', status: 'COMPLETED', amount: '25', feeAmount: '1', address: mine, currencyId: 'MVL' };
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`;

async function promisedBy(
  endpoint: 'user createWithdrawal' | 'user transferPoints',
  { amount = '', ...fields }: Readonly<Record<string, string>>,
  token: string,
  recipient: PromisedFacts['recipient'],
): Promise<PromisedFacts> {
  const call = await moneyCall(endpoint);
  const request = { url: `https://box.invalid${call.path}`, body: JSON.stringify({ amount, ...fields }) };
  return {
    ...{ call, fields: transferFields[endpoint]!, requestFields: await parseRequestFields(call, request, {}) },
    ...{ recipient, decimals: undefined, ids: {}, networks: [] },
    figures: { leaves: { amount, token }, fee: { amount: '1', token }, atMost: undefined },
    recorded: { amount: undefined, token: undefined, feeLimit: undefined },
  };
}
const withdrawn = { amount: '25', currencyId: 'MVL', toAddress: mine! };
const promised = await promisedBy('user createWithdrawal', withdrawn, 'MVL', { kind: 'address', id: mine! });
const sent = { amount: '5', toUserId: 'dara' };
const points = await promisedBy('user transferPoints', sent, 'MVP', { kind: 'user', id: 'dara' });
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
])('an amount under the declared name counts: %j: %s', (response, outcome) =>
  expect(outcomeOf(points, response)).toBe(outcome),
);

const fifty = { amount: '50', token: 'MVP' };
const unitPrice = { unit_price: { amount: '25', currency: 'MVP' } };
test.each<[response: unknown, id: string | undefined, cost: unknown]>([
  [{ id: 'o1', totalPrice: '50', currencyId: 'MVP' }, 'o1', fifty],
  [{ data: { order: { order_no: 'o1', total_price: '50 MVP' } } }, 'o1', fifty],
  [{ order: { order_no: 7, price: '25', quantity: 2, currencyId: 'MVP' } }, '7', undefined], // an amount without its unit
  [{ order_id: 'o1', price: '25', quantity: 2 }, 'o1', { amount: '50', token: undefined }],
  [{ result: { data: { id: 'o1', ...unitPrice, quantity: '2' } } }, 'o1', fifty],
  [{ id: 'o1', price: '25' }, 'o1', undefined], // the number of pieces is not known
  [{ data: { order: { title: 'o1' } } }, undefined, undefined],
])('the id and the cost of an order in %j', (response, id, cost) => {
  expect([idIn('sale', 'createOrder', response), costIn('sale', 'createOrder', response)]).toEqual([id, cost]);
});

const paths = { ...withdrawalResponse, known: 'public' } as const;
const of: Promised = {
  ...{ fields: transferFields['user createWithdrawal']!, amount: '25', token: 'MVL', decimals: undefined },
  ...{ recipients: [mine], networks: [], feeToken: 'MVL', fees: [['the receipt said', '1']], pieces: '' },
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
const shuffled = (row: Row): fc.Arbitrary<Row> => {
  const entries = fc.shuffledSubarray(Object.entries(row), { minLength: Object.keys(row).length });
  return entries.map((some) => Object.fromEntries(some));
};
const valuesOf = (name: keyof typeof stated, at: 0 | 1) => fc.constantFrom(...(stated[name][at] as readonly unknown[]));
const right = fc.record(Object.fromEntries(names.map((name) => [name, valuesOf(name, 0)])));
const envelopes: readonly ((row: Row) => Row)[] = [
  (row) => row,
  (row) => ({ code: 0, msg: 'success', data: row }),
  (row) => ({ data: row, traceId: 'x' }),
];

describe('whatever a record says', () => {
  test('no promise is done by a response that states something different, and none is contradicted by one that agrees', () => {
    const wrong = fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), valuesOf(name, 1)));
    const [agreeing, maybeWrong] = [right.chain(shuffled), fc.option(wrong, { nil: undefined })];
    property(1500, agreeing, maybeWrong, fc.constantFrom(...envelopes), (agrees, other, envelope) => {
      const differs = other === undefined ? agrees : { ...agrees, [other[0]]: other[1] };
      const response = envelope({ request: { id: 'w1', status: 'COMPLETED', ...differs } });
      const never = other === undefined ? 'contradicts' : 'done';
      expect([response, outcomeOf(promised, response)]).not.toEqual([response, never]);
    });
  });

  test('the order of its fields does not matter, and equal facts are the same in a response and in a row', () => {
    const odd = fc.constantFrom(uuid, 7, '', null);
    const any = names.map((name) => [name, fc.oneof(valuesOf(name, 0), valuesOf(name, 1), odd)]);
    const record: fc.Arbitrary<Row> = fc.record(Object.fromEntries(any));
    const rows = record.chain((row) => fc.tuple(fc.constant(row), shuffled(row)));
    const facts = (row: Row) => {
      const stated = factsOf(of, { request: row }, paths);
      return stated.map(({ role, result }: Fact) => `${role} ${result}`).sort();
    };
    property(1500, rows, ([row, mixed]) => {
      expect(facts(mixed)).toEqual(facts(row));
      const [now, later] = [paths, withdrawalRead.row].map((at) => judged(factsOf(of, { request: row }, at)));
      const isOdd = typeof row.address === 'object' && row.address !== null;
      expect(now!.different.length > 0).toBe(later!.different.length > 0 || isOdd);
      expect([...now!.same].sort()).toEqual([...later!.same].sort());
    });
  });

  test('a fact that is not stated is neither equal nor different, and a needed one is missing', () => {
    expect(factsOf(of, {}, paths)).toEqual([]);
    const missing = ['amount', 'recipient'] as const;
    expect(judged([], missing)).toMatchObject({ different: [], same: [], missing });
  });

  test('the price of all pieces is exact, whatever its digits', () => {
    property(300, fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 1, max: 10 ** 9 }), (price, quantity) => {
      const [paid] = paidIn({ price: String(price), quantity }, { price: 'price', quantity: 'quantity' }, 0);
      expect(paid!.number).toEqual({ units: price * BigInt(quantity), places: 0 });
      expect(amountAt({ price: `${price} MVP` }, 'price')).toMatchObject({ unit: 'MVP', text: String(price) });
    });
  });
});

// A promised value and a stated one are equal, different, or not comparable: different only in one form, and equal only in one canonical value.

const kinds: readonly ValueKind[] = ['number', 'token', 'network', 'address', 'user', 'id', 'text'];
test.each<[kind: ValueKind, promised: string, stated: string, result: string]>([
  ['user', 'dara', 'dara', 'equal'],
  ['user', 'dara', ' dara\n', 'equal'],
  ['user', 'dara', 'KIM', 'different'],
  ['user', 'dara', 'Dara', 'not comparable'], // no public source says whether the platform ignores the case of letters
  ['user', 'dara', uuid, 'not comparable'],
  ['user', 'dara', '7', 'not comparable'],
  ['user', 'dara', 'd••a', 'not comparable'],
  ['user', 'dara', 'Dara Sok', 'not comparable'],
  ['user', 'dara', 'dara@example.com', 'not comparable'],
  ['user', 'dara', '', 'not comparable'],
  ['user', '7', '8', 'different'],
  ['user', '007', '7', 'not comparable'],
  ['user', '+855 12 345', '+85512345', 'equal'],
  ['user', uuid, uuid.toUpperCase(), 'equal'],
  ['user', uuid, uuid.replaceAll('-', ''), 'equal'],
  ['token', 'MVL', ' MVL', 'equal'],
  ['token', 'MVL', 'mvl', 'equal'],
  ['token', 'MVL', 'ＭＶＬ', 'equal'],
  ['token', 'MVL', 'bMVL', 'different'],
  ['token', 'MVL', 'M\u200bVL', 'different'],
  ['token', 'MVL', '7', 'not comparable'],
  ['token', 'MVL', uuid, 'not comparable'],
  ['token', 'MVL', mine, 'not comparable'],
  ['network', 'BSC', 'BNB Smart Chain', 'equal'],
  ['network', 'BSC', '56', 'equal'],
  ['network', 'BSC', '1', 'different'],
  ['network', 'BSC', '7', 'not comparable'],
  ['network', 'BSC', 'polygon', 'different'],
  ['network', 'BSC', uuid, 'not comparable'],
  ['network', 'BSC', 'BSC_TEST', 'different'],
  ['address', mine, mine.toLowerCase(), 'equal'],
  ['address', mine, mine.slice(2), 'equal'],
  ['address', mine, other, 'different'],
  ['address', mine, `${mine.slice(0, 6)}…${mine.slice(-4)}`, 'not comparable'],
  ['address', mine, 'my wallet', 'not comparable'],
  ['address', mine, uuid, 'not comparable'],
  ['number', '1', '1.0', 'equal'],
  ['number', '1', '2', 'different'],
  ['number', '1', 'one', 'not comparable'],
  ['id', 'WEEK', 'week', 'equal'],
  ['id', 'WEEK', 'MONTH', 'different'],
  ['id', '7', '07', 'equal'],
  ['text', '1.0', '1', 'equal'],
  ['text', 'rent for May', 'rent for M', 'not comparable'],
])('%s: %j is promised, %j is stated: %s', (kind, promised, stated, result) =>
  expect(compareValue(kind, promised, stated)).toBe(result),
);

test('one equal name of several is enough; a different one counts only without it', () => {
  const any = (promised: readonly string[], stated: string) =>
    anyOf(promised.map((name) => compareValue('user', name, stated)));
  expect(any(['dara', uuid], uuid)).toBe('equal');
  expect(any(['dara', uuid], 'kim')).toBe('different');
  expect(any(['dara', uuid], '7')).toBe('not comparable');
  expect(any([], 'dara')).toBe('not comparable');
});

/** Values of one form each: no two of them are of one form. */
const byForm: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...{ number: fc.nat().map(String), uuid: fc.uuid(), address: fc.stringMatching(/^0x[0-9a-f]{40}$/) },
  ...{ word: fc.stringMatching(/^[g-z]{3,12}$/), sentence: fc.stringMatching(/^[g-z]{2,6} [g-z]{2,6}$/) },
  mail: fc.stringMatching(/^[g-z]{2,6}@[g-z]{2,6}\.com$/),
  ...{ masked: fc.stringMatching(/^[g-z]{1,3}[*•]{2,4}$/), blank: fc.constantFrom('', ' ', '\t') },
};
const form = fc.constantFrom(...Object.keys(byForm));
const ofForm = form.chain((name) => byForm[name]!.map((text) => ({ name, text })));
const kindOf = fc.constantFrom(...kinds.filter((kind) => kind !== 'network')); // whose words have a table of their own

describe('whatever is promised and stated', () => {
  test('different are only values of one form, and neither is blank or masked', () => {
    property(3000, kindOf, ofForm, ofForm, (kind, one, other) => {
      const result = compareValue(kind, one.text, other.text);
      if (result !== 'different') return;
      expect(one.name).toBe(other.name);
      expect(['blank', 'masked', 'sentence']).not.toContain(one.name);
    });
  });

  test('equal are only values with one canonical text; the order of both does not matter', () => {
    const canonical = (text: string): string => {
      const plain = text.normalize('NFKC').trim().toUpperCase();
      const number = decimalOf(plain.replace(/^-/, ''));
      if (number) return `${plain.startsWith('-') ? '-' : ''}${decimalText(number)}`;
      return plain.replace(/^0X/, '').replace(/[ ()-]/g, '');
    };
    const formed = ofForm.map((one) => one.text);
    const text = fc.oneof(formed, fc.string({ unit: 'grapheme' }), fc.constantFrom('A', 'a', '1', '1.0', ' a'));
    property(3000, kindOf, text, text, (kind, one, other) => {
      const result = compareValue(kind, one, other);
      expect(compareValue(kind, other, one)).toBe(result);
      if (result === 'equal') expect(canonical(one)).toBe(canonical(other));
    });
  });

  test('a value is equal to itself with spaces around it, unless it is blank', () => {
    property(500, kindOf, ofForm, (kind, { name, text }) => {
      expect(compareValue(kind, text, ` ${text}\n`)).toBe(name === 'blank' ? 'not comparable' : 'equal');
    });
  });
});

test('an amount in an unknown unit is different only if no unit makes it equal', () => {
  const amount = fc.record({ units: fc.bigInt({ min: 0n, max: 10n ** 24n }), places: fc.integer({ min: 0, max: 20 }) });
  const stated = (promised: { units: bigint; places: number }) => {
    const scales = fc.integer({ min: 0, max: 30 });
    const scaled = scales.map((places) => fromBase(promised, -Math.min(places, promised.places)));
    return fc.oneof(amount, scaled, fc.constant(promised));
  };
  const pair = amount.chain((promised) => stated(promised).map((number) => [promised, number] as const));
  const maybe = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
  property(1000, pair, maybe, ([promised, number], decimals) => {
    const isEqualWith = (places: number) => decimalText(fromBase(number, places)) === decimalText(promised);
    const units = decimals === undefined ? Array.from({ length: 37 }, (_, at) => at) : [0, decimals];
    const result = compareAmounts(promised, number, 'unknown', decimals);
    expect(result === 'different').toBe(!units.some(isEqualWith));
    if (result === 'equal') expect(isEqualWith(0) || (decimals !== undefined && isEqualWith(decimals))).toBe(true);
    expect(compareAmounts(promised, number, 'whole')).toBe(isEqualWith(0) ? 'equal' : 'different');
  });
});
