// The model of a ride's watch screen: a reducer over stream states and keys, without a terminal or a clock.

import type { WatchedItem, WatchState } from '../../engine/status-stream.js';
import { grouped } from '../../money/amount-text.js';
import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { classOf, type StatusClass } from '../../services/catalogue/statuses.js';
import { isRecord, type Row, valueAt } from '../../services/json-value.js';
import { jsonHeight } from '../format/json-lines.js';
import type { Failed } from './answers.js';
import type { Board, TerminalEffect } from './board.js';
import { actOf, type Keymap, type Pressed, terminalKeys } from './keymap.js';
import { bodySize, type Head } from './page.js';
import { type DriverPosition, driverPosition, type SeenPosition, seenPosition } from './ride-position.js';
import { reachedOf, roadOf, type Step, statusHistory, stepsOf } from './steps.js';

/** The actions of this screen. */
export type RideAct =
  | 'leave'
  | 'stop'
  | 'cancel'
  | 'copy id'
  | 'copy command'
  | 'pause'
  | 'json'
  | 'reload'
  | 'bell'
  | 'reveal'
  | 'keys'
  | 'redraw'
  | 'suspend'
  | 'elsewhere'
  | 'down'
  | 'up'
  | 'page down'
  | 'page up'
  | 'first'
  | 'last';

/** The keys of the watch screen. */
export const rideKeys: Keymap<RideAct> = [
  { keys: ['esc', 'q'], act: 'leave', does: 'leave', under: 'This screen' },
  { keys: ['D', 'c'], act: 'cancel', does: 'cancel…', under: 'This screen' },
  { keys: ['y'], act: 'copy id', does: 'copy id', under: 'Copy and show' },
  { keys: ['w', 'p'], act: 'pause', does: 'pause', under: 'This screen' },
  { keys: ['J'], act: 'json', does: 'json', under: 'Copy and show' },
  { keys: ['b'], act: 'bell', does: 'bell on change', under: 'This screen' },
  { keys: ['r', 'R', 'ctrl-r'], act: 'reload', does: 'reload', under: 'This screen' },
  { keys: ['m'], act: 'reveal', does: 'show names', under: 'Copy and show' },
  { keys: ['Y'], act: 'copy command', does: 'copy command', under: 'Copy and show', helpOnly: true },
  { keys: ['?'], act: 'keys', does: 'keys', under: 'Everywhere' },
  ...terminalKeys,
  { keys: ['ctrl-c'], act: 'stop', does: 'leave at once', under: 'Everywhere', helpOnly: true },
  { keys: [...'0123456789', ':', 'ctrl-p'], shown: '0…9 :', act: 'elsewhere', does: 'other screens', under: 'Everywhere', helpOnly: true },
];
const onlyWhileItGoesOn: readonly RideAct[] = ['cancel', 'pause', 'bell', 'reload'];
/** The keys after the end of the ride: every other key leaves. */
export const rideOverKeys: Keymap<RideAct> = rideKeys.filter(({ act }) => !onlyWhileItGoesOn.includes(act));
/** The keys of the cancellation prompt; any key but the first keeps the ride. */
export const rideAskKeys: Keymap = [
  { keys: ['y'], act: 'cancel', does: 'cancel it', under: 'This screen' },
  { keys: ['n'], act: 'keep', does: 'keep it', under: 'This screen' },
];
/** The keys of its raw JSON. */
export const rideJsonKeys: Keymap<RideAct> = [
  { keys: ['esc', 'q', 'J'], act: 'json', does: 'back', under: 'This screen' },
  { keys: ['j', 'down'], act: 'down', does: 'down', under: 'Move' },
  { keys: ['k', 'up'], act: 'up', does: 'up', under: 'Move' },
  { keys: ['ctrl-f', 'ctrl-d', 'pgdn', 'space'], act: 'page down', does: 'page down', under: 'Move', helpOnly: true },
  { keys: ['ctrl-b', 'ctrl-u', 'pgup'], act: 'page up', does: 'page up', under: 'Move', helpOnly: true },
  { keys: ['g', 'home'], act: 'first', does: 'first', under: 'Move' },
  { keys: ['G', 'end'], act: 'last', does: 'last', under: 'Move' },
  { keys: ['y'], act: 'copy id', does: 'copy id', under: 'Copy and show' },
  { keys: ['Y'], act: 'copy command', does: 'copy command', under: 'Copy and show', helpOnly: true },
  { keys: ['?'], act: 'keys', does: 'keys', under: 'Everywhere' },
  ...terminalKeys,
  { keys: ['ctrl-c'], act: 'stop', does: 'leave at once', under: 'Everywhere', helpOnly: true },
];

