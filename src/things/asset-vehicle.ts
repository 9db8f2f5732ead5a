// A vehicle that people own in shares, a vehicle on sale, and what a vehicle earns (platform 7.4).

import { anyId, anyText, thing } from './thing.js';

export const assetVehicle = thing({
  name: 'vehicle',
  natural: ['vin'],
  ids: ['id', 'vin'],
  group: 'Assets',
  identity: ['vin'],
  leadsOn: true,
  reads: [
    { call: 'musubi listVehicles', of: 'user', name: 'your vehicle', finds: [...anyText, 'name'] },
    { call: 'musubi getPublicVehicle', params: (vin) => ({ vin }), namedBy: /^vin$/i, shownBy: 'assets vehicle {vin}' },
    { call: 'musubi listPublicVehicles', of: 'everybody', finds: ['uuid', 'number', 'vin', 'code', 'name'] },
  ],
  shownBy: 'assets vehicle {id}',
  related: [
    { title: 'Its offering', line: 'assets offering {offeringId}' },
    { title: 'Its incomes', line: 'assets incomes {id}' },
  ],
  actions: [['Its incomes', 'assets incomes {id}', { opens: 'screen' }]],
  fields: [
    { path: 'num' },
    { path: 'name' },
    { path: 'status', as: 'code' },
    { path: 'category', heading: 'kind' },
    { path: 'city' },
    { path: 'tokenType', heading: 'token' },
    { path: 'share', as: 'percent' },
    { path: 'odometerKm', heading: 'km', as: 'amount' },
    { path: 'batterySoc', heading: 'charge', as: 'percent', gauge: true, room: 'page' },
    { path: 'updatedAt', heading: 'seen', as: 'time', room: 'page' },
    { path: 'maturityAt', heading: 'matures', as: 'time', room: 'page' },
    { path: 'nftNo', heading: 'NFT number', room: 'page' },
    { path: 'vin' },
  ],
});

export const vehicleOnSale = thing({
  name: 'vehicle on sale',
  natural: ['vin'],
  group: 'Assets',
  reads: [
    {
      call: 'musubi getProduct',
      params: (productId) => ({ productId }),
      finds: anyId,
      namedBy: /^(vehicle)?ProductId$/i,
    },
    { call: 'musubi listProducts', of: 'everybody', finds: ['code', 'name'] },
  ],
  next: 'assets products {id}',
  actions: [['Apply for its lease', 'assets lease apply --product {id}', { opens: 'form' }]],
  fields: [
    { path: 'name' },
    { path: 'category', heading: 'kind' },
    { path: 'price', as: { amount: 'currency' } },
    { path: 'leasePrice', heading: 'lease', as: { amount: 'currency' } },
    { path: 'leasePeriod', heading: 'each' },
    { path: 'stockLeft', heading: 'left' },
    { path: 'id' },
  ],
  receipt: [
    { path: 'name', heading: 'Vehicle' },
    { path: 'leasePrice', heading: 'Lease', as: { amount: 'currency' } },
    { path: 'leasePeriod', heading: 'Each' },
  ],
});

const incomeFields = [
  { path: 'from', as: 'time' },
  { path: 'to', as: 'time' },
  { path: 'amount', as: { amount: 'currency' }, total: 'currency' },
  { path: 'rideCount', heading: 'rides', ifAny: true },
  { path: 'distanceKm', heading: 'km', as: 'amount', ifAny: true },
  { path: 'vin' },
] as const;

export const rideIncome = thing({
  name: 'ride income',
  natural: ['vin', 'from'],
  ids: ['id', 'vin'],
  group: 'Assets',
  identity: ['vin', 'from'],
  reads: [
    {
      call: 'musubi listRideIncomes',
      params: (vin) => ({ vin }),
      finds: ['vin'],
      namedBy: /^vin$/i,
      summary: ['amount', 'currency'],
    },
  ],
  shownBy: 'assets incomes {id}',
  next: 'assets vehicle {vin}',
  fields: incomeFields,
});

export const income = thing({
  name: 'income',
  natural: ['vin', 'from'],
  group: 'Assets',
  reads: [{ call: 'musubi listIncomes', of: 'user', finds: anyText }],
  next: 'assets vehicle {vin}',
  brief: { what: 'income', fields: ['amount', 'vin'], at: 'settledAt' },
  fields: incomeFields,
});
