// Assigns vehicles to rides and frees them again.

import { type Context, type EventData, type Listener, rowById, seededFraction } from '../../core/index.js';
import { scheduledUnderWay } from '../depin/scheduled-rides.js';
import { routeBetween } from '../rides/fares.js';
import { ride } from '../rides/ride.js';
import { changeVehicle, type Vehicle, vehicles } from './vehicle.js';
import { vehicleChanges } from './vehicle-changes.js';

/** A vehicle of the caller, or a free one of the city, if any. */
function vehicleFor(context: Context, { rideId, userId, city, own }: EventData): Vehicle | undefined {
  const free = vehicles(context).filter(
    (vehicle) => vehicle.status === 40 && vehicle.city === city && !vehicle.change?.rideId,
  );
  const busy = scheduledUnderWay(context);
  const owned = free.filter(({ ownerUserId }) => ownerUserId === userId);
  if (own && owned[0]) return owned.find(({ num }) => !busy.has(num)) ?? owned[0];
  const others = free.filter(({ num, ownerUserId }) => ownerUserId !== userId && !busy.has(num));
  return others[Math.floor(seededFraction(context.seed, 'ride', String(rideId), 'vehicle') * others.length)];
}

const onRide = (context: Context, rideId: EventData[string] | undefined): number | undefined =>
  [...vehicleChanges(context).values()].find((change) => change.rideId === rideId)?.num;

/** The vehicle is free, and has gone the distance of the ride. */
function endRide({ rideId }: EventData, context: Context): void {
  const num = onRide(context, rideId);
  if (num === undefined) return;
  const body = rowById(context, ride, String(rideId))?.body;
  const extraKm = body ? routeBetween(body.city, body.origin, body.destination).distanceKm : 0;
  changeVehicle(context, num, { rideId: null, extraKm });
}

export const fleetListener: Listener = {
  on: {
    'ride assigned': (data, context) => {
      const vehicle = onRide(context, data.rideId) === undefined ? vehicleFor(context, data) : undefined;
      if (vehicle) changeVehicle(context, vehicle.num, { rideId: String(data.rideId) });
    },
    'ride finished': endRide,
    'ride dropped': ({ rideId }, context) => {
      const num = onRide(context, rideId);
      if (num !== undefined) changeVehicle(context, num, { rideId: null });
    },
  },
};
