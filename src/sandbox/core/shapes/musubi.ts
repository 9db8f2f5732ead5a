// The zod shapes of the sandbox's own vehicle-asset responses. No public back end promises any of these names.
import * as z from 'zod/mini';
import { base, decimal, time, uuid, word } from '../../../services/catalogue/shape-parts.js';
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
} from '../../../services/catalogue/words.js';

/** An offering. Amounts are whole units of `currency`, the rate per cent a year. */
export const Offering = z.looseObject({
  id: uuid,
  title: z.string(),
  description: z.string(),
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
  investorCount: z.number(),
  vehicleCount: z.number(),
  startDate: time,
  endDate: time,
  maturityAt: time,
  imageUrl: z.string(),
});
export const Offerings = z.array(Offering);

const status = z.number().check(z.meta({ examples: [...VehicleStatus] }));
/** A vehicle. Its owner and share are those of the caller in their own list, nobody's elsewhere. */
export const Vehicle = z.looseObject({
  num: z.number(),
  vin: z.string(),
  name: z.string(),
  model: word(VehicleType),
  category: word(VehicleProductCategory),
  status,
  region: word(Region),
  city: word(City),
  purchaseType: word(PurchaseType),
  tokenType: word(VehicleTokenType),
  tokenId: z.string(),
  nftNo: z.number(),
  offeringId: z.nullable(uuid),
  productId: uuid,
  ownerUserId: z.nullable(uuid),
  /** In per cent. */
  share: z.nullable(decimal),
  maturityAt: z.nullable(time),
  odometerKm: z.number(),
  /** In per cent. */
  batterySoc: z.number(),
  location: z.looseObject({ latitude: z.number(), longitude: z.number() }),
  updatedAt: time,
});
export const Vehicles = z.array(Vehicle);

const amounts = z.record(z.string(), decimal);
/** Vehicles in numbers; incomes by currency. */
export const Dash = z.looseObject({
  vehicleCount: z.number(),
  onRoadCount: z.number(),
  totalDistanceKm: z.number(),
  totalRideCount: z.number(),
  totalIncome: amounts,
  byCategory: z.array(z.looseObject({ category: word(VehicleProductCategory), count: z.number() })),
  byStatus: z.array(z.looseObject({ status, count: z.number() })),
});
/** The rides and incomes are those of the period. */
export const Statistics = z.extend(Dash, { period: word(Period) });

const earned = { vin: z.string(), currency: word(IncomeCurrency), amount: decimal, from: time, to: time };
export const Claimables = z.array(z.looseObject({ ...earned, num: z.number() }));
export const Incomes = z.array(
  z.looseObject({ id: uuid, ...earned, period: word(Period), rideCount: z.number(), distanceKm: z.number(), settledAt: time }),
);
/** A day of a vehicle's rides; `share` and `amount` are the caller's. */
export const RideIncomes = z.array(
  z.looseObject({
    vin: z.string(),
    from: time,
    to: time,
    currency: word(Fiat),
    amount: decimal,
    rideCount: z.number(),
    rides: z.array(z.looseObject({ rideId: uuid, fare: decimal, currency: word(Fiat), share: decimal, finishedAt: time })),
  }),
);

export const Product = z.looseObject({
  id: uuid,
  name: z.string(),
  category: word(VehicleProductCategory),
  model: word(VehicleType),
  price: decimal,
  currency: word(AssetCurrency),
  leasePrice: decimal,
  leasePeriod: word(Period),
  stockLeft: z.number(),
  specs: z.looseObject({ rangeKm: z.number(), topSpeedKmh: z.number(), batteryKwh: z.number(), seats: z.number() }),
  imageUrls: z.array(z.string()),
});
export const Products = z.array(Product);

export const Collections = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    network: word(Network),
    contractAddress: z.string(),
    tokenType: word(VehicleTokenType),
    itemCount: z.number(),
    imageUrl: z.string(),
  }),
);

export const Transactions = z.array(
  z.looseObject({
    id: uuid,
    type: word(AssetTransactionType),
    /** The order and the payment that it belongs to. */
    orderId: z.nullable(uuid),
    paymentId: z.nullable(uuid),
    vin: z.nullable(z.string()),
    tokenId: z.nullable(z.string()),
    currency: word(AssetCurrency),
    amount: decimal,
    from: z.string(),
    to: z.string(),
    network: word(Network),
    transactionHash: z.string(),
    at: time,
  }),
);

/** A payment; `rawAmount` is in base units of the token. */
export const Payment = z.looseObject({
  id: uuid,
  orderId: z.nullable(uuid),
  leaseApplicationId: z.nullable(uuid),
  method: word(PaymentMethod),
  status: word(PaymentStatus),
  currency: word(AssetCurrency),
  amount: decimal,
  crypto: z.nullable(z.looseObject({ network: word(Network), tokenAddress: z.string(), toAddress: z.string(), rawAmount: base })),
  bank: z.nullable(z.looseObject({ bankName: z.string(), accountNumber: z.string(), reference: z.string() })),
  expiresAt: time,
  paidAt: z.nullable(time),
  refundedAt: z.nullable(time),
  transactionHash: z.nullable(z.string()),
});

export const LeaseApplication = z.looseObject({
  id: uuid,
  productId: uuid,
  userId: uuid,
  status: word(LeaseApplicationStatus),
  period: word(Period),
  months: z.number(),
  waitingNumber: z.nullable(z.number()),
  vin: z.nullable(z.string()),
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
  quantity: z.number(),
  currency: word(AssetCurrency),
  paymentId: z.nullable(uuid),
  vins: z.array(z.string()),
  createdAt: time,
});
export const Contact = z.looseObject({ id: uuid, receivedAt: time });
