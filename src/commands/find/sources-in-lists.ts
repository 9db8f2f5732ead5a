// The lists in which rows that hold a text are found, and what a link leads to in them. One line a call. Data.

import type { Source, Units } from './source.js';

const anyId = ['uuid', 'number', 'code'] as const;
const named = ['uuid', 'number', 'code', 'name'] as const;
const held = ['uuid', 'number', 'hash', 'address', 'vin', 'email', 'phone', 'code', 'symbol'] as const;
/** A bridge moves MVL and bMVL, which have 18 decimals on either side. */
const swapUnits: Units = { amounts: ['amount', 'feeAmount'], token: { TO_BEP20: 'MVL', TO_ERC20: 'bMVL' }, decimals: 18 };

/** The lists of the signed-in user. */
export const ownLists: readonly Source[] = [
  {
    service: 'ride-hailing',
    call: 'getActiveRequest',
    what: 'ride under way',
    kinds: [...held, 'plate'],
    statusList: 'RideStatus',
    command: 'ride status {id}',
  },
  {
    service: 'user',
    call: 'getCurrent',
    what: 'your account',
    kinds: ['uuid', 'number', 'address', 'email', 'phone', 'code'],
    command: 'whoami',
  },
  { service: 'user', call: 'listWallets', what: 'your wallet', kinds: ['uuid', 'address', 'code', 'name'], command: 'wallet list' },
  {
    service: 'user',
    call: 'listActiveWithdrawals',
    what: 'withdrawal',
    kinds: held,
    statusList: 'BalanceRequestStatus',
    command: 'wallet withdraw show {id}',
  },
  {
    service: 'user',
    call: 'listPointsHistory',
    what: 'change of the points',
    kinds: held,
    statusList: 'BalanceRequestStatus',
    command: 'points history',
  },
  { service: 'user', call: 'listInvitees', what: 'invited user', kinds: ['uuid', 'email', 'phone', 'code'] },
  { service: 'user', call: 'listSessions', what: 'session', kinds: ['uuid', 'code'], command: 'auth sessions' },
  {
    service: 'user',
    call: 'listEarnEvents',
    what: 'earn event',
    kinds: named,
    fields: /^(earn)?EventId$/i,
    command: 'points earn show {id}',
  },
  { service: 'user', call: 'listApps', what: 'app', kinds: named, statusList: 'IntegrationStatus', command: 'points apps list' },
  { service: 'user', call: 'listFirstSale', what: 'purchasable', kinds: anyId },
  { service: 'activity', call: 'getReferralCode', what: 'your referral code', kinds: ['code', 'symbol', 'number'] },
  { service: 'activity', call: 'listMissions', what: 'mission', kinds: named, command: 'points missions show {id}' },
  {
    service: 'sale',
    call: 'listItems',
    what: 'inventory item',
    kinds: [...held, 'name'],
    statusList: 'StockStatus',
    command: 'store inventory list',
  },
  {
    service: 'musubi',
    call: 'listVehicles',
    what: 'your vehicle',
    kinds: [...held, 'name'],
    identity: ['vin'],
    command: 'assets vehicle {id}',
  },
  {
    service: 'musubi',
    call: 'listTransactions',
    what: 'asset transaction',
    kinds: held,
    statusList: 'PaymentStatus',
    command: 'assets transactions',
  },
  {
    service: 'musubi',
    call: 'getPublicVehicle',
    what: 'vehicle',
    kinds: [],
    params: (vin) => ({ vin }),
    fields: /^vin$/i,
    identity: ['vin'],
    leadsOn: true,
    command: 'assets vehicle {vin}',
  },
  {
    service: 'musubi',
    call: 'listRideIncomes',
    what: 'ride income',
    kinds: ['vin'],
    params: (vin) => ({ vin }),
    fields: /^vin$/i,
    identity: ['vin', 'from'],
    oneLine: ['amount', 'currency'],
    command: 'assets incomes {id}',
  },
  { service: 'musubi', call: 'listIncomes', what: 'income', kinds: held },
  {
    service: 'bep20-swap',
    call: 'listBridgeSwaps',
    what: 'bridge swap',
    kinds: held,
    statusList: 'WalletTransactionStatus',
    units: swapUnits,
    command: 'swap bridge list',
  },
  { service: 'notification', call: 'listNotifications', what: 'notification', kinds: held, command: 'notify list' },
  { service: 'vehicle-oracle', call: 'listBatterySwaps', what: 'battery swap', kinds: held, command: 'depin swaps' },
  {
    service: 'vehicle-oracle',
    call: 'listStations',
    what: 'swap station',
    kinds: ['number', 'code', 'name'],
    statusList: 'StationStatus',
    command: 'depin station {id}',
  },
];

/** The public lists. */
export const publicLists: readonly Source[] = [
  {
    service: 'bep20-swap',
    call: 'listSwaps',
    what: 'legacy swap',
    kinds: held,
    statusList: 'WalletTransactionStatus',
    units: swapUnits,
    command: 'swap legacy list',
  },
  {
    service: 'musubi',
    call: 'listPublicVehicles',
    what: 'vehicle',
    kinds: ['uuid', 'number', 'vin', 'code', 'name'],
    identity: ['vin'],
    command: 'assets vehicle {id}',
  },
  {
    service: 'musubi',
    call: 'listOfferings',
    what: 'offering',
    kinds: ['vin', 'code', 'name'],
    statusList: 'OfferingStatus',
    command: 'assets offering {id}',
  },
  { service: 'vehicle-oracle', call: 'listRides', what: 'ride of the network', kinds: ['uuid', 'vin'] },
  {
    service: 'vehicle-oracle',
    call: 'listVehicleUpdates',
    what: 'vehicle of the network',
    kinds: ['number', 'vin'],
    command: 'depin vehicle {num}',
  },
  {
    service: 'wallet',
    call: 'listStakings',
    what: 'staking',
    kinds: ['uuid', 'hash', 'address'],
    statusList: 'StakingStatus',
    units: { token: 'symbol', amounts: ['stakedAmount', 'rewardAmount'] },
    command: 'wallet stakings',
  },
  { service: 'sale', call: 'listFeatured', what: 'store product', kinds: ['code', 'name'], command: 'store product {id}' },
  { service: 'musubi', call: 'listCollections', what: 'collection', kinds: ['code', 'name'], command: 'assets collections' },
  { service: 'musubi', call: 'listProducts', what: 'vehicle on sale', kinds: ['code', 'name'] },
];
