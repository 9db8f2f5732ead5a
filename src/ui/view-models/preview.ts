// The preview beside a table: the page of the selected row, and its raw JSON.

import { shownWidths } from '../../text/grid.js';
import { jsonRows, numberedLines } from '../../text/json-lines.js';
import { broken, type Line, line } from '../../text/line.js';
import { recordLines } from '../../text/record.js';
import { clamped, previewRest } from '../state/list.js';
import type { Size } from '../state/page.js';
import type { BoardScreen } from '../state/screens.js';
import { type BoardView, selectedRow } from './board.js';
import type { Table } from './table.js';

const mostRawLines = 500;
/** The width from which a preview has raw JSON. */
const leastWithRaw = 60;
/** The least width of a preview, and its share of the screen, about a third with the space beside it. */
const leastPreview = 20;
const shareOf = ({ columns }: Size): number => Math.max(leastPreview, Math.floor(columns * 0.3));
/** The columns of a table on a narrow terminal, which has no preview beside it. */
const narrowTable = 78;

/** The width of a table beside a preview: a space, the rule and another space are between them. */
export const leftOf = (area: Size, width: number): number => area.columns - width - 3;
/** Whether a table beside a preview of a width shows as many columns as on a narrow terminal, and none is narrower. */
function asOnNarrow(table: Table, area: Size): (width: number) => boolean {
  const narrowest = shownWidths(table, narrowTable);
  return (width) => {
    const fitting = shownWidths(table, leftOf(area, width));
    return fitting.size >= narrowest.size && [...fitting].every(([at, columns]) => columns >= (narrowest.get(at) ?? 0));
  };
}
/**
 * The width of a preview, at most `width`: beside a table that shows as much as on a narrow terminal, or else its
 * share. It yields some of that to a table that would lose more than the last column by rank, which the preview itself
 * shows.
 */
function besideColumns(table: Table, area: Size, width: number): number {
  const share = shareOf(area);
  const widths = Array.from({ length: Math.max(0, width - leastPreview) + 1 }, (_, less) => width - less);
  const rankOf = (at: number) => table.columns[at]?.rank ?? 0;
  const [, ...indexes] = [...shownWidths(table, narrowTable).keys()].sort((a, b) => rankOf(b) - rankOf(a) || b - a);
  const hasWanted = (width: number) => {
    const fitting = shownWidths(table, leftOf(area, width));
    return indexes.every((at) => fitting.has(at));
  };
  return (
    widths.filter((width) => width >= share).find(asOnNarrow(table, area)) ??
    widths.find((width) => width <= share && hasWanted(width)) ??
    leastPreview
  );
}

/** The board as its preview shows it: while a key is held, with the row on which the key was pressed. */
export function rested(view: BoardView): BoardView {
  const { moved, place } = view.screen;
  if (!moved || view.now - moved.at >= previewRest) return view;
  return { ...view, screen: { ...view.screen, place: { ...place, marked: moved.shows } } };
}

/**
 * The preview beside a table: all of its lines, and its width. Raw JSON follows the page of the row if the lines are
 * long enough.
 */
export function previewPane(
  view: Pick<BoardView, 'screen' | 'response' | 'table' | 'reveal'>,
  area: Size,
  now: number,
): { readonly width: number; readonly lines: readonly Line[] } {
  const { response, table } = view;
  const wideOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + 2, 2);
  const share = Math.floor(area.columns / (area.columns >= 160 ? 2 : 3));
  const plain = besideColumns(
    table,
    area,
    Math.max(leastPreview, share, Math.min(70, area.columns - wideOf(table.widths) - 3)),
  );
  // the only row of a list of several kinds, as in `tuk find`: there is nothing to choose from
  const isAlone = response.rowCommand !== undefined && response.rows?.length === 1;
  const width = isAlone ? Math.max(plain, Math.floor((area.columns * 2) / 3)) : plain;
  const row = selectedRow(view);
  if (!row) return { width, lines: [] };
  const page = recordLines(row, response.columns, { wide: width - 1, now, isCut: true }).flatMap((part) =>
    broken(part, width),
  );
  const raw = width < leastWithRaw ? [] : [[], line('RAW', 'head'), ...numberedLines(jsonRows(row), 0, mostRawLines)];
  return { width, lines: [...page, ...raw] };
}
/** The first visible line of a preview. */
const previewTop = (lines: readonly Line[], { scrolled = 0 }: BoardScreen, rows: number): number =>
  clamped(scrolled, lines.length - rows);
/** The visible lines of a preview; the last one says how many follow. */
export function visiblePreview(lines: readonly Line[], screen: BoardScreen, rows: number): readonly Line[] {
  const rest = lines.slice(previewTop(lines, screen, rows));
  const more = rest.length - rows + 1;
  return more > 1 ? [...rest.slice(0, rows - 1), line(`  … ${more} more lines: tab`, 'muted')] : rest;
}
