// A board as lines: the rows above its data, and the messages in place of data.

import { grouped } from '../../money/values/decimal.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { rowLines, unusable } from '../../text/brief-rows.js';
import { codeText } from '../../text/code.js';
import { emptyWords } from '../../text/empty.js';
import { emptyLines, gridLines } from '../../text/grid.js';
import { type Line, line, span } from '../../text/line.js';
import { recordLines } from '../../text/record.js';
import { emptyReason, nameOf } from '../../text/row-match.js';
import { widest, wrap } from '../../text/text.js';
import { ageOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { isPage } from '../page-kinds/page-kinds.js';
import { columnOf } from '../state/boards/table-settings.js';
import { clamped } from '../state/core/list.js';
import type { Size } from '../state/core/page.js';
import { keysOf, maskedUnless, type QueryResponse } from '../state/core/responses.js';

import { type BelowSpec, type BoardScreen, defaultTableSettings } from '../state/core/screens.js';
import { patience } from '../state/queries/observed.js';
import { failureLines, reasonLines } from './failure.js';
import { pageBody } from './page-body.js';
import { measuredTable, type Table, tableNow } from './table.js';

/** The number of first rows that sizes are measured by. */
export const sampled = 50;
/** The data that a board is drawn with. */
export interface BoardView {
  readonly screen: BoardScreen;
  readonly response: QueryResponse;
  readonly table: Table;
  readonly reveal: boolean;
  readonly signedIn: boolean;
  readonly paused: boolean;
  /** The time of this machine, epoch milliseconds. */
  readonly now: number;
  /** The read whose chart or map is below its rows. */
  readonly below?: QueryResponse;
  /** The reads of `also` of its spec, in their order. */
  readonly also?: readonly QueryResponse[];
  /** The other profile: its rows cannot be selected. */
  readonly ofOther?: string;
  /** The same read with another profile, shown beside. */
  readonly other?: OtherView;
}

interface OtherView {
  readonly profiles: readonly [own: string, other: string];
  readonly view: BoardView;
}

/** The selected row; personal data are masked unless they are revealed. */
export function selectedRow({
  screen: { shown, place },
  reveal,
}: Pick<BoardView, 'screen' | 'reveal'>): Row | undefined {
  const row = shown[place.marked];
  return row && maskedUnless(reveal, row);
}
/** Whether a row is marked. */
export const pickedIn = ({ screen: { picked = [] }, response }: BoardView): ((row: Row) => boolean) => {
  const marks = new Set(picked);
  const keyOf = marks.size === 0 ? () => undefined : keysOf(response);
  return (row) => marks.has(keyOf(row) ?? '');
};

/** The title of one of two profiles: its name, and the number of visible rows. */
export const sideTitle = (profile: string, { screen, response }: BoardView): Line => [
  span(escapeControls(profile), 'head'),
  span(response.rows ? `  ${grouped(String(screen.shown.length))}` : '', 'muted'),
];

/**
 * The lines above the data: the failure of the last refresh with the age of the data, and the parts that are missing,
 * with the reasons.
 */
export function staleLines(
  { screen, response, signedIn, paused, now }: Omit<BoardView, 'table' | 'reveal'>,
  wide: number,
): Line[] {
  const { at, trouble, rows, leftOut = [] } = response;
  if (at === undefined && !(screen.row && trouble)) return []; // its lines stand in place of the data
  const missing = leftOut.flatMap((text) => reasonLines({ text }, '', wide));
  if (!trouble) return missing;
  const old = at === undefined ? 'is its row in the list' : `${rows ? 'rows are' : 'is'} ${ageOf(now - at)} old`;
  const age = rows?.length === 0 ? [] : [line(`  ${rows ? 'These' : 'This'} ${old}.`, 'need')];
  return [...failureLines(trouble, { wide, now, signedIn, paused }), ...age, ...missing];
}

/** The lines in place of a response: it is awaited, or has failed. */
export function withoutResponse(
  { screen, response, signedIn, paused, now, ofOther }: BoardView,
  columns: number,
): Line[] | undefined {
  const { at, asked, trouble } = response;
  if (screen.spec.kind === 'find' && screen.line === '')
    return emptyLines('What do you look for?', 'enter, then type two letters or more');
  if (at !== undefined || screen.row) return undefined;
  if (asked !== undefined) return loadingLines(screen.line, asked, now);
  if (!trouble) return [];
  return failureLines(trouble, { wide: columns, now, signedIn, paused, ofOther, offersSignIn: ofOther === undefined });
}
/** `◐ requesting: tuk …  0.4 s`, after a short wait. */
export function loadingLines(line: string, since: number, now: number): Line[] {
  if (now - since < patience) return [];
  return [
    [span('◐ ', 'wait'), span(`requesting: tuk ${line}  `), span(`${((now - since) / 1000).toFixed(1)} s`, 'muted')],
  ];
}

/** The lines in place of rows: there are none, or the filter leaves none, with the reason. */
export function noRows({ screen, response, now }: BoardView, columns: number): Line[] {
  if (screen.filter !== '') {
    const problem = emptyReason(screen.filter, response.columns, response.rows);
    const reasons = problem === undefined ? [] : wrap(escapeControls(problem), columns);
    return [
      line(`0 of ${response.rows?.length ?? 0} match /${escapeControls(screen.filter)}`),
      ...reasons.map((text) => line(text, 'need')),
      line('esc shows all.', 'muted'),
    ];
  }
  if (response.trouble && response.at !== undefined)
    return [line(`There were none ${ageOf(now - response.at)} ago.`, 'need')];
  if (screen.line !== screen.spec.command && screen.spec.kind !== 'find')
    return emptyLines('Nothing here with these options.', `They are those of: tuk ${screen.line}`);
  const empty = response.empty ?? screen.spec.empty;
  const words = empty ? emptyWords(empty, `tuk ${screen.line}`) : ['Nothing here.', `Its command: tuk ${screen.line}`];
  // what can be done without a row
  const actions = (screen.spec.actions ?? []).filter(([, does]) => !does.includes('{'));
  const labels = widest(actions.map(([label]) => label));
  return [
    ...emptyLines(...words.flatMap((text) => wrap(text, columns))),
    ...(actions.length > 0 ? [[]] : []),
    ...actions.map(
      ([label, does]): Line => [span('  x  ', 'accent'), span(label.padEnd(labels + 3)), span(`tuk ${does}`, 'muted')],
    ),
  ];
}

/** The text of the QR code of the selected row, or of the record. */
export function codeOf({ screen, response, reveal }: BoardView): string | undefined {
  const { value, rows, columns } = response;
  const row = rows ? screen.shown[screen.place.marked] : isRecord(value) ? value : screen.row;
  return codeText(row && maskedUnless(reveal, row), screen.spec.code, screen.columns ?? columns);
}
/** The title and the first rows of what is shown below a screen, as a table; none before it is read. */
export function belowRows(
  { title, ifEmpty }: Pick<BelowSpec, 'title' | 'ifEmpty'>,
  response: QueryResponse,
  reveal: boolean,
  area: Size,
  now: number,
): Line[] {
  const { rows, columns, value, trouble } = response;
  const isRead = rows !== undefined || isRecord(value);
  if (!isRead && !trouble) return [];
  const head = [span(escapeControls(title).toUpperCase(), 'head'), span(ifEmpty ? '  enter opens' : '', 'muted')];
  const wide = area.columns - 1;
  if (!isRead) return [[], head, ...reasonLines(trouble!.failure, '', wide)];
  if (!rows) return [[], head, ...recordOf(value as Row, response, reveal, area.columns - 1, now).slice(0, area.rows)];
  if (rows.length === 0)
    return [[], head, ...rowLines(rows, [], columns, response.empty, { wide, most: area.rows, now, sum: undefined })];
  const screen = { ...defaultTableSettings, shown: rows };
  const showing = { clock: false, reveal };
  const table = tableNow(measuredTable(screen, response, now, showing), screen, response, now, showing);
  const more = rows.length - area.rows + 1;
  const lines = columns.length === 0 ? unusable : gridLines(table, { marked: -1, top: 0 }, area.rows, wide);
  return [[], head, ...(more > 0 ? [...lines.slice(0, -1), line(`  ${more + 1} more`, 'muted')] : lines)];
}
/** What the selected row leads to, once it is read. */
export function nextLines({ below, reveal }: BoardView, wide: number, now: number): Line[] {
  const next = below?.rows ? below.rows[0] : below?.value;
  return isRecord(next) ? recordOf(next as Row, below!, reveal, wide, now) : [];
}
const recordOf = (row: Row, { columns }: QueryResponse, reveal: boolean, wide: number, now: number): Line[] =>
  recordLines(maskedUnless(reveal, row), columns, { wide, now, isCut: true, flows: true });
/** A page from its first visible line on. */
export function pageOf(view: BoardView, inner: Size, now: number): Line[] {
  const lines = pageBody(view.screen, view.response, inner, { ...view, now });
  const top = clamped(view.screen.top, lines.length - inner.rows);
  return lines.slice(top, top + inner.rows);
}
/** The text at the right of the path: the number of rows, their filter, marks and order. */
export function boardState({ screen, response }: BoardView): string {
  const { rows, chart = screen.spec.chart } = response;
  const turned = screen.spec.cycles && new RegExp(`${screen.spec.cycles} (\\S+)`).exec(screen.line)?.[1];
  if (!rows || (rows.length === 0 && response.trouble)) return turned ?? '';
  const all = rows.length;
  const rowsOf = rowsText(all, response);
  const count = screen.filter === '' ? rowsOf : `${screen.shown.length} of ${rowsOf} · /${screen.filter}`;
  const { sort } = screen;
  const order = sort && `${nameOf(columnOf(response.columns, sort.path))} ${sort.down ? '↓' : '↑'}`;
  const marks = screen.picked || screen.range ? markedText(screen, response) : '';
  return [response.have, turned, chart && isPage(screen) ? `from ${count}` : count, marks, order]
    .filter(Boolean)
    .join(' · ');
}

/** `20 rows`, `20 of 500 rows`, `20 rows, more follow`. */
export function rowsText(all: number, { cut }: Pick<QueryResponse, 'cut'>): string {
  const rows = `${all} ${all === 1 ? 'row' : 'rows'}`;
  if (cut === undefined) return rows;
  if (cut.total !== undefined) return `${all} of ${cut.total} rows`;
  return cut.isCertain ? `${rows}, more follow` : `${rows}, there may be more`;
}

/** `3 marked`, `3 marked, 1 not shown`; `range …` while moves mark. */
function markedText({ picked = [], shown, range, filter }: BoardScreen, response: QueryResponse): string {
  const ids = new Set(filter === '' ? [] : shown.map(keysOf(response)));
  const hidden = filter === '' ? 0 : picked.filter((id) => !ids.has(id)).length;
  return `${range ? 'range: ' : ''}${picked.length} marked${hidden > 0 ? `, ${hidden} not shown` : ''}`;
}
