// Where the driver of a ride is, as far as the response says it: the position, its age, the distance to the stop that comes next.

import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { ofTime } from '../../text/time.js';

/** A point, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}
/** A position that was read, and when it was read for the first time, epoch milliseconds of the service's clock. */
export interface SeenPosition extends Point {
  readonly seenAt: number;
}
/** What is known of the driver's position. */
export interface DriverPosition extends Point {
  /** The time of the position: as stated, else when it was first seen; epoch milliseconds of the service's clock. */
  readonly at: number;
  readonly isStated: boolean;
  /** The stop that the driver goes to, and the distance to it in metres as the crow flies; undefined where the response has no coordinates of it. */
  readonly to?: { readonly stop: 'pick-up' | 'drop-off'; readonly metres: number };
}

/**
 * The field with the driver's position and that with its time. Neither is public (platform 6.6): both are assumed, and are those of the sandbox. A
 * response without them is one without a position.
 */
const positionField = 'driverLocation';
const timeField = 'driverLocation.at';

/** The point in a field: `latitude` and `longitude`, the published words of a location, or those of its `locationPoint`; undefined where it has none. */
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

/** The driver's position in a response; undefined where it has none. */
export const driverPoint = (row: unknown): Point | undefined => pointIn(row, positionField);

/** The position in a response with the time at which it was first seen: that of `before` while it is the same. */
export function seenPosition(row: unknown, before: SeenPosition | undefined, at: number): SeenPosition | undefined {
  const point = driverPoint(row);
  if (!point) return undefined;
  return before && before.latitude === point.latitude && before.longitude === point.longitude ? before : { ...point, seenAt: at };
}

/** The statuses in which the driver goes to the drop-off; before them it is the pick-up. */
const withRider: ReadonlySet<string> = new Set(['INUSE', 'INUSE_WITH_CANCEL_PENDING']);

/** What is known of the position: how far it is from the next stop, and how old it is. */
export function driverPosition(row: Row, status: string | undefined, { seenAt, ...point }: SeenPosition): DriverPosition {
  const stated = ofTime(asText(valueAt(row, timeField)));
  const isOn = status !== undefined && withRider.has(status);
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
export function metresBetween(one: Point, other: Point): number {
  const latitude = radians(other.latitude - one.latitude);
  const longitude = radians(other.longitude - one.longitude);
  const half =
    Math.sin(latitude / 2) ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, half)));
}

/** A distance to be read: `40 m`, `820 m`, `2.4 km`, `31 km`; metres to the next ten. */
export function distanceText(metres: number): string {
  const tens = Math.round(metres / 10) * 10;
  if (tens < 1000) return `${tens} m`;
  return metres < 9950 ? `${(metres / 1000).toFixed(1)} km` : `${Math.round(metres / 1000)} km`;
}
