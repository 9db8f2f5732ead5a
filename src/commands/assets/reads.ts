// The reads of `tuk assets`: offerings, vehicles, incomes, products, transactions.

import type { Command } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import {
  AssetTransactionFilter,
  IncomeCurrency,
  OfferingStatus,
  Period,
  VehicleProductCategory,
  VehicleStatus,
} from '../../services/catalogue/words.js';
import { assetTransaction } from '../../things/asset-purchase.js';
import { assetVehicle, income, vehicleOnSale } from '../../things/asset-vehicle.js';
import { listColumns } from '../../things/list-columns.js';
import { collection, offering } from '../../things/offering.js';

export const reads: readonly Command[] = [
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
