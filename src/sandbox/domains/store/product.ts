// Products of the store. All but the closed words is the sandbox's own.

import { day, iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, type Kind, type Row, rowById, rows, saveRow } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/sale.js';
import type { Answer } from '../../core/stored.js';
import { balanceCurrencies } from '../balances/currencies.js';
import { productSeeds } from './product-seeds.js';
import type { StoreProduct } from './store-rows.js';

export const storeProduct: Kind<StoreProduct, Answer<typeof shapes.Product>> = {
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
export const isOnSale = ({ body: { salesStartAt, salesEndAt } }: Row<StoreProduct>, { now }: SandboxContext): boolean =>
  Date.parse(salesStartAt) <= now && (salesEndAt === null || now < Date.parse(salesEndAt));

/** The product of an id that is known to exist. */
export const productOf = (context: SandboxContext, id: string): Row<StoreProduct> => rowById(context, storeProduct, id)!;

/** Changes the stock by a number. */
export function changeStock(context: SandboxContext, row: Row<StoreProduct>, by: number): void {
  saveRow(context, storeProduct, row, { ...row.body, stockLeft: row.body.stockLeft + by });
}

/** GET /v1/sale-currencies: those that something is sold for. */
export function showSaleCurrencies(context: SandboxContext): unknown {
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
