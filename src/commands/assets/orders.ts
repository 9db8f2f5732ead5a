// The changes of `tuk assets`: orders, payments, lease applications, messages to customer service.

import type { Command } from '../../cli/command/command.js';
import { readInput } from '../../cli/files/input-file.js';
import { plain } from '../../cli/settings/options.js';
import { isDryRun } from '../../cli/settings/settings.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { AssetCurrency, PaymentMethod, PurchaseType } from '../../services/catalogue/words.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { assetOrder } from '../../things/asset-purchase.js';
import { vehicleOnSale } from '../../things/asset-vehicle.js';
import { lease } from '../../things/lease.js';
import { offering } from '../../things/offering.js';
import { orderRows, ordersInLedger } from './known-orders.js';

const transactionsCommand = () => 'tuk assets transactions --type PURCHASE';

export const orders: readonly Command[] = [
  listCommand('musubi', {
    name: 'orders',
    summary: 'List the orders placed on this machine, with the status of their purchases',
    description: `No endpoint reads an order: the rows come from the ledger (tuk ops list), and the status comes from the purchase of the order
(tuk assets transactions --type PURCHASE). If no purchase belongs to an order, here.note says so.`,
    examples: ['tuk assets orders', 'tuk assets orders -o csv'],
    endpoint: 'listTransactions',
    alsoUses: { musubi: ['getOffering'] },
    columns: assetOrder.fields,
    empty: ['No order of an asset was placed on this machine.', 'Order a share: tuk assets order'],
    fetchAll: async (once, _, { context }) => {
      const operations = await ordersInLedger(context);
      if (operations.orders.length === 0 && !isDryRun(context.flags)) return '[]';
      const purchases = await once({ type: 'PURCHASE' });
      return purchases && stringifyLossless(await orderRows(context, operations, purchases.text));
    },
  }),
  changeCommand('musubi', {
    name: 'order',
    summary: 'Order a share or a vehicle of an offering',
    description: 'No endpoint reads an order: keep the id of the response; the ledger has it too.',
    options: [
      plain('--offering <id>', 'the offering', { required: true }),
      plain('--purchase-type <type>', 'a share of a vehicle, or a whole one', { words: PurchaseType, required: true }),
      plain('--amount <amount>', 'the amount, in whole units of the currency', { as: 'amount', required: true }),
      plain('--currency <currency>', "the currency; default: the offering's", { words: AssetCurrency }),
    ],
    examples: ['tuk assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes'],
    endpoint: 'createOrder',
    alsoUses: { user: ['getCurrency'], wallet: ['listNetworkTokens'] },
    open: true,
    money: true,
    about: [
      {
        endpoint: 'getOffering',
        paramsFrom: { id: 'offering' },
        columns: offering.receipt,
      },
    ],
    next: (_, { id }) =>
      typeof id === 'string' ? `tuk assets payment create ${id} --method CRYPTO` : transactionsCommand(),
  }),
  changeCommand('musubi', {
    name: 'payment create',
    values: '<order>',
    summary: 'Start the payment of an order',
    description: 'No endpoint reads a payment: the response says where to pay and until when.',
    options: [plain('--method <method>', 'the payment method', { words: PaymentMethod, required: true })],
    examples: ['tuk assets payment create <id> --method CRYPTO --yes'],
    endpoint: 'createPayment',
    open: true,
    money: true,
    columns: [
      { path: 'status', as: { status: 'PaymentStatus' } },
      { path: 'amount', as: { amount: 'currency' } },
    ],
    next: transactionsCommand,
  }),
  changeCommand('musubi', {
    name: 'payment to-crypto',
    values: '<payment-id>',
    summary: 'Change a payment to crypto',
    examples: ['tuk assets payment to-crypto <id> --yes'],
    endpoint: 'changePaymentToCrypto',
    open: true,
    money: true,
    next: transactionsCommand,
  }),
  changeCommand('musubi', {
    name: 'lease apply',
    summary: 'Apply to lease a vehicle',
    options: [
      plain('--product <id>', 'the product; see tuk assets products', { required: true }),
      plain('--months <n>', 'the duration in months', { as: 'number', required: true }),
      plain('--phone <phone>', 'your phone number, like +6590000001', { required: true }),
    ],
    examples: ['tuk assets lease apply --product 1 --months 6 --phone +6590000001 --yes'],
    endpoint: 'submitLeaseApplication',
    open: true,
    about: [
      {
        endpoint: 'getProduct',
        paramsFrom: { productId: 'product' },
        requires: 'product',
        columns: vehicleOnSale.receipt,
      },
    ],
    columns: lease.fields,
    next: (_, { id }) => (typeof id === 'string' ? `tuk assets lease show ${id}` : undefined),
  }),
  showCommand('musubi', {
    name: 'lease show',
    values: '<id>',
    summary: 'Show a lease application',
    examples: ['tuk assets lease show 1', 'tuk assets lease show 1 --jq .status'],
    endpoint: 'getLeaseApplication',
    columns: lease.fields,
  }),
  changeCommand('musubi', {
    name: 'contact',
    summary: 'Contact customer service',
    options: [
      plain('--title <text>', 'the subject', { required: true }),
      {
        flags: '--message-file <file>',
        effects: ['file'],
        summary: 'the message, from a file or - for standard input',
        required: true,
        param: 'message',
      },
    ],
    examples: ["tuk assets contact --title 'A question' --message-file question.txt --yes"],
    endpoint: 'contact',
    open: true,
    toParams: async ({ message, ...params }, _, { world }) =>
      message === undefined ? params : { ...params, message: await readInput(world, String(message)) },
  }),
];
