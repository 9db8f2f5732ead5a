// The span of time that a question is about: `from` and `to`, ISO times or dates.
import { optional, text } from '../../../services/catalogue/define.js';
import { refuse } from '../../core/refusal.js';
import type { World } from '../../core/world.js';
import { remembered } from './rota.js';

export const spanQuery = { from: optional(text()), to: optional(text()) };

/** Epoch milliseconds of both ends; without them the thirty days up to now, and never later than now. @throws {Refusal} */
export function spanOf({ query, now }: Pick<World, 'query' | 'now'>, most = Number.POSITIVE_INFINITY): readonly [from: number, to: number] {
  const to = Math.min(now, timeOf('to', query.to) ?? now);
  const from = timeOf('from', query.from) ?? to - remembered;
  return to - from <= most ? [from, to] : refuse(400, 'from and to are too far apart.', 'INVALID_REQUEST');
}

/** A time that was asked for; nothing where none was. @throws {Refusal} */
export function timeOf(name: string, asked: unknown): number | undefined {
  if (asked === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(String(asked)) ? Date.parse(String(asked)) : Number.NaN;
  return Number.isNaN(at) ? refuse(400, `${name} must be a time such as 2026-06-01T00:00:00.000Z, or a date.`, 'INVALID_REQUEST') : at;
}
