// `tuk store order`: shows, cancels and pays an order.

import type { Command, Context } from '../../cli/command/command.js';

import { isDryRun } from '../../cli/settings/settings.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { rowsNeeded } from '../../engine/read/rows-needed.js';
import { readEndpoint } from '../../engine/request/call.js';
import { deadlineLine } from '../../engine/request/deadline.js';
import type { Params } from '../../engine/request/params.js';
import { asText } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { listColumns } from '../../things/list-columns.js';
import { storeOrder } from '../../things/store-order.js';
import { ordersInLedger, readOrders } from './known-orders.js';

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
    description: `No endpoint lists orders: the ids come from the ledger (tuk ops list). The newest ${newestOrders} are read, or as many as --limit says, and each product once for its name.
If an order cannot be read, here.note in its row says why; here.operation is the operation of the ledger.`,
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
      'No endpoint lists orders: the id is in the response of tuk store buy, also in the ledger (tuk ops list).',
    examples: ['tuk store order show 1', 'tuk store order show 1 --jq .status'],
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
