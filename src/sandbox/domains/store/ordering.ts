// Ordering, paying and cancelling.
import { number, optional, text, word } from '../../../services/catalogue/define.js';
import { StorePaymentMethod } from '../../../services/catalogue/words.js';
import { iso } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Kind, type Row, theRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { enter, schedule } from '../../core/state-machine.js';
import { caller, type World } from '../../core/world.js';
import { toDecimal } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import { item } from './item.js';
import { type Order, type OrderWord, order } from './order.js';
import { payWithin, priceOf } from './prices.js';
import { isOnSale, product, productOf } from './product.js';

/** What an order takes: the sandbox's own names. */
export const orderBody = { productId: text(), quantity: optional(number()), currencyId: optional(text()) };
const mostAtOnce = 1000;

/** POST /v1/orders. Whether somebody may have so many is only known once they have paid. */
export function placeOrder(world: World): unknown {
  const { userId } = caller(world);
  const { productId, quantity = 1, currencyId: asked } = world.body as { productId: string; quantity?: number; currencyId?: string };
  const wanted = theRow(world, product, productId);
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > mostAtOnce)
    refuse(400, `quantity must be a whole number from 1 to ${mostAtOnce}, not ${quantity}.`, 'INVALID_REQUEST');
  if (!isOnSale(wanted, world)) refuse(422, `${wanted.body.name} is on sale from ${wanted.body.salesStartAt} on.`, 'NOT_ON_SALE');
  if (asked !== undefined && asked !== wanted.body.currencyId)
    refuse(422, `${wanted.body.name} is sold for ${wanted.body.currencyId}, not for ${asked.slice(0, 20)}.`, 'WRONG_CURRENCY');
  refuseWithoutStock(wanted.body.stockLeft, quantity);
  const scenario = scenarioOf(world, order);
  const itemScenario = scenarioOf(world, item);
  const { price, currencyId } = wanted.body;
  const at = iso(world.now);
  const body: Order = {
    status: 'DRAFT',
    ...(scenario !== undefined && { scenario }),
    productId: wanted.id,
    quantity,
    price,
    totalPrice: toDecimal(priceOf(wanted.body, quantity), decimalsOf(currencyId)),
    currencyId,
    paymentMethod: 'BALANCE_TRANSACTION',
    expiresAt: iso(world.now + payWithin),
    createdAt: at,
    paidAt: null,
    itemIds: [],
    statusLog: [{ status: 'DRAFT', at }],
    hidden: { held: false, reserved: 0, qualified: true, ...(itemScenario !== undefined && { itemScenario }) },
  };
  const made = addRow(world, order, { owner: userId, at: world.now, body });
  schedule(world, order, made);
  return order.show(made, world);
}

function refuseWithoutStock(left: number, quantity: number): void {
  if (left < quantity) refuse(409, `There are ${left} left, not ${quantity}.`, 'OUT_OF_STOCK');
}

/** A payment that was begun; its owner is the payer. */
interface OrderPayment {
  readonly orderId: string;
  readonly method: (typeof StorePaymentMethod)[number];
  /** In whole tokens of `currencyId`. */
  readonly amount: string;
  readonly currencyId: string;
  readonly balanceTransactionId: string | null;
  readonly createdAt: string;
}
const payment: Kind<OrderPayment> = {
  name: 'store-payment',
  table: 'store_payment',
  noun: 'ORDER_PAYMENT',
  owned: true,
  show: ({ id, body }) => ({ id, ...body }),
};

/** What paying takes; there is one method only. */
export const payBody = { method: optional(word(StorePaymentMethod)) };
const payable: readonly OrderWord[] = ['DRAFT', 'PAYMENT_FAILED'];
const cancellable: readonly OrderWord[] = [...payable, 'PAYMENT_PENDING', 'PAID'];
const isPaid: readonly OrderWord[] = ['PAYMENT_PENDING', 'PAID', 'SUCCESS'];

/** POST /v1/orders/{id}/payments: the price is taken three seconds later, so that no transaction has an id yet. */
export function payOrder(row: Row<Order>, world: World): unknown {
  const { status, productId, quantity, totalPrice: amount, currencyId, paymentMethod: method } = row.body;
  if (isPaid.includes(status)) refuse(409, `The order is ${status}.`, 'ALREADY_PAID');
  if (!payable.includes(status)) refuse(422, `The order is ${status}; it must be ${payable.join(' or ')}.`, 'NOT_CHANGEABLE');
  refuseWithoutStock(productOf(world, productId).body.stockLeft, quantity);
  enter(world, order, row, 'PAYMENT_PENDING');
  const body = { orderId: row.id, method, amount, currencyId, balanceTransactionId: null, createdAt: iso(world.now) };
  return payment.show(addRow(world, payment, { owner: row.owner, at: world.now, body }), world);
}

/** DELETE /v1/orders/{id}. */
export function cancelOrder({ body: { status } }: Row<Order>): { word: OrderWord } {
  if (cancellable.includes(status)) return { word: 'CANCEL_REQUESTED' };
  return refuse(422, `The order is ${status}; it must be ${cancellable.join(', ')}.`, 'NOT_CANCELLABLE');
}
