// What an action opens and takes, and whether it makes sense for a row.

import { fits, type StatusList } from '../services/catalogue/statuses.js';
import { type Row, valueAt } from '../services/json-value.js';
import type { Action } from './thing.js';

/** An action as it is listed: what it opens, its label, and what its line takes. */
export const listed = ([label, line, { opens = 'dialog', role } = {}]: Action) => ({
  opens,
  role,
  label: opens === 'screen' ? label : `${label}…`,
  takes: line.includes('{id...}') ? ('rows' as const) : line.includes('{') && ('row' as const),
});

/** Whether an action makes sense. A row with `cancellable: false` refuses it in every status. */
export const allows = (
  [, , { during, unlessFalse } = {}]: Action,
  list: StatusList | undefined,
  status: string | undefined,
  row: unknown,
): boolean => fits(during, list, status) && (unlessFalse === undefined || valueAt(row as Row, unlessFalse) !== false);
