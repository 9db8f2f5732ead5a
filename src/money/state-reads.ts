// The reads that show the state of an operation after its response: by call that moves value. Data.
// Public are the shapes of withdrawals and claims (platform 12.2); the other paths are assumed, and a row that lacks them is compared by its values.
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
  /** A row of the operation need not name it: one that names none may be found by its values. */
  readonly isOptional?: true;
}

/** The kinds of operations that a row may tell of. Words of this program: `engine/row-kind` finds them in a row. */
export type OperationWord =
  | 'transfer'
  | 'withdrawal'
  | 'deposit'
  | 'swap'
  | 'game'
  | 'store'
  | 'payment'
  | 'reward'
  | 'reversal'
  | 'receipt'
  | 'ride'
  | 'subscription'
  | 'correction';
/** The kinds that a row of another kind may name too: a withdrawal of points is a swap, and a bridge takes a deposit and pays out. */
const alsoNamed: Readonly<Partial<Record<OperationWord, readonly OperationWord[]>>> = {
  withdrawal: ['swap', 'transfer'],
  deposit: ['swap', 'transfer'],
  swap: ['transfer', 'deposit', 'withdrawal'],
  game: ['payment'],
};
/** Whether an operation of a kind may be named by the word of another one. */
export const isOfKind = (own: OperationWord, named: OperationWord): boolean => own === named || alsoNamed[own]?.includes(named) === true;

/** One read, and the place of the state in its response. */
export interface StateRead {
  readonly service: ServiceName;
  readonly call: string;
  readonly params?: Readonly<Record<string, ParamSource>>;
  /** The response is a list. An operation without a known id is found in it by amount, recipient and time. */
  readonly isList?: true;
  /** The ids by which a row is the operation's: one that names another id is another operation. */
  readonly ids?: readonly SharedId[];
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
  /** The kind of a balance swap (platform 4.1): a row found without an id must be one of that kind, or none at all. */
  readonly swap?: 'DEPOSIT' | 'WITHDRAWAL' | 'none';
  /** What a row of the list must be where it names its kind, and must name where nothing else says whose it is. */
  readonly kind?: OperationWord;
  /** The units that a row may name beside those of the operation. */
  readonly units?: readonly string[];
  /** Every amount of the list is in one unit, which its rows need not name. */
  readonly isOfOneUnit?: true;
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
  /** What the call asks for moves no value before something is paid: an order by a payment of it, a deposit by what a person sends. */
  readonly awaits?: 'payment' | 'deposit';
  /** The response says only that it has begun: how it ends is seen by a read. */
  readonly begins?: true;
  /** The statuses in a response by which what the call asks for has not been done. */
  readonly notYet?: readonly string[];
}

const pointsHistory = (more: Pick<StateRead, 'complete' | 'late' | 'sign' | 'swap' | 'kind'>): StateRead => ({
  service: 'user',
  call: 'listPointsHistory',
  isList: true,
  ids: [{ row: ['requestId', 'request.id'], own: [{ answer: ['request.id', 'balanceDepositRequest.id'] }] }],
  status: 'status',
  existing: 'COMPLETED',
  units: ['MVP'],
  isOfOneUnit: true,
  mayHoldFee: true,
  ...more,
});
const withdrawalId: SharedId = { row: ['request.id', 'id'], own: [{ answer: ['request.id'] }] };
const withdrawal: StateRead = {
  service: 'user',
  call: 'getWithdrawal',
  params: { id: { answer: ['request.id'] } },
  ids: [withdrawalId],
  status: 'request.status',
};
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
    },
  ],
});
const orderId = (...own: readonly ParamSource[]): SharedId => ({ row: ['orderId', 'order.id'], own });
const paymentId = (...own: readonly ParamSource[]): SharedId => ({ row: ['paymentId', 'payment.id'], own });
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
    },
  ],
};
const ownId: SharedId = { row: ['id'], own: [{ answer: ['id'] }] };
const legacySwap: StateReads & Pick<OperationKind, 'begins'> = {
  begins: true,
  statusList: 'WalletTransactionStatus',
  reads: [{ service: 'bep20-swap', call: 'listSwaps', isList: true, ids: [ownId], status: 'status', kind: 'swap' }],
};
const deposit: StateReads = {
  statusList: 'BalanceRequestStatus',
  reads: [pointsHistory({ late: true, sign: 'in', swap: 'DEPOSIT', kind: 'deposit' })],
};

