// The screens of every group as data: their commands, the detail that enter opens, the actions of the key x.

import { assetTransaction } from '../../things/asset-purchase.js';
import { assetVehicle, income, vehicleOnSale } from '../../things/asset-vehicle.js';
import { currency } from '../../things/balance.js';
import { payToCode } from '../../things/bridge-swap.js';
import { charger } from '../../things/charger.js';
import { item } from '../../things/item.js';
import { networkRide, networkVehicle } from '../../things/network-vehicle.js';
import { notification } from '../../things/notification.js';
import { collection, offering } from '../../things/offering.js';
import { place } from '../../things/place.js';
import { product, purchasable } from '../../things/product.js';
import { ride } from '../../things/ride.js';
import { session } from '../../things/session.js';
import { station, stationPlaces } from '../../things/station.js';
import { storeOrder } from '../../things/store-order.js';
import type { GroupSpec } from '../../ui/state/core/screens.js';
import {
  caseOf,
  checkAction,
  groupOf,
  ledgerActions,
  ledgerNote,
  operationActions,
  ownBalances,
  planActions,
  settleAction,
} from './boards/group.js';
import { pointsGroup } from './boards/points.js';
import { walletGroup } from './boards/wallet.js';

/** The screens of the group Home. */
const homeGroup: GroupSpec = groupOf('0', 'Home', [
  {
    name: 'Ledger',
    command: 'ops list',
    asks: 'ops check',
    opens: 'ops show {id}',
    cycles: '--kind',
    empty: [
      'No transfer was made on this machine in this profile.',
      'See the transfers of all profiles: tuk ops list --every',
    ],
    actions: [...ledgerActions, ['Check all that are not over', 'ops check']],
    openedActions: ledgerActions,
    note: 'The transfers of this machine. L lists the requests of this window.',
  },
  {
    name: 'Account',
    command: 'account show',
    below: { title: 'Sessions', command: 'auth sessions', kind: 'rows' },
    actions: [
      ['Change the e-mail address', 'account email set', { opens: 'form' }],
      ['Send a code to a phone', 'ride phone send', { opens: 'form' }],
      ['Confirm a phone', 'ride phone confirm', { opens: 'form' }],
      ['Record who invited you', 'account referrer', { opens: 'form' }],
    ],
  },
  {
    name: 'Sessions',
    command: 'auth sessions',
    columns: session.fields,
    of: session,
    actions: [['The session here', 'auth status', { opens: 'screen' }]],
    note: 'No call says which one is used here: compare the times (x, The session here).',
  },
  {
    name: 'Profiles',
    command: 'profile list',
    opens: 'profile show {id}',
    actions: [['Use', 'profile use {name}']],
    openedActions: [['Use', 'profile use {name}']],
    fills: ['profile set {id}', 'profile remove {id}'],
  },
  {
    name: 'Plans',
    command: 'plan list',
    opens: 'plan show {id}',
    empty: ['No plan is in the ledger.', 'Write one: a transfer with --plan-out FILE'],
    actions: planActions,
    openedActions: planActions,
    note: 'What waits for approvals, what can be applied, and what was.',
  },
  {
    name: 'Grants',
    command: 'grant list',
    opens: 'grant show {id}',
    actions: [['Revoke', 'grant revoke {id}', { role: 'cancel' }]],
    openedActions: [['Revoke', 'grant revoke {id}', { role: 'cancel' }]],
    note: 'What programs may spend without a confirmation, and what is left.',
  },
]);

// The screens of the group Store as data.

