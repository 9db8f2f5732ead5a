// Seeds mina's orders, one in each of the nine states. Of those under way only the end of the time to pay is due.
import { StoreOrderStatus } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { rows } from '../../core/rows.js';
import { addPast, type StateMachine, schedule } from '../../core/state-machine.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import { moveValue } from '../balances/ledger.js';
import { accounts, mint } from '../balances/ledger-accounts.js';
import { findUser } from '../people/user.js';
import { orderPast, seedItemIds, seedOrderTime } from './item-seeds.js';
import { paymentWindowMs, totalPrice } from './order-price.js';
import { storeProduct } from './product.js';
import { productNo } from './product-seeds.js';
import type { OrderWord, StoreOrder } from './store-rows.js';

/** The product of each, and how many. */
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
/** Those that wait for a payment can be paid until then: a world is used for weeks. */
const payableFor = 30 * day;
const waiting: readonly OrderWord[] = ['DRAFT', 'PAYMENT_PENDING', 'PAYMENT_FAILED'];

/** Seeds orders. The price of the paid one is minted, because the opening balances are without it. */
export function seedStoreOrders(opening: SandboxContext, order: StateMachine<StoreOrder>): void {
  const { id: owner } = findUser(opening, 'mina')!;
  const products = rows(opening, storeProduct);
  for (const status of StoreOrderStatus) {
    const [no, quantity] = seeds[status];
    const { id: productId, body } = products[no - 1]!;
    const at = seedOrderTime(opening, status);
    const total = totalPrice(body, quantity);
    const held = status === 'PAID';
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
      hidden: { held, reserved: held ? quantity : 0, qualified: true },
    };
    const past = { ...orderPast(status), facts: (timeOf: (word: OrderWord) => string | null) => ({ paidAt: timeOf('PAID') }) };
    const row = addPast(opening, order, { owner, at, body: orderBody }, past);
    if (order.deadline?.(row.body)) schedule(opening, order, row);
    if (held)
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
