// The preview beside a table: the page of the selected row, and its raw JSON.

import type { Row } from '../../services/json-value.js';
import { columnCount, shownWidths } from '../../text/grid.js';
import { jsonRows, numberedLines } from '../../text/json-lines.js';
import { broken, type Line, line } from '../../text/line.js';
import { recordLines } from '../../text/record.js';
import { clamped } from '../state/list.js';
import type { Size } from '../state/page.js';
import type { BoardScreen } from '../state/screens.js';
import { type BoardView, sampled, selectedRow } from './board.js';
import type { Table } from './table.js';

const mostRawLines = 500;
/** The width from which a preview has raw JSON; the width of its labels; the longest id that widens it: a hash. */
const [leastWithRaw, labelsWide, longestId] = [60, 18, 66] as const;
/** The least width of a preview, and of a preview beside a table in which every id is whole. */
const [leastPreview, leastBesideWhole] = [22, 40] as const;
/** The columns of a table on a narrow terminal, which has no preview beside it. */
const narrowTable = 78;

/** The lengths of the ids, addresses and hashes in the first rows, the longest first. */
const idLengths = (rows: readonly Row[] = []): readonly number[] => {
  const lengths = rows
    .slice(0, sampled)
    .flatMap((row) => Object.values(row).map((value) => (typeof value === 'string' && /^[\w-]+$/.test(value) ? value.length : 0)));
  return [...new Set(lengths)].filter((length) => length <= longestId).sort((one, other) => other - one);
};
/**
 * The width at which a line of the preview has a whole id, if the table still shows all that it would on a narrow
 * terminal; a longer id is broken.
 */
function widthForIds({ response, table }: Pick<BoardView, 'response' | 'table'>, area: Size, width: number): number {
  const showsAll = asOnNarrow(table, area);
  return Math.max(width, (idLengths(response.rows).find((length) => showsAll(length + 1)) ?? 0) + 1);
}
const leftOf = (area: Size, width: number): number => area.columns - width - 2;
/** Whether a table beside a preview of a width shows as many columns as on a narrow terminal, and none is narrower. */
function asOnNarrow(table: Table, area: Size): (width: number) => boolean {
  const wanted = shownWidths(table, narrowTable);
  return (width) => {
    const shown = shownWidths(table, leftOf(area, width));
    return shown.size >= wanted.size && [...shown].every(([at, columns]) => columns >= (wanted.get(at) ?? 0));
  };
}
/**
 * The width of a preview, at most `width`: beside a table that shows as much as on a narrow terminal, or else as many
 * columns as it can.
 */
function besideColumns(table: Table, area: Size, width: number): number {
  const widths = Array.from({ length: Math.max(0, width - leastPreview) + 1 }, (_, less) => width - less);
  const most = columnCount(table, leftOf(area, leastPreview));
  return widths.find(asOnNarrow(table, area)) ?? widths.find((one) => columnCount(table, leftOf(area, one)) === most) ?? width;
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
  const wideOf = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + 2, 2);
  const least = Math.max(leastWithRaw, (idLengths(response.rows)[0] ?? 0) + labelsWide); // an id is whole here before it is in the table
  const free = area.columns - wideOf(table.fulls) - 3; // beside a table in which every id is whole
  const half = Math.min(Math.floor(area.columns / 2), free >= leastBesideWhole ? free : Math.max(least, free));
  const share = area.columns >= 160 ? half : Math.floor(area.columns / 3);
  const plain = besideColumns(table, area, Math.max(leastPreview, share, Math.min(70, area.columns - wideOf(table.widths) - 3)));
  // the only row of a list of several kinds, as in `tuk find`: there is nothing to choose from
  const isAlone = response.rowCommand !== undefined && response.rows?.length === 1;
  const width = isAlone ? Math.max(plain, Math.floor((area.columns * 2) / 3)) : widthForIds(view, area, plain);
  const row = selectedRow(view);
  if (!row) return { width, lines: [] };
  const page = recordLines(row, response.columns, { wide: width - 1, now }).flatMap((one) => broken(one, width));
  const raw = width < leastWithRaw ? [] : [[], line('RAW', 'head'), ...numberedLines(jsonRows(row), 0, mostRawLines)];
  return { width, lines: [...page, ...raw] };
}
/** The first visible line of a preview. */
export const previewTop = (lines: readonly Line[], { scrolled = 0 }: BoardScreen, rows: number): number =>
  clamped(scrolled, lines.length - rows);
