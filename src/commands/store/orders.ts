// `tuk store order`: shows, cancels and pays an order, waits for its end.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { changeCommand } from '../../engine/change-command.js';
import type { Params } from '../../engine/params.js';
import { showCommand } from '../../engine/read-command.js';
import { readEndpoint } from '../../engine/read-endpoint.js';
import { waitCommand } from '../../engine/wait-command.js';
import { asText } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';

export const orderColumns: readonly Column[] = [
  { path: 'status', as: { status: 'StoreOrderStatus' } },
  { path: 'totalPrice', heading: 'total', as: { amount: 'currencyId' } },
  { path: 'quantity' },
  { path: 'price', as: { amount: 'currencyId' } },
  { path: 'createdAt', heading: 'ordered', as: 'time' },
  { path: 'paidAt', heading: 'paid', as: 'time' },
  { path: 'expiresAt', heading: 'pay until', as: 'time' },
  { path: 'id' },
];
/** The only payment method (SPEC.md section 3). */
export const payment = { method: 'BALANCE_TRANSACTION' } as const;
/** Reads an order as JSON text. @throws {Failure} */
export const readOrder = async (context: Context, id: unknown): Promise<string> =>
  (await readEndpoint(context, 'sale', 'getOrder', { id })).text;

const orderReceipt = {
  endpoint: 'getOrder',
  columns: [
    { path: 'status', as: { status: 'StoreOrderStatus' } },
    { path: 'totalPrice', heading: 'Total', as: { amount: 'currencyId' } },
    { path: 'quantity', as: 'amount' },
  ],
} as const;
const waitLine = ({ id }: Params) => `tuk store order wait ${String(id)}`;

export const orders: readonly Command[] = [
  showCommand('sale', {
    name: 'order show',
    values: '<id>',
    summary: 'Show one order',
    description: 'No endpoint lists orders: the id is in the response of tuk store buy, also in the ledger (tuk ops list).',
    examples: ['tuk store order show 1', 'tuk store order show 1 --jq .status'],
    endpoint: 'getOrder',
    columns: orderColumns,
  }),
  changeCommand('sale', {
    name: 'order cancel',
    values: '<id>',
    summary: 'Cancel an order',
    examples: ['tuk store order cancel 2 --yes'],
    endpoint: 'cancelOrder',
    about: [orderReceipt],
    columns: orderColumns,
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
    receiptLines: (_, { method }) => [['Paid with', method === undefined ? 'not known: not in the body' : asText(method)]],
    toParams: (params, { options }) => (options.input === undefined ? { ...params, ...payment } : params),
    readBack: ({ id }, context) => readOrder(context, id),
    columns: orderColumns,
    next: waitLine,
  }),
  waitCommand('sale', {
    name: 'order wait',
    values: '<id...>',
    summary: 'Wait until orders have ended',
    examples: ['tuk store order wait 7', 'tuk store order wait <id> <id> --for status=SUCCESS --max-wait 5m'],
    endpoint: 'getOrder',
    statusList: 'StoreOrderStatus',
  }),
];
