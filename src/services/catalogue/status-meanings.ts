// The meanings of statuses in the words of this program. The platform lists statuses without meanings (docs/platform).
// Data.

import type { StatusList } from './statuses.js';

/** The meanings of the statuses of a list; a missing status is described by its class. */
export const meaningsOf: Partial<Readonly<Record<StatusList, Readonly<Record<string, string>>>>> = {
  RideStatus: {
    WAITPAY: 'it waits to be paid',
    PAYCONFIRMED: 'it is paid',
    MATCHED: 'a driver was found',
    CONFIRMED: 'the request is confirmed',
    PENDING: 'searching for a driver',
    ASSIGNED: 'a driver has accepted',
    PICKUP: 'the driver is on the way to you',
    PICKUP_ARRIVED: 'the driver is waiting for you',
    INUSE: 'you are on the way',
    INUSE_WITH_CANCEL_PENDING: 'you are on the way, and a cancellation is being reviewed',
    FINISHED: 'the ride is over',
    NOT_MATCHED: 'no driver was found',
    USER_CANCELED: 'you cancelled it',
    USER_CANCELED_BEFORE_CALL: 'you cancelled it before a driver was called',
    USER_CANCELED_NO_FREE: 'you cancelled it late, for a fee',
    COMPANY_CANCELED: 'the company cancelled it',
    COMPANY_CANCELED_RECALLABLE: 'the company cancelled it; it can be requested again',
    DRIVER_CANCELED: 'the driver cancelled it',
    DRIVER_CANCELED_RECALLABLE: 'the driver cancelled it; it can be requested again',
    EXPIRED: 'it has expired',
    EXPIRED_RECALLABLE: 'it has expired; it can be requested again',
    EXPIRED_BEFORE_PAY: 'it was not paid in time',
    ERROR_PAYMENT: 'the payment failed',
    ERROR: 'something went wrong with it',
  },
  StoreOrderStatus: {
    DRAFT: 'waits for your payment',
    PAYMENT_PENDING: 'waits for its payment',
    PAYMENT_FAILED: 'the payment failed',
    CANCEL_REQUESTED: 'a cancellation was requested',
    CANCEL_REFUNDED: 'it was cancelled and refunded',
    PAID: 'it is paid',
    SUCCESS: 'it is done',
    EXPIRED: 'it was not paid in time',
    UNQUALIFIED: 'it was refused as not qualified',
  },
  OfferingStatus: {
    NOT_READY: 'it is being prepared; nothing can be bought',
    COMMING_SOON: 'it is announced; nothing can be bought yet',
    OPEN: 'shares can be bought',
    CLOSED: 'the sale is over; no more shares can be bought',
    IN_OPERATION: 'the vehicles are in use and bring in income',
    FINISHED: 'it has come to its end',
  },
  LeaseApplicationStatus: {
    APPLIED: 'you have applied; the operator has not decided yet',
    IN_WAITING_LIST: 'you are on the waiting list',
    SELECTED: 'you were selected: the next step is yours',
    PAID: 'it is paid; the vehicle was not handed over yet',
    RECEIVED: 'you have the vehicle',
    CANCELLED: 'the application was cancelled',
  },
  PaymentStatus: {
    READY: 'the payment can be made: it waits for yours',
    CONFIRM_REQUIRED: 'the payment waits to be confirmed',
    PAID: 'it is paid',
    REFUNDED: 'the payment was given back',
    EXPIRED: 'it was not paid in time',
  },
  StockStatus: {
    PENDING: 'the item is being prepared',
    READY: 'the item can be used',
    USED: 'the item was used',
    CANCELED: 'the item was cancelled',
    EXPIRED: 'the item was not used in time',
  },
  BalanceRequestStatus: {
    INCOMING: 'the request was received and is not carried out yet; a deposit waits for what is paid in',
    CONFIRMING: 'the transfer is on its way and waits for confirmations',
    WAITING_TRANSACTION: 'it waits for the transaction on the chain',
    COMPLETED: 'the transfer is done',
    CANCELED: 'the request was cancelled',
    FAILED: 'the transfer failed',
  },
  EarnEventClaimStatus: {
    INCOMING: 'the claim was received and is not paid out yet',
    COMPLETED_TRANSFER: 'the payout was sent and is not finished yet',
    COMPLETED: 'the claim is paid out',
    FAILED_TRANSFER: 'the payout failed when it was sent',
    FAILED_WITHDRAW: 'the payout failed when it was withdrawn',
    CANCELED: 'the claim was cancelled',
  },
  AssetMigrationStatus: {
    PENDING: 'the migration continues',
    COMPLETED: 'the migration is done',
    FAILED: 'the migration failed',
  },
  RankingAccomplishmentStatus: {
    REQUESTED: 'the reward was claimed',
    PENDING: 'the reward is being paid out',
    SUCCESS: 'the reward is paid out',
    FAIL: 'the payout of the reward failed',
  },
  ChargerStatus: {
    CHARGING: 'a battery is being charged',
    FULLY_CHARGED: 'a battery is ready to be taken',
    PROBLEM: 'something is wrong with it',
    NO_BATTERY: 'no battery is in it',
    OFF: 'it is switched off',
  },
  SubscriptionStatus: {
    ON_TIME: 'it is paid as agreed',
    OVERDUE: 'a payment of it is late: it waits for yours',
    FINISHED: 'it has come to its end',
    CANCELLED: 'it was cancelled',
  },
  RideAbstractStatus: {
    PENDING: 'no driver was found yet',
    MATCHED: 'a driver was found; the list has no later status',
  },
};

/**
 * The statuses of a successful course, in the order of their meanings. Platform 6.1 lists them, and promises no order.
 */
export const courseOf: Partial<Readonly<Record<StatusList, readonly string[]>>> = {
  RideStatus: [
    'WAITPAY',
    'PAYCONFIRMED',
    'PENDING',
    'MATCHED',
    'CONFIRMED',
    'ASSIGNED',
    'PICKUP',
    'PICKUP_ARRIVED',
    'INUSE',
    'FINISHED',
  ],
  StoreOrderStatus: ['DRAFT', 'PAYMENT_PENDING', 'PAID', 'SUCCESS'],
};
