// The vehicle network: consistent stations, chargers and batteries; swaps, rides, subscriptions.

import { beforeEach, describe, expect, it } from 'vitest';
import { code, requestRide, sandboxOfEachTest } from '../../sandbox/tests/support.js';
import * as words from '../../src/services/catalogue/words.js';

const sandbox = sandboxOfEachTest();
let token: string;
beforeEach(async () => {
  token = (await sandbox.signIn('mina')).accessToken;
});

const request = (at: string) => sandbox.get(`vehicle-oracle${at}`, { token });
const get = async (at: string) => (await request(at)).body;
const post = (at: string, body: unknown, headers = {}) => sandbox.post(`vehicle-oracle${at}`, body, { token, headers });

// biome-ignore lint/suspicious/noExplicitAny: a response is anything; the shapes check it
type Row = Record<string, any>;
function grouped(rows: readonly Row[], field: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row[field]!, [...(groups.get(row[field]!) ?? []), row]);
  return groups;
}
const count = (rows: readonly Row[], field: string) =>
  Object.fromEntries([...grouped(rows, field)].map(([key, all]) => [key, all.length]));
const distinct = (rows: readonly Row[], field: string) => new Set(rows.map((row) => row[field])).size;

describe('stations, chargers and batteries', () => {
  it('have consistent sums', async () => {
    const names = ['stations', 'chargers', 'inventory', 'chargers/counts', 'dash'];
    const all = await Promise.all(names.map((name) => get(`/v1/depin/battery/${name}`)));
    const [stations, chargers, batteries, counts, dash] = all;
    expect(count(stations, 'type')).toEqual({ MEGA: 4, HUB: 9, FACTORY: 2, SERVICE_CENTER: 6, PARTNER: 24, MINI: 15 });
    expect(count(stations, 'status')).toEqual({ ON: 57, OFF: 3 });
    const { total, ...states } = counts;
    const totals = [chargers.length, total, batteries.length, dash.batteryCount, dash.stationCount];
    expect(totals).toEqual([400, 400, 520, 520, 60]);
    expect(count(chargers, 'status')).toEqual(states);
    expect(dash.chargerCounts).toEqual(states);
    expect(Object.keys(states)).toEqual([...words.ChargerStatus]);
    for (const word of words.ChargerStatus) expect(states[word], word).toBeGreaterThan(0);
    for (const { id, chargerCounts, status } of stations) {
      const own = chargers.filter((one: Row) => one.stationId === id);
      const counted = Object.entries(chargerCounts).filter(([, of]) => of !== 0);
      expect(Object.fromEntries(counted)).toEqual(count(own, 'status'));
      if (status === 'OFF') expect(Object.keys(count(own, 'status'))).toEqual(['OFF']);
    }
    const seconds = await get('/v1/depin/battery/stations?city=SIN&type=HUB&status=ON');
    expect(seconds.map(({ city, type }: Row) => [city, type])).toEqual([['SIN', 'HUB']]);
    const one = await get(`/v1/depin/battery/stations/${seconds[0].id}`);
    expect(one.chargers).toHaveLength(10);
    expect(one.batteries.every((battery: Row) => battery.stationId === one.id)).toBe(true);
    expect(one.chargers.filter((charger: Row) => charger.batteryId !== null)).toHaveLength(one.batteries.length);
    expect(await get('/v1/depin/battery/chargers?status=PROBLEM')).toHaveLength(states.PROBLEM);
    expect((await request('/v1/depin/battery/stations?pageSize=7&page=9')).headers.get('x-sandbox-total')).toBe('60');
    expect(code(await request('/v1/depin/battery/stations/61'))).toEqual([404, 'NOT_FOUND_STATION']);
  });

  it('contain each battery once at any time', async () => {
    for (const by of ['0s', '3h', '11d', '400d']) {
      await sandbox.advance(by);
      const batteries: Row[] = await get('/v1/depin/battery/inventory');
      expect([distinct(batteries, 'id'), distinct(batteries, 'serial')], by).toEqual([520, 520]);
      expect(batteries.filter(({ vin, stationId }) => (vin === null) === (stationId === null))).toEqual([]);
      expect(new Set(batteries.flatMap(({ vin }) => vin ?? [])).size).toBe(240);
      const counts = await get('/v1/depin/battery/chargers/counts');
      for (const word of words.ChargerStatus) expect(counts[word], `${word} ${by}`).toBeGreaterThan(0);
    }
  });
});

