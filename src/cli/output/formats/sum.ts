// Exact sums of a field of a list (--sum), one for each unit: decimal texts with every digit.

import { sumOf, whole } from '../../../money/values/decimal.js';
import { BadInput, Failure } from '../../../services/http/errors.js';
import {
  asText,
  compact,
  decimalsOf,
  isNothing,
  isRecord,
  isScalar,
  type Row,
  valueAt,
} from '../../../services/json-value.js';
import { type Column, figureOf, unitOfMoney, unitPath } from '../../../text/column.js';
import { namedPath, rowsOf, type ShapedValue } from './shape.js';

/** The sum of a group of rows: its currency, and each field of --sum-by under its name; null for rows without one. */
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
/** The columns of the sums of an empty list: one field of --sum-by is the currency; several have their own names. */
export function sumColumns({ by = '' }: SumOptions): readonly string[] {
  const names = fieldsOf(by);
  return [...(names.length > 1 ? names : ['currency']), 'sum', 'rows'];
}
const fieldsOf = (by: string): readonly string[] => by.split(',').map((name) => undotted(name.trim()));
/** The usual names of the field with the unit of an amount. */
const unitNames = [
  ...['currency', 'currencyId', 'currencyCode', 'currency_id', 'currency_code'],
  ...['symbol', 'ticker', 'token', 'unit', 'ccy', 'denom'],
];
/** The usual names of the field with the decimals of an amount. */
const scaleNames = ['scale', 'decimals', 'exponent'];
/** A number whose digits can all be printed. */
const decimal = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

/**
 * The sums of a list, in the order of their first rows: amounts of one unit each. Base units are added as whole tokens,
 * as a table shows them.
 * @param path of the amount, or its heading; a leading dot may be missing. `by`: several paths with commas between
 * them. Amounts of several units are added apart in any case
 * @throws {BadInput} NOT_A_LIST; {UnknownField} for a path that no row has; {Failure} NO_NUMBER for a row without
 * a number, or without the decimals of its base units; UNKNOWN_SCALE if the amounts may be base units; UNKNOWN_UNIT if
 * they may be of several units
 */
export function sums(
  shaped: ShapedValue,
  { path: typed, by }: SumOptions,
  columns: readonly Column[] = [],
): readonly Sum[] {
  if (shaped.list === undefined)
    throw new BadInput('NOT_A_LIST', '--sum adds the rows of a list, but this response is not a list.');
  const rows = rowsOf(shaped);
  const path = namedPath(undotted(typed), rows, columns);
  const amounts = amountsOf(path, rows, columns);
  const unitAt = unitOf(path, columns);
  const units = rows.map(unitAt);
  const fields = by === undefined ? [] : fieldsOf(by).map((name) => namedPath(name, rows, columns));
  const names = rows.map((row) => fields.map((field) => textOf(valueAt(row, field))));
  // the unit has a column of its own unless --sum-by names it
  const isNamed = by !== undefined && units.every((unit, at) => unit === null || names[at]!.includes(unit));
  const headings = isNamed
    ? sumColumns({ path, by }).slice(0, -2)
    : [...(by === undefined ? [] : fieldsOf(by)), 'currency'];
  const groups = new Map<string, Group>();
  for (const [at, amount] of amounts.entries()) {
    const key = isNamed ? names[at]! : [...names[at]!, units[at]!];
    const id = JSON.stringify([key, units[at]]);
    const group = groups.get(id) ?? { key, added: [], withoutUnit: [] };
    if (units[at] === null) group.withoutUnit.push(rows[at]!);
    if (group.added.push(amount) === 1) groups.set(id, group);
  }
  for (const { withoutUnit } of groups.values()) refuseUnknownUnits(path, withoutUnit);
  return [...groups.values()].map(({ key, added }) => ({
    ...Object.fromEntries(key.map((name, at) => [headings[at], name])),
    sum: sumOf(added),
    rows: added.length,
  }));
}
interface Group {
  readonly key: readonly (string | null)[];
  readonly added: string[];
  readonly withoutUnit: Row[];
}
const undotted = (path: string): string => path.replace(/^\./, '');
/** A name as a text; the code of a unit that is an object; null for none. */
function textOf(value: unknown): string | null {
  if (isNothing(value) || value === '' || compact(value) === '{}') return null;
  const code = isRecord(value) ? ['code', ...unitNames, 'id', 'name'].find((name) => isScalar(value[name])) : undefined;
  return code === undefined ? asText(value) : textOf((value as Row)[code]);
}

type Units = Extract<Column['as'], { readonly units: string | number }>;
/** The base units that a list has in a field. */
const unitsOf = (path: string, columns: readonly Column[]): Units | undefined =>
  columns.flatMap(({ path: columnPath, as }) =>
    columnPath === path && typeof as === 'object' && 'units' in as ? as : [],
  )[0];

/**
 * The amounts of the rows, as decimal texts of whole tokens. Base units have their decimals where the command states
 * them, or beside the amount in an object of its own. At the top of a row decimals may be about another field.
 * @throws as `sums`
 */
