// A read on the screen: its table with what is known of the marked row, a page about one thing, bars, raw JSON; and what is said where there is nothing.

import { grouped } from '../../money/amount-text.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { type Column, cellOf, isOfDecimals, standsRight } from '../../text/column.js';
import { columnRanks, isAmongOthers } from '../../text/column-ranks.js';
import { emptyWords } from '../../text/empty.js';
import { columnCount, columnsShown, emptyLines, type Grid, type GridColumn, grid, shownWidths } from '../../text/grid.js';
import { jsonRows, numberedLines } from '../../text/json-lines.js';
import { labelOf } from '../../text/label.js';
import { apart, broken, cut, filled, type Line, line, type Span, span, wide } from '../../text/line.js';
import { masked } from '../../text/mask.js';
import { bothTimes, recordLines } from '../../text/record.js';
import { filterProblem, nameOf } from '../../text/row-match.js';
import { isEmptyIn } from '../../text/table.js';
import { wrap } from '../../text/text.js';
import { dayAndTime, ofTime, spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { isPage } from '../page-kinds/page-kinds.js';
import { endOf, seenLines } from '../state/folding.js';
import { patience } from '../state/observed.js';
import type { Size } from '../state/page.js';
import type { Ranking } from '../state/ranks.js';
import type { QueryResponse } from '../state/responses.js';
import { idOf } from '../state/row-id.js';
import type { BoardScreen, JsonScreen } from '../state/screens.js';
import { columnsIn } from '../state/table-settings.js';
import { failureLines, reasonLines } from './failure.js';
import { pageBody } from './page-body.js';

/** The table of a board; it is made once for the rows that are seen, whatever is done with them. */
export type Table = Grid<Row>;
/** What a board is drawn with. */
export interface BoardView {
  readonly screen: BoardScreen;
  readonly response: QueryResponse;
  readonly table: Table;
  readonly reveal: boolean;
  readonly signedIn: boolean;
  readonly paused: boolean;
  /** The time of this machine, epoch milliseconds. */
  readonly now: number;
  /** How its calls are reached where its command is missing. */
  readonly api: string;
  readonly beside?: QueryResponse;
  /** The other profile that it shows: nothing is selected in it, and no key acts on it. */
  readonly ofOther?: string;
  /** The same read with another profile, whose rows stand beside. */
  readonly other?: OtherView;
  /** The ranking that goes with the marked row, where its screen has one. */
  readonly ranking?: Ranking;
  /** The read that lists the subjects of its rankings. */
  readonly ranksFrom?: QueryResponse;
}

/** The rows of another profile, and the names of both. */
interface OtherView {
  readonly profiles: readonly [own: string, other: string];
  readonly view: BoardView;
}

/** How a table is shown: times as they stand on a clock, what names a person in full. */
export interface Showing {
  readonly clock: boolean;
  readonly reveal: boolean;
}
/** The tables of responses, by their rows: measuring reads every row, and is done when rows, columns or their order change, not at every frame. */
const measured = new WeakMap<readonly Row[], { readonly showing: string; readonly table: Table }>();
/** The table of a response, as it was measured for its rows. */
export function measuredTable(screen: BoardScreen, response: QueryResponse, now: number, showing: Showing): Table {
  const { sort, hidden, order } = screen;
  const { rows, columns } = response;
  if (!rows) return tableOf(screen, response, now, showing);
  const key = JSON.stringify([sort, hidden, order, showing.clock, showing.reveal, columns.map(({ path }) => path)]);
  const known = measured.get(rows);
  if (known?.showing === key) return known.table;
  const table = tableOf(screen, response, now, showing);
  measured.set(rows, { showing: key, table });
  return table;
}
/** The table of a response, measured with all of its rows: whatever is filtered, no column moves. */
function tableOf(screen: BoardScreen, response: QueryResponse, now: number, showing: Showing): Table {
  const all = response.rows ?? [];
  return grid(showing.reveal ? all : (masked(all) as readonly Row[]), gridColumns(screen, response, now, showing.clock));
}
/** The same with the rows that are seen, and times as they are now. */
export const tableNow = (table: Table, screen: BoardScreen, response: QueryResponse, now: number, { clock, reveal }: Showing): Table => {
  const shown = columnsIn(screen, response.columns);
  const columns = table.columns.map((column, at) => {
    const cell = shown[at] && cellAt(shown[at], now, clock);
    const { full } = column;
    const open = (row: Row) => (reveal ? row : (masked(row) as Row));
    return cell ? { ...column, cell: (row: Row) => cell(open(row)), ...(full ? { full: (row: Row) => full(open(row)) } : {}) } : column;
  });
  const cursor = screen.column === undefined ? -1 : shown.findIndex(({ path }) => path === screen.column);
  return { ...table, columns, rows: screen.shown, ...(cursor < 0 ? {} : { cursor }) };
};
const cellAt =
  (column: Column, now: number, clock: boolean) =>
  (row: Row): Span =>
    clock && column.as === 'time' ? clockCell(row, column) : cellOf(row, column, now);

function gridColumns(screen: BoardScreen, response: QueryResponse, now: number, clock: boolean): GridColumn<Row>[] {
  const sample = (response.rows ?? []).slice(0, 200);
  const shown = columnsIn(screen, response.columns);
  const ranks = columnRanks(shown, response.id, sample);
  return shown.map((column, at): GridColumn<Row> => {
    const isTime = column.as === 'time';
    const isSorted = screen.sort?.path === column.path;
    const arrow = isSorted ? (screen.sort?.down ? ' ↓' : ' ↑') : '';
    return {
      heading: `${headingOf(column)}${arrow}`,
      cell: cellAt(column, now, clock),
      ...(column.as === undefined ? { full: (row: Row) => cellOf(row, column, now, 'whole') } : {}),
      ...(standsRight(column, sample) ? { right: true } : isOfDecimals(column, sample) ? { whole: true } : {}),
      ...(column.isPath ? { isPath: true as const } : {}),
      ...(isTime ? { least: clock ? 15 : 10 } : {}),
      ...(typeof column.as === 'object' && 'status' in column.as ? { word: true } : {}),
      rank: isSorted ? -1 : ranks[at]!,
      ...(sample.length > 0 && (isEmptyIn(sample, column.path) || (isAmongOthers(ranks[at]!) && isZeroIn(sample, column.path)))
        ? { isEmpty: true as const }
        : {}),
    };
  });
}
/** Whether a column has no number but zero. */
const isZeroIn = (rows: readonly Row[], path: string): boolean =>
  rows.every((row) => /^(0(\.0+)?)?$/.test(asText(valueAt(row, path) ?? '')));
const headingOf = (column: Column): string =>
  escapeControls(nameOf(column))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toUpperCase();
function clockCell(row: Row, column: Column): Span {
  const at = ofTime(asText(valueAt(row, column.path)));
  return at === undefined ? cellOf(row, column, 0) : span(dayAndTime(at));
}

/** Which rows are marked. */
export const pickedIn = ({ screen: { picked = [] }, response }: BoardView): ((row: Row) => boolean) => {
  const ids = new Set(picked);
  return (row) => ids.size > 0 && ids.has(idOf(row, response) ?? '');
};

/** The amount that a read beside a list is about: `3,200 MVP`; undefined where it has none. */
export function amountBeside(beside: QueryResponse | undefined): string | undefined {
  const value = isRecord(beside?.value) ? beside.value : {};
  const amount = ['amount', 'balance', 'total'].map((name) => value[name]).find((one) => !isNothing(one));
  const unit = ['currencyId', 'currency', 'symbol'].map((name) => value[name]).find((one) => typeof one === 'string');
  return amount === undefined ? undefined : escapeControls(`${grouped(asText(amount))} ${unit ?? ''}`.trim());
}
/** What another read says above the rows, in one line. */
export function besideLines({ screen, beside }: BoardView): Line[] {
  if (screen.spec.beside === undefined) return [];
  const amount = amountBeside(beside);
  return [amount === undefined ? [] : [span(amount, 'head')], []];
}

/** The title of one of two profiles: its name, and how many rows are seen. */
export const sideTitle = (profile: string, { screen, response }: BoardView): Line => [
  span(escapeControls(profile), 'head'),
  span(response.rows ? `  ${grouped(String(screen.shown.length))}` : '', 'muted'),
];

/** What stands above the data: the failure of the last refresh and how old they are since then; what is not in them, and why. */
export function staleLines({ response, signedIn, paused, now }: BoardView, wide: number): Line[] {
  const { at, trouble, rows, leftOut = [] } = response;
  if (at === undefined) return [];
  const left = leftOut.flatMap((one) => reasonLines({ text: one }, '', wide));
  if (!trouble) return left;
  const age = rows?.length === 0 ? [] : [line(`  ${rows ? 'These rows are' : 'This is'} ${spanOf(now - at)} old.`, 'need')];
  return [...failureLines(trouble, { wide, now, signedIn, paused }), ...age, ...left];
}

/** What stands in the place of a response: that it is asked for, that it failed, that there is no such command. */
export function withoutResponse({ screen, response, signedIn, paused, api, now, ofOther }: BoardView, columns: number): Line[] | undefined {
  const { at, asked, trouble, absent } = response;
  if (screen.spec.kind === 'find' && screen.line === '') return emptyLines('What do you look for?', 'enter, then type two letters or more');
  if (absent) return absentLines(screen.line, api);
  if (at !== undefined || screen.row) return undefined;
  if (asked !== undefined) return loadingLines(screen.line, asked, now);
  if (trouble)
    return failureLines(trouble, {
      wide: columns,
      now,
      signedIn,
      paused,
      ...(ofOther === undefined ? { offersSignIn: true } : { ofOther }),
    });
  return [];
}
/** What is said where a command is missing. */
export const absentLines = (command: string, api: string): Line[] =>
  emptyLines(`There is no tuk ${command} here yet.`, `Its calls are reached by: ${api}`);
/** `◐ requesting: tuk …  0.4 s`, once one has waited for it. */
export function loadingLines(line: string, since: number, now: number): Line[] {
  if (now - since < patience) return [];
  return [[span('◐ ', 'wait'), span(`requesting: tuk ${line}  `), span(`${((now - since) / 1000).toFixed(1)} s`, 'muted')]];
}

/** What stands in the place of rows: that the filter leaves none, and what is wrong with it; that there are none. */
export function noRows({ screen, response, now }: BoardView, columns: number): Line[] {
  if (screen.filter !== '') {
    const problem = filterProblem(screen.filter, response.columns, response.rows);
    return [
      line(`0 of ${response.rows?.length ?? 0} match /${escapeControls(screen.filter)}`),
      ...(problem === undefined ? [] : wrap(escapeControls(problem), columns).map((text) => line(text, 'need'))),
      line('esc shows all.', 'muted'),
    ];
  }
  if (response.trouble && response.at !== undefined) return [line(`There were none ${spanOf(now - response.at)} ago.`, 'need')];
  if (screen.line !== screen.spec.command && screen.spec.kind !== 'find')
    return emptyLines('Nothing here with these options.', `They are those of: tuk ${screen.line}`);
  const known = response.empty ?? screen.spec.empty;
  return emptyLines(...(known ? emptyWords(known, `tuk ${screen.line}`) : ['Nothing here.', `Its command: tuk ${screen.line}`]));
}

/** A page: one thing with its labels, or the bars of rows; from its first seen line on. */
export function pageOf(view: BoardView, inner: Size, now: number): Line[] {
  const lines = pageBody(view.screen, view.response, { wide: inner.columns, high: inner.rows, now, reveal: view.reveal });
  const top = Math.max(0, Math.min(view.screen.top, lines.length - inner.rows));
  return lines.slice(top, top + inner.rows);
}
function markedOf({ shown, place }: BoardScreen, reveal: boolean): Row | undefined {
  const row = shown[place.marked];
  return row && (reveal ? row : (masked(row) as Row));
}

/** The lines of a strip below its rule, at most. */
const mostInStrip = 3;
/** The table and its screen, as the strip below a table needs them. */
type StripOf = Pick<BoardView, 'screen' | 'response' | 'table' | 'reveal'>;
/** What is known of the selected row, under a table: its whole id, and what the table had no room for. It is as high for every row. */
export function stripLines(view: StripOf, inner: Size, now: number): Line[] {
  const row = markedOf(view.screen, view.reveal);
  const lines = stripHeight(view, inner, now) - 1;
  if (!row || lines < 1) return [];
  const rule: Line = apart([span('─ ', 'rule'), span('selected', 'muted'), span(' ')], [], inner.columns - 1, '─', 'rule');
  const flown = flowing(stripPieces(view, row, inner, now), inner.columns, lines);
  return [rule, ...Array.from({ length: lines }, (_, at) => cut(flown[at] ?? [], inner.columns))];
}
/** The heights of the strips of tables, by their measured widths: they are the same while rows are filtered and sorted. */
const stripHeights = new WeakMap<object, Map<string, number>>();
/** The rows that a strip takes with its rule: as many as one of the first rows of the table needs; none where the table shows all of them, or is low. */
export function stripHeight(view: StripOf, inner: Size, now: number): number {
  if (inner.rows < leastWithStrip) return 0;
  const { screen, response, table, reveal } = view;
  const heights = stripHeights.get(table.widths) ?? new Map<string, number>();
  stripHeights.set(table.widths, heights);
  const key = JSON.stringify([inner.columns, screen.hidden, screen.order, screen.column, reveal]);
  const known = heights.get(key);
  if (known !== undefined) return known;
  const lines = (response.rows ?? [])
    .slice(0, sampled)
    .map((row) => flowing(stripPieces(view, reveal ? row : (masked(row) as Row), inner, now), inner.columns, mostInStrip).length);
  const most = Math.max(0, ...lines);
  heights.set(key, most === 0 ? 0 : most + 1);
  return most === 0 ? 0 : most + 1;
}
/** The height of a body from which there is room for a strip. */
const leastWithStrip = 12;
function stripPieces({ screen, response, table }: StripOf, row: Row, inner: Size, now: number): Line[] {
  const kept = columnsShown(table, row, inner.columns);
  const columns = columnsIn(screen, response.columns);
  const idAt = columns.findIndex(({ path }) => path === response.id);
  const isIdWhole = kept.has(idAt) && table.columns[idAt]?.cell(row).text === cellOf(row, columns[idAt]!, now, 'whole').text;
  const id: readonly Column[] = isIdWhole ? [] : [{ path: response.id, heading: labelOf(response.id).toLowerCase() }];
  const others = [
    ...columns.filter((column, at) => column.path !== response.id && (!kept.has(at) || column.as === 'time')),
    ...response.columns.filter(({ path }) => screen.hidden.includes(path)),
  ];
  return [...id, ...others].flatMap((column): Line[] => {
    const value = valueAt(row, column.path);
    if (isNothing(value)) return [];
    const at = column.as === 'time' ? ofTime(asText(value)) : undefined;
    const cell = cellOf(row, column, now, 'whole');
    const shown = at === undefined ? { ...cell, text: cell.text.replaceAll('\n', ' ') } : span(bothTimes(at, now));
    return [[span(`${escapeControls(nameOf(column))}  `, 'muted'), shown]];
  });
}
/** Pieces one behind the other, three columns apart, in so many lines. A number that is too long for a line goes on in the next one, or is left out: none is cut. */
function flowing(pieces: readonly Line[], columns: number, lines: number): Line[] {
  const flown: Line[] = [];
  for (const piece of pieces) {
    const last = flown.at(-1);
    if (last && wide(last) + wide(piece) + 3 <= columns) flown[flown.length - 1] = [...last, span('   '), ...piece];
    else if (wide(piece) <= columns || !isOfDigits(piece)) flown.push(piece);
    else {
      const parts = broken(piece, columns);
      if (flown.length + parts.length <= lines) flown.push(...parts);
    }
  }
  return flown.slice(0, lines);
}
const isOfDigits = (piece: Line): boolean => /^[-+]?\d[\d,.]{19}/.test(piece.at(-1)?.text ?? '');

const mostRawLines = 500;

/** The width of a preview that has raw JSON, too; of its labels; and the longest id that widens it: a hash. */
const leastWithRaw = 60;
const labelsWide = 18;
const longestId = 66;
const sampled = 50;
/** The lengths of the ids, addresses and hashes in the first rows, at most that of a hash: what a preview should show whole. The longest first. */
const idLengths = (rows: readonly Row[]): readonly number[] => {
  const lengths = rows
    .slice(0, sampled)
    .flatMap((row) => Object.values(row).map((value) => (typeof value === 'string' && /^[\w-]+$/.test(value) ? value.length : 0)));
  return [...new Set(lengths)].filter((length) => length <= longestId).sort((one, other) => other - one);
};
/** The width at which a line of the preview has a whole id, where the table still shows all that it would on a narrow terminal; a longer id is broken. */
function widthForIds({ response, table }: Pick<BoardView, 'response' | 'table'>, area: Size, width: number): number {
  const showsAll = asOnNarrow(table, area);
  return Math.max(width, (idLengths(response.rows ?? []).find((length) => showsAll(length + 1)) ?? 0) + 1);
}
/** The width of a preview at the least; and of one beside a table in which every id is whole. */
const [leastPreview, leastBesideWhole] = [22, 40] as const;
/** The columns of a table on a narrow terminal, which has no preview beside it. */
const narrowTable = 78;
const leftOf = (area: Size, width: number): number => area.columns - width - 2;
/** Whether a table beside a preview of a width shows as many columns as it would on a narrow terminal, none of those narrower. */
function asOnNarrow(table: Table, area: Size): (width: number) => boolean {
  const wanted = shownWidths(table, narrowTable);
  return (width) => {
    const shown = shownWidths(table, leftOf(area, width));
    return shown.size >= wanted.size && [...shown].every(([at, columns]) => columns >= (wanted.get(at) ?? 0));
  };
}
/** The width of a preview, at most `width`, beside a table that shows no less than on a narrow terminal; else beside one with as many columns as can be. */
function besideColumns(table: Table, area: Size, width: number): number {
  const widths = Array.from({ length: Math.max(0, width - leastPreview) + 1 }, (_, less) => width - less);
  const most = columnCount(table, leftOf(area, leastPreview));
  return widths.find(asOnNarrow(table, area)) ?? widths.find((own) => columnCount(table, leftOf(area, own)) === most) ?? width;
}

/** The preview beside a table: the page of the selected row, then its raw JSON where the lines are long enough for it; all of its lines, and its width. */
export function previewPane(
  { screen, response, table, reveal }: Pick<BoardView, 'screen' | 'response' | 'table' | 'reveal'>,
  area: Size,
  now: number,
): { readonly width: number; readonly lines: readonly Line[] } {
  const wideOf = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + 2, 2);
  const wanted = wideOf(table.widths);
  const isLarge = area.columns >= 160;
  const least = Math.max(leastWithRaw, (idLengths(response.rows ?? [])[0] ?? 0) + labelsWide); // an id stands whole here before it does in the table
  const free = area.columns - wideOf(table.fulls) - 3; // beside a table in which every id is whole
  const half = Math.min(Math.floor(area.columns / 2), free >= leastBesideWhole ? free : Math.max(least, free));
  const share = isLarge ? half : Math.floor(area.columns / 3);
  // the only row of things of several kinds, as `tuk find` has it: there is nothing to choose from, and all of it is on its page
  const isFoundAlone = response.rowCommand !== undefined && response.rows?.length === 1;
  const plain = besideColumns(table, area, Math.max(leastPreview, share, Math.min(70, area.columns - wanted - 3)));
  const width = isFoundAlone ? Math.max(plain, Math.floor((area.columns * 2) / 3)) : widthForIds({ response, table }, area, plain);
  const row = markedOf(screen, reveal);
  if (!row) return { width, lines: [] };
  const page = recordLines(row, response.columns, { wide: width - 1, now }).flatMap((one) => broken(one, width));
  return { width, lines: width < 60 ? page : [...page, [], line('RAW', 'head'), ...numberedLines(jsonRows(row), 0, mostRawLines)] };
}
/** The first visible line of a preview. */
export const previewTop = (lines: readonly Line[], { scrolled = 0 }: BoardScreen, rows: number): number =>
  Math.max(0, Math.min(scrolled, lines.length - rows));