describe('swaps', () => {
  it('of thirty days form a chain that ends where the batteries are', async () => {
    const swaps: Row[] = await get('/v1/depin/battery/swap');
    expect(Math.abs(swaps.length - 1500)).toBeLessThan(30);
    expect(distinct(swaps, 'id')).toBe(swaps.length);
    const times = swaps.map(({ swappedAt }) => swappedAt);
    expect(times).toEqual([...times].sort().reverse());
    const batteries: Row[] = await get('/v1/depin/battery/inventory');
    const where = new Map(batteries.map(({ id, vin, stationId }) => [id, vin ?? stationId]));
    for (const [, [last, ...earlier]] of grouped(swaps, 'vin')) {
      expect([where.get(last!.batteryInId), where.get(last!.batteryOutId)]).toEqual([last!.vin, last!.stationId]);
      for (const [index, swap] of earlier.entries()) {
        const next = [last!, ...earlier][index]!;
        expect([swap.batteryInId, swap.batteryOutId]).toEqual([next.batteryOutId, next.batteryInId]);
      }
    }
  });

  it('are executed: the charge is higher, the new row is first, the counts change', async () => {
    const vin = 'SBXT1E046SS000001';
    const stations: Row[] = await get('/v1/depin/battery/stations?city=PNH&status=ON');
    const stationId = stations.findLast(({ batteryReadyCount }) => batteryReadyCount > 1)!.id as string;
    const before = await get('/v1/depin/battery/chargers/counts');
    const { soc } = await get('/v1/depin/vehicles/1');
    const created = await post('/vehicle/battery/swap', { vin, stationId });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ vin, num: 1, stationId, socOut: soc, swappedAt: '2026-06-01T00:00:00.000Z' });
    expect(created.body.socIn).toBeGreaterThan(90);
    expect((await get(`/v1/depin/vehicles/${vin}`)).soc).toBe(created.body.socIn);
    expect((await get('/v1/depin/battery/swap'))[0]).toEqual(created.body);
    const after = await get('/v1/depin/battery/chargers/counts');
    expect([after.FULLY_CHARGED - before.FULLY_CHARGED, after.CHARGING - before.CHARGING]).toEqual([-1, 1]);
    expect((await get('/v1/depin/battery/dash')).swapCountToday).toBe(1);
    expect(await get(`/v1/depin/battery/inventory?vin=${vin}`)).toMatchObject([
      { id: created.body.batteryInId, soc: created.body.socIn },
    ]);
    const charger = async () =>
      (await get('/v1/depin/battery/chargers')).find((one: Row) => one.batteryId === created.body.batteryOutId);
    expect(await charger()).toMatchObject({ stationId, status: 'CHARGING', soc });
    await sandbox.advance('70m');
    expect(await charger()).toMatchObject({ status: 'FULLY_CHARGED', soc: 100 });
    for (let days = 0; days < 20; days += 2) {
      await sandbox.advance('2d');
      expect(distinct(await get('/v1/depin/battery/inventory'), 'id')).toBe(520);
    }
    expect(await charger()).toMatchObject({ stationId }); // a manual swap ends the automatic ones
    expect(await get(`/v1/depin/battery/swap?vin=${vin}&page=1&pageSize=1`)).toEqual([created.body]);
  });
});

describe('rides', () => {
  const finished = '/v2/depin/rides?from=2026-05-10&to=2026-05-20';

  it('are the same for every request', async () => {
    const before = (await request(finished)).text;
    await sandbox.advance('9d');
    expect((await request(finished)).text).toBe(before);
  });

  it('appear in the network when they are requested', async () => {
    const first = async () => (await get('/v2/depin/rides?from=2026-06-01'))[0];
    await requestRide(sandbox, token, { 'x-sandbox-scenario': 'ride: my vehicle' });
    await sandbox.advance('16s');
    const pending = { abstractStatus: 'PENDING', city: 'PNH', distanceKm: 1.62 };
    expect(await first()).toMatchObject({ ...pending, pickedUpAt: null, points: [] });
    await sandbox.advance('10s');
    expect(await first()).toMatchObject({ abstractStatus: 'MATCHED', pickedUpAt: null, droppedOffAt: null });
    await sandbox.advance('10m');
    const rides: Row[] = await get('/v2/depin/rides?city=PNH&from=2026-06-01');
    const own = rides.find((ride) => ride.vin === 'SBXT1E046SS000001')!; // mina's own
    expect(own.points.map(({ type, latitude }: Row) => [type, latitude])).toEqual([
      ['PICKUP', 11.564],
      ['DROPOFF', 11.5695],
    ]);
    expect(own.points[1].at).toBe(own.droppedOffAt);
    const vehicle = await get(`/v1/depin/vehicles/${own.num}`);
    expect([vehicle.vin, vehicle.vehicleType]).toEqual([own.vin, own.vehicleType]);
  });
});

describe('a subscription', () => {
  let lan: string;
  let vin: string;
  beforeEach(async () => {
    lan = (await sandbox.signIn('lan')).accessToken;
    ({ vin } = await get('/v1/depin/vehicles/50'));
  });
  const send = (at: string, body: object, headers = {}) =>
    sandbox.post(`vehicle-oracle/vehicle/subscription${at}`, body, { token: lan, headers });
  const update = (id: string, action: string) => send('/update', { id, action });
  const balance = async () =>
    (await sandbox.get('user/balance/accounts/current?currencyId=USDC', { token: lan })).body.amount;
  const seen = async (num: number | string = vin) =>
    (await sandbox.get(`vehicle-oracle/v1/depin/vehicles/${num}`, { token: lan })).body.subscription;

  it('is paid, falls behind, is paid again', async () => {
    const created = await send('', { vin, period: 'MONTH' });
    expect(created.status).toBe(201);
    const first = { vin, status: 'ON_TIME', price: '20', currency: 'USDC' };
    expect(created.body).toMatchObject({ ...first, paidCount: 1, nextDueAt: '2026-07-01T00:00:00.000Z' });
    expect(await balance()).toBe('200.75');
    expect(code(await send('', { vin, period: 'DAY' }))).toEqual([409, 'ALREADY_SUBSCRIBED']);
    await sandbox.advance('35d');
    const late = { status: 'OVERDUE', overdueSince: '2026-07-04T00:00:00.000Z' };
    lan = (await sandbox.signIn('lan')).accessToken;
    expect(await seen()).toMatchObject(late);
    const paid = { status: 'ON_TIME', overdueSince: null, paidCount: 2, nextDueAt: '2026-07-31T00:00:00.000Z' };
    expect((await update(created.body.id, 'pay')).body).toMatchObject(paid);
    expect(await balance()).toBe('180.75');
    expect((await get(`/v1/depin/vehicles/${vin}`)).subscription).toBeNull(); // others do not see it
    expect((await update(created.body.id, 'cancel')).body.status).toBe('CANCELLED');
    expect(code(await update(created.body.id, 'pay'))).toEqual([422, 'NOT_CHANGEABLE']);
    expect((await send('', { vin, period: 'DAY' })).status).toBe(201); // it is free again
  });
});
