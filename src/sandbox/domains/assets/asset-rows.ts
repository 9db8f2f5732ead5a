// The stored rows of vehicle assets: offerings, orders, payments, leases, shares and incomes. All field names are the sandbox's own.
import type {
  AssetCurrency,
  IncomeCurrency,
  LeaseApplicationStatus,
  Network,
  OfferingStatus,
  PaymentMethod,
  PaymentStatus,
  Period,
  PurchaseType,
  Region,
  SettlementPeriod,
  VehicleProductCategory,
} from '../../../services/catalogue/words.js';
import type { HandlerContext } from '../../core/context.js';
import type { MachineBody } from '../../core/state-machine.js';

type Status = (typeof OfferingStatus)[number];

/** An offering as stored; all names are the sandbox's own. Amounts are whole units of `currency`, rates per cent a year. */
export interface Offering extends MachineBody {
  readonly status: Status;
  readonly title: string;
  readonly description: string;
  readonly category: (typeof VehicleProductCategory)[number];
  readonly region: (typeof Region)[number];
  readonly purchaseType: (typeof PurchaseType)[number];
  readonly currency: (typeof AssetCurrency)[number];
  readonly network: (typeof Network)[number];
  readonly interestRate: string;
  readonly period: (typeof Period)[number];
  readonly settlementPeriod: (typeof SettlementPeriod)[number];
  readonly minAmount: string;
  readonly increment: string;
  readonly goalAmount: string;
  readonly raisedAmount: string;
  readonly investorCount: number;
  readonly vehicleCount: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly maturityAt: string;
  readonly imageUrl: string;
}

/** An order as stored; all names are the sandbox's own. The amount is in whole units of `currency`. */
export interface AssetOrder {
  readonly offeringId: string | null;
  readonly productId: string | null;
  readonly purchaseType: (typeof PurchaseType)[number];
  readonly amount: string;
  readonly quantity: number;
  readonly currency: (typeof AssetCurrency)[number];
  readonly paymentId: string | null;
  /** The vehicles that it is about, once it is paid. */
  readonly vins: readonly string[];
  readonly createdAt: string;
  /** Whether the offering is to count as sold out once it is paid. */
  readonly sellsOut: boolean;
}

/** A payment as stored; names are the sandbox's own. The amount is in whole units of `currency`. */
export interface AssetPayment extends MachineBody {
  readonly status: (typeof PaymentStatus)[number];
  readonly orderId: string | null;
  readonly leaseApplicationId: string | null;
  readonly method: (typeof PaymentMethod)[number];
  readonly currency: (typeof AssetCurrency)[number];
  readonly amount: string;
  readonly crypto: {
    readonly network: 'BASE_SEPOLIA';
    readonly tokenAddress: string;
    readonly toAddress: string;
    readonly rawAmount: string;
  } | null;
  readonly bank: { readonly bankName: string; readonly accountNumber: string; readonly reference: string } | null;
  readonly expiresAt: string;
  readonly paidAt: string | null;
  readonly refundedAt: string | null;
  readonly transactionHash: string | null;
  readonly hidden: {
    /** The address that pays, or that has paid. */
    readonly payer: string | null;
    /** Whether the user pays it instead of the sandbox: `outside: you pay`. */
    readonly byHand: boolean;
  };
}

/** An application as stored; all names are the sandbox's own. */
export interface Lease extends MachineBody {
  readonly status: (typeof LeaseApplicationStatus)[number];
  readonly productId: string;
  readonly period: (typeof Period)[number];
  readonly months: number;
  readonly phone: string;
  /** The place in the waiting list, while it is in it. */
  readonly waitingNumber: number | null;
  readonly vin: string | null;
  readonly paymentId: string | null;
  readonly appliedAt: string;
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
export interface Income extends Pick<Share, 'num' | 'period'> {
  readonly vin: string;
  readonly currency: Share['incomeCurrency'];
  readonly amount: string;
  readonly rideCount: number;
  readonly distanceKm: number;
  readonly from: string;
  readonly to: string;
  readonly settledAt: string;
}

/** What a payment is for, and its amount. */
export interface Payable extends Pick<AssetPayment, 'orderId' | 'leaseApplicationId' | 'amount' | 'currency'> {
  /** Writes down which payment it has. */
  readonly savePaymentId: (context: HandlerContext, paymentId: string) => void;
}
