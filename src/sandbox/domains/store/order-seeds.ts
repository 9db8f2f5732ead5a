// Seeds mina's orders, one in each of the nine states. Those under way have no step due.
import { StoreOrderStatus } from '../../../services/catalogue/words.js';
import { iso, minute, second } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, type Kind, rows } from '../../core/rows.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import { moveValue } from '../balances/ledger.js';
import { accounts, mint } from '../balances/ledger-accounts.js';
import { findUser } from '../people/user.js';
import { seedItemIds, seedOrderTime } from './item-seeds.js';
import { paymentWindowMs, totalPrice } from './order-price.js';
import { storeProduct } from './product.js';
import { productNo } from './product-seeds.js';
import type { OrderWord, StoreOrder } from './store-rows.js';

interface Seed {
  readonly no: number;
  readonly quantity: number;
  /** The states before. */
  readonly before: readonly OrderWord[];
}
const paid: readonly OrderWord[] = ['DRAFT', 'PAYMENT_PENDING', 'PAID'];
const seeds: Readonly<Record<OrderWord, Seed>> = {
  DRAFT: { no: productNo.helmet, quantity: 1, before: [] },
  PAYMENT_PENDING: { no: productNo.helmet, quantity: 2, before: ['DRAFT'] },
  PAYMENT_FAILED: { no: productNo.mysteryBox, quantity: 900, before: ['DRAFT', 'PAYMENT_PENDING'] },
  CANCEL_REQUESTED: { no: productNo.mysteryBox, quantity: 1, before: ['DRAFT'] },
  CANCEL_REFUNDED: { no: productNo.driverKit, quantity: 1, before: [...paid, 'CANCEL_REQUESTED'] },
  PAID: { no: productNo.batteryPass, quantity: 1, before: paid.slice(0, -1) },
  SUCCESS: { no: productNo.rideVoucher, quantity: 2, before: paid },
  EXPIRED: { no: productNo.helmet, quantity: 3, before: ['DRAFT'] },
  UNQUALIFIED: { no: productNo.founderBadge, quantity: 2, before: paid },
};

/** Seeds orders. The price of the paid one is minted, because the opening balances are without it. */
export function seedStoreOrders(opening: SandboxContext, order: Kind<StoreOrder>): void {
  const { id: owner } = findUser(opening, 'mina')!;
  const products = rows(opening, storeProduct);
  for (const status of StoreOrderStatus) {
    const { no, quantity, before } = seeds[status];
    const { id: productId, body } = products[no - 1]!;
    const at = seedOrderTime(opening, status);
    const words = [...before, status];
    const statusLog = words.map((word, index) => ({ status: word, at: iso(at + index * 3 * second) }));
    const total = totalPrice(body, quantity);
    const held = status === 'PAID';
    const orderBody: StoreOrder = {
      status,
      productId,
      quantity,
      price: body.price,
      totalPrice: toDecimal(total, decimalsOf(body.currencyId)),
      currencyId: body.currencyId,
      paymentMethod: 'BALANCE_TRANSACTION',
      expiresAt: iso(at + paymentWindowMs),
      createdAt: iso(at),
      paidAt: statusLog.find((step) => step.status === 'PAID')?.at ?? null,
      itemIds: seedItemIds(opening, status),
      statusLog: status === 'EXPIRED' ? [statusLog[0]!, { status, at: iso(at + 15 * minute) }] : statusLog,
      hidden: { held, reserved: held ? quantity : 0, qualified: true },
    };
    addRow(opening, order, { owner, at, body: orderBody });
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
