// An order of the store and its payment (platform 8.1). No call lists orders.

import type { RowPaths, StateRead } from './operation.js';
import { anyId, byId, thing } from './thing.js';
import { assumedResponse, fieldsOf } from './transfer.js';

/**
 * The statuses that allow a payment and a cancellation. The platform states no transitions (platform 8.1): a failed
 * payment may be repeated unless another status ends the order.
 */
const payable = ['needs-you', 'PAYMENT_FAILED'] as const;
const cancellable = [...payable, 'PAID'] as const;

/** The statuses of a paid order, and those that no payment can follow (platform 5.2). */
export const paidStatuses: readonly string[] = ['PAID', 'SUCCESS'];
export const unpayableStatuses: readonly string[] = ['CANCEL_REQUESTED', 'CANCEL_REFUNDED', 'EXPIRED', 'UNQUALIFIED'];

/** The statuses before a payment, and those in which one is awaited. */
const unpaid = ['DRAFT', 'PAYMENT_PENDING'] as const;
const awaitsPayment = [...unpaid, 'PAYMENT_FAILED'] as const;
const product = fieldsOf('sale', 'getProduct', { id: 'product' });
const order = fieldsOf('sale', 'getOrder', { id: 'id' });
const row = (at: string): RowPaths => ({
  known: 'assumed',
  id: 'id',
  amount: 'totalPrice',
  price: 'price',
  quantity: 'quantity',
  token: 'currencyId',
  at: [at],
});
const placed: StateRead = {
  call: 'sale getOrder',
  params: { id: { response: ['id'] } },
  ids: [{ row: ['id'], sources: [{ response: ['id'] }] }],
  status: 'status',
  row: row('createdAt'),
};
const paid: StateRead = {
  call: 'sale getOrder',
  params: { id: { request: 'id' } },
  ids: [{ row: ['id'], sources: [{ request: 'id' }] }],
  status: 'status',
  before: unpaid,
  row: row('paidAt'),
};

export const storeOrder = thing({
  name: 'store order',
  group: 'Store',
  status: { list: 'StoreOrderStatus', at: ['status'] },
  reads: [{ call: 'sale getOrder', params: byId, finds: anyId, namedBy: /^(store|sale)?OrderId$/i }],
  shownBy: 'store order show {id}',
  fields: [
    { path: 'status', as: { status: 'StoreOrderStatus' } },
    { path: 'product.name', heading: 'product' },
    { path: 'totalPrice', heading: 'total', as: { amount: 'currencyId' } },
    { path: 'quantity' },
    { path: 'price', as: { amount: 'currencyId' } },
    { path: 'createdAt', heading: 'ordered', as: 'time' },
    { path: 'paidAt', heading: 'paid', as: 'time' },
    { path: 'expiresAt', heading: 'pay until', as: 'time', while: { path: 'status', is: awaitsPayment } },
    { path: 'here.note', heading: 'note', room: 'stays', ifAny: true },
    { path: 'id' },
  ],
  listed: ['status', 'product.name', 'totalPrice', 'createdAt', 'here.note', 'id'],
  persons: 'name',
  brief: { what: 'order of', fields: ['product.name', 'totalPrice'], at: 'createdAt' },
  money: {
    amount: 'totalPrice',
    goesTo: 'the store',
    unpaid: [...awaitsPayment, 'EXPIRED'],
    returned: ['CANCEL_REFUNDED'],
  },
  watch: {
    kind: 'order',
    what: 'an order of the store',
    screen: 'Orders',
    until: 'expiresAt',
    beside: { as: 'product', line: 'store product {productId}' },
  },
  actions: [
    ['Pay', 'store order pay {id}', { during: payable }],
    ['Cancel the order', 'store order cancel {id}', { during: cancellable, role: 'cancel' }],
  ],
  operations: {
    'sale createOrder': {
      name: 'store order',
      kind: 'store-order',
      completedBy: 'payment',
      facts: {
        isFromBalance: true,
        object: 'product',
        amount: product('price'),
        times: 'quantity',
        token: [product('currencyId')],
        arrives: { what: product('name') },
        mustMatch: [{ name: 'currency', with: product('currencyId') }],
      },
      response: {
        ...assumedResponse,
        id: 'id',
        status: { at: 'status', list: 'StoreOrderStatus' },
        amount: 'totalPrice',
        price: 'price',
        quantity: 'quantity',
        token: 'currencyId',
        same: { productId: 'product' },
        cancel: { line: 'store order cancel', id: 'id' },
      },
      recoveryCommands: [],
      state: [placed],
    },
    'sale payOrder': {
      name: 'store payment',
      kind: 'store-order',
      facts: {
        isFromBalance: true,
        object: 'id',
        amount: order('totalPrice', ['price', 'quantity']),
        token: [order('currencyId')],
        of: { call: 'createOrder', id: 'id' },
        arrives: { what: { constant: 'what was ordered' } },
      },
      response: {
        ...assumedResponse,
        id: 'id',
        status: { at: 'status', list: 'StoreOrderStatus', notYet: unpaid },
        amount: 'amount',
        token: 'currencyId',
        same: { orderId: 'id', method: 'method' },
        cancel: { line: 'store order cancel', id: 'orderId' },
      },
      recoveryCommands: ['wait order:{id}'],
      state: [paid],
    },
  },
  receipt: [
    { path: 'status', as: { status: 'StoreOrderStatus' } },
    { path: 'totalPrice', heading: 'Total', as: { amount: 'currencyId' } },
    { path: 'quantity', as: 'amount' },
  ],
});
