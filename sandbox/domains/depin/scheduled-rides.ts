// The scheduled rides of the network, which no user has requested: a function of seed and time. The network's lists
// and the owners' incomes read the same rides.
import type { RideAbstractStatus } from '../../../src/services/catalogue/words.js';
import {
  type Context,
  minute,
  oncePerWorld,
  pickFrom,
  second,
  seededFraction,
  seededId,
  seededInteger,
} from '../../core/index.js';
import { type Vehicle, vehicleByNum, wasOffRoad } from '../fleet/vehicle.js';
import { type VehicleChange, vehicleChanges } from '../fleet/vehicle-changes.js';
import { plannedVehicle } from '../fleet/vehicle-plan.js';
import { type Offer, offersFor, type Point, type Route, routeBetween } from '../rides/fares.js';
import { stops } from '../rides/places.js';
import { scheduledVehicles, type Turn, type TurnSchedule, turnsAt, turnsBetween } from './turn-schedule.js';

type Fare = Pick<Offer, 'fare' | 'currency'>;
export interface NetworkRide {
  readonly id: string;
  readonly at: number;
  readonly vehicle: Vehicle;
  readonly abstractStatus: (typeof RideAbstractStatus)[number];
  readonly route: Route;
  readonly ends: readonly [pickup: Point, dropoff: Point];
  /** Undefined means the standard fare of the route. */
  readonly fare: Fare | undefined;
  /** Epoch milliseconds; undefined until it happens. */
  readonly pickedUpAt: number | undefined;
  readonly droppedOffAt: number | undefined;
}

/** The schedule, and the places of each vehicle in it, by number. */
interface RideSchedule {
  readonly rota: TurnSchedule<Vehicle>;
  readonly places: ReadonlyMap<number, readonly number[]>;
}
/** The turns of an owned vehicle for each turn of another: owners look at their rides. */
const busyTurns = 16;
/** Owned as a whole, or the first of an offering, which the seeded shares are of. */
function isBusy(context: Context, { num }: Vehicle): boolean {
  const plan = plannedVehicle(context, num);
  return plan?.owner !== undefined || plan?.offering !== plannedVehicle(context, num - 1)?.offering;
}

const rideSchedule = oncePerWorld((context): RideSchedule => {
  const members = inTurns(context, scheduledVehicles(context, 'ride'));
  const places = new Map<number, number[]>();
  for (const [index, { num }] of members.entries()) places.set(num, [...(places.get(num) ?? []), index]);
  return { rota: { name: 'ride', members }, places };
});

/** The turns of a busy vehicle lie hours apart: it is on one ride at a time. */
function inTurns(context: Context, scheduled: readonly Vehicle[]): readonly Vehicle[] {
  const busy = scheduled.filter((vehicle) => isBusy(context, vehicle));
  const others = scheduled.filter((vehicle) => !busy.includes(vehicle));
  const turns: (Vehicle | undefined)[] = Array.from(
    { length: others.length + busy.length * busyTurns },
    () => undefined,
  );
  for (const [first, vehicle] of busy.entries())
    for (let n = 0; n < busyTurns; n++) {
      const start = Math.floor((n * turns.length) / busyTurns) + first;
      turns[turns.indexOf(undefined, start)] = vehicle;
    }
  const queue = [...others];
  return turns.map((vehicle) => vehicle ?? queue.shift()!);
}

/** A bought or leased vehicle has riders. A registered one earns nothing. */
const isAdded = (change: VehicleChange | undefined): boolean =>
  change?.made !== undefined && (change.made.productId !== null || change.made.leased === true);

/** An added vehicle has its own schedule beside the network's. */
const ownSchedule = (context: Context, vehicle: Vehicle): TurnSchedule<Vehicle> => ({
  name: 'ride',
  members: [vehicle],
  own: {
    key: String(vehicle.num),
    perDay: seededInteger(context, 'vehicle', String(vehicle.num), 'rides a day', 2, 4),
  },
});

