// Which calls may know which kind of text: one line a call. Only reads; nothing here has an effect. Data.

import type { ServiceName } from '../../services/catalogue/index.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import type { ScrapKind } from './scrap.js';

/** The fields that are amounts in base units, and their token: the path of its symbol, or what each type of a row moves. */
export interface Units {
  readonly amounts: readonly string[];
  readonly token: string | Readonly<Record<string, string>>;
  /** The decimals, where no list of tokens is needed for them. */
  readonly decimals?: number;
}

/** A call that may know a text. */
export interface Source {
  readonly service: ServiceName;
  readonly call: string;
  /** What a row of it is, for people. */
  readonly what: string;
  /** The kinds of text that it may know. */
  readonly kinds: readonly ScrapKind[];
  /** The parameters that name the text; without them the call returns a list, in which rows that hold the text are found. */
  readonly params?: (text: string, network: string) => Readonly<Record<string, unknown>>;
  /** It is asked once for each network of the text. */
  readonly eachNetwork?: true;
  /** The names of fields in other rows that hold its id: they are followed. */
  readonly fields?: RegExp;
  readonly statusList?: StatusList;
  /** The command that shows it, with `{id}`, `{network}` and other fields of it in braces; its columns are those of the thing. */
  readonly command?: string;
  /** The amounts in base units, and the token that they are of. */
  readonly units?: Units;
  /** Other ids in it are followed too, where a link has led to it. */
  readonly leadsOn?: true;
  /** The fields that tell two rows without an id apart; by default all of them. */
  readonly identity?: readonly string[];
  /** The fields that say it in one line (`direction`: in or out, of the address that was looked up); a thing with them has no labelled fields on a terminal. */
  readonly oneLine?: readonly string[];
}

const anyId = ['uuid', 'number', 'code'] as const;
const named = ['uuid', 'number', 'code', 'name'] as const;
const held = ['uuid', 'number', 'hash', 'address', 'vin', 'email', 'phone', 'code', 'symbol'] as const;
const byId = (id: string) => ({ id });
/** A bridge moves MVL and bMVL, which have 18 decimals on either side. */
const swapUnits: Units = { amounts: ['amount', 'feeAmount'], token: { TO_BEP20: 'MVL', TO_ERC20: 'bMVL' }, decimals: 18 };
/** A balance is the same in two versions of the call if token and amount are; its value moves with the price. */
const ofBalance = {
  units: { token: 'asset.ticker', amounts: ['amount'] },
  identity: ['asset.ticker', 'amount'],
  oneLine: ['amount', 'valuatedAmount', 'valuatedCurrency'],
} as const;
const onNetwork = (address: string, network: string) => ({ address, network });

/** What the price of a token is; it has another id than the token. */
export const priceOfToken = {
  service: 'wallet',
  call: 'getPrice',
  what: 'price',
  kinds: [],
  oneLine: ['symbol', 'price', 'currency'],
  command: 'wallet price {symbol}',
} as const satisfies Source;

