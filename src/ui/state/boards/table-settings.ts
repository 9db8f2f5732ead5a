// How a board shows its table: sort order, hidden columns, their order. It is kept for the board.

import { isNothing, type Row, valueAt } from '../../../services/json-value.js';
import type { Column } from '../../../text/column.js';
import { nameOf } from '../../../text/row-match.js';
import { sortText } from '../../../text/row-order.js';
import { isTabular } from '../../../things/column.js';
import type { ColumnAct } from '../core/acts.js';
import { withBoardKept } from '../core/kept.js';
import { clamped } from '../core/list.js';
import { type QueryResponse, responseOf } from '../core/responses.js';
import { type BoardScreen, defaultTableSettings, type TableSettings } from '../core/screens.js';
import { type Application, topOf, withNotice, withTop } from '../core/state.js';

/** The visible columns of a board in their order; always at least one. */
export function columnsIn(
  { hidden, order }: Pick<BoardScreen, 'hidden' | 'order'>,
  columns: readonly Column[],
): readonly Column[] {
  const all = ordered(columns, order ?? []).filter(isTabular);
  const visible = hidden.length === 0 ? all : all.filter(({ path }) => !hidden.includes(path));
  return visible.length > 0 ? visible : all.slice(0, 1);
}
/** The visible columns with a field of their own: an amount and its share of the sum are one. */
export const ownColumns = (of: Pick<BoardScreen, 'hidden' | 'order'>, { columns }: QueryResponse): readonly Column[] =>
  columnsIn(of, columns).filter((column, _, all) => columnOf(all, column.path) === column);
/** The column of a path; a plain one if the response has none. */
export const columnOf = (columns: readonly Column[], path: string): Column =>
  columns.find((column) => column.path === path) ?? { path };
/** Columns in an order of their paths; the other columns follow. */
export function ordered(columns: readonly Column[], order: readonly string[]): readonly Column[] {
  const first = order.flatMap((path) => columns.filter((column) => column.path === path));
  return [...first, ...columns.filter(({ path }) => !order.includes(path))];
}

/** The state with changed settings of the table of the visible board. */
export function withTableSettings(
  state: Application,
  { spec }: BoardScreen,
  change: (settings: TableSettings) => TableSettings,
): Application {
  const settings = change(tableSettingsOf(state, spec.command));
  return withBoardKept(
    { ...state, tableSettings: { ...state.tableSettings, [spec.command]: settings } },
    spec.command,
    settings,
  );
}
const tableSettingsOf = ({ tableSettings }: Application, command: string): TableSettings =>
  Object.hasOwn(tableSettings, command) ? tableSettings[command]! : defaultTableSettings;

/** Runs after each event: gives the visible board its table settings, however it was opened. */
export function withSavedTableSettings(state: Application): Application {
  const top = topOf(state);
  if (top.kind !== 'board') return state;
  const { command } = top.spec;
  const { hidden, order, sort, onlyOrder } = tableSettingsOf(state, command);
  const { columns } = responseOf(state, top.line);
  if (onlyOrder && columns.length > 0) {
    const others = columns.map(({ path }) => path).filter((path) => !order?.includes(path));
    const settings = { order, sort, hidden: others.length < columns.length ? others : [] };
    return withSavedTableSettings({ ...state, tableSettings: { ...state.tableSettings, [command]: settings } });
  }
  if (top.hidden === hidden && top.order === order && top.sort === sort) return state;
  return withTop(state, { ...top, hidden, order, sort, versionShown: top.sort === sort ? top.versionShown : -1 });
}

