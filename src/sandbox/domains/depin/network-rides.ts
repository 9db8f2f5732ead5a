// Rides of the vehicle network: scheduled ones, a function of the time, and those that users have requested.
import { optional, word } from '../../../services/catalogue/define.js';
import { City, type RideAbstractStatus, RidePointType } from '../../../services/catalogue/words.js';
import { day, iso, minute, second } from '../../core/clock.js';
import { type HandlerContext, type SandboxContext, seededInteger } from '../../core/context.js';
import type { EventData, Listener } from '../../core/events.js';
import { page, paging } from '../../core/handlers.js';
import { addRow, findRow, type Kind, type Row, rowById, rows, saveRow } from '../../core/rows.js';
import { pickFrom, seededFraction, seededId } from '../../core/seeded-random.js';
import { type Vehicle, vehicles } from '../fleet/vehicle.js';
import type { Point } from '../rides/cities.js';
import { routeBetween } from '../rides/fares.js';
import { stops } from '../rides/places.js';
import { ride } from '../rides/ride.js';
import type { Ride } from '../rides/ride-row.js';
import type { RideState } from '../rides/ride-statuses.js';
import { timeRangeOf, timeRangeQuery } from './time-range.js';
import { scheduledVehicles, type Turn, type TurnSchedule, turnsBetween } from './turn-schedule.js';

/** A ride of the network at a moment. */
interface NetworkRide {
  readonly id: string;
  readonly at: number;
  readonly vehicle: Vehicle;
  readonly abstractStatus: (typeof RideAbstractStatus)[number];
  readonly route: { readonly distanceKm: number; readonly minutes: number };
  readonly ends: readonly [pickup: Point, dropoff: Point];
  /** Epoch milliseconds; nothing as long as it has not happened. */
  readonly pickedUpAt: number | undefined;
  readonly droppedOffAt: number | undefined;
}

