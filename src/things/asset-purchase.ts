// The purchase of a share in a vehicle: its order, its payment, and the final transaction of both (platform 7.1, 7.2).
// The fields of transactions are not public.

import type { CallName } from './call-name.js';
import type { ParamSource, SharedId, StateRead } from './operation.js';
import { anyText, type Thing, thing } from './thing.js';
import { assumedResponse, type DeclaredResponse, decimalsOf, fieldsOf } from './transfer.js';

const call = 'musubi listTransactions' satisfies CallName;
/** The purchases among the transactions, by the ids of their orders and payments. */
const purchases = (...ids: readonly SharedId[]): readonly StateRead[] => [
  {
    call,
    params: { type: { constant: 'PURCHASE' } },
    isList: true,
    ids,
    status: 'status',
    existing: 'PAID',
    appearsLater: true,
    row: {
      known: 'assumed',
      id: 'id',
      amount: 'amount',
      token: 'currency',
      kind: { at: 'type', is: ['PURCHASE'] },
      at: ['at', 'createdAt'],
    },
  },
];
const orderId = (...sources: readonly ParamSource[]): SharedId => ({ row: ['orderId'], sources });
const paymentId = (...sources: readonly ParamSource[]): SharedId => ({ row: ['paymentId'], sources });
const ordered = ['orderId', 'order.id'] as const;
const paid = ['paymentId', 'payment.id', 'id'] as const;
const recoveryCommands = ['assets transactions --type PURCHASE'];
const offering = fieldsOf('musubi', 'getOffering', { id: 'offering' });
const payment: DeclaredResponse = {
  ...assumedResponse,
  id: 'id',
  status: { at: 'status', list: 'PaymentStatus' },
  amount: 'amount',
  token: 'currency',
};
const common = {
  group: 'Assets',
  status: { list: 'PaymentStatus', at: ['status', 'payment.status'], existing: 'PAID' },
  persons: 'name',
  natural: ['vin', 'at'],
} as const satisfies Partial<Thing>;

export const assetTransaction = thing({
  ...common,
  name: 'asset transaction',
  reads: [{ call, of: 'user', finds: anyText }],
  shownBy: 'assets transactions',
  next: 'assets vehicle {vin}',
  fields: [
    { path: 'type' },
    { path: 'at', as: 'time' },
    { path: 'amount', as: { amount: 'currency' } },
    { path: 'vin' },
    { path: 'transactionHash', heading: 'hash' },
    { path: 'id', room: 'yields' },
  ],
});

export const assetOrder = thing({
  ...common,
  name: 'asset order',
  reads: [{ call, of: 'user', ids: ['orderId', 'order.id', 'id'] }],
  watch: { kind: 'asset-order', what: 'an order of an asset', screen: 'Orders', late: true },
  operations: {
    'musubi createOrder': {
      name: 'asset order',
      kind: 'asset-order',
      completedBy: 'payment',
      facts: {
        object: 'offering',
        amount: 'amount',
        decimalsOf: decimalsOf(offering('currency'), 'currency'),
        token: [offering('currency')],
        arrives: { what: offering('title') },
        mustMatch: [
          { name: 'currency', with: offering('currency') },
          { name: 'purchaseType', with: offering('purchaseType') },
        ],
        minimum: offering('minAmount'),
        maximum: offering('maxAmount'),
      },
      response: {
        ...assumedResponse,
        id: 'id',
        amount: 'amount',
        token: 'currency',
        same: { offeringId: 'offering', purchaseType: 'purchaseType' },
      },
      recoveryCommands,
      state: purchases(orderId({ response: [...ordered, 'id'] })),
    },
  },
  fields: [
    { path: 'status', as: { status: 'PaymentStatus' } },
    { path: 'product.name', heading: 'product' },
    { path: 'amount', as: { amount: 'currency' } },
    { path: 'createdAt', heading: 'age', as: 'time' },
    { path: 'here.note', heading: 'note' },
    { path: 'id' },
  ],
});

export const assetPayment = thing({
  ...common,
  name: 'asset payment',
  money: {
    amount: 'amount',
    goesTo: 'the seller',
    unpaid: ['READY', 'CONFIRM_REQUIRED', 'EXPIRED'],
    returned: ['REFUNDED'],
  },
  reads: [{ call, of: 'user', ids: ['paymentId', 'payment.id', 'id'] }],
  watch: { kind: 'payment', what: 'the payment of an asset', screen: 'Payments', late: true },
  operations: {
    'musubi createPayment': {
      name: 'asset payment',
      kind: 'asset-order',
      facts: { object: 'order', of: { call: 'createOrder', id: 'order' } },
      response: { ...payment, same: { orderId: 'order', method: 'method' } },
      recoveryCommands,
      state: purchases(paymentId({ response: paid }), orderId({ response: ordered }, { request: 'order' })),
    },
    'musubi changePaymentToCrypto': {
      name: 'asset payment in crypto',
      kind: 'asset-order',
      facts: { object: 'paymentId', of: { call: 'createPayment', id: 'paymentId' } },
      response: { ...payment, same: { id: 'paymentId' } },
      recoveryCommands,
      state: purchases(paymentId({ response: paid }, { request: 'paymentId' }), orderId({ response: ordered })),
    },
  },
});
