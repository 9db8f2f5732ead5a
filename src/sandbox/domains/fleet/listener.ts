// What the fleet hears of rides: which vehicle goes, that it has arrived, that it is free again.
import type { About, Listener } from '../../core/effects.js';
import { pick } from '../../core/ids.js';
import { rowById } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { wayBetween } from '../rides/fares.js';
import { ride } from '../rides/ride.js';
import { changes } from './changes.js';
import { keepRide, type VehicleRide } from './rides.js';
import { changeVehicle, type Vehicle, vehicles } from './vehicle.js';

/** The vehicle that takes a ride: one of the caller's own that is wholly theirs, or any of the city; none where the city has none free. */
function vehicleFor(moment: Moment, { rideId, userId, city, own }: About): Vehicle | undefined {
  const free = vehicles(moment).filter((one) => one.status === 40 && one.city === city && !one.change?.rideId);
  const owned = free.filter(({ ownerUserId }) => ownerUserId === userId);
  if (own && owned[0]) return owned[0];
  const others = free.filter(({ ownerUserId }) => ownerUserId !== userId);
  return others[Math.floor(pick(moment.seed, 'ride', String(rideId), 'vehicle') * others.length)];
}

/** The number of the vehicle that is on a ride. */
const onRide = (moment: Moment, rideId: About[string] | undefined): number | undefined =>
  [...changes(moment).values()].find((one) => one.rideId === rideId)?.num;

/** The vehicle is free, and has gone as far as the ride's places lie apart; the fare is what was paid in the end. */
function finished({ rideId, fare, currency }: About, moment: Moment): void {
  const num = onRide(moment, rideId);
  if (num === undefined) return;
  const found = rowById(moment, ride, String(rideId))?.body;
  const distanceKm = found ? wayBetween(found.city, found.origin, found.destination).distanceKm : 0;
  const { city } = changeVehicle(moment, num, { rideId: null, extraKm: distanceKm });
  const money = { fare: found?.fare ?? String(fare), currency: currency as VehicleRide['currency'] };
  keepRide(moment, { num, rideId: String(rideId), city, ...money, distanceKm, finishedAt: moment.now });
}

export const fleetListener: Listener = {
  hears: {
    'ride assigned': (about, moment) => {
      const found = onRide(moment, about.rideId) === undefined ? vehicleFor(moment, about) : undefined;
      if (found) changeVehicle(moment, found.num, { rideId: String(about.rideId) });
    },
    'ride finished': finished,
    'ride dropped': ({ rideId }, moment) => {
      const num = onRide(moment, rideId);
      if (num !== undefined) changeVehicle(moment, num, { rideId: null });
    },
  },
};
