// The zod shapes of the sandbox's own vehicle-asset answers. No public back end promises any of these names.
import * as z from 'zod/mini';
import { decimal, time, uuid, word } from '../../services/shape-parts.js';
import {
  AssetCurrency,
  Network,
  OfferingStatus,
  Period,
  PurchaseType,
  Region,
  SettlementPeriod,
  VehicleProductCategory,
} from '../../services/words.js';

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
