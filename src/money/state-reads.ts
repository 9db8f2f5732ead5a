// The reads that show the state of an operation after its response: by call that moves value. Data.
// Public are the shapes of withdrawals, claims and transactions (platform 12); a row that lacks the paths proves nothing.
import type { MoneyEndpoint } from '../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';

/** Where a parameter of the read comes from: paths in the stored response, the first that has a value; a parameter of the request; or a constant. */
export type ParamSource = { readonly answer: readonly string[] } | { readonly request: string } | { readonly constant: string };

/** An id that a row and its operation have in common. */
export interface SharedId {
  /** The paths in a row. */
  readonly row: readonly string[];
  /** Where the operation's own comes from. One of the request is that of every operation with this request. */
  readonly own: readonly ParamSource[];
}

/** What a row says that it is: at a path, one of these words, or the value of a parameter of the request. Without words it says nothing there. */
export type RowKind = { readonly at: string; readonly is: readonly string[] | { readonly request: string } };

/** The paths of what a row says of an operation. `assumed`: no public source has them, and they are those of the sandbox. A fact without a path is not compared. */
interface RowPaths {
  readonly known: 'public' | 'assumed';
  /** The id of the row itself. */
  readonly id?: string;
  readonly amount?: string;
  /** Amount and fee are in base units, with the decimals of the call; else in whole tokens. */
  readonly isBase?: true;
  /** The amount may have the fee in it, since nothing public says whether it does. */
  readonly mayHoldFee?: true;
  /** Whether the row takes value or gives it, where the list writes amounts with signs. */
  readonly sign?: 'in' | 'out';
  readonly token?: string;
  /** An address, or the id and the other names of one user. */
  readonly recipient?: readonly string[];
  readonly fee?: string;
  readonly networks?: readonly string[];
  readonly kind?: RowKind;
  /** The time at which it was made: the first of these paths that has a value. */
  readonly at?: readonly string[];
}

/** One read, and the place of the state in its response. */
export interface StateRead {
  readonly service: ServiceName;
  readonly call: string;
  readonly params?: Readonly<Record<string, ParamSource>>;
  /** The response is a list. An operation without a known id is found in it by the facts of `row`. */
  readonly isList?: true;
  /** The ids by which a row is the operation's: one that names another id is another operation. */
  readonly ids?: readonly SharedId[];
  /** The path of the status. */
  readonly status: string;
  /** The status of a row that has none: the row itself is the end. */
  readonly existing?: string;
  /** The list has every operation of its kind, so that one that never appears was not done. */
  readonly complete?: true;
  /** The statuses that the thing had before the operation: they do not show it. */
  readonly before?: readonly string[];
  /** A row appears when the operation has arrived, which may be long after it was sent. */
  readonly late?: true;
  readonly row: RowPaths;
}
/** The reads of a call, the first whose parameters are known being used, and the list of their statuses. */
interface StateReads {
  readonly statusList: StatusList;
  readonly reads: readonly StateRead[];
}
/** What a person calls the operation, and the reads of its state; none for a call whose state no endpoint returns. */
export interface OperationKind extends Partial<StateReads> {
  readonly what: string;
  /** What the call asks for moves no value before something is paid: an order by a payment of it, a deposit by what a person sends. */
  readonly awaits?: 'payment' | 'deposit';
  /** The response says only that it has begun: how it ends is seen by a read. */
  readonly begins?: true;
}

