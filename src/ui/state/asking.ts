// Decides when each query is due: those of the visible screen, when it is shown, and again when their responses are old.
import { answerOf, asking, retryAt } from './answers.js';
import type { Wish } from './board.js';
import { besideOf, followedIn } from './follow-screen.js';
import { refreshed } from './going.js';
import { ranksLines } from './ranks.js';
import { rideWatch } from './ride-watch.js';
import { type AppEffect, type Application, serviceTime, topOf, withTop } from './state.js';
import { swapNeeds } from './swap.js';

type Next = readonly [Application, ...(AppEffect | Wish)[]];

/** The time until the screen changes by itself: a message disappears, a long wait is announced. */
export function dueIn(state: Application, now: number): number {
  const top = topOf(state);
  if (top.kind === 'watch') return rideWatch(top.ride).due?.(top.ride, now) ?? 1000;
  const waits = linesOf(state).flatMap((line) => answerOf(state.answers, line).asked ?? []);
  const moments = [...waits.map((at) => at + patience), ...(state.told ? [state.told.until] : [])].filter((at) => at > now);
  return Math.min(waits.length > 0 ? 250 : 1000, ...moments.map((at) => at - now));
}
/** The duration of a request after which it is announced, milliseconds. */
export const patience = 150;

/** The command lines whose data the visible screen shows. */
export function linesOf(state: Application): readonly string[] {
  const top = topOf(state);
  if (top.kind === 'home') return state.signedIn ? state.panes.map(({ command: line }) => line) : [];
  if (top.kind === 'form') return top.swap ? swapNeeds(top.swap) : [];
  if (top.kind === 'follow') return [besideOf(top) ?? ''].filter((line) => line !== '');
  if (top.kind !== 'board') return [];
  return [top.line, top.spec.beside ?? '', ...ranksLines(top, state)].filter((line) => line !== '');
}
const every = 30;
/** The pause in typing before a search is requested, milliseconds. */
const typingRests = 300;
const specOf = ({ groups }: Application, line: string) => groups.flatMap(({ screens }) => screens).find((one) => one.command === line);
/** The refresh interval of a query of the visible screen, milliseconds; the response of a form is refreshed only by a key. */
function periodOf(state: Application, line: string): number {
  const top = topOf(state);
  if (top.kind === 'form') return Number.POSITIVE_INFINITY;
  return 1000 * ((top.kind === 'board' ? top.spec.every : specOf(state, line)?.every) ?? every);
}

/**
 * The time at which a query of the visible screen is due: at once for a new or invalidated one, after the interval for a response, after the back-off
 * for a failure.
 * @returns epoch milliseconds; infinity while it is in flight, for a missing command, and while the screen is paused
 */
export function askAt(state: Application, line: string): number {
  const { asked, at, stale, trouble, absent: gone } = answerOf(state.answers, line);
  if (asked !== undefined || gone) return Number.POSITIVE_INFINITY;
  if (stale || (at === undefined && !trouble)) return 0;
  if (state.paused) return Number.POSITIVE_INFINITY;
  return trouble ? retryAt(trouble, periodOf(state, line)) : at! + periodOf(state, line);
}

/** The time at which the next query of the visible screen is due, epoch milliseconds; infinity for none. */
export const nextAskAt = (state: Application): number =>
  state.begun ? Math.min(...linesOf(state).map((line) => askAt(state, line)), Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;

/** Runs after each event: requests the due queries of the visible screen, and updates its rows from the cache. */
export function settled([before, ...effects]: Next, now: number): Next {
  let state = before;
  const loads: AppEffect[] = [];
  for (const line of state.begun ? linesOf(state) : []) {
    if (now < askAt(state, line)) continue;
    const top = topOf(state);
    state = { ...state, answers: asking(state.answers, line, now) };
    const spec = top.kind === 'board' && line === top.line ? top.spec.command : line;
    const rests = top.kind === 'board' && top.spec.kind === 'find' ? { rests: typingRests } : {};
    loads.push({ do: 'load', line, spec, ...rests });
  }
  const top = topOf(state);
  if (top.kind === 'form' && !top.fields && !top.absent && state.begun && now - (top.fieldsAskedAt ?? 0) >= 1000 * every) {
    state = withTop(state, { ...top, fieldsAskedAt: now }); // fields that could not be loaded are not requested again at once
    loads.push({ do: 'load fields', line: top.line });
  }
  if (top.kind === 'board') {
    const fresh = refreshed(top, answerOf(state.answers, top.line), serviceTime(state, now));
    if (fresh !== top) state = withTop(state, fresh);
  }
  const [next, ...following] = followedNow(state);
  return [next, ...effects, ...loads, ...following];
}

/** Watches the item of the uppermost watch screen of the stack, and no other. */
function followedNow(state: Application): Next {
  const wanted = followedIn(state);
  if (!state.begun || wanted === state.followed) return [state];
  const { followed: _, ...rest } = state;
  if (wanted === undefined) return [rest, { do: 'stop following' }];
  const stack = rest.stack.map((one) => (one.kind === 'follow' ? { ...one, paused: false } : one));
  return [
    { ...rest, stack, followed: wanted },
    { do: 'follow', line: wanted },
  ];
}
