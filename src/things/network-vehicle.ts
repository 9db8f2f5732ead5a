// A vehicle of the network, its battery subscription, token, sale, rides and battery swaps (platform 9.2, 9.3).

import type { Column } from './column.js';
import { anyText, thing } from './thing.js';
import { assumedResponse } from './transfer.js';

const byNumber = (num: string) => ({ num });

export const networkVehicle = thing({
  name: 'vehicle of the network',
  natural: ['num'],
  group: 'Depin',
  ids: ['num'],
  reads: [
    { call: 'vehicle-oracle getVehicle', params: byNumber, finds: ['number'], namedBy: /^(vehicleN|n)um(ber)?$/i },
    { call: 'vehicle-oracle listVehicleUpdates', of: 'everybody', finds: ['number', 'vin'] },
  ],
  shownBy: 'depin vehicle {num}',
  fields: [
    { path: 'num' },
    { path: 'vehicleType', heading: 'type' },
    { path: 'on' },
    { path: 'soc', heading: 'charge', as: 'percent', gauge: true },
    { path: 'speedKmh', heading: 'km/h' },
    { path: 'odometerKm', heading: 'km', as: 'amount' },
    { path: 'updatedAt', heading: 'seen', as: 'time' },
    { path: 'vin' },
  ],
});

const subscriptionResponse = {
  ...assumedResponse,
  id: 'id',
  status: { at: 'status', list: 'SubscriptionStatus', notYet: ['OVERDUE'] },
  amount: 'price',
  token: 'currency',
} as const;
/** No call lists subscriptions. */
const subscriptionChange = { kind: 'subscription', recoveryCommands: [], facts: { object: { field: 'vin' } } } as const;

export const subscription = thing({
  name: 'battery subscription',
  group: 'Depin',
  ids: ['num'],
  status: { list: 'SubscriptionStatus', at: ['subscription.status', 'subscriptionStatus'] },
  reads: [{ call: 'vehicle-oracle getVehicle', params: byNumber }],
  fields: [{ path: 'subscription.status', as: { status: 'SubscriptionStatus' } }],
  watch: {
    kind: 'subscription',
    what: 'the battery subscription of a vehicle, by the number of the vehicle',
    isWhole: true,
    screen: 'Subscription',
  },
  operations: {
    'vehicle-oracle subscribe': {
      ...subscriptionChange,
      name: 'battery subscription',
      response: { ...subscriptionResponse, same: { vin: 'vin', period: 'period' } },
    },
    'vehicle-oracle updateSubscription': {
      ...subscriptionChange,
      name: 'battery subscription change',
      response: {
        ...subscriptionResponse,
        status: { ...subscriptionResponse.status, asked: { field: 'action', word: 'cancel', end: 'CANCELLED' } },
      },
    },
  },
});

/** The fields of a subscription itself, in the response to a change of it. */
export const subscriptionFields: readonly Column[] = [
  { path: 'status', as: { status: 'SubscriptionStatus' } },
  { path: 'price', as: 'amount' },
  { path: 'currency' },
  { path: 'period' },
  { path: 'nextDueAt', heading: 'next due', as: 'time' },
  { path: 'vin' },
];

export const vehicleToken = thing({
  name: 'vehicle token',
  natural: ['tokenId'],
  group: 'Depin',
  ids: ['tokenId'],
  reads: [
    { call: 'vehicle-oracle getToken', params: (tokenId) => ({ tokenId }), finds: ['number'], namedBy: /^tokenId$/i },
    { call: 'vehicle-oracle getTokenByNftNo', params: (nftNo) => ({ nftNo }), finds: ['number'], namedBy: /^nftNo$/i },
  ],
  fields: [
    { path: 'tokenType', heading: 'type' },
    { path: 'vin' },
    { path: 'owner' },
    { path: 'network' },
    { path: 'trait_type', heading: 'trait' },
    { path: 'value' },
  ],
});

export const vehicleSale = thing({
  name: 'sale of a vehicle',
  group: 'Depin',
  reads: [
    {
      call: 'vehicle-oracle getSale',
      params: (saleId) => ({ saleId }),
      finds: ['number', 'uuid'],
      namedBy: /^saleId$/i,
    },
  ],
  fields: [{ path: 'price', as: 'amount' }, { path: 'currency' }, { path: 'soldAt', heading: 'sold', as: 'time' }],
});

export const networkRide = thing({
  name: 'ride of the network',
  natural: ['vin', 'startedAt'],
  group: 'Depin',
  reads: [{ call: 'vehicle-oracle listRides', of: 'everybody', finds: ['uuid', 'vin'] }],
  next: 'depin vehicle {num}',
  fields: [
    { path: 'abstractStatus', heading: 'status', as: { status: 'RideAbstractStatus' } },
    { path: 'city' },
    { path: 'num' },
    { path: 'vehicleType', heading: 'type' },
    { path: 'pickedUpAt', heading: 'picked up', as: 'time' },
    { path: 'droppedOffAt', heading: 'dropped off', as: 'time' },
    { path: 'distanceKm', heading: 'km', as: 'amount' },
    { path: 'durationS', heading: 'lasted', as: { lasts: 'seconds' }, room: 'page' },
    { path: 'id' },
  ],
});

export const batterySwap = thing({
  name: 'battery swap',
  natural: ['vin', 'createdAt'],
  group: 'Depin',
  reads: [{ call: 'vehicle-oracle listBatterySwaps', of: 'user', finds: anyText }],
  shownBy: 'depin swaps',
  next: 'depin station {stationId}',
  fields: [
    { path: 'swappedAt', heading: 'when', as: 'time' },
    { path: 'num' },
    { path: 'vin' },
    { path: 'socOut', heading: 'out', as: 'percent' },
    { path: 'socIn', heading: 'in', as: 'percent' },
    { path: 'stationId', heading: 'station' },
    { path: 'id', room: 'yields' },
  ],
});
