// The stored rows of the store, and its products. Only the closed words are public.

import type { StoreOrderStatus } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  day,
  defineKind,
  iso,
  type Kind,
  minute,
  type ResponseOf,
  type Row,
  rowById,
  rows,
  type Stored,
  type StoredMachine,
  saveRow,
  second,
  type Timeline,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/sale.js';
import { balanceCurrencies, toBase } from '../balances/currencies.js';
import { decimalsOf } from '../balances/ledger.js';
import products from './products.json' with { type: 'json' };

interface StoreProduct extends Stored<typeof shapes.Product> {
  readonly hidden: {
    /** Credited to the balance in place of items, in whole tokens. */
    readonly credits: { readonly currencyId: string; readonly amount: string } | null;
    /** In days after an item is ready; null is for ever. */
    readonly lastsDays: number | null;
  };
}

/** The owner of the row owns the item. */
export interface InventoryItem extends StoredMachine<typeof shapes.Item, 'actionUrl' | 'code'> {
  readonly hidden: {
    readonly lastsDays: number | null;
    /** Earlier owners; the first ordered it. */
    readonly before?: readonly string[];
  };
}

/** A PENDING item that nobody has used. */
export const newItem = (
  { id, body }: Row<StoreProduct>,
  orderId: string | null,
  at: number,
  scenario?: string,
): InventoryItem => ({
  status: 'PENDING',
  scenario,
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

export interface StoreOrder extends StoredMachine<typeof shapes.Order> {
  readonly hidden: {
    /** The house holds the price. */
    readonly held: boolean;
    /** Taken out of the stock. */
    readonly reserved: number;
    readonly qualified: boolean;
    readonly itemScenario?: string;
  };
}

/** In days around the world's beginning. */
interface ProductSeed extends Omit<StoreProduct, 'salesStartAt' | 'salesEndAt' | 'imageUrl'> {
  readonly startsAfterDays: number;
}

/** By ordinal. */
const productSeeds = products as readonly ProductSeed[];
/** The ordinals for other seeds. */
export const productNo = {
  helmet: 1,
  rideVoucher: 2,
  batteryPass: 3,
  mysteryBox: 4,
  driverKit: 6,
  founderBadge: 8,
} as const;
export const voucherDays = productSeeds[productNo.rideVoucher - 1]!.hidden.lastsDays!;

export const storeProduct: Kind<StoreProduct, ResponseOf<typeof shapes.Product>> = defineKind({
  name: 'product',
  show: ({ id, body: { hidden, ...fields } }) => ({ id, ...fields }),
  seed: (opening) => {
    for (const { startsAfterDays, ...facts } of productSeeds) {
      const imageUrl = `https://pictures.sandbox.invalid/${facts.name.toLowerCase().replaceAll(' ', '-')}.png`;
      const body = { ...facts, imageUrl, salesStartAt: iso(opening.now + startsAfterDays * day), salesEndAt: null };
      addRow(opening, storeProduct, { body });
    }
  },
});

/** The start counts, the end does not. */
export const isOnSale = ({ body: { salesStartAt, salesEndAt } }: Row<StoreProduct>, { now }: Context): boolean =>
  Date.parse(salesStartAt) <= now && (salesEndAt === null || now < Date.parse(salesEndAt));

/** The product must exist. */
export const productOf = (context: Context, id: string): Row<StoreProduct> => rowById(context, storeProduct, id)!;

/** A negative number takes from the stock. */
export function changeStock(context: Context, row: Row<StoreProduct>, by: number): void {
  saveRow(context, storeProduct, row, { ...row.body, stockLeft: row.body.stockLeft + by });
}

/** Currencies with products. */
export function showSaleCurrencies(context: Context) {
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

/** The time to pay before EXPIRED: the sandbox's own. */
export const paymentWindowMs = 15 * minute;

/** The first is the regular one. */
export const orderTimelines: readonly [Timeline<StoreOrder>, ...Timeline<StoreOrder>[]] = [
  [['PAYMENT_PENDING', 3], ['PAID', 2], ['SUCCESS']],
  [['PAID', 2], ['UNQUALIFIED']],
  [['PAYMENT_PENDING', 3], ['PAYMENT_FAILED']],
  [['CANCEL_REQUESTED', 5], ['CANCEL_REFUNDED']],
];
/** From the order to READY, and from there to USED by the scenario. */
export const [readyAfter, usedAfter] = [2 * second, 30 * second];

/** In the smallest unit. */
export const totalPrice = ({ price, currencyId }: StoreProduct, quantity: number): bigint =>
  toBase(price, decimalsOf(currencyId)) * BigInt(quantity);
