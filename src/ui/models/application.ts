// The application: which group and screen is open, the rides that are known, what floats above; keys and answers in, the next state out.
import { jsonHeight } from '../present/json-lines.js';
import { isRecord, valueAt } from '../present/value.js';
import type { Board, Wish } from './board.js';
import { edited, emptyField, type Field, typed } from './field.js';
import { actOf, type Keymap, type Pressed } from './keymap.js';
import { isMove, type Move, moved, moveKeys, type Place, placed } from './list.js';
import { bodySize, type Head, type Size, screenGroups } from './page.js';
import { type CommandLine, found } from './palette.js';
import { type RideEffect, type RideEvent, type RideWatch, rideKeys, rideWatch } from './ride-watch.js';
import { classOf, type StatusClass } from './status-classes.js';

/** What a person can do in the application. */
export type AppAct =
  | Move
  | 'open'
  | 'back'
  | 'quit'
  | 'stop'
  | 'group'
  | 'palette'
  | 'keys'
  | 'json'
  | 'reload'
  | 'copy id'
  | 'copy command'
  | 'draw anew';

const everywhere: Keymap<AppAct> = [
  { keys: [':', 'ctrl-p'], act: 'palette', does: 'command', under: 'Everywhere' },
  { keys: ['q'], act: 'quit', does: 'quit', under: 'Everywhere' },
  { keys: ['?'], act: 'keys', does: 'keys', under: 'Everywhere' },
  { keys: ['Y'], act: 'copy command', does: 'copy command', under: 'Copy and show', helpOnly: true },
  { keys: [...'0123456789'], shown: '0…9', act: 'group', does: 'home, group', under: 'Everywhere', helpOnly: true },
  { keys: ['ctrl-l'], act: 'draw anew', does: 'draw anew', under: 'Everywhere', helpOnly: true },
  { keys: ['ctrl-c'], act: 'stop', does: 'twice: quit', under: 'Everywhere', helpOnly: true },
];
const back = { keys: ['esc'], act: 'back', does: 'back', under: 'Everywhere' } as const;
const reload = { keys: ['r', 'R', 'ctrl-r'], act: 'reload', does: 'reload', under: 'This screen' } as const;
const keymaps = {
  welcome: [{ keys: ['enter', 'd'], act: 'open', does: 'open', under: 'This screen' }, ...moveKeys, ...everywhere],
  home: [{ keys: ['enter', 'd'], act: 'open', does: 'open', under: 'This screen' }, reload, ...moveKeys, ...everywhere],
  rides: [
    { keys: ['enter', 'd'], act: 'open', does: 'watch', under: 'This screen' },
    { keys: ['y'], act: 'copy id', does: 'copy id', under: 'Copy and show' },
    { keys: ['J'], act: 'json', does: 'json', under: 'Copy and show' },
    reload,
    back,
    ...moveKeys,
    ...everywhere,
  ],
  json: [
    back,
    { keys: ['y'], act: 'copy id', does: 'copy id', under: 'Copy and show' },
    { keys: ['J'], act: 'json', does: 'back to the list', under: 'Copy and show', helpOnly: true },
    ...moveKeys,
    ...everywhere,
  ],
  later: [back, ...everywhere],
} as const satisfies Record<string, Keymap<AppAct>>;

/** The keys of the palette; every other one is text. */
export const paletteKeys: Keymap<'choose up' | 'choose down' | 'complete' | 'run' | 'close'> = [
  { keys: ['up', 'ctrl-p'], act: 'choose up', does: 'up', under: 'Move' },
  { keys: ['down', 'ctrl-n'], act: 'choose down', does: 'down', under: 'Move' },
  { keys: ['tab'], act: 'complete', does: 'complete', under: 'This screen' },
  { keys: ['enter'], act: 'run', does: 'run', under: 'This screen' },
  { keys: ['esc', 'ctrl-c'], act: 'close', does: 'close', under: 'This screen' },
];

/** A ride as a list shows it. What an answer lacks is missing here. */
export interface RideRow {
  readonly id: string;
  readonly word?: string;
  readonly class: StatusClass;
  readonly from?: string;
  readonly to?: string;
  readonly fare?: string;
  readonly asked?: number;
  readonly row: unknown;
}
/** What happens to the application from outside. */
export type AppEvent =
  | { readonly what: 'rides'; readonly rides: readonly unknown[] }
  | { readonly what: 'trouble'; readonly text: string }
  | { readonly what: 'signed in'; readonly head: Head }
  | { readonly what: 'who'; readonly name: string }
  | { readonly what: 'commands'; readonly commands: readonly CommandLine[] }
  | { readonly what: 'ride'; readonly event: RideEvent }
  | { readonly what: 'ride failed'; readonly text: string };
