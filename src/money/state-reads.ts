// The reads that show the state of an operation after its response: by call that moves value. Data.
// Public are the shapes of withdrawals and claims (CONTRACT.md 8.2); the other paths are assumed, and a row that lacks them is compared by its values.
import type { MoneyEndpoint } from '../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';

/** Where a parameter of the read comes from: paths in the stored response, the first that has a value; a parameter of the request; or a constant. */
export type ParamSource = { readonly answer: readonly string[] } | { readonly request: string } | { readonly constant: string };

/** One read, and the place of the state in its response. */
export interface StateRead {
  readonly service: ServiceName;
  readonly call: string;
  readonly params?: Readonly<Record<string, ParamSource>>;
  /** The response is a list: the path of the id in a row and in the stored response. A row without a known id is found by amount, recipient and time. */
  readonly rows?: { readonly id: string; readonly answer: string };
  /** The path of the status. */
  readonly status: string;
  /** The status of a row that has none: the row itself is the end. */
  readonly existing?: string;
  /** The list has every operation of its kind, so that one that never appears was not done; in a read of one thing, a status of null says so. */
  readonly complete?: true;
  /** The statuses that the thing had before the operation: they do not show it. */
  readonly before?: readonly string[];
  /** Whether the row takes value or gives it, where the list writes amounts with signs. */
  readonly sign?: 'in' | 'out';
  /** The amount of a row may have the fee in it, since nothing public says whether it does. */
  readonly mayHoldFee?: true;
  /** A row appears when the operation has arrived, which may be long after it was sent. */
  readonly late?: true;
}
/** The reads of a call, the first whose parameters are known being used, and the list of their statuses. */
interface StateReads {
  readonly statusList: StatusList;
  readonly reads: readonly StateRead[];
}
/** What a person calls the operation, and the reads of its state; none for a call whose state no endpoint returns. */
export interface OperationKind extends Partial<StateReads> {
  readonly what: string;
}

const pointsHistory = (more: Pick<StateRead, 'complete' | 'late' | 'sign'>): StateRead => ({
  service: 'user',
  call: 'listPointsHistory',
  rows: { id: 'requestId', answer: 'request.id' },
  status: 'status',
  existing: 'COMPLETED',
  mayHoldFee: true,
  ...more,
});
const withdrawal: StateRead = {
  service: 'user',
  call: 'getWithdrawal',
  params: { id: { answer: ['request.id'] } },
  status: 'request.status',
};
const purchases: StateRead = {
  service: 'musubi',
  call: 'listTransactions',
  params: { type: { constant: 'PURCHASE' } },
  rows: { id: 'orderId', answer: 'orderId' },
  status: 'status',
  existing: 'PAID',
  late: true,
};
const ride: StateReads = {
  statusList: 'RideStatus',
  reads: [{ service: 'ride-hailing', call: 'getRequest', params: { id: { answer: ['rideRequestId', 'id'] } }, status: 'status' }],
};
const legacySwap: StateReads = {
  statusList: 'WalletTransactionStatus',
  reads: [{ service: 'bep20-swap', call: 'listSwaps', rows: { id: 'id', answer: 'id' }, status: 'status' }],
};
const deposit: StateReads = { statusList: 'BalanceRequestStatus', reads: [pointsHistory({ late: true, sign: 'in' })] };
const asset: StateReads = { statusList: 'PaymentStatus', reads: [purchases] };

