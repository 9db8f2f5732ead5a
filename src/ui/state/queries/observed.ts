// The queries of the visible screen for the query cache, and the effects that follow from each event.
import { quoted } from '../../../services/command-line.js';
import { nextLine } from '../../../things/action.js';
import { ofKind, refreshed } from '../boards/navigation.js';
import { badgeEvery } from '../core/badges.js';
import { typed } from '../core/field.js';
import { previewRest } from '../core/list.js';
import { invalidated, isFinal, type ObservedQuery, responseOf } from '../core/responses.js';
import type { BoardScreen } from '../core/screens.js';
import { type AppEffect, type Application, type Next, type Pane, timeFor, topOf, withTop } from '../core/state.js';
import { pickerLines, withPicks } from '../forms/picker.js';
import { withPinsShown } from '../watch/pins.js';
import { besideLines, watchedLines } from '../watch/watch-screen.js';

/** The time until the screen changes by itself: a message disappears, a long wait is announced. */
export function dueIn(state: Application, now: number): number {
  const top = topOf(state);
  const rests = top.kind === 'board' && top.moved ? [top.moved.at + previewRest] : [];
  const waits = linesOf(state).flatMap((line) => responseOf(state, line).asked ?? []);
  const moments = [...waits.map((at) => at + patience), ...rests, ...[state.notice?.until ?? []].flat()].filter(
    (at) => at > now,
  );
  return Math.min(waits.some((at) => now - at < longWait) ? 250 : 1000, ...moments.map((at) => at - now));
}
/** The duration of a request from which tenths of a second do not matter, milliseconds. */
const longWait = 10_000;
/** The duration after which a request is announced, milliseconds. */
export const patience = 150;

/** The command lines whose data the visible screen shows. */
export function linesOf(state: Application): readonly string[] {
  const top = topOf(state);
  if (top.kind === 'home') return state.signedIn ? [...new Set(state.panes.flatMap(linesOfPane))] : [];
  if (top.kind === 'form') return [...pickerLines(state), top.spec.below?.command ?? ''].filter((line) => line !== '');
  if (top.kind === 'watch') return besideLines(top);
  if (top.kind !== 'board') return [];
  const also = (top.spec.also ?? []).map(({ command = '' }) => command);
  return [top.line, otherLine(state) ?? '', belowLine(state, top) ?? '', ...also].filter((line) => line !== '');
}
/** The command line of what is below the rows of a board; undefined for its own. */
export function belowLine(state: Pick<Application, 'responses'>, top: BoardScreen): string | undefined {
  const { below } = top.spec;
  const { kind, id, rows } = responseOf(state, top.line);
  if (below?.ifEmpty && (rows?.length ?? (top.line === '' ? 0 : 1)) > 0) return undefined;
  if (below?.kind !== 'next') return below?.command;
  const row = top.shown[top.place.marked];
  return kind && row && nextLine(kind, row, id);
}
/** The command lines of a pane of Home. */
export const linesOfPane = ({ command, reads, trend }: Pane): readonly string[] => [
  ...(reads ? reads.map((read) => read.command) : [command]),
  ...(trend ? [trend.command] : []),
];
/** The command line of the same board for the other profile. */
export function otherLine(state: Application): string | undefined {
  const top = topOf(state);
  const { other } = state.head;
  return top.kind !== 'board' || other === undefined || top.line === '' ? undefined : `${top.line} -p ${quoted(other)}`;
}
const every = 30;
/** The pause in typing before a search is requested, milliseconds. */
const typingRests = 300;

/**
 * The refresh interval of a query, milliseconds; undefined if only a key refreshes it: for the response of a form, and
 * after refused values.
 */
function intervalOf(state: Application, line: string): number | undefined {
  const top = topOf(state);
  const { trouble } = responseOf(state, line);
  if (top.kind === 'form' || (trouble && isFinal(trouble.failure))) return undefined;
  const spec =
    top.kind === 'board'
      ? top.spec
      : state.groups.flatMap(({ screens }) => screens).find(({ command }) => command === line);
  return 1000 * (spec?.every ?? every);
}

