// The frame of the visible screen: path, state, message, keys and help.

import { type Line, line, span } from '../../text/line.js';
import { maskedLine } from '../../text/masked-line.js';
import { roleOf, signOf } from '../../text/signs.js';
import { cutMiddle } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import type { FrameContent } from '../components/frame.js';
import { isPage } from '../page-kinds/page-kinds.js';
import { keymapOf } from '../state/application.js';
import { dataLine, refreshed, rootOf } from '../state/boards/navigation.js';
import { badgeCounts, countedTexts } from '../state/core/badges.js';
import { clamped } from '../state/core/list.js';
import { areaOf, type Freshness, onThisClock, railFrom, type Size } from '../state/core/page.js';
import { leastAhead, responseOf } from '../state/core/responses.js';
import type { BoardScreen, FormScreen, Screen } from '../state/core/screens.js';
import { type Application, noticeAt, timeFor, topOf } from '../state/core/state.js';
import { foldOf } from '../state/forms/form.js';
import { commandOf } from '../state/keys/actions.js';
import { belowLine, linesOf, otherLine, patience } from '../state/queries/observed.js';
import { sandboxTime } from '../state/watch/sandbox-clock.js';
import { selectedItem } from '../state/watch/watch-screen.js';
import { type BoardView, boardState, staleLines } from './board.js';
import { pageBody } from './page-body.js';
import { pinnedLine } from './pinned.js';
import { measuredTable, tableNow } from './table.js';
import { watchFresh, watchMessage, watchParts, watchState } from './watch.js';

/** The content of the frame. @param view the result of `viewOf` */
export function applicationFrame(
  state: Application,
  view: BoardView | undefined,
  size: Size,
  now: number,
): FrameContent {
  const top = topOf(state);
  const { head, signedIn } = state;
  const path = pathOf(top, size);
  const command = commandOf(state, now);
  const right = [linesShown(state, view, size, now), rightOf(state, top, view, now)].filter(Boolean).join(' · ');
  return {
    head: signedIn
      ? { ...onThisClock(head, state.sessionOffset), revealed: state.reveal, sandboxClock: clockIn(state, now) }
      : { profile: head.profile, mark: head.mark, note: 'not signed in' },
    fresh: freshOf(state, now),
    group: top.group,
    ...screensOf(state),
    counts: badgeCounts(state),
    path,
    state: right === '' ? undefined : right,
    command: state.reveal ? command : maskedLine(command),
    message: messageOf(state, top, view, { now, columns: size.columns }),
    strip: pinnedLine(state, size.columns, now),
    keymap: keymapOf(state),
    help: state.help
      ? {
          title: path,
          keymap: keymapOf({ ...state, help: false }),
          counted: countedTexts(state.badges),
          top: state.helpTop,
        }
      : undefined,
  };
}

/** The time of the sandbox, if it plays, or differs from this machine's by a minute. */
function clockIn(state: Application, now: number): string | undefined {
  const { head, play, stories, clockOffset = 0 } = state;
  const isSandbox = head.mark === 'sandbox' || stories !== undefined; // one that is served has said its stories
  if (!isSandbox || (play === undefined && Math.abs(clockOffset) < leastAhead)) return undefined;
  return `${sandboxTime(state, now)}${play === undefined ? '' : ` ${play}x`}`;
}

/** The data of the visible board. */
export function viewOf(state: Application, now: number): BoardView | undefined {
  const top = topOf(state);
  if (top.kind !== 'board') return undefined;
  const { reveal, signedIn, paused } = state;
  const { below, also } = top.spec;
  const response = { ...responseOf(state, top.line), id: responseOf(state, dataLine(state, top)).id };
  const at = timeFor(state, response, now);
  const common = { now, reveal, signedIn, paused };
  return {
    ...common,
    screen: top,
    response,
    table: tableNow(measuredTable(top, response, at, state), top, response, at, state),
    other: otherIn(state, top, common, at),
    below:
      below &&
      responseOf(
        state,
        belowLine(state, top) ?? (below.kind === 'next' || below.command !== undefined ? '' : top.line),
      ),
    also: also?.map(({ command = '' }) => responseOf(state, command)),
  };
}

