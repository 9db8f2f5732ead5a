// The world of the sandbox: its market, its control, amounts without floating point, fares by their formula, addresses that other programs accept.

import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { madeAddress } from '../../sandbox/chain/addresses.js';
import { ownShapes } from '../../sandbox/core/shapes/index.js';
import { toBase, toDecimal } from '../../sandbox/domains/balances/currencies.js';
import { priceOf } from '../../sandbox/domains/balances/prices.js';
import { cities, cityAt, offersFor, routeBetween } from '../../sandbox/domains/rides/fares.js';
import { stops } from '../../sandbox/domains/rides/places.js';
import { sandboxOfTheFile, startTestSandbox } from '../../sandbox/tests/support.js';
import { catalogue, isService } from '../../src/services/catalogue/index.js';
import { City, Network } from '../../src/services/catalogue/words.js';
import { property } from '../support/runs.js';

const sandbox = sandboxOfTheFile();
let token: string;
beforeAll(async () => {
  token = (await sandbox.signIn('mina')).accessToken;
});
const get = async (path: string, by = token) => (await sandbox.get(path, { token: by })).body;

it('the market is a function of world time', async () => {
  const chains = await get('wallet/v2/blockchain/chains');
  expect(chains.map((one: { network: string }) => one.network)).toEqual([...Network]);
  const price = await get(
    'wallet/v2/wallets/simple/price?ids=mass-vehicle-ledger,none&vs_currencies=USD,khr&include_24hr_change=true',
  );
  expect(Object.keys(price)).toEqual(['mass-vehicle-ledger']);
  expect(price['mass-vehicle-ledger'].usd).toBeCloseTo(0.003, 3);
  expect(Object.keys(price['mass-vehicle-ledger'])).toEqual(['usd', 'usd_24h_change', 'khr', 'khr_24h_change']);
  const history = await get('wallet/v1/price/history/mvl?currency=JPY&days=90');
  expect([history.length, history.at(-1).at]).toEqual([91, '2026-06-01T00:00:00.000Z']);
  expect((await sandbox.get('wallet/v1/price/history/mvl?days=91')).status).toBe(400);
  expect((await sandbox.get('wallet/v1/token/SERVERED')).body.code).toBe('NOT_SUPPORTED_NETWORK');
  expect((await get('wallet/v3/token/TON')).map((one: { tokenType: string }) => one.tokenType)).toContain('JETTON');
  expect((await get('wallet/v3/token/BSC/bMVL')).network).toBe('BSC');
  for (const level of Object.values(await get('wallet/v1/fee/BSC'))) expect(level).toMatch(/^\d+$/);
});

it('own shapes are exports, of existing calls', async () => {
  for (const [service, { load, calls }] of Object.entries(ownShapes)) {
    const [known, shapes] = await Promise.all([isService(service) ? catalogue(service) : undefined, load()]);
    for (const [name, { shape, widens }] of Object.entries(calls)) {
      expect(known?.calls, `${service} ${name}`).toHaveProperty(name);
      expect(shapes, `${service} ${shape}`).toHaveProperty(shape);
      if (widens) expect(await known?.shapes?.(), `${service} ${widens}`).toHaveProperty(widens);
      expect(known?.calls[name]?.response, `${service} ${name} has a public shape`).toBeUndefined();
    }
  }
});

it('the control reports the world and advances its time', async () => {
  const own = await startTestSandbox();
  const begins = { now: '2026-06-01T00:00:00.000Z', rate: 0, seed: 1, rotation: 'two-phase' };
  expect(await own.control('status')).toMatchObject(begins);
  expect(await own.advance('1h30m')).toEqual({ now: '2026-06-01T01:30:00.000Z' });
  expect(await own.control('clock', { rate: '20x' })).toMatchObject({ rate: 20 });
  own.clock.wall += 1000;
  expect((await own.control('status')).now).toBe('2026-06-01T01:30:20.000Z');
  own.clock.wall -= 60_000;
  expect((await own.control('status')).now).toBe('2026-06-01T01:30:00.000Z');
  expect((await own.post('_sandbox/advance', { by: 'soon' })).status).toBe(400);
  await own.control('clock', { rate: '100000x' });
  own.clock.wall += 200 * 365 * 86_400_000;
  expect((await own.control('status')).now).toBe('9999-12-31T00:00:00.000Z');
  await own.close();
});

describe('amounts', () => {
  it('survive a round trip at any size', () => {
    property(100, fc.bigInt(-(2n ** 256n), 2n ** 256n), fc.integer({ min: 0, max: 30 }), (base, decimals) => {
      const text = toDecimal(base, decimals);
      expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/);
      expect(toBase(text, decimals)).toBe(base);
    });
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

it('generated addresses have valid checksums', () => {
  const base58 = createBase58check(sha256); // throws if the checksum is another one
  expect(madeAddress('XTZ', 'mina')).toMatch(/^tz1/);
  expect(base58.decode(madeAddress('XTZ', 'mina')!)).toHaveLength(23);
  expect(madeAddress('BITCOIN', 'mina')).toMatch(/^1/);
  expect(base58.decode(madeAddress('BITCOIN', 'mina')!)).toHaveLength(21);
  expect(madeAddress('TON', 'mina')).toMatch(/^EQ[\w-]{46}$/);
  expect(madeAddress('BSC', 'mina')).toBeUndefined();
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
