// The watch screen of a ride.
import type { Size } from '../models/page.js';
import type { RideWatch } from '../models/ride-watch.js';
import { Lines } from '../parts/lines.js';
import { rideWatchLines } from '../present/ride-watch.js';

/** A ride as it goes on: its word, its road, who drives, what came. */
export function RideWatchScreen({ state, size, now }: { readonly state: RideWatch; readonly size: Size; readonly now: number }) {
  return <Lines lines={rideWatchLines(state, size, now)} />;
}
