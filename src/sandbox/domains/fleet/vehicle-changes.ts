// Stored changes of vehicles: overrides over the plan, and the vehicles added since.

import { type Context, seededFraction } from '../../core/context.js';
import { addRow, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import { ride } from '../rides/ride.js';
import type { RideState } from '../rides/ride-row.js';
import { firstStatus, type PlannedVehicle, plannedCount, plannedVehicle } from './vehicle-plan.js';

/** The stored changes of a vehicle. A field is present only where somebody changed it. */
export interface VehicleChange {
  readonly num: number;
  /** A vehicle that the plan does not have. */
  readonly made?: AddedVehicle;
  readonly status?: 20 | 40 | 50 | 70;
  readonly ownerUserId?: string | null;
  /** The odometer at a moment: from there on it runs again. */
  readonly odometer?: { readonly km: number; readonly at: number };
  /** When its battery was last full, by a swap. */
  readonly chargedAt?: number;
  /** The ride that it is on. */
  readonly rideId?: string | null;
  /** When it was off the road since the opening, epoch milliseconds; the last span may go on. */
  readonly offRoad?: readonly { readonly from: number; readonly to: number | null }[];
  readonly updatedAt: number;
}
interface AddedVehicle extends Pick<PlannedVehicle, 'model' | 'city' | 'leased'> {
  readonly vin: string;
  /** When, epoch milliseconds. */
  readonly at: number;
  readonly productId: string | null;
}

/** The kind of changes; they are never shown. The rides that are under way at the opening have a vehicle each. */
const fleet: Kind<VehicleChange> = {
  name: 'fleet',
  table: 'fleet',
  noun: 'VEHICLE',
  owned: false,
  show: ({ body }) => body,
  seed: (opening) => {
    const free = new Set(Array.from({ length: plannedCount(opening) }, (_, index) => index + 1).filter((num) => firstStatus(num) === 40));
    for (const { id, at, body } of rows(opening, ride, { status: withDriver })) {
      if (at >= opening.now) continue; // this kind may be seeded after rides were requested
      const near = [...free].filter((num) => {
        const planned = plannedVehicle(opening, num);
        return planned?.city === body.city && planned.owner === undefined;
      });
      const num = near[Math.floor(seededFraction(opening.seed, 'network ride', id, 'vehicle') * near.length)];
      if (num === undefined) continue;
      free.delete(num);
      addRow(opening, fleet, { owner: null, at, body: { num, rideId: id, updatedAt: at } });
    }
  },
};
/** The states of a ride that is under way and has a driver. */
const withDriver: readonly RideState[] = ['ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'INUSE_WITH_CANCEL_PENDING'];

/** All overrides, by number. */
export const vehicleChanges = (context: Context): ReadonlyMap<number, VehicleChange> =>
  new Map(rows(context, fleet).map(({ body }) => [body.num, body]));

const rowOf = (context: Context, num: number): Row<VehicleChange> | undefined => rows(context, fleet).find(({ body }) => body.num === num);

/** Stores a change of a vehicle. */
export function writeChange(context: Context, num: number, change: Omit<Partial<VehicleChange>, 'num' | 'updatedAt'>): void {
  const row = rowOf(context, num);
  const body = { ...row?.body, ...change, num, updatedAt: context.now };
  if (row) saveRow(context, fleet, row, body);
  else addRow(context, fleet, { owner: null, at: context.now, body });
}

/** The lowest number that no vehicle has. */
export function freeNum(context: Context): number {
  const taken = vehicleChanges(context);
  let num = plannedCount(context) + 1;
  while (taken.has(num)) num++;
  return num;
}