/** By `service call`. */
const byEndpoint: Readonly<Record<MoneyEndpoint, OperationKind>> = {
  'user createWithdrawal': {
    what: 'withdrawal',
    statusList: 'BalanceRequestStatus',
    reads: [
      withdrawal,
      {
        service: 'user',
        call: 'listActiveWithdrawals',
        params: { currencyId: { request: 'currencyId' } },
        rows: { id: 'request.id', answer: 'request.id' },
        status: 'request.status',
      },
    ],
  },
  'user transferPoints': {
    what: 'points transfer',
    statusList: 'BalanceRequestStatus',
    reads: [pointsHistory({ complete: true, sign: 'out' })],
  },
  'user depositPoints': { what: 'points deposit', ...deposit },
  'user depositPointsV2': { what: 'points deposit', ...deposit },
  'user withdrawPoints': {
    what: 'points withdrawal',
    statusList: 'BalanceRequestStatus',
    reads: [withdrawal, pointsHistory({ complete: true, sign: 'out' })],
  },
  'user transferAppBalance': { what: 'app balance transfer' },
  'user requestClaim': {
    what: 'claim of an earn event',
    statusList: 'EarnEventClaimStatus',
    reads: [{ service: 'user', call: 'getClaimStatus', params: { id: { request: 'id' } }, status: 'status' }],
  },
  'user payGame': { what: 'game entry fee', statusList: 'BalanceRequestStatus', reads: [pointsHistory({ complete: true, sign: 'out' })] },
  'activity claimRanking': {
    what: 'claim of a ranking',
    statusList: 'RankingAccomplishmentStatus',
    reads: [{ service: 'activity', call: 'getRankingClaim', params: { missionGroupId: { request: 'missionGroupId' } }, status: 'status' }],
  },
  'bep20-swap createBridgeSwap': {
    what: 'bridge swap',
    statusList: 'WalletTransactionStatus',
    reads: [{ service: 'bep20-swap', call: 'listBridgeSwaps', rows: { id: 'id', answer: 'id' }, status: 'status', complete: true }],
  },
  'bep20-swap createSwap': { what: 'legacy swap', ...legacySwap },
  'bep20-swap createSwapV1': { what: 'legacy swap', ...legacySwap },
  'musubi createOrder': { what: 'asset order', ...asset },
  'musubi createPayment': { what: 'asset payment', ...asset },
  'musubi changePaymentToCrypto': { what: 'asset payment in crypto', ...asset },
  'ride-hailing requestRide': { what: 'ride', ...ride },
  'ride-hailing retryRequest': { what: 'ride, again', ...ride },
  'sale giveItem': { what: 'gift of an item' },
  'sale createOrder': {
    what: 'store order',
    statusList: 'StoreOrderStatus',
    reads: [{ service: 'sale', call: 'getOrder', params: { id: { answer: ['id'] } }, status: 'status' }],
  },
  'sale payOrder': {
    what: 'store payment',
    statusList: 'StoreOrderStatus',
    reads: [
      { service: 'sale', call: 'getOrder', params: { id: { request: 'id' } }, status: 'status', before: ['DRAFT', 'PAYMENT_PENDING'] },
    ],
  },
  'vehicle-oracle subscribe': { what: 'battery subscription' },
  'vehicle-oracle updateSubscription': { what: 'battery subscription change' },
  'wallet startMigration': {
    what: 'asset migration',
    statusList: 'AssetMigrationStatus',
    reads: [{ service: 'wallet', call: 'getMigration', params: { address: { request: 'address' } }, status: 'status' }],
  },
};

/** An operation whose response names a transaction on a chain: the transaction shows its state, where its call has no read of its own. */
const transaction: StateReads = {
  statusList: 'WalletTransactionStatus',
  reads: [
    {
      service: 'wallet',
      call: 'refreshTransaction',
      params: { hash: { answer: ['hash', 'transactionHash'] }, network: { answer: ['network'] } },
      status: 'status',
    },
  ],
};

const kindOf = (service: string, call: string): OperationKind | undefined =>
  (byEndpoint as Readonly<Record<string, OperationKind | undefined>>)[`${service} ${call}`];

/** The reads that show the state of a call; those of a transaction for a call that has none of its own. */
export function stateReads(service: string, call: string): StateReads {
  const { statusList, reads } = kindOf(service, call) ?? {};
  return statusList && reads ? { statusList, reads } : transaction;
}

/** What a person calls an operation: `withdrawal`; the name of its call where the table does not have it. */
export const operationName = (service: string, call: string): string => kindOf(service, call)?.what ?? `${service} ${call}`;
