// Screen reader form of a page: a record, or the texts of its kind.

import { pageLines, rowText } from '../../text/spoken-record.js';

import { pageData, pageKindOf } from '../page-kinds/page-kinds.js';
import type { QueryResponse } from '../state/core/responses.js';
import type { BoardScreen } from '../state/core/screens.js';
import { columnsOf, recordOf } from '../view-models/page-body.js';

/** A board in sentences: the texts of its kind, its rows, or its record. */
export function bodyLines(screen: BoardScreen, response: QueryResponse, now: number, reveal: boolean): string[] {
  const data = pageData(screen, response, reveal);
  const sentences = pageKindOf(screen)?.texts?.(data, now);
  if (sentences) return sentences;
  if (data.rows) return data.rows.map((row, at) => rowText(row, at, data.rows!.length, response, now));
  return pageLines(recordOf(data, response, screen), columnsOf(screen, response), now, screen.spec.name);
}