function amountsOf(path: string, rows: readonly Row[], columns: readonly Column[]): readonly string[] {
  const isMoney = rows.some((row) => unitOfMoney(valueAt(row, path)) !== undefined);
  const texts = rows.map((row, at) => {
    const value = valueAt(row, path);
    const amount = figureOf(value);
    if ((isMoney ? unitOfMoney(value) !== undefined : isScalar(value)) && decimal.test(amount)) return amount;
    const what = isMoney ? 'money' : 'number';
    throw noNumber(`${what} in ${path}${amount === '' ? '' : `: ${JSON.stringify(amount.slice(0, 40))}`}`, at, rows);
  });
  if (isMoney) return texts;
  const declared = unitsOf(path, columns);
  const isWhole = declared === undefined && columns.some((column) => column.path === path && isAmount(column));
  const parent = path.slice(0, path.lastIndexOf('.') + 1);
  const scales = rows.map((row) => {
    if (declared !== undefined)
      return typeof declared.units === 'number' ? declared.units : (valueAt(row, declared.units) ?? null);
    return isWhole
      ? undefined
      : scaleNames.map((name) => valueAt(row, parent + name)).find((value) => !isNothing(value));
  });
  if (scales.every((scale) => scale === undefined)) return texts;
  if (declared === undefined && parent === '') {
    if (texts.some((text) => text.includes('.'))) return texts;
    throw new Failure(
      'server',
      'UNKNOWN_SCALE',
      `The rows have decimals beside ${path}, and whether it is in base units is unknown. No sum was printed.`,
      'Add the amounts as they are with --jq, or use a command that knows them: tuk help',
    );
  }
  return texts.map((text, at) => {
    const added = whole(text, decimalsOf(scales[at]));
    if (added === undefined) throw noNumber(`whole base units with decimals in ${path}`, at, rows);
    return added;
  });
}
const isAmount = ({ as, total }: Column): boolean =>
  total !== undefined || as === 'amount' || (typeof as === 'object' && 'amount' in as);
const noNumber = (what: string, at: number, { length }: readonly Row[]): Failure =>
  new Failure('server', 'NO_NUMBER', `Row ${at + 1} of ${length} has no ${what}. No sum was printed.`);

/**
 * The unit of an amount in a row, or null: the first of the fields that has one. Fields in the object of the amount
 * come before those around it; at each place first the one that the command states, then `fooCurrency` of `foo` or
 * `fooAmount`, then the usual names.
 */
function unitOf(path: string, columns: readonly Column[]): (row: Row) => string | null {
  const token = unitsOf(path, columns)?.token;
  if (typeof token === 'object') return (row) => token.values[asText(valueAt(row, token.by))] ?? null;
  const stated = columns.flatMap((column) =>
    column.path === path ? [unitPath(column) ?? [], column.total ?? []].flat() : [],
  );
  const headed = columns.flatMap(({ path: columnPath, heading = '' }) =>
    unitNames.includes(heading) ? columnPath : [],
  );
  const parts = path.split('.');
  const name = parts.at(-1)!;
  const own = [name.replace(/_?amount$/i, ''), name].flatMap((stem) =>
    stem === '' ? [] : [`${stem}Currency`, `${stem}_currency`],
  );
  const fields = parts.flatMap((_, up) => {
    const place = parts
      .slice(0, -1 - up)
      .map((part) => `${part}.`)
      .join('');
    const names = [...(up === 0 ? own : []), ...unitNames].map((unit) => place + unit);
    return [...stated.filter((field) => field.startsWith(place)), ...names];
  });
  return (row) => {
    const ofMoney = unitOfMoney(valueAt(row, path));
    if (ofMoney !== undefined) return ofMoney;
    for (const field of [...fields, ...headed]) {
      const unit = textOf(valueAt(row, field));
      if (unit !== null) return unit;
    }
    return null;
  };
}

/** Names of fields that may state a unit, wherever they stand. */
const likeUnit = /(currency|token|symbol|ticker|unit|coin)(code|name|symbol)?$/i;

/**
 * Refuses a sum of rows whose unit is not known, if a field that may state one differs between them.
 * @throws {Failure} UNKNOWN_UNIT
 */
function refuseUnknownUnits(path: string, rows: readonly Row[]): void {
  const texts = (value: unknown, name: string): readonly (readonly [string, string])[] => {
    if (isRecord(value)) return Object.entries(value).flatMap(([key, field]) => texts(field, `${name}.${key}`));
    return likeUnit.test(name) && typeof value === 'string' && value !== '' ? [[name.slice(1), value]] : [];
  };
  const seen = new Map<string, string>();
  for (const [name, text] of rows.flatMap((row) => texts(row, ''))) {
    if ((seen.get(name) ?? text) !== text)
      throw new Failure(
        'server',
        'UNKNOWN_UNIT',
        `The unit of ${path} is not known, and the rows differ in ${name}. No sum was printed.`,
        `Sum the rows of each: --sum-by ${name}, or select them: --match ${name}=VALUE`,
      );
    seen.set(name, text);
  }
}
