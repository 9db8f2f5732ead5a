// How a value is read of which no command says it: by its form alone, so that no number ever changes. A name only says where thousands are grouped.

import { asText, isDecimal, isNothing, isNumeric, type Row, valueAt } from '../services/json-value.js';
import type { Column } from './column.js';
import { isHtml } from './html.js';
import { ofTime } from './time.js';

/** Names whose last word is a quantity: `amount`, `entryFee`, `total_count`; not `account`, `discount`. */
const amounts =
  /(^(amount|price|balance|fee|fare|prize|total|cost|earned|worth|count)|[a-z0-9](Amount|Price|Balance|Fee|Fare|Prize|Total|Cost|Earned|Worth|Count|Km)|_(amount|price|balance|fee|fare|prize|total|cost|earned|worth|count|km))$/;
// Beyond these rows nothing new is learnt.
const sampleSize = 500;

/**
 * The column with how its values are read, where nothing is said of that and all of them look alike. A number is never taken for a time or a length of
 * time, whatever its field is called: that is for a column to state.
 */
export function guessed(column: Column, rows: readonly Row[]): Column {
  if (column.as !== undefined) return column;
  const values = rows.slice(0, sampleSize).flatMap((row) => {
    const value = valueAt(row, column.path);
    return isNothing(value) || value === '' ? [] : [value];
  });
  if (values.length === 0) return column;
  const last = column.path.slice(column.path.lastIndexOf('.') + 1);
  const all = (fits: (value: unknown) => boolean) => values.every(fits);
  if (all((value) => typeof value === 'string' && ofTime(value) !== undefined)) return { ...column, as: 'time' };
  if (all((value) => typeof value === 'string' && isHtml(value))) return { ...column, as: 'html' };
  if (!all(isNumber)) return column;
  // what is longer is in base units: it stands digit for digit
  return amounts.test(last) && all((value) => !/\d{16}/.test(asText(value))) ? { ...column, as: 'amount' } : column;
}

const isNumber = (value: unknown): boolean => isNumeric(value) || (typeof value === 'string' && isDecimal(value));

/** What a field is called where the value says the rest: a length of time has its unit beside it, and HTML is read as text. */
export function nameFor({ path, as }: Column): string {
  if (as === 'html') return path.replace(/(?<=[a-z])Html$/, '');
  return typeof as === 'object' && 'lasts' in as ? path.replace(/(Ms|Millis|Milliseconds|Seconds|Secs?|S)$/, '') : path;
}
