// The key actions of a board: filter, columns, the values of an option, actions.

import type { StatusList } from '../../../services/catalogue/statuses.js';
import { filledLine, optionIn, splitWords, withOption } from '../../../services/command-line.js';
import { isRecord, type Row, valueAt } from '../../../services/json-value.js';
import type { Column } from '../../../text/column.js';
import { nameOf } from '../../../text/row-match.js';
import { allows, listed } from '../../../things/action.js';
import { pageKindOf } from '../../page-kinds/page-kinds.js';
import { actionItems, type Choosable } from '../core/chooser.js';
import { withRangeKept } from '../core/kept.js';
import { type QueryResponse, responseOf } from '../core/responses.js';
import type { BoardScreen } from '../core/screens.js';
import { type Application, type Next, withNotice, withTop } from '../core/state.js';
import { markedRows } from './marks.js';
import { dataLine, markedRow } from './navigation.js';
import { ownColumns } from './table-settings.js';

/** Opens the field of the filter, or of the search. */
export function filtered(state: Application, top: BoardScreen): Next {
  const text = top.spec.kind === 'find' ? (splitWords(top.line).at(-1) ?? '') : top.filter;
  return [withTop(state, { ...top, typing: { before: text, after: '' } })];
}
/** Opens the list of columns, which are shown or hidden there. */
export const columnsListed = (state: Application, top: BoardScreen): Next => [
  { ...state, chooser: { of: 'columns', title: 'Columns', items: columnItems(state, top), marked: 0 } },
];
const columnItems = (state: Application, { line, hidden, order = [] }: BoardScreen): Choosable[] =>
  ownColumns({ hidden: [], order }, responseOf(state, line)).map((column) => ({
    value: column.path,
    label: nameOf(column),
    on: !hidden.includes(column.path),
  }));

/** Selects the next value of the option that this screen cycles through; after the last value, none. */
export function turned(state: Application, top: BoardScreen): Next {
  const flag = top.spec.cycles;
  const words = flag === undefined ? [] : (responseOf(state, top.line).options[flag] ?? []);
  if (flag === undefined) return [state];
  if (words.length === 0) return [withNotice(state, `The values of ${flag} are not known yet.`)];
  const before = optionIn(top.line, flag);
  const word = words[before === undefined ? 0 : words.indexOf(before) + 1];
  const next = { ...top, line: withOption(top.line, flag, word), shown: [], top: 0, versionShown: undefined };
  return [withNotice(withTop(withRangeKept(state, top.spec, word), next), word ?? `${flag.slice(2)}: any`)];
}

/** The status list and the status of a row, by its columns. */
export function statusIn(row: Row | undefined, columns: readonly Column[]): [list?: StatusList, word?: string] {
  for (const { path, as } of columns) {
    if (typeof as !== 'object' || !('status' in as)) continue;
    const word = valueAt(row, path);
    return typeof word === 'string' ? [as.status, word] : [as.status];
  }
  return [];
}

/** Opens the actions on the selected row, or on the marked rows. */
export function actionsOf(state: Application, top: BoardScreen): Next {
  const response = responseOf(state, dataLine(state, top));
  const rows = markedRows(top, response);
  if (rows.length > 0) return actionsOfMarked(state, top, response, rows);
  const items = rowActions(state, top);
  if (items.length === 0) return [withNotice(state, 'There are no actions here.')];
  return [{ ...state, chooser: { of: 'actions', title: 'Actions', items, marked: 0 } }];
}
/** The actions that the status of the selected row, or of the record of a page, allows. */
export function rowActions(state: Pick<Application, 'responses' | 'stack'>, top: BoardScreen): readonly Choosable[] {
  const response = responseOf(state, dataLine(state, top));
  const row = actedOn(state, top);
  const [list, word] = statusIn(row, columnsOf(top, response));
  const actions = (isRecord(row) ? pageKindOf(top)?.actions?.(row) : undefined) ?? top.spec.actions;
  return actionItems(actions, row, response.id, (action) => allows(action, list, word, row));
}
/**
 * The row that actions are about: the selected one, or the record of a page. Until the response of a page is there, the
 * page shows the row of the list below it, which may be of another kind: nothing is done to that one.
 */
function actedOn(state: Pick<Application, 'responses' | 'stack'>, top: BoardScreen): Row | undefined {
  const { rows, value } = responseOf(state, top.line);
  return top.line !== '' && rows === undefined && value === undefined ? undefined : markedRow(state, top);
}
/** The columns of the rows that actions are about. A page has those of its own response, once it is there. */
const columnsOf = (top: BoardScreen, { columns }: QueryResponse): readonly Column[] => [
  ...(top.line === '' ? (top.columns ?? []) : []),
  ...(top.spec.columns ?? []),
  ...columns,
];

/**
 * The actions for all marked rows, each for the rows whose status allows it: one command if it takes several ids, else
 * one read after the other. An action that asks for confirmation takes one row.
 */
function actionsOfMarked(state: Application, top: BoardScreen, response: QueryResponse, rows: readonly Row[]): Next {
  const columns = columnsOf(top, response);
  const alone: string[] = [];
  const items = (top.spec.actions ?? []).flatMap((action): Choosable[] => {
    const { label, opens, takes } = listed(action);
    const [, line] = action;
    const allowed = rows.filter((row) => allows(action, ...statusIn(row, columns), row));
    if (allowed.length === 0 || !takes) return [];
    if (allowed.length > 1 && takes === 'row' && opens !== 'screen') {
      alone.push(label);
      return [];
    }
    const lines =
      takes === 'rows'
        ? [filledLine(line, allowed[0], response.id, allowed)]
        : allowed.map((row) => filledLine(line, row, response.id));
    if (lines.includes(undefined)) return [];
    const is = lines.length === 1 ? `tuk ${lines[0]}` : `${lines.length} commands, one after the other`;
    const count = allowed.length === rows.length ? '' : `${allowed.length} of ${rows.length} rows: `;
    return [{ value: lines.join('\n'), label, is: `${count}${is}`, action }];
  });
  const note = (clear: string) =>
    alone.length === 0 ? undefined : `For one row at a time: ${alone.join(', ')}. ${clear} clears the marks.`;
  const [text, said] = [note('esc'), note('clear marks')];
  if (items.length === 0) return [withNotice(state, text ?? 'There are no actions for the marked rows.', 'off', said)];
  const title = rows.length === 1 ? 'Actions on the marked row' : `Actions on ${rows.length} marked rows`;
  return [{ ...state, chooser: { of: 'actions', title, items, marked: 0, note: text, said } }];
}
