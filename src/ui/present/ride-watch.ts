// The watch screen of a ride as lines: its status, its road, who drives, the trip, what came.

import type { FrameContent } from '../components/frame.js';
import { jsonHeight, jsonLines } from '../format/json-lines.js';
import { beside, cut, type Line, line, span, wide } from '../format/line.js';
import { masked, maskName } from '../format/mask.js';
import { roleOf, signOf } from '../format/signs.js';
import { cutMiddle, width } from '../format/text.js';
import { clockTime, dayAndTime, spanOf } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { helpKeys } from '../state/app-keys.js';
import type { Size } from '../state/page.js';
import { type DriverPosition, distanceText } from '../state/ride-position.js';
import {
  type RideView,
  type RideWatch,
  rideAskKeys,
  rideJsonKeys,
  rideKeys,
  rideOverKeys,
  rideTime,
  rideView,
  unread,
} from '../state/ride-watch.js';
import { indexOfNow, nowLine, stepLines, widestOf, windowed, wordColumn } from './steps.js';

/** The lines of the body of the screen. */
export function rideWatchLines(state: RideWatch, size: Size, now: number): Line[] {
  const view = rideView(state);
  return state.shows === 'json' ? jsonBody(state, view, size) : body(view, state, size, rideTime(state, now));
}

/** What the frame of the screen shows. */
export function rideWatchFrame(state: RideWatch, { columns }: Size, now: number): FrameContent {
  const view = rideView(state);
  const { head, watching, shows } = state;
  const id = columns < 100 ? cutMiddle(escapeControls(state.id), 13) : escapeControls(state.id);
  const path = `Ride › Requests › ${id}${shows === 'json' ? ' › JSON' : ''}`;
  const keymap = shows === 'json' ? rideJsonKeys : state.over ? rideOverKeys : rideKeys;
  const outage = watching?.outage;
  return {
    head,
    fresh: {
      ...(state.answered === undefined ? {} : { at: state.answered }),
      ...(outage && watching ? { outage: { since: outage.since, next: watching.at + outage.wait } } : {}),
    },
    group: 'Ride',
    path,
    state: [columns < 100 ? view.region : view.place, live(state)].filter(Boolean).join(' · '),
    command: state.command,
    message: message(state, view, now),
    ...(columns < 100 || state.answered === undefined
      ? {}
      : { aside: `${state.answers} ${state.answers === 1 ? 'answer' : 'answers'} · last ${spanOf(now - state.answered)} ago` }),
    keymap: state.help ? helpKeys : state.asking !== undefined ? rideAskKeys : keymap,
    ...(state.help ? { help: { title: shows === 'json' ? 'raw JSON' : 'Ride › Requests', keymap } } : {}),
  };
}

/** Whether it is polled, and how often. */
export function live({ over, paused, watching, interval }: RideWatch): string {
  if (over) return 'ended';
  if (paused) return 'paused';
  if (watching?.outage) return 'no answer';
  return `live, every ${spanOf(Math.max(1000, interval))} or more`; // less often while nothing changes
}

/** One sentence: a question before all else, then what has just happened, what is wrong, what the state is. */
function message(state: RideWatch, { status, class: kind }: RideView, now: number): Line {
  const { asking, told, watching, over, paused, cancelling } = state;
  if (asking !== undefined) {
    const readable = now - asking >= unread;
    return [
      span('! Cancel this ride? It may cost a fee. ', 'need'),
      ...(readable ? [span('y', 'accent'), span(' cancels, any other key does not.')] : []),
    ];
  }
  if (cancelling) return [span('◐ ', 'wait'), span('Asking to cancel…')];
  if (told && told.until > now) return [span(`${signOf[told.class]} `, roleOf[told.class]), span(escapeControls(told.text))];
  if (over)
    return [
      span(`${signOf[kind]} `, roleOf[kind]),
      span(`${escapeControls(status ?? '')}: nothing follows by itself. `),
      span('Other keys leave.', 'accent'),
    ];
  if (watching?.outage) return [span('◌ ', 'need'), span(escapeControls(watching.outage.message))];
  if (paused) return [span('Paused. Data of '), span(clockTime(state.answered))];
  return line('An unknown status is shown as received.', 'muted');
}

function jsonBody({ top, reveal }: RideWatch, { row: whole }: RideView, { rows }: Size): Line[] {
  if (whole === undefined) return [line('No response yet.')];
  const row = reveal ? whole : masked(whole);
  return jsonLines(row, Math.max(0, Math.min(top, jsonHeight(row) - rows)), rows);
}

