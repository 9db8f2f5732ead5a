// Screen reader form of a list: its heading, and its rows as sentences.

import type { Row } from '../../services/json-value.js';
import type { Column } from '../format/column.js';
import { filterProblem } from '../format/row-match.js';
import { escapeControls } from '../format/visible.js';
import type { Answer } from '../state/answers.js';
import type { BoardScreen } from '../state/screens.js';
import { headOf, valueText } from './value-text.js';
import { counted, numberOf, placeText, sentences } from './wording.js';

/** Columns whose value names a row by itself. */
export const named: readonly string[] = ['title', 'name', 'displayName', 'username', 'symbol'];

/** What stands at the head of a list: its name, how many rows, its columns. */
export function listHeading({ group, over, spec, filter, shown, sort, picked }: BoardScreen, answer: Answer): string[] {
  const { rows = [], columns, id, note } = answer;
  const count = filter === '' ? `${counted(rows.length, 'row')}.` : `${shown.length} of ${rows.length} match ${escapeControls(filter)}.`;
  const problem = filter !== '' && shown.length === 0 ? filterProblem(filter, columns, rows) : undefined;
  const heads = rowColumns(columns, id).map((column) => headOf(column));
  const by = sort && headOf(answer.columns.find(({ path }) => path === sort.path) ?? { path: sort.path });
  const order = sort ? ` Sorted by ${by}, the ${sort.down ? 'greatest' : 'least'} first.` : '';
  const marks = picked ? ` ${picked.length} marked.` : '';
  return [
    `${placeText({ group, over, name: spec.name })} ${count}${order}${marks}${note === undefined ? '' : ` ${escapeControls(note)}.`}`,
    ...(problem === undefined ? [] : [escapeControls(problem)]),
    ...(spec.note === undefined ? [] : [spec.note]),
    ...(shown.length === 0 ? [] : [`Columns: ${heads.join(', ')}.`]),
  ];
}

/** `3. status OPEN, on. Phnom Penh Tuk-tuks I. rate 8.5 %.` */
export const rowText = (row: Row, at: number, of: number, answer: RowsOf, now: number): string =>
  `${numberOf(at + 1, of)}${sentences(cellTexts(row, answer, now))}`;

/** The columns of rows and the path of their id; `clock`: times are said as moments. */
type RowsOf = Pick<Answer, 'columns' | 'id'> & { readonly clock?: boolean };

/** The cells of a row that are not empty, each with its name; a name stands alone. */
export function cellTexts(row: Row, { columns, id, clock = false }: RowsOf, now: number): string[] {
  const texts = rowColumns(columns, id).flatMap((column) => {
    const text = valueText(row, column, now, 'cut', clock ? 'whole' : 'cut');
    return text === undefined ? [] : [named.includes(column.path) ? text : `${headOf(column)} ${text}`];
  });
  return texts.length > 0 ? texts : ['empty'];
}
/** Columns without the id, where something else names a row. */
function rowColumns(columns: readonly Column[], id: string): readonly Column[] {
  const telling = columns.some(({ path, as }) => named.includes(path) || (typeof as === 'object' && 'status' in as));
  return telling && columns.length > 1 ? columns.filter(({ path }) => path !== id) : columns;
}
