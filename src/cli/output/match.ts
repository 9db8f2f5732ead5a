// Selects rows by --match, as the filter of a screen does. Refuses terms that no row can match.

import { BadInput } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import { fieldNames } from '../../services/row-fields.js';
import type { Column } from '../../text/column.js';
import { columnsOf } from '../../text/columns.js';
import {
  filterProblem,
  matching,
  missingColumns,
  uncompared,
  unknownColumn,
  unresolvedName,
} from '../../text/row-match.js';
import type { Presentation } from './output.js';

/** Checks the terms against the columns of the command, before any request. @throws {BadInput} BAD_MATCH */
export const checkMatch = (terms: string, columns: readonly Column[] = []): void =>
  refuse(filterProblem(terms, columns));

/** Whether a row may lack the field of a column: the columns of this program, and those that a public shape declares. */
export async function declaredBy({ hasShape }: Presentation): Promise<(column: Column) => boolean> {
  if (hasShape === undefined) return () => true;
  const hasPublicShape = await hasShape();
  return ({ ifAny, assumed }) => ifAny === true || (hasPublicShape && assumed !== true);
}

/**
 * The rows that match every term, in the columns of the command, else in the columns of a table.
 * @param now epoch milliseconds, for ages. `isDeclared`: whether a row may lack the field of a column. `known`: earlier
 * rows, whose fields these rows may lack
 * @throws {BadInput} BAD_MATCH for a name that is not a column, for a column that no row has and no public shape
 * declares, and for an impossible comparison
 */
export function rowsMatching(
  rows: readonly Row[],
  terms: string,
  commandColumns: readonly Column[] | undefined,
  {
    now,
    isDeclared,
    known = [],
  }: { readonly now: number; readonly isDeclared: (column: Column) => boolean; readonly known?: readonly Row[] },
): readonly Row[] {
  const all = rows.length === 0 ? rows : [...rows, ...known];
  const columns = commandColumns ?? columnsOf(all);
  const unknown = commandColumns ? undefined : unknownColumn(all, terms, columns);
  if (unknown !== undefined)
    throw new BadInput(
      'BAD_MATCH',
      `--match names ${JSON.stringify(unknown)}, and the response has no such field; there are: ${namesIn(rows)}.`,
    );
  refuse(filterProblem(terms, columns, all));
  const missing = commandColumns && missingColumns(all, terms, columns, isDeclared);
  if (missing) {
    const paths = missing.paths.filter((path) => path !== missing.name);
    const meaning = paths.length === 0 ? '' : ` (${paths.join(' or ')})`;
    throw new BadInput(
      'BAD_MATCH',
      `No row of the response has the field ${JSON.stringify(missing.name)}${meaning} of --match; there are: ${namesIn(rows)}.`,
    );
  }
  return matching(rows, terms, columns, now);
}

const namesIn = (rows: readonly Row[]): string => fieldNames(rows).slice(0, 40).join(', ');

/** The note that it is unknown whether a name is a field, since the list has no rows. */
export function noRowsNote(names: readonly string[]): string | undefined {
  const quoted = [...new Set(names)].map((name) => JSON.stringify(name)).join(', ');
  return names.length === 0 ? undefined : `The list has no rows, so it is unknown whether they have ${quoted}.`;
}
/** The name in --match that is not a column of the command. */
export const unresolvedMatch = (terms: string, columns: readonly Column[]): string | undefined =>
  unresolvedName(terms, columns);

/** The note on rows that --match does not judge, in the columns of the command, else in those of a table. */
export const notJudged = (rows: readonly Row[], terms: string, columns: readonly Column[]): string | undefined =>
  uncompared(rows, terms, columns.length === 0 ? columnsOf(rows) : columns);

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new BadInput('BAD_MATCH', `--match: ${problem}`);
}
