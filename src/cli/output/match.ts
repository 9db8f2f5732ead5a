// Selects rows by --match, as the filter of a screen does. Refuses terms that no row can match.

import { BadInput } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import { columnsOf } from '../../text/columns.js';
import { filterProblem, matching, unknownColumn } from '../../text/row-match.js';
import { UnknownField } from './formats/problems.js';

const asColumns = (columns: readonly (string | Column)[]): readonly Column[] =>
  columns.map((column) => (typeof column === 'string' ? { path: column } : column));

/** Checks the terms against the columns of the command, before any request. @throws {BadInput} BAD_MATCH */
export const checkMatch = (terms: string, columns: readonly (string | Column)[] = []): void =>
  refuse(filterProblem(terms, asColumns(columns)));

/**
 * The rows that match every term, in the columns of the command, else in the columns of a table.
 * @param now epoch milliseconds, for ages
 * @throws {BadInput} BAD_MATCH for a name that is not a column, and for an impossible comparison; {UnknownField} if the
 * command has no columns: only the response could tell
 */
export function rowsMatching(
  rows: readonly Row[],
  terms: string,
  commandColumns: readonly (string | Column)[] | undefined,
  now: number,
): readonly Row[] {
  const columns = commandColumns ? asColumns(commandColumns) : columnsOf(rows, 'table');
  const unknown = commandColumns ? undefined : unknownColumn(rows, terms, columns);
  if (unknown !== undefined)
    throw new UnknownField(`--match names ${JSON.stringify(unknown)}, and the response has no such field.`, [unknown]);
  refuse(filterProblem(terms, columns, rows));
  return matching(rows, terms, columns, now);
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new BadInput('BAD_MATCH', `--match: ${problem}`);
}
