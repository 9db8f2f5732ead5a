// The key actions of a board: filter, sort, columns, the values of an option, actions.

import { fits, type StatusList } from '../../services/catalogue/statuses.js';
import { filledLine, optionIn, splitWords, withOption } from '../../services/command-line.js';
import { type Row, valueAt } from '../../services/json-value.js';
import type { Column } from '../format/column.js';
import { nameOf } from '../format/row-match.js';
import { answerOf } from './answers.js';
import type { Wish } from './board.js';
import type { Choosable } from './chooser.js';
import { below, idOf, markedRow, toJson } from './going.js';
import type { AppAct } from './key-parts.js';
import { rankingOf } from './ranks.js';
import { type BoardScreen, board } from './screens.js';
import { type AppEffect, type Application, tell, withTop } from './state.js';

type Next = readonly [Application, ...(AppEffect | Wish)[]];

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
      if (!ranking) return [tell(state, 'There is no ranking.', 'off', now)];
      const spec = { name: top.spec.ranks!.title, command: ranking.line };
      return [{ ...state, stack: [...state.stack, board(top.group, spec, { over: [...top.over, top.spec.name] })] }];
    }
    case 'pick':
      return [picked(state, top)];
    case 'pick none': {
      const { picked: _, ...rest } = top;
      return [withTop(state, rest)];
    }
    case 'actions':
      return actionsOf(state, top, now);
    case 'json':
      return [toJson(state)];
    default:
      return [state];
  }
}

const columnItems = ({ answers }: Application, { line, sort, hidden }: BoardScreen): Choosable[] =>
  answerOf(answers, line).columns.map((column) => ({
    value: column.path,
    label: nameOf(column),
    ...(sort?.path === column.path ? { is: sort.down ? 'from the top down' : 'from the bottom up' } : {}),
    on: !hidden.includes(column.path),
  }));
const sortedAt = ({ answers }: Application, { line, sort }: BoardScreen): number =>
  Math.max(
    0,
    answerOf(answers, line).columns.findIndex(({ path }) => path === sort?.path),
  );

/** Selects the next value of the option that this screen cycles through; after the last one, none. */
function turned(state: Application, top: BoardScreen, now: number): Next {
  const flag = top.spec.cycles;
  const words = flag === undefined ? [] : (answerOf(state.answers, top.line).options[flag] ?? []);
  if (flag === undefined || words.length === 0) return [state];
  const before = optionIn(top.line, flag);
  const word = words[before === undefined ? 0 : words.indexOf(before) + 1];
  const line = withOption(top.line, flag, word);
  const { of: _, ...rest } = top;
  return [tell(withTop(state, { ...rest, line, shown: [], top: 0 }), word === undefined ? `${flag.slice(2)}: any` : word, 'off', now)];
}

/** Picks or unpicks the selected row, and selects the next one. */
function picked(state: Application, top: BoardScreen): Application {
  const row = markedRow(state, top);
  const id = row && idOf(row, answerOf(state.answers, top.line));
  if (id === undefined) return state;
  const { picked: before = [], place, shown } = top;
  const now = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  return withTop(state, { ...top, picked: now, place: { ...place, marked: Math.min(place.marked + 1, shown.length - 1) } });
}

/** The status list and the status of a row, by its columns. */
function statusIn(row: Row | undefined, columns: readonly Column[]): [list?: StatusList, word?: string] {
  for (const { path, as } of columns) {
    const word = typeof as === 'object' && 'status' in as ? valueAt(row, path) : undefined;
    if (typeof as === 'object' && 'status' in as && typeof word === 'string') return [as.status, word];
  }
  return [];
}

function actionsOf(state: Application, top: BoardScreen, now: number): Next {
  const row = markedRow(state, top) ?? top.row;
  const { id, columns } = answerOf(state.answers, top.line || below(state));
  const [list, word] = statusIn(row, [...(top.columns ?? []), ...(top.spec.columns ?? []), ...columns]);
  const items = (top.spec.actions ?? []).flatMap(([label, line, during]): Choosable[] => {
    if (!fits(during, list, word)) return [];
    const whole = filledLine(line, row, id);
    return whole === undefined ? [] : [{ value: whole, label, is: `tuk ${whole}` }];
  });
  if (items.length === 0) return [tell(state, 'There are no actions here.', 'off', now)];
  return [{ ...state, chooser: { of: 'actions', title: 'Actions', items, marked: 0 } }];
}
