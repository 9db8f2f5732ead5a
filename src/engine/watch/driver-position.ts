// The position of a ride's driver, if the response has it: coordinates, age, distance to the next stop.

import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { ofTime } from '../../text/time.js';
import { withRider } from '../../things/ride.js';

/** In degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}
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

/**
 * The fields of the driver's position and its time, as the sandbox has them. Both are assumed: neither is public
 * (platform 6.6).
 */
const positionField = 'driverLocation';
const timeField = 'driverLocation.at';

/** The point in a field: `latitude` and `longitude`, the published names of a location, or in its `locationPoint`. */
export function pointIn(row: unknown, path: string): Point | undefined {
  const value = valueAt(row, path);
  if (!isRecord(value)) return undefined;
  const place = isRecord(value.locationPoint) ? value.locationPoint : value;
  const [latitude, longitude] = [degreesOf(place.latitude, 90), degreesOf(place.longitude, 180)];
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}
function degreesOf(value: unknown, most: number): number | undefined {
  const text = asText(value);
  const degrees = /^-?\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(degrees) <= most ? degrees : undefined;
}

/** The driver's position in a response. */
export const driverPoint = (row: unknown): Point | undefined => pointIn(row, positionField);

/** The position in a response, with the time it was first seen; unchanged positions keep the time of `before`. */
export function seenPosition(row: unknown, before: SeenPosition | undefined, at: number): SeenPosition | undefined {
  const point = driverPoint(row);
  if (!point) return undefined;
  return before && before.latitude === point.latitude && before.longitude === point.longitude
    ? before
    : { ...point, seenAt: at };
}

/** The position with its distance to the next stop, and its age. */
export function driverPosition(
  row: Row,
  status: string | undefined,
  { seenAt, ...point }: SeenPosition,
): DriverPosition {
  const stated = ofTime(asText(valueAt(row, timeField)));
  const isOn = status !== undefined && withRider.includes(status);
  const stop = pointIn(row, isOn ? 'destination' : 'origin');
  return {
    ...point,
    at: stated ?? seenAt,
    isStated: stated !== undefined,
    to: stop ? { stop: isOn ? 'drop-off' : 'pick-up', metres: metresBetween(point, stop) } : undefined,
  };
}

const earthRadius = 6_371_000; // metres
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
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
