// What stands between a ride's stream and its screen: it pulls states, holds them while the screen is paused, and does what the screen asks for.

import type { WatchState } from '../engine/status-stream.js';
import { failureOf } from './state/answers.js';
import type { RideEffect, RideEvent } from './state/ride-watch.js';

/** Where the states of something come from. */
export interface Source {
  readonly stream: AsyncIterator<WatchState<unknown>, WatchState<unknown>>;
  /** Ends the waiting between two askings. */
  askNow(): void;
  /** Hands over whom to emit of the session, until it is called with nothing. */
  onSession(listener: ((kind: string, ends?: number) => void) | undefined): void;
  /** How far the clock of the service is ahead of this machine's, milliseconds. */
  clockOffset?(): number;
}
/** The same of a ride, with what can be done to it. */
export interface RideSource extends Source {
  /** Asks to cancel the ride, which was confirmed. @returns the outcome, in a sentence. */
  cancel(): Promise<string>;
}

/** The flow of a ride, or of anything that is followed. `begin` ends with the stream and fails as it does; after `end` nothing more is told. */
export function rideFlow(source: Source & Partial<Pick<RideSource, 'cancel'>>) {
  let last: WatchState<unknown> | undefined;
  let over = false;
  let goOn: (() => void) | undefined;
  let paused: Promise<void> | undefined;
  return {
    /** The last state that was seen. */
    last: () => last,
    async begin(emit: (event: RideEvent) => void): Promise<void> {
      source.onSession((kind, ends) => emit({ what: 'session', kind, ...(ends === undefined ? {} : { ends }) }));
      for (;;) {
        await paused;
        if (over) return;
        const { value: state, done } = await source.stream.next();
        await paused; // a paused screen does not change
        if (over) return;
        last = state;
        emit({ what: 'state', state, last: done === true, ...(source.clockOffset ? { clockOffset: source.clockOffset() } : {}) });
        if (done) return;
      }
    },
    perform(effect: RideEffect, emit: (event: RideEvent) => void): void {
      if (effect.do === 'ask now') source.askNow();
      else if (effect.do === 'cancel') cancelled(source.cancel, (event) => over || emit(event));
      else {
        goOn?.();
        paused = effect.on
          ? new Promise((on) => {
              goOn = on;
            })
          : undefined;
      }
    },
    end(): void {
      over = true;
      source.onSession(undefined);
      goOn?.();
    },
  };
}

/** Cancels, and tells the outcome or the failure; the watching goes on. */
function cancelled(cancel: RideSource['cancel'] | undefined, emit: (event: RideEvent) => void): void {
  cancel?.().then(
    (text) => emit({ what: 'cancelled', text }),
    (error: unknown) => emit({ what: 'cancel failed', failure: failureOf(error) }),
  );
}
