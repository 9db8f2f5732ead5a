// Opens the watch screen of a ride over a stream of its states.

import type { WatchState } from '../engine/status-stream.js';
import { type RideSource, rideFlow } from './ride-flow.js';
import { type Left, mountScreen, type ScreenStage } from './screen.js';
import { RideWatchScreen } from './screens/ride-watch.js';
import type { Head } from './state/page.js';
import { ofRide, type RecordReveal, recordingReveals } from './state/revealing.js';
import { rideWatch } from './state/ride-watch.js';

/** What the screen stands on. */
export interface RideOptions extends RideSource {
  readonly head: Head;
  readonly id: string;
  /** The command that shows the same. */
  readonly command: string;
  readonly bell: boolean;
  readonly reveal: boolean;
  /** Records that personal data are shown whole, in the audit file. */
  readonly revealed?: RecordReveal;
}

/** Shows the ride until it is left. @returns how, and the last state that was seen. @throws what the stream throws, and {Error} where there is no terminal. */
export async function watchRide(stage: ScreenStage, options: RideOptions): Promise<{ left: Left; last?: WatchState<unknown> }> {
  const flow = rideFlow(options);
  try {
    const left = await mountScreen(
      { ...stage, mouse: false },
      {
        board: recordingReveals(rideWatch(options), ofRide, options.revealed),
        draw: (state, size, now) => <RideWatchScreen {...{ state, size, now }} />,
        perform: flow.perform,
        begin: flow.begin,
      },
    );
    const last = flow.last();
    return { left, ...(last ? { last } : {}) };
  } finally {
    flow.end();
  }
}
