// When a vehicle runs: it is on for two thirds of a cycle of five to nine hours. Kilometres, charge and place are
// formulas over the time, and change only while it runs.

import { type Context, minute, pickFrom, seededFraction } from '../../core/index.js';
import type { Point } from '../rides/fares.js';
import { stops } from '../rides/places.js';

interface RunningVehicle {
  readonly num: number;
  readonly status: number;
  readonly city: Parameters<typeof stops>[0];
}

/** In whole minutes, as milliseconds. */
interface Cycle {
  readonly length: number;
  readonly on: number;
  /** The position in the cycle at the epoch. */
  readonly offset: number;
}
const [shortest, choices] = [300, 81] as const;

/** Cached: a list of ten thousand vehicles needs each. */
const cycles = new WeakMap<RunningVehicle, { readonly seed: number; readonly cycle: Cycle }>();
function cycleOf({ seed }: Pick<Context, 'seed'>, vehicle: RunningVehicle): Cycle {
  const cached = cycles.get(vehicle);
  if (cached?.seed === seed) return cached.cycle;
  const chance = seededFraction(seed, 'vehicle', String(vehicle.num), 'cycle');
  const length = (shortest + 3 * Math.floor(chance * choices)) * minute;
  const cycle = { length, on: (length * 2) / 3, offset: Math.floor(((chance * 9973) % 1) * 540) * minute };
  cycles.set(vehicle, { seed, cycle });
  return cycle;
}

/** The phase at a moment: on or off, since when, and the elapsed share of it. */
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

/** Milliseconds since the epoch, as if it had always been on the road. */
export function runMs(context: Pick<Context, 'seed'>, vehicle: RunningVehicle, at: number): number {
  const { length, on, offset } = cycleOf(context, vehicle);
  return Math.floor((at + offset) / length) * on + Math.min((at + offset) % length, on);
}
export const runShare = 2 / 3;
/** The number of running phases between two moments. */
export const runsBetween = (
  context: Pick<Context, 'seed'>,
  vehicle: RunningVehicle,
  from: number,
  to: number,
): number => (runMs(context, vehicle, to) - runMs(context, vehicle, from)) / cycleOf(context, vehicle).on;

const stay = 20 * minute;
/** At a named place of its city for every twenty minutes that it runs. Off the road it stays at the first. */
export function location(context: Context, vehicle: RunningVehicle, at: number): Point {
  const places = stops(vehicle.city) as unknown as readonly [
    { readonly locationPoint: Point },
    ...{ readonly locationPoint: Point }[],
  ];
  const spell = vehicle.status === 40 ? Math.floor(runMs(context, vehicle, at) / stay) : 0;
  return pickFrom(places, seededFraction(context.seed, 'vehicle', String(vehicle.num), `place ${spell}`)).locationPoint;
}
