// The rows that --match selects: as the filter of a screen does, but a term that no row can match is refused.

import { BadInput } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import { columnsOf } from '../../text/columns.js';
import { filterProblem, matching, unknownColumn } from '../../text/row-match.js';
import { UnknownField } from './formats/problems.js';

/** The columns of a command as objects. */
const asColumns = (own: readonly (string | Column)[]): readonly Column[] =>
  own.map((one) => (typeof one === 'string' ? { path: one } : one));

/** Checks the terms against the columns of the command, before anything is requested. @throws {BadInput} BAD_MATCH */
export const checkMatch = (terms: string, own: readonly (string | Column)[] = []): void => refuse(filterProblem(terms, asColumns(own)));

/**
 * The rows that match every term, in the columns of the command, else in those of a table.
 * @param now epoch milliseconds, for ages
 * @throws {BadInput} BAD_MATCH for a name that is not a column, and for a comparison that no value can fulfil; {UnknownField} where the command has no columns, so
 * that only the response could say
 */
export function rowsMatching(
  rows: readonly Row[],
  terms: string,
  own: readonly (string | Column)[] | undefined,
  now: number,
): readonly Row[] {
  const columns = own ? asColumns(own) : columnsOf(rows, 'table');
  const unknown = own ? undefined : unknownColumn(rows, terms, columns);
  if (unknown !== undefined) throw new UnknownField(`--match names ${JSON.stringify(unknown)}, and the response has no such field.`);
  refuse(filterProblem(terms, columns, rows));
  return matching(rows, terms, columns, now);
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new BadInput('BAD_MATCH', `--match: ${problem}`);
}
