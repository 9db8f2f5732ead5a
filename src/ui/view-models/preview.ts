// The preview beside or below a table: the page of the selected row.

import { asText, type Row, valueAt } from '../../services/json-value.js';
import { shownWidths } from '../../text/grid.js';
import { broken, type Line, line, span } from '../../text/line.js';
import { recordLines } from '../../text/record.js';
import { escapeControls } from '../../text/visible.js';
import { clamped, previewRest } from '../state/core/list.js';
import { leastWithPreview, type Size } from '../state/core/page.js';
import { maskedUnless } from '../state/core/responses.js';
import type { BoardScreen } from '../state/core/screens.js';
import { type BoardView, sampled, selectedRow } from './board.js';
import type { Table } from './table.js';

/** The least width of a preview. */
const leastPreview = 20;
/** The columns of a table on a narrow terminal, which has no preview beside it. */
const narrowTable = 78;

/** The width of a table beside a preview: a space, the rule and another space are between them. */
export const leftOf = (area: Size, width: number): number => area.columns - width - 3;
/**
 * The widest preview, up to `most`, beside a table that lacks at most one column of those on a narrow terminal; with
 * `isWhole` none of them is narrower.
 */
function besideColumns(table: Table, area: Size, most: number, isWhole: boolean): number {
  const narrow = shownWidths(table, narrowTable);
  const fits = (width: number) => {
    const shown = shownWidths(table, leftOf(area, width));
    const isCut = isWhole && [...shown].some(([at, columns]) => columns < (narrow.get(at) ?? 0));
    return !isCut && shown.size >= narrow.size - 1;
  };
  let width = most;
  while (width > leastPreview && !fits(width)) width -= 1;
  return width;
}

/** The board as its preview shows it: while a key is held, with the row on which the key was pressed. */
export function rested(view: BoardView): BoardView {
  const { moved, place } = view.screen;
  if (!moved || view.now - moved.at >= previewRest) return view;
  return { ...view, screen: { ...view.screen, place: { ...place, marked: moved.shows } } };
}

/** The least rows of a preview below a table, and its least width beside a chart. */
const [leastBelow, leastLeft] = [10, 48] as const;
/** The least rows of a preview below a table on a terminal that has none beside it: it stands in place of the strip. */
const leastInPlace = 6;
/** Whether the table of a narrow terminal is so short that the page of its row has room below it. */
export const hasRoomBelow = (
  { response, screen: { spec } }: Pick<BoardView, 'screen' | 'response'>,
  area: Size,
): boolean =>
  spec.below?.kind !== 'next' &&
  spec.below?.kind !== 'map' &&
  area.rows - (response.rows?.length ?? 0) - 2 >= leastInPlace;

/** The place of a preview, its size, and all of its lines. */
interface PreviewPane {
  /** Below a short list, which has the whole width then; else beside it. */
  readonly at: 'below' | 'beside';
  readonly width: number;
  readonly rows: number;
  readonly lines: readonly Line[];
}
/** The page of the selected row, beside or below a table. */
export function previewPane(
  view: Pick<BoardView, 'screen' | 'response' | 'table' | 'reveal'>,
  area: Size,
  now: number,
): PreviewPane {
  const { response, table } = view;
  const row = selectedRow(view);
  const isOfSeveral = response.rowCommand !== undefined;
  const count = response.rows?.length ?? 0;
  const rows = area.rows - count - 2; // below the headings, the rows and a rule
  const isNarrow = area.columns < leastWithPreview;
  if (isNarrow || (rows >= leastBelow && !isOfSeveral)) {
    const half = Math.max(leastLeft, Math.floor(area.columns * 0.45));
    const width = view.screen.spec.below && !isNarrow ? half : area.columns - 1;
    return { at: 'below', width, rows, lines: row ? pageLines(row, response, width, now) : [] };
  }
  const share = Math.floor(area.columns / (area.columns >= 160 ? 2 : 3));
  const plain = besideColumns(table, area, Math.max(leastPreview, share), isOfSeveral);
  // the only row of a list of several kinds, as in `tuk find`: there is nothing to choose from
  const width = isOfSeveral && count === 1 ? Math.max(plain, Math.floor((area.columns * 2) / 3)) : plain;
  const lines = row ? pageLines(row, response, width, now) : [];
  return {
    at: 'beside',
    width,
    rows: area.rows,
    lines: isOfSeveral ? lines : still(lines, view, width, area.rows, now),
  };
}

