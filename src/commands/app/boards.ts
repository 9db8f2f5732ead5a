// The screens of every group as data: their commands, the detail that enter opens, the actions of the key x.

import type { Column } from '../../text/column.js';
import { payToCode } from '../../things/bridge-swap.js';
import { notification } from '../../things/notification.js';
import { offering } from '../../things/offering.js';
import { place } from '../../things/place.js';
import { ride } from '../../things/ride.js';
import { session } from '../../things/session.js';
import { stationPlaces } from '../../things/station.js';
import { storeOrder } from '../../things/store-order.js';
import { wallet, walletCode } from '../../things/wallet.js';
import { withdrawal } from '../../things/withdrawal.js';
import type { Action, GroupSpec, ScreenSpec } from '../../ui/state/screens.js';
import { watchesOf } from './watches.js';

/** The actions on an operation of the ledger. None sends the operation again. */
const checkAction = (id: string): Action => ['Check its outcome…', `ops check {${id}}`];
const settleAction = (id: string): Action => ['Record its outcome…', `ops settle {${id}}`];
const operationActions = (id: string): readonly Action[] => [
  checkAction(id),
  ['Wait for its end…', `ops wait {${id}}`],
  settleAction(id),
];
const ledgerActions = operationActions('id');
/** The note of a list from the ledger. */
const ledgerNote = (things: string) => `No call lists ${things}: those of this machine, as last seen.`;

const statusColumns: readonly Column[] = [
  { path: 'user' },
  { path: 'type' },
  { path: 'usable', heading: 'accepted' },
  { path: 'endsAt', heading: 'ends', as: 'time' },
  { path: 'savedAt', heading: 'stored', as: 'time' },
  { path: 'refreshable', heading: 'renewable' },
  { path: 'client' },
  { path: 'profile' },
  { path: 'source' },
];

const groupOf = (digit: string, name: string, service: string, screens: readonly ScreenSpec[]): GroupSpec => ({
  digit,
  name,
  api: `tuk api list --service ${service}`,
  watches: watchesOf(name),
  screens,
});

