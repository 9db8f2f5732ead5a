// The assumed names of the store: those of the sandbox.
import type { Assumed } from '../define.js';

export default {
  listItems: { status: 'status' },
  giveItem: { id: 'itemId', to: 'toUserId' },
  createOrder: { product: 'productId', quantity: 'quantity', currency: 'currencyId' },
  payOrder: { method: 'method' },
} satisfies Assumed;
