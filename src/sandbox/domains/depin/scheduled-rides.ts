// The rides of the network that nobody of the sandbox has requested: a function of seed and time; nothing is stored. The network's lists and the
// incomes of the vehicles' owners read the same ones.
import type { RideAbstractStatus } from '../../../services/catalogue/words.js';
import { type Context, minute, pickFrom, second, seededFraction, seededId, seededInteger } from '../../core/context.js';
import { unchangedVehicles, type Vehicle, vehicleByNum, wasOffRoad } from '../fleet/vehicle.js';
import { type VehicleChange, vehicleChanges } from '../fleet/vehicle-changes.js';
import { plannedVehicle } from '../fleet/vehicle-plan.js';
import { type Offer, offersFor, type Point, type Route, routeBetween } from '../rides/fares.js';
import { stops } from '../rides/places.js';
import { scheduledVehicles, type Turn, type TurnSchedule, turnsAt, turnsBetween } from './turn-schedule.js';

type Fare = Pick<Offer, 'fare' | 'currency'>;
/** A ride of the network at a moment. */
export interface NetworkRide {
  readonly id: string;
  readonly at: number;
  readonly vehicle: Vehicle;
  readonly abstractStatus: (typeof RideAbstractStatus)[number];
  readonly route: Route;
  readonly ends: readonly [pickup: Point, dropoff: Point];
  /** What was agreed; undefined where it is the standard fare of the route. */
  readonly fare: Fare | undefined;
  /** Epoch milliseconds; nothing as long as it has not happened. */
  readonly pickedUpAt: number | undefined;
  readonly droppedOffAt: number | undefined;
}

/** The network's schedule, and the places in it of every vehicle, by number. */
interface RideSchedule {
  readonly rota: TurnSchedule<Vehicle>;
  readonly places: ReadonlyMap<number, readonly number[]>;
}
/** How many turns a vehicle of an owner has for one of any other: people look at the rides of their own. */
const busyTurns = 16;
/** Whether it is wholly somebody's, or the first of an offering, of which the seeded shares are. */
function isBusy(context: Context, { num }: Vehicle): boolean {
  const own = plannedVehicle(context, num);
  return own?.owner !== undefined || own?.offering !== plannedVehicle(context, num - 1)?.offering;
}

const schedules = new WeakMap<Context['state'], { readonly vehicles: readonly Vehicle[]; readonly schedule: RideSchedule }>();
function rideSchedule(context: Context): RideSchedule {
  const known = schedules.get(context.state);
  if (known?.vehicles === unchangedVehicles(context)) return known.schedule;
  const members = inTurns(context, scheduledVehicles(context, 'ride'));
  const places = new Map<number, number[]>();
  for (const [index, { num }] of members.entries()) places.set(num, [...(places.get(num) ?? []), index]);
  const schedule: RideSchedule = { rota: { name: 'ride', members }, places };
  schedules.set(context.state, { vehicles: unchangedVehicles(context), schedule });
  return schedule;
}

/** The order of the turns: those of a busy vehicle lie hours apart, so that it is on one ride at most. */
function inTurns(context: Context, all: readonly Vehicle[]): readonly Vehicle[] {
  const busy = all.filter((vehicle) => isBusy(context, vehicle));
  const others = all.filter((vehicle) => !busy.includes(vehicle));
  const turns: (Vehicle | undefined)[] = Array.from({ length: others.length + busy.length * busyTurns }, () => undefined);
  for (const [first, vehicle] of busy.entries())
    for (let n = 0; n < busyTurns; n++) {
      const wanted = Math.floor((n * turns.length) / busyTurns) + first;
      turns[turns.indexOf(undefined, wanted)] = vehicle;
    }
  const left = [...others];
  return turns.map((vehicle) => vehicle ?? left.shift()!);
}

/** Whether a vehicle was added that has riders: nobody earns by one that was only registered. */
const isAdded = (change: VehicleChange | undefined): boolean =>
  change?.made !== undefined && (change.made.productId !== null || change.made.leased === true);

