// Screen reader form of one value: its name in words, yes and no, the class of a status, how long ago.

import { classText } from '../../services/catalogue/statuses.js';
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { type Column, cellOf } from '../format/column.js';
import { nameOf } from '../format/row-match.js';
import { dayAndTime, dayOf, ofTime } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { counted, spoken } from './wording.js';

const day = 86_400_000;

/** What stands above a column, as words. */
export const headOf = (column: Column): string =>
  escapeControls(nameOf(column)).replace(/([a-z0-9])([A-Z])/g, (_, low, high) => `${low} ${high.toLowerCase()}`);

/** A value in words; nothing where the row has none. `times`: how long ago (cut), or the moment, too (whole). */
export function valueText(row: Row, column: Column, now: number, ids: 'cut' | 'whole', times = ids): string | undefined {
  const value = valueAt(row, column.path);
  const text = asText(value);
  if (isNothing(value) || text === '') return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const { as } = column;
  if (typeof as === 'object' && 'status' in as) return `${escapeControls(text)}, ${classText(as.status, text)}`;
  const at = as === undefined || as === 'time' ? ofTime(text) : undefined;
  if (at !== undefined) return times === 'cut' ? agoText(at, now) : momentText(at, now);
  return cellOf(row, column, now, ids).text;
}
/** `6 minutes ago`, `in 2 days`; the day once that is a week. */
function agoText(at: number, now: number): string {
  const away = Math.abs(now - at);
  if (away >= 7 * day) return dayOf(at, now);
  const days = Math.floor(away / day);
  const long = days > 0 ? counted(days, 'day') : away < 60_000 ? spoken(away) : spoken(away - (away % 60_000));
  return at > now ? `in ${long}` : `${long} ago`;
}

/** The moment itself, and how far away it is while that is days. */
function momentText(at: number, now: number): string {
  const moment = dayAndTime(at).replace(/ (\d\d:)/, ` ${new Date(at).getFullYear()} $1`);
  return Math.abs(now - at) < 7 * day ? `${agoText(at, now)}, ${moment}` : moment;
}