/** Every group in the order of its digit. The names are the `groupNames` of the page. */
export const groupScreens: readonly GroupSpec[] = [
  {
    digit: '0',
    name: 'Home',
    api: 'tuk api list',
    screens: [
      {
        name: 'Ledger',
        command: 'ops list',
        opens: 'ops show {id}',
        cycles: '--kind',
        empty: [
          'No transfer was made on this machine in this profile.',
          'See the transfers of all profiles: tuk ops list --every',
        ],
        actions: [...ledgerActions, ['Check all that are not over…', 'ops check']],
        note: 'What moved value on this machine. Other commands are on no list; L has the requests of this window.',
      },
      {
        name: 'Account',
        command: 'account show',
        actions: [
          ['Change the e-mail address…', 'account email set ?'],
          ['Send a code to a phone…', 'ride phone send ?'],
          ['Confirm a phone…', 'ride phone confirm ?'],
          ['Record who invited you…', 'account referrer ?'],
        ],
      },
      { name: 'Sessions', command: 'auth sessions', columns: session.fields, actions: session.actions },
      {
        name: 'Session',
        command: 'auth status',
        columns: statusColumns,
        note: 'It is renewed by the next read, until it is revoked or its renewal is refused.',
      },
      {
        name: 'Profiles',
        command: 'profile list',
        opens: 'profile show {id}',
        actions: [['Use…', 'profile use {id}']],
      },
    ],
  },
  groupOf('1', 'Assets', 'musubi', [
    {
      name: 'Offerings',
      command: 'assets offerings',
      opens: 'assets offering {id}',
      cycles: '--status',
      actions: offering.actions,
    },
    { name: 'Vehicles', command: 'assets vehicles', opens: 'assets vehicle {id}', cycles: '--category' },
    {
      name: 'Mine',
      command: 'assets vehicles --mine',
      opens: 'assets vehicle {id}',
      actions: [['Show its incomes', 'assets incomes {id}']],
    },
    { name: 'Incomes', command: 'assets incomes', kind: 'chart', cycles: '--period' },
    { name: 'Claimable', command: 'assets claimable' },
    { name: 'Transactions', command: 'assets transactions', cycles: '--type' },
    {
      name: 'Products',
      command: 'assets products',
      opens: 'assets products {id}',
      cycles: '--category',
      actions: [['Apply for its lease…', 'assets lease apply ? --product {id}']],
    },
    { name: 'Collections', command: 'assets collections' },
    { name: 'Dash', command: 'assets dash' },
    { name: 'Order', command: 'assets order', kind: 'form' },
    {
      name: 'Orders',
      command: 'assets orders',
      opens: 'ops show {here.operation}',
      actions: [
        ['Pay…', 'assets payment create --order {here.unpaid}', ['none']],
        ...operationActions('here.operation'),
      ],
      note: 'No call reads orders: those of this machine, with the status of their purchase.',
    },
    { name: 'Payment', command: 'assets payment create', kind: 'form' },
    { name: 'Lease', command: 'assets lease show', kind: 'form', reads: true },
    { name: 'Apply', command: 'assets lease apply', kind: 'form' },
  ]),
  groupOf('2', 'Ride', 'ride-hailing', [
    {
      name: 'Requests',
      command: 'ride status --known',
      every: 10,
      opens: 'ride watch {id}',
      empty: ['No ride is known here.', 'Request one on the screen New, or: tuk ride request'],
      note: 'No call lists rides: the one under way, and those of the ledger here.',
      actions: [['Wait for the end…', 'ride wait {id...}', ['pending', 'needs-you']], ...ride.actions],
    },
    { name: 'New', command: 'ride request', kind: 'form' },
    { name: 'Prices', command: 'ride search', kind: 'form', reads: true },
    {
      name: 'Places',
      command: 'ride places search',
      kind: 'find',
      opens: 'ride places show {id}',
      actions: place.actions,
    },
    {
      name: 'Recommended',
      command: 'ride places recommend',
      opens: 'ride places show {id}',
      actions: place.actions,
      fills: ['ride search --from {id}', 'ride search --to {id}'],
    },
    {
      name: 'Currencies',
      command: 'ride currencies',
      fills: ['ride request --currency {id}', 'ride search --currency {id}'],
    },
    {
      name: 'Cancelling',
      command: 'ride cancel-status',
      notFoundIsEmpty: true,
      empty: ['No ride is under way.', 'This screen shows what a cancellation would cost.'],
    },
  ]),
  groupOf('3', 'Wallet', 'wallet', [
    { name: 'Balances', command: 'wallet balance', fills: ['wallet send --token {asset.ticker}'] },
    {
      name: 'Wallets',
      command: 'wallet list',
      opens: 'wallet history --network {network} --address {address}',
      actions: [...wallet.actions, ['Add an address…', 'wallet add ?']],
      code: walletCode,
      fills: ['wallet withdraw create --to {address}', 'wallet send --to {address}'],
    },
    {
      name: 'Contacts',
      command: 'wallet contacts list',
      fills: ['wallet withdraw create --to {address}', 'points earn claim --to {address}'],
      empty: ['There are no contacts.', 'x adds one.'],
      actions: [
        ['Send to it…', 'wallet send ? --to {address}'],
        ['Add one…', 'wallet contacts add ?'],
        ['Remove…', 'wallet contacts remove {name}'],
      ],
    },
    { name: 'Tokens', command: 'wallet tokens' },
    { name: 'Prices', command: 'wallet price-history', kind: 'chart' },
    {
      name: 'Withdrawals',
      command: 'wallet withdraw active',
      opens: 'wallet withdraw show {id}',
      actions: [...withdrawal.actions, ['Withdraw…', 'wallet withdraw create ?']],
      note: 'Those under way. Those that have ended: the screen Withdrawn.',
    },
    {
      name: 'Withdrawn',
      command: 'ops list --kind withdrawal',
      opens: 'wallet withdraw show {subject}',
      empty: [
        'No withdrawal was made on this machine.',
        'Those under way, wherever they were made: the screen Withdrawals',
      ],
      actions: ledgerActions,
      note: ledgerNote('ended ones'),
    },
    {
      name: 'Transactions',
      command: 'wallet tx list',
      every: 10,
      opens: 'ops show {operation}',
      empty: ['No transaction was signed on this machine.', 'Send one: tuk wallet send'],
      note: 'Signed on this machine, looked up on their chains.',
      actions: [
        ['Look for it, send it again…', 'wallet tx resume {operation}', ['PENDING', '']],
        ['Speed it up…', 'wallet tx speed-up {operation}', ['PENDING']],
        ['Cancel it…', 'wallet tx cancel {operation}', ['PENDING', '']],
      ],
    },
    {
      name: 'Allowances',
      command: 'wallet allowance list',
      kind: 'form',
      reads: true,
      actions: [
        [
          'Revoke…',
          'wallet allowance revoke ? --network {network} --token {tokenAddress} --spender {spender} --wallet {owner}',
        ],
      ],
    },
    { name: 'Send', command: 'wallet send', kind: 'form' },
    {
      name: 'Keys',
      command: 'wallet key list',
      actions: [
        ['Show its address', 'wallet key address {name}'],
        ['Make one…', 'wallet key new ?'],
        ['Rename…', 'wallet key rename ? {name}'],
        ['Write its locked file…', 'wallet key export ? {name}'],
        ['Remove…', 'wallet key remove {name}'],
      ],
      fills: ['wallet send --key {name}'],
    },
    { name: 'Chains', command: 'wallet chains', actions: [['Show its fees', 'wallet fee {id}']] },
    { name: 'Fees', command: 'wallet fee', kind: 'form', reads: true },
    { name: 'Stakings', command: 'wallet stakings', cycles: '--status' },
  ]),
  groupOf('4', 'Swap', 'bep20-swap', [
    { name: 'Quote', command: 'swap quote', kind: 'form', reads: true, swaps: ['BSC', 'BSC_TEST', 'ETHEREUM_LOCAL'] },
    { name: 'Tokens', command: 'swap tokens', kind: 'form', reads: true },
    {
      name: 'Bridge',
      command: 'swap bridge list',
      opens: 'watch bridge:{id}',
      actions: [['Swap over the bridge…', 'swap bridge create ?']],
      code: payToCode,
    },
    { name: 'Legacy', command: 'swap legacy list', code: payToCode },
    { name: 'Fee', command: 'swap bridge fee' },
    { name: 'Legacy fee', command: 'swap legacy fee' },
  ]),
  groupOf('5', 'Points', 'activity', [
    {
      name: 'Missions',
      command: 'points missions list',
      opens: 'points missions show {id}',
      beside: 'points balance',
      ranks: {
        title: 'Leader board',
        from: 'points missions groups',
        only: 'ranking',
        of: 'missionGroupId',
        command: 'points rank board {alias}',
        ownCommand: 'points rank show {alias}',
      },
      cycles: '--type',
      actions: [
        ['Claim…', 'points missions claim {id}', undefined, 'claimable'],
        ['After it…', 'points missions after-action {id}'],
      ],
    },
    { name: 'Balance', command: 'points balance' },
    { name: 'History', command: 'points history' },
    {
      name: 'Course',
      command: 'points history',
      kind: 'chart',
      chart: { at: 'createdAt', value: 'balanceAfter', of: 'last' },
    },
    {
      name: 'Ranks',
      command: 'points missions groups',
      opens: 'points rank board {id}',
      actions: [['Claim the reward…', 'points rank claim {id}']],
    },
    {
      name: 'Earn',
      command: 'points earn list',
      opens: 'points earn show {id}',
      actions: [
        ['Status of your claim', 'points earn status {id}'],
        ['Claim its reward…', 'points earn claim ? {id}'],
      ],
    },
    {
      name: 'Apps',
      command: 'points apps list',
      actions: [
        ['Balance at it', 'points apps balance {id}'],
        ['Disconnect…', 'points apps disconnect {id}'],
      ],
    },
    {
      name: 'Invitees',
      command: 'points referral invitees',
      actions: [
        ['Your code', 'points referral code'],
        ['Register the code of your inviter…', 'points referral register ?'],
      ],
    },
    { name: 'Transfer', command: 'points transfer', kind: 'form' },
    { name: 'Deposit', command: 'points deposit', kind: 'form' },
    { name: 'Withdraw', command: 'points withdraw', kind: 'form' },
    {
      name: 'Requests',
      command: 'ops list --kind points',
      opens: 'ops show {id}',
      empty: ['No points were moved on this machine.', 'Every change of the balance: the screen History'],
      actions: ledgerActions,
      note: ledgerNote('them'),
    },
    { name: 'Fee', command: 'points fee' },
  ]),
  groupOf('6', 'Store', 'sale', [
    { name: 'Featured', command: 'store featured', opens: 'store product {id}', actions: [['Buy…', 'store buy {id}']] },
    {
      name: 'Inventory',
      command: 'store inventory list',
      opens: 'store inventory show {id}',
      cycles: '--status',
      actions: [['Give away…', 'store inventory give ? {id}']],
    },
    {
      name: 'Orders',
      command: 'store order list',
      opens: 'store order wait {id}',
      actions: [
        ...storeOrder.actions,
        ['Show its operation', 'ops show {here.operation}'],
        checkAction('here.operation'),
        settleAction('here.operation'),
      ],
      note: 'No call lists orders: the newest 20 of this machine, as they are now.',
    },
    {
      name: 'Order',
      command: 'store order show',
      kind: 'form',
      reads: true,
      watches: 'store order wait {id}',
    },
    { name: 'Purchasables', command: 'store purchasables' },
    {
      name: 'Forms',
      command: 'store forms show',
      kind: 'form',
      reads: true,
      actions: [['Submit…', 'store forms submit ? {id}']],
    },
    { name: 'Currencies', command: 'store currencies', fills: ['store buy --currency {id}'] },
  ]),
  groupOf('7', 'Depin', 'vehicle-oracle', [
    { name: 'Dash', command: 'depin dash', kind: 'dash', every: 15 },
    { name: 'Stations', command: 'depin stations', opens: 'depin station {id}', cycles: '--type' },
    { name: 'Chargers', command: 'depin chargers', cycles: '--status' },
    { name: 'Heat map', command: 'depin heatmap', kind: 'heat map', cycles: '--point' },
    { name: 'Station map', command: 'depin stations', kind: 'map', cycles: '--type', places: stationPlaces },
    { name: 'Vehicles', command: 'depin vehicles', opens: 'depin vehicle {num}', cycles: '--filter' },
    { name: 'Rides', command: 'depin rides', cycles: '--status' },
    {
      name: 'Subscription',
      command: 'ops list --kind subscription',
      opens: 'ops show {id}',
      empty: ['No subscription was made on this machine.', 'That of a vehicle: the screen Vehicles, enter'],
      actions: [
        ['Start one…', 'depin subscription create ?'],
        ['Pay or change one…', 'depin subscription update ?'],
        ...ledgerActions,
      ],
      note: ledgerNote('subscriptions'),
    },
    { name: 'Inventory', command: 'depin inventory' },
    { name: 'Updates', command: 'depin updates', every: 15 },
    { name: 'Notices', command: 'depin notices', cycles: '--category' },
  ]),
  groupOf('8', 'Image', 'image-factory', [
    { name: 'New', command: 'image create', kind: 'form', submitLabel: 'creates the image and writes the file' },
  ]),
  groupOf('9', 'Notify', 'notification', [
    { name: 'Notifications', command: 'notify list', cycles: '--type', actions: notification.actions },
  ]),
];
