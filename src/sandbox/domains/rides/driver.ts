// The driver of a ride, their vehicle and location. All are functions of the ride and the time.

import { iso } from '../../core/clock.js';
import { type SandboxContext, seededInteger } from '../../core/context.js';
import { pickFrom, seededFraction } from '../../core/seeded-random.js';
import { between, type Point } from './cities.js';
import driverNames from './driver-names.json' with { type: 'json' };
import type { Ride } from './ride-row.js';

type Shown = Pick<Ride, 'city' | 'region' | 'origin' | 'destination' | 'productCode' | 'tries' | 'status' | 'statusLog'>;

const [names, families] = [driverNames.names, driverNames.families] as unknown as readonly [Names, Names];
type Names = readonly [string, ...string[]];
const colours = ['white', 'blue', 'silver', 'green', 'red'] as const;
const models: Readonly<Record<string, string>> = { BIKE: 'X2 Bike', KH: 'T1 Tuk-tuk' };

/** The published words of a driver (platform 6.6). One of forty, another one at each try. */
export function driverOf(context: SandboxContext, rideId: string, ride: Shown, own: boolean) {
  const number = seededInteger(context, 'ride', rideId, `driver ${ride.tries}`, 1, 40);
  const choose = <T>(list: readonly [T, ...T[]], purpose: string): T =>
    pickFrom(list, seededFraction(context.seed, 'driver', String(number), purpose));
  const name = `${choose(names, 'name')} ${choose(families, 'family')}`;
  const carModel = models[ride.productCode] ?? models[ride.region] ?? 'X1 Car';
  const carPlate = own ? 'OWN-000001' : `${ride.city}-${seededInteger(context, 'driver', String(number), 'plate', 1000, 9999)}`;
  return {
    name,
    carPlate,
    carModel,
    carColor: choose(colours, 'colour'),
    profilePhotoUrl: `https://pictures.sandbox.invalid/driver-${number}.png`,
  };
}

/** How often a driver reports a location, milliseconds. */
const reportedEvery = 5000;
interface DriverLocation extends Point {
  readonly at: string;
}
/** The driver's location as last reported: starts about a kilometre away, waits at the origin, then goes to the destination. */
export function driverAt(context: SandboxContext, rideId: string, ride: Shown, minutes: number): DriverLocation | null {
  const since = Date.parse(ride.statusLog.at(-1)?.at ?? '');
  const reported = Math.max(since, context.now - (context.now % reportedEvery));
  const point = pointAt(context, rideId, ride, (seconds) => Math.min(1, Math.max(0, (reported - since) / (seconds * 1000))), minutes);
  return point && { ...point, at: iso(reported) };
}
function pointAt(context: SandboxContext, rideId: string, ride: Shown, share: (seconds: number) => number, minutes: number): Point | null {
  const { origin, destination, status } = ride;
  const away = (purpose: string) => (seededFraction(context.seed, 'ride', rideId, purpose) - 0.5) / 50;
  const start = { latitude: origin.latitude + away('from north'), longitude: origin.longitude + away('from east') };
  if (status === 'ASSIGNED') return between(start, origin, 0);
  if (status === 'PICKUP') return between(start, origin, share(90));
  if (status === 'PICKUP_ARRIVED') return between(origin, origin, 0);
  const onTheWay = status === 'INUSE' || status === 'INUSE_WITH_CANCEL_PENDING';
  return onTheWay ? between(origin, destination, share(minutes * 15)) : null;
}
