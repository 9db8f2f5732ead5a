// Vehicles: what each is, made from its number, the seed and the few things that somebody decided; where it is and how it does, by the time.
import type {
  City,
  PurchaseType,
  Region,
  VehicleProductCategory,
  VehicleTokenType,
  VehicleType,
} from '../../../services/catalogue/words.js';
import { day, iso, minute } from '../../core/clock.js';
import { among, pick, seededId } from '../../core/ids.js';
import { notFound } from '../../core/refusal.js';
import { type Moment, pickBetween } from '../../core/world.js';
import { offeringSeeds } from '../assets/offering-seeds.js';
import { ordinalOf } from '../people/seed-users.js';
import { cities, type Point } from '../rides/cities.js';
import { stops } from '../rides/places.js';
import { type Change, changes, freeNum, writeChange } from './changes.js';
import { firstStatus, type Planned, plannedCount, planOf } from './plan.js';
import { makeVin } from './vin.js';

/** A vehicle at a moment. All names are the sandbox's own; codes and words are SPEC.md's. */
export interface Vehicle {
  readonly num: number;
  readonly vin: string;
  readonly name: string;
  readonly model: (typeof VehicleType)[number];
  readonly category: (typeof VehicleProductCategory)[number];
  /** 20 not ready, 40 on the road, 50 suspended, 70 retired: our reading. */
  readonly status: 20 | 40 | 50 | 70;
  readonly city: (typeof City)[number];
  readonly region: (typeof Region)[number];
  readonly tokenId: string;
  readonly nftNo: number;
  readonly tokenType: (typeof VehicleTokenType)[number];
  readonly purchaseType: (typeof PurchaseType)[number];
  readonly offeringId: string | null;
  readonly productId: string;
  /** Who owns it whole; nobody where it is sold in shares. */
  readonly ownerUserId: string | null;
  /** What the owner has of it, in per cent. */
  readonly share: string;
  readonly maturityAt: string | null;
  readonly updatedAt: string;
  /** What somebody decided about it, if anything. */
  readonly change: Change | undefined;
}

/** The product that stands behind each model, by its ordinal. */
const productOf: Readonly<Record<Vehicle['model'], number>> = { T1: 1, X1: 2, X2: 3 };
const categoryOf: Readonly<Record<Vehicle['model'], Vehicle['category']>> = { T1: 'TUKTUK', X1: 'CAR', X2: 'BIKE' };
/** A number is a token's too, from here on. */
const firstToken = 1_000_000;

/** The contracts of the vehicles' tokens: the last 20 bytes of keccak256('tuk-sandbox:BASE_SEPOLIA:vehicles'), and of `leases`. */
export const tokenContracts: Readonly<Record<Vehicle['tokenType'], string>> = {
  OWNERSHIP: '0xb801fe3400Bb06351860f02b8401b0C6A29f1df9',
  LEASE: '0xb0094240A242132c2FD4B9F0bf6Fd433e5ec824A',
};

const opening = ({ state }: Pick<Moment, 'state'>): number => Number(state.meta('seededAt'));

/** When the shares of an offering of the seed are paid back. */
function maturityOf(moment: Moment, ordinal: number): string {
  const { starts, runs, matures } = offeringSeeds[ordinal - 1]!;
  return iso(opening(moment) + (starts + runs + matures) * day);
}

function vehicleFrom(moment: Moment, num: number, change: Change | undefined): Vehicle {
  const plan: Planned = planOf(moment, num) ?? { model: change!.made!.model, city: change!.made!.city, year: 'T', offering: null };
  const { model, city, offering, owner } = plan;
  const facts = offering === null ? undefined : offeringSeeds[offering - 1];
  const firstOwner = owner === undefined ? null : seededId(moment.seed, 'user', ordinalOf(owner));
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
    offeringId: offering === null ? null : seededId(moment.seed, 'offering', offering),
    productId: change?.made?.productId ?? seededId(moment.seed, 'vehicle-product', productOf[model]),
    ownerUserId,
    share: ownerUserId === null ? '0' : '100',
    maturityAt: offering === null ? null : maturityOf(moment, offering),
    updatedAt: iso(change?.updatedAt ?? opening(moment)),
    change,
  };
}

/** The numbers of the vehicles that were registered; they need not be consecutive: who registers one may choose. */
const madeOf = (all: ReadonlyMap<number, Change>): number[] =>
  [...all.values()].flatMap(({ num, made }) => (made ? [num] : [])).sort((a, b) => a - b);

/** All vehicles, in the order of their numbers. */
export function vehicles(moment: Moment): readonly Vehicle[] {
  const all = changes(moment);
  const own = Array.from({ length: plannedCount(moment) }, (_, index) => index + 1);
  return [...own, ...madeOf(all)].map((num) => vehicleFrom(moment, num, all.get(num)));
}

/** The vehicle of a number. @throws {Refusal} 404 NOT_FOUND_VEHICLE */
export function vehicleByNum(moment: Moment, num: number): Vehicle {
  const change = changes(moment).get(num);
  return planOf(moment, num) || change?.made ? vehicleFrom(moment, num, change) : notFound('VEHICLE', String(num));
}

