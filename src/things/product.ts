// A product of the store, and a purchase without one (platform 8.1, 5.5).

import { anyId, byId, thing } from './thing.js';

export const product = thing({
  name: 'store product',
  natural: ['name'],
  group: 'Store',
  reads: [
    { call: 'sale getProduct', params: byId, finds: anyId, namedBy: /^productId$/i },
    { call: 'sale listFeatured', of: 'everybody', finds: ['code', 'name'] },
  ],
  shownBy: 'store product {id}',
  paidFrom: { price: 'price', in: 'currencyId', balance: 'wallet account {currencyId}', amount: 'amount' },
  actions: [['Buy', 'store buy {id}']],
  fields: [
    { path: 'name' },
    { path: 'price', as: { amount: 'currencyId' } },
    { path: 'stockLeft', heading: 'left', as: 'amount', zero: 'sold out', room: 'stays' },
    { path: 'maxPerUser', heading: 'most each' },
    { path: 'salesStartAt', heading: 'from', as: 'time' },
    { path: 'salesEndAt', heading: 'until', as: 'time' },
    { path: 'description' },
    { path: 'id' },
  ],
});

export const purchasable = thing({
  name: 'purchasable',
  natural: ['title'],
  group: 'Store',
  reads: [{ call: 'user listFirstSale', of: 'user', finds: anyId }],
  next: '',
  fields: [
    { path: 'title' },
    { path: 'type' },
    { path: 'price', as: { amount: 'currencyId' } },
    { path: 'payMethod', heading: 'paid' },
    { path: 'minimumBuyQuantity', heading: 'least', as: 'amount' },
    { path: 'maximumBuyQuantity', heading: 'most', as: 'amount' },
    { path: 'uniquePerUser', heading: 'once a person', room: 'page' },
    { path: 'quantityIsInteger', heading: 'whole numbers', room: 'page' },
    { path: 'order', heading: 'place in the list', room: 'page' },
    { path: 'paymentCount', heading: 'bought so far', room: 'page' },
    { path: 'salesStartAt', heading: 'from', as: 'time' },
    { path: 'salesEndAt', heading: 'until', as: 'time' },
    { path: 'id' },
  ],
});