/** Chooses, moves, hides or sorts by a column of the visible board. `now` is epoch milliseconds. */
export function onColumns(state: Application, top: BoardScreen, act: ColumnAct): Application {
  const response = responseOf(state, top.line);
  const columns = ownColumns(top, response);
  const index = columns.findIndex(({ path }) => path === (top.column ?? top.sort?.path));
  const at = Math.max(0, index);
  const column = columns[at];
  if (!column) return state;
  switch (act) {
    case 'column left':
    case 'column right': {
      const to = top.column === undefined ? at : clamped(at + (act === 'column left' ? -1 : 1), columns.length - 1);
      return withTop(state, { ...top, column: columns[to]!.path });
    }
    case 'move left':
    case 'move right':
      return movedColumn(withTop(state, { ...top, column: column.path }), top, column, act === 'move left' ? -1 : 1);
    case 'hide column': {
      if (columns.length === 1) return withNotice(state, 'The last column stays.');
      const next = columns[at + 1] ?? columns[at - 1]!;
      const hidden = withTableSettings(withTop(state, { ...top, column: next.path }), top, (settings) => ({
        ...settings,
        hidden: [...settings.hidden, column.path],
      }));
      const text = `${nameOf(column)} is hidden`;
      return withNotice(hidden, `${text}: = shows all columns.`, 'off', `${text}.`);
    }
    case 'all columns': {
      const all = withTableSettings(state, top, ({ sort }) => ({ ...defaultTableSettings, sort }));
      return withNotice(all, 'All columns, in the order of the command.');
    }
    case 'sort column':
      return sortedBy(
        withTop(state, { ...top, column: column.path }),
        top,
        column.path,
        ' < and > choose another column.',
      );
  }
}

/** Moves a column past its neighbour, and says so: one of them may be out of sight. */
function movedColumn(state: Application, top: BoardScreen, column: Column, by: 1 | -1): Application {
  const { path } = column;
  const { columns } = responseOf(state, top.line);
  const visible = columnsIn(top, columns);
  const neighbour = visible[visible.findIndex((column) => column.path === path) + by];
  if (!neighbour) return withNotice(state, `${nameOf(column)} is the ${by === 1 ? 'last' : 'first'} column.`);
  const order = ordered(columns, top.order ?? []).flatMap((column) => (column.path === path ? [] : column.path));
  order.splice(order.indexOf(neighbour.path) + (by === 1 ? 1 : 0), 0, path);
  const message = `${nameOf(column)} is now ${by === 1 ? 'behind' : 'before'} ${nameOf(neighbour)}.`;
  return withTableSettings(withNotice(state, message), top, (settings) => ({ ...settings, order }));
}

/** Sorts by a column: first the least value at the top, then the greatest, then the order of the service again. */
export function sortedBy(state: Application, top: BoardScreen, path: string, hint = ''): Application {
  const { rows = [], columns } = responseOf(state, top.line);
  const column = columnOf(columns, path);
  if (!hasValue(rows, path)) return withNotice(state, `No row has ${nameOf(column)}: there is nothing to sort by.`);
  const was = top.sort?.path === path ? top.sort : undefined;
  if (was?.down) {
    const plain = withTableSettings(state, top, (settings) => ({ ...settings, sort: undefined }));
    return withNotice(plain, 'Not sorted: the order of the service.');
  }
  const sort = { path, down: was !== undefined };
  const next = withTableSettings(state, top, (settings) => ({ ...settings, sort }));
  const text = `Sorted by ${nameOf(column)}, the ${sort.down ? 'greatest' : 'least'} first.`;
  return withNotice(next, `${text}${hint}`, 'off', text);
}
const hasValue = (rows: readonly Row[], path: string): boolean => rows.some((row) => !isNothing(valueAt(row, path)));

/** The options for the columns and the order of a board: `--columns a,b --sort-by=-c`; empty for the default. */
export function tableOptions(top: BoardScreen, response: QueryResponse): readonly string[] {
  const { rows } = response;
  if (!rows) return [];
  // as the command line checks it
  const isField = (path: string) => rows.some((row) => valueAt(row, path) !== undefined);
  const [paths, visible] = [defaultTableSettings, top].map((of) =>
    ownColumns(of, response).map(({ path }) => path),
  ) as [string[], string[]];
  const isOwn = visible.length === paths.length && visible.every((path, at) => path === paths[at]);
  const named = visible.filter((path) => isField(path) && path.trim() === path && !path.includes(','));
  const isOrdered = top.sort && isField(top.sort.path);
  return [
    isOwn || named.length === 0 ? [] : option('--columns', named.join(',')),
    isOrdered ? option('--sort-by', sortText(top.sort!)) : [],
  ].flat();
}
/** An option with its value; a value with `-` is joined to it, or it could be another option. */
const option = (flag: string, value: string): readonly string[] =>
  value.startsWith('-') ? [`${flag}=${value}`] : [flag, value];
