// Orders of a part of an offering or of whole vehicles. The payment of an order has its status.

import { json, number, optional, text } from '../../../src/services/catalogue/define.js';
import {
  badRequest,
  callerId,
  create,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  type ResponseOf,
  refuse,
  requireRow,
  scenarioOf,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import { toBase, toDecimal } from '../balances/currencies.js';
import { assetDecimals } from '../balances/prices.js';
import type { AssetOrder, Offering } from './asset-rows.js';
import { offering } from './offering.js';
import { seedAssetOrders } from './payment-seeds.js';
import { vehicleProduct } from './vehicle-products.js';

export const assetOrder: Kind<AssetOrder, ResponseOf<typeof shapes.Order>> = defineKind({
  name: 'asset-order',
  noun: 'ORDER',
  owned: true,
  show: ({ id, owner, body: { sellsOut, ...fields } }) => ({ id, userId: owner!, ...fields }),
  seed: (opening) => seedAssetOrders(opening, assetOrder),
});

/** An id or ordinal, sent as text or number; undefined for none. */
export function rowNameOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Either `offeringId` and `amount`, or `productId` and `quantity`. Ids may be ordinals, as text or number. */
export const createAssetOrder = create(
  assetOrder,
  (context) => {
    const [offeringId, productId] = [rowNameOf(context.body.offeringId), rowNameOf(context.body.productId)];
    if ((offeringId === undefined) === (productId === undefined))
      badRequest('The body takes offeringId and amount (text), or productId and quantity (number).');
    const bought = offeringId === undefined ? ofProduct(context, productId!) : ofOffering(context, offeringId);
    const rest = { paymentId: null, vins: [], createdAt: iso(context.now) };
    return { owner: callerId(context), body: { ...bought, ...rest } };
  },
  {
    body: {
      offeringId: optional(json()),
      amount: optional(text()),
      productId: optional(json()),
      quantity: optional(number()),
    },
  },
);
type Bought = Omit<AssetOrder, 'paymentId' | 'vins' | 'createdAt'>;

function ofOffering(context: HandlerContext, name: string): Bought {
  const { id, body } = requireRow(context, offering, name);
  const { status, currency, purchaseType } = body;
  const amount = amountFor(context, body);
  if (status !== 'OPEN') refuse(422, `The offering is ${status}; shares are sold while one is OPEN.`, 'NOT_OPEN');
  const remaining = leftOf(body);
  if (toBase(amount, assetDecimals[currency]) > remaining)
    refuse(
      409,
      `${toDecimal(remaining, assetDecimals[currency])} ${currency} are left of the offering.`,
      'OUT_OF_STOCK',
    );
  const sellsOut = scenarioOf(context, offering) === 'sells out';
  return { offeringId: id, productId: null, purchaseType, amount, quantity: 1, currency, sellsOut };
}

/** The missing amount to the goal, in the smallest unit. */
export const leftOf = ({ goalAmount, raisedAmount, currency }: Offering): bigint =>
  toBase(goalAmount, assetDecimals[currency]) - toBase(raisedAmount, assetDecimals[currency]);

/** @throws {Refusal} for less than the smallest amount, or for a part of a step */
function amountFor(context: HandlerContext, { currency, minAmount, increment }: Offering): string {
  const decimals = assetDecimals[currency];
  const value = (context.body.amount as string | undefined) ?? '';
  if (!/^\d{1,60}(\.\d{1,18})?$/.test(value) || toBase(value, decimals) === 0n)
    badRequest(
      `amount must be a decimal number above 0 in whole ${currency}, not ${JSON.stringify(value.slice(0, 100))}.`,
    );
  const base = toBase(value, decimals);
  if (base < toBase(minAmount, decimals))
    refuse(400, `The minimum amount is ${minAmount} ${currency}.`, 'BELOW_MINIMUM');
  if (base % toBase(increment, decimals) !== 0n)
    refuse(400, `The amount must be a multiple of ${increment} ${currency}.`, 'NOT_A_STEP');
  return toDecimal(base, decimals);
}

const mostVehicles = 10;
function ofProduct(context: HandlerContext, name: string): Bought {
  const { id, body } = requireRow(context, vehicleProduct, name);
  const quantity = (context.body.quantity as number | undefined) ?? 1;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > mostVehicles)
    badRequest(`quantity must be a whole number from 1 to ${mostVehicles}.`);
  if (body.stockLeft < quantity) refuse(409, `${body.stockLeft} are left of ${body.name}.`, 'OUT_OF_STOCK');
  const { currency, price } = body;
  const amount = toDecimal(toBase(price, assetDecimals[currency]) * BigInt(quantity), assetDecimals[currency]);
  return { offeringId: null, productId: id, purchaseType: 'OWNERSHIP', amount, quantity, currency, sellsOut: false };
}