/** Of one vehicle, on average. */
export function ridesADay(context: Context, vehicle: Vehicle): number {
  const { rota, places } = rideSchedule(context);
  if (vehicle.status !== 40) return 0;
  if (isAdded(vehicle.change)) return ownSchedule(context, vehicle).own!.perDay;
  return (networkRidesADay * (places.get(vehicle.num)?.length ?? 0)) / Math.max(1, rota.members.length);
}
const networkRidesADay = 50;

type Places = readonly [Point, ...Point[]];
const matchedAfter = 8 * second;
/** The ride of a turn, between two places of the vehicle's city. */
function rideOf(context: Context, { number, member, at }: Turn<Vehicle>, prefix = ''): NetworkRide {
  const key = `${prefix}${number}`;
  const { city } = member;
  const places = stops(city).map(({ locationPoint }) => locationPoint) as unknown as Places;
  // The first places are the busiest.
  const from = pickFrom(places, seededFraction(context.seed, 'network ride', key, 'from') ** 2);
  const others = places.filter((place) => place !== from) as unknown as Places;
  const ends: NetworkRide['ends'] = [
    from,
    pickFrom(others, seededFraction(context.seed, 'network ride', key, 'to') ** 2),
  ];
  const route = routeBetween(city, ...ends);
  const pickup = at + seededInteger(context, 'network ride', key, 'wait', 60, 300) * second;
  const dropoff = pickup + Math.max(1, route.minutes) * minute;
  return {
    id: seededId(context.seed, `network ride${prefix && ` ${prefix}`}`, number),
    at,
    vehicle: member,
    abstractStatus: context.now - at < matchedAfter ? 'PENDING' : 'MATCHED',
    route,
    ends,
    fare: undefined,
    pickedUpAt: pickup <= context.now ? pickup : undefined,
    droppedOffAt: dropoff <= context.now ? dropoff : undefined,
  };
}
/** The price to the rider. */
export function fareOf({ vehicle, route, fare: agreed }: NetworkRide): Fare {
  if (agreed) return agreed;
  const { payAmount: fare, currency } = offersFor(vehicle.city, route)[0]!;
  return { fare, currency };
}

/** The vehicle existed and was on the road. */
const wasOnRoad = (change: VehicleChange | undefined, at: number): boolean =>
  !wasOffRoad(change, at) && at >= (change?.made?.at ?? 0);

/** Unordered. */
export function scheduledBetween(context: Context, from: number, to: number): NetworkRide[] {
  const changes = vehicleChanges(context);
  const ofNetwork = turnsBetween(context, rideSchedule(context).rota, from, to)
    .filter(({ member, at }) => wasOnRoad(changes.get(member.num), at))
    .map((turn) => rideOf(context, turn));
  const added = [...changes.values()].filter(isAdded).map(({ num }) => vehicleByNum(context, num));
  return [...ofNetwork, ...added.flatMap((vehicle) => scheduledOf(context, vehicle, from, to))];
}

/** Unordered. */
export function scheduledOf(context: Context, vehicle: Vehicle, from: number, to: number): NetworkRide[] {
  const { rota, places } = rideSchedule(context);
  const { change, num } = vehicle;
  const turns = isAdded(change)
    ? turnsAt(context, ownSchedule(context, vehicle), 0, [from, to])
    : (places.get(num) ?? []).flatMap((index) => turnsAt(context, rota, index, [from, to]));
  return turns
    .filter(({ at }) => wasOnRoad(change, at))
    .map((turn) => rideOf(context, turn, isAdded(change) ? `${num} ` : ''));
}

export const longestRide = 180 * minute;
/** By the number of the vehicle. */
export const scheduledUnderWay = (context: Context): ReadonlyMap<number, NetworkRide> =>
  new Map(
    scheduledBetween(context, context.now - longestRide, context.now).flatMap((ride) =>
      ride.droppedOffAt === undefined ? [[ride.vehicle.num, ride] as const] : [],
    ),
  );
