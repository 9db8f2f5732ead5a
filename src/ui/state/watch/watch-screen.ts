// The watch screen: items with a status, one or several side by side, each with its own stream.
import {
  distanceText,
  driverPosition,
  hasDriver,
  seenPosition,
  trailAfter,
} from '../../../engine/watch/driver-position.js';
import { type StatusChange, statusHistory } from '../../../engine/watch/history.js';
import { meaningsOf } from '../../../services/catalogue/status-meanings.js';
import { classInWords, classOf, type StatusClass, type StatusList } from '../../../services/catalogue/statuses.js';
import { filledLine, quoted, splitWords } from '../../../services/command-line.js';
import { asText, isRecord, type Row, valueAt } from '../../../services/json-value.js';
import { spanOf, statedTime } from '../../../text/time.js';
import { allows } from '../../../things/action.js';
import { actionItems, type Choosable, cancellationIn } from '../core/chooser.js';
import { aged, maskedUnless, responseOf } from '../core/responses.js';
import type { GroupSpec, WatchItem, WatchScreen, WatchSpec } from '../core/screens.js';
import {
  type AppEvent,
  type Application,
  type Next,
  type ServiceTime,
  type Stack,
  serviceTime,
  withNotice,
  withTop,
} from '../core/state.js';
import { runCommand } from './command-dialog.js';
import { reachedOf, roadOf, type Step, seenAfter, stepsOf } from './steps.js';

// The view of a watched item: status, meaning, steps, changes and fields.

/** The part of the application that the view of an item reads. */
export type ViewData = Pick<Application, 'responses' | 'reveal' | 'clockOffset' | 'signedIn' | 'watchedAt'>;

/** The view of a watched item. Times are epoch milliseconds of the service's clock. */
export interface WatchView {
  readonly status?: string;
  readonly class: StatusClass;
  readonly means?: string;
  readonly since?: number;
  /** `since` is when it was seen: it may have begun before. */
  readonly begunBefore?: true;
  /** The status is that of an earlier response, at this time. */
  readonly asOf?: number;
  /** When the item began, if it states it; and the most that the last things of its kind took, milliseconds. */
  readonly begun?: number;
  readonly took?: { readonly count: number; readonly most: number };
  readonly steps: readonly Step[];
  /** The number of reached steps, and of all steps. */
  readonly reached: number;
  readonly of: number;
  /** The status changes, the newest first. */
  readonly history: readonly StatusChange[];
  /** Its fields, with the second read under its name, and the distance of the driver under `driver`. */
  readonly row: Row;
}
/** The view of the latest state. @param now the time of the service, epoch milliseconds */
export function watchView(item: WatchItem, state: ViewData, now: ServiceTime): WatchView {
  const { list, spec } = item;
  const read = item.state?.items[0];
  const { status, ended, row: value } = read?.status === undefined ? { ...read, ...item.known } : read;
  const record = isRecord(value) ? value : {};
  const changes = item.history.map((change) => ({ ...change, at: serviceTime(state, change.at) }));
  const history = statusHistory(record, status, changes, ended !== undefined);
  const line = besideLine(item);
  const beside = line === undefined ? undefined : responseOf(state, line).value;
  const row = beside === undefined ? record : { ...record, [spec.secondRead!.as]: beside };
  const driver = spec.map ? driverFields(item, record, state.reveal, now) : {};
  const last = history.findLast((change) => change.status === status);
  const road = list ? roadOf(list) : [];
  const { took, known, respondedAt } = item;
  const isOld = item.state?.outage !== undefined || item.trouble !== undefined;
  const asOf = item.hasEnded ? undefined : read?.status === undefined ? known?.at : isOld ? respondedAt : undefined;
  const begun = statedTime(asText(valueAt(record, spec.begins ?? '') ?? ''));
  // it has been in its first status since it began
  const isFirst = begun !== undefined && last?.begunBefore === true && history.length === 1 && status === road[0];
  return {
    class: ended ?? (list ? classOf(list, status) : 'unknown'),
    status,
    means: meaningOf(list, status),
    since: isFirst ? begun : last?.at,
    begunBefore: isFirst ? undefined : last?.begunBefore,
    asOf: asOf === undefined ? undefined : serviceTime(state, asOf),
    begun,
    took: took && took.length >= leastTook ? { count: took.length, most: Math.max(...took) } : undefined,
    steps: list ? stepsOf(list, history, status, ended !== undefined) : [],
    reached: reachedOf(history, road),
    of: road.length,
    history: [...history].reverse(),
    row: { ...maskedUnless(state.reveal, row), ...driver },
  };
}
/** The least number of things whose durations say what is usual. */
const leastTook = 3;
function meaningOf(list: StatusList | undefined, status: string | undefined): string | undefined {
  if (list === undefined || status === undefined) return undefined;
  const meanings = meaningsOf[list];
  if (meanings && Object.hasOwn(meanings, status)) return meanings[status];
  const words = classInWords[classOf(list, status)];
  return words === status.toLowerCase() ? undefined : words;
}

