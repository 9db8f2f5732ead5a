// Stored battery swaps, which people have made. Scheduled swaps are a function of the time (`batteries.ts`).

import { iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import type { Kind } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import type * as shapes from '../../core/shapes/vehicle-oracle.js';
import type { Answer, Stored } from '../../core/stored.js';

/** A swap: a battery leaves a vehicle for a charger, another one goes in. Batteries are numbered from 1. */
export interface BatterySwap extends Stored<typeof shapes.BatterySwap, 'batteryOutId' | 'batteryInId' | 'swappedAt'> {
  /** The charger's number among all, from 0. */
  readonly slot: number;
  /** Null for a vehicle that had none. */
  readonly out: number | null;
  readonly in: number;
}

/** The charge of a full battery that has just been put in, in per cent. */
export const socAfterSwap = 100;

export const batteryId = ({ seed }: Pick<SandboxContext, 'seed'>, battery: number): string => seededId(seed, 'battery', battery);

/** A swap as a response. */
export const shownSwap = (
  context: SandboxContext,
  id: string,
  at: number,
  { slot, out, in: into, ...swap }: BatterySwap,
): Answer<typeof shapes.BatterySwap> => ({
  id,
  ...swap,
  batteryOutId: out === null ? null : batteryId(context, out),
  batteryInId: batteryId(context, into),
  swappedAt: iso(at),
});

export const batterySwap: Kind<BatterySwap, Answer<typeof shapes.BatterySwap>> = {
  name: 'battery-swap',
  table: 'battery_swap',
  noun: 'BATTERY_SWAP',
  owned: false,
  show: ({ id, at, body }, context) => shownSwap(context, id, at, body),
};
