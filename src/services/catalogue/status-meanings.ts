// What statuses mean, in the words of this program: SPEC.md section 3 lists them and does not say it. Data.

import type { StatusList } from './statuses.js';

/** The meanings of the statuses of a list; a status that is missing here is described by its class. */
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
    UNQUALIFIED: 'it is not sold to you',
  },
};
