// The key actions of a board: filter, sort, columns, the values of an option, actions.

import type { StatusList } from '../../services/catalogue/statuses.js';
import { filledLine, optionIn, splitWords, withOption } from '../../services/command-line.js';
import { type Row, valueAt } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import { nameOf } from '../../text/row-match.js';
import { allows } from '../../things/action.js';
import type { Choosable } from './chooser.js';
import type { AppAct } from './key-parts.js';
import { markedRows, picked, ranged, unpicked } from './marks.js';
import { below, markedRow, toJson, watchedMarked } from './navigation.js';
import { rankingOf } from './ranks.js';
import { type QueryResponse, responseOf } from './responses.js';
import { type BoardScreen, board } from './screens.js';
import { type Application, type Next, withNotice, withoutNotice, withTop } from './state.js';
import { isColumnAct, onColumns, ordered } from './table-settings.js';

/** Runs the action of a key on a board. */
export function onBoard(state: Application, top: BoardScreen, act: AppAct | undefined, now: number): Next {
  switch (act) {
    case 'filter': {
      const text = top.spec.kind === 'find' ? (splitWords(top.line).at(-1) ?? '') : top.filter;
      return [withTop(state, { ...top, typing: { before: text, after: '' } })];
    }
    case 'sort':
      return [{ ...state, chooser: { of: 'sort', title: 'Sort by', items: columnItems(state, top), marked: sortedAt(state, top) } }];
    case 'columns':
      return [{ ...state, chooser: { of: 'columns', title: 'Columns', items: columnItems(state, top), marked: 0 } }];
    case 'turn':
      return turned(state, top, now);
    case 'ranks': {
      const ranking = rankingOf(top, state);
      if (!ranking) return [withNotice(state, 'There is no ranking.', 'off', now)];
      const spec = { name: top.spec.ranks!.title, command: ranking.line };
      return [{ ...state, stack: [...state.stack, board(top.group, spec, { over: [...top.over, top.spec.name] })] }];
    }
    case 'pick':
      return [picked(state, top, now)];
    case 'range':
      return [ranged(state, top, now)];
    case 'watch marked':
      return [watchedMarked(state, top, now)];
    case 'pick none':
      return [withTop(withoutNotice(state), unpicked(top))];
    case 'actions':
      return actionsOf(state, top, now);
    case 'json':
      return [toJson(state)];
    default:
      return [isColumnAct(act) ? onColumns(state, top, act, now) : state];
  }
}

const columnItems = ({ responses }: Application, { line, sort, hidden, order = [] }: BoardScreen): Choosable[] =>
  ordered(responseOf(responses, line).columns, order).map((column) => ({
    value: column.path,
    label: nameOf(column),
    ...(sort?.path === column.path ? { is: sort.down ? 'from the top down' : 'from the bottom up' } : {}),
    on: !hidden.includes(column.path),
  }));
const sortedAt = ({ responses }: Application, { line, sort, order = [] }: BoardScreen): number =>
  Math.max(
    0,
    ordered(responseOf(responses, line).columns, order).findIndex(({ path }) => path === sort?.path),
  );

/** Selects the next value of the option that this screen cycles through; after the last one, none. */
function turned(state: Application, top: BoardScreen, now: number): Next {
  const flag = top.spec.cycles;
  const words = flag === undefined ? [] : (responseOf(state.responses, top.line).options[flag] ?? []);
  if (flag === undefined) return [state];
  if (words.length === 0) return [withNotice(state, `The values of ${flag} are not known yet.`, 'off', now)];
  const before = optionIn(top.line, flag);
  const word = words[before === undefined ? 0 : words.indexOf(before) + 1];
  const line = withOption(top.line, flag, word);
  const { of: _, ...rest } = top;
  return [
    withNotice(withTop(state, { ...rest, line, shown: [], top: 0 }), word === undefined ? `${flag.slice(2)}: any` : word, 'off', now),
  ];
}

/** The status list and the status of a row, by its columns. */
function statusIn(row: Row | undefined, columns: readonly Column[]): [list?: StatusList, word?: string] {
  for (const { path, as } of columns) {
    if (typeof as !== 'object' || !('status' in as)) continue;
    const word = valueAt(row, path);
    return typeof word === 'string' ? [as.status, word] : [as.status];
  }
  return [];
}

function actionsOf(state: Application, top: BoardScreen, now: number): Next {
  const response = responseOf(state.responses, top.line || below(state));
  const rows = markedRows(top, response);
  if (rows.length > 0) return actionsOfMarked(state, top, { response, rows, now });
  const items = ownActions(state, top);
  if (items.length === 0) return [withNotice(state, 'There are no actions here.', 'off', now)];
  return [{ ...state, chooser: { of: 'actions', title: 'Actions', items, marked: 0 } }];
}
/** The actions that the status of the selected row, or of the record of a page, allows. */
export function ownActions(state: Pick<Application, 'responses' | 'stack'>, top: BoardScreen): readonly Choosable[] {
  const row = markedRow(state, top) ?? top.row;
  const response = responseOf(state.responses, top.line || below(state));
  const [list, word] = statusIn(row, columnsOf(top, response));
  return (top.spec.actions ?? []).flatMap((action): Choosable[] => {
    const [label, line] = action;
    if (!allows(action, list, word, row)) return [];
    const whole = filledLine(line, row, response.id);
    return whole === undefined ? [] : [{ value: whole, label, is: `tuk ${whole}` }];
  });
}
const columnsOf = (top: BoardScreen, { columns }: QueryResponse): readonly Column[] => [
  ...(top.columns ?? []),
  ...(top.spec.columns ?? []),
  ...columns,
];

/**
 * The actions for all marked rows, each for those whose status allows it: one command where it takes several ids, else one read after the other. What asks
 * for a confirmation is done for one row at a time.
 */
function actionsOfMarked(
  state: Application,
  top: BoardScreen,
  { response, rows, now }: { readonly response: QueryResponse; readonly rows: readonly Row[]; readonly now: number },
): Next {
  const columns = columnsOf(top, response);
  const alone: string[] = [];
  const items = (top.spec.actions ?? []).flatMap((action): Choosable[] => {
    const [label, line] = action;
    const own = rows.filter((row) => allows(action, ...statusIn(row, columns), row));
    if (own.length === 0 || !line.includes('{')) return [];
    const takesAll = line.includes('{id...}');
    if (own.length > 1 && !takesAll && label.endsWith('…')) {
      alone.push(label);
      return [];
    }
    const lines = takesAll ? [filledLine(line, own[0], response.id, own)] : own.map((row) => filledLine(line, row, response.id));
    if (lines.some((one) => one === undefined)) return [];
    const is = lines.length === 1 ? `tuk ${lines[0]}` : `${lines.length} commands, one after the other`;
    const count = own.length === rows.length ? '' : `${own.length} of ${rows.length} rows: `;
    return [{ value: lines.join('\n'), label, is: `${count}${is}` }];
  });
  const note = alone.length === 0 ? undefined : `For one row at a time: ${alone.join(', ')}. esc clears the marks.`;
  if (items.length === 0) return [withNotice(state, note ?? 'There are no actions for the marked rows.', 'off', now)];
  const title = rows.length === 1 ? 'Actions on the marked row' : `Actions on ${rows.length} marked rows`;
  return [{ ...state, chooser: { of: 'actions', title, items, marked: 0, ...(note === undefined ? {} : { note }) } }];
}
