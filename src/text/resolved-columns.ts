// Resolves declared columns in the rows of a response: each to the field that holds its fact, in any spelling. What no
// rule finds has no column, and the other fields of the rows are shown in its place.

import { classOf, spelled } from '../services/catalogue/statuses.js';
import { listed } from '../services/counted.js';
import { Fields, type Role, type RowsOf } from '../services/decode/fields.js';
import { type Row, valueAt } from '../services/json-value.js';
import { type Column, type FieldState, statusIn } from '../things/column.js';
import { unitPath } from './column.js';
import { columnsOf } from './columns.js';
import { nameOf } from './row-match.js';

export interface ResolvedColumns {
  /** The columns of the rows: the declared ones that are there, then fields of the rows that no column shows. */
  readonly columns: readonly Column[];
  /** The declared columns that no rule finds. */
  readonly unknown: readonly Column[];
}

/** A column for what few rows have, or for a field beside a public shape. */
const mayBeMissing = ({ ifAny, assumed, room }: Column): boolean =>
  ifAny === true || assumed === true || room === 'page';
const roleOf = (column: Column, id: string): Role | undefined =>
  statusIn(column.as) ? 'status' : column.path === id ? 'id' : undefined;

/** The fields of rows, with the statuses of a column among them. */
function fieldsOf(columns: readonly Column[], rows: readonly Row[], of: RowsOf): Fields {
  const list = columns.flatMap(({ as }) => statusIn(as) ?? [])[0];
  const isStatus = list && ((word: string) => classOf(list, spelled(list, word)) !== 'unknown');
  return new Fields(rows, { isStatus, ...of });
}

/** The paths of the fields of declared columns in rows, by their declared paths; without those that no rule finds. */
export function declaredPaths(
  columns: readonly Column[],
  rows: readonly Row[],
  of: RowsOf | Fields,
  id = 'id',
): ReadonlyMap<string, string> {
  const fields = of instanceof Fields ? of : fieldsOf(columns, rows, of);
  const has = ({ path }: Column) => rows.some((row) => valueAt(row, path) !== undefined);
  const paths = new Map(columns.filter(has).map(({ path }) => [path, path]));
  for (const column of columns) {
    if (paths.has(column.path)) continue;
    const path = fields.path(column.path, roleOf(column, id));
    if (path.is === 'known' && ![...paths.values()].includes(path.value)) paths.set(column.path, path.value);
  }
  return paths;
}

/**
 * The columns of rows. Rows that have every declared column, but for those that a row may lack, are not searched.
 * @param id the declared path of the id
 */
export function resolvedColumns(
  columns: readonly Column[],
  rows: readonly Row[],
  { id = 'id', of = {} }: { readonly id?: string; readonly of?: RowsOf } = {},
): ResolvedColumns {
  const has = ({ path }: Pick<Column, 'path'>) => rows.some((row) => valueAt(row, path) !== undefined);
  const isWhole = columns.every((column) => has(column) && (column.while === undefined || has(column.while)));
  if (rows.length === 0 || isWhole) return { columns, unknown: [] };
  const fields = fieldsOf(columns, rows, of);
  const paths = declaredPaths(columns, rows, fields, id);
  const found = columns.map((declared): Column | undefined => {
    const path = paths.get(declared.path);
    const state = declared.while && fields.path(declared.while.path, 'status');
    const column = state?.is === 'known' ? { ...declared, while: { ...declared.while!, path: state.value } } : declared;
    if (path === undefined || path === column.path) return path === undefined ? undefined : column;
    return { ...column, path, heading: column.heading ?? lastOf(column.path), as: inFields(column.as, fields) };
  });
  const unknown = columns.filter((column, at) => found[at] === undefined && !mayBeMissing(column));
  const known = found.filter((column) => column !== undefined);
  if (unknown.length === 0 || of.isRecord) return { columns: known, unknown: [] };
  const shown = new Set(known.flatMap((column) => [column.path, unitPath(column)]));
  const others = columnsOf(rows).filter(
    ({ path }) => !shown.has(path) && !shown.has(path.split('.')[0]!) && !meaningless.has(path),
  );
  return { columns: [...known, ...others.map((column) => headed(column, known))], unknown };
}

/** Links to pictures, and one-time numbers of sign-ins: they tell a person nothing. */
export const meaningless: ReadonlySet<string> = new Set([
  'iconUrl',
  'image',
  'imageUrl',
  'avatar',
  'authNonce',
  'lastSignatureMade',
]);
const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
/** A column of a field in an object, whose name alone is the heading of another column. */
const headed = (column: Column, known: readonly Column[]): Column =>
  column.path.includes('.') && !known.some((other) => (other.heading ?? lastOf(other.path)) === lastOf(column.path))
    ? { ...column, heading: lastOf(column.path) }
    : column;

function inState([name, kind, path, when]: FieldState, fields: Fields): FieldState {
  return [name, kind, path && fields.at(path), when];
}

/** A format whose unit or state is in another field, by the path of that field in the rows. */
function inFields(as: Column['as'], fields: Fields): Column['as'] {
  if (typeof as === 'object' && 'states' in as) return { states: as.states.map((state) => inState(state, fields)) };
  if (typeof as === 'object' && 'share' in as) return { share: fields.at(as.share), of: fields.at(as.of) };
  return typeof as === 'object' && 'amount' in as ? { amount: fields.at(as.amount) } : as;
}

/** What is said of declared columns that a response does not have; undefined for none. */
export const unknownText = (unknown: readonly Column[]): string | undefined =>
  unknown.length === 0
    ? undefined
    : `No field of the response is known as ${listed(unknown.map(nameOf), 'or')}; its other fields are shown.`;