export type AppEffect =
  | { readonly do: 'load' }
  | { readonly do: 'look around' }
  | { readonly do: 'list commands' }
  | { readonly do: 'watch'; readonly id: string }
  | { readonly do: 'stop watching' }
  | { readonly do: 'ride'; readonly effect: RideEffect };

/** The state of the application. */
export interface Application {
  readonly head: Head;
  readonly signedIn: boolean;
  /** The name of the group that is open. */
  readonly group: string;
  /** Shown at first where nobody has signed in to the sandbox yet. */
  readonly welcome: boolean;
  readonly rides: readonly RideRow[];
  /** When they came. */
  readonly loaded?: number;
  readonly loading: boolean;
  readonly trouble?: string;
  readonly list: Place;
  readonly menu: Place;
  readonly json: boolean;
  readonly top: number;
  readonly help: boolean;
  readonly commands?: readonly CommandLine[];
  readonly palette?: { readonly field: Field; readonly marked: number };
  readonly told?: { readonly text: string; readonly class: StatusClass; readonly until: number };
  /** When Ctrl-C was pressed. */
  readonly stopped?: number;
  /** The watch screen of a ride, which is over all else. */
  readonly ride?: RideWatch;
}

/** What the first screen offers. */
export const welcomeMenu = ['Look around the sandbox', 'Add a profile of my own', 'Sign in', 'Read this with a screen reader'] as const;
/** The commands that belong to it; the first is done here. */
export const welcomeCommands = ['', 'tuk profile add', 'tuk login', 'ACCESSIBLE=1 tuk login'] as const;

/** The keys that count now. */
export function keymapOf({ welcome, group, json }: Application): Keymap<AppAct> {
  if (group === 'Home') return welcome ? keymaps.welcome : keymaps.home;
  if (group === 'Ride') return json ? keymaps.json : keymaps.rides;
  return keymaps.later;
}

/** How the same is asked for on a command line. */
export function commandOf({ welcome, group, json, list, rides }: Application): string {
  if (group === 'Ride')
    return json ? `tuk ride status ${rides[list.marked]?.id ?? ''} -o json`.replace('  ', ' ') : 'tuk ride status --known';
  if (group === 'Home') return welcome ? 'tuk login' : 'tuk ride status --known';
  return screenGroups.find(({ name }) => name === group)?.command ?? 'tuk --help';
}

const toldFor = 5000;
const twice = 2000;

/** The application of a person. */
export function application({ head, signedIn }: Pick<Application, 'head' | 'signedIn'>): Board<Application, AppEvent, AppEffect> {
  const start = { marked: 0, top: 0 };
  const welcome = !signedIn && head.mark === 'sandbox';
  const empty = { rides: [], loading: signedIn, list: start, menu: start, json: false, top: 0, help: false };
  return {
    initial: { head, signedIn, ...empty, group: 'Home', welcome },
    update: (state, event, now) => (event.what === 'key' ? pressed(state, event, now) : happened(state, event, now)),
    due: ({ told, ride }, now) => {
      if (ride) return rideBoard(ride).due?.(ride, now) ?? 1000;
      return told && told.until > now ? Math.min(1000, told.until - now) : 1000;
    },
  };
}

type Next = readonly [Application, ...(AppEffect | Wish)[]];

function happened(state: Application, event: AppEvent, now: number): Next {
  switch (event.what) {
    case 'rides':
      return [loaded(state, event.rides, now)];
    case 'trouble':
      return [{ ...state, loading: false, trouble: event.text }];
    case 'signed in':
      return [
        {
          ...tell(state, 'Signed in to the sandbox. Nothing here is real.', 'good', now),
          head: event.head,
          signedIn: true,
          welcome: false,
          loading: true,
        },
        { do: 'load' },
      ];
    case 'who':
      return [{ ...state, head: { ...state.head, who: event.name } }];
    case 'commands':
      return [{ ...state, commands: event.commands }];
    case 'ride failed': {
      const { ride: _, ...rest } = state;
      return [tell(rest, event.text, 'bad', now), { do: 'stop watching' }];
    }
    case 'ride':
      return state.ride ? rideNext(state, rideBoard(state.ride).update(state.ride, event.event, now)) : [state];
  }
}

