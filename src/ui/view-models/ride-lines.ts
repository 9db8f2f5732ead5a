// The watch of a ride in its linear form: the whole of it said once, then each change as a line. For screen readers and terminals that cannot redraw.

import { classInWords } from '../../services/catalogue/statuses.js';
import { maskName } from '../format/mask.js';
import { spoken } from '../format/spoken-value.js';
import { clockTime } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import type { Head } from '../state/page.js';
import { distanceText } from '../state/ride-position.js';
import { type RideView, type RideWatch, rideTime, rideView } from '../state/ride-watch.js';

/** All that the screen would show, as sentences. */
export function rideLines(state: RideWatch, now: number): string[] {
  const view = rideView(state);
  return [
    `tuk, ride, request ${escapeControls(state.id)}.`,
    headText(state.head, rideTime(state, now)),
    '',
    ...statusTexts(view, rideTime(state, now)),
    ...stepTexts(view),
    ...factTexts(view, state.reveal),
    ...positionTexts(view, rideTime(state, now)),
    `Command: ${escapeControls(state.command)}`,
  ];
}

/** What differs from the state before: one line for each thing, the first with its time. */
export function rideChangeLines(before: RideWatch, after: RideWatch): string[] {
  const [was, is] = [rideView(before), rideView(after)];
  const outage = outageTexts(before, after);
  const newFacts = factTexts(is, after.reveal).filter((line) => !factTexts(was, before.reveal).includes(line));
  const facts = [...newFacts, ...(nearness(was) === nearness(is) ? [] : positionTexts(is, rideTime(after, after.watching?.at ?? 0)))];
  if (was.status === is.status) return [...outage, ...facts];
  const at = after.watching?.items[0]?.seen.at(-1)?.at ?? after.watching?.at;
  const changed = `${clockTime(at)}. Changed: status ${escapeControls(is.status ?? 'no status')}, ${was.status === undefined ? classInWords[is.class] : `was ${escapeControls(was.status)}`}.`;
  const ended = after.over ? [`It is over: ${classInWords[is.class]}${is.means === undefined ? '' : `, ${is.means}`}.`] : [];
  return [...outage, changed, ...facts, ...ended];
}

function outageTexts(before: RideWatch, { watching }: RideWatch): string[] {
  const outage = watching?.outage;
  if (outage && !before.watching?.outage)
    return [
      `${clockTime(watching.at)}. No response: ${escapeControls(outage.message)} Next request in ${spoken(outage.wait)}, repeated until it responds.`,
    ];
  return before.watching?.outage && watching && !outage ? [`${clockTime(watching.at)}. It answers again.`] : [];
}

/** Whose services these are, and how long the session lasts. */
export function headText({ mark, profile, sessionEnds }: Head, now: number): string {
  const marked = { sandbox: 'Sandbox: nothing here is real. ', protected: 'Protected. ' };
  const session = sessionEnds === undefined ? '' : ` Session ends in ${spoken(sessionEnds - now)}.`;
  return `${mark ? marked[mark] : ''}Profile ${escapeControls(profile)}.${session}`;
}

function statusTexts({ status, class: kind, means, since, reached, of }: RideView, now: number): string[] {
  if (status === undefined) return ['No response yet.'];
  const long = since === undefined ? '' : `, for ${spoken(now - since)}`;
  return [
    `Status ${escapeControls(status)}, ${classInWords[kind]}${means === undefined ? '' : `: ${means}`}${long}.`,
    `Step ${reached} of ${of}.`,
  ];
}

/** `7 of 10. PICKUP, now, 14:03:05.`; those that are still to come in one line. */
function stepTexts({ steps }: RideView): string[] {
  const ahead = steps.findLastIndex(({ is }) => is !== 'ahead') + 1;
  const met = steps.slice(0, ahead).map(({ status, is, at, after }, i) => {
    const later = after === undefined ? '' : `, after ${spoken(after)}`;
    return `  ${i + 1} of ${steps.length}. ${escapeControls(status)}, ${is === 'ahead' ? 'not yet' : is}${at === undefined ? '' : `, ${clockTime(at)}${is === 'now' ? '' : later}`}.`;
  });
  const left = steps.slice(ahead);
  if (left.length === 0) return met;
  return [...met, `  ${left.map((_, i) => ahead + i + 1).join(', ')}. ${left.map(({ status }) => status).join(', ')}, not yet.`];
}

function factTexts({ driver, trip }: RideView, reveal: boolean): string[] {
  const name = driver?.name === undefined ? '' : reveal ? driver.name : `${maskName(driver.name).split('•')[0]}, masked`;
  const about = [driver?.car, driver?.plate && `plate ${driver.plate}`].filter(Boolean).join(', ');
  const of = Object.fromEntries(trip);
  return [
    ...(driver ? [escapeControls([`Driver ${name || 'not named'}.`, about && `${about}.`].filter(Boolean).join(' '))] : []),
    escapeControls(`From ${of.from} to ${of.to}. Fare ${of.fare}.`),
  ];
}

/** Where the driver is: how far away, and how old that is. */
function positionTexts({ position }: RideView, now: number): string[] {
  if (position === undefined) return [];
  if (position === 'unknown') return ['Driver position not known.'];
  const { to, at, isStated } = position;
  const away = to ? `${distanceText(to.metres)} to the ${to.stop}` : 'distance not known';
  return [`Driver: ${away}; position ${isStated ? `${spoken(now - at)} old` : `seen ${spoken(now - at)} ago, its time is not stated`}.`];
}
/** The distances at which the position is said again, metres: said at each response, it would never let one listen to anything else. */
const landmarks = [50, 200, 500, 1000, 2000, 5000];
const nearness = ({ position }: RideView): string =>
  position === undefined || position === 'unknown'
    ? String(position)
    : `${position.to?.stop} ${landmarks.filter((metres) => metres <= (position.to?.metres ?? 0)).length}`;
