// What can be paid for: an order, or a lease that was granted.
import { refuse } from '../../core/refusal.js';
import { saveRow, theRow } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { lease } from './leases.js';
import { nameIn, order, theOrder } from './orders.js';
import type { Payment } from './payments.js';
import { product } from './products.js';

/** What is to be paid, and for what. */
export interface Payable extends Pick<Payment, 'orderId' | 'leaseApplicationId' | 'amount' | 'currency'> {
  /** Writes down which payment it has. */
  readonly remember: (world: World, paymentId: string) => void;
}

/** What the body names. @throws {Refusal} where it names none or both, or a lease that is not SELECTED */
export function aboutOf(world: World): Payable {
  const { orderId, leaseApplicationId } = world.body;
  if ((nameIn(orderId) === undefined) === (nameIn(leaseApplicationId) === undefined))
    refuse(400, 'The body takes orderId or leaseApplicationId, and method (CRYPTO | BANK).', 'INVALID_REQUEST');
  return nameIn(orderId) === undefined ? leaseOf(world, nameIn(leaseApplicationId)!) : orderOf(world, orderId);
}

function orderOf(world: World, name: unknown): Payable {
  const row = theOrder(world, name);
  const { amount, currency } = row.body;
  const remember: Payable['remember'] = (at, paymentId) => void saveRow(at, order, row, { ...row.body, paymentId });
  return { orderId: row.id, leaseApplicationId: null, amount, currency, remember };
}

/** The first period is paid at once. */
function leaseOf(world: World, name: string): Payable {
  const row = theRow(world, lease, name, caller(world).userId);
  const { status, paymentId } = row.body;
  if (status === 'PAID' || status === 'RECEIVED') refuse(409, `The lease is ${status}, by the payment ${paymentId}.`, 'ALREADY_PAID');
  if (status !== 'SELECTED') refuse(422, `The lease application is ${status}; it is paid for while it is SELECTED.`, 'NOT_PAYABLE');
  const { leasePrice: amount, currency } = theRow(world, product, row.body.productId).body;
  const remember: Payable['remember'] = (at, id) => void saveRow(at, lease, row, { ...row.body, paymentId: id });
  return { orderId: null, leaseApplicationId: row.id, amount, currency, remember };
}