/** What stands at the right of the path: how many rows, how they are sorted and filtered. */
export function boardState({ screen, response }: BoardView): string {
  const { rows, chart = screen.spec.chart } = response;
  const turned = screen.spec.cycles && new RegExp(`${screen.spec.cycles} (\\S+)`).exec(screen.line)?.[1];
  if (!rows || (rows.length === 0 && response.trouble)) return [turned, response.absent ? 'not here' : ''].filter(Boolean).join(' · ');
  const all = rows.length;
  const rowsOf = `${all} ${all === 1 ? 'row' : 'rows'}`;
  const count = screen.filter === '' ? rowsOf : `${screen.shown.length} of ${rowsOf} · /${screen.filter}`;
  const sort = screen.sort
    ? `${nameOf(response.columns.find(({ path }) => path === screen.sort?.path) ?? screen.sort)} ${screen.sort.down ? '↓' : '↑'}`
    : '';
  const picked = screen.picked || screen.range ? markedText(screen, response) : '';
  return [turned, chart && isPage(screen) ? `from ${count}` : count, picked, sort].filter(Boolean).join(' · ');
}

/** `3 marked`, `3 marked, 1 not shown`; `range …` while moves mark. */
function markedText({ picked = [], shown, range, filter }: BoardScreen, response: QueryResponse): string {
  const ids = new Set(filter === '' ? [] : shown.flatMap((row) => idOf(row, response) ?? []));
  const away = filter === '' ? 0 : picked.filter((id) => !ids.has(id)).length;
  return `${range ? 'range: ' : ''}${picked.length} marked${away > 0 ? `, ${away} not shown` : ''}`;
}

