// Store orders: the state machine of platform 8.1, whose sequence and times are the sandbox's own, and their calls.

import { number, optional, text, word } from '../../../src/services/catalogue/define.js';
import { StoreOrderStatus, StorePaymentMethod } from '../../../src/services/catalogue/words.js';
import {
  action,
  addMoving,
  addPast,
  addRow,
  badRequest,
  type Context,
  callerId,
  day,
  defineKind,
  emit,
  ensureSeeded,
  enterState,
  iso,
  type Kind,
  nextStep,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rows,
  type StateMachine,
  type Step,
  type Stored,
  scenarioOf,
  schedule,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/sale.js';
import { accounts, mint, toBase, toDecimal } from '../balances/currencies.js';
import { balanceOf, credit, debit, decimalsOf, moveValue } from '../balances/ledger.js';
import { findUser } from '../people/user.js';
import {
  cancelItems,
  emitItemNotification,
  item,
  orderPast,
  releaseItems,
  reserveItems,
  seedItemIds,
  seedOrderTime,
} from './item.js';
import {
  changeStock,
  isOnSale,
  newItem,
  type OrderWord,
  orderTimelines,
  paymentWindowMs,
  productNo,
  productOf,
  type StoreOrder,
  storeProduct,
  totalPrice,
} from './store-rows.js';

/** The product and the quantity. */
const seeds: Readonly<Record<OrderWord, readonly [no: number, quantity: number]>> = {
  DRAFT: [productNo.helmet, 1],
  PAYMENT_PENDING: [productNo.helmet, 2],
  PAYMENT_FAILED: [productNo.mysteryBox, 900],
  CANCEL_REQUESTED: [productNo.mysteryBox, 1],
  CANCEL_REFUNDED: [productNo.driverKit, 1],
  PAID: [productNo.batteryPass, 1],
  SUCCESS: [productNo.rideVoucher, 2],
  EXPIRED: [productNo.helmet, 3],
  UNQUALIFIED: [productNo.founderBadge, 2],
};
/** Waiting orders last long: a world is used for weeks. */
const payableFor = 30 * day;
const waiting: readonly OrderWord[] = ['DRAFT', 'PAYMENT_PENDING', 'PAYMENT_FAILED'];

/** The price of the paid order is minted: the opening balances do not have it. */
function seedStoreOrders(opening: Context, order: StateMachine<StoreOrder>): void {
  const { id: owner } = findUser(opening, 'mina')!;
  const products = rows(opening, storeProduct);
  for (const status of StoreOrderStatus) {
    const [no, quantity] = seeds[status];
    const { id: productId, body } = products[no - 1]!;
    const at = seedOrderTime(opening, status);
    const total = totalPrice(body, quantity);
    const isPaid = status === 'PAID';
    const orderBody = {
      productId,
      quantity,
      price: body.price,
      totalPrice: toDecimal(total, decimalsOf(body.currencyId)),
      currencyId: body.currencyId,
      paymentMethod: 'BALANCE_TRANSACTION' as const,
      expiresAt: iso(waiting.includes(status) ? opening.now + payableFor : at + paymentWindowMs),
      createdAt: iso(at),
      paidAt: null,
      itemIds: seedItemIds(opening, status),
      hidden: { held: isPaid, reserved: isPaid ? quantity : 0, qualified: true },
    };
    const past = {
      ...orderPast(status),
      facts: (timeOf: (word: OrderWord) => string | null) => ({ paidAt: timeOf('PAID') }),
    };
    const row = addPast(opening, order, { owner, at, body: orderBody }, past);
    if (order.deadline?.(row.body)) schedule(opening, order, row);
    if (isPaid)
      moveValue(
        opening,
        mint(body.currencyId),
        accounts.store,
        body.currencyId,
        toBase(orderBody.totalPrice, decimalsOf(body.currencyId)),
        'opening',
      );
  }
}

/** These wait for a payment until the order expires. */
const payable: readonly OrderWord[] = ['DRAFT', 'PAYMENT_FAILED'];

function next(row: Row<StoreOrder>, context: Context): Step | undefined {
  const { body } = row;
  if (payable.includes(body.status))
    return { target: 'EXPIRED', at: Math.max(context.now, Date.parse(body.expiresAt)) };
  const [regular, unqualified, ...others] = orderTimelines;
  const step = nextStep([body.hidden.qualified ? undefined : unqualified, regular, ...others], row, context);
  return step?.target === 'PAID' ? { ...step, target: 'collect' } : step; // a short balance ends in PAYMENT_FAILED
}

/** In the smallest unit. */
const raw = ({ totalPrice, currencyId }: StoreOrder): bigint => toBase(totalPrice, decimalsOf(currencyId));
const balanceChangeOf = (row: Row<StoreOrder>, context: Context, description: string) => ({
  userId: row.owner!,
  currencyId: row.body.currencyId,
  amount: raw(row.body),
  description: `${description} ${productOf(context, row.body.productId).body.name}`,
  cause: `order ${row.id}`,
});

/** Takes the price if the balance has it. The scenario fails the first payment only. */
function collect(row: Row<StoreOrder>, context: Context): StoreOrder {
  const { body } = row;
  const meantToFail =
    body.scenario === 'payment fails' && !body.statusLog.some(({ status }) => status === 'PAYMENT_FAILED');
  const short = balanceOf(context, row.owner!, body.currencyId) < raw(body);
  return enterState(context, storeOrder, row, meantToFail || short ? 'PAYMENT_FAILED' : 'PAID').body;
}

/** The user's purchases of a product, with this order. */
const boughtOf = (context: Context, { owner, body }: Row<StoreOrder>): number =>
  rows(context, storeOrder, { owner: owner!, status: ['PAID', 'SUCCESS'] })
    .filter((order) => order.body.productId === body.productId)
    .reduce((sum, order) => sum + order.body.quantity, 0);

function pay(row: Row<StoreOrder>, context: Context): StoreOrder {
  debit(context, balanceChangeOf(row, context, 'Bought'), accounts.store);
  const { productId, quantity, hidden } = row.body;
  const product = productOf(context, productId);
  const { maxPerUser, stockLeft } = product.body;
  const qualified =
    row.body.scenario !== 'unqualified' && stockLeft >= quantity && boughtOf(context, row) <= (maxPerUser ?? Infinity);
  const reserved = stockLeft >= quantity ? quantity : 0;
  changeStock(context, product, -reserved);
  const items = product.body.hidden.credits ? 0 : reserved;
  const itemIds = reserveItems(context, row.owner!, newItem(product, row.id, context.now, hidden.itemScenario), items);
  return { ...row.body, paidAt: iso(context.now), itemIds, hidden: { ...hidden, held: true, reserved, qualified } };
}

function fulfill(row: Row<StoreOrder>, context: Context): StoreOrder {
  const { productId, quantity, itemIds, hidden } = row.body;
  const { name, hidden: productTerms } = productOf(context, productId).body;
  if (productTerms.credits) {
    const { currencyId, amount } = productTerms.credits;
    const change = {
      userId: row.owner!,
      currencyId,
      amount: toBase(amount, decimalsOf(currencyId)) * BigInt(quantity),
    };
    credit(context, { ...change, description: name, cause: `order ${row.id}` }, mint(currencyId));
  }
  releaseItems(context, itemIds);
  for (const id of itemIds) emitItemNotification(context, { id }, row.owner!, name, 'It is in your inventory.');
  emit(context, 'activity done', { userId: row.owner, typeId: 'purchase_item' });
  return { ...row.body, hidden: { ...hidden, held: false } };
}

/** Refunds the price and restocks the reserved items. */
function undo(row: Row<StoreOrder>, context: Context): StoreOrder {
  const { productId, itemIds, hidden } = row.body;
  if (hidden.held) credit(context, balanceChangeOf(row, context, 'Refund of'), accounts.store);
  if (hidden.reserved > 0) changeStock(context, productOf(context, productId), hidden.reserved);
  cancelItems(context, itemIds);
  return { ...row.body, hidden: { ...hidden, held: false, reserved: 0 } };
}

const entering: Readonly<Partial<Record<OrderWord, (row: Row<StoreOrder>, context: Context) => StoreOrder>>> = {
  PAID: pay,
  SUCCESS: fulfill,
  UNQUALIFIED: undo,
  CANCEL_REFUNDED: undo,
};

export const storeOrder: StateMachine<StoreOrder, ResponseOf<typeof shapes.Order>> = defineKind({
  name: 'store-order',
  noun: 'ORDER',
  owned: true,
  scenarioPrefix: 'order',
  scenarios: {
    'payment fails': 'PAYMENT_FAILED; a second payment goes through',
    unqualified: 'PAID, then UNQUALIFIED: the price comes back',
  },
  show: ({ id, body: { hidden, scenario, ...fields } }) => ({ id, ...fields }),
  deadline: ({ status, expiresAt }) => (payable.includes(status) ? expiresAt : null),
  timelines: () => orderTimelines,
  next,
  onEnter: (row, context) => entering[row.body.status]?.(row, context),
  actions: { collect },
  seed: (opening) => {
    ensureSeeded(opening, item); // the items of these orders
    seedStoreOrders(opening, storeOrder);
  },
});

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
const payment: Kind<OrderPayment> = defineKind({
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
