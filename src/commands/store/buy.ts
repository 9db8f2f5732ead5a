// `tuk store buy`: places an order and pays it, with one confirmation; each step has its own ledger entry.

import { type Command, type Context, type Result, resultOf } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { printRequest } from '../../cli/prompts/dry-run.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { figureLines, policyLines } from '../../cli/prompts/recipient.js';
import { type Question, runWizard } from '../../cli/prompts/wizard.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { moneyOptionsOf } from '../../engine/change/money-options.js';
import { runTransfer } from '../../engine/change/transfer.js';
import { noteReadFailure, partly } from '../../engine/read/partly.js';

import { callOf, readEndpoint } from '../../engine/request/call.js';
import { guardAssumed } from '../../engine/request/field-names.js';
import { endpointParams } from '../../engine/request/parameters.js';
import type { Params } from '../../engine/request/params.js';
import { moneyFlags, openFlags } from '../../engine/request/shared-options.js';
import { plainFact } from '../../money/facts/fact-finder.js';
import { factText, rowOf } from '../../money/facts/reads.js';
import { parseRequestFields, type RequestFields } from '../../money/facts/request-fields.js';
import { isCount } from '../../money/facts/request-problems.js';
import { costIn, idIn } from '../../money/facts/response-facts.js';
import type { TransferOptions, TransferRequest } from '../../money/facts/transfer-request.js';
import type { Transfer } from '../../money/transfer/transfer.js';
import { decimalOf, decimalText, grouped, times, whole } from '../../money/values/decimal.js';
import { type Figure, sameToken } from '../../money/values/token.js';
import type { Call } from '../../services/catalogue/define.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { classOf } from '../../services/catalogue/statuses.js';
import { quoted } from '../../services/command-line.js';
import { RecordFacts } from '../../services/decode/stated.js';
import { BadInput, cited, Failure, Guarded, OutcomeUnknown, Refused } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import { escapeControls } from '../../text/visible.js';
import { paidStatuses, storeOrder, unpayableStatuses } from '../../things/store-order.js';
import { payment, readOrder } from './orders.js';

// Computes the cost of an order for its receipt, and checks that the placed order has that cost.

/** The error code of an order with another cost than its receipt. */
const costMismatchCode = 'ORDER_COSTS_OTHER';
/** A placed order, with the text of its response and its operation in the ledger. */
interface PlacedOrder {
  readonly id: string;
  readonly response: string;
  readonly operation: string | undefined;
}
/** The cost on the receipt; unknown parts are left out. */
interface ReceiptCost {
  readonly total?: string;
  readonly unit?: string;
}

/**
 * The receipt lines and the cost of an order by its request. A price of 0 is not a price.
 * @throws {Failure} UNUSABLE_PRICE
 */
async function orderCost(
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
      ['Costs', total === undefined ? `not known: ${reason}` : withUnit(total), 'total'],
      ...others.map(([field, value]) => [escapeControls(field), asText(value)] as const),
    ],
  };
}

const unknownUnit = '(its unit is not known)';
/** Reads a product; an empty object if the response has none. @throws {ServerFailure} OTHER_ANSWER, DUPLICATE_FIELD */
async function readProduct(context: Context, id: string): Promise<Row> {
  const { text } = await readEndpoint(context, 'sale', 'getProduct', { id });
  const row = rowOf('sale', 'getProduct', { id }, text) ?? {};
  const { text: price, unit = row.currencyId, scale = 0 } = new RecordFacts(row).at('price') ?? {};
  return price === undefined ? row : { ...row, price: whole(price, scale) ?? price, currencyId: unit };
}

/**
 * Compares the cost of a payment with the receipt. An amount or unit that the receipt did not state needs --at-most,
 * which the policy has compared with the cost. An order of unknown cost is never paid here.
 * @throws {Guarded} ORDER_COSTS_OTHER: the order is then open and not paid
 */
function checkAgreed(
  context: Context,
  agreed: ReceiptCost,
  { id }: PlacedOrder,
  cost: Figure | undefined,
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
  if (cost === undefined) throw refuse(', and its cost is unknown');
  const { amount, token } = cost;
  if (agreed.unit !== undefined && token === undefined)
    throw refuse(` and costs ${grouped(amount)}, and its currency is unknown`);
  const isOther =
    (agreed.total !== undefined && agreed.total !== amount) ||
    (agreed.unit !== undefined && !sameToken(agreed.unit, token));
  if (isOther) throw refuse(` and costs ${text(amount, token)}, and ${text(agreed.total, agreed.unit)} was confirmed`);
  const isNew = (agreed.total === undefined && amount !== '0') || (agreed.unit === undefined && token !== undefined);
  if (isNew && !hasAtMost) throw refuse(` and costs ${text(amount, token)}, and the receipt did not say so`);
}

