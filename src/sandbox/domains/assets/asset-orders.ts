// Orders of a part of an offering or of whole vehicles. An order has no status of its own: its payment has.

import { json, number, optional, text } from '../../../services/catalogue/define.js';
import { type HandlerContext, iso, notFound, refuse, requireCaller } from '../../core/context.js';
import { type Draft, type Kind, type Row, requireRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { Answer } from '../../core/state-machine.js';
import { toBase, toDecimal } from '../balances/currencies.js';
import { assetDecimals } from '../balances/prices.js';
import type { AssetOrder, Offering } from './asset-rows.js';
import { offering } from './offering.js';
import { seedAssetOrders } from './payment-seeds.js';
import { vehicleProduct } from './vehicle-products.js';

export const assetOrder: Kind<AssetOrder, Answer<typeof shapes.Order>> = {
  name: 'asset-order',
  table: 'asset_order',
  noun: 'ORDER',
  owned: true,
  show: ({ id, owner, body: { sellsOut, ...shown } }) => ({ id, userId: owner!, ...shown }),
  seed: (opening) => seedAssetOrders(opening, assetOrder),
};

/** Either `offeringId` and `amount`, or `productId` and `quantity`. Ids may be ordinals, as text or as numbers. */
export const assetOrderBody = {
  offeringId: optional(json()),
  amount: optional(text()),
  productId: optional(json()),
  quantity: optional(number()),
};

/** An id or an ordinal that was sent as text or as a number; nothing for none. */
export function rowNameOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** POST /v1/order. */
export function createAssetOrder(context: HandlerContext): Draft<AssetOrder> {
  const [offeringId, productId] = [rowNameOf(context.body.offeringId), rowNameOf(context.body.productId)];
  if ((offeringId === undefined) === (productId === undefined))
    refuse(400, 'The body takes offeringId and amount (text), or productId and quantity (number).', 'INVALID_REQUEST');
  const bought = offeringId === undefined ? ofProduct(context, productId!) : ofOffering(context, offeringId);
  const rest = { paymentId: null, vins: [], createdAt: iso(context.now) };
  return { owner: requireCaller(context).userId, at: context.now, body: { ...bought, ...rest } };
}
type Bought = Omit<AssetOrder, 'paymentId' | 'vins' | 'createdAt'>;

function ofOffering(context: HandlerContext, name: string): Bought {
  const { id, body } = requireRow(context, offering, name);
  const { status, currency, purchaseType } = body;
  const amount = amountFor(context, body);
  if (status !== 'OPEN') refuse(422, `The offering is ${status}; shares are sold while one is OPEN.`, 'NOT_OPEN');
  const left = leftOf(body);
  if (toBase(amount, assetDecimals[currency]) > left)
    refuse(409, `${toDecimal(left, assetDecimals[currency])} ${currency} are left of the offering.`, 'OUT_OF_STOCK');
  const sellsOut = scenarioOf(context, offering) === 'sells out';
  return { offeringId: id, productId: null, purchaseType, amount, quantity: 1, currency, sellsOut };
}

/** The amount that is missing to the goal, in the smallest unit of the currency. */
export const leftOf = ({ goalAmount, raisedAmount, currency }: Offering): bigint =>
  toBase(goalAmount, assetDecimals[currency]) - toBase(raisedAmount, assetDecimals[currency]);

/** The amount that was sent: at least the smallest, and by whole steps. */
function amountFor(context: HandlerContext, { currency, minAmount, increment }: Offering): string {
  const decimals = assetDecimals[currency];
  const value = (context.body.amount as string | undefined) ?? '';
  if (!/^\d{1,60}(\.\d{1,18})?$/.test(value) || toBase(value, decimals) === 0n)
    refuse(
      400,
      `amount must be a decimal number above 0 in whole ${currency}, not ${JSON.stringify(value.slice(0, 100))}.`,
      'INVALID_REQUEST',
    );
  const base = toBase(value, decimals);
  if (base < toBase(minAmount, decimals)) refuse(400, `The minimum amount is ${minAmount} ${currency}.`, 'BELOW_MINIMUM');
  if (base % toBase(increment, decimals) !== 0n) refuse(400, `The amount must be a multiple of ${increment} ${currency}.`, 'NOT_A_STEP');
  return toDecimal(base, decimals);
}

const mostVehicles = 10;
function ofProduct(context: HandlerContext, name: string): Bought {
  const { id, body } = requireRow(context, vehicleProduct, name);
  const quantity = (context.body.quantity as number | undefined) ?? 1;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > mostVehicles)
    refuse(400, `quantity must be a whole number from 1 to ${mostVehicles}.`, 'INVALID_REQUEST');
  if (body.stockLeft < quantity) refuse(409, `${body.stockLeft} are left of ${body.name}.`, 'OUT_OF_STOCK');
  const { currency, price } = body;
  const amount = toDecimal(toBase(price, assetDecimals[currency]) * BigInt(quantity), assetDecimals[currency]);
  return { offeringId: null, productId: id, purchaseType: 'OWNERSHIP', amount, quantity, currency, sellsOut: false };
}

/** An order that the caller names by its id or ordinal. */
export const requireOrder = (context: HandlerContext, value: unknown): Row<AssetOrder> =>
  requireRow(context, assetOrder, rowNameOf(value) ?? notFound('ORDER', ''), requireCaller(context).userId);
