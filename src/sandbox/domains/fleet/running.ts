// When a vehicle runs: every vehicle is switched on for two thirds of a cycle of five to nine hours. All is a formula over the time, so that
// kilometres, charge and place can be computed for any moment, and change while it runs only.

import { type Context, minute, pickFrom, seededFraction } from '../../core/context.js';
import type { Point } from '../rides/fares.js';
import { stops } from '../rides/places.js';

/** What the formulas need of a vehicle. */
interface RunningVehicle {
  readonly num: number;
  readonly status: number;
  readonly city: Parameters<typeof stops>[0];
}

/** The cycle of a vehicle, in milliseconds; all of it whole minutes. */
interface Cycle {
  readonly length: number;
  readonly on: number;
  /** How far it was into a cycle at the epoch. */
  readonly offset: number;
}
const [shortest, choices] = [300, 81] as const;

/** The cycles, by vehicle: a list of ten thousand needs every one. */
const cycles = new WeakMap<RunningVehicle, { readonly seed: number; readonly cycle: Cycle }>();
function cycleOf({ seed }: Pick<Context, 'seed'>, vehicle: RunningVehicle): Cycle {
  const known = cycles.get(vehicle);
  if (known?.seed === seed) return known.cycle;
  const chance = seededFraction(seed, 'vehicle', String(vehicle.num), 'cycle');
  const length = (shortest + 3 * Math.floor(chance * choices)) * minute;
  const cycle = { length, on: (length * 2) / 3, offset: Math.floor(((chance * 9973) % 1) * 540) * minute };
  cycles.set(vehicle, { seed, cycle });
  return cycle;
}

/** Where in its cycle a vehicle is: whether it is switched on, since when, and the share of that part of the cycle that is over. */
export function phaseOf(
  context: Pick<Context, 'seed'>,
  vehicle: RunningVehicle,
  at: number,
): { readonly on: boolean; readonly since: number; readonly share: number } {
  const { length, on, offset } = cycleOf(context, vehicle);
  const into = (at + offset) % length;
  return into < on
    ? { on: true, since: at - into, share: into / on }
    : { on: false, since: at - into + on, share: (into - on) / (length - on) };
}

/** How long a vehicle has run since the epoch, in milliseconds, if it has always been on the road. */
export function runMs(context: Pick<Context, 'seed'>, vehicle: RunningVehicle, at: number): number {
  const { length, on, offset } = cycleOf(context, vehicle);
  return Math.floor((at + offset) / length) * on + Math.min((at + offset) % length, on);
}
/** The part of a time that a vehicle runs. */
export const runShare = 2 / 3;
/** The number of cycles' running parts that lie between two moments. */
export const runsBetween = (context: Pick<Context, 'seed'>, vehicle: RunningVehicle, from: number, to: number): number =>
  (runMs(context, vehicle, to) - runMs(context, vehicle, from)) / cycleOf(context, vehicle).on;

const stay = 20 * minute;
/** Where it is: at one of the named places of its city for every twenty minutes that it runs; one that is not on the road never leaves its first. */
export function location(context: Context, vehicle: RunningVehicle, at: number): Point {
  const places = stops(vehicle.city) as unknown as readonly [{ readonly locationPoint: Point }, ...{ readonly locationPoint: Point }[]];
  const spell = vehicle.status === 40 ? Math.floor(runMs(context, vehicle, at) / stay) : 0;
  return pickFrom(places, seededFraction(context.seed, 'vehicle', String(vehicle.num), `place ${spell}`)).locationPoint;
}