/** The history of the points, of which nothing is public (platform 4.3). Its rows are all of MVP. */
const pointsHistory = (row: Pick<RowPaths, 'sign' | 'recipient' | 'kind'>, more: Pick<StateRead, 'complete' | 'late'>): StateRead => ({
  service: 'user',
  call: 'listPointsHistory',
  isList: true,
  ids: [{ row: ['requestId'], own: [{ answer: ['request.id', 'balanceDepositRequest.id'] }] }],
  status: 'status',
  existing: 'COMPLETED',
  row: { known: 'assumed', id: 'id', amount: 'amount', mayHoldFee: true, fee: 'feeAmount', at: ['createdAt'], ...row },
  ...more,
});
const ofSwap = (...words: readonly string[]): RowKind => ({ at: 'swapType', is: words });
const ownId: SharedId = { row: ['id'], own: [{ answer: ['id'] }] };
/** A withdrawal: BalanceWithdrawalRequestStatusDto (platform 12.2). */
const withdrawal: Omit<StateRead, 'call' | 'params'> = {
  service: 'user',
  ids: [{ row: ['request.id'], own: [{ answer: ['request.id'] }] }],
  status: 'request.status',
  row: {
    known: 'public',
    id: 'request.id',
    amount: 'request.amount',
    token: 'request.currencyId',
    recipient: ['request.address'],
    fee: 'request.feeAmount',
    at: ['request.createdAt'],
  },
};
const getWithdrawal: StateRead = { ...withdrawal, call: 'getWithdrawal', params: { id: { answer: ['request.id'] } } };
/** The purchases of assets: by the ids of their orders and payments. */
const purchases = (...ids: readonly SharedId[]): StateReads => ({
  statusList: 'PaymentStatus',
  reads: [
    {
      service: 'musubi',
      call: 'listTransactions',
      params: { type: { constant: 'PURCHASE' } },
      isList: true,
      ids,
      status: 'status',
      existing: 'PAID',
      late: true,
      row: {
        known: 'assumed',
        id: 'id',
        amount: 'amount',
        token: 'currency',
        kind: { at: 'type', is: ['PURCHASE'] },
        at: ['at', 'createdAt'],
      },
    },
  ],
});
const orderId = (...own: readonly ParamSource[]): SharedId => ({ row: ['orderId'], own });
const paymentId = (...own: readonly ParamSource[]): SharedId => ({ row: ['paymentId'], own });
const ordered = ['orderId', 'order.id'] as const;
const paid = ['paymentId', 'payment.id', 'id'] as const;
const rideIds = ['rideRequestId', 'id'] as const;
const ride: StateReads = {
  statusList: 'RideStatus',
  reads: [
    {
      service: 'ride-hailing',
      call: 'getRequest',
      params: { id: { answer: rideIds } },
      ids: [{ row: rideIds, own: [{ answer: rideIds }] }],
      status: 'status',
      row: { known: 'assumed', id: 'id', at: ['requestedAt'] },
    },
  ],
};
const swaps = (call: string, more: Pick<StateRead, 'complete'> = {}): StateReads => ({
  statusList: 'WalletTransactionStatus',
  reads: [
    {
      service: 'bep20-swap',
      call,
      isList: true,
      ids: [ownId],
      status: 'status',
      row: {
        known: 'assumed',
        id: 'id',
        amount: 'amount',
        isBase: true,
        recipient: ['toAddress'],
        fee: 'feeAmount',
        networks: ['fromNetwork', 'toNetwork'],
        kind: { at: 'type', is: { request: 'type' } },
        at: ['createdAt'],
      },
      ...more,
    },
  ],
});
const deposit: StateReads = {
  statusList: 'BalanceRequestStatus',
  reads: [pointsHistory({ sign: 'in', kind: ofSwap('DEPOSIT') }, { late: true })],
};
const order = (at: string): RowPaths => ({ known: 'assumed', id: 'id', amount: 'totalPrice', token: 'currencyId', at: [at] });

