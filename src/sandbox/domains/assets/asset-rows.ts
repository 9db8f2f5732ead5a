// The stored rows of vehicle assets, and the shares of before the opening. All field names are the sandbox's own.

import type { AssetCurrency, IncomeCurrency, PaymentStatus } from '../../../services/catalogue/words.js';
import type { HandlerContext } from '../../core/context.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { MachineBody, Stored, StoredMachine } from '../../core/state-machine.js';

/** An offering as stored; all names are the sandbox's own. Amounts are whole units of `currency`, rates per cent a year. */
export type Offering = StoredMachine<typeof shapes.Offering>;

/** An order as stored; all names are the sandbox's own. The amount is in whole units of `currency`. */
export interface AssetOrder extends Stored<typeof shapes.Order, 'userId'> {
  /** Whether the offering is to count as sold out once it is paid. */
  readonly sellsOut: boolean;
}

/** A payment as stored; names are the sandbox's own. The amount is in whole units of `currency`. */
export interface AssetPayment extends StoredMachine<typeof shapes.Payment> {
  readonly hidden: {
    /** The address that pays, or that has paid. */
    readonly payer: string | null;
    /** Whether the user pays it instead of the sandbox: `outside: you pay`. */
    readonly byHand: boolean;
  };
}

/** An application as stored; all names are the sandbox's own. */
export interface Lease extends StoredMachine<typeof shapes.LeaseApplication, 'userId' | 'payment'> {
  readonly phone: string;
}

/** A share as stored; no response has it in this form. */
export interface Share extends MachineBody {
  /** The status of its payment: PAID while it is owned, REFUNDED once it was returned. */
  readonly status: (typeof PaymentStatus)[number];
  readonly num: number;
  readonly offeringId: string | null;
  /** The price, in whole units of `currency`. */
  readonly amount: string;
  readonly currency: AssetCurrency;
  /** In per cent, to four digits. */
  readonly share: string;
  /** Per cent a year of the amount, of an offering only. */
  readonly interestRate: string | null;
  readonly incomeCurrency: (typeof IncomeCurrency)[number];
  readonly period: 'WEEK' | 'MONTH';
  readonly paymentId: string | null;
  readonly acquiredAt: string;
  readonly settledUntil: string;
}

/** An income as stored; all names are the sandbox's own. The amount is in whole units of `currency`. */
export interface Income extends Stored<typeof shapes.Incomes> {
  readonly num: number;
  readonly shareId: string;
}

/** What a payment is for, and its amount. */
export interface Payable extends Pick<AssetPayment, 'orderId' | 'leaseApplicationId' | 'amount' | 'currency'> {
  /** Writes down which payment it has. */
  readonly savePaymentId: (context: HandlerContext, paymentId: string) => void;
}

/** A share of the past, of a vehicle by its number. */
interface PastShare extends Pick<Share, 'num' | 'amount' | 'currency' | 'share'> {
  readonly handle: string;
  /** Days before the opening. */
  readonly ago: number;
  /** A purchase through a bank, in USDC on the chain, for an order; or a lease. */
  readonly by: 'bank' | 'chain' | 'order' | 'lease';
  /** The ordinal of its payment: of mina's third, of the second for kenji's leases. */
  readonly payment?: 3 | 7;
}

/** Each a part of one vehicle of its offering that fits its amount. */
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
/** The vehicle that kenji received on a lease. */
export const leasedByKenji = pastShares.find(({ handle }) => handle === 'kenji')!;
