// Stored changes of vehicles: overrides of the plan, and added vehicles.

import {
  addRow,
  type Context,
  defineKind,
  type Kind,
  type Row,
  rows,
  saveOrAdd,
  seededFraction,
} from '../../core/index.js';
import { ride } from '../rides/ride.js';
import type { RideState } from '../rides/ride-row.js';
import { firstStatus, type PlannedVehicle, plannedCount, plannedVehicle } from './vehicle-plan.js';

/** Only changed fields are present. */
export interface VehicleChange {
  readonly num: number;
  /** Only of an added vehicle. */
  readonly made?: AddedVehicle;
  readonly status?: 20 | 40 | 50 | 70;
  readonly ownerUserId?: string | null;
  /** The odometer at a moment. It runs on from there. */
  readonly odometer?: { readonly km: number; readonly at: number };
  /** The last full charge, by a swap. */
  readonly chargedAt?: number;
  readonly rideId?: string | null;
  /** Epoch milliseconds; the last span may go on. */
  readonly offRoad?: readonly { readonly from: number; readonly to: number | null }[];
  readonly updatedAt: number;
}
interface AddedVehicle extends Pick<PlannedVehicle, 'model' | 'city' | 'leased'> {
  readonly vin: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly productId: string | null;
}

/** Never in a response. Each ride under way at the opening has a vehicle. */
const fleet: Kind<VehicleChange> = defineKind({
  name: 'fleet',
  seed: (opening) => {
    const free = new Set(
      Array.from({ length: plannedCount(opening) }, (_, index) => index + 1).filter((num) => firstStatus(num) === 40),
    );
    for (const { id, at, body } of rows(opening, ride, { status: withDriver })) {
      if (at >= opening.now) continue; // this kind may be seeded after later requests
      const near = [...free].filter((num) => {
        const planned = plannedVehicle(opening, num);
        return planned?.city === body.city && planned.owner === undefined;
      });
      const num = near[Math.floor(seededFraction(opening.seed, 'network ride', id, 'vehicle') * near.length)];
      if (num === undefined) continue;
      free.delete(num);
      addRow(opening, fleet, { at, body: { num, rideId: id, updatedAt: at } });
    }
  },
});
const withDriver: readonly RideState[] = ['ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'INUSE_WITH_CANCEL_PENDING'];

/** By number. */
export const vehicleChanges = (context: Context): ReadonlyMap<number, VehicleChange> =>
  new Map(rows(context, fleet).map(({ body }) => [body.num, body]));

const rowOf = (context: Context, num: number): Row<VehicleChange> | undefined =>
  rows(context, fleet).find(({ body }) => body.num === num);

export function writeChange(
  context: Context,
  num: number,
  change: Omit<Partial<VehicleChange>, 'num' | 'updatedAt'>,
): void {
  const row = rowOf(context, num);
  saveOrAdd(context, fleet, row, { body: { ...row?.body, ...change, num, updatedAt: context.now } });
}

/** The lowest free number. */
export function freeNum(context: Context): number {
  const changes = vehicleChanges(context);
  let num = plannedCount(context) + 1;
  while (changes.has(num)) num++;
  return num;
}
