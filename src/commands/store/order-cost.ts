// Computes the cost of an order for its receipt, and checks that the placed order has that cost.

import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import { readEndpoint } from '../../engine/request/call.js';
import { grouped } from '../../money/amount-text.js';
import { decimalOf, decimalText, times } from '../../money/decimal.js';
import { plainFact } from '../../money/fact-finder.js';
import type { Figure } from '../../money/policy/at-most.js';
import { sameToken } from '../../money/policy/limits.js';
import { factText, rowOf } from '../../money/reads.js';
import type { RequestFields } from '../../money/request-fields.js';
import { quoted } from '../../services/command-line.js';
import { Guarded } from '../../services/http/errors.js';
import { asText, isScalar } from '../../services/json-value.js';
import { escapeControls } from '../../text/visible.js';

/** The error code of an order with another cost than its receipt. */
export const costMismatchCode = 'ORDER_COSTS_OTHER';
/** A placed order, with the text of its response and its operation in the ledger. */
export interface PlacedOrder {
  readonly id: string;
  readonly response: string;
  readonly operation: string | undefined;
}
/** The cost of a placed order. An unknown cost is within no bound. */
type OrderCost = { readonly is: 'known'; readonly figure: Figure } | { readonly is: 'unknown' };
/** The cost on the receipt; unknown parts are left out. */
interface ReceiptCost {
  readonly total?: string;
  readonly unit?: string;
}

/**
 * The receipt lines and the cost of an order by its request. A price of 0 is not a price.
 * @throws {Failure} UNUSABLE_PRICE
 */
export async function orderCost(
  context: Context,
  requestFields: RequestFields,
  id: string,
): Promise<{ readonly lines: readonly ReceiptLine[]; readonly agreed: ReceiptCost }> {
  const [product, quantity, currency] = ['product', 'quantity', 'currency'].map((name) =>
    asText(requestFields.paramValue(name)),
  );
  const costFields = ['product', 'quantity', 'currency'].map((name) => requestFields.fieldOf(name));
  const others = Object.entries(requestFields.body).filter(([name]) => !costFields.includes(name));
  const { price, currencyId, name } = await readProduct(context, product || id);
  const [priceText, unit] = [asText(price), asText(currencyId) || currency];
  const [priceDecimal, quantityDecimal] = [plainFact('price', factText(price)), decimalOf(quantity!)];
  const isPriced = priceDecimal !== undefined && priceDecimal.units > 0n;
  const total = isPriced && quantityDecimal ? decimalText(times(priceDecimal, quantityDecimal)) : undefined;
  const withUnit = (amount: string) => `${grouped(amount)} ${unit || unknownUnit}`;
  const reason = isPriced
    ? 'the order has no quantity'
    : priceText === ''
      ? price === undefined
        ? 'its price could not be read in the response'
        : 'the service states no price'
      : `the price is ${priceText}`;
  return {
    agreed: { total, unit: unit || undefined },
    lines: [
      ['Product', asText(name ?? (product || id))],
      ...(priceText === '' ? [] : [['Price', withUnit(priceText)] as const]),
      ...(quantity === '' ? [] : [['Quantity', quantity!] as const]),
      ['Costs', total === undefined ? `not known: ${reason}` : withUnit(total)],
      ...others.map(([field, value]) => [escapeControls(field), asText(value)] as const),
    ],
  };
}

const unknownUnit = '(its unit is not known)';
/** Reads a product; an empty object if the response has none. @throws {ServerFailure} OTHER_ANSWER, DUPLICATE_FIELD */
async function readProduct(context: Context, id: string) {
  const { text } = await readEndpoint(context, 'sale', 'getProduct', { id });
  return rowOf('sale', 'getProduct', { id }, text) ?? {};
}

/** The cost of an order by its response. @throws {Failure} UNUSABLE_AMOUNT */
export function placedCost({ id, response }: PlacedOrder): OrderCost {
  // createOrder responds with the same fields
  const { totalPrice, currencyId } = rowOf('sale', 'getOrder', { id }, response) ?? {};
  const total = plainFact('amount', factText(totalPrice));
  if (total === undefined) return { is: 'unknown' };
  const token = isScalar(currencyId) && currencyId !== '' ? asText(currencyId) : undefined;
  return { is: 'known', figure: { amount: decimalText(total), token } };
}
/** The cost of a payment as it is judged: by the order as it is now, else by the response that placed it. */
export const costOf = (leaves: Figure | undefined): OrderCost =>
  leaves === undefined ? { is: 'unknown' } : { is: 'known', figure: leaves };

/**
 * Compares the cost of a payment with the receipt. An amount or unit that the receipt did not state needs --at-most,
 * which the policy has compared with the cost. An order of unknown cost is never paid here.
 * @throws {Guarded} ORDER_COSTS_OTHER: the order is then open and not paid
 */
export function checkAgreed(
  context: Context,
  agreed: ReceiptCost,
  { id }: PlacedOrder,
  cost: OrderCost,
  hasAtMost: boolean,
): void {
  const text = (amount = 'something', unit = '') => `${grouped(amount)} ${unit}`.trim();
  const next = (command: string) => nextCommand(context, `tuk store order ${command} ${quoted(id)}`);
  const refuse = (what: string) =>
    new Guarded(
      costMismatchCode,
      `The order ${id} was placed${what}; it is open and not paid.`,
      `Cancel it: ${next('cancel')}. Or check it, and pay it if it is right: ${next('pay')}`,
    );
  if (cost.is === 'unknown') throw refuse(', and its cost is unknown');
  const { amount, token } = cost.figure;
  if (agreed.unit !== undefined && token === undefined)
    throw refuse(` and costs ${grouped(amount)}, and its currency is unknown`);
  const isOther =
    (agreed.total !== undefined && agreed.total !== amount) ||
    (agreed.unit !== undefined && !sameToken(agreed.unit, token));
  if (isOther) throw refuse(` and costs ${text(amount, token)}, and ${text(agreed.total, agreed.unit)} was confirmed`);
  const isNew = (agreed.total === undefined && amount !== '0') || (agreed.unit === undefined && token !== undefined);
  if (isNew && !hasAtMost) throw refuse(` and costs ${text(amount, token)}, and the receipt did not say so`);
}
