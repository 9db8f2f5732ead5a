// Places, pays and cancels store orders.

import { number, optional, text, word } from '../../../services/catalogue/define.js';
import { StorePaymentMethod } from '../../../services/catalogue/words.js';
import {
  action,
  addMoving,
  addRow,
  badRequest,
  callerId,
  defineKind,
  enterState,
  iso,
  type Kind,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  type Stored,
  scenarioOf,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/sale.js';
import { toDecimal } from '../balances/currencies.js';
import { decimalsOf } from '../balances/ledger.js';
import { item } from './item.js';
import { payable, storeOrder } from './order.js';
import {
  isOnSale,
  type OrderWord,
  paymentWindowMs,
  productOf,
  type StoreOrder,
  storeProduct,
  totalPrice,
} from './store-rows.js';

const mostAtOnce = 1000;

/** The limit per user is checked after the payment. */
export const placeOrder = view(
  (context) => {
    const userId = callerId(context);
    const { productId, quantity = 1, currencyId: requestedCurrency } = context.body;
    const ordered = requireRow(context, storeProduct, productId);
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > mostAtOnce)
      badRequest(`quantity must be a whole number from 1 to ${mostAtOnce}, not ${quantity}.`);
    if (!isOnSale(ordered, context))
      refuse(422, `${ordered.body.name} is on sale from ${ordered.body.salesStartAt} on.`, 'NOT_ON_SALE');
    if (requestedCurrency !== undefined && requestedCurrency !== ordered.body.currencyId)
      refuse(
        422,
        `${ordered.body.name} is sold for ${ordered.body.currencyId}, not for ${requestedCurrency.slice(0, 20)}.`,
        'WRONG_CURRENCY',
      );
    refuseWithoutStock(ordered.body.stockLeft, quantity);
    const scenario = scenarioOf(context, storeOrder);
    const itemScenario = scenarioOf(context, item);
    const { price, currencyId } = ordered.body;
    const body: Omit<StoreOrder, 'status' | 'statusLog'> = {
      scenario,
      productId: ordered.id,
      quantity,
      price,
      totalPrice: toDecimal(totalPrice(ordered.body, quantity), decimalsOf(currencyId)),
      currencyId,
      paymentMethod: 'BALANCE_TRANSACTION',
      expiresAt: iso(context.now + paymentWindowMs),
      createdAt: iso(context.now),
      paidAt: null,
      itemIds: [],
      hidden: { held: false, reserved: 0, qualified: true, itemScenario },
    };
    return storeOrder.show(addMoving(context, storeOrder, 'DRAFT', { owner: userId, body }), context);
  },
  { body: { productId: text(), quantity: optional(number()), currencyId: optional(text()) } },
);

function refuseWithoutStock(stock: number, quantity: number): void {
  if (stock < quantity) refuse(409, `There are ${stock} left, not ${quantity}.`, 'OUT_OF_STOCK');
}

/** The owner is the payer. */
type OrderPayment = Stored<typeof shapes.OrderPayment>;
const payment: Kind<OrderPayment, ResponseOf<typeof shapes.OrderPayment>> = defineKind({
  name: 'store-payment',
  owned: true,
});

const cancellable: readonly OrderWord[] = [...payable, 'PAYMENT_PENDING', 'PAID'];
const isPaid: readonly OrderWord[] = ['PAYMENT_PENDING', 'PAID', 'SUCCESS'];

/** The price is taken three seconds later, so no transaction has an id yet. */
export const payOrder = action(
  storeOrder,
  (row, context) => {
    const { status, productId, quantity, totalPrice: amount, currencyId, paymentMethod: method } = row.body;
    if (isPaid.includes(status)) refuse(409, `The order is ${status}.`, 'ALREADY_PAID');
    if (!payable.includes(status))
      refuse(422, `The order is ${status}; it must be ${payable.join(' or ')}.`, 'NOT_CHANGEABLE');
    refuseWithoutStock(productOf(context, productId).body.stockLeft, quantity);
    enterState(context, storeOrder, row, 'PAYMENT_PENDING');
    const body = {
      orderId: row.id,
      method,
      amount,
      currencyId,
      balanceTransactionId: null,
      createdAt: iso(context.now),
    };
    return payment.show(addRow(context, payment, { owner: row.owner, body }), context);
  },
  { body: { method: optional(word(StorePaymentMethod)) } },
);

/** Cancels an order that is not fulfilled. */
export function cancelOrder({ body: { status } }: Row<StoreOrder>): { word: OrderWord } {
  if (cancellable.includes(status)) return { word: 'CANCEL_REQUESTED' };
  return refuse(422, `The order is ${status}; it must be ${cancellable.join(', ')}.`, 'NOT_CANCELLABLE');
}
