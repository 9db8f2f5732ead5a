// What the store sells. Everything but the words is the sandbox's own.
import type { ItemActionType } from '../../../services/catalogue/words.js';
import { iso } from '../../core/clock.js';
import { addRow, type Kind, type Row, rowById, rows, saveRow } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { balanceCurrencies } from '../balances/currencies.js';
import { productSeeds } from './product-seeds.js';

/** A product as stored. */
export interface Product {
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
    /** How long an item of it lasts once it is ready; nothing is for ever. */
    readonly lastsDays: number | null;
  };
}

export const product: Kind<Product> = {
  name: 'product',
  table: 'product',
  noun: 'PRODUCT',
  owned: false,
  show: ({ id, body: { hidden, ...shown } }) => ({ id, ...shown }),
  seed: (opening) => {
    for (const { startsAfter, ...facts } of productSeeds) {
      const imageUrl = `https://pictures.sandbox.invalid/${facts.name.toLowerCase().replaceAll(' ', '-')}.png`;
      const body = { ...facts, imageUrl, salesStartAt: iso(opening.now + startsAfter), salesEndAt: null };
      addRow(opening, product, { owner: null, at: opening.now, body });
    }
  },
};

/** Whether it is being sold now. */
export const isOnSale = ({ body: { salesStartAt, salesEndAt } }: Row<Product>, { now }: Moment): boolean =>
  Date.parse(salesStartAt) <= now && (salesEndAt === null || now < Date.parse(salesEndAt));

/** The product of an id that is known to be one's. */
export const productOf = (moment: Moment, id: string): Row<Product> => rowById(moment, product, id)!;

/** Puts so many into the stock, or takes them out. */
export function changeStock(moment: Moment, row: Row<Product>, by: number): void {
  saveRow(moment, product, row, { ...row.body, stockLeft: row.body.stockLeft + by });
}

/** GET /v1/sale-currencies: those that something is sold for. */
export function showSaleCurrencies(moment: Moment): unknown {
  const used = new Set(rows(moment, product).map(({ body }) => body.currencyId));
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
