// A ride that is watched over the other screens: its events, what its screen asks for, and leaving it.
import { aged } from './answers.js';
import type { AppEvent } from './app-events.js';
import { linesOf } from './asking.js';
import type { Wish } from './board.js';
import { firstOf } from './going.js';
import { actOf } from './keymap.js';
import { type RideEffect, type RideWatch, rideKeys, rideWatch } from './ride-watch.js';
import { type AppEffect, type Application, tell, topOf, withTop } from './state.js';

type Next = readonly [Application, ...(AppEffect | Wish)[]];

/** What its stream tells. */
export function rideHappened(state: Application, event: Extract<AppEvent, { what: 'ride' | 'ride failed' }>, now: number): Next {
  const top = topOf(state);
  if (top.kind !== 'watch') return [state];
  if (event.what === 'ride') return rideNext(state, rideWatch(top.ride).update(top.ride, event.event, now));
  const [closed] = offRide(state);
  return [tell(closed, event.text, 'bad', now), { do: 'stop watching' }];
}

/** What a ride's screen asks for: leaving it is coming back here. */
export function rideNext(state: Application, [ride, ...effects]: readonly [RideWatch, ...(RideEffect | Wish)[]]): Next {
  if (effects.some((one) => one.do === 'leave')) return offRide(state);
  const own = effects.map((one) =>
    one.do === 'cancel' || one.do === 'pause' || one.do === 'ask now' ? ({ do: 'ride', effect: one } as const) : one,
  );
  return [withTop(state, { kind: 'watch', group: 'Ride', ride }), ...own];
}

/** The ride's screen closed; what lies below is asked anew. */
export function offRide(state: Application): Next {
  const stack = state.stack.slice(0, -1);
  const below = stack.length > 0 ? stack : [firstOf(state, 'Ride')];
  const next = { ...state, stack: below };
  return [{ ...next, answers: aged(state.answers, linesOf(next)) }, { do: 'stop watching' }];
}
/** Whether a key goes from a ride's screen to another one: not while it asks something or shows more than itself. */
export const leavesRide = ({ asking: asks, help, shows }: RideWatch, key: string): boolean =>
  asks === undefined && !help && shows === 'ride' && actOf(rideKeys, key) === 'elsewhere';
