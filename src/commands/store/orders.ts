// `tuk store order`: shows, cancels and pays an order.

import type { Command, Context } from '../../cli/command/command.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { isDryRun } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { ownOperations } from '../../engine/change/own-operations.js';
import { namesById } from '../../engine/read/names-by-id.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { rowsNeeded } from '../../engine/read/run-read.js';
import { readEndpoint } from '../../engine/request/call.js';
import { deadlineLine } from '../../engine/request/deadline.js';
import type { Params } from '../../engine/request/params.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { rowOf } from '../../money/facts/reads.js';
import { isOpen, type Operation } from '../../money/ledger/operation.js';
import { subjectOf } from '../../money/outcome/look-up.js';
import { concurrently, fewAtOnce } from '../../services/concurrently.js';
import { Failure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { listColumns } from '../../things/list-columns.js';
import { storeOrder } from '../../things/store-order.js';

// The orders in the ledger of this machine, as the service has them now: no endpoint lists orders.
/** The most time for all reads, milliseconds. */
const mostTime = 20_000;
/** The number of retryable failures, such as timeouts, that ends the reads. */
const mostOutages = 3;

interface KnownOrder {
  /** Undefined if no response has its id. */
  readonly id?: string;
  /** The most informative operation: one without a known outcome, else the order, else a payment. */
  readonly operation: Operation;
}

/**
 * The orders that this account placed or paid on this machine, newest first. Refused orders and unsent ones are left
 * out.
 */
async function ordersInLedger(context: Context): Promise<KnownOrder[]> {
  const operations = (await ownOperations(context, 'sale', 'getOrder', { id: 'x' }, isOrderCall)).filter(isSent);
  const fieldNames = context.settings().of.names ?? {};
  const orders = new Map<string, KnownOrder>();
  for (const operation of operations) {
    const id = await subjectOf(operation, fieldNames);
    if (id === undefined && operation.outcome === 'not-done') continue;
    const key = id ?? operation.id;
    const newer = orders.get(key)?.operation;
    orders.set(key, { id, operation: newer ? moreInformative(newer, operation) : operation });
  }
  return [...orders.values()];
}
const isOrderCall = (service: string, call: string) =>
  service === 'sale' && (call === 'createOrder' || call === 'payOrder');
const isSent = ({ outcome }: Operation) => outcome !== 'refused' && outcome !== 'not-sent';
const moreInformative = (newer: Operation, older: Operation): Operation =>
  isOpen(newer) ? newer : isOpen(older) || older.call === 'createOrder' ? older : newer;

/**
 * Reads orders with the names of their products, a few at a time, within 20 seconds. A row has the fields of the
 * service. Its member `here` has the operation of this machine, and in `note` the reason if the fields of the service
 * are missing.
 * @param failures gets the failures of single orders; an order that the service does not have is not a failure
 * @throws {Failure} if no order could be read, or if it concerns all orders: no session, a signal
 */
async function readOrders(context: Context, orders: readonly KnownOrder[], failures: Failure[]): Promise<Row[]> {
  const poll = pollContext(context, context.deadline.within(mostTime));
  const outages: Failure[] = [];
  const isDown = () => outages.length >= mostOutages || outages.some(({ kind }) => kind === 'rate-limited');
  const readings = await concurrently(orders, fewAtOnce, async (order) => {
    const reading = await readKnown(poll, order, isDown() ? outages[0] : undefined);
    if (reading.failure?.retryable) outages.push(reading.failure);
    return reading;
  });
  const failed = readings.flatMap(({ failure }) => failure ?? []);
  if (failed.length > 0 && failed.length === orders.filter(({ id }) => id !== undefined).length) throw failed[0]!;
  failures.push(...failed);
  const rows = [...new Map(readings.map(({ row }, at) => [asText(row.id ?? `op ${at}`), row])).values()];
  return isDown() ? rows : withProducts(poll, rows);
}

interface Reading {
  readonly row: Row;
  readonly failure?: Failure;
}
/** @param outage the failure that ended the reads: nothing is requested */
async function readKnown(
  context: Context,
  { id, operation }: KnownOrder,
  outage: Failure | undefined,
): Promise<Reading> {
  const at = operation.serviceAt ?? operation.at;
  const check = nextCommand(context, `tuk ops check ${operation.id}`);
  const open = isOpen(operation)
    ? `${operation.call === 'payOrder' ? 'its payment is' : 'it is'} not known to be done: ${check}`
    : undefined;
  const here = (note?: string) => ({ operation: operation.id, at, note });
  const unread = (why: string) => ({ status: null, createdAt: at, id: id ?? null, here: here(why) });
  if (id === undefined) return { row: unread(open ?? 'no response has named its id') };
  try {
    if (outage) throw outage;
    const { text } = await readEndpoint(context, 'sale', 'getOrder', { id }, { patient: true });
    const order = rowOf('sale', 'getOrder', { id }, text);
    if (order === undefined) return { row: unread('the response has no order') };
    return { row: { ...order, id: isScalar(order.id) ? asText(order.id) : id, here: here(open) } };
  } catch (error) {
    if (!(error instanceof Failure) || /^(interrupted|sign-in|local|usage)$/.test(error.kind)) throw error;
    if (error.kind === 'not-found') return { row: unread('the service has no such order') };
    const why = error.code === 'OTHER_ANSWER' ? 'the response is about another order' : `not read: ${error.message}`;
    return { row: unread(context.out.redact.clean(why)), failure: error };
  }
}

/** Adds the name of the product, or its id if it cannot be read. An order that describes its product needs no read. */
async function withProducts(context: Context, rows: readonly Row[]) {
  const idOf = ({ product, productId }: Row) =>
    isRecord(product) || isNothing(productId) || !isScalar(productId) ? undefined : asText(productId);
  const ids = rows.flatMap((row) => idOf(row) ?? []);
  const names = await namesById(context, ['sale', 'getProduct', 'name'], ids);
  return rows.map((row) => {
    const id = idOf(row);
    return id === undefined ? row : { ...row, product: { id, name: names.get(id) ?? id } };
  });
}

const columns = storeOrder.fields;
/** The only payment method (platform 8.1). */
export const payment = { method: 'BALANCE_TRANSACTION' } as const;
/** Reads an order as JSON text. @throws {Failure} */
export const readOrder = async (context: Context, id: unknown): Promise<string> =>
  (await readEndpoint(context, 'sale', 'getOrder', { id })).text;

const orderReceipt = { endpoint: 'getOrder', columns: storeOrder.receipt } as const;
/** The number of orders that are read, unless --limit asks for others. */
const newestOrders = 20;

const waitLine = ({ id }: Params) => `tuk wait order:${String(id)}`;

export const orders: readonly Command[] = [
  listCommand('sale', {
    name: 'order list',
    summary: 'List the orders placed or paid on this machine, as the service has them now',
    description: `No endpoint lists orders. The ids come from the ledger (tuk ops list); here.operation is the operation.
tuk reads the newest ${newestOrders}, or as many as --limit says, and each product once for its name.
If tuk cannot read an order, here.note in its row says why.`,
    examples: [
      'tuk store order list',
      'tuk store order list --limit 5 -o csv',
      'tuk store order list --match status=PAYMENT_FAILED',
    ],
    endpoint: 'getOrder',
    alsoUses: { sale: ['getProduct'] },
    columns: listColumns(storeOrder),
    empty: ['No order of the store was placed or paid on this machine.', 'Read one by its id: tuk store order show ID'],
    rowsTellFailures: true,
    fetchAll: async (once, _, { context, partialFailures }) => {
      const most = rowsNeeded(context.out.options, newestOrders);
      const orders = await ordersInLedger(context);
      const newest = orders.slice(0, most);
      if (isDryRun(context.flags)) {
        for (const { id } of newest) if (id !== undefined) await once({ id });
        return undefined;
      }
      const rows = await readOrders(context, newest, partialFailures);
      const [shown, total] = [newest.length, String(orders.length)];
      if (shown < orders.length) context.note({ is: 'cut', shown, total, all: false, more: `--limit ${total}` });
      return stringifyLossless(rows);
    },
  }),
  showCommand('sale', {
    name: 'order show',
    values: '<id>',
    summary: 'Show one order',
    description:
      'No endpoint lists orders. The id is in the response of tuk store buy and in the ledger (tuk ops list).',
    examples: ['tuk store order show 1'],
    endpoint: 'getOrder',
    columns,
  }),
  changeCommand('sale', {
    name: 'order cancel',
    values: '<id>',
    summary: 'Cancel an order',
    examples: ['tuk store order cancel 2 --yes'],
    endpoint: 'cancelOrder',
    about: [orderReceipt],
    columns,
    next: (params) => `${waitLine(params)} --for CANCEL_REFUNDED`,
  }),
  changeCommand('sale', {
    name: 'order pay',
    values: '<id>',
    summary: 'Pay an order from the balance',
    examples: ['tuk store order pay 1 --client-ref march-7 --yes', 'tuk store order pay <id> --yes'],
    endpoint: 'payOrder',
    open: true,
    money: true,
    about: [orderReceipt],
    receiptLines: ([order], { method }, context) => [
      ['Paid with', method === undefined ? 'not known: not in the body' : asText(method)],
      ...deadlineLine('Pay until', order?.expiresAt, context),
    ],
    toParams: (params, { options }) => (options.input === undefined ? { ...params, ...payment } : params),
    readBack: ({ id }, context) => readOrder(context, id),
    columns,
    next: waitLine,
  }),
];
