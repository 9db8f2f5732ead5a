// Exact sums of a field of a list (--sum), for each currency: decimal texts with every digit.

import { sumOf, whole } from '../../../money/amount-text.js';
import { BadInput, Failure } from '../../../services/http/errors.js';
import { asText, decimalsOf, isNothing, isScalar, type Row, valueAt } from '../../../services/json-value.js';
import { type Column, unitPath } from '../../../text/column.js';
import { namedPath, rowsOf, type ShapedValue } from './shape.js';

/** The sum of a group of rows: its currency, or each field of --sum-by under its name; null for rows without one. */
type Sum = Readonly<Record<string, string | number | null>> & {
  /** A decimal text. */
  readonly sum: string;
  readonly rows: number;
};
/** The path that --sum adds, and the fields of --sum-by, with commas between them. */
export interface SumOptions {
  readonly path: string;
  readonly by?: string;
}
/** The columns of sums: one field of --sum-by is the currency; several have their own names. */
export function sumColumns({ by = '' }: SumOptions): readonly string[] {
  const names = fieldsOf(by);
  return [...(names.length > 1 ? names : ['currency']), 'sum', 'rows'];
}
const fieldsOf = (by: string): readonly string[] => by.split(',').map((name) => undotted(name.trim()));
/** The fields with the currency of an amount, if the command does not say which. */
const currencyFields = ['currency', 'currencyId', 'symbol', 'ticker', 'token'];
/** A number whose digits can all be printed. */
const decimal = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

/**
 * The sums of a list, in the order of their first rows. Base units are added as whole tokens, as a table shows them.
 * @param path of the amount, or its heading; a leading dot may be missing. `by`: the path of its currency, or several
 * paths with commas between them; by default the field that the command states, or a usual field
 * @throws {BadInput} NOT_A_LIST; {UnknownField} for a path that no row has; {Failure} NO_NUMBER for a row without
 * a number, or without the decimals of its base units
 */
export function sums(
  shaped: ShapedValue,
  { path: typed, by }: SumOptions,
  columns: readonly Column[] = [],
): readonly Sum[] {
  if (shaped.list === undefined)
    throw new BadInput('NOT_A_LIST', '--sum adds the rows of a list, and this response is none.');
  const rows = rowsOf(shaped);
  const path = namedPath(undotted(typed), rows, columns);
  const groupsBy =
    by === undefined
      ? [currencyOf(path, rows, columns)]
      : fieldsOf(by).map((name) => fieldOf(namedPath(name, rows, columns)));
  const units = unitsOf(path, columns);
  const groups = new Map<string, { readonly names: readonly (string | null)[]; readonly amounts: string[] }>();
  for (const [at, row] of rows.entries()) {
    const value = valueAt(row, path);
    const amount = asText(value);
    if (!isScalar(value) || !decimal.test(amount))
      throw new Failure(
        'server',
        'NO_NUMBER',
        `Row ${at + 1} of ${rows.length} has no number in ${path}${amount === '' ? '' : `: ${JSON.stringify(amount.slice(0, 40))}`}. No sum was printed.`,
      );
    const added = units === undefined ? amount : whole(amount, decimalsIn(row, units));
    if (added === undefined)
      throw new Failure(
        'server',
        'NO_NUMBER',
        `Row ${at + 1} of ${rows.length} has no whole base units with decimals in ${path}. No sum was printed.`,
      );
    const names = groupsBy.map((fieldIn) => {
      const name = fieldIn?.(row);
      return isNothing(name) || name === '' ? null : asText(name);
    });
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, amounts: [] };
    if (group.amounts.push(added) === 1) groups.set(key, group);
  }
  const headings = sumColumns({ path, by });
  return [...groups.values()].map(({ names, amounts }) => ({
    ...Object.fromEntries(names.map((name, at) => [headings[at], name])),
    sum: sumOf(amounts),
    rows: amounts.length,
  }));
}

/** The note that a group of --sum-by has amounts of several currencies; undefined if each has one currency. */
export function mixedNote(
  shaped: ShapedValue,
  { path: typed, by }: SumOptions,
  columns: readonly Column[] = [],
): string | undefined {
  if (by === undefined) return undefined;
  const rows = rowsOf(shaped);
  const currencyIn = currencyOf(namedPath(undotted(typed), rows, columns), rows, columns);
  const groupsBy = fieldsOf(by).map((name) => fieldOf(namedPath(name, rows, columns)));
  const currencies = new Map<string, string>();
  for (const row of rows) {
    const group = JSON.stringify(groupsBy.map((fieldIn) => asText(fieldIn(row))));
    const currency = asText(currencyIn?.(row));
    const other = currencies.get(group) ?? currency;
    if (other !== currency)
      return `A sum adds several currencies, such as ${other} and ${currency}: name their field in --sum-by too.`;
    currencies.set(group, currency);
  }
  return undefined;
}
const undotted = (path: string): string => path.replace(/^\./, '');

type Units = Extract<Column['as'], { readonly units: string | number }>;
/** The base units that a list has in a field. */
const unitsOf = (path: string, columns: readonly Column[]): Units | undefined =>
  columns.flatMap(({ path: columnPath, as }) =>
    columnPath === path && typeof as === 'object' && 'units' in as ? as : [],
  )[0];
const decimalsIn = (row: Row, { units }: Units): number =>
  typeof units === 'number' ? units : decimalsOf(valueAt(row, units));

type UnitOf = (row: Row) => unknown;
const fieldOf =
  (path: string): UnitOf =>
  (row) =>
    valueAt(row, path);

/** The currency: as the command states it, `fooCurrency` of `fooAmount`, a usual field, or one with a usual heading. */
function currencyOf(path: string, rows: readonly Row[], columns: readonly Column[]): UnitOf | undefined {
  const token = unitsOf(path, columns)?.token;
  if (typeof token === 'object') return (row) => token.values[asText(valueAt(row, token.by))];
  const stated = columns.flatMap((column) =>
    column.path === path ? [unitPath(column) ?? [], column.total ?? []].flat() : [],
  );
  const beside = path.replace(/(a|A)mount$/, (_, first: string) => (first === 'a' ? 'currency' : 'Currency'));
  const headed = columns.flatMap(({ path: columnPath, heading = '' }) =>
    currencyFields.includes(heading) ? columnPath : [],
  );
  const usual = [...stated, ...(beside === path ? [] : [beside]), ...currencyFields, ...headed];
  const unitField = usual.find((field) => rows.some((row) => isScalar(valueAt(row, field))));
  return unitField === undefined ? undefined : fieldOf(unitField);
}