/** The vehicle of a requested ride; all else is read from the ride. */
interface ServedRide {
  readonly rideId: string;
  readonly num: number;
}
/** The states of a ride with a driver, and its good end. */
const withDriver: readonly RideState[] = ['ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'INUSE_WITH_CANCEL_PENDING', 'FINISHED'];

const networkRide: Kind<ServedRide> = {
  name: 'network-ride',
  table: 'network_ride',
  noun: 'NETWORK_RIDE',
  owned: false,
  key: 'rideId',
  show: ({ id, body }) => ({ id, ...body }),
  seed: (opening) => {
    const all = vehicles(opening);
    for (const { id, at, body } of rows(opening, ride, { status: withDriver })) {
      const num = (all.find(({ change }) => change?.rideId === id) ?? anyOf(all, opening, id, body.city))?.num;
      if (num !== undefined) addRow(opening, networkRide, { owner: null, at, body: { rideId: id, num } });
    }
  },
};

/** A vehicle on the road in the city and on no ride, for a ride to which the fleet has assigned none; undefined where there is none. */
function anyOf(all: readonly Vehicle[], { seed }: SandboxContext, rideId: string, city: Vehicle['city']): Vehicle | undefined {
  const near = all.filter((one) => one.status === 40 && one.city === city && !one.change?.rideId);
  return near[Math.floor(seededFraction(seed, 'network ride', rideId, 'vehicle') * near.length)];
}

function assignVehicle({ rideId, city }: EventData, context: SandboxContext): void {
  const id = String(rideId);
  const all = vehicles(context);
  const sent = all.find(({ change }) => change?.rideId === id) ?? anyOf(all, context, id, city as Vehicle['city']);
  if (!sent) return;
  const before = findRow(context, networkRide, id);
  const body = { rideId: id, num: sent.num };
  if (before) saveRow(context, networkRide, before, body);
  else addRow(context, networkRide, { owner: null, at: context.now, body });
}

/** Hears of rides that have found a driver, after the fleet has. */
export const networkListener: Listener = { on: { 'ride assigned': assignVehicle } };

/** A requested ride as the network sees it; empty for one that was not served. */
function requestedRide(
  context: SandboxContext,
  all: ReadonlyMap<number, Vehicle>,
  { id, body: { rideId, num } }: Row<ServedRide>,
): NetworkRide[] {
  const row = rowById(context, ride, rideId);
  if (!row || !withDriver.includes(row.body.status)) return [];
  const { body } = row;
  const reached = (status: RideState) => body.statusLog.findLast((step) => step.status === status)?.at;
  const at = reached('ASSIGNED') ?? body.requestedAt;
  const route = { distanceKm: routeBetween(body.city, body.origin, body.destination).distanceKm, minutes: body.hidden.minutes };
  return [
    {
      id,
      at: Date.parse(at),
      vehicle: all.get(num)!,
      abstractStatus: body.status === 'ASSIGNED' ? 'PENDING' : 'MATCHED',
      route,
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
function scheduledRide(context: SandboxContext, { number, member, at }: Turn<Vehicle>): NetworkRide {
  const key = String(number);
  const places = stops(member.city).map(({ locationPoint }) => locationPoint) as unknown as Places;
  // The places that are named first are the best known, and the busiest.
  const from = pickFrom(places, seededFraction(context.seed, 'network ride', key, 'from') ** 2);
  const others = places.filter((place) => place !== from) as unknown as Places;
  const ends: NetworkRide['ends'] = [from, pickFrom(others, seededFraction(context.seed, 'network ride', key, 'to') ** 2)];
  const route = routeBetween(member.city, ...ends);
  const pickup = at + seededInteger(context, 'network ride', key, 'wait', 60, 300) * second;
  const dropoff = pickup + Math.max(1, route.minutes) * minute;
  return {
    id: seededId(context.seed, 'network ride', number),
    at,
    vehicle: member,
    abstractStatus: context.now - at < matchedAfter ? 'PENDING' : 'MATCHED',
    route,
    ends,
    pickedUpAt: pickup <= context.now ? pickup : undefined,
    droppedOffAt: dropoff <= context.now ? dropoff : undefined,
  };
}

/** The rides of the network that began in a span of time, the last first. */
export function ridesBetween(context: SandboxContext, from: number, to: number): NetworkRide[] {
  const fleet = vehicles(context);
  const rota: TurnSchedule<Vehicle> = { name: 'ride', members: scheduledVehicles(context, 'ride', fleet) };
  const byNum = new Map(fleet.map((vehicle) => [vehicle.num, vehicle]));
  const own = rows(context, networkRide).flatMap((row) => requestedRide(context, byNum, row));
  const requested = new Map<number, NetworkRide[]>();
  for (const one of own) requested.set(one.vehicle.num, [...(requested.get(one.vehicle.num) ?? []), one]);
  const scheduled = turnsBetween(context, rota, from, to)
    .map((turn) => scheduledRide(context, turn))
    .filter((one) => !requested.get(one.vehicle.num)?.some((other) => overlap(one, other)));
  const all = [...own.filter(({ at }) => at >= from && at <= to), ...scheduled];
  return all.sort((a, b) => b.at - a.at);
}

/** Whether two rides of a vehicle were under way at one time: it is on one ride at most. */
const overlap = (one: NetworkRide, other: NetworkRide): boolean => one.at <= endOf(other) && other.at <= endOf(one);
const endOf = ({ droppedOffAt = Number.POSITIVE_INFINITY }: NetworkRide): number => droppedOffAt;

const cityQuery = { city: optional(word(City)) };
export const rideQuery = { ...timeRangeQuery, ...cityQuery, ...paging };
const longestSpan = 366 * day;
const matchingRides = (context: HandlerContext): NetworkRide[] =>
  ridesBetween(context, ...timeRangeOf(context, longestSpan)).filter(
    ({ vehicle }) => context.query.city === undefined || context.query.city === vehicle.city,
  );

const time = (at: number | undefined): string | null => (at === undefined ? null : iso(at));
const shown = ({ id, vehicle, abstractStatus, route, pickedUpAt, droppedOffAt }: NetworkRide) => ({
  id,
  num: vehicle.num,
  vin: vehicle.vin,
  vehicleType: vehicle.model,
  abstractStatus,
  city: vehicle.city,
  distanceKm: route.distanceKm,
  durationS: route.minutes * 60,
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
export const listRidesV1 = (context: HandlerContext): unknown => page(context, matchingRides(context)).map((one) => shown(one));
/** GET /v2/depin/rides. */
export const listRides = (context: HandlerContext): unknown =>
  page(context, matchingRides(context)).map((one) => ({ ...shown(one), points: points(one) }));

/** The side of a cell, in degrees. */
const cell = 0.005;
const cornerOf = (degrees: number): number => Number((Math.floor(degrees / cell + 1e-9) * cell).toFixed(3));

export const heatQuery = { ...timeRangeQuery, ...cityQuery, type: optional(word(RidePointType)) };
/** GET /v1/depin/rides/heatmap: how many rides began or ended in each cell, which is named by its south-west corner; the most first. */
export function showHeatMap(context: HandlerContext): unknown {
  const cells = new Map<string, { type: string; latitude: number; longitude: number; count: number }>();
  for (const { type, latitude, longitude } of matchingRides(context).flatMap(points)) {
    if (context.query.type !== undefined && context.query.type !== type) continue;
    const corner = { latitude: cornerOf(latitude), longitude: cornerOf(longitude) };
    const key = `${type} ${corner.latitude} ${corner.longitude}`;
    cells.set(key, { type, ...corner, count: (cells.get(key)?.count ?? 0) + 1 });
  }
  return [...cells.values()].sort((a, b) => b.count - a.count);
}
