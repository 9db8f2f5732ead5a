// Several watched rides as lines: the pane of one beside others, its card above others, and the frame around them.

import type { FrameContent } from '../components/frame.js';
import { apart, cut, filled, type Line, line, span } from '../format/line.js';
import { maskName } from '../format/mask.js';
import { roleOf, signOf } from '../format/signs.js';
import { cutMiddle } from '../format/text.js';
import { clockTime } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { helpKeys } from '../state/app-keys.js';
import { type Head, onThisClock, type Size } from '../state/page.js';
import { distanceText } from '../state/ride-position.js';
import { type RideView, type RideWatch, rideTime, rideView } from '../state/ride-watch.js';
import { type RidesScreen, ridesKeys } from '../state/rides-watch.js';
import { agedText, barLine, factLines, historyLines, live } from './ride-watch.js';
import { indexOfNow, nowLine, stepLines, windowed } from './steps.js';

/** The width of a body from which panes stand side by side, and how many do. */
const besideFrom = 150;
const mostAcross = 3;
/** The lines of a card with the blank one below it, and of a pane at the least. */
const cardHigh = 5;
const leastPane = 14;

/** A ride with its place among the others. */
interface Placed {
  readonly ride: RideWatch;
  readonly isSelected: boolean;
}
/** How the rides stand in a body: so many side by side, each so many rows high; the rows that are seen, the selected ride among them. */
export function ridesLayout(
  { rides, at }: RidesScreen,
  { rows, columns }: Size,
): { readonly across: number; readonly high: number; readonly seen: readonly (readonly Placed[])[] } {
  const across = columns >= besideFrom ? Math.min(mostAcross, rides.length) : 1;
  const count = Math.ceil(rides.length / across);
  const most = Math.max(1, Math.floor((rows + 1) / (across === 1 ? cardHigh : leastPane + 1)));
  const shown = Math.min(count, most);
  const own = Math.floor(at / across);
  const first = Math.max(0, Math.min(own - Math.floor(shown / 2), count - shown));
  const placed = rides.map((ride, nth): Placed => ({ ride, isSelected: nth === at }));
  const seen = Array.from({ length: shown }, (_, nth) => placed.slice((first + nth) * across, (first + nth + 1) * across));
  return { across, high: Math.floor((rows + 1) / shown) - 1, seen };
}

/** What the frame shows around several rides. */
export function ridesFrame(
  { rides, at, help }: RidesScreen,
  { head, command }: { readonly head: Head; readonly command: string },
  now: number,
): FrameContent {
  const answered = rides.flatMap((ride) => (ride.over ? [] : (ride.answered ?? [])));
  const down = rides.find(({ watching, over }) => !over && watching?.outage)?.watching;
  const over = rides.filter((ride) => ride.over).length;
  const path = `Ride › Requests › ${rides.length} rides`;
  return {
    head: onThisClock(head, rides[at]?.clockOffset),
    fresh: {
      ...(answered.length > 0 ? { at: Math.min(...answered) } : over === rides.length ? { at: now } : {}),
      ...(down?.outage ? { outage: { since: down.outage.since, next: down.at + down.outage.wait } } : {}),
    },
    group: 'Ride',
    path,
    state: [`${at + 1} of ${rides.length}`, over > 0 ? `${over} ended` : ''].filter(Boolean).join(' · '),
    command,
    message: message(rides[at]!, now),
    keymap: help ? helpKeys : ridesKeys,
    ...(help ? { help: { title: path, keymap: ridesKeys } } : {}),
  };
}

/** What has just happened to the selected ride, or what is wrong with it. */
function message({ notice, watching, paused, over, answered }: RideWatch, now: number): Line {
  if (notice && notice.until > now) return [span(`${signOf[notice.class]} `, roleOf[notice.class]), span(escapeControls(notice.text))];
  if (watching?.outage && !over) return [span('◌ ', 'need'), span(escapeControls(watching.outage.message))];
  if (paused && !over) return [span('Paused. Data of '), span(clockTime(answered))];
  return line('enter shows one whole: there it can be cancelled.', 'muted');
}

