// Which vehicles a new world has: numbers, models, cities and offerings, by a plan and not by a table.
import type { City, VehicleType } from '../../../services/catalogue/words.js';
import type { Moment } from '../../core/world.js';
import { sizeOf } from '../../core/world-size.js';
import type { YearLetter } from './vin.js';

/** What a vehicle is from the beginning. */
export interface Planned {
  readonly model: (typeof VehicleType)[number];
  readonly city: (typeof City)[number];
  readonly year: YearLetter;
  /** The ordinal of its offering; none for one that was sold or leased as a product. */
  readonly offering: number | null;
  readonly leased?: true;
  /** Who of the cast owns it whole. */
  readonly owner?: string;
}
const of = (
  model: Planned['model'],
  city: Planned['city'],
  year: YearLetter,
  offering: number | null,
  more: Partial<Planned> = {},
): Planned => ({ model, city, year, offering, ...more });

/** Mina's six: four wholly hers, one of them on a lease, and a share of two. Three of them are of offerings. */
const minas: readonly Planned[] = [
  of('T1', 'PNH', 'S', null, { owner: 'mina' }),
  of('T1', 'PNH', 'S', 1),
  of('X1', 'SIN', 'S', null, { owner: 'mina' }),
  of('X2', 'BKK', 'T', 7),
  of('T1', 'HAN', 'R', null, { owner: 'mina', leased: true }),
  of('X1', 'ADD', 'R', 9, { owner: 'mina' }),
];
/** The others, in the order of their numbers. With mina's each offering has as many vehicles as it says. */
const others: readonly (readonly [count: number, vehicle: Planned])[] = [
  [23, of('T1', 'PNH', 'S', 1)],
  [12, of('T1', 'REP', 'R', 3)],
  [40, of('X2', 'HAN', 'T', 4)],
  [30, of('X2', 'HCM', 'S', 5)],
  [20, of('X1', 'SIN', 'T', 6)],
  [5, of('X1', 'ADD', 'R', 9)],
  [21, of('X2', 'BKK', 'T', 7)],
  [10, of('X1', 'SEL', 'S', 10)],
  [8, of('X1', 'HKG', 'T', 11)],
  [1, of('T1', 'SHV', 'S', null, { leased: true, owner: 'kenji' })],
  [4, of('T1', 'SHV', 'S', null, { leased: true })],
  [4, of('T1', 'KPK', 'S', null, { leased: true })],
  [1, of('X2', 'GLOBAL', 'T', 12)],
  [30, of('T1', 'PNH', 'T', 2)],
  [25, of('X2', 'JKT', 'T', 8)],
];

/** All vehicles of a standard world: number `n` at index `n - 1`. */
export const planned: readonly Planned[] = [
  ...minas,
  ...others.flatMap(([count, vehicle]) => Array.from({ length: count }, () => vehicle)),
];

/** How many vehicles a new world has. */
export function plannedCount({ state }: Pick<Moment, 'state'>): number {
  const size = sizeOf(state);
  return size === 'empty' ? 0 : size === 'large' ? 10_000 : planned.length;
}

/** What the vehicle of a number is; those beyond the plan are such as the plan has, sold as products. */
export function planOf(moment: Pick<Moment, 'state'>, num: number): Planned | undefined {
  if (!Number.isInteger(num) || num < 1 || num > plannedCount(moment)) return undefined;
  const { owner, ...like } = planned[(num - 1) % planned.length]!;
  return num <= planned.length ? planned[num - 1] : { ...like, offering: null };
}

/** How many of the last are not ready yet; of the others each twelfth stands still. Those of a finished offering are retired. */
const notReady = 12;
const finishedOffering = 9;
/**
 * A vehicle's status when the world begins. What the four codes mean is not public: we take 20 as not ready, 40 as on the road,
 * 50 as suspended, 70 as retired.
 */
export function firstStatus(num: number): 20 | 40 | 50 | 70 {
  if (num > planned.length - notReady && num <= planned.length) return 20;
  if (planned[num - 1]?.offering === finishedOffering) return 70;
  return num % 12 === 4 ? 50 : 40;
}
