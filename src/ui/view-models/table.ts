// The table of a board: its columns as text, measured once for the rows of a response.

import { asText, type Row, valueAt } from '../../services/json-value.js';
import { type Column, cellOf, isOfDecimals, isState, standsRight } from '../../text/column.js';
import { columnRanks, isAmongOthers } from '../../text/column-ranks.js';
import { type Grid, type GridColumn, grid } from '../../text/grid.js';
import { type Span, span } from '../../text/line.js';
import { nameOf } from '../../text/row-match.js';
import { isEmptyIn } from '../../text/table.js';
import { dayAndTime, ofTime } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { maskedUnless } from '../state/masking.js';
import type { QueryResponse } from '../state/responses.js';
import type { BoardScreen } from '../state/screens.js';
import { columnsIn } from '../state/table-settings.js';

/** The table of a board. */
export type Table = Grid<Row>;
/** How a table is shown: with times as date and time, with personal data revealed. */
interface Showing {
  readonly clock: boolean;
  readonly reveal: boolean;
}
/** The measured tables, by the rows of their responses: measuring reads every row, and is too slow for every frame. */
const measured = new WeakMap<readonly Row[], { readonly key: string; readonly table: Table }>();
/** The table of a response. It is measured with all rows: no column moves when rows are filtered. */
export function measuredTable(
  screen: BoardScreen,
  response: QueryResponse,
  now: number,
  { clock, reveal }: Showing,
): Table {
  const { rows = [], columns } = response;
  const key = JSON.stringify([
    screen.sort,
    screen.hidden,
    screen.order,
    clock,
    reveal,
    columns.map(({ path }) => path),
  ]);
  const before = response.rows && measured.get(rows);
  if (before?.key === key) return before.table;
  const table = grid(maskedUnless(reveal, rows), gridColumns(screen, response, now, clock));
  measured.set(rows, { key, table });
  return table;
}
/** The same table with the visible rows, and with times as they are now. */
export function tableNow(
  table: Table,
  screen: BoardScreen,
  response: QueryResponse,
  now: number,
  { clock, reveal }: Showing,
): Table {
  const visible = columnsIn(screen, response.columns);
  const columns = table.columns.map((column, at) => {
    const cell = visible[at] && cellAt(visible[at], now, clock);
    const { full } = column;
    return cell
      ? {
          ...column,
          cell: (row: Row) => cell(maskedUnless(reveal, row)),
          full: full && ((row: Row) => full(maskedUnless(reveal, row))),
        }
      : column;
  });
  const cursor = screen.column === undefined ? -1 : visible.findIndex(({ path }) => path === screen.column);
  return { ...table, columns, rows: screen.shown, cursor: cursor < 0 ? undefined : cursor };
}
const cellAt =
  (column: Column, now: number, clock: boolean) =>
  (row: Row): Span =>
    clock && column.as === 'time' ? clockCell(row, column) : cellOf(row, column, now);

function gridColumns(
  screen: BoardScreen,
  { rows = [], columns, id }: QueryResponse,
  now: number,
  clock: boolean,
): GridColumn<Row>[] {
  const sample = rows.slice(0, 200);
  const visible = columnsIn(screen, columns);
  const ranks = columnRanks(visible, id, sample);
  return visible.map((column, at): GridColumn<Row> => {
    const { path, as, isPath } = column;
    const isSorted = screen.sort?.path === path;
    const arrow = isSorted ? (screen.sort?.down ? ' ↓' : ' ↑') : '';
    const right = standsRight(column, sample);
    const isEmpty = isEmptyIn(sample, path) || (isAmongOthers(ranks[at]!) && isZeroIn(sample, path));
    return {
      heading: `${headingOf(column)}${arrow}`,
      cell: cellAt(column, now, clock),
      full: as === undefined ? (row) => cellOf(row, column, now, 'whole') : undefined,
      right: right || undefined,
      whole: (!right && isOfDecimals(column, sample)) || undefined,
      isPath: isPath || undefined,
      least: as === 'time' ? (clock ? 15 : 10) : undefined,
      word: isState(as) || undefined,
      rank: isSorted ? -1 : ranks[at]!,
      isEmpty: (sample.length > 0 && isEmpty) || undefined,
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
