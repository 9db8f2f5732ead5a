// The assumed names of the store, as the sandbox has them.
import type { AssumedNames } from '../define.js';

export default {
  listItems: { status: 'status' },
  giveItem: { id: 'itemId', to: 'toUserId' },
  createOrder: { product: 'productId', quantity: 'quantity', currency: 'currencyId' },
  payOrder: { method: 'method' },
} satisfies AssumedNames;
