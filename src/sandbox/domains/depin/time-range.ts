// Parses the time range of a query: `from` and `to`, ISO times or dates.
import { optional, text } from '../../../services/catalogue/define.js';
import type { HandlerContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { historyMs } from './turn-schedule.js';

export const timeRangeQuery = { from: optional(text()), to: optional(text()) };

/** Epoch milliseconds of both ends; without them the thirty days up to now, and never later than now. @throws {Refusal} */
export function timeRangeOf(
  { query, now }: Pick<HandlerContext, 'query' | 'now'>,
  most = Number.POSITIVE_INFINITY,
): readonly [from: number, to: number] {
  const to = Math.min(now, parseTime('to', query.to) ?? now);
  const from = parseTime('from', query.from) ?? to - historyMs;
  return to - from <= most ? [from, to] : refuse(400, 'from and to are too far apart.', 'INVALID_REQUEST');
}

/** Parses a time; undefined where none was sent. @throws {Refusal} */
export function parseTime(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
  return Number.isNaN(at) ? refuse(400, `${name} must be a time such as 2026-06-01T00:00:00.000Z, or a date.`, 'INVALID_REQUEST') : at;
}