export const buy: Command = {
  name: 'buy',
  values: '<product-id>',
  summary: 'Buy a product: place an order and pay it',
  description: `Places the order, then pays it from the balance. Shows one receipt and asks once for the word yes, unless you add --yes.
The limits of the profile always apply. Fill the order with -f, -F or --input.

Records both requests in the ledger before they are sent, and never retries them.
If only the order was placed, pay it with tuk store order pay. The same line with the same --client-ref pays it, too.
Exit 14: the order is placed and not paid, because its cost is unreadable, differs, or is above --at-most. Cancel it with tuk store order cancel.
Exit 10: the outcome of a request is unknown (tuk ops show).`,
  options: [
    plain('--quantity <n>', 'the quantity', { required: true }),
    plain('--currency <currency>', "the currency (tuk store currencies); default: the product's"),
    ...openFlags,
    ...moneyFlags,
  ],
  examples: [
    'tuk store buy 1 --quantity 1 --currency MVP --yes',
    'tuk store buy 1 --quantity 2 --client-ref helmets --yes',
  ],
  uses: { sale: ['getProduct', 'createOrder', 'payOrder', 'getOrder'] },
  prompts: true,
  run: async (args, context) => {
    const options = await moneyOptionsOf(args.options);
    const completeArgs = await runWizard(args, prompts, '<product-id>', context);
    const [product] = completeArgs.positionals;
    const { quantity, currency } = completeArgs.options;
    const fields = { product, quantity: quantity === undefined ? undefined : parseCount(quantity), currency };
    const orderParams = await endpointParams(context, 'sale', 'createOrder', fields, completeArgs.options, {
      product: '<product-id>',
    });
    await guardAssumed(context, (await callOf('sale', 'payOrder')).call); // before the order
    if (isDryRun(context.flags)) await printRequests(context, orderParams);
    if (context.flags.printCurl) return 0;
    const typed = { labels: { currency: '--currency' }, values: { currency } };
    const orderRequest = await transferRequest(context, 'createOrder', orderParams, { ...options, typed });
    const id = await runTransfer(context, orderRequest, async (orderTransfer) => {
      const requestFields = await parseRequestFields(
        orderRequest.call,
        orderRequest.request,
        context.settings().of.names ?? {},
      );
      const readCost = () => orderCost(context, requestFields, product!);
      if (orderTransfer.earlierResponse) {
        const order = placedOrderOf(context, orderTransfer.earlierResponse, options.clientRef);
        return payEarlier(context, orderRequest, order, readCost);
      }
      const { lines, agreed } = await readCost();
      await confirmPurchase(context, orderRequest.call, lines, orderTransfer);
      const order = placedOrderOf(context, await orderTransfer.send(), options.clientRef);
      return pay(context, order, options, (paymentTransfer) => {
        checkAgreed(context, agreed, order, paymentTransfer.verdict?.figures.leaves, options.atMost !== undefined);
        return paymentTransfer.send();
      });
    });
    return id === undefined ? 0 : orderResult(context, id);
  },
};

/** Pays an order that was placed earlier under the same reference, unless it is paid. @returns its id */
const payEarlier = (
  context: Context,
  { call, clientRef, atMost }: TransferRequest,
  order: PlacedOrder,
  readCost: () => ReturnType<typeof orderCost>,
) =>
  pay(context, order, { clientRef, atMost }, async (paymentTransfer) => {
    if (paymentTransfer.earlierResponse || (await wasPaid(context, order.id))) return;
    const { lines, agreed } = await readCost();
    checkAgreed(context, agreed, order, paymentTransfer.verdict?.figures.leaves, atMost !== undefined);
    await confirmPurchase(context, call, [...lines, ['Ordered before', order.id]], paymentTransfer);
    await paymentTransfer.send();
  });

/**
 * Whether another command or program has paid an order, or a payment was accepted, by the ledger, else by the service.
 * @throws {Refused} ORDER_ENDED if it can no longer be paid; {Failure} of the read
 */
async function wasPaid(context: Context, id: string) {
  const profile = context.settings().profile.value;
  const onOrder = await readLedger(context, (ledger) => ledger.onObject(profile, id));
  const payment = onOrder.find(({ call, outcome }) => call === 'payOrder' && /^(done|accepted)$/.test(outcome));
  const status = asText(rowOf('sale', 'getOrder', { id }, await readOrder(context, id))?.status);
  if (unpayableStatuses.includes(status))
    throw new Refused('refused', 'ORDER_ENDED', `The order ${id} is ${status}, and can no longer be paid.`, undefined, {
      unsent: true,
    });
  if (payment === undefined && !paidStatuses.includes(status)) return false;
  const what =
    payment?.outcome === 'accepted' ? 'A payment of the order was accepted before' : 'The order is paid already';
  context.log(`  ${what}${payment === undefined ? '' : `, as ${payment.id}`}; nothing was sent.`);
  return true;
}
/** Shows the receipt of both steps, and asks for confirmation once. @throws as `confirmCall` */
async function confirmPurchase(context: Context, call: Call, orderLines: readonly ReceiptLine[], transfer: Transfer) {
  const { verdict } = transfer;
  const lines: readonly ReceiptLine[] = [...orderLines, ['Paid with', payment.method]];
  const figures = verdict ? [...figureLines(verdict, lines), ...policyLines(verdict)] : [];
  await printReceipt(context, buy.summary, [...lines, ...figures]);
  await transfer.confirm({ ...call, summary: 'Order it and pay it' });
}

