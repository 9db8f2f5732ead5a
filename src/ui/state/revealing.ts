// Records that a screen begins to show personal data whole, before it does: what cannot be recorded stays masked.

import { commandOf } from './actions.js';
import type { Board } from './board.js';
import type { RideWatch } from './ride-watch.js';
import { type Application, topOf, withNotice } from './state.js';

/** Records that a screen shows personal data whole. @param line the command of the screen @returns why it cannot be recorded, in a sentence */
export type RecordReveal = (line: string) => string | undefined;

/** What is needed to see, in two states of a board, that data begin to be shown whole, and to refuse it. */
interface Revealing<State> {
  /** The command of what is shown whole in the second state and was masked in the first. */
  readonly line: (before: State, after: State) => string | undefined;
  /** The state that goes on masking, with the reason. */
  readonly refused: (before: State, reason: string, now: number) => State;
}

/** A board that records each reveal. */
export const recordingReveals = <State, Event, Effect>(
  board: Board<State, Event, Effect>,
  { line, refused }: Revealing<State>,
  record: RecordReveal | undefined,
): Board<State, Event, Effect> => ({
  ...board,
  update: (state, event, now) => {
    const next = board.update(state, event, now);
    const revealed = line(state, next[0]);
    const reason = revealed === undefined ? undefined : record?.(revealed);
    return reason === undefined ? next : [refused(state, reason, now)];
  },
});

/** The reveals of the application, and of a ride that is watched in it. */
export const ofApplication: Revealing<Application> = {
  line: (before, after) => {
    if (!before.reveal && after.reveal) return commandOf(after);
    const [was, is] = [topOf(before), topOf(after)];
    if (was.kind === 'watch' && is.kind === 'watch') return ofRide.line(was.ride, is.ride);
    if (was.kind !== 'rides' || is.kind !== 'rides') return undefined;
    return was.rides.map((ride, at) => ofRide.line(ride, is.rides[at]!)).find((line) => line !== undefined);
  },
  refused: (before, reason, now) => withNotice(before, reason, 'bad', now),
};

/** The reveals of the watch screen of a ride. */
export const ofRide: Revealing<RideWatch> = {
  line: (before, after) => (!before.reveal && after.reveal ? after.command : undefined),
  refused: (before, reason) => ({ ...before, notice: { text: reason, class: 'bad', until: Number.POSITIVE_INFINITY } }),
};
