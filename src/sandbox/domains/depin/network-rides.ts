// Lists the rides of the vehicle network: scheduled ones, a function of the time, and those that users have requested.
import { optional, word } from '../../../services/catalogue/define.js';
import { City, RidePointType } from '../../../services/catalogue/words.js';
import { day, iso, second } from '../../core/clock.js';
import type { HandlerContext, SandboxContext } from '../../core/context.js';
import { page, paging } from '../../core/handlers.js';
import type { Vehicle } from '../fleet/vehicle.js';
import { longestRide, type NetworkRide, scheduledBetween, scheduledOf } from './scheduled-rides.js';
import { requestedRides } from './served-rides.js';
import { timeRangeOf, timeRangeQuery } from './time-range.js';

/** The rides of the network that began in a span of time, the last first. */
export function ridesBetween(context: SandboxContext, from: number, to: number): NetworkRide[] {
  const own = requestedRides(context);
  const requested = new Map<number, NetworkRide[]>();
  for (const one of own) requested.set(one.vehicle.num, [...(requested.get(one.vehicle.num) ?? []), one]);
  const scheduled = scheduledBetween(context, from, to).filter(
    (one) => !requested.get(one.vehicle.num)?.some((other) => overlap(one, other)),
  );
  const all = [...own.filter(({ at }) => at >= from && at <= to), ...scheduled];
  return all.sort((a, b) => b.at - a.at);
}

/** The rides that a vehicle ended in a span of time, in their order: of those that the network lists. */
export function ridesOf(context: SandboxContext, vehicle: Vehicle, from: number, to: number): EndedRide[] {
  const own = requestedRides(context, vehicle);
  const scheduled = scheduledOf(context, vehicle, from - longestRide, to).filter((one) => !own.some((other) => overlap(one, other)));
  return [...own, ...scheduled]
    .flatMap((one) => (one.droppedOffAt === undefined ? [] : [{ ...one, droppedOffAt: one.droppedOffAt }]))
    .filter(({ droppedOffAt }) => droppedOffAt >= from && droppedOffAt < to)
    .sort((a, b) => a.droppedOffAt - b.droppedOffAt);
}
/** A ride whose end has come. */
export type EndedRide = NetworkRide & { readonly droppedOffAt: number };

/** Whether two rides of a vehicle were under way at one time: it is on one ride at most. */
const overlap = (one: NetworkRide, other: NetworkRide): boolean => one.at <= endOf(other) && other.at <= endOf(one);
const endOf = ({ droppedOffAt = Number.POSITIVE_INFINITY }: NetworkRide): number => droppedOffAt;

const cityQuery = { city: optional(word(City)) };
export const rideQuery = { ...timeRangeQuery, ...cityQuery, ...paging };
const longestSpan = 366 * day;
const matchingRides = (context: HandlerContext): NetworkRide[] =>
  ridesBetween(context, ...timeRangeOf(context, longestSpan))
    .filter(({ vehicle }) => context.query.city === undefined || context.query.city === vehicle.city)
    .sort((a, b) => (b.pickedUpAt ?? Number.MAX_SAFE_INTEGER) - (a.pickedUpAt ?? Number.MAX_SAFE_INTEGER) || b.at - a.at);

const time = (at: number | undefined): string | null => (at === undefined ? null : iso(at));
const shown = ({ id, vehicle, abstractStatus, route, pickedUpAt, droppedOffAt }: NetworkRide) => ({
  id,
  num: vehicle.num,
  vin: vehicle.vin,
  vehicleType: vehicle.model,
  abstractStatus,
  city: vehicle.city,
  distanceKm: route.distanceKm,
  durationS: pickedUpAt === undefined || droppedOffAt === undefined ? route.minutes * 60 : Math.round((droppedOffAt - pickedUpAt) / second),
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
