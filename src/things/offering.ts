// An offering of shares in a vehicle, and a collection of vehicles (platform 7.1).

import { anyId, byId, thing } from './thing.js';

export const offering = thing({
  name: 'offering',
  group: 'Assets',
  status: { list: 'OfferingStatus', at: ['status'] },
  reads: [
    { call: 'musubi getOffering', params: byId, finds: anyId, namedBy: /^offeringId$/i },
    { call: 'musubi listOfferings', of: 'everybody', finds: ['vin', 'code', 'name'] },
  ],
  shownBy: 'assets offering {id}',
  actions: [['Buy a share…', 'assets order --offering {id}']],
});

export const collection = thing({
  name: 'collection',
  group: 'Assets',
  reads: [{ call: 'musubi listCollections', of: 'everybody', finds: ['code', 'name'] }],
  shownBy: 'assets collections',
});
