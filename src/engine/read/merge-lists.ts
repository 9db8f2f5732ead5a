// Merges lists of the same kind by the time that each of them is in the order of.

import type { Row } from '../../services/json-value.js';
import { asText, valueAt } from '../../services/json-value.js';
import { fieldNames } from '../../services/listing.js';
import type { Column } from '../../text/column.js';
import { ofTime } from '../../text/time.js';

/**
 * The rows of all lists, by the first time that every list is in the order of, in that order; one list behind the other where there is none.
 * @param columns those of the command: a time among them goes before other fields
 */
export function mergedByTime(lists: readonly (readonly Row[])[], columns: readonly (string | Column)[] = []): readonly Row[] {
  const rows = lists.flat();
  if (lists.filter(({ length }) => length > 0).length < 2) return rows;
  const ofCommand = columns.flatMap((column) => (typeof column === 'object' && column.as === 'time' ? [column.path] : []));
  for (const path of new Set([...ofCommand, ...fieldNames(rows)])) {
    const direction = directionOf(lists, path);
    if (direction !== undefined) return rows.toSorted((one, other) => direction * (timeAt(one, path)! - timeAt(other, path)!));
  }
  return rows;
}

/** 1 where every list begins with its oldest row, -1 where every list begins with its newest; undefined where a row has no time, or no list shows an order. */
function directionOf(lists: readonly (readonly Row[])[], path: string): 1 | -1 | undefined {
  const times = lists.map((rows) => rows.map((row) => timeAt(row, path)));
  if (times.flat().includes(undefined)) return undefined;
  const steps = times.flatMap((list) => list.slice(1).map((time, at) => Math.sign(time! - list[at]!)));
  const isOnly = (direction: number) => steps.includes(direction) && !steps.includes(-direction);
  return isOnly(-1) ? -1 : isOnly(1) ? 1 : steps.length === 0 ? -1 : undefined;
}

const timeAt = (row: Row, path: string): number | undefined => ofTime(asText(valueAt(row, path)));
