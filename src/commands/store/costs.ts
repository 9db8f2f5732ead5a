// What `tuk store buy` is agreed to cost, by the request that orders it; and whether the order that came of it costs that.

import type { Context } from '../../cli/context.js';
import { nextLine } from '../../cli/next-command.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import { readOnce } from '../../engine/read-command.js';
import { grouped } from '../../money/amount-text.js';
import { decimalOf, textOf, times } from '../../money/decimal.js';
import { sameToken } from '../../money/limits.js';
import { carriedIn } from '../../money/policy/extract.js';
import type { Call } from '../../services/catalogue/define.js';
import { Failure, Guarded } from '../../services/http/errors.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText, isNothing, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { escapeControls } from '../../ui/format/visible.js';
import { quoted } from '../app/on-screen.js';
import { orderNow } from './orders.js';

/** A request that is ready to leave. */
export interface Step {
  readonly call: Call;
  readonly request: HttpRequest;
}
/** An order that was placed, and the text of what answered it. */
export interface Ordered {
  readonly id: string;
  readonly answer: string;
}
/** What the receipt says that an order costs; what it cannot tell is left out. */
interface Agreed {
  readonly total?: string | undefined;
  readonly unit?: string | undefined;
}

/** What leaves, for what: by the fields of the request, however they were given. */
export async function costsOf(
  context: Context,
  { call, request }: Step,
  id: string,
): Promise<{ readonly lines: readonly ReceiptLine[]; readonly agreed: Agreed }> {
  const carried = await carriedIn(context, call, request);
  const [product, quantity, currency] = ['product', 'quantity', 'currency'].map((name) => asText(carried.carries(name)));
  const fields = ['product', 'quantity', 'currency'].map((name) => carried.fieldOf(name));
  const others = Object.entries(carried.body).filter(([name]) => !fields.includes(name));
  const { price, currencyId, name } = rowOf((await readOnce(context, 'sale', 'getProduct', { id: product || id })).text);
  const [each, unit] = [asText(price), asText(currencyId) || currency];
  const [one, often] = [decimalOf(each), decimalOf(quantity!)];
  const total = one && often && textOf(times(one, often));
  const inUnit = (amount: string) => `${grouped(amount)} ${unit}`.trim();
  const why = one ? 'the order does not say how many' : each === '' ? 'no price is told' : `the price is told as ${each}`;
  return {
    agreed: { total, unit: unit || undefined },
    lines: [
      ['Product', asText(name ?? (product || id))],
      ...(each === '' ? [] : [['Price', inUnit(each)] as const]),
      ...(quantity === '' ? [] : [['Quantity', quantity!] as const]),
      ['Costs', total === undefined ? `not known: ${why}` : inUnit(total)],
      ...others.map(([field, value]) => [escapeControls(field), asText(value)] as const),
    ],
  };
}

const rowOf = (text: string): Row => {
  const value = parseLossless(text || 'null');
  return isRecord(value) ? value : {};
};

/**
 * Holds an order against what was agreed to: by the answer that it had, and by the order itself where that does not tell. What nobody tells is held
 * against nothing. @throws {Guarded} where it costs something else: the order stands and is not paid
 */
export async function checkTotal(context: Context, agreed: Agreed, { id, answer }: Ordered): Promise<void> {
  const row = rowOf(answer);
  const told = isNothing(row.totalPrice) || isNothing(row.currencyId) ? { ...(await standing(context, id)), ...given(row) } : row;
  const [total, unit] = [asText(told.totalPrice), asText(told.currencyId)];
  const costs = decimalOf(total);
  const otherTotal = agreed.total !== undefined && total !== '' && (costs === undefined || textOf(costs) !== agreed.total);
  const otherUnit = agreed.unit !== undefined && unit !== '' && !sameToken(unit, agreed.unit);
  if (!otherTotal && !otherUnit) return;
  throw new Guarded(
    'ORDER_COSTS_OTHER',
    `The order ${id} costs ${`${total || 'something'} ${unit}`.trim()}, and ${`${agreed.total ?? 'something'} ${agreed.unit ?? ''}`.trim()} was agreed to; it stands and is not paid.`,
    `Look at it and pay it if it is meant: ${nextLine(context, `tuk store order pay ${quoted(id)}`)}`,
  );
}
const given = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => !isNothing(value)));

/** The order as it stands; what cannot be read of it tells nothing. */
async function standing(context: Context, id: string): Promise<Row> {
  try {
    return rowOf(await orderNow(context, id));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    return {};
  }
}
