// A point of the earth in a response.

import { asText, isRecord, valueAt } from '../services/json-value.js';
import type { Point } from './heat-grid.js';

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
