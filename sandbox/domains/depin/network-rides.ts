// The rides of the vehicle network: scheduled rides, a function of the time, and requested rides with their vehicles.

import { optional, word } from '../../../src/services/catalogue/define.js';
import { City, RidePointType } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  day,
  defineKind,
  type EventData,
  findRow,
  type HandlerContext,
  iso,
  type Kind,
  type Listener,
  matches,
  page,
  paging,
  type Row,
  rowById,
  rows,
  saveOrAdd,
  second,
  seededFraction,
  view,
} from '../../core/index.js';
import { unchangedVehicles, type Vehicle, vehicleByNum, vehicles } from '../fleet/vehicle.js';
import { routeBetween } from '../rides/fares.js';
import { ride } from '../rides/ride.js';
import type { Ride, RideState } from '../rides/ride-row.js';
import { longestRide, type NetworkRide, scheduledBetween, scheduledOf, scheduledUnderWay } from './scheduled-rides.js';
import { timeRangeOf, timeRangeQuery } from './turn-schedule.js';

/** All else comes from the ride. */
interface ServedRide {
  readonly rideId: string;
  readonly num: number;
}
/** The states with a driver, and the good end. */
const withDriver: readonly RideState[] = [
  'ASSIGNED',
  'PICKUP',
  'PICKUP_ARRIVED',
  'INUSE',
  'INUSE_WITH_CANCEL_PENDING',
  'FINISHED',
];

const networkRide: Kind<ServedRide> = defineKind({
  name: 'network-ride',
  key: 'rideId',
  seed: (opening) => {
    const fleet = vehicles(opening);
    for (const { id, at, body } of rows(opening, ride, { status: withDriver })) {
      const num = (fleet.find(({ change }) => change?.rideId === id) ?? anyOf(fleet, opening, id, body.city))?.num;
      if (num !== undefined) addRow(opening, networkRide, { at, body: { rideId: id, num } });
    }
  },
});

/** A free vehicle of the city for a ride without an assigned one, if any. */
function anyOf(
  fleet: readonly Vehicle[],
  context: Context,
  rideId: string,
  city: Vehicle['city'],
): Vehicle | undefined {
  const busy = scheduledUnderWay(context);
  const near = fleet.filter(
    ({ status, city: at, change, num }) => status === 40 && at === city && !change?.rideId && !busy.has(num),
  );
  return near[Math.floor(seededFraction(context.seed, 'network ride', rideId, 'vehicle') * near.length)];
}

function assignVehicle({ rideId, city }: EventData, context: Context): void {
  const id = String(rideId);
  const fleet = vehicles(context);
  const sent = fleet.find(({ change }) => change?.rideId === id) ?? anyOf(fleet, context, id, city as Vehicle['city']);
  if (!sent) return;
  const before = findRow(context, networkRide, id);
  saveOrAdd(context, networkRide, before, { body: { rideId: id, num: sent.num } });
}

/** Runs after the fleet has assigned a vehicle. */
export const networkListener: Listener = { on: { 'ride assigned': assignVehicle } };

/** A requested ride under its own id; empty if no vehicle served it. */
function requestedRide(context: Context, vehicle: Vehicle, { body: { rideId } }: Row<ServedRide>): NetworkRide[] {
  const row = rowById(context, ride, rideId);
  if (!row || !withDriver.includes(row.body.status)) return [];
  const { body } = row;
  const reached = (status: RideState) => body.statusLog.findLast((step) => step.status === status)?.at;
  const at = reached('ASSIGNED') ?? body.requestedAt;
  const route = {
    distanceKm: routeBetween(body.city, body.origin, body.destination).distanceKm,
    minutes: body.hidden.minutes,
  };
  return [
    {
      id: rideId,
      at: Date.parse(at),
      vehicle,
      abstractStatus: body.status === 'ASSIGNED' ? 'PENDING' : 'MATCHED',
      route,
      ends: endsOf(body),
      fare: { fare: body.fare, currency: body.currency },
      pickedUpAt: timeOf(reached('INUSE')),
      droppedOffAt: timeOf(reached('FINISHED')),
    },
  ];
}
const timeOf = (at: string | undefined): number | undefined => (at === undefined ? undefined : Date.parse(at));
const endsOf = ({ origin, destination }: Ride): NetworkRide['ends'] => [origin, destination];

/** By the time of the driver; of one vehicle if given. */
function requestedRides(context: Context, only?: Vehicle): NetworkRide[] {
  const planned = unchangedVehicles(context);
  return rows(context, networkRide)
    .filter(({ body }) => only === undefined || body.num === only.num)
    .flatMap((row) => requestedRide(context, planned[row.body.num - 1] ?? vehicleByNum(context, row.body.num), row));
}