/** The external events of the screen. */
export type RideEvent =
  | {
      readonly what: 'state';
      readonly state: WatchState<unknown>;
      /** The stream has ended with it. */
      readonly last: boolean;
      /** How far the clock of the service is ahead of this machine's, milliseconds. */
      readonly clockOffset?: number;
    }
  | { readonly what: 'session'; readonly kind: string; readonly ends?: number }
  | { readonly what: 'cancelled'; readonly text: string }
  | { readonly what: 'cancel failed'; readonly failure: Failed };
/** Its effects, besides those of every screen. */
export type RideEffect = { readonly do: 'cancel' } | { readonly do: 'pause'; readonly on: boolean } | { readonly do: 'ask now' };

/** A message that is shown until a time, epoch milliseconds. */
interface Notice {
  readonly text: string;
  readonly class: StatusClass;
  readonly until: number;
}
/** The state of the screen. */
export interface RideWatch {
  readonly head: Head;
  readonly id: string;
  readonly command: string;
  readonly watching?: WatchState<unknown>;
  readonly answers: number;
  /** The time of the last response. */
  readonly answered?: number;
  /** How far the clock of the service is ahead of this machine's, milliseconds. */
  readonly clockOffset?: number;
  /** The driver's position in the last response. */
  readonly position?: SeenPosition;
  readonly paused: boolean;
  readonly bell: boolean;
  readonly reveal: boolean;
  readonly shows: 'ride' | 'json';
  /** The first visible line of the JSON. */
  readonly top: number;
  readonly help: boolean;
  /** The time at which the cancellation prompt was opened. */
  readonly confirming?: number;
  readonly cancelling: boolean;
  readonly notice?: Notice;
  /** Why the cancellation failed; shown whole until the next key. */
  readonly refusal?: Failed;
  /** The ride has ended, and the screen waits for a key. */
  readonly over: boolean;
}

/** The minimum time to read a prompt: earlier keys do not answer it; milliseconds. */
export const unread = 300;
const noticeFor = 5000;

/** The screen of one ride. */
export function rideWatch({
  head,
  id,
  command,
  bell,
  reveal,
}: Pick<RideWatch, 'head' | 'id' | 'command' | 'bell' | 'reveal'>): Board<RideWatch, RideEvent, RideEffect> {
  const options = { head, id, command, bell, reveal };
  return {
    initial: { ...options, answers: 0, paused: false, shows: 'ride', top: 0, help: false, cancelling: false, over: false },
    update: (state, event, now) => (event.what === 'key' ? pressed(state, event, now) : happened(state, event, now)),
    due: ({ confirming, notice }, now) => {
      const moments = [confirming === undefined ? 0 : confirming + unread, notice?.until ?? 0].filter((at) => at > now);
      return Math.min(1000, ...moments.map((at) => at - now));
    },
  };
}

type Next = readonly [RideWatch, ...(RideEffect | TerminalEffect)[]];

function happened(state: RideWatch, event: RideEvent, now: number): Next {
  if (event.what === 'session') {
    const head = event.ends === undefined ? state.head : { ...state.head, sessionEnds: event.ends };
    return [
      withNotice(
        { ...state, head },
        `session ${event.kind}`,
        event.kind === 'renewed' || event.kind === 'adopted' ? 'good' : 'needs-you',
        now,
      ),
    ];
  }
  if (event.what === 'cancelled') return [withNotice({ ...state, cancelling: false }, event.text, 'good', now), { do: 'ask now' }];
  if (event.what === 'cancel failed') {
    const { notice: _, ...rest } = state;
    return [{ ...rest, cancelling: false, refusal: event.failure }, { do: 'ask now' }];
  }
  const { state: watching, last, clockOffset = state.clockOffset ?? 0 } = event;
  const { confirming: _, notice: __, ...calm } = state; // the end is what matters now
  const answered = watching.outage ? {} : { answers: state.answers + 1, answered: watching.at };
  const { position: before, ...rest } = last ? calm : state;
  const position = seenPosition(watching.items[0]?.row, before, watching.at + clockOffset);
  const next: RideWatch = { ...rest, watching, ...answered, clockOffset, ...(position ? { position } : {}), over: last };
  if (watching.kind === 'out of time') return [next, { do: 'leave', how: 'left' }];
  return state.bell && state.watching && watching.changed.length > 0 ? [next, { do: 'ring' }] : [next];
}

