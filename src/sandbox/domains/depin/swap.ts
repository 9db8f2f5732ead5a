// Battery swaps that people have made, as they are stored. Those of the rota are a function of the time (`batteries.ts`).
import { iso } from '../../core/clock.js';
import { seededId } from '../../core/ids.js';
import type { Kind } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';

/** A battery leaves a vehicle for a charger, and another one comes out of it. Batteries by their numbers, from 1. */
export interface Swap {
  readonly vin: string;
  readonly num: number;
  readonly stationId: string;
  /** The charger's number among all, from 0. */
  readonly slot: number;
  /** Nothing for a vehicle that had none. */
  readonly out: number | null;
  readonly in: number;
  readonly socOut: number;
  readonly socIn: number;
}

export const batteryId = ({ seed }: Pick<Moment, 'seed'>, battery: number): string => seededId(seed, 'battery', battery);

/** A swap as it is answered. */
export const shownSwap = (moment: Moment, id: string, at: number, { slot, out, in: into, ...swap }: Swap): unknown => ({
  id,
  ...swap,
  batteryOutId: out === null ? null : batteryId(moment, out),
  batteryInId: batteryId(moment, into),
  swappedAt: iso(at),
});

export const batterySwap: Kind<Swap> = {
  name: 'battery-swap',
  table: 'battery_swap',
  noun: 'BATTERY_SWAP',
  owned: false,
  show: ({ id, at, body }, moment) => shownSwap(moment, id, at, body),
};
