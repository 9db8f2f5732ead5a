// Whether an action makes sense for a row, by its status and by its fields.

import { fits, type StatusList } from '../services/catalogue/statuses.js';
import { type Row, valueAt } from '../services/json-value.js';
import type { Action } from './thing.js';

/** Whether an action makes sense. A row with `cancellable: false` refuses it in every status. */
export const allows = (
  [, , during, unlessFalse]: Action,
  list: StatusList | undefined,
  status: string | undefined,
  row: unknown,
): boolean => fits(during, list, status) && (unlessFalse === undefined || valueAt(row as Row, unlessFalse) !== false);
