// The vehicle network: consistent stations, chargers and batteries; swaps, rides, subscriptions, tokens.
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeVin } from '../../src/sandbox/domains/fleet/vehicle-plan.js';
import * as words from '../../src/services/catalogue/words.js';
import { code, requestRide, sandboxOfEachTest, type TestResponse } from '../sandbox/support.js';

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
    const [stations, chargers, batteries, counts, dash] = await Promise.all(
      ['stations', 'chargers', 'inventory', 'chargers/counts', 'dash'].map((name) => get(`/v1/depin/battery/${name}`)),
    );
    expect(count(stations, 'type')).toEqual({ MEGA: 4, HUB: 9, FACTORY: 2, SERVICE_CENTER: 6, PARTNER: 24, MINI: 15 });
    expect(count(stations, 'status')).toEqual({ ON: 57, OFF: 3 });
    expect([chargers.length, counts.total, batteries.length, dash.batteryCount, dash.stationCount]).toEqual([
      400, 400, 520, 520, 60,
    ]);
    const { total, ...states } = counts;
    expect(count(chargers, 'status')).toEqual(states);
    expect(dash.chargerCounts).toEqual(states);
    expect(Object.keys(states)).toEqual([...words.ChargerStatus]);
    for (const word of words.ChargerStatus) expect(states[word], word).toBeGreaterThan(0);
    for (const { id, chargerCounts, status } of stations) {
      const own = chargers.filter((one: Row) => one.stationId === id);
      expect(Object.fromEntries(Object.entries(chargerCounts).filter(([, of]) => of !== 0))).toEqual(
        count(own, 'status'),
      );
      if (status === 'OFF') expect(Object.keys(count(own, 'status'))).toEqual(['OFF']);
    }
    const seconds = await get('/v1/depin/battery/stations?city=SIN&type=HUB&status=ON');
    expect(seconds.map(({ city, type }: Row) => [city, type])).toEqual([['SIN', 'HUB']]);
    const one = await get(`/v1/depin/battery/stations/${seconds[0].id}`);
    expect([one.chargers.length, one.batteries.every((battery: Row) => battery.stationId === one.id)]).toEqual([
      10,
      true,
    ]);
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
      expect(
        distinct(
          batteries.filter(({ vin }) => vin !== null),
          'vin',
        ),
      ).toBe(240);
      const counts = await get('/v1/depin/battery/chargers/counts');
      for (const word of words.ChargerStatus) expect(counts[word], `${word} ${by}`).toBeGreaterThan(0);
    }
  });

  it('charge by one per cent in forty seconds', async () => {
    const charging = async () => (await get('/v1/depin/battery/chargers')) as (Row & { status: string })[];
    const before = (await charging()).find(({ status, soc }) => status === 'CHARGING' && soc < 90)!;
    await sandbox.advance('400s');
    const later = (await charging()).find(({ id }) => id === before.id)!;
    expect(later.soc - before.soc).toBe(10);
    expect([before.powerW, later.batteryId]).toEqual([1200, before.batteryId]);
  });
});

