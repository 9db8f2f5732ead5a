// The rides of the network that users have requested, each with the vehicle that served it.
import type { SandboxContext } from '../../core/context.js';
import type { EventData, Listener } from '../../core/events.js';
import { addRow, findRow, type Kind, type Row, rowById, rows, saveRow } from '../../core/rows.js';
import { seededFraction } from '../../core/seeded-random.js';
import { unchangedVehicles, type Vehicle, vehicleByNum, vehicles } from '../fleet/vehicle.js';
import { routeBetween } from '../rides/fares.js';
import { ride } from '../rides/ride.js';
import type { Ride } from '../rides/ride-row.js';
import type { RideState } from '../rides/ride-statuses.js';
import { type NetworkRide, scheduledUnderWay } from './scheduled-rides.js';

/** The vehicle of a requested ride; all else is read from the ride. */
interface ServedRide {
  readonly rideId: string;
  readonly num: number;
}
/** The states of a ride with a driver, and its good end. */
const withDriver: readonly RideState[] = ['ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'INUSE_WITH_CANCEL_PENDING', 'FINISHED'];

const networkRide: Kind<ServedRide> = {
  name: 'network-ride',
  table: 'network_ride',
  noun: 'NETWORK_RIDE',
  owned: false,
  key: 'rideId',
  show: ({ id, body }) => ({ id, ...body }),
  seed: (opening) => {
    const all = vehicles(opening);
    for (const { id, at, body } of rows(opening, ride, { status: withDriver })) {
      const num = (all.find(({ change }) => change?.rideId === id) ?? anyOf(all, opening, id, body.city))?.num;
      if (num !== undefined) addRow(opening, networkRide, { owner: null, at, body: { rideId: id, num } });
    }
  },
};

/** A vehicle on the road in the city and on no ride, for a ride to which the fleet has assigned none; undefined where there is none. */
function anyOf(all: readonly Vehicle[], context: SandboxContext, rideId: string, city: Vehicle['city']): Vehicle | undefined {
  const busy = scheduledUnderWay(context);
  const near = all.filter((one) => one.status === 40 && one.city === city && !one.change?.rideId && !busy.has(one.num));
  return near[Math.floor(seededFraction(context.seed, 'network ride', rideId, 'vehicle') * near.length)];
}

function assignVehicle({ rideId, city }: EventData, context: SandboxContext): void {
  const id = String(rideId);
  const all = vehicles(context);
  const sent = all.find(({ change }) => change?.rideId === id) ?? anyOf(all, context, id, city as Vehicle['city']);
  if (!sent) return;
  const before = findRow(context, networkRide, id);
  const body = { rideId: id, num: sent.num };
  if (before) saveRow(context, networkRide, before, body);
  else addRow(context, networkRide, { owner: null, at: context.now, body });
}

/** Hears of rides that have found a driver, after the fleet has. */
export const networkListener: Listener = { on: { 'ride assigned': assignVehicle } };

/** A requested ride as the network sees it, under its own id; empty for one that was not served. */
function requestedRide(context: SandboxContext, vehicle: Vehicle, { body: { rideId } }: Row<ServedRide>): NetworkRide[] {
  const row = rowById(context, ride, rideId);
  if (!row || !withDriver.includes(row.body.status)) return [];
  const { body } = row;
  const reached = (status: RideState) => body.statusLog.findLast((step) => step.status === status)?.at;
  const at = reached('ASSIGNED') ?? body.requestedAt;
  const route = { distanceKm: routeBetween(body.city, body.origin, body.destination).distanceKm, minutes: body.hidden.minutes };
  return [
    {
      id: rideId,
      at: Date.parse(at),
      vehicle,
      abstractStatus: body.status === 'ASSIGNED' ? 'PENDING' : 'MATCHED',
      route,
      ends: endsOf(body),
      fare: { fare: body.fare, currency: body.currency },
      pickedUpAt: timeOf(reached('INUSE')),
      droppedOffAt: timeOf(reached('FINISHED')),
    },
  ];
}
const timeOf = (at: string | undefined): number | undefined => (at === undefined ? undefined : Date.parse(at));
const endsOf = ({ origin, destination }: Ride): NetworkRide['ends'] => [origin, destination];

/** The requested rides, in the order in which they found a driver; of one vehicle where it is named. */
export function requestedRides(context: SandboxContext, only?: Vehicle): NetworkRide[] {
  const planned = unchangedVehicles(context);
  return rows(context, networkRide)
    .filter(({ body }) => only === undefined || body.num === only.num)
    .flatMap((row) => requestedRide(context, planned[row.body.num - 1] ?? vehicleByNum(context, row.body.num), row));
}
