// Lists the commands of `tuk assets`: offerings, vehicles, incomes, orders, leases.

import type { Command, Context, Group } from '../../cli/command/command.js';
import { readInput } from '../../cli/files/input-file.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { ownOperations } from '../../engine/change/own-operations.js';
import { namesById } from '../../engine/read/names-by-id.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { parseRequestFields } from '../../money/facts/request-fields.js';
import { isOpen, type Operation, progressOf } from '../../money/ledger/operation.js';
import { prepareLookUp, subjectOf } from '../../money/outcome/look-up.js';
import type { LookUpResult } from '../../money/outcome/look-up-result.js';
import { catalogue } from '../../services/catalogue/index.js';
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
import { concurrently, fewAtOnce } from '../../services/concurrently.js';
import { asText, isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { assetOrder, assetTransaction } from '../../things/asset-purchase.js';
import { assetVehicle, income, vehicleOnSale } from '../../things/asset-vehicle.js';
import { lease } from '../../things/lease.js';
import { listColumns } from '../../things/list-columns.js';
import { collection, offering } from '../../things/offering.js';

// The asset orders in the ledger, with the purchases of the service: no endpoint reads an order or a payment.
/** The time for the reads of the offerings, milliseconds. */
const mostTime = 20_000;

/** An order with its payments, newest first. */
interface KnownOrder {
  readonly order: Operation;
  readonly payments: readonly Operation[];
}
interface KnownOrders {
  readonly operations: readonly Operation[];
  readonly orders: readonly KnownOrder[];
}

/** The operations of this account, and their orders, newest first, without refused and unsent ones. */
async function ordersInLedger(context: Context): Promise<KnownOrders> {
  const operations = await ownOperations(context, 'musubi', 'listTransactions', {}, (service) => service === 'musubi');
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const rootOf = (operation: Operation): Operation => {
    const seen = new Set([operation]);
    for (let at = operation; ; ) {
      const outer = byId.get(at.within ?? '');
      if (!outer || seen.has(outer)) return at;
      seen.add(outer);
      at = outer;
    }
  };
  const paymentsOf = new Map<Operation, Operation[]>();
  for (const operation of operations.filter(isOfAsset)) {
    const root = rootOf(operation);
    paymentsOf.set(root, [...(paymentsOf.get(root) ?? []), ...(root === operation ? [] : [operation])]);
  }
  const orders = [...paymentsOf].map(([order, payments]) => ({ order, payments }));
  return { operations, orders: orders.sort((a, b) => (a.order.at < b.order.at ? 1 : -1)) };
}
const isOfAsset = ({ service, call, outcome }: Operation) =>
  service === 'musubi' &&
  ['createOrder', 'createPayment', 'changePaymentToCrypto'].includes(call) &&
  outcome !== 'refused' &&
  outcome !== 'not-sent';

/**
 * The rows of orders, with the status of their purchase. `here` has the operation, the id of an unpaid order, and a
 * note on what the purchases do not say.
 * @param purchases the response of the list of purchases
 */
async function orderRows(context: Context, { operations, orders }: KnownOrders, purchases: string): Promise<Row[]> {
  const fieldNames = context.settings().of.names ?? {};
  const { calls } = await catalogue('musubi');
  const http = context.http();
  const clockAhead = http.clockAhead((await http.requestContext()).base('musubi'));
  const lookUpIn = async (operation: Operation): Promise<LookUpResult | undefined> =>
    (await prepareLookUp(operation, fieldNames))?.find(purchases, operations, context.world.clock.now(), clockAhead);
  const rows: Row[] = [];
  for (const { order, payments } of orders) {
    const lookedUp = (await concurrently([...payments, order], fewAtOnce, lookUpIn)).flatMap(
      (lookedUp) => lookedUp ?? [],
    );
    const seen = lookedUp.find((lookedUp) => lookedUp.kind === 'seen');
    const offering = isOrder(order)
      ? (await parseRequestFields(calls[order.call]!, order, fieldNames)).paramValue('offering')
      : undefined;
    const id = isOrder(order) ? await subjectOf(order, fieldNames) : undefined;
    const carrier = payments.find(({ amount }) => amount !== undefined) ?? order;
    const note = noteOf({ order, payments }, lookedUp, context);
    rows.push({
      status: seen?.status ?? null,
      product: isNothing(offering) ? undefined : { id: asText(offering), name: asText(offering) },
      amount: order.amount ?? carrier.amount ?? null,
      currency: order.token ?? carrier.token ?? null,
      createdAt: order.serviceAt ?? order.at,
      id: id ?? null,
      here: {
        operation: (payments.find(isOpen) ?? order).id,
        unpaid: payments.length === 0 && !seen ? id : undefined,
        note: note === undefined ? undefined : context.out.redact.clean(note),
      },
    });
  }
  return withTitles(context, rows);
}
const isOrder = ({ call }: Operation) => call === 'createOrder';

/** A note on the unknown state of an order. */
function noteOf(
  { order, payments }: KnownOrder,
  lookedUp: readonly LookUpResult[],
  context: Context,
): string | undefined {
  const seen = lookedUp.find((lookedUp) => lookedUp.kind === 'seen');
  if (seen) return seen.status === undefined ? `its status cannot be read: ${seen.unread ?? 'it has none'}` : undefined;
  const contradiction = lookedUp.find((lookedUp) => lookedUp.kind === 'contradicts');
  if (contradiction) return `the service shows it, but ${contradiction.why}`;
  const open = [...payments, order].find(isOpen);
  if (open)
    return `${isOrder(open) ? 'it is' : 'its payment is'} not known to be done: ${nextCommand(context, `tuk ops check ${open.id}`)}`;
  if (lookedUp.some(({ kind }) => /^(ambiguous|partial|like)$/.test(kind))) return 'a purchase may be it';
  const last = [...payments, order]
    .map((operation) => progressOf(operation)?.status)
    .find((status) => status !== undefined);
  if (payments.length === 0) return 'no purchase shows it; no payment was made here';
  return `no purchase shows it${last === undefined ? '' : `; its payment was ${last} when it was made`}`;
}

/** Names the offerings. An offering that cannot be read keeps its id. */
async function withTitles(context: Context, rows: readonly Row[]): Promise<Row[]> {
  const poll = pollContext(context, context.deadline.within(mostTime));
  const ids = rows.flatMap(({ product }) => (isRecord(product) ? asText(product.id) : []));
  const titles = await namesById(poll, ['musubi', 'getOffering', 'title'], ids);
  return rows.map((row) => {
    if (!isRecord(row.product)) return row;
    const { id } = row.product;
    return { ...row, product: { id, name: titles.get(asText(id)) ?? asText(id) } };
  });
}

// The changes of `tuk assets`: orders, payments, lease applications, messages to customer service.
const transactionsCommand = () => 'tuk assets transactions --type PURCHASE';

const orders: readonly Command[] = [
  listCommand('musubi', {
    name: 'orders',
    summary: 'List the orders placed on this machine, with the status of their purchases',
    description: `No endpoint lists orders. The rows come from the ledger (tuk ops list).
The status comes from the purchase of the order (tuk assets transactions --type PURCHASE).
If an order has no purchase yet, here.note says so.`,
    examples: ['tuk assets orders'],
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
      isScalar(id) ? `tuk assets payment create ${asText(id)} --method CRYPTO` : transactionsCommand(),
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
    next: (_, { id }) => (isScalar(id) ? `tuk assets lease show ${asText(id)}` : undefined),
  }),
  showCommand('musubi', {
    name: 'lease show',
    values: '<id>',
    summary: 'Show a lease application',
    examples: ['tuk assets lease show 1'],
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
    examples: ['tuk assets offerings', 'tuk assets offerings --status OPEN --sort-by=-interestRate'],
    endpoint: 'listOfferings',
    open: true,
    columns: listColumns(offering),
    empty: ['No offerings.', 'List them all: tuk assets offerings'],
  }),
  showCommand('musubi', {
    name: 'offering',
    values: '<id>',
    summary: 'Show one offering',
    examples: ['tuk assets offering 1'],
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
    examples: ['tuk assets dash'],
    endpoint: 'getPublicDash',
    open: true,
  }),
  showCommand('musubi', {
    name: 'vehicle',
    values: '<vin>',
    summary: 'Show one vehicle',
    examples: ['tuk assets vehicle SBXT1E046SS000001'],
    endpoint: 'getPublicVehicle',
    columns: assetVehicle.fields,
    id: 'vin',
  }),
  listCommand('musubi', {
    name: 'claimable',
    summary: 'List the unclaimed income of your vehicles',
    examples: ['tuk assets claimable'],
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
    examples: ['tuk assets collections'],
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