/** The body: three columns where there is room, else two with what came below them. */
function body(view: RideView, state: RideWatch, { rows, columns }: Size, now: number): Line[] {
  if (view.status === undefined && view.came.length === 0)
    return [[span('◐ ', 'wait'), span(state.watching?.outage ? 'No response yet; retrying.' : 'requesting ride-hailing…')]];
  const top = [nowLine(view, columns, now), barLine(view, columns), []];
  const left = rows - top.length;
  const facts = factLines(view, state, now);
  if (columns < 58) return [...top, ...windowed(stepLines(view.steps), indexOfNow(view.steps), left)];
  const whole = stepLines(view.steps);
  const leftWide = Math.max(39, Math.min(Math.max(...whole.map(wide)) + 2, columns - (columns < 90 ? 24 : 54)));
  const road = whole.map((one) => cut(one, leftWide - 1));
  if (columns < 90) {
    const log = cameLines(view, Math.max(0, left - Math.max(road.length, facts.length) - 1), columns);
    const most = log.length > 0 ? left - log.length - 1 : left;
    const both = beside([windowed(road, indexOfNow(view.steps), most), leftWide], [facts.slice(0, most), columns - leftWide]);
    return [...top, ...both, [], ...log];
  }
  const third = Math.min(44, columns - leftWide - 30);
  const table = [
    [span(`${'ROAD'.padEnd(widestOf(view.steps) + 3)}${'AT'.padEnd(10)}AFTER`, 'head')],
    ...windowed(road, indexOfNow(view.steps), left - 3),
  ];
  const came = [line('WHAT CAME', 'head'), ...cameLines(view, left - 4, third)];
  return [...top, ...beside([table, leftWide], [facts, 30], [came, third]).slice(0, left - 2), [], askedLine(view, now)];
}

const askedLine = ({ requested }: RideView, now: number): Line =>
  requested === undefined
    ? []
    : [
        span('ASKED   ', 'head'),
        span(`${dayAndTime(requested)}, ${spanOf(now - requested)} ago   `),
        span(`${new Date(requested).toISOString().slice(11, 19)} UTC`, 'muted'),
      ];

/** How many of the steps are reached, as a bar. */
export function barLine({ reached, of, class: kind }: RideView, columns: number): Line {
  const said = `   step ${reached}/${of}`;
  const long = Math.max(1, columns - width(said) - 1);
  const done = Math.round((long * reached) / of);
  return [
    span('━'.repeat(done), kind === 'bad' ? 'bad' : kind === 'good' ? 'good' : 'wait'),
    span('╌'.repeat(long - done), 'rule'),
    span(said),
  ];
}

/** Who drives and how far away, and the trip. */
export function factLines({ driver, position, trip }: RideView, { reveal }: Pick<RideWatch, 'reveal'>, now: number): Line[] {
  const facts = [driver?.name === undefined ? undefined : reveal ? driver.name : maskName(driver.name), driver?.car, driver?.plate];
  const known = facts.filter((fact): fact is string => fact !== undefined);
  return [
    line('DRIVER', 'head'),
    ...(known.length === 0 ? [line(driver ? '–' : 'none yet', 'muted')] : known.map((fact) => line(escapeControls(fact)))),
    ...positionLines(position, reveal, now),
    [],
    line('TRIP', 'head'),
    ...trip.map(([label, text]): Line => [span(label.padEnd(6), 'muted'), span(escapeControls(text))]),
  ];
}

/** How far away the driver is, and how old that is; where exactly, only where personal data are shown. */
function positionLines(position: RideView['position'], reveal: boolean, now: number): Line[] {
  if (position === undefined) return [];
  if (position === 'unknown') return [line('position not known', 'muted')];
  const { to, latitude, longitude } = position;
  return [
    to ? line(`${distanceText(to.metres)} to the ${to.stop}`) : line('distance not known', 'muted'),
    line(`position ${agedText(position, now)}`, 'muted'),
    ...(reveal ? [line(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)] : []),
  ];
}
/** `12 s old`; `seen 12 s ago` where the response does not say of when the position is. */
export function agedText({ at, isStated }: Pick<DriverPosition, 'at' | 'isStated'>, now: number): string {
  const age = spanOf(Math.max(0, now - at));
  return isStated ? `${age} old` : `seen ${age} ago`;
}

/** What came, the newest first: in one line where there is room for it, else what was before it stands below. */
export function cameLines({ came }: RideView, rows: number, columns: number): Line[] {
  const lines = came.flatMap(({ status, at, was }): Line[] => {
    const shown = escapeControls(status);
    const time = span(`${clockTime(at)}  `, 'muted');
    if (was === undefined) return [[time, span(shown)]];
    const before = span(`was ${escapeControls(was)}`, 'muted');
    return columns < 50
      ? [
          [time, span(shown)],
          [span('  '), before],
        ]
      : [[time, span(shown.padEnd(wordColumn)), span('  '), before]];
  });
  return lines.slice(0, Math.max(0, rows));
}
