// Zod shapes of ride-hailing responses. All names are the sandbox's own.
import * as z from 'zod/mini';
import { base, decimal, time, uuid, word } from '../../../src/services/catalogue/shape-parts.js';
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
} from '../../../src/services/catalogue/words.js';

const text = z.string();
const number = z.number();

const Point = z.looseObject({ latitude: number, longitude: number });
const Stop = z.extend(Point, { name: text, address: text });

/** In whole units of the region's fiat currency. */
export const RidePoints = z.looseObject({ region: word(Region), currency: word(Fiat), amount: decimal });

const Currency = z.looseObject({
  id: text,
  symbol: text,
  network: word(Network),
  contractAddress: z.nullable(text),
  decimals: number,
  region: word(Region),
  walletProviderIds: z.array(word(WalletProviderId)),
  /** Of one token, in the region's fiat currency. */
  price: decimal,
});
export const Currencies = z.array(Currency);

export const WalletProviders = z.array(
  z.looseObject({ id: word(WalletProviderId), name: text, network: word(Network), iconUrl: text }),
);

export const Place = z.looseObject({
  placeId: text,
  name: text,
  address: text,
  city: word(City),
  locationPoint: z.nullable(Point),
  placeType: text,
  recommendationType: word(PlaceRecommendationType),
  distanceM: z.nullable(number),
  subPlaces: z.array(z.looseObject({ placeId: text, name: text, locationPoint: Point })),
});
export const Places = z.array(Place);
export const CurrentRegion = z.looseObject({ region: word(Region), city: word(City) });
export const RestrictedAreas = z.array(
  z.looseObject({
    id: text,
    city: word(City),
    name: text,
    polygon: z.array(z.array(number)),
    type: word(PlaceRecommendationType),
  }),
);

export const Verified = z.looseObject({ verified: z.boolean() });
export const SentCode = z.looseObject({ result: word(PhoneVerificationResult), validUntil: time });
export const Ok = z.looseObject({ status: text });

const Product = z.looseObject({
  productCode: text,
  name: text,
  vehicleType: word(VehicleType),
  seats: number,
  fare: decimal,
  currency: word(Fiat),
  discount: z.nullable(z.looseObject({ type: word(DiscountType), value: decimal, amount: decimal })),
  payAmount: decimal,
  etaS: number,
});
export const Search = z.looseObject({
  searchId: uuid,
  validUntil: time,
  region: word(Region),
  distanceKm: number,
  durationS: number,
  products: z.array(Product),
});

/** From points at once, or to an address of a chain, in base units. */
export const RidePayment = z.looseObject({
  rideRequestId: uuid,
  paidFrom: z.optional(text),
  network: z.optional(word(Network)),
  tokenAddress: z.optional(z.nullable(text)),
  toAddress: z.optional(text),
  rawAmount: z.optional(base),
  expiresAt: z.optional(time),
});

const Driver = z.looseObject({
  name: text,
  carPlate: text,
  carModel: text,
  carColor: text,
  profilePhotoUrl: text,
});
export const RideRequest = z.looseObject({
  id: uuid,
  status: word(RideStatus),
  statusMessage: z.nullable(text),
  region: word(Region),
  city: word(City),
  searchId: text,
  productCode: text,
  origin: Stop,
  destination: Stop,
  rider: z.looseObject({ name: text, phone: text }),
  fare: decimal,
  currency: word(Fiat),
  payCurrency: text,
  walletProviderId: z.nullable(word(WalletProviderId)),
  driverInfo: z.nullable(Driver),
  driverLocation: z.nullable(z.extend(Point, { at: time })),
  rideShareUrl: z.nullable(text),
  tries: number,
  requestedAt: time,
  statusLog: z.array(z.looseObject({ status: word(RideStatus), at: time })),
});

export const Cancelled = z.looseObject({
  isFreeCancel: z.boolean(),
  pickupStartTime: z.nullable(time),
  cancelRequestedAt: z.nullable(time),
});
export const CancelStatus = z.extend(Cancelled, {
  cancellable: z.boolean(),
  feeAmount: decimal,
  holdUntil: z.nullable(time),
});
