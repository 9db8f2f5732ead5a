// A vehicle that people own in shares, a vehicle on sale, and what a vehicle earns (platform 7.4).

import { anyId, anyText, thing } from './thing.js';

export const assetVehicle = thing({
  name: 'vehicle',
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
});

export const vehicleOnSale = thing({
  name: 'vehicle on sale',
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
});

export const rideIncome = thing({
  name: 'ride income',
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
});

export const income = thing({
  name: 'income',
  group: 'Assets',
  reads: [{ call: 'musubi listIncomes', of: 'user', finds: anyText }],
});