/** The queries that the visible screen observes, and those of the badges, which every screen shows. */
function observedQueries(state: Application): readonly ObservedQuery[] {
  const top = topOf(state);
  const visible = linesOf(state);
  const lines = state.signedIn && top.kind !== 'welcome' ? state.badges.map(({ line }) => line) : [];
  const ofBadges = lines
    .filter((line) => !visible.includes(line))
    .map(
      (line): ObservedQuery => ({ line, spec: line, interval: 1000 * badgeEvery, paused: state.paused || undefined }),
    );
  const ofScreen = visible.map((line) => {
    return {
      line,
      spec: top.kind === 'board' && (line === top.line || line === otherLine(state)) ? top.spec.command : line,
      interval: intervalOf(state, line),
      paused: state.paused || undefined,
      debounce:
        (top.kind === 'board' &&
          (top.spec.kind === 'find' || (top.spec.below?.kind === 'next' && line !== top.line))) ||
        (top.kind === 'form' && state.chooser?.typing && typed(state.chooser.typing) !== '')
          ? typingRests
          : undefined,
    };
  });
  return [...ofScreen, ...ofBadges];
}

/** Runs after each event: observes the queries of the visible screen, and updates its rows. */
export function settled([before, ...effects]: Next, now: number): Next {
  let [stale, state] = invalidated(before);
  const loads: AppEffect[] = stale.length > 0 ? [{ do: 'invalidate', lines: stale }] : [];
  const board = topOf(state);
  if (board.kind === 'board') {
    const response = responseOf(state, board.line);
    const fresh = ofKind(refreshed(board, response, timeFor(state, response, now)), response);
    if (fresh !== board) state = withTop(state, fresh);
  }
  state = withPicks(state); // a step that answers itself opens the next one, whose choices are read at once
  const queries = state.begun ? observedQueries(state) : [];
  const observed = JSON.stringify([state.owner, queries]);
  if (observed !== state.observed && (queries.length > 0 || state.observed !== undefined)) {
    state = { ...state, observed };
    loads.push({ do: 'observe', owner: state.owner, queries });
  }
  const top = topOf(state);
  if (top.kind === 'form' && !top.fields && state.begun && now - (top.fieldsAskedAt ?? 0) >= 1000 * every) {
    // fields that could not be loaded are not requested again at once
    state = withTop(state, { ...top, fieldsAskedAt: now });
    loads.push({ do: 'load fields', line: top.line });
  }
  const [next, ...watching] = state.begun ? watchedNow(state, now) : [state];
  return [next, ...loads, ...effects, ...watching];
}

/** Watches the items of the uppermost watch screen of the stack and the pinned ones, and no others. */
function watchedNow(before: Application, now: number): Next {
  const [state, ...released] = unheld(withPinsShown(before));
  const lines = watchedLines(state);
  const watched = lines.length === 0 ? undefined : lines.join('\n');
  if (watched === state.watched) return [state, ...released];
  const resumed = state.stack.map((screen) => (screen.kind === 'watch' ? { ...screen, paused: false } : screen));
  return [
    { ...state, stack: state.watched === undefined ? resumed : state.stack, watched, watchedAt: now },
    ...released,
    { do: 'watch', lines },
  ];
}

/** Lets the streams go on that a watch screen holds, once it is left: the pinned items of it are watched everywhere. */
export function unheld(state: Application): Next {
  const screen = state.stack.findLast((candidate) => candidate.kind === 'watch');
  if (!state.isPaused || screen?.paused) return [state];
  const next = { ...state, isPaused: undefined };
  return state.pinned ? [next, { do: 'watched', effect: { do: 'pause', on: false } }] : [next];
}
