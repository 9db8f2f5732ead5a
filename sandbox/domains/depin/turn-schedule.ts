// The schedule of network events: a fixed number per day, most at busy hours. A function of seed and time.

import { optional, text } from '../../../src/services/catalogue/define.js';
import type { City } from '../../../src/services/catalogue/words.js';
import { badRequest, type Context, day, type HandlerContext, minute, seededFraction } from '../../core/index.js';
import { unchangedVehicles, type Vehicle } from '../fleet/vehicle.js';
import { firstStatus, plannedVehicles } from '../fleet/vehicle-plan.js';

/** Rides, and battery swaps, on each day: 1,500 in thirty days. */
const perDay = 50;
/** The history of the network. */
export const historyMs = 30 * day;

const hour = 60 * minute;
/** Hours ahead of UTC, all year. */
const utcOffsetHours: Readonly<Record<City, number>> = {
  SIN: 8,
  HAN: 7,
  HCM: 7,
  PNH: 7,
  REP: 7,
  SEL: 9,
  ADD: 3,
  JKT: 7,
  HKG: 8,
  BKK: 7,
  SHV: 7,
  KPK: 7,
  GLOBAL: 0,
};
/** By local hour: most at 8 and 18 o'clock. */
const hourWeights = [
  0.3, 0.2, 0.2, 0.2, 0.3, 0.6, 1.4, 3, 4, 2.4, 1.6, 1.5, 1.8, 1.5, 1.3, 1.5, 2.2, 3.4, 4.2, 3, 1.8, 1.2, 0.8, 0.5,
] as const;
const totalWeight = hourWeights.reduce((sum, weight) => sum + weight, 0);

/** The time of day, in milliseconds, by which a share of the events has happened. */
function timeOfDay(share: number): number {
  let rest = share * totalWeight;
  for (const [at, weight] of hourWeights.entries()) {
    if (rest < weight) return (at + rest / weight) * hour;
    rest -= weight;
  }
  return day - 1;
}

/** Later vehicles are not scheduled. */
export const firstVehicles = (context: Context): readonly Vehicle[] =>
  unchangedVehicles(context).filter(({ num }) => num <= plannedVehicles.length);

/** On the road at the opening, in a seeded order. User changes must not alter the schedule. */
export const scheduledVehicles = (context: Context, name: TurnSchedule<never>['name']): readonly Vehicle[] =>
  firstVehicles(context)
    .filter(({ num }) => firstStatus(num) === 40)
    .map((vehicle) => [vehicle, seededFraction(context.seed, `network ${name}`, String(vehicle.num), 'order')] as const)
    .sort(([, a], [, b]) => a - b)
    .map(([vehicle]) => vehicle);

/** Members take turns without end. */
export interface TurnSchedule<Member extends { readonly city: City }> {
  readonly name: 'ride' | 'swap';
  readonly members: readonly Member[];
  /** A separate schedule and its turns per day. */
  readonly own?: { readonly key: string; readonly perDay: number };
}
/** `round` counts the member's earlier turns. */
export interface Turn<Member> {
  readonly number: number;
  readonly member: Member;
  readonly round: number;
  readonly at: number;
}

const turnsADay = ({ own }: TurnSchedule<{ readonly city: City }>): number => own?.perDay ?? perDay;

function turn<Member extends { readonly city: City }>(
  { seed }: Context,
  schedule: TurnSchedule<Member>,
  number: number,
): Turn<Member> {
  const { name, members, own } = schedule;
  const a = turnsADay(schedule);
  const member = members[number % members.length]!;
  const share =
    ((number % a) + seededFraction(seed, `network ${name}${own ? ` ${own.key}` : ''}`, String(number), 'time')) / a;
  const at = Math.floor(number / a) * day + timeOfDay(share) - utcOffsetHours[member.city] * hour;
  return { number, member, round: Math.floor(number / members.length), at: Math.floor(at) };
}

/** The turns that may lie in a time range: the first, and the end. */
function numbersBetween(
  schedule: TurnSchedule<{ readonly city: City }>,
  from: number,
  to: number,
): readonly [number, number] {
  const a = turnsADay(schedule);
  return [Math.max(0, Math.floor(from / day) - 1) * a, (Math.floor(to / day) + 2) * a];
}

/** The last first. */
export function turnsBetween<Member extends { readonly city: City }>(
  context: Context,
  rota: TurnSchedule<Member>,
  from: number,
  to: number,
): Turn<Member>[] {
  if (rota.members.length === 0) return [];
  const [first, last] = numbersBetween(rota, from, to);
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => turn(context, rota, first + index))
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => b.at - a.at || b.number - a.number);
}

/** The turns of one member, in order. */
export function turnsAt<Member extends { readonly city: City }>(
  context: Context,
  rota: TurnSchedule<Member>,
  index: number,
  [from, to]: readonly [number, number],
): Turn<Member>[] {
  const { length } = rota.members;
  const [first, last] = numbersBetween(rota, from, to);
  const turns: Turn<Member>[] = [];
  for (let number = first + ((((index - first) % length) + length) % length); number < last; number += length) {
    const next = turn(context, rota, number);
    if (next.at >= from && next.at <= to) turns.push(next);
  }
  return turns;
}

/** The member's next turn. */
export const turnAfter = <Member extends { readonly city: City }>(
  context: Context,
  rota: TurnSchedule<Member>,
  { number }: Turn<Member>,
): Turn<Member> => turn(context, rota, number + rota.members.length);

/** The member's last turn by a moment. */
export function lastTurn<Member extends { readonly city: City }>(
  context: Context,
  rota: TurnSchedule<Member>,
  index: number,
  by: number,
): Turn<Member> {
  const { length } = rota.members;
  const latest = (Math.floor(by / day) + 2) * perDay;
  for (let number = latest - ((((latest - index) % length) + length) % length); ; number -= length) {
    const last = turn(context, rota, Math.max(0, number));
    if (last.at <= by || number < 0) return last;
  }
}

export const timeRangeQuery = { from: optional(text()), to: optional(text()) };

/** Epoch milliseconds; by default the last thirty days, never later than now. @throws {Refusal} */
export function timeRangeOf(
  { query, now }: Pick<HandlerContext, 'query' | 'now'>,
  most = Number.POSITIVE_INFINITY,
): readonly [from: number, to: number] {
  const to = Math.min(now, parseTime('to', query.to) ?? now);
  const from = parseTime('from', query.from) ?? to - historyMs;
  return to - from <= most ? [from, to] : badRequest('from and to are too far apart.');
}

/** Undefined if none was sent. @throws {Refusal} */
export function parseTime(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
  return Number.isNaN(at) ? badRequest(`${name} must be a time such as 2026-06-01T00:00:00.000Z, or a date.`) : at;
}
