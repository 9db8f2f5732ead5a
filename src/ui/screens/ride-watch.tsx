// The watch screen of a ride.
import { Frame } from '../components/frame.js';
import { Lines } from '../components/lines.js';
import { rideWatchFrame, rideWatchLines } from '../present/ride-watch.js';
import type { Size } from '../state/page.js';
import type { RideWatch } from '../state/ride-watch.js';

/** A ride under way: its status, its steps, the driver, its events. */
export function RideWatchScreen({ state, size, now }: { readonly state: RideWatch; readonly size: Size; readonly now: number }) {
  return (
    <Frame {...rideWatchFrame(state, size, now)} {...{ size, now }}>
      {({ rows, columns }) => <Lines lines={rideWatchLines(state, { rows, columns }, now)} {...{ rows, columns }} />}
    </Frame>
  );
}
