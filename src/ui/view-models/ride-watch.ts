// What the watch of a ride says: its frame, its message, the lines of its parts. Its screen lays them out.

import type { FrameContent } from '../components/frame.js';
import { jsonHeight, jsonLines } from '../format/json-lines.js';
import { type Line, line, lineText, span, wide } from '../format/line.js';
import { masked, maskName } from '../format/mask.js';
import { roleOf, signOf } from '../format/signs.js';
import { cutMiddle, width, wrap } from '../format/text.js';
import { clockTime, dayAndTime, spanOf } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import type { Failed } from '../state/answers.js';
import { helpKeys } from '../state/app-keys.js';
import { onThisClock, type Size } from '../state/page.js';
import { type DriverPosition, distanceText } from '../state/ride-position.js';
import { type RideView, type RideWatch, rideAskKeys, rideJsonKeys, rideKeys, rideOverKeys, rideView, unread } from '../state/ride-watch.js';
import { reasonLines } from './failure.js';
import { indexOfNow, stepLines, widestOf, windowed, wordColumn } from './steps.js';

/** What the frame of the screen shows. */
export function rideWatchFrame(state: RideWatch, { columns }: Size, now: number): FrameContent {
  const view = rideView(state);
  const { head, watching, shows } = state;
  const id = columns < 100 ? cutMiddle(escapeControls(state.id), 13) : escapeControls(state.id);
  const path = `Ride › Requests › ${id}${shows === 'json' ? ' › JSON' : ''}`;
  const keymap = shows === 'json' ? rideJsonKeys : state.over ? rideOverKeys : rideKeys;
  const outage = watching?.outage;
  return {
    head: onThisClock(head, state.clockOffset),
    fresh: {
      ...(state.answered === undefined ? {} : { at: state.answered }),
      ...(outage && watching ? { outage: { since: outage.since, next: watching.at + outage.wait } } : {}),
    },
    group: 'Ride',
    path,
    state: [columns < 100 ? view.region : view.place, live(state, now)].filter(Boolean).join(' · '),
    command: state.command,
    message: message(state, view, now),
    ...(columns < 100 || state.answered === undefined
      ? {}
      : { aside: `${state.answers} ${state.answers === 1 ? 'answer' : 'answers'} · last ${spanOf(now - state.answered)} ago` }),
    keymap: state.help ? helpKeys : state.confirming !== undefined ? rideAskKeys : keymap,
    ...(state.help ? { help: { title: shows === 'json' ? 'raw JSON' : 'Ride › Requests', keymap } } : {}),
  };
}

/** Whether it is polled, and when next. @param now epoch milliseconds of this machine */
export function live({ over, paused, watching }: RideWatch, now: number): string {
  if (over) return 'ended';
  if (paused) return 'paused';
  if (watching?.outage) return 'no answer';
  if (watching?.wait === undefined) return 'live';
  const seconds = Math.ceil((watching.at + watching.wait - now) / 1000);
  return seconds > 0 ? `live, next in ${spanOf(seconds * 1000)}` : 'live, reading';
}

