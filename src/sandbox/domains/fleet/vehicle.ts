// Vehicles: computed from their number, the seed, the time and the stored changes.
import type {
  City,
  PurchaseType,
  Region,
  VehicleProductCategory,
  VehicleTokenType,
  VehicleType,
} from '../../../services/catalogue/words.js';
import { type Context, day, iso, notFound, seededId, seededInteger } from '../../core/context.js';
import { offeringSeeds } from '../assets/offering.js';
import { ordinalOf } from '../people/user.js';
import { cities } from '../rides/fares.js';
import { runMs, runShare } from './running.js';
import { freeNum, type VehicleChange, vehicleChanges, writeChange } from './vehicle-changes.js';
import { firstStatus, makeVin, type PlannedVehicle, plannedCount, plannedVehicle } from './vehicle-plan.js';

/** A vehicle at a moment. All names are the sandbox's own; codes and words are public (platform 7.4, 9.2). */
export interface Vehicle {
  readonly num: number;
  readonly vin: string;
  readonly name: string;
  readonly model: VehicleType;
  readonly category: (typeof VehicleProductCategory)[number];
  /** 20 not ready, 40 on the road, 50 suspended, 70 retired: our reading. */
  readonly status: 20 | 40 | 50 | 70;
  readonly city: City;
  readonly region: Region;
  readonly tokenId: string;
  readonly nftNo: number;
  readonly tokenType: (typeof VehicleTokenType)[number];
  readonly purchaseType: (typeof PurchaseType)[number];
  readonly offeringId: string | null;
  readonly productId: string;
  /** The user who owns it whole; null where it is sold in shares. */
  readonly ownerUserId: string | null;
  /** The owner's share, in per cent. */
  readonly share: string;
  readonly maturityAt: string | null;
  readonly updatedAt: string;
  /** Its stored change, if any. */
  readonly change: VehicleChange | undefined;
}

/** The ordinal of each model's product. */
const productOf: Readonly<Record<Vehicle['model'], number>> = { T1: 1, X1: 2, X2: 3 };
const categoryOf: Readonly<Record<Vehicle['model'], Vehicle['category']>> = { T1: 'TUKTUK', X1: 'CAR', X2: 'BIKE' };
/** A number is a token's too, from here on. */
const firstToken = 1_000_000;

/** The contracts of the vehicles' tokens: the last 20 bytes of keccak256('tuk-sandbox:BASE_SEPOLIA:vehicles'), and of `leases`. */
export const tokenContracts: Readonly<Record<Vehicle['tokenType'], string>> = {
  OWNERSHIP: '0xb801fe3400Bb06351860f02b8401b0C6A29f1df9',
  LEASE: '0xb0094240A242132c2FD4B9F0bf6Fd433e5ec824A',
};

const opening = ({ state }: Pick<Context, 'state'>): number => Number(state.meta('seededAt'));

/** When the shares of an offering of the seed are paid back. */
function maturityOf(context: Context, ordinal: number): string {
  const { starts, runs, matures } = offeringSeeds[ordinal - 1]!;
  return iso(opening(context) + (starts + runs + matures) * day);
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
    share: ownerUserId === null ? '0' : '100',
    maturityAt: offering === null ? null : maturityOf(context, offering),
    updatedAt: iso(change?.updatedAt ?? opening(context)),
    change,
  };
}

/** The numbers of the vehicles that were registered; they need not be consecutive: who registers one may choose. */
const madeOf = (all: ReadonlyMap<number, VehicleChange>): number[] =>
  [...all.values()].flatMap(({ num, made }) => (made ? [num] : [])).sort((a, b) => a - b);

/** All vehicles, in the order of their numbers. */
export function vehicles(context: Context): readonly Vehicle[] {
  const all = vehicleChanges(context);
  const own = unchangedVehicles(context);
  if (all.size === 0) return own;
  const planned = own.map((vehicle) => (all.has(vehicle.num) ? vehicleFrom(context, vehicle.num, all.get(vehicle.num)) : vehicle));
  return [...planned, ...madeOf(all).map((num) => vehicleFrom(context, num, all.get(num)))];
}