/**
 * The distance of the driver and its age, once there is a driver and before the end; the exact place only if personal
 * data are shown.
 */
function driverFields(
  { position: location, state, hasEnded }: WatchItem,
  row: Row,
  reveal: boolean,
  now: number,
): { readonly driver?: Row } {
  if (hasEnded || (!location && !hasDriver(row))) return {};
  if (!location) return { driver: { away: 'not known' } };
  const { to, at, isStated, latitude, longitude } = driverPosition(row, state?.items[0]?.status, location);
  const age = spanOf(Math.max(0, now - at));
  const away = to ? `${distanceText(to.metres)} to the ${to.stop}` : 'distance not known';
  const place = reveal ? { place: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` } : {};
  return { driver: { away: `${away}, ${isStated ? `${age} old` : `seen ${age} ago`}`, ...place } };
}

/** The most items to watch at once: each has its own requests. */
export const mostWatched = 12;

/** An item of any kind: `ride:ID`, `op-2611-0003`. */
const anySpec: WatchSpec = { name: 'Watched' };

/** The watch screen of a command line that waits or watches; undefined for any other line. */
export function watchOf(groups: readonly GroupSpec[], line: string): WatchScreen | undefined {
  const words = splitWords(line);
  if (!isWatching(words[0])) return undefined;
  const all = anyItems(groups, words.slice(1));
  const items = all.filter((item, at) => all.findIndex(({ line }) => line === item.line) === at); // each has one stream
  if (items.length === 0 || items.length > mostWatched) return undefined;
  return watchScreen(items[0]!.group ?? 'Home', items);
}
/** The watch screen of these items. */
export const watchScreen = (group: string, items: readonly WatchItem[]): WatchScreen => ({
  kind: 'watch',
  group,
  items,
  at: 0,
  whole: items.length === 1,
  top: 0,
  paused: false,
  bell: false,
});
/** One item of a screen, whole, in the group of its kind. */
export const wholeItem = (screen: WatchScreen, at: number): WatchScreen => ({
  ...screen,
  at,
  group: screen.items[at]!.group ?? 'Home',
  whole: true,
  top: 0,
});
/** The items of a line such as `watch ride:ID op-2611-0003`. */
function anyItems(groups: readonly GroupSpec[], names: readonly string[]): readonly WatchItem[] {
  const specs = specsIn(groups);
  if (!areIds(names)) return [];
  return names.map((name) => {
    // a kind alone is the one under way
    const [, kind = name, id = name] = /^([a-z-]+):(.+)$/s.exec(name) ?? [];
    const [group, spec] = specs.find(([, candidate]) => candidate.kind === kind && areIds([id])) ?? [];
    return spec ? itemOf(spec, id, group) : itemOf(anySpec, name);
  });
}
const specsIn = (groups: readonly GroupSpec[]) =>
  groups.flatMap(({ name, watches = [] }) => watches.map((spec) => [name, spec] as const));
const isWatching = (word: string | undefined): boolean => word === 'watch' || word === 'wait';
const areIds = (words: readonly string[]): boolean => words.every((word) => word !== '' && !word.startsWith('-'));
const itemOf = (spec: WatchSpec, id: string, group?: string): WatchItem => ({
  spec,
  id,
  group,
  line: `watch ${nameOf({ spec, id })}`,
  history: [],
  hasEnded: false,
});

/** The command line that watches the same items: of the whole item, or of all. */
export function watchLine({ items, at, whole }: WatchScreen): string {
  if (whole) return items[at]!.line;
  return `watch ${items.map(nameOf).join(' ')}`;
}
/** The name of an item on a command line. */
const nameOf = ({ spec: { kind }, id }: Pick<WatchItem, 'spec' | 'id'>): string =>
  quoted(kind === undefined || kind === id ? id : `${kind}:${id}`);
/** The command line that shows an item once. */
export const readLine = ({ spec, id, line }: WatchItem): string =>
  spec.reads === undefined ? line : filledLine(spec.reads, { id }, 'id')!;
/** The kind and the id of an item: `ride ID`. */
export const titleOf = ({ spec, id }: WatchItem): string =>
  spec.kind === undefined ? id.replace(/^([a-z-]+):/, '$1 ') : `${spec.kind} ${id}`;
/** The selected item. */
export const selectedItem = ({ items, at }: Pick<WatchScreen, 'items' | 'at'>): WatchItem => items[at]!;

/** A watch screen whose items are watched again; the statuses seen so far stay. */
export const watchedAgain = (screen: WatchScreen): WatchScreen => ({
  ...screen,
  paused: false,
  items: screen.items.map((item) => ({ ...item, trouble: undefined, hasEnded: false })),
});

/**
 * The command lines to watch: the live items of the uppermost watch screen, the line that the application was opened
 * for, and the pinned items.
 */
export function watchedLines({
  stack,
  opened,
  pinned = [],
}: Pick<Application, 'stack' | 'opened' | 'pinned'>): readonly string[] {
  const top = stack.findLast((candidate) => candidate.kind === 'watch');
  const live = [...(top?.items ?? []), ...pinned].filter(goesOn).map(({ line }) => line);
  const lines = [...new Set(live)];
  return opened === undefined || lines.includes(opened) ? lines : [opened, ...lines];
}
const goesOn = ({ hasEnded, trouble }: WatchItem): boolean => !hasEnded && trouble === undefined;
/** Whether some item of a screen goes on. */
export const isLive = ({ items }: WatchScreen): boolean => items.some(goesOn);
/** Whether the screen can be paused: the whole item goes on, or some of several. */
export const isShownLive = (screen: WatchScreen): boolean =>
  screen.whole ? goesOn(selectedItem(screen)) : isLive(screen);

type WatchEvent = Extract<AppEvent, { what: 'known' | 'watched' | 'watch failed' }>;
/**
 * Applies a state of a stream to all screens, also in the history. A time limit or a failure ends an application that
 * was opened for it.
 */
export function watchHappened(state: Application, event: WatchEvent): Next {
  const { opened } = state;
  const hasFailed = event.what === 'watch failed';
  const watched = event.what === 'watched' ? event : undefined;
  const hasChanged = watched !== undefined && watched.state.changed.length > 0;
  const clockOffset = (hasFailed ? undefined : event.clockOffset) ?? state.clockOffset;
  const isOpened = opened === event.line;
  const next = {
    ...(hasChanged ? aged(state) : state), // a board and the ledger must say as much as the watch screen
    opened: isOpened && (hasFailed || watched?.last) ? undefined : opened,
    clockOffset,
    stack: updated(state.stack),
    pinned: state.pinned && itemsOf(state.pinned),
    stacksByGroup: Object.fromEntries(
      Object.entries(state.stacksByGroup).map(([group, stack]) => [group, updated(stack)]),
    ),
    past: state.past.map(updated),
    future: state.future.map(updated),
  };
  if (isOpened && (hasFailed || watched?.state.kind === 'out of time')) return [next, { do: 'leave', how: 'left' }];
  const screen = state.stack
    .filter((candidate) => candidate.kind === 'watch')
    .findLast(({ items }) => items.some(isSubject));
  const rings = hasChanged && screen?.bell && screen.items.find(isSubject)?.state !== undefined;
  return rings ? [next, { do: 'ring' }] : [next];

  function isSubject({ line }: WatchItem): boolean {
    return line === event.line;
  }
  function itemsOf(items: readonly WatchItem[]): readonly WatchItem[] {
    return items.map((item) => (isSubject(item) ? itemAfter(item, event, clockOffset) : item));
  }
  function updated(stack: Stack): Stack {
    return stack.map((screen) => (screen.kind === 'watch' ? { ...screen, items: itemsOf(screen.items) } : screen));
  }
}
function itemAfter(item: WatchItem, event: WatchEvent, clockOffset = 0): WatchItem {
  if (event.what === 'watch failed') return { ...item, trouble: event.failure };
  if (event.what === 'known') {
    const known = item.known && item.known.at > event.known.at ? item.known : event.known;
    return { ...item, list: event.list, known, took: event.took };
  }
  const { list, state, last } = event;
  const thing = state.items[0];
  const position =
    item.spec.map && !last
      ? seenPosition(thing?.row, item.position, serviceTime({ clockOffset }, state.at))
      : undefined;
  const row = isRecord(thing?.row) ? thing.row : undefined;
  const isKnown = thing?.status !== undefined && !state.outage;
  return {
    ...item,
    known: isKnown ? { status: thing.status!, at: state.at, row } : item.known,
    list,
    state,
    history: seenAfter(item.history, thing?.seen ?? [], item.respondedAt),
    respondedAt: state.outage ? item.respondedAt : state.at,
    position,
    trail: position ? trailAfter(isSameDriver(item, thing?.row) ? item.trail : [], thing?.row, position) : item.trail,
    hasEnded: last,
    trouble: undefined, // a pinned item may be watched again on a screen
  };
}

/** Whether a response has the driver of the one before: another driver has another way. */
function isSameDriver({ spec, state }: WatchItem, row: unknown): boolean {
  const driver = (of: unknown) => asText(valueAt(of, spec.map!.label));
  return driver(state?.items[0]?.row) === driver(row);
}

/** The command lines of the second reads, once the first responses have their parameters. */
export const besideLines = ({ items }: WatchScreen): readonly string[] =>
  items.flatMap((item) => besideLine(item) ?? []);
/** The command line of the second read of an item. */
function besideLine({ spec, state }: WatchItem): string | undefined {
  const row = state?.items[0]?.row;
  return spec.secondRead && isRecord(row) ? filledLine(spec.secondRead.line, row, 'id') : undefined;
}

/** The available actions on the selected item; none after a good end, or side by side. */
export function actionsOn(screen: WatchScreen): readonly Choosable[] {
  const { id: typed, list, spec, state } = selectedItem(screen);
  const thing = state?.items[0];
  const id = typed === spec.kind && isRecord(thing?.row) ? asText(thing.row.id ?? typed) : typed;
  if (!screen.whole || !thing || thing.ended === 'good') return []; // an item that was never read may not exist
  return actionItems(spec.actions, { id }, 'id', (action) => allows(action, list, thing.status, thing.row));
}
/** Whether the selected item has a map: a position in its last response. */
export const hasMap = (screen: WatchScreen): boolean => selectedItem(screen).position !== undefined;

/** The reason why nothing can be paused. */
function whyNotLive(screen: WatchScreen): string {
  const { hasEnded } = selectedItem(screen);
  const what = !screen.whole ? 'None of these is under way' : hasEnded ? 'It has ended' : 'It is not watched now';
  return `${what}, so there is nothing to pause: r reloads.`;
}

/** Shows a thing whole, or runs its selected action. */
export function itemOpened(state: Application, top: WatchScreen): Next {
  if (!top.whole) return [withTop(state, wholeItem(top, top.at))];
  const actions = actionsOn(top);
  const action = actions[Math.min(top.marked ?? 0, actions.length - 1)];
  return action ? runCommand(state, action.value) : [state];
}
/** Goes back to the things side by side, or leaves a watch that a command opened; undefined for any other screen. */
export function itemLeft(state: Application, top: WatchScreen): Next | undefined {
  if (top.whole && top.items.length > 1)
    return [withTop(state, { ...top, whole: false, group: top.items[0]!.group ?? 'Home' })];
  return top.isOpened && state.stack.length === 1 ? [state, { do: 'leave', how: 'left' }] : undefined;
}
/** Opens the actions on the selected thing. */
export function itemActions(state: Application, top: WatchScreen): Next {
  const items = actionsOn(top);
  return items.length === 0 ? [state] : [{ ...state, chooser: { of: 'actions', title: 'Actions', items, marked: 0 } }];
}
/** Runs the action that cancels the selected thing. */
export function itemCancelled(state: Application, top: WatchScreen): Next {
  const item = cancellationIn(actionsOn(top));
  return item ? runCommand(state, item.value) : [state];
}
/** Rings, or no longer rings, at each change. */
export const bellToggled = (state: Application, top: WatchScreen): Next => [
  withNotice(withTop(state, { ...top, bell: !top.bell }), top.bell ? 'No bell.' : 'A bell rings at each change.'),
];
/** Stops or resumes the reads of the watched things; undefined while the sandbox clock plays. */
export function watchPaused(state: Application, top: WatchScreen): Next | undefined {
  if (state.play !== undefined) return undefined;
  if (!isShownLive(top)) return [withNotice(state, whyNotLive(top))];
  const on = !top.paused;
  const message = on ? 'Paused: r reloads, w resumes.' : 'Automatic refresh is on.';
  const lines = state.pinned && top.items.map(({ line }) => line); // pinned items of other screens go on
  return [
    withNotice(withTop({ ...state, isPaused: on || undefined }, { ...top, paused: on }), message),
    { do: 'watched', effect: { do: 'pause', on, lines } },
  ];
}
/** Reads the watched things now, also those that have ended. */
export const watchReloaded = (state: Application, top: WatchScreen): Next => [
  withTop(
    aged({ ...state, isPaused: undefined }, besideLines(top)),
    isLive(top) ? { ...top, paused: false } : watchedAgain(top),
  ),
  { do: 'watched', effect: { do: 'pause', on: false } },
  { do: 'watched', effect: { do: 'ask now' } },
];