/** By `service call`. */
const byEndpoint: Readonly<Record<MoneyEndpoint, OperationKind>> = {
  'user createWithdrawal': {
    what: 'withdrawal',
    begins: true,
    statusList: 'BalanceRequestStatus',
    reads: [
      getWithdrawal,
      { ...withdrawal, call: 'listActiveWithdrawals', params: { currencyId: { request: 'currencyId' } }, isList: true },
    ],
  },
  'user transferPoints': {
    what: 'points transfer',
    statusList: 'BalanceRequestStatus',
    reads: [pointsHistory({ sign: 'out', recipient: ['receiverId', 'receiverNickname', 'toUserId'], kind: ofSwap() }, { complete: true })],
  },
  'user depositPoints': { what: 'points deposit', awaits: 'deposit', ...deposit },
  'user depositPointsV2': { what: 'points deposit', awaits: 'deposit', ...deposit },
  'user withdrawPoints': {
    what: 'points withdrawal',
    begins: true,
    statusList: 'BalanceRequestStatus',
    reads: [getWithdrawal, pointsHistory({ sign: 'out', recipient: ['address'], kind: ofSwap('WITHDRAWAL') }, { complete: true })],
  },
  'user transferAppBalance': { what: 'app balance transfer' },
  'user requestClaim': {
    what: 'claim of an earn event',
    begins: true,
    statusList: 'EarnEventClaimStatus',
    reads: [{ service: 'user', call: 'getClaimStatus', params: { id: { request: 'id' } }, status: 'status', row: { known: 'public' } }],
  },
  'user payGame': {
    what: 'game entry fee',
    statusList: 'BalanceRequestStatus',
    reads: [pointsHistory({ sign: 'out', kind: { at: 'description', is: ['Entry fee of a game'] } }, { complete: true })],
  },
  'activity claimRanking': {
    what: 'claim of a ranking',
    statusList: 'RankingAccomplishmentStatus',
    reads: [
      {
        service: 'activity',
        call: 'getRankingClaim',
        params: { missionGroupId: { request: 'missionGroupId' } },
        status: 'status',
        row: { known: 'assumed', recipient: ['address'], networks: ['network'], at: ['claimedAt'] },
      },
    ],
  },
  'bep20-swap createBridgeSwap': { what: 'bridge swap', begins: true, ...swaps('listBridgeSwaps', { complete: true }) },
  'bep20-swap createSwap': { what: 'legacy swap', begins: true, ...swaps('listSwaps') },
  'bep20-swap createSwapV1': { what: 'legacy swap', begins: true, ...swaps('listSwaps') },
  'musubi createOrder': { what: 'asset order', awaits: 'payment', ...purchases(orderId({ answer: [...ordered, 'id'] })) },
  'musubi createPayment': {
    what: 'asset payment',
    ...purchases(paymentId({ answer: paid }), orderId({ answer: ordered }, { request: 'order' })),
  },
  'musubi changePaymentToCrypto': {
    what: 'asset payment in crypto',
    ...purchases(paymentId({ answer: paid }, { request: 'paymentId' }), orderId({ answer: ordered })),
  },
  'ride-hailing requestRide': { what: 'ride', begins: true, ...ride },
  'ride-hailing retryRequest': { what: 'ride, again', begins: true, ...ride },
  'sale giveItem': { what: 'gift of an item', statusList: 'StockStatus' },
  'sale createOrder': {
    what: 'store order',
    awaits: 'payment',
    statusList: 'StoreOrderStatus',
    reads: [
      { service: 'sale', call: 'getOrder', params: { id: { answer: ['id'] } }, ids: [ownId], status: 'status', row: order('createdAt') },
    ],
  },
  'sale payOrder': {
    what: 'store payment',
    statusList: 'StoreOrderStatus',
    reads: [
      {
        service: 'sale',
        call: 'getOrder',
        params: { id: { request: 'id' } },
        ids: [{ row: ['id'], own: [{ request: 'id' }] }],
        status: 'status',
        before: ['DRAFT', 'PAYMENT_PENDING'],
        row: order('paidAt'),
      },
    ],
  },
  'vehicle-oracle subscribe': { what: 'battery subscription', statusList: 'SubscriptionStatus' },
  'vehicle-oracle updateSubscription': { what: 'battery subscription change', statusList: 'SubscriptionStatus' },
  'wallet startMigration': {
    what: 'asset migration',
    begins: true,
    statusList: 'AssetMigrationStatus',
    reads: [
      {
        service: 'wallet',
        call: 'getMigration',
        params: { address: { request: 'address' } },
        ids: [ownId],
        status: 'status',
        row: { known: 'assumed', id: 'id', recipient: ['address'], at: ['createdAt'] },
      },
    ],
  },
};

const hashes = ['hash', 'transactionHash'] as const;
/** An operation whose response names a transaction on a chain: the transaction shows its state, where its call has no read of its own. */
const transaction: StateReads = {
  statusList: 'WalletTransactionStatus',
  reads: [
    {
      service: 'wallet',
      call: 'refreshTransaction',
      params: { hash: { answer: hashes }, network: { answer: ['network'] } },
      ids: [{ row: ['hash'], own: [{ answer: hashes }] }],
      status: 'status',
      row: { known: 'public', id: 'hash' },
    },
  ],
};

/** Transactions on chains: their state is that of the transaction. */
const onChain: Readonly<Record<string, OperationKind>> = {
  'chain send': { what: 'transaction', ...transaction },
  'chain approve': { what: 'allowance', ...transaction },
  'chain swap': { what: 'token swap', ...transaction },
};

const kindOf = (service: string, call: string): OperationKind | undefined =>
  (byEndpoint as Readonly<Record<string, OperationKind | undefined>>)[`${service} ${call}`] ?? onChain[`${service} ${call}`];

/** The reads that show the state of a call; those of a transaction for a call that has none of its own. */
export function stateReads(service: string, call: string): StateReads {
  const { statusList, reads } = kindOf(service, call) ?? {};
  return statusList && reads ? { statusList, reads } : transaction;
}

/** What an operation waits for before it moves value; nothing for a call that moves it. */
export const awaited = (service: string, call: string): OperationKind['awaits'] => kindOf(service, call)?.awaits;

/** Whether the response to a call says only that something has begun. */
export const beginsOnly = (service: string, call: string): boolean => kindOf(service, call)?.begins === true;

/** What a person calls an operation: `withdrawal`; the name of its call where the table does not have it. */
export const operationName = (service: string, call: string): string => kindOf(service, call)?.what ?? `${service} ${call}`;
