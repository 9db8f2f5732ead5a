// Moves within a screen: rows of a table, lines of a page or of JSON, fields of a form, panes of Home.

import { withOption } from '../../../services/command-line.js';
import { isPage, pageData, pageKindOf } from '../../page-kinds/page-kinds.js';
import { staleLines } from '../../view-models/board.js';
import { pageBody } from '../../view-models/page-body.js';
import { previewPane } from '../../view-models/preview.js';
import { stripHeight } from '../../view-models/strip.js';
import { measuredTable } from '../../view-models/table.js';
import { watchHeight } from '../../view-models/watch.js';
import { homeRows } from '../boards/home-rows.js';
import { extended } from '../boards/marks.js';
import { openMarked } from '../boards/navigation.js';
import { clamped, type MapMove, type Move, moved, previewRest } from '../core/list.js';
import { areaOf, hasPreview, railFrom, type Size, sidesOf } from '../core/page.js';
import { responseOf } from '../core/responses.js';
import { type BoardScreen, type JsonScreen, type WatchScreen, welcomeMenu } from '../core/screens.js';
import { type Application, type Next, serviceTime, topOf, withNotice, withTop } from '../core/state.js';
import { stepped } from '../forms/form.js';
import { actionsOn } from '../watch/watch-screen.js';
import type { Press } from './press.js';

function seenRows(state: Application, screen: BoardScreen, size: Size, now: number): number {
  const inner = state.head.other === undefined ? areaOf(state, size) : sidesOf(areaOf(state, size), size).own;
  if (size.columns >= railFrom) return Math.max(1, inner.rows - 1);
  const response = responseOf(state, screen.line);
  const { reveal } = state;
  const table = measuredTable(screen, response, serviceTime(state, now), state);
  return Math.max(1, inner.rows - 1 - stripHeight({ screen, response, table, reveal }, inner, now));
}

/** Reads on where the last row of a part of a list is reached; its rows stay until the longer part is there. */
function readOn(state: Application): Application {
  const top = topOf(state);
  if (top.kind !== 'board') return state;
  const response = responseOf(state, top.line);
  const { rows = [], cut, asked } = response;
  if (!cut?.follows || asked !== undefined || top.place.marked < top.shown.length - 1 || isPage(top)) return state;
  const all = top.line.includes(' --all') ? top.line : `${top.line} --all`;
  const line = withOption(all, '--limit', String(rows.length * 5));
  const responses = { ...state.responses, [line]: { ...response, version: undefined } };
  return withNotice(withTop({ ...state, responses }, { ...top, line }), 'Reading on…', 'pending');
}

/** The next or the previous pane of Home. */
export function paneBeside(state: Application, by: 1 | -1): Application {
  const top = topOf(state);
  const count = state.panes.length;
  if (top.kind !== 'home' || count === 0) return state;
  return withTop(state, { ...top, pane: (top.pane + by + count) % count, row: undefined });
}

/** The state after a move on the visible screen. */
export function movedBy(state: Application, act: MapMove, size: Size, now: number): Application {
  const top = topOf(state);
  if (top.kind === 'board') {
    const data = pageData(top, responseOf(state, top.line), state.reveal);
    const change = pageKindOf(top)?.moved?.(data, act, areaOf(state, size));
    if (change) return changed(state, top, change, act);
  }
  if (act === 'left' || act === 'right') return state;
  switch (top.kind) {
    case 'welcome':
      return withTop(state, { ...top, menu: moved(top.menu, act, welcomeMenu.length, welcomeMenu.length) });
    case 'home': {
      const by = act === 'up' ? -1 : 1;
      const pane = state.panes[top.pane];
      const count = pane?.reads ? homeRows(state, pane, serviceTime(state, now)).length : 0;
      const row = Math.min(top.row ?? 0, Math.max(0, count - 1)) + by;
      return row >= 0 && row < count ? withTop(state, { ...top, row }) : paneBeside(state, by);
    }
    case 'form':
      return withTop(state, stepped(top, act === 'up' ? -1 : 1, true));
    case 'json':
      return withTop(state, jsonMoved(top, act, areaOf(state, size)));
    case 'board':
      return readOn(withTop(state, boardMoved(state, top, act, size, now)));
    case 'watch':
      return withTop(state, watchMoved(state, top, act, size, now));
  }
}
/**
 * The screen after a move of its cursor. At the edge the move says how to leave: elsewhere its keys change the screen.
 */