/** The screens of the group Store. */
const storeGroup: GroupSpec = groupOf('6', 'Store', [
  {
    name: 'Featured',
    command: 'store featured',
    of: product,
    below: { title: 'Your orders', command: 'store order list', kind: 'rows' },
  },
  {
    name: 'Inventory',
    command: 'store inventory list',
    of: item,
    cycles: '--status',
  },
  {
    name: 'Orders',
    command: 'store order list',
    of: storeOrder,
    opens: 'watch order:{id}',
    actions: [
      ['Show its operation', 'ops show {here.operation}', { opens: 'screen' }],
      checkAction('here.operation'),
      settleAction('here.operation'),
    ],
    below: { title: 'Products', command: 'store featured', kind: 'rows', ifEmpty: true },
    note: 'No call lists orders: the newest 20 of this machine, as they are now.',
  },
  { name: 'Purchasables', command: 'store purchasables', of: purchasable },
  {
    name: 'Forms',
    command: 'store forms show',
    kind: 'form',
    reads: true,
    actions: [['Submit', 'store forms submit {id}', { opens: 'form' }]],
    below: { title: 'Products', command: 'store featured', kind: 'rows' },
  },
  {
    name: 'Currencies',
    command: 'store currencies',
    of: currency,
    fills: ['store buy --currency {id}', 'wallet withdraw active --currency {id}'],
  },
]);

const lastRides = { title: 'Your last rides', command: 'ride status --known', kind: 'rows' } as const;
/** The screens of the group Ride. */
const rideGroup: GroupSpec = groupOf('2', 'Ride', [
  {
    name: 'Requests',
    command: 'ride status --known',
    every: 10,
    counts: { what: 'rides under way', open: { list: ride.status.list, at: ride.status.at[0] } },
    of: ride,
    opens: 'watch ride:{id}',
    empty: ['No ride is known here.', 'Request one on the screen New, or: tuk ride request'],
    below: { title: 'Recommended places', command: 'ride places recommend', kind: 'rows', ifEmpty: true },
    note: 'No call lists rides: the one under way, and those of the ledger here.',
    actions: [['Wait for the end', 'wait ride:{id...}', { during: ['pending', 'needs-you'] }]],
  },
  { name: 'New', command: 'ride request', kind: 'form', below: lastRides },
  { name: 'Prices', command: 'ride search', kind: 'form', reads: true, below: lastRides },
  {
    name: 'Places',
    command: 'ride places search',
    kind: 'find',
    of: place,
    below: { title: 'Recommended places', command: 'ride places recommend', kind: 'rows', ifEmpty: true },
  },
  {
    name: 'Recommended',
    command: 'ride places recommend',
    of: place,
    fills: ['ride search --from {id}', 'ride search --to {id}'],
  },
  {
    name: 'Currencies',
    command: 'ride currencies',
    actions: [['Request a ride paid in it', 'ride request --currency {id}']],
    fills: ['ride search --currency {id}'],
  },
  {
    name: 'Cancelling',
    command: 'ride cancel-status',
    notFoundIsEmpty: true,
    empty: ['No ride is in progress.', 'This screen shows what a cancellation would cost.'],
    below: lastRides,
  },
]);

// The screens of the group Assets as data.

/** The screens of the group Assets. */
const assetsGroup: GroupSpec = groupOf('1', 'Assets', [
  {
    name: 'Offerings',
    command: 'assets offerings',
    of: offering,
    cycles: '--status',
  },
  { name: 'Vehicles', command: 'assets vehicles', of: assetVehicle, cycles: '--category' },
  {
    name: 'Mine',
    command: 'assets vehicles --mine',
    below: { title: 'Incomes', command: 'assets incomes', kind: 'chart' },
    of: assetVehicle,
  },
  { name: 'Incomes', command: 'assets incomes', kind: 'chart', cycles: '--period' },
  { name: 'Claimable', command: 'assets claimable', of: income },
  {
    name: 'Transactions',
    command: 'assets transactions',
    of: assetTransaction,
    cycles: '--type',
    fills: ['assets payment to-crypto {id}'],
  },
  {
    name: 'Products',
    command: 'assets products',
    of: vehicleOnSale,
    cycles: '--category',
  },
  { name: 'Collections', command: 'assets collections', of: collection },
  {
    name: 'Dash',
    command: 'assets dash',
    below: { title: 'Vehicles', command: 'assets vehicles', kind: 'rows' },
  },
  {
    name: 'Orders',
    command: 'assets orders',
    opens: 'ops show {here.operation}',
    actions: [
      ['Pay', 'assets payment create {here.unpaid}', { during: ['none'] }],
      ...operationActions('here.operation'),
    ],
    openedActions: ledgerActions,
    below: { title: 'Offerings', command: 'assets offerings', kind: 'rows', ifEmpty: true },
    note: 'No call reads orders: those of this machine, with the state of each purchase.',
  },
]);

