// Resolves what a payment is for: an order, or a lease that was granted.

import { type HandlerContext, requireCaller } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { requireRow, saveRow } from '../../core/rows.js';
import { assetOrder, requireOrder, rowNameOf } from './asset-orders.js';
import type { Payable } from './asset-rows.js';
import { lease } from './leases.js';
import { vehicleProduct } from './vehicle-products.js';

/** Resolves the body. @throws {Refusal} where it has neither or both ids, or a lease that is not SELECTED */
export function payableOf(context: HandlerContext): Payable {
  const { orderId, leaseApplicationId } = context.body;
  if ((rowNameOf(orderId) === undefined) === (rowNameOf(leaseApplicationId) === undefined))
    refuse(400, 'The body takes orderId or leaseApplicationId, and method (CRYPTO | BANK).', 'INVALID_REQUEST');
  return rowNameOf(orderId) === undefined ? leaseOf(context, rowNameOf(leaseApplicationId)!) : orderOf(context, orderId);
}

function orderOf(context: HandlerContext, name: unknown): Payable {
  const row = requireOrder(context, name);
  const { amount, currency } = row.body;
  const savePaymentId: Payable['savePaymentId'] = (at, paymentId) => void saveRow(at, assetOrder, row, { ...row.body, paymentId });
  return { orderId: row.id, leaseApplicationId: null, amount, currency, savePaymentId };
}

/** The first period is paid at once. */
function leaseOf(context: HandlerContext, name: string): Payable {
  const row = requireRow(context, lease, name, requireCaller(context).userId);
  const { status, paymentId } = row.body;
  if (status === 'PAID' || status === 'RECEIVED') refuse(409, `The lease is ${status}, by the payment ${paymentId}.`, 'ALREADY_PAID');
  if (status !== 'SELECTED') refuse(422, `The lease application is ${status}; it is paid for while it is SELECTED.`, 'NOT_PAYABLE');
  const { leasePrice: amount, currency } = requireRow(context, vehicleProduct, row.body.productId).body;
  const savePaymentId: Payable['savePaymentId'] = (at, id) => void saveRow(at, lease, row, { ...row.body, paymentId: id });
  return { orderId: null, leaseApplicationId: row.id, amount, currency, savePaymentId };
}
