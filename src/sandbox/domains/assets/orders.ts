// Orders of a part of an offering or of whole vehicles. An order has no state of its own: its payment has.
import { json, number, optional, text } from '../../../services/catalogue/define.js';
import type { AssetCurrency, PurchaseType } from '../../../services/catalogue/words.js';
import { iso } from '../../core/clock.js';
import { notFound, refuse } from '../../core/refusal.js';
import { type Draft, type Kind, type Row, ready, theRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { caller, type World } from '../../core/world.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { type Offering, offering } from './offering.js';
import { payment } from './payments.js';
import { product } from './products.js';
import { assetDecimals } from './worth.js';

/** An order as stored; all names are the sandbox's own. The amount is in whole units of `currency`. */
export interface Order {
  readonly offeringId: string | null;
  readonly productId: string | null;
  readonly purchaseType: (typeof PurchaseType)[number];
  readonly amount: string;
  readonly quantity: number;
  readonly currency: (typeof AssetCurrency)[number];
  readonly paymentId: string | null;
  /** The vehicles that it is about, once it is paid. */
  readonly vins: readonly string[];
  readonly createdAt: string;
  /** Whether the offering is to count as sold out once it is paid. */
  readonly sellsOut: boolean;
}
export const order: Kind<Order> = {
  name: 'asset-order',
  table: 'asset_order',
  noun: 'ORDER',
  owned: true,
  show: ({ id, owner, body: { sellsOut, ...shown } }) => ({ id, userId: owner, ...shown }),
  seed: (opening) => ready(opening, payment), // which brings its orders with it
};

/** Either `offeringId` and `amount`, or `productId` and `quantity`. Ids may be ordinals, as text or as numbers. */
export const orderBody = {
  offeringId: optional(json()),
  amount: optional(text()),
  productId: optional(json()),
  quantity: optional(number()),
};

/** An id or an ordinal that was sent as text or as a number; nothing for none. */
export function nameIn(given: unknown): string | undefined {
  if (typeof given === 'number' && Number.isInteger(given)) return String(given);
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/** POST /v1/order. */
export function makeOrder(world: World): Draft<Order> {
  const [offeringId, productId] = [nameIn(world.body.offeringId), nameIn(world.body.productId)];
  if ((offeringId === undefined) === (productId === undefined))
    refuse(400, 'The body takes offeringId and amount (text), or productId and quantity (number).', 'INVALID_REQUEST');
  const bought = offeringId === undefined ? ofProduct(world, productId!) : ofOffering(world, offeringId);
  const rest = { paymentId: null, vins: [], createdAt: iso(world.now) };
  return { owner: caller(world).userId, at: world.now, body: { ...bought, ...rest } };
}
type Bought = Omit<Order, 'paymentId' | 'vins' | 'createdAt'>;

function ofOffering(world: World, name: string): Bought {
  const { id, body } = theRow(world, offering, name);
  const { status, currency, purchaseType } = body;
  const amount = amountFor(world, body);
  if (status !== 'OPEN') refuse(422, `The offering is ${status}; shares are sold while one is OPEN.`, 'NOT_OPEN');
  const left = leftOf(body);
  if (toBase(amount, assetDecimals[currency]) > left)
    refuse(409, `${toDecimal(left, assetDecimals[currency])} ${currency} are left of the offering.`, 'OUT_OF_STOCK');
  const sellsOut = scenarioOf(world, offering) === 'sells out';
  return { offeringId: id, productId: null, purchaseType, amount, quantity: 1, currency, sellsOut };
}

/** What is missing to the goal, in the smallest unit of the currency. */
export const leftOf = ({ goalAmount, raisedAmount, currency }: Offering): bigint =>
  toBase(goalAmount, assetDecimals[currency]) - toBase(raisedAmount, assetDecimals[currency]);

/** The amount that was sent: at least the smallest, and by whole steps. */
function amountFor(world: World, { currency, minAmount, increment }: Offering): string {
  const decimals = assetDecimals[currency];
  const given = (world.body.amount as string | undefined) ?? '';
  if (!/^\d{1,60}(\.\d{1,18})?$/.test(given) || toBase(given, decimals) === 0n)
    refuse(
      400,
      `amount must be a decimal number above 0 in whole ${currency}, not ${JSON.stringify(given.slice(0, 100))}.`,
      'INVALID_REQUEST',
    );
  const base = toBase(given, decimals);
  if (base < toBase(minAmount, decimals)) refuse(400, `The least amount is ${minAmount} ${currency}.`, 'BELOW_MINIMUM');
  if (base % toBase(increment, decimals) !== 0n) refuse(400, `The amount goes by steps of ${increment} ${currency}.`, 'NOT_A_STEP');
  return toDecimal(base, decimals);
}

const mostVehicles = 10;
function ofProduct(world: World, name: string): Bought {
  const { id, body } = theRow(world, product, name);
  const quantity = (world.body.quantity as number | undefined) ?? 1;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > mostVehicles)
    refuse(400, `quantity must be a whole number from 1 to ${mostVehicles}.`, 'INVALID_REQUEST');
  if (body.stockLeft < quantity) refuse(409, `${body.stockLeft} are left of ${body.name}.`, 'OUT_OF_STOCK');
  const { currency, price } = body;
  const amount = toDecimal(toBase(price, assetDecimals[currency]) * BigInt(quantity), assetDecimals[currency]);
  return { offeringId: null, productId: id, purchaseType: 'OWNERSHIP', amount, quantity, currency, sellsOut: false };
}

/** An order that the caller names by its id or ordinal. */
export const theOrder = (world: World, given: unknown): Row<Order> =>
  theRow(world, order, nameIn(given) ?? notFound('ORDER', ''), caller(world).userId);