/** Raw JSON from its first seen line on. */
export function jsonBody(screen: JsonScreen, { rows, columns }: Size, found: (text: string) => boolean): Line[] {
  const { layout, top, query, marked = 0, folded = [] } = screen;
  const seen = seenLines(screen);
  const digits = String(layout.length).length + 2;
  return seen
    .slice(Math.max(0, Math.min(top, seen.length - rows)))
    .slice(0, rows)
    .map((at): Line => {
      const hidden = folded.includes(at) ? (endOf(layout, at) ?? at) - at : 0;
      const text = escapeControls(layout[at]!) + (hidden > 0 ? ` … ${hidden - 1} lines ${layout[at + hidden]!.trim()}` : '');
      const number = span(`${at === marked ? '▸' : ' '}${String(at + 1).padStart(digits - 1)}  `, 'muted');
      const target = { choice: at };
      if (at === marked) return filled([number, span(text)], columns).map((piece) => ({ ...span(piece.text, 'select'), target }));
      return [number, span(text, query !== '' && found(layout[at]!) ? 'need' : undefined)].map((piece) => ({ ...piece, target }));
    });
}

/** How long ago a response came and how long it took, for the message line of a wide screen. */
export const askedText = ({ at, took }: QueryResponse, now: number): string | undefined =>
  at === undefined ? undefined : `answered in ${took ?? 0} ms · ${spanOf(now - at)} ago`;