/** The heading of a ride: its id, and whether it is polled. */
function heading(ride: RideWatch, { place }: RideView, isSelected: boolean, columns: number): Line {
  const id = escapeControls(ride.id);
  const state = ride.over ? 'ended' : ride.paused ? 'paused' : ride.watching?.outage ? 'no answer' : '';
  const own = columns < 70 ? cutMiddle(id, Math.min(36, columns - 14)) : id;
  const left = [span(isSelected ? '▸ ' : '  '), span(own, 'head'), span(columns < 70 ? '' : `  ${escapeControls(place)}`, 'muted')];
  const all = apart(left, state === '' ? [] : [span(`${state} `, 'muted')], columns);
  return isSelected ? filled(all, columns).map(({ text }) => span(text, 'select')) : all;
}

/** The status of a ride, or why there is none. */
function statusLine(ride: RideWatch, view: RideView, columns: number, now: number): Line {
  if (view.status !== undefined || view.history.length > 0) return nowLine(view, columns, now);
  const { notice, watching } = ride;
  if (notice?.class === 'bad') return cut([span('✗ ', 'bad'), span(escapeControls(notice.text))], columns);
  return [span('◐ ', 'wait'), span(watching?.outage ? 'No response yet; retrying.' : 'requesting ride-hailing…')];
}

/** A ride beside others: its status, its driver, the trip, the road, then the status changes. */
export function ridePane(ride: RideWatch, isSelected: boolean, { rows, columns }: Size, machineNow: number): Line[] {
  const now = rideTime(ride, machineNow);
  const view = rideView(ride);
  const road = stepLines(view.steps);
  const top = [
    heading(ride, view, isSelected, columns),
    [span(`  ${[escapeControls(view.place), live(ride, machineNow)].filter(Boolean).join(' · ')}`, 'muted')],
    [],
    statusLine(ride, view, columns, now),
    barLine(view, columns),
    [],
  ];
  const facts = factLines(view, ride, now);
  const left = rows - top.length;
  if (left < facts.length + 4) return [...top, ...facts.slice(0, left)];
  const roadRows = Math.min(road.length, left - facts.length - 2);
  const above = [...top, ...facts, [], line('ROAD', 'head'), ...windowed(road, indexOfNow(view.steps), roadRows)];
  const more = rows - above.length - 2;
  return more < 2 ? above : [...above, [], line('HISTORY', 'head'), ...historyLines(view, more, columns)];
}

/** A ride above others, in four lines: its status, the trip, the driver and how far away. */
export function rideCard(ride: RideWatch, isSelected: boolean, columns: number, machineNow: number): Line[] {
  const now = rideTime(ride, machineNow);
  const view = rideView(ride);
  const of = Object.fromEntries(view.trip);
  const indent = (one: Line): Line => cut([span('  '), ...one], columns);
  return [
    heading(ride, view, isSelected, columns),
    indent(statusLine(ride, view, columns - 2, now)),
    indent([span(escapeControls(`${of.from} → ${of.to}   `)), span(escapeControls(of.fare ?? ''), 'muted')]),
    indent(driverLine(view, ride, now)),
  ];
}
function driverLine({ driver, position }: RideView, { reveal }: RideWatch, now: number): Line {
  if (!driver) return line('no driver yet', 'muted');
  const name = driver.name === undefined ? undefined : reveal ? driver.name : maskName(driver.name);
  const who = escapeControls([name, driver.car, driver.plate].filter(Boolean).join(', ') || '–');
  if (position === undefined) return line(who, 'muted');
  const driven = span(`   ${who}`, 'muted');
  if (position === 'unknown') return [span('position not known', 'muted'), driven];
  const { to } = position;
  const away = to ? `${distanceText(to.metres)} to the ${to.stop}` : 'distance not known';
  return [span(`${away}, ${agedText(position, now)}`), driven];
}