/** One sentence: what has just happened, what is wrong, what the state is. */
function message(state: RideWatch, { status, class: kind }: RideView, now: number): Line {
  const { notice, watching, over, paused, cancelling, refusal } = state;
  if (refusal)
    return [
      refusal.kind === 'unknown' ? span('! ', 'need') : span('✗ ', 'bad'),
      span(`${refusalText(refusal)} The next key removes the reason.`),
    ];
  if (cancelling) return [span('◐ ', 'wait'), span('Cancelling…')];
  if (notice && notice.until > now) return [span(`${signOf[notice.class]} `, roleOf[notice.class]), span(escapeControls(notice.text))];
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

/** The JSON of the last response, from the first visible line on. */
export function rideJson(state: RideWatch, { rows }: Size): Line[] {
  const { row: whole } = rideView(state);
  if (whole === undefined) return [line('No response yet.')];
  const row = state.reveal ? whole : masked(whole);
  return jsonLines(row, Math.max(0, Math.min(state.top, jsonHeight(row) - rows)), rows);
}

/** The question of the cancellation, as the dialog of a command has it; its answer is offered once the question can have been read. */
export function confirmationLines({ confirming }: RideWatch, columns: number, now: number): Line[] {
  const isReadable = confirming !== undefined && now - confirming >= unread;
  const answer = wrap('y cancels, any other key does not: ▏', columns);
  return [
    ...wrap('Cancel this ride? It may cost a fee.', columns).map((one) => line(one, 'need')),
    ...answer.map((one) => (isReadable ? line(one, 'head') : [])),
  ];
}
/** That a ride was not cancelled, or that it is not known. */
const refusalText = ({ kind }: Failed): string =>
  kind === 'unknown' ? 'It is not known whether the ride was cancelled.' : 'Not cancelled.';
const refusalNext = ({ hint }: Failed): string => escapeControls(hint ?? 'The ride goes on; D tries again.');
/** The same for a screen reader. */
export const refusalTexts = (refusal: Failed): string[] => [
  refusalText(refusal),
  ...reasonLines(refusal, refusalNext(refusal), Number.POSITIVE_INFINITY).map((one) => lineText(one).slice(2)), // without the sign
];
/** Why a cancellation failed, and a blank line; none where it did not. */
export const refusalLines = ({ refusal }: RideWatch, columns: number): Line[] =>
  refusal ? [...reasonLines(refusal, refusalNext(refusal), columns), []] : [];

/** What is said before the first response. */
export const waitingLine = ({ watching }: RideWatch): Line => [
  span('◐ ', 'wait'),
  span(watching?.outage ? 'No response yet; retrying.' : 'requesting ride-hailing…'),
];

/** The steps with their times, as many as there is room for, the present one among them. */
export const roadLines = ({ steps }: RideView, rows: number): Line[] => windowed(stepLines(steps), indexOfNow(steps), rows);
/** The heading of the steps. */
export const roadHead = ({ steps }: RideView): Line => [span(`${'ROAD'.padEnd(widestOf(steps) + 3)}${'AT'.padEnd(10)}AFTER`, 'head')];
/** The width of the widest step. */
export const roadWidth = ({ steps }: RideView): number => Math.max(...stepLines(steps).map(wide));

/** When the ride was requested. */
export const askedLine = ({ requested }: RideView, now: number): Line =>
  requested === undefined
    ? []
    : [
        span('ASKED   ', 'head'),
        span(`${dayAndTime(requested)}, ${spanOf(now - requested)} ago   `),
        span(`${new Date(requested).toISOString().slice(11, 19)} UTC`, 'muted'),
      ];

/** How many of the steps are reached, as a bar. */
export function barLine({ reached, of, class: kind }: RideView, columns: number): Line {
  const label = `   step ${reached}/${of}`;
  const long = Math.max(1, columns - width(label) - 1);
  const done = Math.round((long * reached) / of);
  return [
    span('━'.repeat(done), kind === 'bad' ? 'bad' : kind === 'good' ? 'good' : 'wait'),
    span('╌'.repeat(long - done), 'rule'),
    span(label),
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

/**
 * The status changes, the newest first, each in a line with what was before it. Without room for that, the status before is that of the line below, and stands in a line of its
 * own only where it is another one.
 */
export function historyLines({ history }: RideView, rows: number, columns: number): Line[] {
  const changes = history.map(({ status, at, was }) => {
    const before = was === undefined ? undefined : span(`was ${escapeControls(was)}`, 'muted');
    return { time: span(`${clockTime(at)}  `, 'muted'), shown: escapeControls(status), before };
  });
  const longest = Math.max(0, ...changes.map(({ before, shown }) => (before ? width(shown) : 0)));
  const fits = (word: number) => changes.every(({ time, before }) => !before || wide([time, before]) + word + historyGap <= columns);
  const word = [Math.max(wordColumn, longest), longest].find(fits);
  const lines = changes.flatMap(({ time, shown, before }, at): Line[] => {
    if (!before) return [[time, span(shown)]];
    const isBelow = history[at]!.was === history[at + 1]?.status;
    if (word === undefined) return [[time, span(shown)], ...(isBelow ? [] : [[span('  '), before]])];
    return [[time, span(shown + ' '.repeat(word - width(shown))), span(' '.repeat(historyGap)), before]];
  });
  return lines.slice(0, Math.max(0, rows));
}
const historyGap = 2;
