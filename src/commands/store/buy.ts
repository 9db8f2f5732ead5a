// `tuk store buy`: an order and its payment, agreed to once; each with a line of its own in the ledger.
import type { Call } from '../../services/define.js';
import type { HttpRequest } from '../../services/http/exchange.js';
import { BadInput, Failure, OutcomeUnknown } from '../../services/http/failure.js';
import { exchangeCall, type Reply } from '../../services/http/send.js';
import { listing } from '../../ui/present/columns.js';
import { grouped, whole } from '../../ui/present/units.js';
import { asText, isRecord, type Row } from '../../ui/present/value.js';
import { quoted } from '../app/on-screen.js';
import { filled, guardAssumed, openFlags } from '../assumed.js';
import { ask, callOf } from '../call.js';
import type { Command, Typed } from '../command.js';
import { confirm } from '../confirm.js';
import type { Context } from '../context.js';
import { judge } from '../guard/judge.js';
import { guardLines } from '../guard/recipient.js';
import { guided, type Question } from '../guided.js';
import { readOnce } from '../kinds/reading.js';
import { earlier, ledgered } from '../ledgered.js';
import { type ReceiptLine, receipt } from '../receipt.js';
import { orderColumns, orderNow, payment } from './orders.js';

export const buy: Command = {
  name: 'buy',
  values: '<product-id>',
  is: 'Buy a product: order it and pay the order',
  more: `Moves value, in two steps: the order is placed, then paid out of the balance. A receipt comes first; then it asks for the word yes, once, or
takes --yes. Both are written into the ledger before they leave and never repeated by themselves. Where it breaks off between the two,
tuk store order pay pays the order; the same line with the same --client-ref does it too, and orders nothing twice. What -f, -F and --input
give goes into the order. The limits of the profile hold for it, whatever is agreed to. Exit 10: one of them has left, and its outcome is not known (tuk ops show).`,
  options: [
    { flags: '--quantity <n>', is: 'how many' },
    { flags: '--currency <currency>', is: 'the currency, that of the product if not given: tuk store currencies' },
    ...openFlags,
    { flags: '--client-ref <name>', is: 'your own name for it: the same line run again gives the earlier result' },
  ],
  examples: ['tuk store buy 1 --quantity 1 --currency MVP --yes', 'tuk store buy 1 --quantity 2 --client-ref helmets --yes'],
  beneath: ['sale GET /v1/products/{id}', 'sale POST /v1/orders', 'sale POST /v1/orders/{id}/payments', 'sale GET /v1/orders/{id}'],
  asks: true,
  run: async (typed, context) => {
    const given = await guided(typed, questions, '<product-id>', context);
    const [product] = given.values;
    const { quantity, currency, input } = given.options;
    const own = {
      product: input === undefined ? product : undefined,
      quantity: quantity === undefined ? undefined : count(quantity),
      currency,
    };
    const order = await filled(context, 'sale', 'createOrder', own, given.options);
    guardAssumed(context, (await callOf('sale', 'payOrder')).call); // before anything is ordered
    if (context.onlyShows) return showOnly(context, order);
    const { clientRef } = given.options;
    context.clientRef = typeof clientRef === 'string' ? clientRef : undefined;
    const placing = await prepared(context, 'createOrder', order);
    const done = earlier(context, placing.call, placing.request);
    const before = done && (await payingOf(context, done));
    if (before?.done) return show(context, before.id);
    const judgement = await judge(context, (before?.step ?? placing).call, (before?.step ?? placing).request);
    await receipt(context, buy.is, [...(await linesOf(context, given, before?.id)), ...guardLines(judgement)]);
    await confirm({ ...placing.call, is: 'Order it and pay it' }, context.settings, context.world, context.flags, (text) =>
      context.tell(text),
    );
    const paying = before ?? (await payingOf(context, await sent(context, placing)));
    await sent(context, paying.step).catch((error: unknown) => {
      throw unpaid(error, paying.id);
    });
    return show(context, paying.id);
  },
};

const questions: readonly Question[] = [
  { of: 'productId', ask: 'Product', hint: 'its id', choices: featured },
  { of: 'quantity', ask: 'How many', check: (text) => (isCount(text) ? undefined : 'A whole number from 1 is needed.') },
];

async function featured(_: Typed, context: Context) {
  const rows = listing((await readOnce(context, 'sale', 'listFeatured')).data)?.rows ?? [];
  return rows
    .filter(({ id }) => typeof id === 'string')
    .map(({ id, name, price, currencyId }) => ({
      key: asText(id),
      label: asText(name ?? id),
      is: [asText(price), asText(currencyId)].join(' '),
    }));
}

