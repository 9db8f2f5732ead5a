// An offering of shares in a vehicle, and a collection of vehicles (platform 7.1).

import { anyId, byId, thing } from './thing.js';

export const offering = thing({
  name: 'offering',
  natural: ['title'],
  group: 'Assets',
  status: { list: 'OfferingStatus', at: ['status'] },
  reads: [
    { call: 'musubi getOffering', params: byId, finds: anyId, namedBy: /^offeringId$/i },
    { call: 'musubi listOfferings', of: 'everybody', finds: ['vin', 'code', 'name'] },
  ],
  shownBy: 'assets offering {id}',
  actions: [['Buy a share', 'assets order --offering {id}']],
  fields: [
    { path: 'status', as: { status: 'OfferingStatus' } },
    { path: 'title' },
    { path: 'interestRate', heading: 'rate', as: 'percent' },
    { path: 'raisedAmount', heading: 'raised', as: { share: 'goalAmount', of: 'currency' } },
    { path: 'goalAmount', heading: 'goal', as: { amount: 'currency' } },
    { path: 'endDate', heading: 'ends', as: 'time' },
    { path: 'category', heading: 'kind' },
    { path: 'purchaseType', heading: 'buy' },
    { path: 'startDate', heading: 'starts', as: 'time' },
    { path: 'minAmount', heading: 'least', as: { amount: 'currency' }, room: 'page' },
    { path: 'increment', heading: 'in steps of', as: { amount: 'currency' }, room: 'page' },
    { path: 'settlementPeriod', heading: 'paid each', room: 'page' },
    { path: 'maturityAt', heading: 'matures', as: 'time', room: 'page' },
    { path: 'id' },
  ],
  receipt: [
    { path: 'title' },
    { path: 'interestRate', heading: 'Rate a year', as: 'percent' },
    { path: 'minAmount', heading: 'Least amount', as: { amount: 'currency' } },
    { path: 'currency', heading: 'Priced in' },
  ],
});

export const collection = thing({
  name: 'collection',
  natural: ['name'],
  group: 'Assets',
  reads: [{ call: 'musubi listCollections', of: 'everybody', finds: ['code', 'name'] }],
  shownBy: 'assets collections',
  next: '',
  actions: [['Contract', 'find {contractAddress}', { opens: 'screen' }]],
  fields: [
    { path: 'name' },
    { path: 'tokenType', heading: 'token' },
    { path: 'itemCount', heading: 'items' },
    { path: 'network' },
    { path: 'contractAddress', heading: 'contract', room: 'stays' },
    { path: 'id', room: 'yields' },
  ],
});
