// Rides of the network: those that come in turn, a function of the time, and those that people have asked for here.
import { optional, word } from '../../../services/catalogue/define.js';
import { City, type RideAbstractStatus, RidePointType } from '../../../services/catalogue/words.js';
import { day, iso, minute, second } from '../../core/clock.js';
import type { About, Listener } from '../../core/effects.js';
import { page, paging } from '../../core/handlers.js';
import { among, pick, seededId } from '../../core/ids.js';
import { addRow, findRow, type Kind, type Row, rowById, rows, saveRow } from '../../core/rows.js';
import { type Moment, pickBetween, type World } from '../../core/world.js';
import { type Vehicle, vehicles } from '../fleet/vehicle.js';
import type { Point } from '../rides/cities.js';
import { wayBetween } from '../rides/fares.js';
import { stops } from '../rides/places.js';
import { ride } from '../rides/ride.js';
import type { Ride } from '../rides/ride-body.js';
import type { RideWord } from '../rides/ride-words.js';
import { type Rota, type Turn, turnsBetween, working } from './rota.js';
import { spanOf, spanQuery } from './span.js';

/** A ride of the network at a moment. */
interface NetworkRide {
  readonly id: string;
  readonly at: number;
  readonly vehicle: Vehicle;
  readonly abstractStatus: (typeof RideAbstractStatus)[number];
  readonly way: { readonly distanceKm: number; readonly minutes: number };
  readonly ends: readonly [pickup: Point, dropoff: Point];
  /** Epoch milliseconds; nothing as long as it has not happened. */
  readonly pickedUpAt: number | undefined;
  readonly droppedOffAt: number | undefined;
}