const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);
/** @throws {BadInput} */
function count(typed: unknown): number {
  if (isCount(String(typed))) return Number(typed);
  throw new BadInput('BAD_COUNT', `--quantity takes a whole number from 1, and ${JSON.stringify(String(typed).slice(0, 90))} is none.`);
}

/** Both requests; the order's id is only known when it has been placed. */
async function showOnly(context: Context, order: Readonly<Record<string, unknown>>): Promise<number> {
  await ask(context, 'sale', 'createOrder', order);
  await ask(context, 'sale', 'payOrder', await filled(context, 'sale', 'payOrder', { id: 'ORDER_ID', ...payment }));
  return 0;
}

/** A request that is ready to leave. */
interface Step {
  readonly call: Call;
  readonly request: HttpRequest;
}
async function prepared(context: Context, name: string, values: Readonly<Record<string, unknown>>): Promise<Step> {
  const { call, build } = await callOf('sale', name, values);
  return { call, request: await build(await context.reach()) };
}

/** Sends what was agreed to; its outcome is told by the ledger. @throws as `ledgered` */
async function sent(context: Context, { call, request }: Step): Promise<Reply> {
  const reach = await context.reach();
  return ledgered(context, request, await judge(context, call, request), () => exchangeCall(call, request, reach));
}

/** The payment of the order that an answer names, and whether it was made before under the same name. @throws {OutcomeUnknown} where it names none */
async function payingOf(
  context: Context,
  { call, data }: Reply,
): Promise<{ readonly id: string; readonly step: Step; readonly done: boolean }> {
  const id = isRecord(data) ? data.id : undefined;
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new OutcomeUnknown(
      'NO_ORDER_ID',
      'The order was placed, but its answer has no id, so it was not paid.',
      { service: call.service, call: call.name },
      undefined,
      'Its whole answer is in the ledger: tuk ops list',
    );
  const step = await prepared(context, 'payOrder', await filled(context, 'sale', 'payOrder', { id: String(id), ...payment }));
  try {
    return { id: String(id), step, done: earlier(context, step.call, step.request) !== undefined };
  } catch (error) {
    throw unpaid(error, String(id));
  }
}

/** What went wrong with a payment, with what to do about its order. */
function unpaid(error: unknown, id: string): unknown {
  if (!(error instanceof Failure)) return error;
  const { kind, code, message, where, hint } = error;
  const look = `The order stands: tuk store order show ${quoted(id)}`;
  if (error instanceof OutcomeUnknown) return new OutcomeUnknown(code, message, where, error, `${hint} ${look}`);
  return new Failure(
    kind,
    code,
    `The order was placed and is not paid: ${message}`,
    `${look}, then: tuk store order pay ${quoted(id)}`,
    where,
    error,
  );
}

/** What leaves, for what; of a body given whole, its fields as they stand. */
async function linesOf(context: Context, { values: [id], options }: Typed, order: string | undefined): Promise<readonly ReceiptLine[]> {
  const { data } = await readOnce(context, 'sale', 'getProduct', { id });
  const product = isRecord(data) ? data : {};
  const { input, field, jsonField, quantity, currency } = options;
  const own = [field, jsonField].flatMap((pairs) => (pairs === undefined ? [] : ([pairs].flat() as string[])));
  return [
    ['Product', asText(product.name ?? id)],
    ...costsOf(product, input === undefined ? String(quantity) : undefined, currency),
    ...(input === undefined ? [] : [['Order', `as in ${input === '-' ? 'standard input' : String(input)}`] as const]),
    ...own.map((pair) => ['Field', pair] as const),
    ['Paid with', payment.method],
    ...(order === undefined ? [] : [['Ordered before', order] as const]),
  ];
}

function costsOf({ price, currencyId }: Row, quantity: string | undefined, currency: unknown): ReceiptLine[] {
  const unit = asText(currency ?? currencyId);
  const each = asText(price);
  const lines: ReceiptLine[] = each === '' ? [] : [['Price', `${grouped(each)} ${unit}`.trim()]];
  if (quantity === undefined) return lines;
  const total = times(each, quantity);
  return [...lines, ['Quantity', quantity], ...(total === undefined ? [] : [['Costs', `${grouped(total)} ${unit}`.trim()] as const])];
}

/** A decimal price so many times, exact; nothing for what is no plain number. */
function times(price: string, quantity: string): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(price)) return undefined;
  const [units = '', fraction = ''] = price.split('.');
  return whole(String(BigInt(units + fraction) * BigInt(quantity)), fraction.length);
}

/** The order as it is now: it was paid, or its payment has begun. */
async function show(context: Context, id: string): Promise<number> {
  try {
    await context.print(await orderNow(context, id), { columns: orderColumns });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.say(`  It was done. What became of it could not be read: ${error.message}`);
  }
  context.say(`  Next: tuk store order wait ${quoted(id)}`);
  return 0;
}
