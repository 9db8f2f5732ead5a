// The watch screen of a ride over other screens: its events, its effects, and leaving it.
import { aged } from './answers.js';
import type { AppEvent } from './app-events.js';
import type { Wish } from './board.js';
import { firstOf } from './going.js';
import { actOf } from './keymap.js';
import { linesOf } from './observed.js';
import { type RideEffect, type RideWatch, rideKeys, rideWatch } from './ride-watch.js';
import { type AppEffect, type Application, tell, topOf, withTop } from './state.js';

type Next = readonly [Application, ...(AppEffect | Wish)[]];

/** Applies an event of its stream. */
export function rideHappened(state: Application, event: Extract<AppEvent, { what: 'ride' | 'ride failed' }>, now: number): Next {
  const top = topOf(state);
  if (top.kind !== 'watch') return [state];
  if (event.what === 'ride') return rideNext(state, rideWatch(top.ride).update(top.ride, event.event, now));
  const [closed] = offRide(state);
  return [tell(closed, event.text, 'bad', now), { do: 'stop watching' }];
}

/** Converts the effects of the ride's screen: leaving it returns to the screen below. */
export function rideNext(state: Application, [ride, ...effects]: readonly [RideWatch, ...(RideEffect | Wish)[]]): Next {
  if (effects.some((one) => one.do === 'leave')) return offRide(state);
  const own = effects.map((one) =>
    one.do === 'cancel' || one.do === 'pause' || one.do === 'ask now' ? ({ do: 'ride', effect: one } as const) : one,
  );
  return [withTop(state, { kind: 'watch', group: 'Ride', ride }), ...own];
}

/** Closes the ride's screen; the screen below is reloaded. */
export function offRide(state: Application): Next {
  const stack = state.stack.slice(0, -1);
  const below = stack.length > 0 ? stack : [firstOf(state, 'Ride')];
  const next = { ...state, stack: below };
  return [{ ...next, answers: aged(state.answers, linesOf(next)) }, { do: 'stop watching' }];
}
/** Whether a key navigates from a ride's screen to another one: not during its prompt, its help or its JSON. */
export const leavesRide = ({ asking: asks, help, shows }: RideWatch, key: string): boolean =>
  asks === undefined && !help && shows === 'ride' && actOf(rideKeys, key) === 'elsewhere';
