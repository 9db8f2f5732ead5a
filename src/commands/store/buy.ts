// `tuk store buy`: an order and its payment, agreed to once; each with a line of its own in the ledger.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextLine } from '../../cli/next-command.js';
import { confirm } from '../../cli/prompts/confirmation.js';
import { type ReceiptLine, receipt } from '../../cli/prompts/receipt.js';
import { guardLines } from '../../cli/prompts/recipient.js';
import { type Question, runWizard } from '../../cli/prompts/wizard.js';
import { ask, callOf } from '../../engine/call.js';
import { unread } from '../../engine/change-command.js';
import { clientRefFlag, underName } from '../../engine/client-ref.js';
import { filled, guardAssumed, openFlags } from '../../engine/parameters.js';
import { readOnce } from '../../engine/read-command.js';
import { evaluate } from '../../money/policy/evaluate.js';
import { isCount } from '../../money/policy/extract.js';
import { earlier, sendRecorded } from '../../money/transfer.js';
import { BadInput, Failure, OutcomeUnknown } from '../../services/http/errors.js';
import { type Response, sendRequest } from '../../services/http/send.js';
import { asText, isRecord } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';
import { quoted } from '../app/on-screen.js';
import { checkTotal, costsOf, type Ordered, type Step } from './costs.js';
import { orderColumns, orderNow, payment } from './orders.js';

export const buy: Command = {
  name: 'buy',
  values: '<product-id>',
  summary: 'Buy a product: order it and pay the order',
  description: `Moves value, in two steps: the order is placed, then paid out of the balance. A receipt comes first; then it asks for the word yes, once, or
takes --yes. Both are written into the ledger before they leave and never repeated by themselves. Where it breaks off between the two,
tuk store order pay pays the order; the same line with the same --client-ref does it too, and orders nothing twice. An order that turns out to
cost something else than the receipt said is not paid (exit 7). What -f, -F and --input give goes into the order. The limits of the profile hold for it, whatever is agreed to. Exit 10: one of them has left, and its outcome is not known (tuk ops show).`,
  options: [
    { flags: '--quantity <n>', summary: 'how many' },
    { flags: '--currency <currency>', summary: 'the currency, that of the product if not given: tuk store currencies' },
    ...openFlags,
    clientRefFlag,
  ],
  examples: ['tuk store buy 1 --quantity 1 --currency MVP --yes', 'tuk store buy 1 --quantity 2 --client-ref helmets --yes'],
  uses: ['sale GET /v1/products/{id}', 'sale POST /v1/orders', 'sale POST /v1/orders/{id}/payments', 'sale GET /v1/orders/{id}'],
  asks: true,
  run: async (typed, context) => {
    underName(context, typed.options);
    const given = await runWizard(typed, questions, '<product-id>', context);
    const [product] = given.positionals;
    const { quantity, currency } = given.options;
    const own = {
      product,
      quantity: quantity === undefined ? undefined : count(quantity),
      currency,
    };
    const order = await filled(context, 'sale', 'createOrder', own, given.options, { product: '<product-id>' });
    await guardAssumed(context, (await callOf('sale', 'payOrder')).call); // before anything is ordered
    if (context.onlyShows) return showOnly(context, order);
    const placing = await prepared(context, 'createOrder', order);
    const done = await earlier(context, placing.call, placing.request);
    const before = done && (await payingOf(context, done));
    if (before?.done) return show(context, before.id);
    const judgement = await evaluate(context, (before?.step ?? placing).call, (before?.step ?? placing).request);
    const { lines, agreed } = await costsOf(context, placing, product!);
    if (before) await checkTotal(context, agreed, before);
    const ordered: readonly ReceiptLine[] = before ? [['Ordered before', before.id]] : [];
    await receipt(context, buy.summary, [...lines, ['Paid with', payment.method], ...ordered, ...guardLines(judgement)]);
    await confirm({ ...placing.call, summary: 'Order it and pay it' }, context.settings, context.world, context.flags, (text) =>
      context.writeError(text),
    );
    const paying = before ?? (await payingOf(context, await sent(context, placing)));
    if (!before) await checkTotal(context, agreed, paying);
    await sent(context, paying.step).catch((error: unknown) => {
      throw unpaid(context, error, paying.id);
    });
    return show(context, paying.id);
  },
};

const questions: readonly Question[] = [
  { of: 'productId', ask: 'Product', hint: 'its id', choices: featured },
  { of: 'quantity', ask: 'How many', check: (text) => (isCount(text) ? undefined : 'A whole number from 1 is needed.') },
];

async function featured(_: Arguments, context: Context) {
  const rows = listing((await readOnce(context, 'sale', 'listFeatured')).data)?.rows ?? [];
  return rows
    .filter(({ id }) => typeof id === 'string')
    .map(({ id, name, price, currencyId }) => ({
      key: asText(id),
      label: asText(name ?? id),
      is: [asText(price), asText(currencyId)].join(' '),
    }));
}

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

async function prepared(context: Context, name: string, values: Readonly<Record<string, unknown>>): Promise<Step> {
  const { call, build } = await callOf('sale', name, values);
  return { call, request: await build(await context.requestContext()) };
}

/** Sends what was agreed to; its outcome is told by the ledger. @throws as `sendRecorded` */
async function sent(context: Context, { call, request }: Step): Promise<Response> {
  const reach = await context.requestContext();
  return sendRecorded(context, request, await evaluate(context, call, request), () => sendRequest(call, request, reach));
}

/** The payment of the order that an answer names, and whether it was made before under the same name. @throws {OutcomeUnknown} where it names none */
async function payingOf(
  context: Context,
  { call, data, text }: Response,
): Promise<Ordered & { readonly step: Step; readonly done: boolean }> {
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
    return { id: String(id), answer: text, step, done: (await earlier(context, step.call, step.request)) !== undefined };
  } catch (error) {
    throw unpaid(context, error, String(id));
  }
}

/** What went wrong with a payment, with what to do about its order. */
function unpaid(context: Context, error: unknown, id: string): unknown {
  if (!(error instanceof Failure)) return error;
  const { kind, code, message, where, hint } = error;
  const show = nextLine(context, `tuk store order show ${quoted(id)}`);
  if (error instanceof OutcomeUnknown) return new OutcomeUnknown(code, message, where, error, hint, show);
  return new Failure(
    kind,
    code,
    `The order was placed and is not paid: ${message.replace('; nothing was sent', '')}`, // the order was
    `The order stands: ${show}, then: ${nextLine(context, `tuk store order pay ${quoted(id)}`)}`,
    where,
    error,
  );
}

/** The order as it is now: it was paid, or its payment has begun. */
async function show(context: Context, id: string): Promise<number> {
  const now = await orderNow(context, id).catch((error: unknown) => unread(error, context));
  if (now !== undefined) await context.print(now, { columns: orderColumns });
  context.log(`  Next: ${nextLine(context, `tuk store order wait ${quoted(id)}`)}`);
  return 0;
}
