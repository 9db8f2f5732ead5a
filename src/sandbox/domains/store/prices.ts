// What so many of a product cost, and how long there is to pay for them.
import { minute } from '../../core/clock.js';
import { toBase } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import type { Product } from './product.js';

/** An order that is not paid by then is EXPIRED: ours. */
export const payWithin = 15 * minute;

/** The whole price, in the currency's smallest unit. */
export const priceOf = ({ price, currencyId }: Product, quantity: number): bigint =>
  toBase(price, decimalsOf(currencyId)) * BigInt(quantity);
