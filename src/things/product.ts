// A product of the store, and a purchase without one (platform 8.1, 5.5).

import { anyId, byId, thing } from './thing.js';

export const product = thing({
  name: 'store product',
  group: 'Store',
  reads: [
    { call: 'sale getProduct', params: byId, finds: anyId, namedBy: /^productId$/i },
    { call: 'sale listFeatured', of: 'everybody', finds: ['code', 'name'] },
  ],
  shownBy: 'store product {id}',
});

export const purchasable = thing({
  name: 'purchasable',
  group: 'Store',
  reads: [{ call: 'user listFirstSale', of: 'user', finds: anyId }],
});
