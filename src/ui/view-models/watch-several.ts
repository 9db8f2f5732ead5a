// Several watched items as lines: panes side by side, or cards below each other.

import { apart, cut, filled, type Line, line, lineText, span } from '../../text/line.js';
import { cutMiddle, width } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { centred } from '../state/core/list.js';
import type { Size } from '../state/core/page.js';
import type { WatchItem, WatchScreen } from '../state/core/screens.js';
import { serviceTime } from '../state/core/state.js';
import { titleOf, type ViewData, type WatchView, watchView } from '../state/watch/watch-screen.js';

import {
  barLine,
  beforeWatched,
  factLines,
  historyLines,
  indexOfNow,
  liveText,
  nowLine,
  stepLines,
  windowed,
} from './watch.js';

/** The width of a body from which panes are side by side, and the most of them. */
const besideFrom = 150;
const mostAcross = 3;
/** The lines of a card with the blank line below it, and the least lines of a pane. */
const cardHigh = 5;
const leastPane = 14;

export interface WatchTile {
  readonly item: WatchItem;
  readonly nth: number;
  readonly isSelected: boolean;
}
/** The layout of items: how many are side by side, the rows of each, and the visible ones around the selected item. */
export function severalLayout(
  { items, at }: WatchScreen,
  { rows, columns }: Size,
): { readonly across: number; readonly high: number; readonly seen: readonly (readonly WatchTile[])[] } {
  const across = columns >= besideFrom ? Math.min(mostAcross, items.length) : 1;
  const count = Math.ceil(items.length / across);
  const most = Math.max(1, Math.floor((rows + 1) / (across === 1 ? cardHigh : leastPane + 1)));
  const fitting = Math.min(count, most);
  const selected = Math.floor(at / across);
  const first = centred(selected, count, fitting);
  const placed = items.map((item, nth): WatchTile => ({ item, nth, isSelected: nth === at }));
  const seen = Array.from({ length: fitting }, (_, nth) =>
    placed.slice((first + nth) * across, (first + nth + 1) * across),
  );
  return { across, high: Math.floor((rows + 1) / fitting) - 1, seen };
}

/** The heading of an item: its kind, its id, and whether it is polled. */
function heading({ item, isSelected }: WatchTile, screen: WatchScreen, columns: number, now: number): Line {
  const id = escapeControls(titleOf(item));
  const state = liveText(item, screen, now);
  const title = columns < 70 ? cutMiddle(id, Math.min(36, columns - 24)) : id;
  const all = apart(
    [span(isSelected ? '▸ ' : '  '), span(title, 'head')],
    [span(`${columns < 70 ? state.split(',')[0] : state} `, 'muted')],
    columns,
  );
  return isSelected ? filled(all, columns).map(({ text }) => span(text, 'select')) : all;
}

/** Whether an item has no status yet: then the reason is shown. */
const isUnknown = ({ status, history }: WatchView): boolean => status === undefined && history.length === 0;

/** The view of an item with its heading, and the time of the service. */
function tileParts(tile: WatchTile, screen: WatchScreen, state: ViewData, columns: number, machineNow: number) {
  const { item } = tile;
  const now = serviceTime(state, machineNow);
  return { item, now, view: watchView(item, state, now), head: heading(tile, screen, columns, machineNow) };
}
/** An item beside others: its status, fields, steps and changes. */
export function watchPane(
  placed: WatchTile,
  screen: WatchScreen,
  state: ViewData,
  { rows, columns }: Size,
  machineNow: number,
): Line[] {
  const { item, now, view, head } = tileParts(placed, screen, state, columns, machineNow);
  if (isUnknown(view))
    return [head, [], ...beforeWatched(item, columns, state, machineNow).map((text) => cut(text, columns))].slice(
      0,
      rows,
    );
  const steps = stepLines(view.steps);
  const top = [head, [], nowLine(view, columns, now), barLine(view, columns), []];
  const facts = factLines(item, view, columns, now);
  const remaining = rows - top.length;
  if (remaining < facts.length + 4) return [...top, ...facts.slice(0, remaining)];
  const stepRows = Math.min(steps.length, remaining - facts.length - 2);
  const above = [...top, ...facts, [], line('STEPS', 'head'), ...windowed(steps, indexOfNow(view.steps), stepRows)];
  const more = rows - above.length - 2;
  return more < 2 ? above : [...above, [], line('HISTORY', 'head'), ...historyLines(view, more)];
}

/** An item above others, in four lines: its status, and the fields that fit. */
export function watchCard(
  placed: WatchTile,
  screen: WatchScreen,
  state: ViewData,
  columns: number,
  machineNow: number,
): Line[] {
  const { item, now, view, head } = tileParts(placed, screen, state, columns, machineNow);
  const indent = (text: Line): Line => cut([span('  '), ...text], columns);
  if (isUnknown(view))
    return [
      head,
      ...[...beforeWatched(item, columns - 2, state, machineNow), [], []].slice(0, cardHigh - 2).map(indent),
    ];
  const texts = factLines(item, view, columns, now)
    .filter((part) => part.length > 1)
    .map((part) => lineText(part).trim().replace(/ {2,}/g, ' '));
  const rows = [''];
  for (const text of texts) {
    const last = rows.at(-1)!;
    const longer = last === '' ? text : `${last} · ${text}`;
    if (last === '' || width(longer) <= columns - 2) rows[rows.length - 1] = longer;
    else rows.push(text);
  }
  return [head, indent(nowLine(view, columns - 2, now)), ...[0, 1].map((at) => indent(line(rows[at] ?? '', 'muted')))];
}
