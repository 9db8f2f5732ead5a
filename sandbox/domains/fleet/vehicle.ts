// Vehicles: computed from number, seed, time and stored changes. A vehicle is on for two thirds of a cycle of five to
// nine hours: kilometres, charge and place are formulas over the time, and change only while it runs.

import { vehicleTokens } from '../../chain/contracts.js';
import {
  type Context,
  day,
  iso,
  minute,
  notFound,
  oncePerWorld,
  openedAt,
  pickFrom,
  type ResponseOf,
  seededFraction,
  seededId,
  seededInteger,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import { offeringSeeds } from '../assets/offering.js';
import { ordinalOf } from '../people/user.js';
import { cities, type Point } from '../rides/fares.js';
import { stops } from '../rides/places.js';
import { freeNum, type VehicleChange, vehicleChanges, writeChange } from './vehicle-changes.js';
import { firstStatus, makeVin, type PlannedVehicle, plannedCount, plannedVehicle } from './vehicle-plan.js';

interface RunningVehicle {
  readonly num: number;
  readonly status: number;
  readonly city: Parameters<typeof stops>[0];
}

/** In whole minutes, as milliseconds. */
interface Cycle {
  readonly length: number;
  readonly on: number;
  /** The position in the cycle at the epoch. */
  readonly offset: number;
}
const [shortest, choices] = [300, 81] as const;

/** Cached: a list of ten thousand vehicles needs each. */
const cycles = new WeakMap<RunningVehicle, { readonly seed: number; readonly cycle: Cycle }>();
function cycleOf({ seed }: Pick<Context, 'seed'>, vehicle: RunningVehicle): Cycle {
  const cached = cycles.get(vehicle);
  if (cached?.seed === seed) return cached.cycle;
  const chance = seededFraction(seed, 'vehicle', String(vehicle.num), 'cycle');
  const length = (shortest + 3 * Math.floor(chance * choices)) * minute;
  const cycle = { length, on: (length * 2) / 3, offset: Math.floor(((chance * 9973) % 1) * 540) * minute };
  cycles.set(vehicle, { seed, cycle });
  return cycle;
}

/** The phase at a moment: on or off, since when, and the elapsed share of it. */
export function phaseOf(
  context: Pick<Context, 'seed'>,
  vehicle: RunningVehicle,
  at: number,
): { readonly on: boolean; readonly since: number; readonly share: number } {
  const { length, on, offset } = cycleOf(context, vehicle);
  const into = (at + offset) % length;
  return into < on
    ? { on: true, since: at - into, share: into / on }
    : { on: false, since: at - into + on, share: (into - on) / (length - on) };
}

/** Milliseconds since the epoch, as if it had always been on the road. */
export function runMs(context: Pick<Context, 'seed'>, vehicle: RunningVehicle, at: number): number {
  const { length, on, offset } = cycleOf(context, vehicle);
  return Math.floor((at + offset) / length) * on + Math.min((at + offset) % length, on);
}
const runShare = 2 / 3;
/** The number of running phases between two moments. */
export const runsBetween = (
  context: Pick<Context, 'seed'>,
  vehicle: RunningVehicle,
  from: number,
  to: number,
): number => (runMs(context, vehicle, to) - runMs(context, vehicle, from)) / cycleOf(context, vehicle).on;

const stay = 20 * minute;
/** At a named place of its city for every twenty minutes that it runs. Off the road it stays at the first. */
export function location(context: Context, vehicle: RunningVehicle, at: number): Point {
  const places = stops(vehicle.city) as unknown as readonly [
    { readonly locationPoint: Point },
    ...{ readonly locationPoint: Point }[],
  ];
  const spell = vehicle.status === 40 ? Math.floor(runMs(context, vehicle, at) / stay) : 0;
  return pickFrom(places, seededFraction(context.seed, 'vehicle', String(vehicle.num), `place ${spell}`)).locationPoint;
}

/** A vehicle at a moment. Only codes and words are public (platform 7.4, 9.2). */
export interface Vehicle
  extends Omit<
    ResponseOf<typeof shapes.Vehicle>,
    'status' | 'share' | 'odometerKm' | 'batterySoc' | 'location' | 'updatedAt'
  > {
  /** 20 not ready, 40 on the road, 50 suspended, 70 retired: the sandbox's reading. */
  readonly status: 20 | 40 | 50 | 70;
  readonly change: VehicleChange | undefined;
}

const productOf: Readonly<Record<Vehicle['model'], number>> = { T1: 1, X1: 2, X2: 3 };
const categoryOf: Readonly<Record<Vehicle['model'], Vehicle['category']>> = { T1: 'TUKTUK', X1: 'CAR', X2: 'BIKE' };
/** Tokens are numbered from here. */
const firstToken = 1_000_000;

/** The contract of leases has its address from `leases`, as vehicles have theirs. */
export const tokenContracts: Readonly<Record<Vehicle['tokenType'], string>> = {
  OWNERSHIP: vehicleTokens.address,
  LEASE: '0xb0094240A242132c2FD4B9F0bf6Fd433e5ec824A',
};

function maturityOf(context: Context, ordinal: number): string {
  const { starts, runs, matures } = offeringSeeds[ordinal - 1]!;
  return iso(openedAt(context) + (starts + runs + matures) * day);
}

function vehicleFrom(context: Context, num: number, change: VehicleChange | undefined): Vehicle {
  const plan: PlannedVehicle = plannedVehicle(context, num) ?? {
    model: change!.made!.model,
    city: change!.made!.city,
    year: 'T',
    offering: null,
  };
  const { model, city, offering, owner } = plan;
  const facts = offering === null ? undefined : offeringSeeds[offering - 1];
  const firstOwner = owner === undefined ? null : seededId(context.seed, 'user', ordinalOf(owner));
  const ownerUserId = change?.ownerUserId === undefined ? firstOwner : change.ownerUserId;
  return {
    num,
    vin: change?.made?.vin ?? makeVin(model, city, plan.year, num),
    name: `${model} ${String(num).padStart(4, '0')}`,
    model,
    category: facts?.category ?? categoryOf[model],
    status: change?.status ?? firstStatus(num),
    city,
    region: cities[city].region,
    tokenId: String(firstToken + num),
    nftNo: num,
    tokenType: (plan.leased ?? change?.made?.leased) ? 'LEASE' : 'OWNERSHIP',
    purchaseType: facts?.purchaseType ?? 'OWNERSHIP',
    offeringId: offering === null ? null : seededId(context.seed, 'offering', offering),
    productId: change?.made?.productId ?? seededId(context.seed, 'vehicle-product', productOf[model]),
    ownerUserId,
    maturityAt: offering === null ? null : maturityOf(context, offering),
    change,
  };
}

/** Numbers of registered vehicles may have gaps: users choose them. */
const madeOf = (changes: ReadonlyMap<number, VehicleChange>): number[] =>
  [...changes.values()].flatMap(({ num, made }) => (made ? [num] : [])).sort((a, b) => a - b);

/** All vehicles by number. */
export function vehicles(context: Context): readonly Vehicle[] {
  const changes = vehicleChanges(context);
  const unmodified = unchangedVehicles(context);
  if (changes.size === 0) return unmodified;
  const planned = unmodified.map((vehicle) =>
    changes.has(vehicle.num) ? vehicleFrom(context, vehicle.num, changes.get(vehicle.num)) : vehicle,
  );
  return [...planned, ...madeOf(changes).map((num) => vehicleFrom(context, num, changes.get(num)))];
}

/** Planned vehicles without changes. */
export const unchangedVehicles = oncePerWorld((context): readonly Vehicle[] =>
  Array.from({ length: plannedCount(context) }, (_, index) => vehicleFrom(context, index + 1, undefined)),
);

/** @throws {Refusal} 404 NOT_FOUND_VEHICLE */
export function vehicleByNum(context: Context, num: number): Vehicle {
  const change = vehicleChanges(context).get(num);
  return plannedVehicle(context, num) || change?.made
    ? vehicleFrom(context, num, change)
    : notFound('VEHICLE', String(num));
}

/** In upper or lower case. */
export function vehicleByVin(context: Context, vin: string): Vehicle | undefined {
  const wantedVin = vin.toUpperCase();
  const changes = vehicleChanges(context);
  const serial = Number(wantedVin.slice(-6)); // planned VINs end with the number
  const registeredNum = [...changes.values()].find((change) => change.made?.vin === wantedVin)?.num;
  const num = registeredNum ?? (plannedVehicle(context, serial) ? serial : undefined);
  const vehicle = num === undefined ? undefined : vehicleFrom(context, num, changes.get(num));
  return vehicle?.vin === wantedVin ? vehicle : undefined;
}

/** A registered vehicle has no battery until its first swap. */
export const hasBattery = ({ change }: Pick<Vehicle, 'change'>): boolean =>
  !change?.made || change.chargedAt !== undefined;

/** Adds a vehicle on the road. The caller has checked number and VIN. A bought or leased one has a battery. */
export function addVehicle(
  context: Context,
  {
    vin,
    model,
    city,
    num = freeNum(context),
    productId = null,
    leased,
    ownerUserId = null,
  }: {
    /** Default: made from model, city and number. */
    readonly vin?: string;
    readonly num?: number;
    readonly model: Vehicle['model'];
    readonly city: Vehicle['city'];
    readonly productId?: string | null;
    readonly leased?: true;
    readonly ownerUserId?: string | null;
  },
): Vehicle {
  const newVin = (vin ?? makeVin(model, city, 'T', num)).toUpperCase();
  const charged = productId !== null || leased === true;
  writeChange(context, num, {
    made: { vin: newVin, at: context.now, model, city, productId, leased },
    status: 40,
    ownerUserId,
    odometer: { km: 0, at: context.now },
    chargedAt: charged ? context.now : undefined,
  });
  return vehicleByNum(context, num);
}

/** Changes a vehicle. Its odometer continues, plus `extraKm`. */
export function changeVehicle(
  context: Context,
  num: number,
  {
    extraKm = 0,
    ...change
  }: Partial<Pick<VehicleChange, 'status' | 'ownerUserId' | 'chargedAt' | 'rideId'>> & { readonly extraKm?: number },
): Vehicle {
  const vehicle = vehicleByNum(context, num);
  const km = odometer(context, vehicle, context.now) + extraKm;
  const offRoad = change.status === undefined ? vehicle.change?.offRoad : offRoadAfter(context, vehicle, change.status);
  writeChange(context, num, { ...change, offRoad, odometer: { km, at: context.now } });
  return vehicleByNum(context, num);
}

const fixed = (context: Context, { num }: Vehicle, purpose: string, low: number, high: number): number =>
  seededInteger(context, 'vehicle', String(num), purpose, low, high);

/** Exact kilometres: the last stored, and a daily number while it runs. */
function odometer(context: Context, vehicle: Vehicle, at: number): number {
  const { status, change } = vehicle;
  const { km, at: since } = change?.odometer ?? {
    km: status === 20 ? 0 : fixed(context, vehicle, 'odometer', 900, 38_000),
    at: openedAt(context),
  };
  if (status !== 40 || at <= since || !hasBattery(vehicle)) return km;
  const perDay = fixed(context, vehicle, 'daily km', 40, 130) / runShare;
  return km + (perDay * (runMs(context, vehicle, at) - runMs(context, vehicle, since))) / day;
}
/** Kilometres to one decimal; never decreases. */
export const odometerKm = (context: Context, vehicle: Vehicle, at = context.now): number =>
  Math.floor(odometer(context, vehicle, at) * 10) / 10;

/** By its stored change. */
export const wasOffRoad = (change: VehicleChange | undefined, at: number): boolean =>
  change?.offRoad?.some(({ from, to }) => at >= from && (to === null || at < to)) ?? false;

/** Begins or ends a span off the road. */
function offRoadAfter(
  { now }: Context,
  { status, change }: Vehicle,
  next: Vehicle['status'],
): VehicleChange['offRoad'] {
  const spans = change?.offRoad ?? [];
  if (status === 40 && next !== 40) return [...spans, { from: now, to: null }];
  return status !== 40 && next === 40 ? spans.map((span) => (span.to === null ? { ...span, to: now } : span)) : spans;
}
