// Zod shapes of vehicle-asset responses. All names are the sandbox's own.
import * as z from 'zod/mini';
import { base, decimal, time, uuid, word } from '../../../src/services/catalogue/shape-parts.js';
import {
  AssetCurrency,
  AssetTransactionType,
  City,
  Fiat,
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
  VehicleStatus,
  VehicleTokenType,
  VehicleType,
} from '../../../src/services/catalogue/words.js';

const text = z.string();
const number = z.number();

/** Amounts are whole units of `currency`, the rate per cent a year. */
export const Offering = z.looseObject({
  id: uuid,
  title: text,
  description: text,
  status: word(OfferingStatus),
  category: word(VehicleProductCategory),
  region: word(Region),
  purchaseType: word(PurchaseType),
  currency: word(AssetCurrency),
  network: word(Network),
  interestRate: decimal,
  period: word(Period),
  settlementPeriod: word(SettlementPeriod),
  minAmount: decimal,
  increment: decimal,
  goalAmount: decimal,
  raisedAmount: decimal,
  investorCount: number,
  vehicleCount: number,
  startDate: time,
  endDate: time,
  maturityAt: time,
  imageUrl: text,
});
export const Offerings = z.array(Offering);

const status = number.check(z.meta({ examples: [...VehicleStatus] }));
/** Owner and share are only in the caller's own list. */
export const Vehicle = z.looseObject({
  num: number,
  vin: text,
  name: text,
  model: word(VehicleType),
  category: word(VehicleProductCategory),
  status,
  region: word(Region),
  city: word(City),
  purchaseType: word(PurchaseType),
  tokenType: word(VehicleTokenType),
  tokenId: text,
  nftNo: number,
  offeringId: z.nullable(uuid),
  productId: uuid,
  ownerUserId: z.nullable(uuid),
  /** In per cent. */
  share: z.nullable(decimal),
  maturityAt: z.nullable(time),
  odometerKm: number,
  /** In per cent. */
  batterySoc: number,
  location: z.looseObject({ latitude: number, longitude: number }),
  updatedAt: time,
});
export const Vehicles = z.array(Vehicle);

const amounts = z.record(text, decimal);
/** Incomes by currency. */
export const Dash = z.looseObject({
  vehicleCount: number,
  onRoadCount: number,
  totalDistanceKm: number,
  totalRideCount: number,
  totalIncome: amounts,
  byCategory: z.array(z.looseObject({ category: word(VehicleProductCategory), count: number })),
  byStatus: z.array(z.looseObject({ status, count: number })),
});
/** Rides and incomes of the period. */
export const Statistics = z.extend(Dash, { period: word(Period) });

const earned = { vin: text, currency: word(IncomeCurrency), amount: decimal, from: time, to: time };
export const Claimables = z.array(z.looseObject({ ...earned, num: number }));
export const Incomes = z.array(
  z.looseObject({ id: uuid, ...earned, period: word(Period), rideCount: number, distanceKm: number, settledAt: time }),
);
/** A day of rides; `share` and `amount` are the caller's. */
export const RideIncomes = z.array(
  z.looseObject({
    vin: text,
    from: time,
    to: time,
    currency: word(Fiat),
    amount: decimal,
    rideCount: number,
    rides: z.array(
      z.looseObject({ rideId: uuid, fare: decimal, currency: word(Fiat), share: decimal, finishedAt: time }),
    ),
  }),
);

export const Product = z.looseObject({
  id: uuid,
  name: text,
  category: word(VehicleProductCategory),
  model: word(VehicleType),
  price: decimal,
  currency: word(AssetCurrency),
  leasePrice: decimal,
  leasePeriod: word(Period),
  stockLeft: number,
  specs: z.looseObject({ rangeKm: number, topSpeedKmh: number, batteryKwh: number, seats: number }),
  imageUrls: z.array(text),
});
export const Products = z.array(Product);

export const Collections = z.array(
  z.looseObject({
    id: text,
    name: text,
    network: word(Network),
    contractAddress: text,
    tokenType: word(VehicleTokenType),
    itemCount: number,
    imageUrl: text,
  }),
);

export const Transactions = z.array(
  z.looseObject({
    id: uuid,
    type: word(AssetTransactionType),
    orderId: z.nullable(uuid),
    paymentId: z.nullable(uuid),
    vin: z.nullable(text),
    tokenId: z.nullable(text),
    currency: word(AssetCurrency),
    amount: decimal,
    from: text,
    to: text,
    network: word(Network),
    transactionHash: text,
    at: time,
  }),
);

/** `rawAmount` is in base units of the token. */
export const Payment = z.looseObject({
  id: uuid,
  orderId: z.nullable(uuid),
  leaseApplicationId: z.nullable(uuid),
  method: word(PaymentMethod),
  status: word(PaymentStatus),
  currency: word(AssetCurrency),
  amount: decimal,
  crypto: z.nullable(z.looseObject({ network: word(Network), tokenAddress: text, toAddress: text, rawAmount: base })),
  bank: z.nullable(z.looseObject({ bankName: text, accountNumber: text, reference: text })),
  expiresAt: time,
  paidAt: z.nullable(time),
  refundedAt: z.nullable(time),
  transactionHash: z.nullable(text),
});

export const LeaseApplication = z.looseObject({
  id: uuid,
  productId: uuid,
  userId: uuid,
  status: word(LeaseApplicationStatus),
  period: word(Period),
  months: number,
  waitingNumber: z.nullable(number),
  vin: z.nullable(text),
  paymentId: z.nullable(uuid),
  payment: z.nullable(Payment),
  appliedAt: time,
  statusLog: z.array(z.looseObject({ status: word(LeaseApplicationStatus), at: time })),
});

export const Order = z.looseObject({
  id: uuid,
  userId: uuid,
  offeringId: z.nullable(uuid),
  productId: z.nullable(uuid),
  purchaseType: word(PurchaseType),
  amount: decimal,
  quantity: number,
  currency: word(AssetCurrency),
  paymentId: z.nullable(uuid),
  vins: z.array(text),
  createdAt: time,
});
export const Contact = z.looseObject({ id: uuid, receivedAt: time });