const prompts: readonly Question[] = [
  { key: 'productId', label: 'Product', hint: 'its id' },
  {
    key: 'quantity',
    label: 'How many',
    validate: (text) => (isCount(text) ? undefined : 'Enter a whole number from 1.'),
  },
];

/** @throws {BadInput} */
function parseCount(input: unknown) {
  if (isCount(String(input))) return Number(input);
  throw new BadInput('BAD_VALUE', `--quantity must be a whole number of at least 1, not ${cited(input)}.`);
}

/** Prints both requests of a dry run; the id of the order is not known yet. */
async function printRequests(context: Context, order: Params) {
  const payValues = await endpointParams(context, 'sale', 'payOrder', { id: 'ORDER_ID', ...payment });
  for (const { call, build } of [
    await callOf('sale', 'createOrder', order),
    await callOf('sale', 'payOrder', payValues),
  ])
    await printRequest(context, call, build);
}

async function transferRequest(
  context: Context,
  name: EndpointName<'sale'>,
  values: Params,
  options: TransferOptions,
): Promise<TransferRequest> {
  const { call, build } = await callOf('sale', name, values);
  return { call, request: await build(await context.http().requestContext()), ...options };
}

/** The order by its response. @throws {OutcomeUnknown} NO_ORDER_ID */
function placedOrderOf(
  context: Context,
  { call, data, text, operation }: Response,
  clientRef: string | undefined,
): PlacedOrder {
  const id = idIn('sale', 'createOrder', data);
  if (id !== undefined) return { id, response: text, operation };
  const look = nextCommand(context, `tuk ops show ${operation}`);
  throw new OutcomeUnknown(
    'NO_ORDER_ID',
    'The order was placed, but its id could not be read in the response, so it was not paid.',
    { service: call.service, call: call.name, operation, clientRef, look },
    undefined,
    `The full response is in the ledger: ${look}`,
  );
}

/** Pays an order with `run`. @returns its id. @throws as `unpaidFailure` */
async function pay(
  context: Context,
  order: PlacedOrder,
  options: TransferOptions,
  run: (paymentTransfer: Transfer) => Promise<unknown>,
): Promise<string> {
  const { id } = order;
  context.world.begun?.(`order:${quoted(id)}`);
  try {
    const values = await endpointParams(context, 'sale', 'payOrder', { id, ...payment });
    const cost = costIn('sale', 'createOrder', JSON.parse(order.response));
    await runTransfer(context, await transferRequest(context, 'payOrder', values, { ...options, cost }), run);
    return id;
  } catch (error) {
    throw unpaidFailure(context, error, order, options.clientRef);
  }
}

/** The failure of a payment, with the next step for the order. */
function unpaidFailure(
  context: Context,
  error: unknown,
  { id, operation }: PlacedOrder,
  clientRef: string | undefined,
) {
  if (!(error instanceof Failure)) return error;
  const { code, where, hint } = error;
  const next = (command: string) => nextCommand(context, `tuk store order ${command} ${quoted(id)}`);
  const look = next('show');
  const details = { operation, clientRef, look };
  if (error instanceof OutcomeUnknown) return new OutcomeUnknown(error, error.message, { ...where, look }, error, hint);
  if ([costMismatchCode, 'ORDER_ENDED'].includes(code)) return partly(error, details);
  const { message } = error;
  if (code === 'OPEN_OPERATION')
    return partly(error, { ...details, message: `The order ${id} was placed. ${message}` });
  return partly(error, {
    ...details,
    message: `The order ${id} was placed and is not paid: ${message}`,
    hint: `The order is open: ${look}, then pay it: ${next('pay')}, or cancel it: ${next('cancel')}`,
  });
}

async function orderResult(context: Context, id: string): Promise<Result> {
  const order = await readOrder(context, id).catch((error: unknown) => noteReadFailure(error, context));
  const status = order === undefined ? '' : asText(valueAt(JSON.parse(order), 'status'));
  const isOpen = status !== '' && classOf(storeOrder.status.list, status) !== 'good';
  if (isOpen)
    context.note({
      is: 'fact',
      text: `The service has accepted the request to pay; the order is not paid while it says ${status}.`,
    });
  if (context.out.deferred?.code !== 'ANSWER_CONTRADICTS')
    context.note({ is: 'next', line: nextCommand(context, `tuk wait order:${quoted(id)}`) });
  return resultOf(order, { columns: storeOrder.fields });
}