/** The rides as they are now; the mark stays on the same ride, not on the same row. */
function loaded({ trouble: _, ...state }: Application, answers: readonly unknown[], now: number): Application {
  const rides = answers.flatMap(rideRow);
  const id = state.rides[state.list.marked]?.id;
  const at = rides.findIndex((one) => one.id === id);
  const list = placed({ ...state.list, marked: at < 0 ? state.list.marked : at }, rides.length, Number.POSITIVE_INFINITY);
  return { ...state, rides, list: { ...list, top: Math.min(state.list.top, list.marked) }, loaded: now, loading: false };
}

function rideRow(row: unknown): RideRow[] {
  const text = (path: string) => {
    const value = valueAt(row, path);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const id = isRecord(row) ? text('id') : undefined;
  if (id === undefined) return [];
  const word = text('status');
  const from = text('origin.name');
  const to = text('destination.name');
  const fare = [text('fare'), text('currency')].filter(Boolean).join(' ');
  const asked = Date.parse(text('requestedAt') ?? '');
  return [
    {
      id,
      class: classOf('RideStatus', word),
      row,
      ...(word ? { word } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
      ...(fare ? { fare } : {}),
      ...(Number.isNaN(asked) ? {} : { asked }),
    },
  ];
}

function pressed(before: Application, event: Pressed, now: number): Next {
  const state = heeded(before);
  const { key, size } = event;
  if (state.ride && leavesRide(state.ride, key)) {
    const [closed, ...closing] = left(state);
    const [next, ...effects] = acted(closed, actOf(keymapOf(closed), key), key, now);
    return [next, ...closing, ...effects];
  }
  if (state.ride) return rideNext(state, rideBoard(state.ride).update(state.ride, event, now));
  if (state.palette) return inPalette(state, state.palette, key, now);
  const act = actOf(keymapOf(state), key);
  if (act === 'stop') return stopped(state, now);
  if (act === 'draw anew') return [state, { do: 'draw anew' }];
  if (state.help) return [{ ...state, help: false }];
  if (isMove(act)) return [move(state, act, size)];
  return acted(state, act, key, now);
}

/** A failure is said until the next key. */
function heeded({ told, ...state }: Application): Application {
  return told && told.class !== 'bad' ? { ...state, told } : state;
}

function acted(state: Application, act: AppAct | undefined, key: string, now: number): Next {
  const marked = state.rides[state.list.marked];
  switch (act) {
    case 'group':
      return [opened(state, screenGroups.find(({ digit }) => digit === key)?.name ?? state.group)];
    case 'back':
      return [state.json ? { ...state, json: false } : opened(state, 'Home')];
    case 'quit':
      return [state, { do: 'leave', how: 'left' }];
    case 'open':
      return chosen(state, now);
    case 'palette':
      return [{ ...state, palette: { field: emptyField, marked: 0 } }, ...(state.commands ? [] : [{ do: 'list commands' } as const])];
    case 'keys':
      return [{ ...state, help: true }];
    case 'json':
      return marked ? [{ ...state, json: !state.json, top: 0 }] : [state];
    case 'reload':
      return [{ ...state, loading: true }, { do: 'load' }];
    case 'copy id':
      return marked ? [tell(state, `Copied ${marked.id}.`, 'good', now), { do: 'copy', text: marked.id }] : [state];
    case 'copy command':
      return copied(state, commandOf(state), now);
    default:
      return [state];
  }
}

const opened = (state: Application, group: string): Application => ({ ...state, group, json: false });
const copied = (state: Application, command: string, now: number): Next => [
  tell(state, `Copied ${command}`, 'good', now),
  { do: 'copy', text: command },
];

/** Ctrl-C: nothing runs here that it could stop, so the second one leaves. */
function stopped(state: Application, now: number): Next {
  if (state.stopped !== undefined && now - state.stopped <= twice) return [state, { do: 'leave', how: 'interrupted' }];
  return [{ ...tell(state, 'ctrl-c again leaves.', 'needs-you', now), stopped: now }];
}

/** What enter does: to what is marked. */
function chosen(state: Application, now: number): Next {
  if (state.group === 'Ride') {
    const id = state.rides[state.list.marked]?.id;
    return id === undefined ? [state] : watched(state, id);
  }
  if (!state.welcome) {
    const active = activeRide(state);
    return active ? watched(state, active.id) : [opened(state, 'Ride')];
  }
  if (state.menu.marked === 0) return [tell(state, 'Signing in to the sandbox…', 'pending', now), { do: 'look around' }];
  return copied(state, welcomeCommands[state.menu.marked] ?? '', now);
}

function move(state: Application, act: Move, size: Size): Application {
  const { rows } = bodySize(size);
  if (state.group === 'Home') return { ...state, menu: moved(state.menu, act, state.welcome ? welcomeMenu.length : 1, rows) };
  if (!state.json) return { ...state, list: moved(state.list, act, state.rides.length, listRows(size)) };
  const most = Math.max(0, jsonHeight(state.rides[state.list.marked]?.row) - rows);
  const { marked: top } = moved({ marked: state.top, top: 0 }, act, most + 1, rows);
  return { ...state, top };
}

/** How many rides are seen at once: below them stands what is known of the marked one. */
export const listRows = (size: Size): number => Math.max(1, bodySize(size).rows - 5);

/** The ride under way, if one is known. */
export const activeRide = ({ rides }: Application): RideRow | undefined =>
  rides.find(({ class: kind }) => kind === 'pending' || kind === 'needs-you');

const watched = (state: Application, id: string): Next => {
  const board = rideWatch({ head: state.head, id, command: `tuk ride watch ${id}`, interval: 3000, bell: false, reveal: false });
  return [
    { ...state, ride: board.initial },
    { do: 'watch', id },
  ];
};
const rideBoard = (ride: RideWatch) => rideWatch(ride);

/** What a ride's screen asks for: leaving it is coming back here. */
function rideNext(state: Application, [ride, ...effects]: readonly [RideWatch, ...(RideEffect | Wish)[]]): Next {
  if (effects.some((one) => one.do === 'leave')) return left(state);
  const own = effects.map((one) =>
    one.do === 'cancel' || one.do === 'pause' || one.do === 'ask now' ? ({ do: 'ride', effect: one } as const) : one,
  );
  return [{ ...state, ride }, ...own];
}

/** The ride's screen closed. */
function left({ ride: _, ...rest }: Application): Next {
  return [{ ...rest, loading: true }, { do: 'stop watching' }, { do: 'load' }];
}
/** Whether a key goes from a ride's screen to another one: not while it asks something or shows more than itself. */
const leavesRide = ({ asking, help, shows }: RideWatch, key: string): boolean =>
  asking === undefined && !help && shows === 'ride' && actOf(rideKeys, key) === 'elsewhere';

function inPalette(state: Application, { field, marked }: NonNullable<Application['palette']>, key: string, now: number): Next {
  const { palette: _, ...closed } = state;
  const fitting = found(typed(field), state.commands ?? []);
  const act = actOf(paletteKeys, key);
  switch (act) {
    case 'close':
      return [closed];
    case 'run':
      return run(closed, typed(field), fitting[marked], now);
    case 'choose up':
    case 'choose down':
      return [{ ...state, palette: { field, marked: Math.max(0, Math.min(marked + (act === 'choose up' ? -1 : 1), fitting.length - 1)) } }];
    case 'complete': {
      const one = fitting[marked];
      return [one ? { ...state, palette: { field: { before: `${one.name} `, after: '' }, marked: 0 } } : state];
    }
    default:
      return [{ ...state, palette: { field: edited(field, key), marked: 0 } }];
  }
}

/** Runs what has a screen here; any other command is copied, to be run in a shell. */
function run(state: Application, text: string, one: CommandLine | undefined, now: number): Next {
  const line = text.trim().replace(/^tuk +/, '');
  if (line === 'q' || line === 'quit') return [state, { do: 'leave', how: 'left' }];
  if (line === 'welcome') return [{ ...opened(state, 'Home'), welcome: true }];
  const group = screenGroups.find(({ digit, name }) => digit === line || name.toLowerCase() === line.toLowerCase());
  if (group) return [opened(state, group.name)];
  const id = /^ride +watch +(\S+)$/.exec(line)?.[1];
  if (id !== undefined) return watched(state, id);
  const whole = one && !line.startsWith(one.name) ? one.name : line;
  if (whole === 'ride watch') return chosen(opened(state, 'Ride'), now);
  if (whole === 'ride status') return [opened(state, 'Ride')];
  return whole === '' ? [state] : copied(state, `tuk ${whole}`, now);
}

const tell = (state: Application, text: string, kind: StatusClass, now: number): Application => ({
  ...state,
  told: { text, class: kind, until: kind === 'bad' ? Number.POSITIVE_INFINITY : now + toldFor },
});
