// The stored rows of the store: products, items and orders.
import type { StoreOrderStatus } from '../../../services/catalogue/words.js';
import { iso } from '../../core/clock.js';
import type { Row } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/sale.js';
import type { Stored, StoredMachine } from '../../core/stored.js';

/** A product as stored. */
export interface StoreProduct extends Stored<typeof shapes.Product> {
  readonly hidden: {
    /** Comes to the balance in the place of items; in whole tokens. */
    readonly credits: { readonly currencyId: string; readonly amount: string } | null;
    /** How many days an item lasts once it is ready; null is for ever. */
    readonly lastsDays: number | null;
  };
}

/** An item as stored; the owner of the row owns the item. */
export interface InventoryItem extends StoredMachine<typeof shapes.Item, 'actionUrl' | 'code'> {
  readonly hidden: {
    readonly lastsDays: number | null;
    /** Who had it before they gave it away, the first of whom ordered it. */
    readonly before?: readonly string[];
  };
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

/** An order as stored. */
export interface StoreOrder extends StoredMachine<typeof shapes.Order> {
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
