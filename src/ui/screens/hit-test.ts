// What a click of the mouse is on: a group, a screen of the group, a row of a table, a pane of Home.
import { groupBar, railLines } from '../components/groups.js';
import { pathRule } from '../components/rules.js';
import type { ClickTarget, Line } from '../format/line.js';
import { width } from '../format/text.js';
import { bodySize, hasPreview, isSmall, railFrom, railWidth, type Size, sidesOf } from '../state/page.js';
import { isPage } from '../state/screens.js';
import { type Application, topOf } from '../state/state.js';
import { applicationFrame, viewOf } from '../view-models/application.js';
import { besideLines, previewPane, staleLines, stripLines } from '../view-models/board.js';
import { homeLayout, paneBody } from '../view-models/home.js';

/** A report of the mouse: what it did, and where, from 0 at the upper left corner. */
export interface MouseReport {
  readonly does: 'click' | 'wheel-up' | 'wheel-down';
  readonly x: number;
  readonly y: number;
}
const mouseKey = /^(click|wheel-up|wheel-down):(\d{1,4}):(\d{1,4})$/;
/** The report of a key's name, such as `click:X:Y`. */
export function mouseReport(key: string): MouseReport | undefined {
  const [, does, x, y] = mouseKey.exec(key) ?? [];
  return does === undefined ? undefined : { does: does as MouseReport['does'], x: Number(x), y: Number(y) };
}

/** What is at a place of the visible screen; nothing below a dialog, and on anything that a click does nothing with. */
export function hitTest(state: Application, { x, y }: Pick<MouseReport, 'x' | 'y'>, size: Size, now: number): ClickTarget | undefined {
  const top = topOf(state);
  if (state.palette || state.chooser || state.running || state.help || ('typing' in top && top.typing)) return undefined;
  const view = viewOf(state, now);
  const small = isSmall(size);
  const hasRail = !small && size.columns >= railFrom;
  const above = small ? 1 : hasRail ? 2 : 3;
  const frame = applicationFrame(state, view, size, now);
  const area = bodySize(size);
  if (!small && y === above - 1) return targetAt(pathRule(frame, size.columns, 'rule'), hasRail ? x - railWidth(size.columns) - 1 : x);
  if (!small && !hasRail && y === 1) return targetAt(groupBar(frame.group, size.columns), x);
  const row = y - above;
  if (row < 0 || row >= area.rows) return undefined;
  if (hasRail && x < railWidth(size.columns)) return railLines(frame, railWidth(size.columns))[row]?.find(({ target }) => target)?.target;
  if (top.kind === 'home') return paneAt(state, { x: x - (hasRail ? railWidth(size.columns) + 1 : 0) - 1, y: row }, area, now);
  if (top.kind !== 'board' || !view || isPage(top) || !view.answer.rows || top.shown.length === 0) return undefined;
  if (!view.other && !top.spec.ranks && hasPreview(area, size.columns)) {
    const beside = area.columns - previewPane(view, area, now).width;
    if (x - railWidth(size.columns) - 1 >= beside) return { preview: true };
  }
  const own = view.other ? sidesOf(area, size).own : area;
  if (view.other && x - (hasRail ? railWidth(size.columns) + 1 : 0) > own.columns) return undefined; // the rows of the other profile
  const title = view.other ? 1 : 0;
  const aboveTable = title + staleLines(view, own.columns).length + besideLines(view).length;
  const inner = own.rows + title - aboveTable;
  const strip = size.columns < railFrom ? stripLines(view, { ...own, rows: inner }, now).length : 0;
  const visible = inner - strip - 1; // below the heading
  const first = Math.max(0, Math.min(top.place.top, top.shown.length - visible));
  const at = row - aboveTable - 1;
  const isInTable = at >= 0 && at < visible && first + at < top.shown.length;
  return isInTable ? { row: first + at } : undefined;
}

/** The pane of Home at a place of the body. */
function paneAt(state: Application, { x, y }: Pick<MouseReport, 'x' | 'y'>, area: Size, now: number): ClickTarget | undefined {
  const top = topOf(state);
  if (top.kind !== 'home' || !state.signedIn || x < 0) return undefined;
  const stacks = homeLayout(state, area, { marked: top.pane, now });
  const columns = Math.floor(area.columns / stacks.length);
  let below = 0;
  for (const { pane, at, lines } of stacks[Math.floor(x / columns)] ?? []) {
    below += 1 + Math.min(lines, paneBody(state, pane, columns - 3, lines, now).length); // the title stands above
    if (y < below) return { pane: at };
    below += 1;
  }
  return undefined;
}

/** The target of the span at a column. */
function targetAt(line: Line, x: number): ClickTarget | undefined {
  let end = 0;
  for (const { text, target } of line) {
    end += width(text);
    if (x < end) return target;
  }
  return undefined;
}
