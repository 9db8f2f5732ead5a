// World time: a formula over the wall clock, so that nothing has to run in the background for time to pass.
import { refuse } from './refusal.js';
import type { State } from './state.js';

interface ClockRow {
  readonly base: number;
  readonly wallBase: number;
  readonly rate: number;
}

/** The rate of world time: `1x`, `20x`, `frozen`, or a number. */
export type Rate = '1x' | '20x' | 'frozen' | number;

const readClock = (state: State): ClockRow => state.get<ClockRow>('SELECT base, wallBase, rate FROM clock')!;

/** World time stops at the end of the last year that ISO times write with four digits. */
const latestTime = Date.UTC(9999, 11, 31);

/** World time in epoch milliseconds. It stands still, and never goes back, when the wall clock is set back. */
export function worldTime(state: State, wall: number): number {
  const { base, wallBase, rate } = readClock(state);
  return Math.min(latestTime, Math.floor(base + Math.max(0, wall - wallBase) * rate));
}

export const clockRate = (state: State): number => readClock(state).rate;

/** Starts the clock of a new state file. */
export function startClock(state: State, base: number, wall: number, rate: number): void {
  state.run('INSERT OR IGNORE INTO clock (one, base, wallBase, rate) VALUES (1, ?, ?, ?)', base, wall, rate);
}

/** Sets world time and its rate. */
export function setClock(state: State, base: number, wall: number, rate: number): void {
  state.run('UPDATE clock SET base = ?, wallBase = ?, rate = ?', base, wall, rate);
}

/** Advances world time by some milliseconds. */
export const advance = (state: State, by: number): void => state.run('UPDATE clock SET base = base + ?', by);

/** Parses a rate. @throws {Refusal} */
export function parseRate(rate: Rate | string): number {
  const value = rate === 'frozen' ? 0 : typeof rate === 'number' ? rate : Number(/^(\d+(?:\.\d+)?)x$/.exec(rate)?.[1] ?? Number.NaN);
  if (value >= 0 && value <= 100_000) return value;
  return refuse(400, `A rate is 1x, 20x, frozen or another number with x, not ${JSON.stringify(rate)}.`, 'INVALID_REQUEST');
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
/** The longest `advance`: four years, so that dates stay valid. */
const maxDuration = 4 * 365 * 86_400_000;

/** Parses a duration such as `90s`, `5m`, `1h30m` or `8d` into milliseconds. @throws {Refusal} */
export function parseDuration(span: string): number {
  const parts = [...span.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)];
  const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitMs[unit!]!, 0);
  const matchesAll = parts.length > 0 && parts.map(([text]) => text).join('') === span.replaceAll(' ', '');
  if (matchesAll && total <= maxDuration) return Math.round(total);
  return refuse(
    400,
    `A span is a number with ms, s, m, h, d or w (5m, 1h30m), up to four years, not ${JSON.stringify(span)}.`,
    'INVALID_REQUEST',
  );
}

/** Formats a time as the back end does (platform 1.5). */
export const iso = (at: number): string => new Date(at).toISOString();
export const second = 1000;
export const minute = 60 * second;
export const day = 24 * 60 * minute;
