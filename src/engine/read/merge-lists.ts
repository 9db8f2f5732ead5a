// Merges lists of the same kind by their common time order.

import type { Row } from '../../services/json-value.js';
import { asText, valueAt } from '../../services/json-value.js';
import { fieldNames } from '../../services/listing.js';
import type { Column } from '../../text/column.js';
import { ofTime } from '../../text/time.js';

/**
 * The rows of all lists, in the order of the first time field that orders every list; else one list after the other.
 * @param columns the columns of the command: their times precede other fields
 */
export function mergedByTime(
  lists: readonly (readonly Row[])[],
  columns: readonly (string | Column)[] = [],
): readonly Row[] {
  const rows = lists.flat();
  if (lists.filter(({ length }) => length > 0).length < 2) return rows;
  const ofCommand = columns.flatMap((column) =>
    typeof column === 'object' && column.as === 'time' ? [column.path] : [],
  );
  for (const path of new Set([...ofCommand, ...fieldNames(rows)])) {
    const direction = directionOf(lists, path);
    if (direction !== undefined) return rows.toSorted((a, b) => direction * (timeAt(a, path)! - timeAt(b, path)!));
  }
  return rows;
}

/**
 * 1 if every list begins with its oldest row, -1 with its newest; undefined if a row has no time, or no order is
 * visible.
 */
function directionOf(lists: readonly (readonly Row[])[], path: string): 1 | -1 | undefined {
  const times = lists.map((rows) => rows.map((row) => timeAt(row, path)));
  if (times.flat().includes(undefined)) return undefined;
  const steps = times.flatMap((list) => list.slice(1).map((time, at) => Math.sign(time! - list[at]!)));
  const isOnly = (direction: number) => steps.includes(direction) && !steps.includes(-direction);
  return isOnly(-1) ? -1 : isOnly(1) ? 1 : steps.length === 0 ? -1 : undefined;
}

const timeAt = (row: Row, path: string): number | undefined => ofTime(asText(valueAt(row, path)));