function changed(
  state: Application,
  top: BoardScreen,
  change: Pick<BoardScreen, 'cell' | 'time'>,
  act: MapMove,
): Application {
  const { cell = top.cell, time = top.time } = change;
  const isSame = time === top.time && JSON.stringify(cell) === JSON.stringify(top.cell);
  if (isSame && (act === 'left' || act === 'right'))
    return withNotice(state, `Nothing is further to the ${act}: tab is the next screen.`);
  return withTop(state, { ...top, ...change });
}
/** Another item or another action is selected, or the page of an item is scrolled. */
function watchMoved(state: Application, screen: WatchScreen, act: Move, size: Size, now: number): WatchScreen {
  const by = act === 'down' ? 1 : act === 'up' ? -1 : 0;
  const count = screen.items.length;
  if (!screen.whole) return { ...screen, at: (screen.at + by + count) % count };
  const area = areaOf(state, size);
  const actions = actionsOn(screen).length;
  if (actions > 0 && by !== 0) return { ...screen, marked: clamped((screen.marked ?? 0) + by, actions - 1) };
  return { ...screen, top: scrolled(screen, watchHeight(screen, state, area, now), act, area) };
}
function jsonMoved(screen: JsonScreen, act: Move, { rows }: Size): JsonScreen {
  const { marked = 0, top, layout } = screen;
  return { ...screen, ...moved({ marked, top }, act, layout.length, rows) };
}
function scrolled({ top }: Pick<BoardScreen, 'top'>, height: number, act: Move, { rows }: Size): number {
  return moved({ marked: top, top: 0 }, act, Math.max(0, height - rows) + 1, rows).marked;
}
function boardMoved(state: Application, screen: BoardScreen, act: Move, size: Size, now: number): BoardScreen {
  const { rows } = responseOf(state, screen.line);
  if (rows && !isPage(screen)) {
    if (screen.scrolled !== undefined) return previewMoved(state, screen, screen.scrolled, act, size, now);
    const place = moved(screen.place, act, screen.shown.length, seenRows(state, screen, size, now));
    const isHeld = screen.moved !== undefined && now - screen.moved.at < previewRest;
    const shows = isHeld ? screen.moved!.shows : screen.place.marked;
    return extended({ ...screen, place, moved: { at: now, shows } }, responseOf(state, screen.line));
  }
  return { ...screen, top: scrolled(screen, pageHeight(state, screen, size, now), act, areaOf(state, size)) };
}

/** Scrolls a preview, no further than its last line. */
function previewMoved(
  state: Application,
  screen: BoardScreen,
  from: number,
  act: Move,
  size: Size,
  now: number,
): BoardScreen {
  const response = responseOf(state, screen.line);
  const { reveal } = state;
  const table = measuredTable(screen, response, serviceTime(state, now), state);
  const area = areaOf(state, size);
  const { lines, rows } = previewPane({ screen, response, table, reveal }, area, now);
  return { ...screen, scrolled: scrolled({ top: from }, lines.length, act, { ...area, rows }) };
}

function pageHeight(state: Application, screen: BoardScreen, size: Size, now: number): number {
  const [area, response] = [areaOf(state, size), responseOf(state, screen.line)];
  const above = staleLines({ ...state, screen, response, now }, area.columns);
  return above.length + pageBody(screen, response, area, { ...state, now }).length;
}

/** Gives the focus to the preview, or back to the list; without room for a preview it opens the selected row. */
export function previewed(state: Application, top: BoardScreen, { size }: Press): Next {
  if (top.scrolled !== undefined) return [withTop(state, { ...top, scrolled: undefined })];
  return hasPreview(areaOf(state, size), size.columns) ? [withTop(state, { ...top, scrolled: 0 })] : openMarked(state);
}
