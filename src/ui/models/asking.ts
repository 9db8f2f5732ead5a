// Decides which query is due: those of the screen that is shown, once it is shown, and again when their responses are old.
import { answerOf, asking, retryAt } from './answers.js';
import type { Wish } from './board.js';
import { besideOf, followedIn } from './follow-screen.js';
import { refreshed } from './going.js';
import { ranksLines } from './ranks.js';
import { rideWatch } from './ride-watch.js';
import { type AppEffect, type Application, topOf, withTop } from './state.js';
import { swapNeeds } from './swap.js';

type Next = readonly [Application, ...(AppEffect | Wish)[]];

/** How soon it looks different by itself: a sentence goes, a long wait is said. */
export function dueIn(state: Application, now: number): number {
  const top = topOf(state);
  if (top.kind === 'watch') return rideWatch(top.ride).due?.(top.ride, now) ?? 1000;
  const waits = linesOf(state).flatMap((line) => answerOf(state.answers, line).asked ?? []);
  const moments = [...waits.map((at) => at + patience), ...(state.told ? [state.told.until] : [])].filter((at) => at > now);
  return Math.min(waits.length > 0 ? 250 : 1000, ...moments.map((at) => at - now));
}
/** How long an answer may take before anything is said of it, milliseconds. */
export const patience = 150;

/** The command lines that the seen screen stands on. */
export function linesOf(state: Application): readonly string[] {
  const top = topOf(state);
  if (top.kind === 'home') return state.signedIn ? state.panes.map(({ command: line }) => line) : [];
  if (top.kind === 'form') return top.swap ? swapNeeds(top.swap) : [];
  if (top.kind === 'follow') return [besideOf(top) ?? ''].filter((line) => line !== '');
  if (top.kind !== 'board') return [];
  return [top.line, top.spec.beside ?? '', ...ranksLines(top, state)].filter((line) => line !== '');
}
const every = 30;
/** Nothing is asked while somebody types without a rest, milliseconds. */
const typingRests = 300;
const specOf = ({ groups }: Application, line: string) => groups.flatMap(({ screens }) => screens).find((one) => one.command === line);
/** How often a line of the seen screen is asked while it answers, milliseconds; what a form shows is only asked again where somebody wants it. */
function periodOf(state: Application, line: string): number {
  const top = topOf(state);
  if (top.kind === 'form') return Number.POSITIVE_INFINITY;
  return 1000 * ((top.kind === 'board' ? top.spec.every : specOf(state, line)?.every) ?? every);
}

/**
 * When a line of the seen screen is to be asked: at once where it was never asked or somebody wants it anew, after its period where it was
 * answered, after its back-off where it failed.
 * @returns epoch milliseconds; infinity while it is under way, where there is no such command, and while nothing is asked by itself
 */
export function askAt(state: Application, line: string): number {
  const { asked, at, stale, trouble, absent: gone } = answerOf(state.answers, line);
  if (asked !== undefined || gone) return Number.POSITIVE_INFINITY;
  if (stale || (at === undefined && !trouble)) return 0;
  if (state.paused) return Number.POSITIVE_INFINITY;
  return trouble ? retryAt(trouble, periodOf(state, line)) : at! + periodOf(state, line);
}

/** When the next line of the seen screen is to be asked, epoch milliseconds; infinity where none is. */
export const nextAskAt = (state: Application): number =>
  state.begun ? Math.min(...linesOf(state).map((line) => askAt(state, line)), Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;

/** After everything: what the seen screen needs is asked for, and what has come stands on it. */
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
    state = withTop(state, { ...top, fieldsAskedAt: now }); // what could not be had is not asked for again at once
    loads.push({ do: 'load fields', line: top.line });
  }
  if (top.kind === 'board') {
    const fresh = refreshed(top, answerOf(state.answers, top.line));
    if (fresh !== top) state = withTop(state, fresh);
  }
  const [next, ...following] = followedNow(state);
  return [next, ...effects, ...loads, ...following];
}

/** Whatever screens lie over one another: what the uppermost of them follows is followed, and nothing else. */
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
