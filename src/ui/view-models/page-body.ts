// A board that is read from top to end: a record, bars, a map, a dash.

import type { Row } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import type { Line } from '../../text/line.js';
import { recordLines } from '../../text/record.js';
import type { PageData } from '../page-kinds/page-kind.js';
import { pageData, pageKindOf } from '../page-kinds/page-kinds.js';
import type { Size } from '../state/core/page.js';
import type { QueryResponse } from '../state/core/responses.js';
import type { BoardScreen } from '../state/core/screens.js';

/** All lines of a page for a body of this size. */
export function pageBody(
  screen: BoardScreen,
  response: QueryResponse,
  size: Size,
  { now, reveal }: { readonly now: number; readonly reveal: boolean },
): Line[] {
  const data = pageData(screen, response, reveal);
  const drawn = pageKindOf(screen)?.lines(data, size, now);
  if (drawn || response.rows) return drawn ?? [];
  const room = { wide: size.columns, now, flows: true };
  return recordLines(recordOf(data, response, screen), columnsOf(screen, response), room);
}
/** The columns of a page: of its own command, else of the list that its row is from. */
export const columnsOf = ({ columns = [] }: BoardScreen, response: QueryResponse): readonly Column[] =>
  response.columns.length > 0 ? response.columns : columns;
/** The record of a page; another value becomes a record. */
export const recordOf = ({ record }: PageData, { value }: QueryResponse, { row }: BoardScreen): Row =>
  record ?? { value: value ?? row };
