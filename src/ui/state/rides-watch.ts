// Several rides watched side by side: a reducer over those of each ride. Enter shows one of them whole, esc goes back to all.

import { quoted } from '../../services/command-line.js';
import type { TerminalEffect } from './board.js';
import { actOf, type Keymap, type Pressed, terminalKeys } from './keymap.js';
import { type RideAct, type RideEffect, type RideEvent, type RideWatch, rideKeys, rideWatch } from './ride-watch.js';

/** How many rides are watched at once at most: each is polled by itself. */
export const mostRides = 12;

/** The watch screen of several rides. */
export interface RidesScreen {
  readonly kind: 'rides';
  readonly group: string;
  readonly rides: readonly RideWatch[];
  /** The index of the selected ride. */
  readonly at: number;
  /** The selected ride is shown whole. */
  readonly whole: boolean;
  readonly help: boolean;
}

/** The actions of this screen, besides those of a ride that concern all of them. */
type RidesAct = Extract<
  RideAct,
  'leave' | 'stop' | 'pause' | 'reload' | 'reveal' | 'copy id' | 'copy command' | 'keys' | 'redraw' | 'suspend' | 'elsewhere'
>;
type OwnAct = RidesAct | 'open' | 'next' | 'before';

const ofRide = (act: RidesAct) => rideKeys.find((one) => one.act === act)!;
/** The keys of this screen. */
export const ridesKeys: Keymap<OwnAct> = [
  { keys: ['enter', 'd'], act: 'open', does: 'whole', under: 'This screen' },
  { keys: ['tab', 'j', 'l', 'down', 'right'], act: 'next', does: 'next ride', under: 'This screen' },
  {
    keys: ['k', 'shift-tab', 'h', 'up', 'left'],
    shown: 'shift-tab',
    act: 'before',
    does: 'ride before',
    under: 'This screen',
    helpOnly: true,
  },
  { keys: ['esc', 'q'], act: 'leave', does: 'back', under: 'This screen' },
  { keys: ['w', 'p'], act: 'pause', does: 'pause all', under: 'This screen' },
  { keys: ['r', 'R', 'ctrl-r'], act: 'reload', does: 'reload all', under: 'This screen' },
  { keys: ['y'], act: 'copy id', does: 'copy id', under: 'Copy and show' },
  { keys: ['m'], act: 'reveal', does: 'show names', under: 'Copy and show', helpOnly: true },
  { ...ofRide('copy command'), act: 'copy command' },
  { ...ofRide('keys'), act: 'keys' },
  ...terminalKeys,
  { ...ofRide('stop'), act: 'stop' },
  { ...ofRide('elsewhere'), act: 'elsewhere' },
];

/** The command line that waits for the same rides. */
export const ridesLine = ({ rides }: Pick<RidesScreen, 'rides'>): string => `ride wait ${rides.map(({ id }) => quoted(id)).join(' ')}`;

type Effect = TerminalEffect | { readonly do: 'ride'; readonly id: string; readonly effect: RideEffect };
/** The next state and its effects; those of a ride have its id. Nothing as the state: the screen is left. */
export type RidesNext = readonly [RidesScreen | undefined, ...Effect[]];

/** Applies an event of the stream of one ride. */
export function ridesHappened(screen: RidesScreen, id: string, event: RideEvent, now: number): RidesNext {
  return updated(
    screen,
    screen.rides.findIndex((one) => one.id === id),
    event,
    now,
  );
}

/** Handles a key: that of the ride that is shown whole, else that of all. */
export function ridesPressed(screen: RidesScreen, pressed: Pressed, now: number): RidesNext {
  if (screen.whole) return updated(screen, screen.at, pressed, now);
  const act = actOf(ridesKeys, pressed.key);
  if (act === 'stop') return [screen, { do: 'leave', how: 'interrupted' }];
  if (act === 'redraw' || act === 'suspend') return [screen, { do: act }];
  if (screen.help) return [{ ...screen, help: false }];
  const count = screen.rides.length;
  switch (act) {
    case 'leave':
      return [undefined];
    case 'open':
      return [{ ...screen, whole: true }];
    case 'next':
      return [{ ...screen, at: (screen.at + 1) % count }];
    case 'before':
      return [{ ...screen, at: (screen.at + count - 1) % count }];
    case 'keys':
      return [{ ...screen, help: true }];
    case 'copy id':
      return updated(screen, screen.at, pressed, now);
    case 'pause':
    case 'reload':
    case 'reveal':
      return ofAll(screen, act, pressed, now);
    default:
      return [screen];
  }
}

/** The same key for all rides that it changes: it pauses or reveals those that are not yet; where all are, it goes on or masks. */
function ofAll(screen: RidesScreen, act: 'pause' | 'reload' | 'reveal', pressed: Pressed, now: number): RidesNext {
  const isOn = ({ paused, reveal }: RideWatch) => (act === 'pause' ? paused : act === 'reveal' && reveal);
  const takes = (one: RideWatch) => act === 'reveal' || !one.over;
  const areOn = screen.rides.filter(takes).every(isOn);
  let next: RidesScreen = screen;
  const effects: Effect[] = [];
  for (const [at, ride] of screen.rides.entries()) {
    if (!takes(ride) || (act !== 'reload' && isOn(ride) !== areOn)) continue;
    const [after, ...own] = updated(next, at, pressed, now);
    next = after ?? next;
    effects.push(...own);
  }
  return [next, ...effects];
}

/** The selected ride. */
export const selected = ({ rides, at }: Pick<RidesScreen, 'rides' | 'at'>): RideWatch => rides[at]!;

/** Applies an event or a key to one ride; leaving a ride that is shown whole goes back to all. */
function updated(screen: RidesScreen, at: number, event: RideEvent | Pressed, now: number): RidesNext {
  const ride = screen.rides[at];
  if (!ride) return [screen];
  const [next, ...effects] = rideWatch(ride).update(ride, event, now);
  const rides = screen.rides.map((one, nth) => (nth === at ? next : one));
  const left = effects.find((one) => one.do === 'leave');
  if (left && event.what === 'key') {
    if (left.how === 'interrupted') return [{ ...screen, rides }, left];
    return [{ ...screen, rides, whole: false }];
  }
  const own = effects.flatMap((one): Effect[] => {
    if (one.do === 'leave') return []; // one ride is over; the others go on
    return one.do === 'cancel' || one.do === 'pause' || one.do === 'ask now' ? [{ do: 'ride', id: ride.id, effect: one }] : [one];
  });
  return [{ ...screen, rides }, ...own];
}
