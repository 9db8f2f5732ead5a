// When things happen in the network: so many a day for ever, at hours when people are about. A function of seed and time; nothing is stored.
import type { City } from '../../../services/catalogue/words.js';
import { day, minute } from '../../core/clock.js';
import { pick } from '../../core/ids.js';
import type { Moment } from '../../core/world.js';
import { firstStatus, planned } from '../fleet/plan.js';
import type { Vehicle } from '../fleet/vehicle.js';

type CityWord = (typeof City)[number];

/** How many rides, and how many battery swaps, the network has on each day: 1,500 in thirty days. */
const perDay = 50;
/** How far back the network remembers. */
export const remembered = 30 * day;

const hour = 60 * minute;
/** Hours ahead of UTC, the whole year round; Greenwich stays at 0. */
const ahead: Readonly<Record<CityWord, number>> = {
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
/** How busy each hour of a local day is: most at 8 and at 18 o'clock. */
const busy = [0.3, 0.2, 0.2, 0.2, 0.3, 0.6, 1.4, 3, 4, 2.4, 1.6, 1.5, 1.8, 1.5, 1.3, 1.5, 2.2, 3.4, 4.2, 3, 1.8, 1.2, 0.8, 0.5] as const;
const whole = busy.reduce((sum, one) => sum + one, 0);

/** The time of day, in milliseconds, by which a share of a day's events has come. */
function timeOfDay(share: number): number {
  let left = share * whole;
  for (const [at, weight] of busy.entries()) {
    if (left < weight) return (at + left / weight) * hour;
    left -= weight;
  }
  return day - 1;
}

/** The vehicles that the network began with; those that came later take no turns. */
export const firstVehicles = (all: readonly Vehicle[]): readonly Vehicle[] =>
  all.filter(({ num, change }) => num <= planned.length && change?.made === undefined);

/** Those of them that were on the road then, in an order of the seed's: who takes turns must not change with what people decide. */
export const working = ({ seed }: Moment, name: Rota<never>['name'], all: readonly Vehicle[]): readonly Vehicle[] =>
  firstVehicles(all)
    .filter(({ num }) => firstStatus(num) === 40)
    .map((vehicle) => [vehicle, pick(seed, `network ${name}`, String(vehicle.num), 'order')] as const)
    .sort(([, a], [, b]) => a - b)
    .map(([vehicle]) => vehicle);

/** What takes turns: the members of a rota, one after the other, without end. */
export interface Rota<Member extends { readonly city: CityWord }> {
  readonly name: 'ride' | 'swap';
  readonly members: readonly Member[];
}
/** One turn. `round` counts how often this member has had its turn before. */
export interface Turn<Member> {
  readonly number: number;
  readonly member: Member;
  readonly round: number;
  readonly at: number;
}

function turn<Member extends { readonly city: CityWord }>({ seed }: Moment, { name, members }: Rota<Member>, number: number): Turn<Member> {
  const member = members[number % members.length]!;
  const share = ((number % perDay) + pick(seed, `network ${name}`, String(number), 'time')) / perDay;
  const at = Math.floor(number / perDay) * day + timeOfDay(share) - ahead[member.city] * hour;
  return { number, member, round: Math.floor(number / members.length), at: Math.floor(at) };
}

/** The turns from one moment to another, the last first. */
export function turnsBetween<Member extends { readonly city: CityWord }>(
  moment: Moment,
  rota: Rota<Member>,
  from: number,
  to: number,
): Turn<Member>[] {
  if (rota.members.length === 0) return [];
  const first = Math.max(0, Math.floor(from / day) - 1) * perDay;
  const last = (Math.floor(to / day) + 2) * perDay;
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => turn(moment, rota, first + index))
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => b.at - a.at || b.number - a.number);
}

/** The turn that the member at an index of a rota had last by some moment. */
export function lastTurn<Member extends { readonly city: CityWord }>(
  moment: Moment,
  rota: Rota<Member>,
  index: number,
  by: number,
): Turn<Member> {
  const { length } = rota.members;
  const latest = (Math.floor(by / day) + 2) * perDay;
  for (let number = latest - ((((latest - index) % length) + length) % length); ; number -= length) {
    const found = turn(moment, rota, Math.max(0, number));
    if (found.at <= by || number < 0) return found;
  }
}
