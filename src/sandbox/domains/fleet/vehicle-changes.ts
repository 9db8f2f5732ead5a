// Stored changes of vehicles: overrides over the plan, and the vehicles added since.

import type { SandboxContext } from '../../core/context.js';
import { addRow, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import { type PlannedVehicle, plannedCount } from './vehicle-plan.js';

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
  readonly updatedAt: number;
}
interface AddedVehicle extends Pick<PlannedVehicle, 'model' | 'city' | 'leased'> {
  readonly vin: string;
  /** When, epoch milliseconds. */
  readonly at: number;
  readonly productId: string | null;
}

/** The kind of changes; they are never shown. */
const fleet: Kind<VehicleChange> = { name: 'fleet', table: 'fleet', noun: 'VEHICLE', owned: false, show: ({ body }) => body };

/** All overrides, by number. */
export const vehicleChanges = (context: SandboxContext): ReadonlyMap<number, VehicleChange> =>
  new Map(rows(context, fleet).map(({ body }) => [body.num, body]));

const rowOf = (context: SandboxContext, num: number): Row<VehicleChange> | undefined =>
  rows(context, fleet).find(({ body }) => body.num === num);

/** Stores a change of a vehicle. */
export function writeChange(context: SandboxContext, num: number, change: Omit<Partial<VehicleChange>, 'num' | 'updatedAt'>): void {
  const row = rowOf(context, num);
  const body = { ...row?.body, ...change, num, updatedAt: context.now };
  if (row) saveRow(context, fleet, row, body);
  else addRow(context, fleet, { owner: null, at: context.now, body });
}

/** The lowest number that no vehicle has. */
export function freeNum(context: SandboxContext): number {
  const taken = vehicleChanges(context);
  let num = plannedCount(context) + 1;
  while (taken.has(num)) num++;
  return num;
}
