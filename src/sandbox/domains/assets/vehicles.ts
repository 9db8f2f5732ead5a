// Vehicles as the asset service answers them: everyone's without owners, the caller's with their share; in numbers; as collections.
import { optional, text, word } from '../../../services/catalogue/define.js';
import { City, NftSort, Period, Region, SortOrder, VehicleProductCategory, VehicleStatus } from '../../../services/catalogue/words.js';
import { day } from '../../core/clock.js';
import { page, paging } from '../../core/handlers.js';
import { notFound } from '../../core/refusal.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { ridesADay, ridesOf } from '../fleet/rides.js';
import { batterySoc, location, odometerKm, tokenContracts, type Vehicle, vehicleByNum, vehicleByVin, vehicles } from '../fleet/vehicle.js';
import { earned, sumByCurrency } from './settling.js';
import { sharesOf } from './shares.js';
import { tokenNetwork } from './transactions.js';

/** A vehicle as anybody sees it: who owns it is for its owner only. */
function show(moment: Moment, vehicle: Vehicle): Record<string, unknown> {
  const { change, ...shown } = vehicle;
  const state = { odometerKm: odometerKm(moment, vehicle), batterySoc: batterySoc(moment, vehicle), location: location(moment, vehicle) };
  return { ...shown, ownerUserId: null, share: '0', ...state };
}

/** What the lists of vehicles, and their numbers, may be asked for. */
export const vehicleFilters = {
  category: optional(word(VehicleProductCategory)),
  status: optional(word(VehicleStatus)),
  region: optional(word(Region)),
  city: optional(word(City)),
};
export const vehicleQuery = { ...vehicleFilters, sort: optional(word(NftSort)), order: optional(word(SortOrder)), ...paging };

const asked = (world: World): Vehicle[] =>
  vehicles(world).filter((one) =>
    (['category', 'status', 'region', 'city'] as const).every(
      (field) => world.query[field] === undefined || world.query[field] === one[field],
    ),
  );

/** By the day of being paid back, those that never are at the end, or by status; otherwise as they come. */
function sorted<T>({ query }: World, all: readonly T[], vehicleOf: (one: T) => Vehicle): T[] {
  const { sort, order } = query as { sort?: (typeof NftSort)[number]; order?: (typeof SortOrder)[number] };
  const ways = order === 'DESC' ? -1 : 1;
  const rank = ({ maturityAt, status, num }: Vehicle): number =>
    sort === undefined
      ? num
      : sort === 'VEHICLE_STATUS'
        ? status
        : maturityAt === null
          ? ways * Number.POSITIVE_INFINITY
          : Date.parse(maturityAt);
  return [...all].sort((one, other) => {
    const [a, b] = [rank(vehicleOf(one)), rank(vehicleOf(other))];
    return a === b ? vehicleOf(one).num - vehicleOf(other).num : ways * (a < b ? -1 : 1);
  });
}

/** GET /v1 and /v2/rwa/public/vehicles. */
export const listPublic = (world: World): unknown =>
  page(
    world,
    sorted(world, asked(world), (one) => one),
  ).map((one) => show(world, one));

export const oneVehicleQuery = { vin: text() };
/** GET /v1/rwa/public/vehicle: by its VIN or its number. */
export const showPublic = (world: World): unknown => show(world, theVehicle(world, world.query.vin as string));

/** The vehicle of a VIN or a number. @throws {Refusal} 404 NOT_FOUND_VEHICLE */
const theVehicle = (moment: Moment, name: string): Vehicle =>
  /^\d{1,6}$/.test(name) ? vehicleByNum(moment, Number(name)) : (vehicleByVin(moment, name) ?? notFound('VEHICLE', name));

/** The vehicles that somebody has a share of, each with the whole of their shares. */
function ownOf(moment: Moment, userId: string): { readonly vehicle: Vehicle; readonly share: string }[] {
  const parts = new Map<number, bigint>();
  for (const { body } of sharesOf(moment, userId)) parts.set(body.num, (parts.get(body.num) ?? 0n) + toBase(body.share, 4));
  return [...parts].map(([num, share]) => ({ vehicle: vehicleByNum(moment, num), share: toDecimal(share, 4) }));
}

/** GET /v1/rwa-vehicle. */
export function listOwn(world: World): unknown {
  const { userId } = caller(world);
  const own = sorted(world, ownOf(world, userId), ({ vehicle }) => vehicle);
  return page(world, own).map(({ vehicle, share }) => ({ ...show(world, vehicle), ownerUserId: userId, share }));
}

interface Totals {
  readonly totalRideCount: number;
  readonly totalIncome: Record<string, string>;
}
function countBy(all: readonly Vehicle[], field: 'category' | 'status'): unknown[] {
  const counts = new Map<Vehicle[typeof field], number>();
  for (const one of all) counts.set(one[field], (counts.get(one[field]) ?? 0) + 1);
  return [...counts].map(([key, count]) => ({ [field]: key, count }));
}
const numbers = (moment: Moment, all: readonly Vehicle[], totals: Totals) => ({
  vehicleCount: all.length,
  onRoadCount: all.filter(({ status }) => status === 40).length,
  totalDistanceKm: Math.round(all.reduce((sum, one) => sum + odometerKm(moment, one), 0)),
  ...totals,
  byCategory: countBy(all, 'category'),
  byStatus: countBy(all, 'status'),
});

/** What a ride brings the owners of a vehicle on average, in US dollars: for the numbers of the whole fleet only. */
const meanPart = 0.42;
/** GET /v1/rwa/public/vehicles/dash: since the world began, and ninety days before. Rides and incomes are rounded estimates. */
export function showDash(world: World): unknown {
  const all = asked(world);
  const days = 90 + (world.now - Number(world.state.meta('seededAt'))) / day;
  const totalRideCount = Math.floor(all.reduce((sum, one) => sum + ridesADay(world, one), 0) * days);
  return numbers(world, all, { totalRideCount, totalIncome: { USD: (totalRideCount * meanPart).toFixed(2) } });
}

const spans = { DAY: day, WEEK: 7 * day, MONTH: 30 * day } as const;
export const statisticsQuery = { period: optional(word(Period)) };
/** GET /v1/rwa-vehicle/statistics: the caller's vehicles, with the rides and the incomes of the last day, week or month (30 days). */
export function showStatistics(world: World): unknown {
  const { userId } = caller(world);
  const period = (world.query.period as keyof typeof spans | undefined) ?? 'MONTH';
  const from = world.now - spans[period];
  const own = ownOf(world, userId).map(({ vehicle }) => vehicle);
  const incomes = sharesOf(world, userId).map(({ body }) => earned(world, body, Math.max(from, Date.parse(body.acquiredAt)), world.now));
  const totalRideCount = own.reduce((sum, vehicle) => sum + ridesOf(world, vehicle, from, world.now).length, 0);
  return { period, ...numbers(world, own, { totalRideCount, totalIncome: sumByCurrency(incomes) }) };
}

const collections = [
  { id: 'vehicle-ownership', name: 'Vehicle ownership', tokenType: 'OWNERSHIP' },
  { id: 'vehicle-lease', name: 'Vehicle lease', tokenType: 'LEASE' },
] as const;
/** GET /v1/nft/collections. */
export function listCollections(world: World): unknown {
  const all = vehicles(world);
  return page(world, collections).map((one) => ({
    ...one,
    network: tokenNetwork,
    contractAddress: tokenContracts[one.tokenType],
    itemCount: all.filter(({ tokenType }) => tokenType === one.tokenType).length,
    imageUrl: `https://pictures.sandbox.invalid/${one.id}.png`,
  }));
}
