// Exact sums of a field of a list (--sum), for each currency: decimal texts with every digit.

import { sumOf } from '../../../money/amount-text.js';
import { BadInput, Failure } from '../../../services/http/errors.js';
import { asText, isNothing, isScalar, type Row, valueAt } from '../../../services/json-value.js';
import { type Column, unitPath } from '../../../text/column.js';
import { hasField, namedPath, rowsOf, type Shaped } from './shape.js';

/** A sum of the rows with a currency; null for rows without one. */
interface Sum {
  readonly currency: string | null;
  /** A decimal text. */
  readonly sum: string;
  readonly rows: number;
}
/** The columns of sums. */
export const sumColumns = ['currency', 'sum', 'rows'] as const;
/** The fields with the currency of an amount, if the command does not say which. */
const currencyFields = ['currency', 'currencyId', 'symbol', 'ticker', 'token'];
const decimal = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The sums of a list, in the order of their first rows.
 * @param path of the amount, or its heading; a leading dot may be missing. `by`: the path of its currency, by default
 * the one that the command states, or a usual field
 * @throws {BadInput} NOT_A_LIST; {UnknownField} for a path that no row has; {Failure} NO_NUMBER for a row without
 * a number
 */
export function sums(
  shaped: Shaped,
  { path: typed, by }: { readonly path: string; readonly by?: string },
  columns: readonly Column[] = [],
): readonly Sum[] {
  if (shaped.list === undefined)
    throw new BadInput('NOT_A_LIST', '--sum adds the rows of a list, and this response is none.');
  const rows = rowsOf(shaped);
  const path = namedPath(undotted(typed), rows, columns);
  const currency = by === undefined ? currencyOf(path, rows, columns) : namedPath(undotted(by), rows, columns);
  const groups = new Map<string | null, string[]>();
  for (const [at, row] of rows.entries()) {
    const value = valueAt(row, path);
    const amount = asText(value);
    if (!isScalar(value) || !decimal.test(amount))
      throw new Failure(
        'server',
        'NO_NUMBER',
        `Row ${at + 1} of ${rows.length} has no number in ${path}${amount === '' ? '' : `: ${JSON.stringify(amount.slice(0, 40))}`}. No sum was printed.`,
      );
    const unit = currency === undefined ? undefined : valueAt(row, currency);
    const key = isNothing(unit) || unit === '' ? null : asText(unit);
    groups.set(key, [...(groups.get(key) ?? []), amount]);
  }
  return [...groups].map(([unit, amounts]) => ({ currency: unit, sum: sumOf(amounts), rows: amounts.length }));
}
const undotted = (path: string): string => path.replace(/^\./, '');

/** The path of the currency: as the command states it, `fooCurrency` of `fooAmount`, or a usual field of the rows. */
function currencyOf(path: string, rows: readonly Row[], columns: readonly Column[]): string | undefined {
  const stated = columns.flatMap((column) => (column.path === path ? (unitPath(column) ?? []) : []));
  const beside = path.replace(/(a|A)mount$/, (_, first: string) => (first === 'a' ? 'currency' : 'Currency'));
  return [...stated, ...(beside === path ? [] : [beside]), ...currencyFields].find((one) => hasField(rows, one));
}