/** A vehicle that was added has rides of its own beside the network's schedule, so that it changes nobody's. */
const ownSchedule = (context: Context, vehicle: Vehicle): TurnSchedule<Vehicle> => ({
  name: 'ride',
  members: [vehicle],
  own: { key: String(vehicle.num), perDay: seededInteger(context, 'vehicle', String(vehicle.num), 'rides a day', 2, 4) },
});

/** How many rides a vehicle has a day in the long run. */
export function ridesADay(context: Context, vehicle: Vehicle): number {
  const { rota, places } = rideSchedule(context);
  if (vehicle.status !== 40) return 0;
  if (isAdded(vehicle.change)) return ownSchedule(context, vehicle).own!.perDay;
  return (networkRidesADay * (places.get(vehicle.num)?.length ?? 0)) / Math.max(1, rota.members.length);
}
const networkRidesADay = 50;

type Places = readonly [Point, ...Point[]];
const matchedAfter = 8 * second;
/** The ride of a turn: between two places of the city of the vehicle whose turn it was. */
function rideOf(context: Context, { number, member, at }: Turn<Vehicle>, prefix = ''): NetworkRide {
  const key = `${prefix}${number}`;
  const { city } = member;
  const places = stops(city).map(({ locationPoint }) => locationPoint) as unknown as Places;
  // The places that are named first are the best known, and the busiest.
  const from = pickFrom(places, seededFraction(context.seed, 'network ride', key, 'from') ** 2);
  const others = places.filter((place) => place !== from) as unknown as Places;
  const ends: NetworkRide['ends'] = [from, pickFrom(others, seededFraction(context.seed, 'network ride', key, 'to') ** 2)];
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
/** What the rider of a ride pays. */
export function fareOf({ vehicle, route, fare: agreed }: NetworkRide): Fare {
  if (agreed) return agreed;
  const { payAmount: fare, currency } = offersFor(vehicle.city, route)[0]!;
  return { fare, currency };
}

/** Whether the vehicle took the turn: it was on the road, and there. */
const taken = (change: VehicleChange | undefined, at: number): boolean => !wasOffRoad(change, at) && at >= (change?.made?.at ?? 0);

/** The scheduled rides that began in a span of time, in no order. */
export function scheduledBetween(context: Context, from: number, to: number): NetworkRide[] {
  const changes = vehicleChanges(context);
  const ofNetwork = turnsBetween(context, rideSchedule(context).rota, from, to)
    .filter(({ member, at }) => taken(changes.get(member.num), at))
    .map((turn) => rideOf(context, turn));
  const added = [...changes.values()].filter(isAdded).map(({ num }) => vehicleByNum(context, num));
  return [...ofNetwork, ...added.flatMap((vehicle) => scheduledOf(context, vehicle, from, to))];
}

/** The scheduled rides of one vehicle that began in a span of time, in no order. */
export function scheduledOf(context: Context, vehicle: Vehicle, from: number, to: number): NetworkRide[] {
  const { rota, places } = rideSchedule(context);
  const { change, num } = vehicle;
  const turns = isAdded(change)
    ? turnsAt(context, ownSchedule(context, vehicle), 0, [from, to])
    : (places.get(num) ?? []).flatMap((index) => turnsAt(context, rota, index, [from, to]));
  return turns.filter(({ at }) => taken(change, at)).map((turn) => rideOf(context, turn, isAdded(change) ? `${num} ` : ''));
}

/** No ride lasts longer. */
export const longestRide = 180 * minute;
/** The scheduled rides that are under way, by the number of the vehicle. */
export const scheduledUnderWay = (context: Context): ReadonlyMap<number, NetworkRide> =>
  new Map(
    scheduledBetween(context, context.now - longestRide, context.now).flatMap((ride) =>
      ride.droppedOffAt === undefined ? [[ride.vehicle.num, ride] as const] : [],
    ),
  );
