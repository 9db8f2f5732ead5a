// Screen reader form of a list: its heading.

import { counted } from '../../services/counted.js';
import { filterProblem } from '../../text/row-match.js';
import { headOf, rowColumns } from '../../text/spoken-value.js';
import { escapeControls } from '../../text/visible.js';
import type { QueryResponse } from '../state/responses.js';
import type { BoardScreen } from '../state/screens.js';
import { columnOf } from '../state/table-settings.js';
import { placeText } from './wording.js';

/** The heading of a list: its name, the number of rows, its columns. */
export function listHeading({ group, over, spec, filter, shown, sort, picked }: BoardScreen, response: QueryResponse): string[] {
  const { rows = [], columns, id, note } = response;
  const count = filter === '' ? `${counted(rows.length, 'row')}.` : `${shown.length} of ${rows.length} match ${escapeControls(filter)}.`;
  const problem = filter !== '' && shown.length === 0 ? filterProblem(filter, columns, rows) : undefined;
  const heads = rowColumns(columns, id).map((column) => headOf(column));
  const order = sort ? ` Sorted by ${headOf(columnOf(columns, sort.path))}, the ${sort.down ? 'greatest' : 'least'} first.` : '';
  const marks = picked ? ` ${picked.length} marked.` : '';
  return [
    `${placeText({ group, over, name: spec.name })} ${count}${order}${marks}${note === undefined ? '' : ` ${escapeControls(note)}.`}`,
    ...(problem === undefined ? [] : [escapeControls(problem)]),
    ...(spec.note === undefined ? [] : [spec.note]),
    ...(shown.length === 0 ? [] : [`Columns: ${heads.join(', ')}.`]),
  ];
}
