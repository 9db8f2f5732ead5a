// The zod shapes of the sandbox's own ride-hailing responses. No public back end promises any of these names.
import * as z from 'zod/mini';
import { base, decimal, time, uuid, word } from '../../../services/catalogue/shape-parts.js';
import {
  City,
  DiscountType,
  Fiat,
  Network,
  PhoneVerificationResult,
  PlaceRecommendationType,
  Region,
  RideStatus,
  VehicleType,
  WalletProviderId,
} from '../../../services/catalogue/words.js';

const Point = z.looseObject({ latitude: z.number(), longitude: z.number() });
const Stop = z.extend(Point, { name: z.string(), address: z.string() });

/** The ride points of a region, in whole units of its fiat currency. */
export const RidePoints = z.looseObject({ region: word(Region), currency: word(Fiat), amount: decimal });

const Currency = z.looseObject({
  id: z.string(),
  symbol: z.string(),
  network: word(Network),
  contractAddress: z.nullable(z.string()),
  decimals: z.number(),
  region: word(Region),
  walletProviderIds: z.array(word(WalletProviderId)),
  /** The price of one token in the region's fiat currency. */
  price: decimal,
});
export const Currencies = z.array(Currency);

export const WalletProviders = z.array(
  z.looseObject({ id: word(WalletProviderId), name: z.string(), network: word(Network), iconUrl: z.string() }),
);

export const Place = z.looseObject({
  placeId: z.string(),
  name: z.string(),
  address: z.string(),
  city: word(City),
  locationPoint: z.nullable(Point),
  placeType: z.string(),
  recommendationType: word(PlaceRecommendationType),
  distanceM: z.nullable(z.number()),
  subPlaces: z.array(z.looseObject({ placeId: z.string(), name: z.string(), locationPoint: Point })),
});
export const Places = z.array(Place);
export const CurrentRegion = z.looseObject({ region: word(Region), city: word(City) });
export const RestrictedAreas = z.array(
  z.looseObject({
    id: z.string(),
    city: word(City),
    name: z.string(),
    polygon: z.array(z.array(z.number())),
    type: word(PlaceRecommendationType),
  }),
);

export const Verified = z.looseObject({ verified: z.boolean() });
export const SentCode = z.looseObject({ result: word(PhoneVerificationResult), validUntil: time });
export const Ok = z.looseObject({ status: z.string() });

const Product = z.looseObject({
  productCode: z.string(),
  name: z.string(),
  vehicleType: word(VehicleType),
  seats: z.number(),
  fare: decimal,
  currency: word(Fiat),
  discount: z.nullable(z.looseObject({ type: word(DiscountType), value: decimal, amount: decimal })),
  payAmount: decimal,
  etaS: z.number(),
});
export const Search = z.looseObject({
  searchId: uuid,
  validUntil: time,
  region: word(Region),
  distanceKm: z.number(),
  durationS: z.number(),
  products: z.array(Product),
});

/** Paid from points at once, or to an address of a chain, in base units. */
export const RidePayment = z.looseObject({
  rideRequestId: uuid,
  paidFrom: z.optional(z.string()),
  network: z.optional(word(Network)),
  tokenAddress: z.optional(z.nullable(z.string())),
  toAddress: z.optional(z.string()),
  rawAmount: z.optional(base),
  expiresAt: z.optional(time),
});

const Driver = z.looseObject({
  name: z.string(),
  carPlate: z.string(),
  carModel: z.string(),
  carColor: z.string(),
  profilePhotoUrl: z.string(),
});
export const RideRequest = z.looseObject({
  id: uuid,
  status: word(RideStatus),
  statusMessage: z.nullable(z.string()),
  region: word(Region),
  city: word(City),
  searchId: z.string(),
  productCode: z.string(),
  origin: Stop,
  destination: Stop,
  rider: z.looseObject({ name: z.string(), phone: z.string() }),
  fare: decimal,
  currency: word(Fiat),
  payCurrency: z.string(),
  walletProviderId: z.nullable(word(WalletProviderId)),
  driverInfo: z.nullable(Driver),
  driverLocation: z.nullable(z.extend(Point, { at: time })),
  rideShareUrl: z.nullable(z.string()),
  tries: z.number(),
  requestedAt: time,
  statusLog: z.array(z.looseObject({ status: word(RideStatus), at: time })),
});

export const Cancelled = z.looseObject({
  isFreeCancel: z.boolean(),
  pickupStartTime: z.nullable(time),
  cancelRequestedAt: z.nullable(time),
});
export const CancelStatus = z.extend(Cancelled, { cancellable: z.boolean(), feeAmount: decimal, holdUntil: z.nullable(time) });