/** The vehicle of a VIN, in upper or lower case. */
export function vehicleByVin(moment: Moment, vin: string): Vehicle | undefined {
  const asked = vin.toUpperCase();
  const all = changes(moment);
  const serial = Number(asked.slice(-6)); // the last digits of a VIN of the plan are the number
  const made = [...all.values()].find((one) => one.made?.vin === asked)?.num;
  const num = made ?? (planOf(moment, serial) ? serial : undefined);
  const found = num === undefined ? undefined : vehicleFrom(moment, num, all.get(num));
  return found?.vin === asked ? found : undefined;
}

/** Adds a vehicle under a number and VIN that nobody has (the caller has checked both), on the road at once. */
export function addVehicle(
  moment: Moment,
  {
    vin,
    model,
    city,
    num = freeNum(moment),
    productId = null,
    leased,
    ownerUserId = null,
  }: {
    /** Made from the model, the city and the number where none is given. */
    readonly vin?: string;
    readonly num?: number;
    readonly model: Vehicle['model'];
    readonly city: Vehicle['city'];
    readonly productId?: string | null;
    readonly leased?: true;
    readonly ownerUserId?: string | null;
  },
): Vehicle {
  const own = (vin ?? makeVin(model, city, 'T', num)).toUpperCase();
  const made = { vin: own, at: moment.now, model, city, productId, ...(leased && { leased }) };
  writeChange(moment, num, { made, status: 40, ownerUserId, odometer: { km: 0, at: moment.now }, chargedAt: moment.now });
  return vehicleByNum(moment, num);
}

/** Changes what somebody decides about a vehicle; its odometer goes on from where it stands, `extraKm` further. */
export function changeVehicle(
  moment: Moment,
  num: number,
  { extraKm = 0, ...change }: Partial<Pick<Change, 'status' | 'ownerUserId' | 'chargedAt' | 'rideId'>> & { readonly extraKm?: number },
): Vehicle {
  const km = odometer(moment, vehicleByNum(moment, num)) + extraKm;
  writeChange(moment, num, { ...change, odometer: { km, at: moment.now } });
  return vehicleByNum(moment, num);
}

const fixed = (moment: Moment, { num }: Vehicle, purpose: string, low: number, high: number): number =>
  pickBetween(moment, 'vehicle', String(num), purpose, low, high);

/** Kilometres, exactly: those when it was last changed, and so many a day since while it is on the road. */
function odometer(moment: Moment, vehicle: Vehicle): number {
  const { status, change } = vehicle;
  const { km, at } = change?.odometer ?? { km: status === 20 ? 0 : fixed(moment, vehicle, 'odometer', 900, 38_000), at: opening(moment) };
  return km + (status === 40 ? (fixed(moment, vehicle, 'daily km', 40, 130) * Math.max(0, moment.now - at)) / day : 0);
}
/** What the odometer shows, in kilometres to one decimal; it never goes back. */
export const odometerKm = (moment: Moment, vehicle: Vehicle): number => Math.floor(odometer(moment, vehicle) * 10) / 10;

/** The state of charge in per cent, 18 to 98: it falls over five to nine hours, and is full again. Those that are not on the road rest at 60. */
export function batterySoc(moment: Moment, vehicle: Vehicle): number {
  if (vehicle.status !== 40) return vehicle.change?.chargedAt === undefined ? 60 : 98;
  const spell = fixed(moment, vehicle, 'battery minutes', 300, 540) * minute;
  const since = vehicle.change?.chargedAt ?? -fixed(moment, vehicle, 'battery phase', 0, 539) * minute;
  return Math.floor(98 - (80 * (Math.max(0, moment.now - since) % spell)) / spell);
}

const stay = 20 * minute;
/** Which spell of twenty minutes it is, the vehicles not all at once. */
const spellOf = (moment: Moment, vehicle: Vehicle): number =>
  Math.floor((moment.now + fixed(moment, vehicle, 'stay', 0, 19) * minute) / stay);

/** Where it is: at one of the named places of its city, for twenty minutes; one that is not on the road never leaves its first. */
export function location(moment: Moment, vehicle: Vehicle): Point {
  const places = stops(vehicle.city) as unknown as readonly [{ readonly locationPoint: Point }, ...{ readonly locationPoint: Point }[]];
  const spell = vehicle.status === 40 ? spellOf(moment, vehicle) : 0;
  return among(places, pick(moment.seed, 'vehicle', String(vehicle.num), `place ${spell}`)).locationPoint;
}

/** Whether it is switched on: on a ride, or on the road in two of three spells. */
export function isOn(moment: Moment, vehicle: Vehicle): boolean {
  if (vehicle.status !== 40) return false;
  const working = pick(moment.seed, 'vehicle', String(vehicle.num), `on ${spellOf(moment, vehicle)}`) < 2 / 3;
  return Boolean(vehicle.change?.rideId) || working;
}
