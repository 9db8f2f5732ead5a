// Computes the cost of an order for its receipt, and checks that the placed order has that cost.

import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import { readEndpoint } from '../../engine/read-endpoint.js';
import { grouped } from '../../money/amount-text.js';
import { decimalOf, decimalText, times } from '../../money/decimal.js';
import type { RequestFields } from '../../money/policy/facts.js';
import { sameToken } from '../../money/policy/limits.js';
import { quoted } from '../../services/command-line.js';
import { Failure, Guarded } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { escapeControls } from '../../ui/format/visible.js';
import { readOrder } from './orders.js';

/** The error code of an order whose cost differs from the receipt. */
export const costMismatchCode = 'ORDER_COSTS_OTHER';
/** A placed order, with the text of its response. */
export interface PlacedOrder {
  readonly id: string;
  readonly answer: string;
}
/** The cost on the receipt; unknown parts are left out. */
interface Agreed {
  readonly total?: string | undefined;
  readonly unit?: string | undefined;
}

/** The receipt lines and the cost of an order, from the fields of its request. */
export async function orderCost(
  context: Context,
  requestFields: RequestFields,
  id: string,
): Promise<{ readonly lines: readonly ReceiptLine[]; readonly agreed: Agreed }> {
  const [product, quantity, currency] = ['product', 'quantity', 'currency'].map((name) => asText(requestFields.paramValue(name)));
  const costFields = ['product', 'quantity', 'currency'].map((name) => requestFields.fieldOf(name));
  const others = Object.entries(requestFields.body).filter(([name]) => !costFields.includes(name));
  const { price, currencyId, name } = rowOf((await readEndpoint(context, 'sale', 'getProduct', { id: product || id })).text);
  const [priceText, unit] = [asText(price), asText(currencyId) || currency];
  const [priceDecimal, quantityDecimal] = [decimalOf(priceText), decimalOf(quantity!)];
  const total = priceDecimal && quantityDecimal && decimalText(times(priceDecimal, quantityDecimal));
  const withUnit = (amount: string) => `${grouped(amount)} ${unit}`.trim();
  const reason = priceDecimal ? 'the order has no quantity' : priceText === '' ? 'the product has no price' : `the price is ${priceText}`;
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

const rowOf = (text: string): Row => {
  const value = parseLossless(text || 'null');
  return isRecord(value) ? value : {};
};

/**
 * Compares the cost of an order with the receipt: by the response, else by reading the order. Unknown parts are not compared.
 * @throws {Guarded} for another cost: the order is then not paid
 */
export async function checkTotal(context: Context, agreed: Agreed, { id, answer }: PlacedOrder): Promise<void> {
  const row = rowOf(answer);
  const current =
    isNothing(row.totalPrice) || isNothing(row.currencyId) ? { ...(await tryReadOrder(context, id)), ...definedFields(row) } : row;
  const [total, unit] = [asText(current.totalPrice), asText(current.currencyId)];
  const actualTotal = decimalOf(total);
  const totalDiffers =
    agreed.total !== undefined && total !== '' && (actualTotal === undefined || decimalText(actualTotal) !== agreed.total);
  const unitDiffers = agreed.unit !== undefined && unit !== '' && !sameToken(unit, agreed.unit);
  if (!totalDiffers && !unitDiffers) return;
  throw new Guarded(
    costMismatchCode,
    `The order ${id} costs ${`${total || 'something'} ${unit}`.trim()}, and ${`${agreed.total ?? 'something'} ${agreed.unit ?? ''}`.trim()} was confirmed; it is open and not paid.`,
    `Check it, and pay it if it is right: ${nextCommand(context, `tuk store order pay ${quoted(id)}`)}`,
  );
}
const definedFields = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => !isNothing(value)));

/** Reads an order; empty where it cannot be read. */
async function tryReadOrder(context: Context, id: string): Promise<Row> {
  try {
    return rowOf(await readOrder(context, id));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    return {};
  }
}