/** The rides that began in a time range, the last first. */
export function ridesBetween(context: Context, from: number, to: number): NetworkRide[] {
  const rides = requestedRides(context);
  const requested = new Map<number, NetworkRide[]>();
  for (const ride of rides) requested.set(ride.vehicle.num, [...(requested.get(ride.vehicle.num) ?? []), ride]);
  const scheduled = scheduledBetween(context, from, to).filter(
    (ride) => !requested.get(ride.vehicle.num)?.some((other) => overlap(ride, other)),
  );
  const listed = [...rides.filter(({ at }) => at >= from && at <= to), ...scheduled];
  return listed.sort((a, b) => b.at - a.at);
}

/** The rides that a vehicle ended in a time range, in order. */
export function ridesOf(context: Context, vehicle: Vehicle, from: number, to: number): EndedRide[] {
  const requested = requestedRides(context, vehicle);
  const scheduled = scheduledOf(context, vehicle, from - longestRide, to).filter(
    (ride) => !requested.some((other) => overlap(ride, other)),
  );
  return [...requested, ...scheduled]
    .flatMap((ride) => (ride.droppedOffAt === undefined ? [] : [{ ...ride, droppedOffAt: ride.droppedOffAt }]))
    .filter(({ droppedOffAt }) => droppedOffAt >= from && droppedOffAt < to)
    .sort((a, b) => a.droppedOffAt - b.droppedOffAt);
}
export type EndedRide = NetworkRide & { readonly droppedOffAt: number };

/** A vehicle is on one ride at a time. */
const overlap = (a: NetworkRide, b: NetworkRide): boolean => a.at <= endOf(b) && b.at <= endOf(a);
const endOf = ({ droppedOffAt = Number.POSITIVE_INFINITY }: NetworkRide): number => droppedOffAt;

const cityQuery = { city: optional(word(City)) };
const rideQuery = { ...timeRangeQuery, ...cityQuery, ...paging };
const longestSpan = 366 * day;
const matchingRides = (context: HandlerContext): NetworkRide[] =>
  ridesBetween(context, ...timeRangeOf(context, longestSpan))
    .filter(({ vehicle }) => matches(context.query, ['city'], vehicle))
    .sort(
      (a, b) => (b.pickedUpAt ?? Number.MAX_SAFE_INTEGER) - (a.pickedUpAt ?? Number.MAX_SAFE_INTEGER) || b.at - a.at,
    );

const time = (at: number | undefined): string | null => (at === undefined ? null : iso(at));
const rideFields = ({ id, vehicle, abstractStatus, route, pickedUpAt, droppedOffAt }: NetworkRide) => ({
  id,
  num: vehicle.num,
  vin: vehicle.vin,
  vehicleType: vehicle.model,
  abstractStatus,
  city: vehicle.city,
  distanceKm: route.distanceKm,
  durationS:
    pickedUpAt === undefined || droppedOffAt === undefined
      ? route.minutes * 60
      : Math.round((droppedOffAt - pickedUpAt) / second),
  pickedUpAt: time(pickedUpAt),
  droppedOffAt: time(droppedOffAt),
});
/** The points of a ride until now. */
const points = ({ ends, pickedUpAt, droppedOffAt }: NetworkRide) =>
  ([pickedUpAt, droppedOffAt] as const).flatMap((at, index) => {
    const { latitude, longitude } = ends[index]!;
    return at === undefined ? [] : [{ type: RidePointType[index]!, latitude, longitude, at: iso(at) }];
  });

/** The rides that match. */
export const listRidesV1 = view((context) => page(context, matchingRides(context), rideFields), { query: rideQuery });
/** The same, with their points. */
export const listRides = view(
  (context) => page(context, matchingRides(context), (ride) => ({ ...rideFields(ride), points: points(ride) })),
  { query: rideQuery },
);

/** In degrees. */
const cell = 0.005;
const cornerOf = (degrees: number): number => Number((Math.floor(degrees / cell + 1e-9) * cell).toFixed(3));

/** The starts or ends in each cell, named by its south-west corner; the most first. */
export const showHeatMap = view(
  (context) => {
    const cells = new Map<string, { type: string; latitude: number; longitude: number; count: number }>();
    for (const { type, latitude, longitude } of matchingRides(context).flatMap(points)) {
      if (context.query.type !== undefined && context.query.type !== type) continue;
      const corner = { latitude: cornerOf(latitude), longitude: cornerOf(longitude) };
      const key = `${type} ${corner.latitude} ${corner.longitude}`;
      cells.set(key, { type, ...corner, count: (cells.get(key)?.count ?? 0) + 1 });
    }
    return [...cells.values()].sort((a, b) => b.count - a.count);
  },
  { query: { ...timeRangeQuery, ...cityQuery, type: optional(word(RidePointType)) } },
);
