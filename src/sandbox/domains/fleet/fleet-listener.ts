// The listener that assigns vehicles to rides and frees them again.

import { type Context, seededFraction } from '../../core/context.js';
import type { EventData, Listener } from '../../core/events.js';
import { rowById } from '../../core/rows.js';
import { scheduledUnderWay } from '../depin/scheduled-rides.js';
import { routeBetween } from '../rides/fares.js';
import { ride } from '../rides/ride.js';
import { changeVehicle, type Vehicle, vehicles } from './vehicle.js';
import { vehicleChanges } from './vehicle-changes.js';

/** The vehicle for a ride: one of the caller's own, or any free one of the city; undefined where none is free. */
function vehicleFor(context: Context, { rideId, userId, city, own }: EventData): Vehicle | undefined {
  const free = vehicles(context).filter((one) => one.status === 40 && one.city === city && !one.change?.rideId);
  const busy = scheduledUnderWay(context);
  const owned = free.filter(({ ownerUserId }) => ownerUserId === userId);
  if (own && owned[0]) return owned.find(({ num }) => !busy.has(num)) ?? owned[0];
  const others = free.filter(({ num, ownerUserId }) => ownerUserId !== userId && !busy.has(num));
  return others[Math.floor(seededFraction(context.seed, 'ride', String(rideId), 'vehicle') * others.length)];
}

/** The number of the vehicle that is on a ride. */
const onRide = (context: Context, rideId: EventData[string] | undefined): number | undefined =>
  [...vehicleChanges(context).values()].find((one) => one.rideId === rideId)?.num;

/** The vehicle is free, and has gone as far as the ride's places lie apart. */
function endRide({ rideId }: EventData, context: Context): void {
  const num = onRide(context, rideId);
  if (num === undefined) return;
  const found = rowById(context, ride, String(rideId))?.body;
  const distanceKm = found ? routeBetween(found.city, found.origin, found.destination).distanceKm : 0;
  changeVehicle(context, num, { rideId: null, extraKm: distanceKm });
}

export const fleetListener: Listener = {
  on: {
    'ride assigned': (data, context) => {
      const found = onRide(context, data.rideId) === undefined ? vehicleFor(context, data) : undefined;
      if (found) changeVehicle(context, found.num, { rideId: String(data.rideId) });
    },
    'ride finished': endRide,
    'ride dropped': ({ rideId }, context) => {
      const num = onRide(context, rideId);
      if (num !== undefined) changeVehicle(context, num, { rideId: null });
    },
  },
};
