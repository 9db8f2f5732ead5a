// The total price of an order, its payment window, and the times of orders and items.
import { minute, second } from '../../core/clock.js';
import type { Timeline } from '../../core/state-machine.js';
import { toBase } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import type { StoreOrder, StoreProduct } from './store-rows.js';

/** The time to pay an order before it is EXPIRED: the sandbox's own. */
export const paymentWindowMs = 15 * minute;

/** The timelines of an order; the first is the regular one. */
export const orderTimelines: readonly [Timeline<StoreOrder>, ...Timeline<StoreOrder>[]] = [
  [['PAYMENT_PENDING', 3], ['PAID', 2], ['SUCCESS']],
  [['PAID', 2], ['UNQUALIFIED']],
  [['PAYMENT_PENDING', 3], ['PAYMENT_FAILED']],
  [['CANCEL_REQUESTED', 5], ['CANCEL_REFUNDED']],
];
/** How long after its order an item is ready, and how long after that the scenario uses it. */
export const [readyAfter, usedAfter] = [2 * second, 30 * second];

/** The whole price, in the currency's smallest unit. */
export const totalPrice = ({ price, currencyId }: StoreProduct, quantity: number): bigint =>
  toBase(price, decimalsOf(currencyId)) * BigInt(quantity);