/**
 * The same board with the rows of the other profile, if one is shown: filtered, sorted and scrolled alike, without a
 * selection.
 */
function otherIn(state: Application, top: BoardScreen, common: CommonView, at: number): BoardView['other'] {
  const line = otherLine(state);
  const { profile, other } = state.head;
  if (line === undefined || other === undefined) return undefined;
  const response = responseOf(state, line);
  const plain = { ...top, line, shown: [], versionShown: -1, picked: undefined, range: undefined, scrolled: undefined };
  const screen = { ...refreshed(plain, response, at), place: { marked: -1, top: top.place.top } };
  const table = tableNow(measuredTable(screen, response, at, state), screen, response, at, state);
  return { profiles: [profile, other], view: { ...common, screen, response, table, ofOther: other } };
}
type CommonView = Pick<BoardView, 'now' | 'reveal' | 'signedIn' | 'paused'>;

/** The names of the group's screens, and the place of the visible one. */
function screensOf({ groups, stack }: Application) {
  const first = rootOf({ stack });
  const specs = groups.find(({ name }) => name === first.group)?.screens.map(({ name }) => name) ?? [];
  const names = first.group === 'Home' && first.kind !== 'welcome' ? ['Now', ...specs] : specs; // its panes
  const at = 'spec' in first ? names.indexOf(first.spec.name) : names.indexOf('Now');
  return { screens: { names, at }, isScreen: stack.length === 1 && at >= 0 };
}

function pathOf(top: Screen, { columns }: Size): string {
  switch (top.kind) {
    case 'welcome':
      return 'Welcome';
    case 'home':
      return 'Home';
    case 'board':
      return [top.group, ...top.parents, top.spec.name].join(' › ');
    case 'form':
      return [top.group, top.spec.name].join(' › ');
    case 'json':
      return [top.group, ...top.parents, 'JSON'].join(' › ');
    case 'watch': {
      const { spec, id } = selectedItem(top);
      const text = escapeControls(id);
      if (top.whole) return [top.group, spec.name, columns < railFrom ? cutMiddle(text, 13) : text].join(' › ');
      const names = new Set(top.items.map((item) => item.spec.name));
      return [...(names.size === 1 ? [top.group, spec.name] : []), `${top.items.length} watched`].join(' › ');
    }
  }
}

function rightOf(state: Application, top: Screen, view: BoardView | undefined, now: number): string {
  if (top.kind === 'welcome') return 'first run';
  if (top.kind === 'form') return 'form';
  if (top.kind === 'watch') return watchState(top, now);
  if (top.kind === 'json') return top.layout.length === 1 ? '1 line' : `${top.layout.length} lines`;
  return [view?.screen.row !== undefined && placeIn(state), view && boardState(view), state.paused && 'paused']
    .filter(Boolean)
    .join(' · ');
}

/** `lines 1-13 of 40`, for a page that is higher than its body. */
function linesShown(state: Application, view: BoardView | undefined, size: Size, now: number): string {
  const screen = topOf(state);
  if (screen.kind === 'watch') {
    const parts = screen.whole ? watchParts(screen, state, areaOf(state, size), now) : undefined;
    return parts ? linesText(screen.top, parts.rows, parts.height) : '';
  }
  if (
    !view ||
    view.other ||
    (view.response.at === undefined && !view.screen.row) ||
    (view.response.rows && !isPage(view.screen))
  )
    return '';
  const whole = areaOf(state, size);
  const area = { ...whole, rows: whole.rows - staleLines(view, whole.columns).length };
  const count = pageBody(view.screen, view.response, area, { ...view, now }).length;
  return linesText(view.screen.top, area.rows, count);
}
function linesText(from: number, rows: number, count: number): string {
  const top = clamped(from, count - rows);
  return count <= rows ? '' : `lines ${top + 1}-${top + rows} of ${count}`;
}

