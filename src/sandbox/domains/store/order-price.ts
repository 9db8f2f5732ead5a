// The total price of an order, and its payment window.
import { minute } from '../../core/clock.js';
import { toBase } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import type { StoreProduct } from './store-rows.js';

/** An order that is not paid by then is EXPIRED: ours. */
export const paymentWindowMs = 15 * minute;

/** The whole price, in the currency's smallest unit. */
export const totalPrice = ({ price, currencyId }: StoreProduct, quantity: number): bigint =>
  toBase(price, decimalsOf(currencyId)) * BigInt(quantity);
