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
    { path: 'category', heading: 'kind' },
    { path: 'purchaseType', heading: 'buy' },
    { path: 'interestRate', heading: 'rate', as: 'percent' },
    { path: 'startDate', heading: 'starts', as: 'time' },
    { path: 'endDate', heading: 'ends', as: 'time' },
    { path: 'goalAmount', heading: 'goal', as: { amount: 'currency' } },
    { path: 'id' },
    { path: 'raisedAmount', heading: 'raised', as: { share: 'goalAmount', of: 'currency' } },
    { path: 'minAmount', heading: 'least', as: { amount: 'currency' } },
    { path: 'increment', heading: 'in steps of', as: { amount: 'currency' } },
  ],
  listed: [
    'status',
    'title',
    'interestRate',
    'raisedAmount',
    'goalAmount',
    'endDate',
    'category',
    'purchaseType',
    'startDate',
    'id',
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
  next: 'find {contractAddress}',
  fields: [
    { path: 'name' },
    { path: 'tokenType', heading: 'token' },
    { path: 'itemCount', heading: 'items' },
    { path: 'network' },
    { path: 'contractAddress', heading: 'contract', room: 'stays' },
    { path: 'id', room: 'yields' },
  ],
});
