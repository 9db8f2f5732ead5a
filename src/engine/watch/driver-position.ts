// The position of a ride's driver, if the response has it: coordinates, age, distance to the next stop.

import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import type { Point } from '../../text/heat-grid.js';
import { pointIn } from '../../text/point-in.js';
import { ofTime } from '../../text/time.js';
import { rideMap } from '../../things/ride.js';

/** A position, and the time it was first read, epoch milliseconds of the service's clock. */
export interface SeenPosition extends Point {
  readonly seenAt: number;
}
export interface DriverPosition extends Point {
  /** The stated time of the position, else the time it was first seen; epoch milliseconds of the service's clock. */
  readonly at: number;
  readonly isStated: boolean;
  /**
   * The driver's next stop, and its great-circle distance in metres; undefined if the response lacks its coordinates.
   */
  readonly to?: { readonly stop: 'pick-up' | 'drop-off'; readonly metres: number };
}

/** Whether a response has a driver. */
export const hasDriver = (row: unknown): boolean => isRecord(valueAt(row, rideMap.driver));
/** The driver's position in a response. */
export const driverPoint = (row: unknown): Point | undefined => pointIn(row, rideMap.moving);

/** The position in a response, with the time it was first seen; unchanged positions keep the time of `before`. */
export function seenPosition(row: unknown, before: SeenPosition | undefined, at: number): SeenPosition | undefined {
  const point = driverPoint(row);
  if (!point) return undefined;
  return before && before.latitude === point.latitude && before.longitude === point.longitude
    ? before
    : { ...point, seenAt: at };
}

/** A position and its time: stated by the response, else the time it was first seen. */
export interface Reading extends Point {
  readonly at: number;
}
/** The most positions of a trail: an hour of a ride that is asked for every three seconds. */
const longestTrail = 1200;
/**
 * The positions so far with the position of a response. A vehicle that stands still has two: the first and the last.
 * @param seen the position in the response
 */
export function trailAfter(
  before: readonly Reading[] = [],
  row: unknown,
  { latitude, longitude, seenAt }: SeenPosition,
): readonly Reading[] {
  const reading = { latitude, longitude, at: ofTime(asText(valueAt(row, rideMap.movedAt))) ?? seenAt };
  const [last, earlier] = [before.at(-1), before.at(-2)];
  if (last && last.at >= reading.at) return before;
  const stands = last && earlier && isSame(last, reading) && isSame(earlier, reading);
  return [...(stands ? before.slice(0, -1) : before), reading].slice(-longestTrail);
}
const isSame = (a: Point, b: Point) => a.latitude === b.latitude && a.longitude === b.longitude;

/** The shortest and the longest time between two positions that give a speed, milliseconds. */
const [leastBetween, mostBetween] = [2000, 60_000];
/** The fastest speed that a vehicle on a road has, km/h: more is a wrong position. */
const fastest = 200;
/**
 * The speed between the last two positions, km/h; undefined without two positions that give one, or if the last one is
 * old.
 * @param now epoch milliseconds of the service's clock
 */
export function speedOf(trail: readonly Reading[], now: number): number | undefined {
  const [before, last] = [trail.at(-2), trail.at(-1)];
  if (!before || !last || now - last.at > mostBetween) return undefined;
  const between = last.at - before.at;
  if (between < leastBetween || between > mostBetween) return undefined;
  const speed = (metresBetween(before, last) / between) * 3600;
  return speed > fastest ? undefined : Math.round(speed);
}

/** Whether the drop-off is the next stop; earlier it is the pick-up. */
const isAboard = (status: string | undefined) => status !== undefined && rideMap.aboard.includes(status);

/** The position with its distance to the next stop, and its age. */
export function driverPosition(
  row: Row,
  status: string | undefined,
  { seenAt, ...point }: SeenPosition,
): DriverPosition {
  const stated = ofTime(asText(valueAt(row, rideMap.movedAt)));
  const isOn = isAboard(status);
  const stop = pointIn(row, isOn ? rideMap.to : rideMap.from);
  return {
    ...point,
    at: stated ?? seenAt,
    isStated: stated !== undefined,
    to: stop ? { stop: isOn ? 'drop-off' : 'pick-up', metres: metresBetween(point, stop) } : undefined,
  };
}

const earthRadius = 6_371_000; // metres
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** The great-circle distance of two points in metres, by the haversine formula. */
export function metresBetween(a: Point, b: Point): number {
  const latitude = radians(b.latitude - a.latitude);
  const longitude = radians(b.longitude - a.longitude);
  const half =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, half)));
}

/** A distance for people: `40 m`, `820 m`, `2.4 km`, `31 km`; metres in tens. */
export function distanceText(metres: number): string {
  const tens = Math.round(metres / 10) * 10;
  if (tens < 1000) return `${tens} m`;
  return metres < 9950 ? `${(metres / 1000).toFixed(1)} km` : `${Math.round(metres / 1000)} km`;
}