/** The label at which each line of a page begins, with its section; a section begins with its name. */
function labelsOf(lines: readonly Line[]): readonly (readonly [label: string, at: number])[] {
  let section: string | undefined;
  return lines.flatMap(([first], at) => {
    const text = first?.text ?? '';
    const isHead = lines[at - 1]?.length === 0 && first?.role === 'head';
    if (isHead) section = text.trim();
    const isLabel = first?.role === 'muted' && /^ {2}\S/.test(text);
    return isHead ? [[text.trim(), at]] : isLabel ? [[`${section} ${text.trim()}`, at]] : [];
  });
}
/** The lines at which labels stand, by the rows of their responses and the width. */
const places = new WeakMap<readonly Row[], Map<string, ReadonlyMap<string, number>>>();
/**
 * The lines of a page in one column, with its labels where the longest of the first pages has them: as one moves, only
 * values change. As they are, if that is too high.
 */
function still(
  lines: readonly Line[],
  { response, reveal }: Pick<BoardView, 'response' | 'reveal'>,
  width: number,
  rows: number,
  now: number,
): readonly Line[] {
  const { rows: all = [] } = response;
  const known = places.get(all) ?? new Map<string, ReadonlyMap<string, number>>();
  places.set(all, known);
  const key = `${width} ${reveal}`;
  const at =
    known.get(key) ??
    placesOf(all.slice(0, sampled).map((row) => pageLines(maskedUnless(reveal, row), response, width, now)));
  known.set(key, at);
  const marks = new Map(labelsOf(lines).map(([label, place]) => [place, at.get(label)]));
  let high = 0;
  const moved = lines.flatMap((part, place) => {
    const above = Math.max(0, (marks.get(place) ?? 0) - high);
    high += above + 1;
    return [...Array.from({ length: above }, (): Line => []), part];
  });
  return moved.length > rows && lines.length <= rows ? lines : moved;
}
/** The line of each label below the longest values before it. */
function placesOf(pages: readonly (readonly Line[])[]): ReadonlyMap<string, number> {
  const at = new Map<string, number>();
  for (let isDone = false, rounds = 0; !isDone && rounds < 9; rounds++) {
    isDone = true;
    for (const page of pages) {
      let ahead = 0;
      for (const [label, place] of labelsOf(page)) {
        const to = Math.max(at.get(label) ?? 0, place + ahead);
        if (to !== at.get(label)) isDone = false;
        at.set(label, to);
        ahead = to - place;
      }
    }
  }
  return at;
}
/** The page of a row; its id is whole, and comes first. */
function pageLines(row: Row, { columns, id }: BoardView['response'], width: number, now: number): Line[] {
  const whole = asText(valueAt(row, id) ?? '');
  const { [id]: _, ...others } = row;
  const page = recordLines(
    others,
    columns.filter(({ path }) => path !== id),
    { wide: width - 1, now, isCut: true, flows: true },
  );
  const ids = whole === '' ? [] : broken([span(escapeControls(whole), 'muted')], width);
  const head = page.findIndex(({ length }) => length === 0);
  // below its name and status
  const at = head < 0 || head > 2 ? 0 : head;
  return [...page.slice(0, at), ...ids, ...page.slice(at)].flatMap((part) => broken(part, width));
}
/** The first visible line of a preview. */
const previewTop = (lines: readonly Line[], { scrolled = 0 }: BoardScreen, rows: number): number =>
  clamped(scrolled, lines.length - rows);
/** The visible lines of a preview; the last one says how many follow. */
export function visiblePreview(lines: readonly Line[], screen: BoardScreen, { rows, columns }: Size): readonly Line[] {
  const rest = lines.slice(previewTop(lines, screen, rows));
  const more = rest.length - rows + 1;
  return more > 1
    ? [
        ...rest.slice(0, rows - 1),
        line(`  … ${more} more lines: ${columns < leastWithPreview ? 'enter' : 'tab'}`, 'muted'),
      ]
    : rest;
}
