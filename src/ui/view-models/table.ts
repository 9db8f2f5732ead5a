// The table of a board: its columns as text, measured once for the rows of a response.
import { asText, type Row, valueAt } from '../../services/json-value.js';
import { type Column, cellOf, isOfDecimals, isState, standsRight } from '../../text/column.js';
import { type Grid, type GridColumn, grid } from '../../text/grid.js';
import { type Span, span } from '../../text/line.js';
import { nameOf } from '../../text/row-match.js';
import { isEmptyIn } from '../../text/table.js';
import { dayAndTime, statedTime } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { columnsIn } from '../state/boards/table-settings.js';
import { maskedUnless, type QueryResponse } from '../state/core/responses.js';
import type { BoardScreen } from '../state/core/screens.js';

// The order in which columns of a table give way if not all fit.

const [stays, status, name, amount, unit, rate, time, otherName] = [0, 1, 2, 3, 4, 5, 6, 6.5];
const [other, id, empty, yields] = [7, 8, 9, 10];

const lastOf = ({ path }: Column): string => path.slice(path.lastIndexOf('.') + 1);
const isStatus = (column: Column): boolean =>
  typeof column.as === 'object'
    ? isState(column.as)
    : column.as === undefined && /(^s|S)tat(us|e)$/.test(lastOf(column));
const isName = (column: Column): boolean =>
  (column.as === undefined || column.as === 'html') &&
  /^(name|title|symbol|ticker|label|displayName|username)$|(Name|Title|Symbol)$/.test(lastOf(column));
/** A sum of money. A count of things is not one, although its thousands are grouped too. */
const isAmount = (column: Column): boolean =>
  (column.as === 'amount' && !/(^c|C)ount$/.test(lastOf(column))) ||
  (typeof column.as === 'object' && ('amount' in column.as || 'units' in column.as)) ||
  isGauge(column);
const isGauge = ({ as }: Column): boolean => typeof as === 'object' && ('share' in as || 'partOf' in as);
const isUnit = (column: Column): boolean =>
  /^(currency|unit|token|asset|symbol)(Id|Code)?$|(Currency|Unit|Symbol)(Id)?$/.test(lastOf(column));
const isRate = ({ as }: Column): boolean => as === 'percent';
const isTime = ({ as }: Column): boolean => as === 'time' || as === 'moment';
const isId = (column: Column, idPath: string): boolean =>
  column.path === idPath || /^(id|uuid|key|hash|address|vin)$|(Id|ID|Uuid|Hash|Address|_id)$/.test(lastOf(column));

/** Whether a column of this rank is secondary: not a status, name, time or main amount. */
const isAmongOthers = (rank: number): boolean => rank >= other;
/** Whether a column of this rank waits for the texts before it: an id, one without values. */
export const comesLate = (rank: number): boolean => rank >= id;

/**
 * The rank of each column; lower ranks are kept longer. First come status, name, amount with its unit, rate and time,
 * each by the first column of its kind, then other names (where a ride goes to), other columns, ids, and columns without a value. If nothing names a row,
 * its id does.
 * @param idPath the path of a row's id
 * @param rows the rows, or a sample
 */
export function columnRanks(columns: readonly Column[], idPath: string, rows: readonly Row[] = []): readonly number[] {
  const first = (isKind: (column: Column) => boolean): number =>
    columns.findIndex((column) => column.room !== 'yields' && isKind(column));
  const named = first(isName);
  const plain = first(
    (column) => !isStatus(column) && !isAmount(column) && !isRate(column) && !isTime(column) && !isId(column, idPath),
  );
  const [stated, paid, rated, since] = [first(isStatus), first(isAmount), first(isRate), first(isTime)];
  const calls = named >= 0 ? named : plain >= 0 ? plain : first((column) => isId(column, idPath));
  return columns.map((column, at): number => {
    if (column.room === 'yields') return yields;
    if (column.room === 'stays') return stays;
    if (rows.length > 0 && isEmptyIn(rows, column.path)) return empty;
    if (at === stated) return status;
    if (at === calls) return name;
    if (at === paid) return amount;
    if (at === rated) return rate;
    if (at === since) return time;
    if (paid >= 0 && at === paid + 1 && isUnit(column)) return unit;
    if (isId(column, idPath) && !isUnit(column)) return id;
    return isName(column) ? otherName : other;
  });
}

/** The table of a board. */
export type Table = Grid<Row>;
/** How a table is shown: with times as date and time, with personal data revealed. */
interface Showing {
  readonly clock: boolean;
  readonly reveal: boolean;
}
/** The measured tables, by the rows of their responses: measuring reads every row, and is too slow for every frame. */
const measured = new WeakMap<readonly Row[], { readonly key: string; readonly table: Table }>();
/** What a table is drawn by. */
type TableScreen = Pick<BoardScreen, 'sort' | 'hidden' | 'order' | 'shown' | 'column'>;
/** The table of a response. It is measured with all rows: no column moves when rows are filtered. */
export function measuredTable(
  screen: TableScreen,
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
  screen: TableScreen,
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
  screen: TableScreen,
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
      whole: (!right && isOfDecimals(column, sample) && !isGauge(column)) || undefined,
      isPath: isPath || undefined,
      least: as === 'time' ? (clock ? 15 : 10) : undefined,
      word: isState(as) || isGauge(column) || undefined,
      rank: isSorted ? -1 : ranks[at]!,
      isLate: comesLate(ranks[at]!) || undefined,
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
  const at = statedTime(asText(valueAt(row, column.path)));
  return at === undefined ? cellOf(row, column, 0) : span(dayAndTime(at));
}
