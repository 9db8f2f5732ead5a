// Zod shapes of vehicle-network responses. All names are the sandbox's own.
import * as z from 'zod/mini';
import { decimal, time, uuid, word } from '../../../src/services/catalogue/shape-parts.js';
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
} from '../../../src/services/catalogue/words.js';

const text = z.string();
const number = z.number();

/** The test error call raises no error here. */
export const TestNote = z.looseObject({ note: text });
export const Signed = z.looseObject({
  algorithm: text,
  key: text,
  message: text,
  timestamp: text,
  signature: text,
});
export const Checked = z.looseObject({ valid: z.boolean() });

const Point = z.looseObject({ latitude: number, longitude: number });
const ChargerCountsOf = z.record(text, number);
export const ChargerCounts = z.looseObject({ total: number });

const Charger = z.looseObject({
  id: uuid,
  stationId: uuid,
  slot: number,
  status: word(ChargerStatus),
  batteryId: z.nullable(uuid),
  /** In per cent, like every charge. */
  soc: number,
  powerW: number,
  temperatureC: number,
  updatedAt: time,
});
export const Chargers = z.array(Charger);
const Battery = z.looseObject({
  id: uuid,
  serial: text,
  soc: number,
  soh: number,
  cycleCount: number,
  stationId: z.nullable(uuid),
  vin: z.nullable(text),
});
export const Batteries = z.array(Battery);
const Station = z.looseObject({
  id: uuid,
  name: text,
  status: word(StationStatus),
  type: word(StationType),
  region: word(Region),
  city: word(City),
  address: text,
  location: Point,
  chargerCounts: ChargerCountsOf,
  batteryReadyCount: number,
  updatedAt: time,
});
export const Stations = z.array(Station);
export const StationWithChargers = z.extend(Station, { chargers: Chargers, batteries: Batteries });
export const BatterySwap = z.looseObject({
  id: uuid,
  vin: text,
  num: number,
  stationId: uuid,
  batteryOutId: z.nullable(uuid),
  batteryInId: uuid,
  socOut: number,
  socIn: number,
  swappedAt: time,
});
export const BatterySwaps = z.array(BatterySwap);
export const BatteryDash = z.looseObject({
  stationCount: number,
  chargerCounts: ChargerCountsOf,
  batteryCount: number,
  swapCountToday: number,
  energyKwhToday: number,
});

export const NetworkVehicle = z.looseObject({
  num: number,
  vin: text,
  vehicleType: word(VehicleType),
  series: word(VehicleSeries),
  on: z.boolean(),
  soc: number,
  location: Point,
  speedKmh: number,
  odometerKm: number,
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
/** With the caller's subscription. */
export const NetworkVehicleOfCaller = z.extend(NetworkVehicle, { subscription: z.nullable(SubscriptionInShort) });
export const VehicleDash = z.looseObject({
  total: number,
  on: number,
  off: number,
  bySeries: z.looseObject({ T1: number, X: number }),
});
export const Subscription = z.extend(SubscriptionInShort, {
  userId: uuid,
  vin: text,
  /** For one period, in whole units of `currency`. */
  price: decimal,
  currency: word(AssetCurrency),
  paidCount: number,
});

const Ride = z.looseObject({
  id: uuid,
  num: number,
  vin: text,
  vehicleType: word(VehicleType),
  abstractStatus: word(RideAbstractStatus),
  city: word(City),
  distanceKm: number,
  durationS: number,
  pickedUpAt: z.nullable(time),
  droppedOffAt: z.nullable(time),
});
export const RidesV1 = z.array(Ride);
const RidePoint = z.extend(Point, { type: word(RidePointType), at: time });
export const Rides = z.array(z.extend(Ride, { points: z.array(RidePoint) }));
/** Cells of 0.005 degrees, named by their south-west corner. */
export const HeatMap = z.array(z.extend(Point, { type: word(RidePointType), count: number }));

export const Notices = z.array(
  z.looseObject({
    id: uuid,
    category: word(NoticeCategory),
    title: text,
    url: text,
    imageUrl: z.nullable(text),
    publishedAt: time,
  }),
);
export const TransactionCounts = z.array(z.looseObject({ date: text, count: number }));

export const VehicleToken = z.looseObject({
  tokenId: text,
  nftNo: number,
  vin: text,
  owner: text,
  network: word(Network),
  contractAddress: text,
  tokenType: word(VehicleTokenType),
});
/** Names of ERC-721 metadata. */
export const TokenMetadata = z.looseObject({
  name: text,
  description: text,
  image: text,
  attributes: z.array(z.looseObject({ trait_type: text, value: z.union([text, number]) })),
});
export const TokenSale = z.looseObject({
  id: uuid,
  tokenId: text,
  price: decimal,
  currency: word(AssetCurrency),
  soldAt: z.nullable(time),
});
