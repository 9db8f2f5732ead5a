// The zod shapes of the sandbox's own vehicle-network responses. No public back end promises any of these names.
import * as z from 'zod/mini';
import { decimal, time, uuid, word } from '../../../services/catalogue/shape-parts.js';
import {
  AssetCurrency,
  ChargerStatus,
  City,
  Network,
  NoticeCategory,
  Period,
  Region,
  RideAbstractStatus,
  RidePointType,
  StationStatus,
  StationType,
  SubscriptionStatus,
  VehicleSeries,
  VehicleTokenType,
  VehicleType,
} from '../../../services/catalogue/words.js';

/** The note of the test error call, which raises none here. */
export const TestNote = z.looseObject({ note: z.string() });
export const Signed = z.looseObject({
  algorithm: z.string(),
  key: z.string(),
  message: z.string(),
  timestamp: z.string(),
  signature: z.string(),
});
export const Checked = z.looseObject({ valid: z.boolean() });

const Point = z.looseObject({ latitude: z.number(), longitude: z.number() });
/** The number of chargers in each state. */
const ChargerCountsOf = z.record(z.string(), z.number());
export const ChargerCounts = z.looseObject({ total: z.number() });

const Charger = z.looseObject({
  id: uuid,
  stationId: uuid,
  slot: z.number(),
  status: word(ChargerStatus),
  batteryId: z.nullable(uuid),
  /** Per cent, as everywhere here. */
  soc: z.number(),
  powerW: z.number(),
  temperatureC: z.number(),
  updatedAt: time,
});
export const Chargers = z.array(Charger);
const Battery = z.looseObject({
  id: uuid,
  serial: z.string(),
  soc: z.number(),
  soh: z.number(),
  cycleCount: z.number(),
  stationId: z.nullable(uuid),
  vin: z.nullable(z.string()),
});
export const Batteries = z.array(Battery);
const Station = z.looseObject({
  id: uuid,
  name: z.string(),
  status: word(StationStatus),
  type: word(StationType),
  region: word(Region),
  city: word(City),
  address: z.string(),
  location: Point,
  chargerCounts: ChargerCountsOf,
  batteryReadyCount: z.number(),
  updatedAt: time,
});
export const Stations = z.array(Station);
export const StationWithChargers = z.extend(Station, { chargers: Chargers, batteries: Batteries });
export const BatterySwap = z.looseObject({
  id: uuid,
  vin: z.string(),
  num: z.number(),
  stationId: uuid,
  batteryOutId: z.nullable(uuid),
  batteryInId: uuid,
  socOut: z.number(),
  socIn: z.number(),
  swappedAt: time,
});
export const BatterySwaps = z.array(BatterySwap);
export const BatteryDash = z.looseObject({
  stationCount: z.number(),
  chargerCounts: ChargerCountsOf,
  batteryCount: z.number(),
  swapCountToday: z.number(),
  energyKwhToday: z.number(),
});

export const NetworkVehicle = z.looseObject({
  num: z.number(),
  vin: z.string(),
  vehicleType: word(VehicleType),
  series: word(VehicleSeries),
  on: z.boolean(),
  soc: z.number(),
  location: Point,
  speedKmh: z.number(),
  odometerKm: z.number(),
  updatedAt: time,
});
export const NetworkVehicles = z.array(NetworkVehicle);
const SubscriptionInShort = z.looseObject({
  id: uuid,
  status: word(SubscriptionStatus),
  period: word(Period),
  nextDueAt: time,
  overdueSince: z.nullable(time),
});
/** With the caller's own subscription for it. */
export const NetworkVehicleOfCaller = z.extend(NetworkVehicle, { subscription: z.nullable(SubscriptionInShort) });
export const VehicleDash = z.looseObject({
  total: z.number(),
  on: z.number(),
  off: z.number(),
  bySeries: z.looseObject({ T1: z.number(), X: z.number() }),
});
export const Subscription = z.extend(SubscriptionInShort, {
  userId: uuid,
  vin: z.string(),
  /** For one period, in whole units of `currency`. */
  price: decimal,
  currency: word(AssetCurrency),
  paidCount: z.number(),
});

const Ride = z.looseObject({
  id: uuid,
  num: z.number(),
  vin: z.string(),
  vehicleType: word(VehicleType),
  abstractStatus: word(RideAbstractStatus),
  city: word(City),
  distanceKm: z.number(),
  durationS: z.number(),
  pickedUpAt: z.nullable(time),
  droppedOffAt: z.nullable(time),
});
export const RidesV1 = z.array(Ride);
const RidePoint = z.extend(Point, { type: word(RidePointType), at: time });
export const Rides = z.array(z.extend(Ride, { points: z.array(RidePoint) }));
/** Cells of 0.005 degrees, each named by its south-west corner. */
export const HeatMap = z.array(z.extend(Point, { type: word(RidePointType), count: z.number() }));

export const Notices = z.array(
  z.looseObject({
    id: uuid,
    category: word(NoticeCategory),
    title: z.string(),
    url: z.string(),
    imageUrl: z.nullable(z.string()),
    publishedAt: time,
  }),
);
export const TransactionCounts = z.array(z.looseObject({ date: z.string(), count: z.number() }));

export const VehicleToken = z.looseObject({
  tokenId: z.string(),
  nftNo: z.number(),
  vin: z.string(),
  owner: z.string(),
  network: word(Network),
  contractAddress: z.string(),
  tokenType: word(VehicleTokenType),
});
/** The names are those of ERC-721 metadata, as marketplaces read them. */
export const TokenMetadata = z.looseObject({
  name: z.string(),
  description: z.string(),
  image: z.string(),
  attributes: z.array(z.looseObject({ trait_type: z.string(), value: z.union([z.string(), z.number()]) })),
});
export const TokenSale = z.looseObject({
  id: uuid,
  tokenId: z.string(),
  price: decimal,
  currency: word(AssetCurrency),
  soldAt: z.nullable(time),
});
