// The watch screens of rides over other screens: their events, their effects, and leaving them.
import { aged } from './answers.js';
import type { AppEvent } from './app-events.js';
import type { TerminalEffect } from './board.js';
import { actOf, type Pressed } from './keymap.js';
import { firstOf } from './navigation.js';
import { linesOf } from './observed.js';
import { type RideEffect, type RideWatch, rideKeys, rideWatch } from './ride-watch.js';
import { type RidesNext, type RidesScreen, ridesHappened, ridesKeys, ridesPressed, selected } from './rides-watch.js';
import type { WatchScreen } from './screens.js';
import { type AppEffect, type Application, topOf, withNotice, withTop } from './state.js';

type Next = readonly [Application, ...(AppEffect | TerminalEffect)[]];

/** Applies an event of the stream of a ride. */
export function rideHappened(state: Application, event: Extract<AppEvent, { what: 'ride' | 'ride failed' }>, now: number): Next {
  const top = topOf(state);
  if (top.kind === 'rides')
    return ridesNext(state, event.what === 'ride' ? ridesHappened(top, event.id, event.event, now) : failed(top, event));
  if (top.kind !== 'watch' || top.ride.id !== event.id) return [state];
  if (event.what === 'ride') return rideNext(state, rideWatch(top.ride).update(top.ride, event.event, now));
  const [closed] = offRide(state);
  return [withNotice(closed, event.text, 'bad', now), { do: 'stop watching' }];
}

/** One of several rides cannot be watched any more: it says so, and the others go on. */
function failed(top: RidesScreen, { id, text }: Extract<AppEvent, { what: 'ride failed' }>): RidesNext {
  const notice = { text, class: 'bad', until: Number.POSITIVE_INFINITY } as const;
  return [{ ...top, rides: top.rides.map((one) => (one.id === id ? { ...one, notice, over: true } : one)) }];
}

/** Handles a key of a watch screen. */
export function ridePressed(state: Application, top: WatchScreen | RidesScreen, event: Pressed, now: number): Next {
  if (top.kind === 'rides') return ridesNext(state, ridesPressed(top, event, now));
  return rideNext(state, rideWatch(top.ride).update(top.ride, event, now));
}

/** Converts the effects of a ride's screen: leaving it returns to the screen below. */
function rideNext(state: Application, [ride, ...effects]: readonly [RideWatch, ...(RideEffect | TerminalEffect)[]]): Next {
  if (effects.some((one) => one.do === 'leave')) return offRide(state);
  const own = effects.map((one) =>
    one.do === 'cancel' || one.do === 'pause' || one.do === 'ask now' ? ({ do: 'ride', id: ride.id, effect: one } as const) : one,
  );
  return [withTop(state, { kind: 'watch', group: 'Ride', ride }), ...own];
}
function ridesNext(state: Application, [rides, ...effects]: RidesNext): Next {
  return rides === undefined || effects.some((one) => one.do === 'leave') ? offRide(state) : [withTop(state, rides), ...effects];
}

/** Closes the ride's screen; the screen below is reloaded. */
export function offRide(state: Application): Next {
  const stack = state.stack.slice(0, -1);
  const below = stack.length > 0 ? stack : [firstOf(state, 'Ride')];
  const next = { ...state, stack: below };
  return [{ ...next, answers: aged(state.answers, linesOf(next)) }, { do: 'stop watching' }];
}
/** Whether a key navigates from a watch screen to another one: not during a prompt, its help or its JSON. */
export function leavesRide(top: WatchScreen | RidesScreen, key: string): boolean {
  if (top.kind === 'rides' && !top.whole) return !top.help && actOf(ridesKeys, key) === 'elsewhere';
  const { confirming, help, shows } = top.kind === 'rides' ? selected(top) : top.ride;
  return confirming === undefined && !help && shows === 'ride' && actOf(rideKeys, key) === 'elsewhere';
}
