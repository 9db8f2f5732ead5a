// The thing ride: the request of a rider, its driver and its fare (platform 6.1, 6.3). No call lists rides.

import type { StateRead } from './operation.js';
import { anyId, anyText, byId, type MapFields, thing } from './thing.js';
import { assumedResponse } from './transfer.js';

/** The ends of a ride that another request can follow (platform 6.1). */
const recallable = [
  'NOT_MATCHED',
  'DRIVER_CANCELED_RECALLABLE',
  'COMPANY_CANCELED_RECALLABLE',
  'EXPIRED_RECALLABLE',
] as const;
/** The statuses that allow a cancellation, and the statuses of a ride that waits without a driver (platform 6.4). */
const cancellable = ['PAYCONFIRMED', 'PENDING', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED'] as const;
/** The statuses with the drop-off as next stop; earlier it is the pick-up. */
const withRider: readonly string[] = ['INUSE', 'INUSE_WITH_CANCEL_PENDING'];
export const awaitsPayment = 'WAITPAY';
const waiting = [awaitsPayment, 'MATCHED', 'CONFIRMED'] as const;
/** The statuses in which a cancellation ends the wait for a driver, or the ride. */
export const waitedFor: readonly string[] = [...waiting, ...withRider];

/**
 * The fields of its map. The driver's position and its time are as the sandbox has them, since neither is public
 * (platform 6.6).
 */
export const rideMap: MapFields = {
  from: 'origin',
  to: 'destination',
  moving: 'driverLocation',
  movedAt: 'driverLocation.at',
  driver: 'driverInfo',
  label: 'driverInfo.carPlate',
  aboard: withRider,
};

/** The paths of the id of a ride in a response that requests it. */
export const requestedRideIds = ['rideRequestId', 'id'] as const;
const shown: Omit<StateRead, 'call'> = {
  ids: [{ row: requestedRideIds, sources: [{ response: requestedRideIds }] }],
  status: 'status',
  row: { known: 'assumed', id: 'id', amount: 'fare', token: 'currency', at: ['requestedAt'] },
};
const state: readonly StateRead[] = [
  { ...shown, call: 'ride-hailing getRequest', params: { id: { response: requestedRideIds } } },
  { ...shown, call: 'ride-hailing getActiveRequest', onlyCompared: true },
];
const requested = { kind: 'ride', isAsync: true, recoveryCommands: ['ride status --known'], state } as const;
const aRide = { what: { constant: 'a ride' } } as const;

export const ride = thing({
  name: 'ride',
  natural: ['createdAt'],
  group: 'Ride',
  status: { list: 'RideStatus', at: ['status'] },
  reads: [
    { call: 'ride-hailing getRequest', params: byId, finds: anyId, namedBy: /^ride(Request)?Id$/i },
    { call: 'ride-hailing getActiveRequest', of: 'user', name: 'ride under way', finds: [...anyText, 'plate'] },
  ],
  shownBy: 'ride status {id}',
  fields: [
    { path: 'status', as: { status: 'RideStatus' } },
    { path: 'statusMessage', heading: 'means', room: 'yields' },
    { path: 'driverInfo.name', heading: 'driver', section: 'Driver', ifAny: true },
    { path: 'driverInfo.carModel', heading: 'car', section: 'Driver' },
    { path: 'driverInfo.carColor', heading: 'colour', section: 'Driver' },
    { path: 'driverInfo.carPlate', heading: 'plate', section: 'Driver', isFindable: true, ifAny: true },
    { path: 'driverInfo.profilePhotoUrl', heading: 'photo', section: 'Driver', room: 'yields' },
    { path: 'origin.name', heading: 'from', section: 'Trip' },
    { path: 'destination.name', heading: 'to', section: 'Trip' },
    { path: 'fare', as: { amount: 'currency' }, section: 'Trip', total: 'currency' },
    { path: 'payCurrency', heading: 'paid in', section: 'Trip', room: 'yields' },
    { path: 'walletProviderId', heading: 'paid by', section: 'Trip', room: 'yields' },
    { path: 'city', section: 'Trip' },
    { path: 'region', section: 'Trip', room: 'yields' },
    { path: 'productCode', heading: 'product', section: 'Trip' },
    { path: 'requestedAt', heading: 'asked', as: 'time', section: 'Trip' },
    { path: 'id' },
  ],
  listed: [
    'status',
    'requestedAt',
    'fare',
    'origin.name',
    'destination.name',
    'driverInfo.name',
    'driverInfo.carPlate',
    'city',
    'productCode',
    'id',
  ],
  persons: 'name',
  brief: { what: 'ride to', fields: ['destination.name', 'fare'], at: 'requestedAt' },
  money: { amount: 'fare', goesTo: 'the driver', unpaid: [awaitsPayment, 'EXPIRED_BEFORE_PAY', 'ERROR_PAYMENT'] },
  watch: {
    kind: 'ride',
    what: 'a ride',
    screen: 'Requests',
    every: 3,
    map: rideMap,
    adds: [
      { path: 'driver.away', heading: 'position', section: 'Driver' },
      { path: 'driver.place', heading: 'place', section: 'Driver' },
    ],
  },
  webPages: [{ link: ['rideShareUrl'] }],
  actions: [
    ['Cancel', 'ride cancel {id}', { during: cancellable, role: 'cancel' }],
    ['Stop waiting', 'ride cancel {id}', { during: waiting, role: 'cancel' }],
    ['End the ride now', 'ride cancel {id}', { during: ['INUSE'] }],
    ['Request again', 'ride retry {id}', { during: recallable }],
  ],
  receipt: [
    { path: 'status', as: { status: 'RideStatus' } },
    { path: 'origin.name', heading: 'From', role: 'recipient' },
    { path: 'destination.name', heading: 'To', role: 'recipient' },
    { path: 'fare', as: { amount: 'currency' } },
    { path: 'driverInfo.name', heading: 'Driver' },
    { path: 'driverInfo.carPlate', heading: 'Plate' },
  ],
  operations: {
    'ride-hailing requestRide': {
      ...requested,
      name: 'ride',
      facts: { arrives: aRide, otherFields: ['rider.name', 'rider.phone'] },
      response: { ...assumedResponse, id: 'rideRequestId', same: { paidFrom: 'currency' } },
    },
    'ride-hailing retryRequest': {
      ...requested,
      name: 'ride, again',
      facts: { object: 'id', arrives: aRide },
      response: {
        ...assumedResponse,
        id: 'id',
        status: { at: 'status', list: 'RideStatus' },
        amount: 'fare',
        token: 'currency',
      },
    },
  },
});
