// The stored rows of the store, and its products. All but the closed words is the sandbox's own.

import type { StoreOrderStatus } from '../../../services/catalogue/words.js';
import { type Context, day, iso, minute, second } from '../../core/context.js';
import { addRow, type Kind, type Row, rowById, rows, saveRow } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/sale.js';
import type { ResponseOf, Stored, StoredMachine, Timeline } from '../../core/state-machine.js';
import { balanceCurrencies, toBase } from '../balances/currencies.js';
import { decimalsOf } from '../balances/ledger.js';
import products from './products.json' with { type: 'json' };

/** A product as stored. */
interface StoreProduct extends Stored<typeof shapes.Product> {
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

/** A product, its sale in days around the moment the world begins. */
interface ProductSeed extends Omit<StoreProduct, 'salesStartAt' | 'salesEndAt' | 'imageUrl'> {
  readonly startsAfterDays: number;
}

/** In the order of their ordinals: the sandbox's own. */
const productSeeds = products as readonly ProductSeed[];
/** The ordinals that other seeds name. */
export const productNo = { helmet: 1, rideVoucher: 2, batteryPass: 3, mysteryBox: 4, driverKit: 6, founderBadge: 8 } as const;
/** How many days a voucher lasts. */
export const voucherDays = productSeeds[productNo.rideVoucher - 1]!.hidden.lastsDays!;

export const storeProduct: Kind<StoreProduct, ResponseOf<typeof shapes.Product>> = {
  name: 'product',
  table: 'product',
  noun: 'PRODUCT',
  owned: false,
  show: ({ id, body: { hidden, ...shown } }) => ({ id, ...shown }),
  seed: (opening) => {
    for (const { startsAfterDays, ...facts } of productSeeds) {
      const imageUrl = `https://pictures.sandbox.invalid/${facts.name.toLowerCase().replaceAll(' ', '-')}.png`;
      const body = { ...facts, imageUrl, salesStartAt: iso(opening.now + startsAfterDays * day), salesEndAt: null };
      addRow(opening, storeProduct, { owner: null, at: opening.now, body });
    }
  },
};

/** Whether it is being sold now. */
export const isOnSale = ({ body: { salesStartAt, salesEndAt } }: Row<StoreProduct>, { now }: Context): boolean =>
  Date.parse(salesStartAt) <= now && (salesEndAt === null || now < Date.parse(salesEndAt));

/** The product of an id that is known to exist. */
export const productOf = (context: Context, id: string): Row<StoreProduct> => rowById(context, storeProduct, id)!;

/** Changes the stock by a number. */
export function changeStock(context: Context, row: Row<StoreProduct>, by: number): void {
  saveRow(context, storeProduct, row, { ...row.body, stockLeft: row.body.stockLeft + by });
}

/** GET /v1/sale-currencies: those that something is sold for. */
export function showSaleCurrencies(context: Context): unknown {
  const used = new Set(rows(context, storeProduct).map(({ body }) => body.currencyId));
  return balanceCurrencies
    .filter(({ id }) => used.has(id))
    .map(({ id, name, decimals, transferable }) => ({
      id,
      name,
      icon: `https://icons.sandbox.invalid/${id}.png`,
      tokenDecimal: decimals,
      balanceTransferable: transferable,
    }));
}

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
