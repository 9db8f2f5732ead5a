// The rows that --match selects: as the filter of a screen does, but a name that is no column is refused.

import type { Row } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { columnsOf } from '../../ui/format/columns.js';
import { matching, nameOf, unknownColumn } from '../../ui/format/row-match.js';
import { UnknownField } from './formats/problems.js';

/**
 * The rows that match every term, in the columns of the command, else in those of a table.
 * @param now epoch milliseconds, for ages
 * @throws {UnknownField} for a name that is no column, since no row could match it
 */
export function rowsMatching(
  rows: readonly Row[],
  terms: string,
  own: readonly (string | Column)[] | undefined,
  now: number,
): readonly Row[] {
  const columns = own?.map((one) => (typeof one === 'string' ? { path: one } : one)) ?? columnsOf(rows, 'table');
  const unknown = unknownColumn(rows, terms, columns);
  if (unknown !== undefined)
    throw new UnknownField(
      `--match names ${JSON.stringify(unknown)}, which is no column; there are: ${columns
        .map(nameOf)
        .filter((name) => /\w/.test(name))
        .join(', ')}.`,
    );
  return matching(rows, terms, columns, now);
}
