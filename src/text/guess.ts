// Guesses the format of a column that no command defines, from its values alone: no number changes. Names only group
// thousands.

import { listWith } from '../services/catalogue/statuses.js';
import { asText, isDecimal, isNothing, isNumeric, type Row, valueAt } from '../services/json-value.js';
import type { Column } from './column.js';
import { isHtml } from './html.js';
import { ofTime } from './time.js';

/** Names that end in a quantity: `amount`, `entryFee`, `total_count`; not `account`, `discount`. */
const amounts =
  /(^(amount|price|balance|fee|fare|prize|total|cost|earned|worth|count)|[a-z0-9](Amount|Price|Balance|Fee|Fare|Prize|Total|Cost|Earned|Worth|Count|Km)|_(amount|price|balance|fee|fare|prize|total|cost|earned|worth|count|km))$/;
/** Whether the name of a field says that it holds an amount. */
export const namesAmount = (name: string): boolean => amounts.test(name);
/** The symbol of a currency, in a map of amounts by currency. */
const symbol = /^[A-Z][A-Z0-9]{1,9}$/;
// Further rows add nothing.
const sampleSize = 500;

/**
 * The column with a format, if it has none and all values look alike. Numbers never become times or durations, whatever
 * their field is called: columns must state that.
 */
export function guessed(column: Column, rows: readonly Row[]): Column {
  if (column.as !== undefined) return column;
  const values = rows.slice(0, sampleSize).flatMap((row) => {
    const value = valueAt(row, column.path);
    return isNothing(value) || value === '' ? [] : [value];
  });
  if (values.length === 0) return column;
  const last = column.path.slice(column.path.lastIndexOf('.') + 1);
  const every = (fits: (value: unknown) => boolean) => values.every(fits);
  if (every((value) => typeof value === 'string' && ofTime(value) !== undefined)) return { ...column, as: 'time' };
  if (every((value) => typeof value === 'string' && isHtml(value))) return { ...column, as: 'html' };
  if (last === 'status' && every((value) => typeof value === 'string')) {
    const status = listWith([...new Set(values.map(asText))]);
    return status === undefined ? column : { ...column, as: { status } };
  }
  if (!every(isNumber)) return column;
  // longer numbers are in base units, which stay digit for digit
  return (amounts.test(last) || symbol.test(last)) && every((value) => !/\d{16}/.test(asText(value)))
    ? { ...column, as: 'amount' }
    : column;
}

const isNumber = (value: unknown): boolean => isNumeric(value) || (typeof value === 'string' && isDecimal(value));

/**
 * The name of a field, without a suffix that the value makes redundant: durations have units, and HTML is read as text.
 */
export function nameFor({ path, as }: Column): string {
  if (as === 'html') return path.replace(/(?<=[a-z])Html$/, '');
  return typeof as === 'object' && 'lasts' in as ? path.replace(/(Ms|Millis|Milliseconds|Seconds|Secs?|S)$/, '') : path;
}
