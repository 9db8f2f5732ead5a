// The strip of pinned things above the message, and the title of the terminal's window.

import { distanceText, driverPosition } from '../../engine/watch/driver-position.js';
import { isRecord } from '../../services/json-value.js';
import { apart, type Line, span, wide } from '../../text/line.js';
import { roleOf, signOf } from '../../text/signs.js';
import { spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import type { WatchItem } from '../state/core/screens.js';
import { type Application, serviceTime } from '../state/core/state.js';
import { watchedItems } from '../state/watch/pins.js';
import { titleOf, type ViewData, watchView } from '../state/watch/watch-screen.js';

type WatchedState = ViewData & Pick<Application, 'pinned' | 'stack'>;

/** A watched thing in a few words. */
export interface Glance {
  /** Its kind, with the beginning of its id if another thing of the kind is pinned. */
  readonly name: string;
  readonly sign: string;
  readonly class: ReturnType<typeof watchView>['class'];
  /** Its status, or why there is none. */
  readonly status: string;
  /** The distance of its driver, the time in its status, or an outage; none of a thing that has ended. */
  readonly detail?: string;
}

/**
 * A thing at a glance.
 * @param among the things whose kinds its name must tell it from
 * @param now epoch milliseconds of this machine
 */
export function glanceOf(item: WatchItem, among: readonly WatchItem[], state: ViewData, now: number): Glance {
  const at = serviceTime(state, now);
  const view = watchView(item, state, at);
  const [kind = '', id = ''] = titleOf(item).split(' ');
  const isAlone = among.filter((other) => titleOf(other).split(' ')[0] === kind).length < 2;
  const name = escapeControls(isAlone || id === '' ? kind : `${kind} ${id.slice(0, 6)}`);
  if (item.trouble !== undefined) return { name, sign: '✗', class: 'bad', status: 'not watched' };
  if (item.state === undefined) return { name, sign: signOf.pending, class: 'pending', status: 'requesting' };
  const status = escapeControls(view.status ?? 'no status');
  const glance = { name, sign: signOf[view.class], class: view.class, status };
  if (item.hasEnded) return glance;
  const { outage } = item.state;
  if (outage) return { ...glance, sign: '◌', detail: outage.responds ? 'failing' : 'no answer' };
  const row = item.state.items[0]?.row;
  const to = item.position && isRecord(row) ? driverPosition(row, view.status, item.position).to : undefined;
  if (to) return { ...glance, detail: distanceText(to.metres) };
  const long = view.since === undefined ? 0 : at - view.since;
  return { ...glance, detail: long < leastLong ? undefined : spanOf(long) };
}
/** The time in a status from which it is said, milliseconds: seconds would change with every look. */
const leastLong = 60_000;

/** The pinned things at a glance. */
const pinnedGlances = (state: WatchedState, now: number): readonly Glance[] =>
  (state.pinned ?? []).map((item) => glanceOf(item, state.pinned ?? [], state, now));

const head: Line = [span(' '), span('pinned', 'muted'), span('  ')];
const opens: Line = ['W', ' opens '].map((text, at) => ({
  ...span(text, at === 0 ? 'accent' : 'muted'),
  target: { key: 'W' },
}));

/**
 * ` pinned ride ◐ PICKUP 570 m · order ✓ PAID W opens `: without room the details go first, then things at the right,
 * which are counted.
 */
export function pinnedLine(state: WatchedState, columns: number, now: number): Line | undefined {
  const glances = pinnedGlances(state, now);
  if (glances.length === 0) return undefined;
  const room = columns - wide(head) - wide(opens) - 1;
  for (const isDetailed of [true, false])
    if (wide(listed(glances, isDetailed)) <= room) return drawn(listed(glances, isDetailed), columns);
  for (let count = glances.length - 1; count > 0; count--) {
    const more = span(`  +${glances.length - count}`, 'muted');
    const some = [...listed(glances.slice(0, count), false), more];
    if (wide(some) <= room) return drawn(some, columns);
  }
  return drawn(listed(glances, false), columns);
}
const drawn = (things: Line, columns: number): Line => apart([...head, ...things], opens, columns);
const listed = (glances: readonly Glance[], isDetailed: boolean): Line =>
  glances.flatMap(
    ({ name, sign, class: kind, status, detail }, at): Line => [
      ...(at === 0 ? [] : [span(' · ', 'muted')]),
      span(`${name} `),
      span(`${sign} ${status}`, sign === '◌' ? 'need' : roleOf[kind]),
      ...(isDetailed && detail !== undefined ? [span(` ${detail}`)] : []),
    ],
  );

/**
 * The title of the window while something is watched or pinned: `tuk ◐ PICKUP 570 m`, of what waits for the person,
 * else of what goes on, and the number of other things.
 */
export function windowTitle(state: WatchedState, now: number): string | undefined {
  const items = watchedItems(state);
  const glances = items.map((item) => glanceOf(item, [], state, now));
  const first =
    glances.find((glance) => glance.class === 'needs-you') ??
    glances.find((_, at) => !items[at]!.hasEnded) ??
    glances[0];
  if (!first) return undefined;
  const { sign, status, detail } = first;
  const others = items.length > 1 ? ` +${items.length - 1}` : '';
  return `tuk ${sign} ${status}${detail === undefined ? '' : ` ${detail}`}${others}`;
}