describe('swaps', () => {
  it('of thirty days form a chain that ends where the batteries are', async () => {
    const swaps: Row[] = await get('/v1/depin/battery/swap');
    expect(Math.abs(swaps.length - 1500)).toBeLessThan(30);
    expect(distinct(swaps, 'id')).toBe(swaps.length);
    const times = swaps.map(({ swappedAt }) => swappedAt);
    expect(times).toEqual([...times].sort().reverse());
    const where = new Map(
      (await get('/v1/depin/battery/inventory')).map((battery: Row) => [battery.id, battery.vin ?? battery.stationId]),
    );
    for (const [, [last, ...earlier]] of grouped(swaps, 'vin')) {
      expect([where.get(last!.batteryInId), where.get(last!.batteryOutId)]).toEqual([last!.vin, last!.stationId]);
      for (const [index, swap] of earlier.entries()) {
        const next = [last!, ...earlier][index]!;
        expect([swap.batteryInId, swap.batteryOutId]).toEqual([next.batteryOutId, next.batteryInId]);
      }
    }
  });

  it('happen at busy hours', async () => {
    const swaps: Row[] = await get('/v1/depin/battery/swap');
    const hours = swaps
      .filter(({ vin }) => /^SBX..E04/.test(vin))
      .map(({ swappedAt }) => (new Date(swappedAt).getUTCHours() + 7) % 24); // Phnom Penh
    const around = (hour: number) => hours.filter((one) => Math.abs(one - hour) <= 1).length;
    expect(around(8)).toBeGreaterThan(4 * around(2));
    expect(around(18)).toBeGreaterThan(4 * around(2));
    expect(around(18)).toBeGreaterThan(around(13));
  });

  const inPhnomPenh = async () => {
    const stations: Row[] = await get('/v1/depin/battery/stations?city=PNH&status=ON');
    return {
      vin: 'SBXT1E046SS000001',
      stationId: stations.findLast(({ batteryReadyCount }) => batteryReadyCount > 1)!.id as string,
    };
  };

  it('are executed: the charge is higher, the new row is first, the counts change', async () => {
    const { vin, stationId } = await inPhnomPenh();
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

  it('are refused if there is nothing to swap', async () => {
    const { vin, stationId } = await inPhnomPenh();
    const [off] = await get('/v1/depin/battery/stations?city=PNH&status=OFF');
    const [singapore] = await get('/v1/depin/battery/stations?city=SIN');
    expect(code(await post('/vehicle/battery/swap', { vin, stationId: off.id }))).toEqual([409, 'STATION_OFF']);
    expect(code(await post('/vehicle/battery/swap', { vin, stationId: singapore.id }))).toEqual([
      422,
      'NOT_AT_STATION',
    ]);
    expect(code(await post('/vehicle/battery/swap', { vin: 'SBX', stationId }))).toEqual([404, 'NOT_FOUND_VEHICLE']);
    expect(code(await post('/vehicle/battery/swap', { vin, stationId: 'none' }))).toEqual([404, 'NOT_FOUND_STATION']);
    expect(code(await post('/vehicle/battery/swap', {}))).toEqual([400, 'INVALID_REQUEST']);
    let response: TestResponse;
    const others: Row[] = (await get('/v2/depin/vehicle-updates?series=T1')).filter(
      ({ vin: one, soc }: Row) => /^SBXT1E04/.test(one) && soc < 100,
    );
    for (const { vin: one } of others) {
      response = await post('/vehicle/battery/swap', { vin: one, stationId });
      if (response.status !== 201) break;
    }
    expect(code(response!)).toEqual([409, 'NO_BATTERY_READY']);
    expect(distinct(await get('/v1/depin/battery/inventory'), 'id')).toBe(520);
  });
});

describe('vehicles', () => {
  it('are registered once, and only with a valid VIN', async () => {
    const vin = makeVin('T1', 'PNH', 'T', 777);
    const bad = `${vin.slice(0, 8)}${vin[8] === '1' ? '2' : '1'}${vin.slice(9)}`;
    expect(code(await post('/vehicle', { vin: bad, model: 'T1', city: 'PNH' }))).toEqual([400, 'INVALID_REQUEST']);
    expect(code(await post('/vehicle', { vin, model: 'T1', city: 'PNH', num: 0.5 }))).toEqual([400, 'INVALID_REQUEST']);
    expect(code(await post('/vehicle', { vin, model: 'T9', city: 'PNH' }))).toEqual([400, 'INVALID_REQUEST']);
    const created = await post('/vehicle', { vin, model: 'T1', city: 'PNH', num: 777 });
    expect(created.status).toBe(201);
    expect(await get('/v1/depin/vehicles/777')).toMatchObject({
      num: 777,
      vin,
      vehicleType: 'T1',
      series: 'T1',
      odometerKm: 0,
    });
    expect(code(await post('/vehicle', { vin, model: 'T1', city: 'PNH' }))).toEqual([409, 'ALREADY_REGISTERED']);
    expect(
      code(await post('/vehicle', { vin: makeVin('T1', 'PNH', 'T', 778), model: 'T1', city: 'PNH', num: 777 })),
    ).toEqual([409, 'ALREADY_REGISTERED']);
    expect((await get('/v1/depin/vehicles/dash')).total).toBe(241);
    expect(code(await request('/v1/depin/vehicles/778'))).toEqual([404, 'NOT_FOUND_VEHICLE']);
    const [station] = await get('/v1/depin/battery/stations?city=PNH&type=HUB');
    const swap = (await post('/vehicle/battery/swap', { vin, stationId: station.id })).body; // it had no battery: the charger is left empty
    expect(swap.batteryOutId).toBeNull();
    expect((await get(`/v1/depin/battery/stations/${station.id}`)).chargerCounts.NO_BATTERY).toBe(
      station.chargerCounts.NO_BATTERY + 1,
    );
    expect((await get('/v1/depin/battery/inventory')).length).toBe(520);
  });

  it('report their data, filtered', async () => {
    const all = await get('/v2/depin/vehicle-updates');
    const dash = await get('/v1/depin/vehicles/dash');
    expect([all.length, dash.total, dash.on + dash.off, dash.bySeries.T1 + dash.bySeries.X]).toEqual([
      240, 240, 240, 240,
    ]);
    for (const [query, length] of [
      ['filter=VEHICLE_ON', dash.on],
      ['filter=VEHICLE_OFF', dash.off],
      ['series=T1', dash.bySeries.T1],
      ['series=X', dash.bySeries.X],
      ['series=ALL&filter=ALL', 240],
    ] as const)
      expect(await get(`/v2/depin/vehicle-updates?${query}`), query).toHaveLength(length);
    expect([...Object.keys(count(all, 'vehicleType'))].sort()).toEqual([...words.VehicleType].sort());
    await sandbox.advance('90s');
    const since = await get('/v2/depin/vehicle-updates?since=2026-06-01T00:00:30.000Z');
    const off = since.filter((one: Row) => !one.on).length; // those that are off report when they are switched off, and every twenty minutes
    expect([since.length > 50, off < 5]).toEqual([true, true]);
    expect(code(await request('/v2/depin/vehicle-updates?since=yesterday'))).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('rides', () => {
  const finished = '/v2/depin/rides?from=2026-05-10&to=2026-05-20';
  it('of a month are many, at busy hours', async () => {
    const rides = await get('/v2/depin/rides');
    expect(Math.abs(rides.length - 1500)).toBeLessThan(60);
    expect([...Object.keys(count(rides, 'abstractStatus'))].sort()).toEqual([...words.RideAbstractStatus].sort());
    const hours = rides
      .filter((ride: Row) => ride.city === 'BKK' && ride.pickedUpAt)
      .map(({ pickedUpAt }: Row) => (new Date(pickedUpAt).getUTCHours() + 7) % 24);
    const around = (hour: number) => hours.filter((one: number) => Math.abs(one - hour) <= 1).length;
    expect(around(18)).toBeGreaterThan(3 * around(2));
    expect((await get('/v1/depin/rides?city=SHV')).every((ride: Row) => ride.city === 'SHV')).toBe(true);
    expect(code(await request('/v1/depin/rides?from=2020-01-01'))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('are the same for every request', async () => {
    const before = (await request(finished)).text;
    await sandbox.advance('9d');
    expect((await request(finished)).text).toBe(before);
  });

  it('count twice each in the heat map', async () => {
    const rides = await get(finished);
    const sum = async (query: string) =>
      (await get(`/v1/depin/rides/heatmap?from=2026-05-10&to=2026-05-20${query}`)).reduce(
        (total: number, cell: Row) => total + cell.count,
        0,
      );
    expect(rides.length).toBeGreaterThan(450);
    expect(await sum('')).toBe(2 * rides.length);
    expect([await sum('&type=PICKUP'), await sum('&type=DROPOFF')]).toEqual([rides.length, rides.length]);
    const cells = await get('/v1/depin/rides/heatmap?city=PNH');
    for (const { latitude, longitude } of cells)
      for (const degrees of [latitude, longitude])
        expect(Math.abs(degrees / 0.005 - Math.round(degrees / 0.005))).toBeLessThan(1e-6);
    expect(cells[0].count).toBeGreaterThan(3 * cells.at(-1).count);
  });

  it('appear in the network when they are requested', async () => {
    const first = async () => (await get('/v2/depin/rides?from=2026-06-01'))[0];
    await requestRide(sandbox, token, { 'x-sandbox-scenario': 'ride: my vehicle' });
    await sandbox.advance('16s');
    expect(await first()).toMatchObject({
      abstractStatus: 'PENDING',
      city: 'PNH',
      distanceKm: 1.62,
      pickedUpAt: null,
      points: [],
    });
    await sandbox.advance('10s');
    expect(await first()).toMatchObject({ abstractStatus: 'MATCHED', pickedUpAt: null, droppedOffAt: null });
    await sandbox.advance('10m');
    const own = (await get('/v2/depin/rides?city=PNH&from=2026-06-01')).find(
      (ride: Row) => ride.vin === 'SBXT1E046SS000001',
    ); // mina's own
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
  const tokenOf = async () =>
    (await get('/metadata/50')).attributes.find((one: Row) => one.trait_type === 'Status').value;

  it('is paid, falls behind, is paid again', async () => {
    const created = await send('', { vin, period: 'MONTH' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      vin,
      status: 'ON_TIME',
      price: '20',
      currency: 'USDC',
      paidCount: 1,
      nextDueAt: '2026-07-01T00:00:00.000Z',
    });
    expect(await balance()).toBe('200.75');
    expect(code(await send('', { vin, period: 'DAY' }))).toEqual([409, 'ALREADY_SUBSCRIBED']);
    await sandbox.advance('35d');
    const late = { status: 'OVERDUE', overdueSince: '2026-07-04T00:00:00.000Z' };
    lan = (await sandbox.signIn('lan')).accessToken;
    expect(await seen()).toMatchObject(late);
    expect((await update(created.body.id, 'pay')).body).toMatchObject({
      status: 'ON_TIME',
      overdueSince: null,
      paidCount: 2,
      nextDueAt: '2026-07-31T00:00:00.000Z',
    });
    expect(await balance()).toBe('180.75');
    expect((await get(`/v1/depin/vehicles/${vin}`)).subscription).toBeNull(); // others do not see it
    expect((await update(created.body.id, 'cancel')).body.status).toBe('CANCELLED');
    expect(code(await update(created.body.id, 'pay'))).toEqual([422, 'NOT_CHANGEABLE']);
    expect((await send('', { vin, period: 'DAY' })).status).toBe(201); // it is free again
  });

  it('takes an unpaid vehicle off the road until it is paid', async () => {
    const { id } = (await send('', { vin, period: 'WEEK' })).body;
    await sandbox.advance('23d');
    expect(await tokenOf()).toBe(40);
    await sandbox.advance('25h');
    expect(await tokenOf()).toBe(50);
    const paid = (await update(id, 'pay')).body;
    expect([paid.status, paid.paidCount, paid.nextDueAt]).toEqual(['ON_TIME', 4, '2026-06-29T00:00:00.000Z']); // the third week had begun
    expect(await balance()).toBe('196.75');
    expect(await tokenOf()).toBe(40);
  });

  it('ends when everything is paid', async () => {
    const { id, paidCount } = (
      await send('', { vin, period: 'WEEK' }, { 'x-sandbox-scenario': 'subscription: nearly paid' })
    ).body;
    expect(paidCount).toBe(11);
    expect((await update(id, 'pay')).body).toMatchObject({ status: 'FINISHED', paidCount: 12 });
    await sandbox.advance('60d');
    expect(await tokenOf()).toBe(40);
    expect(code(await update(id, 'cancel'))).toEqual([422, 'NOT_CHANGEABLE']);
  });

  it.each([
    ['runs late', 'OVERDUE'],
    ['taken back', 'CANCELLED'],
  ])('%s by a scenario', async (name, word) => {
    await send('', { vin, period: 'DAY' }, { 'x-sandbox-scenario': `subscription: ${name}` });
    await sandbox.advance('1m');
    expect((await seen()).status).toBe(word);
  });

  it('exists in each of its four statuses for lan, each consistent with its dates', async () => {
    const states = await Promise.all([42, 43, 44, 45].map(seen));
    expect(states.map(({ status }) => status)).toEqual([...words.SubscriptionStatus]);
    await sandbox.advance('24d');
    expect((await seen(42)).status).toBe('OVERDUE');
    expect((await get('/metadata/43')).attributes).toContainEqual({ trait_type: 'Status', value: 50 });
    expect((await update('2', 'pay')).body.status).toBe('FINISHED'); // 3 of 12 were left, and more had begun
    expect((await get('/metadata/43')).attributes).toContainEqual({ trait_type: 'Status', value: 40 });
  });

  it('is refused', async () => {
    expect(code(await send('', { vin: 'SBX', period: 'DAY' }))).toEqual([404, 'NOT_FOUND_VEHICLE']);
    expect(code(await send('', { vin: 'SBXT1E046SS000001', period: 'DAY' }))).toEqual([409, 'NOT_AVAILABLE']); // mina's
    expect(code(await send('', { vin: (await get('/v1/depin/vehicles/64')).vin, period: 'DAY' }))).toEqual([
      422,
      'NOT_OPEN',
    ]); // suspended
    expect(code(await send('', { vin, period: 'YEAR' }))).toEqual([400, 'INVALID_REQUEST']);
    expect(code(await update('1', 'stop'))).toEqual([400, 'INVALID_REQUEST']);
    const first = (await seen(42)).id;
    expect(
      code(await sandbox.post('vehicle-oracle/vehicle/subscription/update', { id: first, action: 'pay' }, { token })),
    ).toEqual([404, 'NOT_FOUND_SUBSCRIPTION']);
    lan = (await sandbox.signIn('fresh')).accessToken;
    expect(code(await send('', { vin, period: 'DAY' }))).toEqual([400, 'NOT_ENOUGH_BALANCE']);
    expect(await seen()).toBeNull();
  });
});

describe('tokens', () => {
  it('agree with each other and with their vehicle', async () => {
    const one = await get('/tokenByNftNo/3');
    expect(await get(`/token/${one.tokenId}`)).toEqual(one);
    expect(one.owner).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    expect((await get('/v1/depin/vehicles/3')).vin).toBe(one.vin);
    const metadata = await get(`/metadata/${one.tokenId}`);
    expect(metadata.attributes).toContainEqual({ trait_type: 'VIN', value: one.vin });
    const sale = await get('/sale/3');
    expect([sale.tokenId, await get(`/sale/${sale.id}`)]).toEqual([one.tokenId, sale]);
    expect((await get('/token/1000100')).owner).not.toBe(one.owner);
    for (const at of ['/token/none', '/tokenByNftNo/9999', '/metadata/0', '/sale/none'])
      expect(code(await request(at)), at).toEqual([404, 'NOT_FOUND_TOKEN']);
  });

  it('count the calls of their contract by day', async () => {
    const contract = '0xb801fe3400Bb06351860f02b8401b0C6A29f1df9';
    const days = await get(
      `/chain-metrics/tx-count/BASE_SEPOLIA/${contract}?from=2026-05-20&to=2026-05-21T23:59:59.999Z`,
    );
    const rides = (await get('/v1/depin/rides?from=2026-05-20&to=2026-05-21T23:59:59.999Z')).length;
    const swaps = (await get('/v1/depin/battery/swap')).filter(({ swappedAt }: Row) =>
      /^2026-05-2[01]/.test(swappedAt),
    ).length;
    expect(days.map(({ date }: Row) => date)).toEqual(['2026-05-20', '2026-05-21']);
    expect(days[0].count + days[1].count).toBe(rides + swaps);
    expect(await get(`/chain-metrics/tx-count/BASE/${contract}?from=2026-05-20&to=2026-05-21T23:59:59.999Z`)).toEqual(
      days,
    );
    expect(await get(`/chain-metrics/tx-count/BASE/${contract}?from=2026-05-20&to=2026-05-22`)).toEqual(days);
    const others = await get(`/chain-metrics/tx-count/BSC/${contract}`);
    expect([others.length, others.every((one: Row) => one.count === 0)]).toEqual([31, true]);
  });
});

it('notices are the last eighteen, of three categories', async () => {
  const notices = await get('/v1/rwa-notice');
  expect(count(notices, 'category')).toEqual({ NEW_RELEASE: 6, MEDIA_COVERAGE: 6, ETC: 6 });
  expect(await get('/v1/rwa-notice?category=ETC')).toHaveLength(6);
  await sandbox.advance('28d');
  token = (await sandbox.signIn('mina')).accessToken;
  const later = await get('/v1/rwa-notice');
  expect([later.length, later[5].id]).toEqual([18, notices[0].id]);
});

it('a server-to-server signature is checked', async () => {
  const created = await get('/vehicle-test/s2s-hmac?message=order%201');
  const own = createHmac('sha256', 'sandbox-s2s-key-worth-nothing')
    .update(`order 1|${created.timestamp}`)
    .digest('hex');
  expect(created.signature).toBe(own);
  const { message, timestamp, signature } = created;
  const checked = await post('/vehicle-test/s2s-hmac', { message, timestamp, signature });
  expect([checked.status, checked.body]).toEqual([201, { valid: true }]);
  const refused = { message: 'Invalid Hmac sig!' };
  for (const wrong of [{ message: 'order 2' }, { signature: 'ff' }, { timestamp: String(Number(timestamp) + 1) }]) {
    const response = await post('/vehicle-test/s2s-hmac', { message, timestamp, signature, ...wrong });
    expect([response.status, response.body]).toEqual([401, refused]);
  }
  expect(code(await post('/vehicle-test/s2s-hmac', { message, signature }))).toEqual([401, 'EMPTY_TIMESTAMP']);
  sandbox.clock.wall += 301_000;
  expect((await post('/vehicle-test/s2s-hmac', { message, timestamp, signature })).status).toBe(401);
  const note = await request('/vehicle-test/sentry');
  expect([note.status, typeof note.body.note]).toEqual([200, 'string']);
  const fault = await sandbox.get('vehicle-oracle/vehicle-test/sentry', {
    headers: { 'x-sandbox-fault': 'status=500' },
  });
  expect(fault.status).toBe(500);
});

it('only signed-in users are admitted where the catalogue requires it', async () => {
  for (const at of [
    '/v1/depin/battery/dash',
    '/v1/rwa-notice',
    '/v2/depin/rides?pageSize=1',
    '/token/1',
    '/v1/depin/vehicles/1',
  ]) {
    const response = await request(at);
    expect([response.status, response.headers.get('x-sandbox-shape')], at).toEqual([200, 'sandbox']);
  }
  const statuses = await Promise.all(
    ['/v1/depin/battery/swap', '/v1/rwa-notice', '/v2/depin/rides', '/sale/1'].map(
      async (at) => (await sandbox.get(`vehicle-oracle${at}`)).status,
    ),
  );
  expect(statuses).toEqual([401, 401, 200, 200]);
});
