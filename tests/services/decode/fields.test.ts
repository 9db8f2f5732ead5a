// Facts in rows of any spelling: each is known by a rule, or unknown. Nothing is taken for what it may not be.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fields, type RowsOf } from '../../../src/services/decode/fields.js';
import { epochTime, moneyValue } from '../../../src/services/decode/values.js';
import { isRecord, type Row, valueAt } from '../../../src/services/json-value.js';
import { property } from '../../support/runs.js';

const id = (rows: readonly Row[], of?: RowsOf) => {
  const known = new Fields(rows, of).path('id', 'id');
  return known.is === 'known' ? known.value : undefined;
};
const status = (row: Row, of?: RowsOf) => {
  const known = new Fields([row], { isRecord: true, ...of }).path('status', 'status');
  return known.is === 'known' ? known.value : undefined;
};

describe('the field of a declared path', () => {
  test.each([
    [{ unit_price: 1 }, 'unitPrice', 'unit_price', 'spelling'],
    [{ 'unit-price': 1 }, 'unitPrice', 'unit-price', 'spelling'],
    [{ driver_info: { car_plate: 'x' } }, 'driverInfo.carPlate', 'driver_info.car_plate', 'spelling'],
    [{ type: 'v', attributes: { name: 'x' } }, 'name', 'attributes.name', 'wrapped'],
    [{ cursor: 'c', node: { title: 'x' } }, 'title', 'node.title', 'wrapped'],
    [{ ride: { fare: 1 } }, 'fare', 'ride.fare', 'wrapped'],
    [{ a: null }, 'a', 'a', 'declared'],
    [{ unit_price: 1, price: 2 }, 'unitPrice price', 'price', 'declared'],
    [{ unit_price: 1, cost: 2 }, 'unitPrice price', 'cost', 'map'],
  ])('in %j: %s', (row, declared, path, by) => {
    const fields = new Fields([row], { map: { fields: { price: 'cost' } } as never });
    expect(fields.firstPath(declared.split(' '))).toEqual({ is: 'known', value: path, by });
  });

  test('is unknown if no rule finds it, or two fields have its name', () => {
    expect(new Fields([{ owner: { name: 'Bob' }, price: 5 }]).path('name')).toEqual({ is: 'unknown', tried: ['name'] });
    expect(new Fields([{ unit_price: 1, 'unit-price': 2 }]).path('unitPrice').is).toBe('unknown');
  });
});

describe('the id', () => {
  test.each<readonly [readonly Row[], string | undefined]>([
    [['a', 'b'].map((one) => ({ place_id: one, name: `n${one}` })), 'place_id'],
    [[{ sku: 'a', label: 'x' }], 'sku'],
    [[{ cursor: 'c0', node: { id: 'm1' } }], 'node.id'],
    [[{ name: 'x', offering_id: 'o' }], undefined], // may be the id of another thing
    [['x', 'y'].map((name) => ({ name, order_no: 1 })), undefined], // does not tell them apart
    [['x', 'y'].map((title, at) => ({ title, sellerId: at, buyerId: 2 + at })), undefined],
    [[{ valid: true, paid: false }], undefined],
  ])('of %j is %s', (rows, path) => expect(id(rows)).toBe(path));

  test('is under the name of the thing, also among the ids of others', () => {
    const rows = [{ user_id: 'u', order_id: 'o1' }];
    expect(id(rows, { nouns: ['store order'] })).toBe('order_id');
    expect(id(rows, { calls: ['listOrders'] })).toBe('order_id');
    const ride = { namedBy: [/^ride(Request)?Id$/i], isRecord: true };
    expect(id([{ ride_request_id: 'r', fare: 1 }], ride)).toBe('ride_request_id');
    expect(id([{ currencyId: 'MVP', amount: 1 }], { isRecord: true })).toBeUndefined();
  });
});

describe('the status', () => {
  const isStatus = (word: string) => ['finished', 'pending'].includes(word);
  test.each<readonly [Row, string | undefined]>([
    [{ state: 'x' }, 'state'],
    [{ ride_status: 'x' }, 'ride_status'],
    [{ ride: { ride_status: 'finished' } }, 'ride.ride_status'],
    [{ request_state: 'finished' }, 'request_state'], // by its word
    [{ payment_state: 'processing' }, undefined], // a word of another list
    [{ driver_state: 'finished', request_state: 'pending' }, undefined],
    [{ state: { a: 1 } }, undefined],
  ])('of %j is %s', (row, path) => expect(status(row, { nouns: ['ride'], isStatus })).toBe(path));
});

test('property: a known path leads to a value of some row; rows are not changed', () => {
  const others = ['node', 'attributes', 'data', 'unitPrice', 'code', '__proto__'];
  const name = fc.constantFrom('id', 'place_id', 'status', 'ride_state', ...others);
  const value = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.dictionary(name, fc.jsonValue({ maxDepth: 1 })));
  const rows = fc.array(fc.dictionary(name, value, { noNullPrototype: true }), { minLength: 1, maxLength: 4 });
  property(100, rows, fc.constantFrom('id', 'status', 'unit_price', 'name'), (list, declared) => {
    const before = JSON.stringify(list);
    const role = declared === 'id' || declared === 'status' ? declared : undefined;
    const known = new Fields(list as Row[], { nouns: ['ride'] }).path(declared, role);
    if (known.is === 'known') expect(list.some((row) => valueAt(row, known.value) !== undefined)).toBe(true);
    else expect(list.every((row) => valueAt(row, declared) === undefined)).toBe(true);
    expect(JSON.stringify(list)).toBe(before);
  });
});

describe('money', () => {
  const money = (amount: string, unit: string, scale = 0) => ({ amount, scale, unit });
  const none = ['5', 'USD', '5USD', '5 usd', '1,000 USD', '5 %', 'Cap 3', '5 USD 6', '5 km'];
  test.each<readonly [unknown, object | undefined]>([
    [{ amount: '12.50', currency: 'USDC' }, money('12.50', 'USDC')],
    [{ value: '1500001', scale: 6, currency: 'MVP' }, money('1500001', 'MVP', 6)],
    [{ value: 5, currency_code: 'USD', formatted: '$5' }, money('5', 'USD')],
    [{ amount: '5' }, undefined],
    [{ amount: '5', currency: '' }, undefined],
    [{ amount: 'five', currency: 'USD' }, undefined],
    [{ amount: '5', value: '6', currency: 'USD' }, undefined],
    [{ amount: '5', currency: 'USD', scale: 'x' }, undefined],
    [{ amount: '5', currency: 'USD', fee: '1' }, undefined],
    [{ amount: { value: 5 }, currency: 'USD' }, undefined],
    ...['5.00 USD', 'USD 5.00'].map((text) => [text, money('5.00', 'USD')] as const),
    ['-25 bMVL', money('-25', 'bMVL')],
    ...none.map((text) => [text, undefined] as const),
  ])('in %j', (value, expected) => expect(moneyValue(value)).toEqual(expected));

  test('property: what is neither an object nor a text with an amount and a unit is no money', () => {
    property(100, fc.jsonValue(), (value) => {
      const found = moneyValue(value);
      const parts = (isRecord(value) ? Object.values(value) : String(value).split(/\s/)).map(String);
      if (found) expect(parts).toContain(found.unit);
    });
  });
});

test('a number is a time only within this century', () => {
  expect([epochTime('1763900000'), epochTime('1763900000123')]).toEqual([1763900000000, 1763900000123]);
  for (const text of ['', '5', '176390000', '9999999999999', '-1763900000', '0x1763900000', 'x'])
    expect(epochTime(text)).toBeUndefined();
});