/** By `service call`. */
const byEndpoint: Readonly<Record<MoneyEndpoint, OperationKind>> = {
  'user createWithdrawal': {
    what: 'withdrawal',
    begins: true,
    statusList: 'BalanceRequestStatus',
    reads: [
      withdrawal,
      {
        service: 'user',
        call: 'listActiveWithdrawals',
        params: { currencyId: { request: 'currencyId' } },
        isList: true,
        ids: [withdrawalId],
        status: 'request.status',
        kind: 'withdrawal',
      },
    ],
  },
  'user transferPoints': {
    what: 'points transfer',
    statusList: 'BalanceRequestStatus',
    reads: [pointsHistory({ complete: true, sign: 'out', swap: 'none', kind: 'transfer' })],
  },
  'user depositPoints': { what: 'points deposit', awaits: 'deposit', ...deposit },
  'user depositPointsV2': { what: 'points deposit', awaits: 'deposit', ...deposit },
  'user withdrawPoints': {
    what: 'points withdrawal',
    begins: true,
    statusList: 'BalanceRequestStatus',
    reads: [withdrawal, pointsHistory({ complete: true, sign: 'out', swap: 'WITHDRAWAL', kind: 'withdrawal' })],
  },
  'user transferAppBalance': { what: 'app balance transfer' },
  'user requestClaim': {
    what: 'claim of an earn event',
    begins: true,
    statusList: 'EarnEventClaimStatus',
    reads: [{ service: 'user', call: 'getClaimStatus', params: { id: { request: 'id' } }, status: 'status' }],
  },
  'user payGame': {
    what: 'game entry fee',
    statusList: 'BalanceRequestStatus',
    reads: [
      {
        ...pointsHistory({ complete: true, sign: 'out', swap: 'none', kind: 'game' }),
        ids: [{ row: ['gameId', 'game.id'], own: [{ request: 'id' }], isOptional: true }],
      },
    ],
  },
  'activity claimRanking': {
    what: 'claim of a ranking',
    statusList: 'RankingAccomplishmentStatus',
    reads: [{ service: 'activity', call: 'getRankingClaim', params: { missionGroupId: { request: 'missionGroupId' } }, status: 'status' }],
  },
  'bep20-swap createBridgeSwap': {
    what: 'bridge swap',
    begins: true,
    statusList: 'WalletTransactionStatus',
    reads: [{ service: 'bep20-swap', call: 'listBridgeSwaps', isList: true, ids: [ownId], status: 'status', kind: 'swap', complete: true }],
  },
  'bep20-swap createSwap': { what: 'legacy swap', ...legacySwap },
  'bep20-swap createSwapV1': { what: 'legacy swap', ...legacySwap },
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
    reads: [{ service: 'sale', call: 'getOrder', params: { id: { answer: ['id'] } }, ids: [ownId], status: 'status' }],
  },
  'sale payOrder': {
    what: 'store payment',
    notYet: ['DRAFT', 'PAYMENT_PENDING'],
    statusList: 'StoreOrderStatus',
    reads: [
      {
        service: 'sale',
        call: 'getOrder',
        params: { id: { request: 'id' } },
        ids: [{ row: ['id'], own: [{ request: 'id' }] }],
        status: 'status',
        before: ['DRAFT', 'PAYMENT_PENDING'],
      },
    ],
  },
  'vehicle-oracle subscribe': { what: 'battery subscription', statusList: 'SubscriptionStatus', notYet: ['OVERDUE'] },
  'vehicle-oracle updateSubscription': { what: 'battery subscription change', statusList: 'SubscriptionStatus', notYet: ['OVERDUE'] },
  'wallet startMigration': {
    what: 'asset migration',
    begins: true,
    statusList: 'AssetMigrationStatus',
    reads: [{ service: 'wallet', call: 'getMigration', params: { address: { request: 'address' } }, status: 'status' }],
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
      ids: [{ row: hashes, own: [{ answer: hashes }] }],
      status: 'status',
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

/** The list of the statuses that the response to a call may have, and those by which it has not been done; nothing where no list is known. */
export const answerStatuses = (service: string, call: string): Pick<OperationKind, 'statusList' | 'notYet'> => kindOf(service, call) ?? {};

/** What an operation waits for before it moves value; nothing for a call that moves it. */
export const awaited = (service: string, call: string): OperationKind['awaits'] => kindOf(service, call)?.awaits;

/** Whether the response to a call says only that something has begun. */
export const beginsOnly = (service: string, call: string): boolean => kindOf(service, call)?.begins === true;

/** What a person calls an operation: `withdrawal`; the name of its call where the table does not have it. */
export const operationName = (service: string, call: string): string => kindOf(service, call)?.what ?? `${service} ${call}`;