/** The place of a detail in the list below it. */
function placeIn({ stack }: Application): string {
  const list = stack.at(-2);
  return list?.kind === 'board' && !isPage(list) ? `row ${list.place.marked + 1} of ${list.shown.length}` : '';
}

/** The age of the oldest response on the screen; a request in flight, or an outage. */
function freshOf(state: Application, now: number): Freshness {
  const top = topOf(state);
  if (top.kind === 'watch') return watchFresh(top, now);
  const lines = linesOf(state);
  const all = lines.map((line) => responseOf(state, line));
  if (all.length === 0) return { at: now };
  const times = all.flatMap(({ at }) => at ?? []);
  const at = times.length > 0 ? Math.min(...times) : undefined;
  const down = lines.find((line) => responseOf(state, line).trouble?.failure.passes);
  const { trouble: outage, asked } = responseOf(state, down ?? '');
  const next =
    down === undefined
      ? Number.POSITIVE_INFINITY
      : (asked ?? (state.paused ? Number.POSITIVE_INFINITY : outage!.retryAt));
  if (outage && Number.isFinite(next) && next > now - 2000)
    return { at, outage: { since: outage.since, next, responds: outage.failure.status !== undefined } };
  if (all.some(({ trouble, asked }) => trouble && asked === undefined)) return { at, failed: true };
  const starts = all.flatMap(({ asked }) => (asked !== undefined && now - asked >= patience ? asked : []));
  return { at, asked: starts.length > 0 ? Math.min(...starts) : undefined };
}

function messageOf(
  state: Application,
  top: Screen,
  view: BoardView | undefined,
  { now, columns }: { readonly now: number; readonly columns: number },
): Line {
  const { signedIn } = state;
  const notice = noticeAt(state, now);
  if ((top.kind === 'board' || top.kind === 'json') && top.typing)
    return [
      span('/', 'accent'),
      span(escapeControls(top.typing.before)),
      span('▏', 'accent'),
      span(escapeControls(top.typing.after)),
    ];
  if (state.linking !== undefined) return line('A letter opens what it marks; with shift it copies it.', 'muted');
  if (notice) return [span(`${signOf[notice.class]} `, roleOf[notice.class]), span(escapeControls(notice.text))];
  if (state.replaced)
    return line('! tuk was upgraded, moved or removed while it runs: leave it (q), and start it again.', 'need');
  const trouble = top.kind === 'home' ? paneTrouble(state) : undefined;
  if (trouble) return [span('✗ ', 'bad'), span(escapeControls(trouble.text))];
  if (top.kind === 'form') return formMessage(top);
  if (top.kind === 'watch') return watchMessage(top, columns);
  if (top.kind === 'json') return line('Control characters are shown as escapes.', 'muted');
  if (!signedIn) return signedOutMessage;
  if (top.kind === 'board' && top.spec.note !== undefined) return line(top.spec.note, 'muted');
  return view?.response.note === undefined || view.response.leftOut
    ? []
    : line(escapeControls(view.response.note), 'muted');
}

const signedOutMessage = line('Nobody is signed in: only public data are shown. :login signs in.', 'muted');
/** The message of a form. */
function formMessage(form: FormScreen): Line {
  const { fields, at, typing } = form;
  if (!fields) return [];
  if (foldOf(form) === at) return line('Options that are common to many commands, and rarely wanted.', 'muted');
  if (typing) return line('Every key is text here; esc leaves the field.', 'muted');
  const field = fields[at];
  return line(field ? escapeControls(field.is) : 'Nothing is sent from this screen by itself.', 'muted');
}

const paneTrouble = (state: Application) =>
  state.panes.map(({ command }) => responseOf(state, command).trouble).find(Boolean);
