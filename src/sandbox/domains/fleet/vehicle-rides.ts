// The rides of a vehicle: some each day that follow from the seed, and the stored ones of users.
import type { City, Fiat } from '../../../services/catalogue/words.js';
import { day, minute } from '../../core/clock.js';
import { type SandboxContext, seededInteger } from '../../core/context.js';
import { addRow, type Kind, rows } from '../../core/rows.js';
import { seededFraction, seededId } from '../../core/seeded-random.js';
import { fiat } from '../balances/currencies.js';
import { cities } from '../rides/cities.js';
import type { Vehicle } from './vehicle.js';

/** A ride that a vehicle has ended. */
export interface VehicleRide {
  readonly rideId: string;
  readonly city: (typeof City)[number];
  /** In whole units of `currency`. */
  readonly fare: string;
  readonly currency: (typeof Fiat)[number];
  readonly distanceKm: number;
  /** Epoch milliseconds. */
  readonly finishedAt: number;
}
interface StoredRide extends VehicleRide {
  readonly num: number;
}
const vehicleRide: Kind<StoredRide> = { name: 'vehicle-ride', table: 'vehicle_ride', noun: 'RIDE', owned: false, show: ({ body }) => body };

/** Keeps a ride that has ended. */
export const storeRide = (context: SandboxContext, ride: StoredRide): void => {
  addRow(context, vehicleRide, { owner: null, at: ride.finishedAt, body: ride });
};

/** How many rides a vehicle on the road has a day, besides those of the sandbox's own people. */
export const ridesADay = (context: SandboxContext, { num, status }: Vehicle): number =>
  status === 40 ? seededInteger(context, 'vehicle', String(num), 'rides a day', 2, 6) : 0;

/** From 6 to 22 o'clock of world time. */
const [opens, closes] = [6 * 60, 22 * 60];

/** The n-th ride of a vehicle's day, all of it from one hash. */
function rideOf(context: SandboxContext, { num, city }: Vehicle, date: number, n: number, ofDay: number): VehicleRide {
  const chance = seededFraction(context.seed, 'vehicle-day', `${num}:${date}`, String(n));
  const part = (factor: number) => (chance * factor) % 1;
  const { fare } = cities[city];
  const distanceKm = Number((1 + 7 * part(997)).toFixed(2));
  const amount = fare.base + fare.perKm * distanceKm + fare.perMinute * Math.ceil((distanceKm / 22) * 60);
  const minutes = opens + ((n + part(9973)) / ofDay) * (closes - opens);
  return {
    rideId: seededId(context.seed, `vehicle-ride ${num} ${date}`, n + 1),
    city,
    fare: amount.toFixed(fiat[fare.currency].decimals),
    currency: fare.currency,
    distanceKm,
    finishedAt: date * day + Math.floor(minutes) * minute,
  };
}

/** The rides that a vehicle ended in a time range, in their order; none from before it was added. */
export function ridesOf(context: SandboxContext, vehicle: Vehicle, from: number, to: number): VehicleRide[] {
  const count = ridesADay(context, vehicle);
  const made = vehicle.change?.made?.at ?? 0;
  const dates = Array.from(
    { length: Math.max(0, Math.floor(to / day) - Math.floor(from / day) + 1) },
    (_, n) => Math.floor(from / day) + n,
  );
  const usual = dates.flatMap((date) => Array.from({ length: count }, (_, n) => rideOf(context, vehicle, date, n, count)));
  const stored = rows(context, vehicleRide).flatMap(({ body: { num, ...ride } }) => (num === vehicle.num ? [ride] : []));
  return [...usual.filter(({ finishedAt }) => finishedAt >= made), ...stored]
    .filter(({ finishedAt }) => finishedAt >= from && finishedAt < to)
    .sort((a, b) => a.finishedAt - b.finishedAt);
}
