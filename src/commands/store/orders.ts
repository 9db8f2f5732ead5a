// `tuk store order`: an order shown, cancelled, paid, waited for.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { changeCommand } from '../../engine/change-command.js';
import type { Params } from '../../engine/params.js';
import { readCommand, readOnce } from '../../engine/read-command.js';
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
/** There is one way to pay, SPEC.md section 3. */
export const payment = { method: 'BALANCE_TRANSACTION' } as const;
/** The order as it is now, as JSON text. @throws {Failure} */
export const orderNow = async (context: Context, id: unknown): Promise<string> =>
  (await readOnce(context, 'sale', 'getOrder', { id })).text;

const shown = {
  call: 'getOrder',
  lines: [
    { path: 'status', as: { status: 'StoreOrderStatus' } },
    { path: 'totalPrice', heading: 'Total', as: { amount: 'currencyId' } },
    { path: 'quantity', as: 'amount' },
  ],
} as const;
const wait = ({ id }: Params) => `tuk store order wait ${String(id)}`;

export const orders: readonly Command[] = [
  readCommand({
    name: 'order show',
    values: '<id>',
    summary: 'Show one order',
    description: 'No call lists orders: the id of one is in the answer to tuk store buy, which the ledger keeps (tuk ops list).',
    examples: ['tuk store order show 1', 'tuk store order show 1 --jq .status'],
    service: 'sale',
    endpoints: [{ call: 'getOrder' }],
    uses: ['sale GET /v1/orders/{id}'],
    columns: orderColumns,
  }),
  changeCommand({
    name: 'order cancel',
    values: '<id>',
    summary: 'Cancel an order',
    examples: ['tuk store order cancel 2 --yes'],
    service: 'sale',
    endpoints: [{ call: 'cancelOrder' }],
    uses: ['sale GET /v1/orders/{id}', 'sale DELETE /v1/orders/{id}'],
    about: [shown],
    columns: orderColumns,
    next: (given) => `${wait(given)} --for CANCEL_REFUNDED`,
  }),
  changeCommand({
    name: 'order pay',
    values: '<id>',
    summary: 'Pay an order out of the balance',
    examples: ['tuk store order pay 1 --client-ref march-7 --yes', 'tuk store order pay <id> --yes'],
    service: 'sale',
    endpoints: [{ call: 'payOrder' }],
    uses: ['sale GET /v1/orders/{id}', 'sale POST /v1/orders/{id}/payments'],
    open: true,
    money: true,
    about: [shown],
    says: (_, { method }) => [['Paid with', method === undefined ? 'not known: the body does not say it' : asText(method)]],
    toParams: (given, { options }) => (options.input === undefined ? { ...given, ...payment } : given),
    shows: ({ id }, context) => orderNow(context, id),
    columns: orderColumns,
    next: wait,
  }),
  waitCommand({
    name: 'order wait',
    values: '<id...>',
    summary: 'Wait until orders have ended',
    examples: ['tuk store order wait 7', 'tuk store order wait <id> <id> --for status=SUCCESS --max-wait 5m'],
    uses: ['sale GET /v1/orders/{id}'],
    service: 'sale',
    call: 'getOrder',
    list: 'StoreOrderStatus',
  }),
];
