// Lists the commands of `tuk assets`: offerings, vehicles, incomes, orders, leases.
import type { Command, Group } from '../../cli/command/command.js';
import { readInput } from '../../cli/files/input-file.js';
import { plain } from '../../cli/settings/options.js';
import { isDryRun } from '../../cli/settings/settings.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import {
  AssetCurrency,
  AssetTransactionFilter,
  IncomeCurrency,
  OfferingStatus,
  PaymentMethod,
  Period,
  PurchaseType,
  VehicleProductCategory,
  VehicleStatus,
} from '../../services/catalogue/words.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { assetOrder, assetTransaction } from '../../things/asset-purchase.js';
import { assetVehicle, income, vehicleOnSale } from '../../things/asset-vehicle.js';
import { lease } from '../../things/lease.js';
import { listColumns } from '../../things/list-columns.js';
import { collection, offering } from '../../things/offering.js';
import { orderRows, ordersInLedger } from './known-orders.js';

// The changes of `tuk assets`: orders, payments, lease applications, messages to customer service.
const transactionsCommand = () => 'tuk assets transactions --type PURCHASE';

const orders: readonly Command[] = [
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

// The reads of `tuk assets`: offerings, vehicles, incomes, products, transactions.
const reads: readonly Command[] = [
  listCommand('musubi', {
    name: 'offerings',
    summary: 'List the offerings',
    options: [plain('--status <status>', 'filter by status', { words: OfferingStatus })],
    examples: [
      'tuk assets offerings',
      'tuk assets offerings --status OPEN --sort-by=-interestRate',
      'tuk assets offerings -o csv',
    ],
    endpoint: 'listOfferings',
    open: true,
    columns: listColumns(offering),
    empty: ['No offerings.', 'List them all: tuk assets offerings'],
  }),
  showCommand('musubi', {
    name: 'offering',
    values: '<id>',
    summary: 'Show one offering',
    examples: ['tuk assets offering 1', 'tuk assets offering 1 --jq .interestRate'],
    endpoint: 'getOffering',
    columns: offering.fields,
  }),
  listCommand('musubi', {
    name: 'vehicles',
    summary: 'List the vehicles, or with --mine those that you have a share of',
    options: [
      plain('--mine', 'only vehicles of the signed-in user, with their shares'),
      plain('--status <number>', 'filter by status', { words: VehicleStatus }),
      plain('--category <category>', 'filter by category', { words: VehicleProductCategory }),
    ],
    examples: [
      'tuk assets vehicles',
      'tuk assets vehicles --mine',
      'tuk assets vehicles --status 40 --match tokenType~LEASE --fields vin,city',
    ],
    endpoints: [
      { endpoint: 'listVehicles', requires: ['mine'] },
      { endpoint: 'listPublicVehicles' },
      { endpoint: 'listPublicVehiclesV1', when: 'unknown' },
    ],
    open: true,
    columns: assetVehicle.fields,
    id: 'vin',
    empty: ['No vehicles.', 'Buy a share of one: tuk assets offerings --status OPEN'],
  }),
  showCommand('musubi', {
    name: 'dash',
    summary: 'Show statistics of all vehicles',
    examples: ['tuk assets dash', 'tuk assets dash --jq .vehicleCount'],
    endpoint: 'getPublicDash',
    open: true,
  }),
  showCommand('musubi', {
    name: 'vehicle',
    values: '<vin>',
    summary: 'Show one vehicle',
    examples: ['tuk assets vehicle SBXT1E046SS000001', 'tuk assets vehicle 3 -o yaml'],
    endpoint: 'getPublicVehicle',
    columns: assetVehicle.fields,
    id: 'vin',
  }),
  listCommand('musubi', {
    name: 'claimable',
    summary: 'List the unclaimed income of your vehicles',
    examples: ['tuk assets claimable', 'tuk assets claimable --fields vin,amount,currency -o csv'],
    endpoint: 'listClaimable',
    open: true,
    columns: income.fields,
    id: 'vin',
    key: ['vin', 'currency'],
    empty: ['Nothing to claim.', 'See past incomes: tuk assets incomes'],
  }),
  listCommand('musubi', {
    name: 'incomes',
    values: '[vin]',
    summary: 'List the incomes of your vehicles, or the ride incomes of one, also as a chart',
    options: [
      plain('--period <period>', 'the period: of which incomes, or by which they are grouped, is not public', {
        words: Period,
      }),
      plain('--currency <currency>', 'filter by currency', { words: IncomeCurrency }),
    ],
    examples: [
      'tuk assets incomes --period WEEK --currency USD',
      'tuk assets incomes SBXT1E046SS000001',
      'tuk assets incomes -o csv',
    ],
    endpoints: [{ endpoint: 'listIncomes' }, { endpoint: 'listRideIncomes', requires: ['vin'] }],
    open: true,
    columns: income.fields,
    key: ['id', 'vin', 'currency', 'from', 'to'],
    chart: { at: 'from', value: 'amount', by: 'currency', of: 'sum' },
    empty: ['No incomes yet.', 'See unclaimed income: tuk assets claimable'],
  }),
  showCommand('musubi', {
    name: 'statistics',
    summary: 'Show statistics of your vehicles',
    description:
      'Which field of the query has the period is not public: -f settlementPeriod=month (year, week) is another one.',
    options: [plain('--period <period>', 'the period: day, week or month', { words: Period })],
    examples: ['tuk assets statistics', 'tuk assets statistics --period WEEK'],
    endpoint: 'getStatistics',
    open: true,
  }),
  listCommand('musubi', {
    name: 'products',
    values: '[product-id]',
    summary: 'List the vehicles on sale, or show one',
    options: [plain('--category <category>', 'filter by category', { words: VehicleProductCategory })],
    examples: ['tuk assets products', 'tuk assets products --category TUKTUK', 'tuk assets products 1 -o yaml'],
    endpoints: [{ endpoint: 'listProducts' }, { endpoint: 'getProduct', requires: ['productId'] }],
    open: true,
    columns: vehicleOnSale.fields,
    empty: ['No vehicles are on sale.', 'See shares of vehicles: tuk assets offerings'],
  }),
  listCommand('musubi', {
    name: 'collections',
    summary: 'List the collections of vehicle tokens',
    examples: ['tuk assets collections', 'tuk assets collections --fields name,contractAddress'],
    endpoint: 'listCollections',
    columns: collection.fields,
  }),
  listCommand('musubi', {
    name: 'transactions',
    summary: 'List your purchases, returns and transfers',
    options: [plain('--type <type>', 'filter by type', { words: AssetTransactionFilter })],
    examples: ['tuk assets transactions', 'tuk assets transactions --type PURCHASE -o csv'],
    endpoint: 'listTransactions',
    open: true,
    columns: assetTransaction.fields,
    empty: ['No transactions.', 'Buy a share of a vehicle: tuk assets offerings --status OPEN'],
  }),
];

export const group: Group = { commands: [...reads, ...orders] };