/** Which vehicle serves a ride that somebody asked for; the ride itself tells the rest. */
interface Served {
  readonly rideId: string;
  readonly num: number;
}
/** The words that a ride has passed through once a driver is there, and its good end. */
const withDriver: readonly RideWord[] = ['ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'INUSE_WITH_CANCEL_PENDING', 'FINISHED'];

const served: Kind<Served> = {
  name: 'network-ride',
  table: 'network_ride',
  noun: 'NETWORK_RIDE',
  owned: false,
  key: 'rideId',
  show: ({ id, body }) => ({ id, ...body }),
  seed: (opening) => {
    const all = vehicles(opening);
    for (const { id, at, body } of rows(opening, ride, { status: withDriver })) {
      const num = anyOf(all, opening, id, body.city)?.num;
      if (num !== undefined) addRow(opening, served, { owner: null, at, body: { rideId: id, num } });
    }
  },
};

/** A vehicle of the city that is on the road, for a ride that the fleet has not given one; nothing where there is none. */
function anyOf(all: readonly Vehicle[], { seed }: Moment, rideId: string, city: Vehicle['city']): Vehicle | undefined {
  const near = all.filter((one) => one.status === 40 && one.city === city);
  return near[Math.floor(pick(seed, 'network ride', rideId, 'vehicle') * near.length)];
}

function serve({ rideId, city }: About, moment: Moment): void {
  const id = String(rideId);
  const all = vehicles(moment);
  const sent = all.find(({ change }) => change?.rideId === id) ?? anyOf(all, moment, id, city as Vehicle['city']);
  if (!sent) return;
  const before = findRow(moment, served, id);
  const body = { rideId: id, num: sent.num };
  if (before) saveRow(moment, served, before, body);
  else addRow(moment, served, { owner: null, at: moment.now, body });
}

/** Hears of rides that have found a driver, after the fleet has. */
export const depin: Listener = { hears: { 'ride assigned': serve } };

/** A ride that somebody asked for, as the network sees it; nothing for one that came to nothing. */
function asked(moment: Moment, all: ReadonlyMap<number, Vehicle>, { id, body: { rideId, num } }: Row<Served>): NetworkRide[] {
  const row = rowById(moment, ride, rideId);
  if (!row || !withDriver.includes(row.body.status)) return [];
  const { body } = row;
  const reached = (status: RideWord) => body.statusLog.findLast((step) => step.status === status)?.at;
  const at = reached('ASSIGNED') ?? body.requestedAt;
  const way = { distanceKm: wayBetween(body.city, body.origin, body.destination).distanceKm, minutes: body.hidden.minutes };
  return [
    {
      id,
      at: Date.parse(at),
      vehicle: all.get(num)!,
      abstractStatus: body.status === 'ASSIGNED' ? 'PENDING' : 'MATCHED',
      way,
      ends: endsOf(body),
      pickedUpAt: timeOf(reached('INUSE')),
      droppedOffAt: timeOf(reached('FINISHED')),
    },
  ];
}
const timeOf = (at: string | undefined): number | undefined => (at === undefined ? undefined : Date.parse(at));
const endsOf = ({ origin, destination }: Ride): NetworkRide['ends'] => [origin, destination];

type Places = readonly [Point, ...Point[]];
const matchedAfter = 8 * second;
/** A ride that came in turn: at two places of the city of the vehicle whose turn it was. */
function inTurn(moment: Moment, { number, member, at }: Turn<Vehicle>): NetworkRide {
  const key = String(number);
  const places = stops(member.city).map(({ locationPoint }) => locationPoint) as unknown as Places;
  // The places that are named first are the best known, and the busiest.
  const from = among(places, pick(moment.seed, 'network ride', key, 'from') ** 2);
  const others = places.filter((place) => place !== from) as unknown as Places;
  const ends: NetworkRide['ends'] = [from, among(others, pick(moment.seed, 'network ride', key, 'to') ** 2)];
  const way = wayBetween(member.city, ...ends);
  const pickup = at + pickBetween(moment, 'network ride', key, 'wait', 60, 300) * second;
  const dropoff = pickup + Math.max(1, way.minutes) * minute;
  return {
    id: seededId(moment.seed, 'network ride', number),
    at,
    vehicle: member,
    abstractStatus: moment.now - at < matchedAfter ? 'PENDING' : 'MATCHED',
    way,
    ends,
    pickedUpAt: pickup <= moment.now ? pickup : undefined,
    droppedOffAt: dropoff <= moment.now ? dropoff : undefined,
  };
}

/** The rides of the network that began in a span of time, the last first. */
export function ridesBetween(moment: Moment, from: number, to: number): NetworkRide[] {
  const fleet = vehicles(moment);
  const rota: Rota<Vehicle> = { name: 'ride', members: working(moment, 'ride', fleet) };
  const byNum = new Map(fleet.map((vehicle) => [vehicle.num, vehicle]));
  const own = rows(moment, served).flatMap((row) => asked(moment, byNum, row));
  const all = [
    ...own.filter(({ at }) => at >= from && at <= to),
    ...turnsBetween(moment, rota, from, to).map((turn) => inTurn(moment, turn)),
  ];
  return all.sort((a, b) => b.at - a.at);
}

const cityQuery = { city: optional(word(City)) };
export const rideQuery = { ...spanQuery, ...cityQuery, ...paging };
const longestSpan = 366 * day;
const found = (world: World): NetworkRide[] =>
  ridesBetween(world, ...spanOf(world, longestSpan)).filter(
    ({ vehicle }) => world.query.city === undefined || world.query.city === vehicle.city,
  );

const time = (at: number | undefined): string | null => (at === undefined ? null : iso(at));
const shown = ({ id, vehicle, abstractStatus, way, pickedUpAt, droppedOffAt }: NetworkRide) => ({
  id,
  num: vehicle.num,
  vin: vehicle.vin,
  vehicleType: vehicle.model,
  abstractStatus,
  city: vehicle.city,
  distanceKm: way.distanceKm,
  durationS: way.minutes * 60,
  pickedUpAt: time(pickedUpAt),
  droppedOffAt: time(droppedOffAt),
});
/** Where a ride has been so far. */
const points = ({ ends, pickedUpAt, droppedOffAt }: NetworkRide) =>
  ([pickedUpAt, droppedOffAt] as const).flatMap((at, index) => {
    const { latitude, longitude } = ends[index]!;
    return at === undefined ? [] : [{ type: RidePointType[index]!, latitude, longitude, at: iso(at) }];
  });

/** GET /v1/depin/rides. */
export const listRidesV1 = (world: World): unknown => page(world, found(world)).map((one) => shown(one));
/** GET /v2/depin/rides. */
export const listRides = (world: World): unknown => page(world, found(world)).map((one) => ({ ...shown(one), points: points(one) }));

/** The side of a cell, in degrees. */
const cell = 0.005;
const cornerOf = (degrees: number): number => Number((Math.floor(degrees / cell + 1e-9) * cell).toFixed(3));

export const heatQuery = { ...spanQuery, ...cityQuery, type: optional(word(RidePointType)) };
/** GET /v1/depin/rides/heatmap: how many rides began or ended in each cell, which is named by its south-west corner; the most first. */
export function showHeatMap(world: World): unknown {
  const cells = new Map<string, { type: string; latitude: number; longitude: number; count: number }>();
  for (const { type, latitude, longitude } of found(world).flatMap(points)) {
    if (world.query.type !== undefined && world.query.type !== type) continue;
    const corner = { latitude: cornerOf(latitude), longitude: cornerOf(longitude) };
    const key = `${type} ${corner.latitude} ${corner.longitude}`;
    cells.set(key, { type, ...corner, count: (cells.get(key)?.count ?? 0) + 1 });
  }
  return [...cells.values()].sort((a, b) => b.count - a.count);
}