/** All sources, those that name the text first. Paths and what they return: SPEC.md section 6, CONTRACT.md. */
export const sources: readonly Source[] = [
  // by the id alone
  {
    service: 'ride-hailing',
    call: 'getRequest',
    what: 'ride',
    kinds: anyId,
    params: byId,
    fields: /^ride(Request)?Id$/i,
    statusList: 'RideStatus',
    command: 'ride status {id}',
  },
  {
    service: 'sale',
    call: 'getOrder',
    what: 'store order',
    kinds: anyId,
    params: byId,
    fields: /^(store|sale)?OrderId$/i,
    statusList: 'StoreOrderStatus',
    command: 'store order show {id}',
  },
  {
    service: 'sale',
    call: 'getItem',
    what: 'inventory item',
    kinds: anyId,
    params: byId,
    fields: /^(inventory)?(Item|Stock)Id$/i,
    statusList: 'StockStatus',
    command: 'store inventory show {id}',
  },
  {
    service: 'sale',
    call: 'getProduct',
    what: 'store product',
    kinds: anyId,
    params: byId,
    fields: /^productId$/i,
    command: 'store product {id}',
  },
  {
    service: 'user',
    call: 'getWithdrawal',
    what: 'withdrawal',
    kinds: anyId,
    params: byId,
    fields: /^withdrawal(Request)?Id$/i,
    statusList: 'BalanceRequestStatus',
    command: 'wallet withdraw show {id}',
  },
  {
    service: 'user',
    call: 'getUser',
    what: 'user',
    kinds: ['uuid', 'number'],
    params: (userId) => ({ userId }),
    fields: /^(user|owner|driver|referee|inviter)Id$/i,
  },
  { service: 'user', call: 'getGame', what: 'game', kinds: anyId, params: byId, fields: /^gameId$/i },
  { service: 'user', call: 'getGameResult', what: 'game result', kinds: anyId, params: byId, fields: /^gameResultId$/i },
  { service: 'user', call: 'getForm', what: 'form', kinds: anyId, params: byId, fields: /^formId$/i },
  { service: 'user', call: 'getCurrency', what: 'currency', kinds: ['symbol'], params: byId },
  {
    service: 'musubi',
    call: 'getLeaseApplication',
    what: 'lease application',
    kinds: anyId,
    params: byId,
    fields: /^(lease)?ApplicationId$/i,
    statusList: 'LeaseApplicationStatus',
    command: 'assets lease show {id}',
  },
  {
    service: 'musubi',
    call: 'getOffering',
    what: 'offering',
    kinds: anyId,
    params: byId,
    fields: /^offeringId$/i,
    statusList: 'OfferingStatus',
    command: 'assets offering {id}',
  },
  {
    service: 'musubi',
    call: 'getProduct',
    what: 'vehicle on sale',
    kinds: anyId,
    params: (productId) => ({ productId }),
    fields: /^(vehicle)?ProductId$/i,
  },
  {
    service: 'activity',
    call: 'getMissionGroup',
    what: 'mission group',
    kinds: ['uuid', 'code'],
    params: (alias) => ({ alias }),
    fields: /^missionGroup(Id|Alias)$/i,
    command: 'points missions groups {id}',
  },
  { service: 'ride-hailing', call: 'getPlace', what: 'place', kinds: ['code'], params: byId },
  {
    service: 'vehicle-oracle',
    call: 'getVehicle',
    what: 'vehicle of the network',
    kinds: ['number'],
    params: (num) => ({ num }),
    fields: /^(vehicleN|n)um(ber)?$/i,
    command: 'depin vehicle {num}',
  },
  {
    service: 'vehicle-oracle',
    call: 'getToken',
    what: 'vehicle token',
    kinds: ['number'],
    params: (tokenId) => ({ tokenId }),
    fields: /^tokenId$/i,
  },
  {
    service: 'vehicle-oracle',
    call: 'getTokenByNftNo',
    what: 'vehicle token',
    kinds: ['number'],
    params: (nftNo) => ({ nftNo }),
    fields: /^nftNo$/i,
  },
  {
    service: 'vehicle-oracle',
    call: 'getSale',
    what: 'sale of a vehicle',
    kinds: ['number', 'uuid'],
    params: (saleId) => ({ saleId }),
    fields: /^saleId$/i,
  },
  {
    service: 'vehicle-oracle',
    call: 'getStation',
    what: 'swap station',
    kinds: anyId,
    params: byId,
    fields: /^stationId$/i,
    statusList: 'StationStatus',
    command: 'depin station {id}',
  },
  {
    service: 'wallet',
    call: 'getHistoryRow',
    what: 'transfer',
    kinds: ['uuid', 'number'],
    params: byId,
    statusList: 'WalletTransactionStatus',
    units: { token: 'ticker', amounts: ['value'] },
    command: 'wallet tx show {id}',
  },
  {
    service: 'wallet',
    call: 'getTransaction',
    what: 'transaction',
    kinds: ['hash'],
    params: (hash, network) => ({ hash, network }),
    eachNetwork: true,
    statusList: 'WalletTransactionStatus',
    units: { token: 'ticker', amounts: ['value'] },
    command: 'wallet tx show {id} --network {network}',
  },
  {
    service: 'wallet',
    call: 'getMigration',
    what: 'migration',
    kinds: ['address'],
    params: (address) => ({ address }),
    statusList: 'AssetMigrationStatus',
    units: { token: 'symbol', amounts: ['amount'] },
    command: 'wallet migration show {address}',
  },
  // of an address
  { service: 'user', call: 'getBalanceV1_2', what: 'balance', kinds: ['address'], params: onNetwork, eachNetwork: true, ...ofBalance },
  {
    service: 'user',
    call: 'getBalanceV2',
    what: 'balance, version 2',
    kinds: ['address'],
    params: onNetwork,
    eachNetwork: true,
    ...ofBalance,
  },
  {
    service: 'user',
    call: 'getBalanceV1',
    what: 'balance, version 1',
    kinds: ['address'],
    params: onNetwork,
    eachNetwork: true,
    ...ofBalance,
  },
  { service: 'user', call: 'getBalance', what: 'balance, version 3', kinds: ['address'], ...ofBalance },
  {
    service: 'wallet',
    call: 'listHistory',
    what: 'transfer',
    kinds: ['address'],
    params: (address, network) => ({ address, network, filter: 'ALL' }),
    eachNetwork: true,
    statusList: 'WalletTransactionStatus',
    units: { token: 'ticker', amounts: ['value'] },
    oneLine: ['direction', 'value', 'type'],
  },
  // in the lists of the signed-in user
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
  // in public lists
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
  // the prices of the tokens that a symbol names: see find/prices
  { ...priceOfToken, call: 'getPrice' },
  { ...priceOfToken, call: 'getPublicPrice' },
  { service: 'wallet', call: 'listTokens', what: 'token', kinds: ['address', 'symbol', 'name'], command: 'wallet tokens' },
];
