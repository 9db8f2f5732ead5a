// Where the driver of a ride is, as far as the ride says it.

import type { Context } from '../../cli/context.js';
import { distanceText, driverPosition, seenPosition } from '../../engine/watch/driver-position.js';
import { asText } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import { ride } from '../../things/ride.js';
import type { FoundRow } from './found.js';

/** The fields that the position of the driver adds to those of a ride. */
export const driverColumns: readonly Column[] = [
  { path: 'driver', heading: 'position' },
  { path: 'driverLocation.at', heading: 'seen there', as: 'time' },
];

/** The rides with the driver's distance to the next stop, and when the position was recorded. */
export async function withDrivers(found: readonly FoundRow[], context: Context): Promise<readonly FoundRow[]> {
  if (!found.some(({ source }) => source.thing === ride)) return found;
  const now = context.world.clock.now() + context.http().clockOffset;
  return found.map((one) => {
    const seen = one.source.thing === ride ? seenPosition(one.row, undefined, now) : undefined;
    const position = seen && driverPosition(one.row, asText(one.row.status), seen);
    return position?.to === undefined
      ? one
      : { ...one, shown: { ...one.shown, driver: `${distanceText(position.to.metres)} from the ${position.to.stop}` } };
  });
}