function pressed(before: RideWatch, { key, size }: Pressed, now: number): Next {
  const state = acknowledged(before);
  const act = actOf(state.shows === 'json' ? rideJsonKeys : rideKeys, key);
  if (act === 'stop') return [state, { do: 'leave', how: state.over ? 'left' : 'interrupted' }];
  if (act === 'redraw' || act === 'suspend') return [state, { do: act }];
  if (state.confirming !== undefined) return answered(state, state.confirming, key, now);
  if (state.help) return [{ ...state, help: false }];
  if (state.shows === 'json') return moved(state, act, now, bodySize(size).rows);
  return performAction(state, act, now);
}

/** Removes the message of a failure at the next key. */
function acknowledged({ notice, refusal: _, ...state }: RideWatch): RideWatch {
  return notice && notice.class !== 'bad' ? { ...state, notice } : state;
}

/** Handles a key in the cancellation prompt: only `y` confirms, and only after the minimum time. */
function answered({ confirming: _, ...state }: RideWatch, since: number, key: string, now: number): Next {
  if (now - since < unread) return [{ ...state, confirming: since }];
  if (key !== 'y') return [withNotice(state, 'Nothing was cancelled.', 'off', now)];
  return [{ ...state, cancelling: true }, { do: 'cancel' }];
}

function performAction(state: RideWatch, act: RideAct | undefined, now: number): Next {
  switch (act) {
    case 'copy id':
      return [withNotice(state, `Copied ${state.id}.`, 'good', now), { do: 'copy', text: state.id }];
    case 'copy command':
      return [withNotice(state, `Copied ${state.command}.`, 'good', now), { do: 'copy', text: state.command }];
    case 'json':
      return [{ ...state, shows: 'json', top: 0 }];
    case 'keys':
      return [{ ...state, help: true }];
    case 'reveal':
      return [
        withNotice({ ...state, reveal: !state.reveal }, state.reveal ? 'Names are masked.' : 'Names are shown on this screen.', 'off', now),
      ];
  }
  if (state.over) return [state, { do: 'leave', how: 'left' }];
  switch (act) {
    case 'leave':
      return state.cancelling
        ? [withNotice(state, 'The cancellation is being sent; ctrl-c leaves without its result.', 'needs-you', now)]
        : [state, { do: 'leave', how: 'left' }];
    case 'cancel':
      return state.cancelling ? [state] : [{ ...state, confirming: now }];
    case 'pause':
      return [
        { ...state, paused: !state.paused },
        { do: 'pause', on: !state.paused },
      ];
    case 'reload':
      return [{ ...state, paused: false }, { do: 'pause', on: false }, { do: 'ask now' }];
    case 'bell':
      return [withNotice({ ...state, bell: !state.bell }, state.bell ? 'No bell.' : 'A bell rings at each change.', 'off', now)];
    case 'elsewhere':
      return [withNotice(state, 'Only this ride was opened; tuk alone opens all screens.', 'off', now)];
    default:
      return [state];
  }
}

/** Moves in the JSON, never beyond its last line. */
function moved(state: RideWatch, act: RideAct | undefined, now: number, rows: number): Next {
  const most = Math.max(0, jsonHeight(rowOf(state)) - rows);
  const to = (top: number): Next => [{ ...state, top: Math.max(0, Math.min(top, most)) }];
  const at = Math.min(state.top, most);
  switch (act) {
    case 'down':
      return to(at + 1);
    case 'up':
      return to(at - 1);
    case 'page down':
      return to(at + rows - 1);
    case 'page up':
      return to(at - rows + 1);
    case 'first':
      return to(0);
    case 'last':
      return to(most);
    case 'json':
      return [{ ...state, shows: 'ride' }];
    default:
      return performAction(state, act, now);
  }
}

const withNotice = (state: RideWatch, text: string, kind: StatusClass, now: number): RideWatch => ({
  ...state,
  notice: { text, class: kind, until: kind === 'bad' ? Number.POSITIVE_INFINITY : now + noticeFor },
});

