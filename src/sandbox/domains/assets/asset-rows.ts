// The stored rows of vehicle assets: offerings, orders, payments, leases, shares and incomes. All field names are the sandbox's own.

import type { AssetCurrency, IncomeCurrency, PaymentStatus } from '../../../services/catalogue/words.js';
import type { HandlerContext } from '../../core/context.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { MachineBody } from '../../core/state-machine.js';
import type { Stored, StoredMachine } from '../../core/stored.js';

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
  readonly currency: (typeof AssetCurrency)[number];
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
