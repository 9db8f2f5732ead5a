// The declared paths of the response to each call that moves value. Data. A response is compared with the promise at
// these paths only. The shapes of platform 12.2 and the status lists of platform 5.2 are public; the other paths are
// assumed, as in the sandbox.
import type { MoneyEndpoint } from '../services/catalogue/endpoint-types.js';
import type { StatusList } from '../services/catalogue/statuses.js';

/** The status in a response, and the list that has its words. */
interface DeclaredStatus {
  readonly at: string;
  readonly list: StatusList;
  /** The words for a call that has not been done yet. */
  readonly notYet?: readonly string[];
  /** A bad end of the list says that an earlier call has done it, and that this one moved nothing. */
  readonly repeats?: true;
  /** The bad end that the request asks for by a word in a field of its body, as a cancellation does. */
  readonly asked?: { readonly field: string; readonly word: string; readonly end: string };
}

/** The paths of the facts in a response. A fact without a path is not compared. */
export interface DeclaredResponse {
  readonly known: 'public' | 'assumed';
  /** The unit of its amounts: whole tokens, or base units with the `decimals` of the call (money/transfer-fields). */
  readonly amounts: 'whole' | 'base';
  /** The id of the operation, by which later reads find it. */
  readonly id?: string;
  readonly status?: DeclaredStatus;
  /** The whole leaving amount, without a fee on top. */
  readonly amount?: string;
  /** The price of one of `quantity` pieces. */
  readonly price?: string;
  readonly quantity?: string;
  readonly token?: string;
  /** The address of the recipient. */
  readonly to?: string;
  readonly fee?: string;
  readonly networks?: readonly string[];
  /** By path: the parameter of the request, or the field of its body, with the same value. */
  readonly same?: Readonly<Record<string, string>>;
  /** A field that shows that the call was done, such as a balance afterwards; it is not compared. */
  readonly shows?: string;
  /** The command that cancels the operation, and the path of the id that it takes. */
  readonly cancel?: { readonly line: string; readonly id: string };
}

const assumed = { known: 'assumed', amounts: 'whole' } as const;
/** BalanceWithdrawalRequestStatusDto (platform 12.2). */
const withdrawal = {
  amounts: 'whole',
  id: 'request.id',
  status: { at: 'request.status', list: 'BalanceRequestStatus' },
  amount: 'request.amount',
  token: 'request.currencyId',
  to: 'request.address',
  fee: 'request.feeAmount',
} as const;
const deposit: DeclaredResponse = {
  ...assumed,
  id: 'balanceDepositRequest.id',
  status: { at: 'balanceDepositRequest.status', list: 'BalanceRequestStatus' },
  amount: 'balanceDepositRequest.goalAmount',
  token: 'balanceDepositRequest.currencyId',
};
const swap: DeclaredResponse = {
  known: 'assumed',
  amounts: 'base',
  id: 'id',
  status: { at: 'status', list: 'WalletTransactionStatus' },
  amount: 'amount',
  to: 'toAddress',
  fee: 'feeAmount',
  networks: ['fromNetwork', 'toNetwork'],
  same: { type: 'type' },
};
const payment: DeclaredResponse = {
  ...assumed,
  id: 'id',
  status: { at: 'status', list: 'PaymentStatus' },
  amount: 'amount',
  token: 'currency',
};
const subscription: DeclaredResponse = {
  ...assumed,
  id: 'id',
  status: { at: 'status', list: 'SubscriptionStatus', notYet: ['OVERDUE'] },
  amount: 'price',
  token: 'currency',
};

/** By `service call`. */
export const responses: Readonly<Record<MoneyEndpoint, DeclaredResponse>> = {
  'user createWithdrawal': {
    known: 'public',
    ...withdrawal,
    cancel: { line: 'wallet withdraw cancel', id: 'request.id' },
  },
  'user transferPoints': { ...assumed, id: 'id', amount: 'amount', token: 'currencyId', fee: 'feeAmount' },
  'user depositPoints': deposit,
  'user depositPointsV2': deposit,
  'user withdrawPoints': { known: 'assumed', ...withdrawal },
  'user transferAppBalance': { ...assumed, shows: 'amount' },
  'user requestClaim': { known: 'public', amounts: 'whole', status: { at: 'status', list: 'EarnEventClaimStatus' } },
  'user payGame': {
    ...assumed,
    id: 'payment.id',
    status: {
      at: 'payment.status',
      list: 'BalanceRequestStatus',
      notYet: [
        'CONFIRMING_BALANCE_DEPOSIT_REQUEST',
        'CONFIRMING_BALANCE_TRANSACTION',
        'CONFIRMING_MUTATE_EXTERNAL_STATE',
      ],
    },
    price: 'payment.price',
    quantity: 'payment.quantity',
    token: 'payment.currencyId',
  },
  'activity claimRanking': { ...assumed, status: { at: 'result', list: 'RankingClaimResult', repeats: true } },
  'bep20-swap createBridgeSwap': swap,
  'bep20-swap createSwap': swap,
  'bep20-swap createSwapV1': swap,
  'musubi createOrder': {
    ...assumed,
    id: 'id',
    amount: 'amount',
    token: 'currency',
    same: { offeringId: 'offering', purchaseType: 'purchaseType' },
  },
  'musubi createPayment': { ...payment, same: { orderId: 'order', method: 'method' } },
  'musubi changePaymentToCrypto': { ...payment, same: { id: 'paymentId' } },
  'ride-hailing requestRide': { ...assumed, id: 'rideRequestId', same: { paidFrom: 'currency' } },
  'ride-hailing retryRequest': {
    ...assumed,
    id: 'id',
    status: { at: 'status', list: 'RideStatus' },
    amount: 'fare',
    token: 'currency',
  },
  'sale giveItem': { ...assumed, id: 'id', status: { at: 'status', list: 'StockStatus' } },
  'sale createOrder': {
    ...assumed,
    id: 'id',
    status: { at: 'status', list: 'StoreOrderStatus' },
    amount: 'totalPrice',
    price: 'price',
    quantity: 'quantity',
    token: 'currencyId',
    same: { productId: 'product' },
    cancel: { line: 'store order cancel', id: 'id' },
  },
  'sale payOrder': {
    ...assumed,
    id: 'id',
    status: { at: 'status', list: 'StoreOrderStatus', notYet: ['DRAFT', 'PAYMENT_PENDING'] },
    amount: 'amount',
    token: 'currencyId',
    same: { orderId: 'id', method: 'method' },
    cancel: { line: 'store order cancel', id: 'orderId' },
  },
  'vehicle-oracle subscribe': { ...subscription, same: { vin: 'vin', period: 'period' } },
  'vehicle-oracle updateSubscription': {
    ...subscription,
    status: { ...subscription.status!, asked: { field: 'action', word: 'cancel', end: 'CANCELLED' } },
  },
  'wallet startMigration': {
    ...assumed,
    id: 'id',
    status: { at: 'status', list: 'AssetMigrationStatus' },
    to: 'address',
    networks: ['toNetwork'],
  },
};

/** The declared response of a call that moves value; nothing for any other. */
export const declaredResponse = (service: string, call: string): DeclaredResponse | undefined =>
  (responses as Readonly<Record<string, DeclaredResponse | undefined>>)[`${service} ${call}`];
