// The stored rows of vehicle assets, and the shares from before the opening. All field names are the sandbox's own.

import type { AssetCurrency, IncomeCurrency, PaymentStatus } from '../../../src/services/catalogue/words.js';
import type { HandlerContext, MachineBody, Stored, StoredMachine } from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';

/** Amounts are whole units of `currency`, rates per cent a year. */
export type Offering = StoredMachine<typeof shapes.Offering>;

/** The amount is in whole units of `currency`. */
export interface AssetOrder extends Stored<typeof shapes.Order, 'userId'> {
  /** The offering sells out with this payment. */
  readonly sellsOut: boolean;
}

/** The amount is in whole units of `currency`. */
export interface AssetPayment extends StoredMachine<typeof shapes.Payment> {
  readonly hidden: {
    /** The paying address. */
    readonly payer: string | null;
    /** The user pays instead of the sandbox: `outside: you pay`. */
    readonly byHand: boolean;
  };
}

export interface Lease extends StoredMachine<typeof shapes.LeaseApplication, 'userId' | 'payment'> {
  readonly phone: string;
}

/** No response has a share in this form. */
export interface Share extends MachineBody {
  /** PAID while it is owned, REFUNDED once it is returned. */
  readonly status: (typeof PaymentStatus)[number];
  readonly num: number;
  readonly offeringId: string | null;
  /** In whole units of `currency`. */
  readonly amount: string;
  readonly currency: AssetCurrency;
  /** In per cent, to four digits. */
  readonly share: string;
  /** Per cent a year of the amount, only for offerings. */
  readonly interestRate: string | null;
  readonly incomeCurrency: (typeof IncomeCurrency)[number];
  readonly period: 'WEEK' | 'MONTH';
  readonly paymentId: string | null;
  readonly acquiredAt: string;
  readonly settledUntil: string;
}

/** The amount is in whole units of `currency`. */
export interface Income extends Stored<typeof shapes.Incomes> {
  readonly num: number;
  readonly shareId: string;
}

/** The purpose and the amount of a payment. */
export interface Payable extends Pick<AssetPayment, 'orderId' | 'leaseApplicationId' | 'amount' | 'currency'> {
  readonly savePaymentId: (context: HandlerContext, paymentId: string) => void;
}

/** A past share of a vehicle, by its number. */
interface PastShare extends Pick<Share, 'num' | 'amount' | 'currency' | 'share'> {
  readonly handle: string;
  /** Days before the opening. */
  readonly ago: number;
  /** Bought through a bank, with USDC on the chain, or by an order; or leased. */
  readonly by: 'bank' | 'chain' | 'order' | 'lease';
  /** The ordinal of its payment, mina's third or the second for kenji's leases. */
  readonly payment?: 3 | 7;
}

/** Each fits a part of a vehicle of its offering. */
export const pastShares: readonly PastShare[] = [
  { handle: 'mina', num: 1, amount: '4900', currency: 'USD', share: '100', ago: 85, by: 'bank' },
  { handle: 'mina', num: 2, amount: '250', currency: 'USDC', share: '5', ago: 6, by: 'order', payment: 3 },
  { handle: 'mina', num: 3, amount: '21000', currency: 'USD', share: '100', ago: 60, by: 'bank' },
  { handle: 'mina', num: 4, amount: '100', currency: 'USDC', share: '4.8888', ago: 80, by: 'chain' },
  { handle: 'mina', num: 5, amount: '45', currency: 'USD', share: '100', ago: 70, by: 'lease' },
  { handle: 'mina', num: 6, amount: '15000', currency: 'USD', share: '100', ago: 410, by: 'bank' },
  { handle: 'kenji', num: 176, amount: '45', currency: 'USD', share: '100', ago: 20, by: 'lease', payment: 7 },
  { handle: 'lan', num: 30, amount: '50000', currency: 'MVL', share: '4', ago: 88, by: 'bank' },
  { handle: 'whale', num: 168, amount: '0.3', currency: 'BTC', share: '20', ago: 5, by: 'bank' },
];
/** The vehicle that kenji leases. */
export const leasedByKenji = pastShares.find(({ handle }) => handle === 'kenji')!;
