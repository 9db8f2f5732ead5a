// The kinds of things whose status can be waited for: one line each. Where the status stands is public for rides, orders, withdrawals, claims and
// transactions (platform 3.5, 12.2), and assumed for the others. Data.

import type { ServiceName } from '../../services/catalogue/index.js';
import type { StatusList } from '../../services/catalogue/statuses.js';

/** How the status of a thing is read. */
export interface StatusReading {
  readonly service: ServiceName;
  readonly call: string;
  readonly statusList: StatusList;
  /** The paths of the status, the first that has a value. */
  readonly status: readonly string[];
  /** The parameters of a call that returns one thing. */
  readonly params?: (id: string) => Readonly<Record<string, unknown>>;
  /** The paths of the id in the rows of a call that returns a list; one request of it reads all things of its kind. */
  readonly ids?: readonly string[];
  /** The status of a row that has none: that it is there is its end. */
  readonly existing?: string;
  /** A row may appear later: an id that no row has is waited for. */
  readonly late?: true;
}
/** A list of the caller's own things, in which the beginning of an id is looked for. */
export type OwnList = Pick<StatusReading, 'service' | 'call'> & { readonly ids: readonly string[] };
/** A kind of thing. */
export interface WatchKind {
  /** What it is, for people. */
  readonly what: string;
  /** The readings, of which the first that knows the id is used. */
  readonly readings: readonly StatusReading[];
  /** The ids that only this kind has. */
  readonly pattern?: RegExp;
  /** The lists that hold its ids beside those of the readings; none where no call lists them. A kind without this member has ids that are not shortened. */
  readonly lists?: readonly OwnList[];
}

const byId = (id: string) => ({ id });
const purchase = (ids: readonly string[]): StatusReading => ({
  service: 'musubi',
  call: 'listTransactions',
  statusList: 'PaymentStatus',
  ids,
  status: ['status', 'payment.status'],
  existing: 'PAID',
  late: true,
});
const swapOf = (call: 'listBridgeSwaps' | 'listSwaps'): StatusReading => ({
  service: 'bep20-swap',
  call,
  statusList: 'WalletTransactionStatus',
  ids: ['id', 'transactionHash', 'hash'],
  status: ['status'],
});
const pointsRow: StatusReading = {
  service: 'user',
  call: 'listPointsHistory',
  statusList: 'BalanceRequestStatus',
  ids: ['requestId', 'request.id', 'id'],
  status: ['status', 'request.status'],
  existing: 'COMPLETED',
  late: true,
};

/** The kinds by their names on a command line, `ride:ID`. `op`, an operation of the ledger, and `tx`, `tx:NETWORK:HASH`, are read in their own ways. */
export const watchKinds = {
  ride: {
    what: 'a ride',
    readings: [{ service: 'ride-hailing', call: 'getRequest', statusList: 'RideStatus', params: byId, status: ['status'] }],
    lists: [{ service: 'ride-hailing', call: 'getActiveRequest', ids: ['id'] }],
  },
  order: {
    what: 'an order of the store',
    readings: [{ service: 'sale', call: 'getOrder', statusList: 'StoreOrderStatus', params: byId, status: ['status'] }],
    lists: [],
  },
  stock: {
    what: 'an item of the inventory',
    readings: [{ service: 'sale', call: 'getItem', statusList: 'StockStatus', params: byId, status: ['status', 'stock.status'] }],
    lists: [{ service: 'sale', call: 'listItems', ids: ['id'] }],
  },
  'asset-order': { what: 'an order of an asset', readings: [purchase(['orderId', 'order.id', 'id'])], lists: [] },
  payment: { what: 'the payment of an asset', readings: [purchase(['paymentId', 'payment.id', 'id'])], lists: [] },
  lease: {
    what: 'a lease application',
    readings: [{ service: 'musubi', call: 'getLeaseApplication', statusList: 'LeaseApplicationStatus', params: byId, status: ['status'] }],
    lists: [],
  },
  withdrawal: {
    what: 'a withdrawal',
    readings: [
      { service: 'user', call: 'getWithdrawal', statusList: 'BalanceRequestStatus', params: byId, status: ['request.status', 'status'] },
    ],
    lists: [{ service: 'user', call: 'listActiveWithdrawals', ids: ['request.id', 'id'] }],
  },
  deposit: { what: 'a deposit of points', readings: [pointsRow], lists: [] },
  bridge: { what: 'a swap over the bridge', readings: [swapOf('listBridgeSwaps')], lists: [] },
  swap: { what: 'a legacy swap', readings: [swapOf('listSwaps')], lists: [] },
  claim: {
    what: 'the claim of an earn event or of a ranking',
    readings: [
      { service: 'user', call: 'getClaimStatus', statusList: 'EarnEventClaimStatus', params: byId, status: ['status'] },
      {
        service: 'activity',
        call: 'getRankingClaim',
        statusList: 'RankingAccomplishmentStatus',
        params: (missionGroupId) => ({ missionGroupId }),
        status: ['status'],
      },
    ],
    lists: [{ service: 'user', call: 'listEarnEvents', ids: ['id'] }],
  },
  migration: {
    what: 'the asset migration of an address',
    readings: [
      {
        service: 'wallet',
        call: 'getMigration',
        statusList: 'AssetMigrationStatus',
        params: (address) => ({ address }),
        status: ['status'],
      },
    ],
  },
  staking: {
    what: 'a staking',
    readings: [{ service: 'wallet', call: 'listStakings', statusList: 'StakingStatus', ids: ['id', 'hash'], status: ['status'] }],
    lists: [],
  },
  subscription: {
    what: 'the battery subscription of a vehicle, by the number of the vehicle',
    readings: [
      {
        service: 'vehicle-oracle',
        call: 'getVehicle',
        statusList: 'SubscriptionStatus',
        params: (num) => ({ num }),
        status: ['subscription.status', 'subscriptionStatus'],
      },
    ],
  },
  tx: {
    what: 'a transaction on a chain: tx:NETWORK:HASH, or tx:HASH with --network',
    pattern: /^0x[0-9a-f]{64}$/i,
    readings: [
      {
        service: 'wallet',
        call: 'refreshTransaction',
        statusList: 'WalletTransactionStatus',
        params: (id) => ({ network: id.slice(0, id.indexOf(':')), hash: id.slice(id.indexOf(':') + 1) }),
        status: ['status'],
      },
    ],
  },
  op: { what: 'an operation of the ledger', pattern: /^op-\d{4}-\d+$/i, readings: [] },
} as const satisfies Readonly<Record<string, WatchKind>>;

export type KindName = keyof typeof watchKinds;
export const kindNames = Object.keys(watchKinds) as KindName[];
/** A kind by its name. */
export const watchKind = (name: KindName): WatchKind => watchKinds[name];
/** The lists in which the beginning of an id of a kind is looked for. */
export function ownLists(name: KindName): readonly OwnList[] {
  const { readings, lists = [] } = watchKind(name);
  return [...lists, ...readings.flatMap(({ service, call, ids }) => (ids ? [{ service, call, ids }] : []))];
}
