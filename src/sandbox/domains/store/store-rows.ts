// The stored rows of the store: products, items and orders.
import type { ItemActionType, StockStatus, StoreOrderStatus, StorePaymentMethod } from '../../../services/catalogue/words.js';
import { iso } from '../../core/clock.js';
import type { Row } from '../../core/rows.js';
import type { MachineBody } from '../../core/state-machine.js';

/** A product as stored. */
export interface StoreProduct {
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string;
  /** In whole tokens of `currencyId`, a balance's currency. */
  readonly price: string;
  readonly currencyId: string;
  readonly featured: boolean;
  readonly stockLeft: number;
  readonly maxPerUser: number | null;
  readonly actionType: (typeof ItemActionType)[number];
  readonly salesStartAt: string;
  readonly salesEndAt: string | null;
  readonly hidden: {
    /** Comes to the balance in the place of items; in whole tokens. */
    readonly credits: { readonly currencyId: string; readonly amount: string } | null;
    /** How many days an item lasts once it is ready; null is for ever. */
    readonly lastsDays: number | null;
  };
}

/** An item as stored; the owner of the row owns the item. */
export interface InventoryItem extends MachineBody {
  readonly status: (typeof StockStatus)[number];
  readonly productId: string;
  readonly orderId: string | null;
  readonly name: string;
  readonly imageUrl: string;
  readonly actionType: (typeof ItemActionType)[number];
  readonly givenBy: string | null;
  readonly usedAt: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly hidden: { readonly lastsDays: number | null };
}

/** An item before it is ready. */
export const newItem = ({ id, body }: Row<StoreProduct>, orderId: string | null, at: number, scenario?: string): InventoryItem => ({
  status: 'PENDING',
  ...(scenario !== undefined && { scenario }),
  productId: id,
  orderId,
  name: body.name,
  imageUrl: body.imageUrl,
  actionType: body.actionType,
  givenBy: null,
  usedAt: null,
  expiresAt: null,
  createdAt: iso(at),
  statusLog: [{ status: 'PENDING', at: iso(at) }],
  hidden: { lastsDays: body.hidden.lastsDays },
});

export type OrderWord = (typeof StoreOrderStatus)[number];

/** An order as stored. Prices are in whole tokens of `currencyId`. */
export interface StoreOrder extends MachineBody {
  readonly status: OrderWord;
  readonly productId: string;
  readonly quantity: number;
  readonly price: string;
  readonly totalPrice: string;
  readonly currencyId: string;
  readonly paymentMethod: (typeof StorePaymentMethod)[number];
  readonly expiresAt: string;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly itemIds: readonly string[];
  readonly statusLog: readonly { readonly status: OrderWord; readonly at: string }[];
  readonly hidden: {
    /** Whether the house holds its price. */
    readonly held: boolean;
    /** How many were taken out of the stock for it. */
    readonly reserved: number;
    readonly qualified: boolean;
    /** The scenario of its items. */
    readonly itemScenario?: string;
  };
}
