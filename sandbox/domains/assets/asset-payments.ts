// Payments for orders and leases: the state machine of platform 7.2. Its sequence and times are the sandbox's own.

import { json, optional, word } from '../../../src/services/catalogue/define.js';
import { PaymentMethod } from '../../../src/services/catalogue/words.js';
import {
  addMoving,
  badRequest,
  type Context,
  callerId,
  enterState,
  type HandlerContext,
  iso,
  type Listener,
  nextStep,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rows,
  type StateMachine,
  type Step,
  saveRow,
  scenarioOf,
  schedule,
  stepOnTimelines,
  view,
  youPay,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import { assetOrder, rowNameOf } from './asset-orders.js';
import type { AssetPayment, Payable } from './asset-rows.js';
import { lease } from './leases.js';
import { arrived, canPay, collect, deliver, refund } from './payment-flow.js';
import { paymentKind } from './payment-kind.js';
import { cryptoOf, expiryMs, newPayment, paymentTimelines } from './payment-seeds.js';
import { vehicleProduct } from './vehicle-products.js';

/** Resolves the body. @throws {Refusal} for neither or both ids, or a lease that is not SELECTED */
function payableOf(context: HandlerContext): Payable {
  const [order, application] = [rowNameOf(context.body.orderId), rowNameOf(context.body.leaseApplicationId)];
  if ((order === undefined) === (application === undefined))
    badRequest('The body takes orderId or leaseApplicationId, and method (CRYPTO | BANK).');
  return order === undefined ? leaseOf(context, application!) : orderOf(context, order);
}

function orderOf(context: HandlerContext, name: string): Payable {
  const row = requireRow(context, assetOrder, name, callerId(context));
  const { amount, currency } = row.body;
  const savePaymentId: Payable['savePaymentId'] = (at, paymentId) =>
    void saveRow(at, assetOrder, row, { ...row.body, paymentId });
  return { orderId: row.id, leaseApplicationId: null, amount, currency, savePaymentId };
}

/** The first period is paid at once. */
function leaseOf(context: HandlerContext, name: string): Payable {
  const row = requireRow(context, lease, name, callerId(context));
  const { status, paymentId } = row.body;
  if (status === 'PAID' || status === 'RECEIVED')
    refuse(409, `The lease is ${status}, by the payment ${paymentId}.`, 'ALREADY_PAID');
  if (status !== 'SELECTED')
    refuse(422, `The lease application is ${status}; it is paid for while it is SELECTED.`, 'NOT_PAYABLE');
  const { leasePrice: amount, currency } = requireRow(context, vehicleProduct, row.body.productId).body;
  const savePaymentId: Payable['savePaymentId'] = (at, id) =>
    void saveRow(at, lease, row, { ...row.body, paymentId: id });
  return { orderId: null, leaseApplicationId: row.id, amount, currency, savePaymentId };
}

function next(row: Row<AssetPayment>, context: Context): Step | undefined {
  const { scenario, hidden } = row.body;
  const waits = scenario === 'not paid' || hidden.byHand || !canPay(row, context);
  return waits && row.body.status === 'READY'
    ? nextStep([paymentTimelines.unpaid], row, context)
    : stepOnTimelines(assetPayment, row, context);
}

/** Collects the value, delivers the purchase, or refunds it. */
function onEnter(row: Row<AssetPayment>, context: Context): AssetPayment | { readonly redirectTo: string } | undefined {
  const { status } = row.body;
  if (status === 'CONFIRM_REQUIRED')
    return row.body.transactionHash !== null || canPay(row, context)
      ? collect(row, context)
      : { redirectTo: 'EXPIRED' };
  if (status === 'PAID')
    return deliver(row, context) ? { ...row.body, paidAt: iso(context.now) } : { redirectTo: 'REFUNDED' };
  return status === 'REFUNDED' ? refund(row, context) : undefined;
}

export const assetPayment: StateMachine<AssetPayment, ResponseOf<typeof shapes.Payment>> = {
  ...paymentKind,
  scenarioPrefix: 'payment',
  scenarios: {
    refunded: ['READY, CONFIRM_REQUIRED, PAID, then REFUNDED', paymentTimelines.refunded],
    'not paid': 'EXPIRED',
  },
  deadline: ({ status, expiresAt }) => (status === 'READY' ? expiresAt : null),
  next,
  onEnter,
};

/** The body of POST /v1/payment: an id, which may be an ordinal, and the method. */
const paymentBody = {
  orderId: optional(json()),
  leaseApplicationId: optional(json()),
  method: word(PaymentMethod),
};

/** Makes a payment of an order or a lease. */
export const makePayment = view(
  (context): ResponseOf<typeof shapes.Payment> => {
    const owner = callerId(context);
    const payable = payableOf(context);
    const others = rows(context, assetPayment, { owner, status: ['READY', 'CONFIRM_REQUIRED', 'PAID'] });
    const other = others.find(
      ({ body }) => body.orderId === payable.orderId && body.leaseApplicationId === payable.leaseApplicationId,
    );
    if (other) refuse(409, `The payment ${other.id} is ${other.body.status}.`, 'ALREADY_PAID');
    const scenario = scenarioOf(context, assetPayment);
    const bodyOf = (id: string) => {
      const body = newPayment(context, id, owner, context.body.method, payable);
      return { ...body, scenario, hidden: { ...body.hidden, byHand: youPay(context) } };
    };
    const created = addMoving(context, assetPayment, 'READY', { owner, body: bodyOf });
    payable.savePaymentId(context, created.id);
    return assetPayment.show(created, context);
  },
  { body: paymentBody },
);

/** Changes a payment through a bank. */
export function changeToCrypto(row: Row<AssetPayment>, context: HandlerContext) {
  const { body } = row;
  if (body.status !== 'READY' || body.method !== 'BANK')
    refuse(
      422,
      `The payment is ${body.status} by ${body.method}; it can be changed while it is READY by BANK.`,
      'NOT_CHANGEABLE',
    );
  const changed: AssetPayment = {
    ...body,
    method: 'CRYPTO',
    bank: null,
    crypto: cryptoOf(context, row.id, body),
    expiresAt: iso(context.now + expiryMs.CRYPTO),
    hidden: { ...body.hidden, byHand: body.hidden.byHand || youPay(context) },
  };
  const saved = saveRow(context, assetPayment, row, changed);
  schedule(context, assetPayment, saved);
  return assetPayment.show(saved, context);
}

/** Confirms payments when their value has arrived on a chain. */
export const paymentsListener: Listener = {
  on: {
    'chain moved': ({ hash, from, to }, context) => {
      for (const row of rows(context, assetPayment, { status: ['READY'] })) {
        if (row.body.crypto?.toAddress.toLowerCase() !== String(to).toLowerCase() || !arrived(row, context)) continue;
        const body = { ...row.body, transactionHash: String(hash), hidden: { payer: String(from), byHand: true } };
        enterState(context, assetPayment, { ...row, body }, 'CONFIRM_REQUIRED');
      }
    },
  },
};
