// What people and rides have decided about vehicles: a small table of overrides over what the plan says, and the vehicles made since.
import { addRow, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { type Planned, plannedCount } from './plan.js';

/** What is known of a vehicle beyond the plan. Only what somebody decided is there. */
export interface Change {
  readonly num: number;
  /** A vehicle that the plan does not have. */
  readonly made?: Made;
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
interface Made extends Pick<Planned, 'model' | 'city' | 'leased'> {
  readonly vin: string;
  /** When, epoch milliseconds. */
  readonly at: number;
  readonly productId: string | null;
}

/** The overrides; nobody sees them as they are. */
const fleet: Kind<Change> = { name: 'fleet', table: 'fleet', noun: 'VEHICLE', owned: false, show: ({ body }) => body };

/** All overrides, by number. */
export const changes = (moment: Moment): ReadonlyMap<number, Change> => new Map(rows(moment, fleet).map(({ body }) => [body.num, body]));

const rowOf = (moment: Moment, num: number): Row<Change> | undefined => rows(moment, fleet).find(({ body }) => body.num === num);

/** Writes down what somebody decided about a vehicle. */
export function writeChange(moment: Moment, num: number, change: Omit<Partial<Change>, 'num' | 'updatedAt'>): void {
  const row = rowOf(moment, num);
  const body = { ...row?.body, ...change, num, updatedAt: moment.now };
  if (row) saveRow(moment, fleet, row, body);
  else addRow(moment, fleet, { owner: null, at: moment.now, body });
}

/** The lowest number that no vehicle has. */
export function freeNum(moment: Moment): number {
  const taken = changes(moment);
  let num = plannedCount(moment) + 1;
  while (taken.has(num)) num++;
  return num;
}