const meanings = meaningsOf.RideStatus;
const thingOf = ({ watching }: RideWatch): WatchedItem<unknown> | undefined => watching?.items[0];
const rowOf = (state: RideWatch): unknown => thingOf(state)?.row;

/** The time of the service, to which the times of a view are relative. @param now epoch milliseconds of this machine */
export const rideTime = ({ clockOffset = 0 }: Pick<RideWatch, 'clockOffset'>, now: number): number => now + clockOffset;

/** The view of a ride. Times are epoch milliseconds of the service's clock. */
export interface RideView {
  readonly status?: string;
  readonly class: StatusClass;
  readonly means?: string;
  readonly since?: number;
  readonly steps: readonly Step[];
  /** The number of reached steps, and of all steps. */
  readonly reached: number;
  readonly of: number;
  /** The status changes, the newest first. */
  readonly history: readonly { readonly status: string; readonly at: number; readonly was?: string }[];
  readonly driver?: { readonly name?: string; readonly car?: string; readonly plate?: string };
  /** The driver's position; `unknown` where the response has none although a driver is on the way. */
  readonly position?: DriverPosition | 'unknown';
  readonly trip: readonly (readonly [label: string, text: string])[];
  readonly region?: string;
  /** The region and the product. */
  readonly place: string;
  readonly requested?: number;
  readonly row: unknown;
}

/** The view of the latest state. */
export function rideView(state: RideWatch): RideView {
  const thing = thingOf(state);
  const row = isRecord(thing?.row) ? thing.row : {};
  const status = thing?.status;
  const seen = (thing?.seen ?? []).map((one) => ({ ...one, at: rideTime(state, one.at) }));
  const history = statusHistory(row, thing?.status, seen);
  const kind = thing?.ended ?? classOf('RideStatus', status);
  const last = history.findLast((one) => one.status === status);
  const region = text(row, 'region');
  const road = roadOf('RideStatus');
  const reached = reachedOf(history, road);
  return {
    ...(status === undefined ? {} : { status }),
    class: kind,
    ...(status !== undefined && meanings?.[status] !== undefined ? { means: meanings[status] } : {}),
    ...(last ? { since: last.at } : {}),
    steps: stepsOf('RideStatus', history, status, thing?.ended !== undefined),
    reached,
    of: road.length,
    history: history.map((one, at) => ({ ...one, ...(at > 0 ? { was: history[at - 1]!.status } : {}) })).reverse(),
    ...driverOf(row),
    ...positionOf(row, status, state),
    trip: tripOf(row),
    ...(region === undefined ? {} : { region }),
    place: [region, text(row, 'productCode')].filter(Boolean).join(' · '),
    ...timeOf(row.requestedAt),
    row: thing?.row,
  };
}

const timeOf = (value: unknown): { requested?: number } => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? {} : { requested: at };
};

/** A field as text; undefined where the response has none. */
function text(row: Row, path: string): string | undefined {
  const value = valueAt(row, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function driverOf(row: Row): Pick<RideView, 'driver'> {
  if (!isRecord(row.driverInfo)) return {};
  const name = text(row, 'driverInfo.name');
  const plate = text(row, 'driverInfo.carPlate');
  const car = [text(row, 'driverInfo.carModel'), text(row, 'driverInfo.carColor')].filter(Boolean).join(', ');
  return { driver: { ...(name ? { name } : {}), ...(car ? { car } : {}), ...(plate ? { plate } : {}) } };
}

/** The position of a driver under way; nothing before there is a driver and after the end. */
function positionOf(row: Row, status: string | undefined, { position, over }: RideWatch): Pick<RideView, 'position'> {
  if (over) return {};
  if (position) return { position: driverPosition(row, status, position) };
  return isRecord(row.driverInfo) ? { position: 'unknown' } : {};
}

function tripOf(row: Row): RideView['trip'] {
  const fare = text(row, 'fare');
  const pays = [text(row, 'payCurrency'), text(row, 'walletProviderId')].filter(Boolean).join(', ');
  return [
    ['from', text(row, 'origin.name') ?? '–'],
    ['to', text(row, 'destination.name') ?? '–'],
    ['fare', fare === undefined ? '–' : [grouped(fare), text(row, 'currency')].filter(Boolean).join(' ')],
    ['paid', pays === '' ? '–' : pays],
  ];
}