/** The screens of the group Depin. */
const depinGroup: GroupSpec = groupOf('7', 'Depin', [
  {
    name: 'Dash',
    command: 'depin dash',
    every: 15,
    below: { title: 'Rides by place', command: 'depin heatmap', kind: 'heat map' },
  },
  {
    name: 'Stations',
    command: 'depin stations',
    of: station,
    cycles: '--type',
    below: { title: 'Where they are', kind: 'map', places: stationPlaces },
  },
  { name: 'Chargers', command: 'depin chargers', of: charger, cycles: '--status' },
  { name: 'Heat map', command: 'depin heatmap', kind: 'heat map', cycles: '--point' },
  { name: 'Station map', command: 'depin stations', kind: 'map', cycles: '--type', places: stationPlaces },
  {
    name: 'Vehicles',
    command: 'depin vehicles',
    opens: 'depin vehicle {num}',
    cycles: '--filter',
    below: { title: 'Their newest updates', command: 'depin updates', kind: 'rows' },
  },
  { name: 'Rides', command: 'depin rides', of: networkRide, cycles: '--status' },
  {
    name: 'Subscription',
    command: 'ops list --kind subscription',
    opens: 'ops show {id}',
    empty: ['No subscription was made on this machine.', 'That of a vehicle: the screen Vehicles, enter'],
    actions: [
      ['Start one', 'depin subscription create', { opens: 'form' }],
      ['Pay or change one', 'depin subscription update', { opens: 'form' }],
      ...ledgerActions,
    ],
    openedActions: ledgerActions,
    below: { title: 'Your vehicles', command: 'assets vehicles --mine', kind: 'rows', ifEmpty: true },
    note: ledgerNote('subscriptions'),
  },
  {
    name: 'Inventory',
    command: 'depin inventory',
    actions: [caseOf],
  },
  { name: 'Updates', command: 'depin updates', of: networkVehicle, every: 15 },
  { name: 'Notices', command: 'depin notices', cycles: '--category', actions: [caseOf] },
]);

/** The screens of the group Swap. */
const swapGroup: GroupSpec = groupOf('4', 'Swap', [
  {
    name: 'Quote',
    command: 'swap quote',
    kind: 'form',
    reads: true,
    actions: [['Swap', 'swap run']],
    below: ownBalances,
  },
  { name: 'Tokens', command: 'swap tokens', kind: 'form', reads: true, below: ownBalances },
  {
    name: 'Bridge',
    command: 'swap bridge list',
    opens: 'watch bridge:{id}',
    fills: ['swap bridge show {id}'],
    actions: [['Swap over the bridge', 'swap bridge create', { opens: 'form' }]],
    below: { ...ownBalances, ifEmpty: true },
    code: payToCode,
  },
]);

/** The screens of the group Notify. */
const notifyGroup: GroupSpec = groupOf('9', 'Notify', [
  {
    name: 'Notifications',
    command: 'notify list',
    counts: { what: 'notifications' },
    cycles: '--type',
    of: notification,
    below: { title: 'It leads to', kind: 'next' },
  },
]);

/** The screens of the group Image. */
const imageGroup: GroupSpec = groupOf('8', 'Image', [
  { name: 'New', command: 'image create', kind: 'form', submitLabel: 'creates the image and writes the file' },
]);

/** Every group in the order of its digit. The names are the `groupNames` of the page. */
export const groupScreens: readonly GroupSpec[] = [
  homeGroup,
  assetsGroup,
  rideGroup,
  walletGroup,
  swapGroup,
  pointsGroup,
  storeGroup,
  depinGroup,
  imageGroup,
  notifyGroup,
];
