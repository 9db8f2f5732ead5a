// The total price of an order, and its payment window.
import { minute } from '../../core/clock.js';
import { toBase } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import type { StoreProduct } from './store-rows.js';

/** The time to pay an order before it is EXPIRED: the sandbox's own. */
export const paymentWindowMs = 15 * minute;

/** The whole price, in the currency's smallest unit. */
export const totalPrice = ({ price, currencyId }: StoreProduct, quantity: number): bigint =>
  toBase(price, decimalsOf(currencyId)) * BigInt(quantity);