/** The vehicles of the plan without any change, by state file: they depend on its seed, size and opening alone. */
const unchanged = new WeakMap<Context['state'], { readonly world: string; readonly list: readonly Vehicle[] }>();
export function unchangedVehicles(context: Context): readonly Vehicle[] {
  const count = plannedCount(context);
  const world = `${context.seed} ${count} ${opening(context)}`;
  const known = unchanged.get(context.state);
  if (known?.world === world) return known.list;
  const list = Array.from({ length: count }, (_, index) => vehicleFrom(context, index + 1, undefined));
  unchanged.set(context.state, { world, list });
  return list;
}

/** The vehicle of a number. @throws {Refusal} 404 NOT_FOUND_VEHICLE */
export function vehicleByNum(context: Context, num: number): Vehicle {
  const change = vehicleChanges(context).get(num);
  return plannedVehicle(context, num) || change?.made ? vehicleFrom(context, num, change) : notFound('VEHICLE', String(num));
}

/** The vehicle of a VIN, in upper or lower case. */
export function vehicleByVin(context: Context, vin: string): Vehicle | undefined {
  const wantedVin = vin.toUpperCase();
  const all = vehicleChanges(context);
  const serial = Number(wantedVin.slice(-6)); // the last digits of a VIN of the plan are the number
  const made = [...all.values()].find((one) => one.made?.vin === wantedVin)?.num;
  const num = made ?? (plannedVehicle(context, serial) ? serial : undefined);
  const found = num === undefined ? undefined : vehicleFrom(context, num, all.get(num));
  return found?.vin === wantedVin ? found : undefined;
}

/** Whether a vehicle has a battery: one that was only registered has none until its first swap. */
export const hasBattery = ({ change }: Pick<Vehicle, 'change'>): boolean => !change?.made || change.chargedAt !== undefined;

/** Adds a vehicle under a free number and VIN (the caller has checked both), on the road at once; one that is bought or leased comes with a battery. */
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
    /** Made from the model, the city and the number where undefined. */
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
  const charged = productId !== null || leased === true;
  const made = { vin: own, at: context.now, model, city, productId, ...(leased && { leased }) };
  writeChange(context, num, {
    made,
    status: 40,
    ownerUserId,
    odometer: { km: 0, at: context.now },
    ...(charged && { chargedAt: context.now }),
  });
  return vehicleByNum(context, num);
}

/** Changes a vehicle. Its odometer continues from its current value, plus `extraKm`. */
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
  const offRoad = change.status === undefined ? {} : { offRoad: offRoadAfter(context, vehicle, change.status) };
  writeChange(context, num, { ...change, ...offRoad, odometer: { km, at: context.now } });
  return vehicleByNum(context, num);
}

const fixed = (context: Context, { num }: Vehicle, purpose: string, low: number, high: number): number =>
  seededInteger(context, 'vehicle', String(num), purpose, low, high);

/** Kilometres, exactly: those when it was last changed, and so many a day since that it runs on the road. */
function odometer(context: Context, vehicle: Vehicle, at: number): number {
  const { status, change } = vehicle;
  const { km, at: since } = change?.odometer ?? {
    km: status === 20 ? 0 : fixed(context, vehicle, 'odometer', 900, 38_000),
    at: opening(context),
  };
  if (status !== 40 || at <= since || !hasBattery(vehicle)) return km;
  const perDay = fixed(context, vehicle, 'daily km', 40, 130) / runShare;
  return km + (perDay * (runMs(context, vehicle, at) - runMs(context, vehicle, since))) / day;
}
/** The odometer at a moment, in kilometres to one decimal; it never decreases. */
export const odometerKm = (context: Context, vehicle: Vehicle, at = context.now): number =>
  Math.floor(odometer(context, vehicle, at) * 10) / 10;

/** Whether a vehicle was off the road at a moment since the opening, as a stored change says. */
export const wasOffRoad = (change: VehicleChange | undefined, at: number): boolean =>
  change?.offRoad?.some(({ from, to }) => at >= from && (to === null || at < to)) ?? false;

/** The spans off the road, with the one that a change of the status begins or ends. */
function offRoadAfter({ now }: Context, { status, change }: Vehicle, next: Vehicle['status']): VehicleChange['offRoad'] {
  const known = change?.offRoad ?? [];
  if (status === 40 && next !== 40) return [...known, { from: now, to: null }];
  return status !== 40 && next === 40 ? known.map((span) => (span.to === null ? { ...span, to: now } : span)) : known;
}
