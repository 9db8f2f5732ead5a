// Whether an action makes sense for a row: by its status, and by what the response says of it.

import { fits, type StatusList } from '../services/catalogue/statuses.js';
import { type Row, valueAt } from '../services/json-value.js';
import type { Action } from './thing.js';

/** Whether an action makes sense. A row that says that it is not possible, `cancellable: false`, refuses it whatever its status is. */
export const allows = (
  [, , during, unlessFalse]: Action,
  list: StatusList | undefined,
  status: string | undefined,
  row: unknown,
): boolean => fits(during, list, status) && (unlessFalse === undefined || valueAt(row as Row, unlessFalse) !== false);
