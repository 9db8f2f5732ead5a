// Amounts without floating point, fares by their formula, addresses that other programs accept.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeAddress } from '../../sandbox/chain/addresses.js';
import { toBase, toDecimal } from '../../sandbox/domains/balances/currencies.js';
import { priceOf } from '../../sandbox/domains/balances/prices.js';
import { cities, cityAt, offersFor, routeBetween } from '../../sandbox/domains/rides/fares.js';
import { stops } from '../../sandbox/domains/rides/places.js';
import { City } from '../../src/services/catalogue/words.js';

describe('amounts', () => {
  it('survive a round trip at any size', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 256n), 2n ** 256n), fc.integer({ min: 0, max: 30 }), (base, decimals) => {
        const text = toDecimal(base, decimals);
        expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/);
        expect(toBase(text, decimals)).toBe(base);
      }),
    );
  });
  it('drop the digits that a unit does not have', () => {
    expect([toBase('10.123456789', 8), toBase('0.009', 2), toBase('7', 0)]).toEqual([1_012_345_678n, 0n, 7n]);
    for (const text of ['', '1e3', '.5', '1.', '+1', 'NaN']) expect(() => toBase(text, 2)).toThrow(RangeError);
  });
});

describe('fares', () => {
  it('follow their formula', () => {
    const from = { latitude: 11.564, longitude: 104.931 };
    const route = routeBetween('PNH', from, { latitude: 11.5695, longitude: 104.921 });
    expect(route).toEqual({ distanceKm: 1.62, minutes: 5 });
    const offers = offersFor('PNH', route).map(({ productCode, payAmount }) => `${productCode} ${payAmount}`);
    expect(offers).toEqual(['STANDARD 7030', 'POOL 5624', 'BIKE 3867']);
    const singapore = { fare: '14.82', payAmount: '14.82', currency: 'SGD', vehicleType: 'X1' };
    expect(offersFor('SIN', { distanceKm: 10, minutes: 19 })[0]).toMatchObject(singapore);
    const bangkok = { fare: '65', payAmount: '55', discount: { type: 'AMOUNT', amount: '10' } };
    expect(offersFor('BKK', { distanceKm: 2, minutes: 6 })[0]).toMatchObject(bangkok);
  });
  it('can be requested between the places of every city', () => {
    for (const city of City) {
      const all = stops(city);
      expect(all.length, city).toBeGreaterThanOrEqual(4);
      for (const { name, locationPoint } of all) expect(cityAt(locationPoint), name).toBe(city);
      const [offer] = offersFor(city, routeBetween(city, all[0]!.locationPoint, all[1]!.locationPoint));
      expect(offer!.currency).toBe(cities[city].fare.currency);
    }
  });
});

describe('generated addresses', () => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  /** Decodes Base58Check. */
  const unchecked = (text: string) => {
    const number = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n);
    const hex = number.toString(16);
    const zeros = /^1*/.exec(text)![0].length;
    const bytes = Buffer.concat([
      Buffer.alloc(zeros),
      Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
    ]);
    const [body, sum] = [bytes.subarray(0, -4), bytes.subarray(-4)];
    const twice = createHash('sha256').update(createHash('sha256').update(body).digest()).digest();
    return sum.equals(twice.subarray(0, 4)) ? body : undefined;
  };
  it('have valid checksums', () => {
    expect(madeAddress('XTZ', 'mina')).toMatch(/^tz1/);
    expect(unchecked(madeAddress('XTZ', 'mina')!)).toHaveLength(23);
    expect(madeAddress('BITCOIN', 'mina')).toMatch(/^1/);
    expect(unchecked(madeAddress('BITCOIN', 'mina')!)).toHaveLength(21);
    expect(madeAddress('TON', 'mina')).toMatch(/^EQ[\w-]{46}$/);
    expect(madeAddress('BSC', 'mina')).toBeUndefined();
  });
});

it('prices change gradually and never jump', () => {
  const at = (hours: number) => priceOf({ seed: 1, now: Date.UTC(2026, 0, 1) + hours * 3_600_000 }, 'binancecoin')!;
  const steps = Array.from({ length: 24 * 90 }, (_, hour) => at(hour + 1) / at(hour));
  expect(Math.max(...steps)).toBeLessThan(1.03);
  expect(Math.min(...steps)).toBeGreaterThan(0.97);
  expect(Math.abs(at(0) / 600 - 1)).toBeLessThan(0.2);
  expect(priceOf({ seed: 1, now: 0 }, 'nothing')).toBeUndefined();
  expect(priceOf({ seed: 1, now: 0 }, 'constructor')).toBeUndefined();
});
