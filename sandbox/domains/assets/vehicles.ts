// Vehicle calls of the asset service: public lists, the caller's vehicles with their shares, statistics, collections.

import { optional, text, word } from '../../../src/services/catalogue/define.js';
import {
  City,
  NftSort,
  Period,
  Region,
  SortOrder,
  VehicleProductCategory,
  VehicleStatus,
} from '../../../src/services/catalogue/words.js';
import {
  type Context,
  callerId,
  day,
  type HandlerContext,
  iso,
  matches,
  notFound,
  openedAt,
  page,
  paging,
  type ResponseOf,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import { toBase, toDecimal } from '../balances/currencies.js';
import { ridesOf } from '../depin/network-rides.js';
import { ridesADay } from '../depin/scheduled-rides.js';
import { type Reports, reportsNow } from '../depin/telemetry.js';
import { odometerKm, tokenContracts, type Vehicle, vehicleByNum, vehicleByVin, vehicles } from '../fleet/vehicle.js';
import { tokenNetwork } from './asset-transactions.js';
import { earned, sharesOf, sumByCurrency } from './shares.js';

/** A vehicle as everyone sees it, with its latest report. Only its owner sees ownership and share. */
function show(vehicle: Vehicle, reports: Reports): ResponseOf<typeof shapes.Vehicle> {
  const { change, maturityAt, ...fields } = vehicle;
  const { at, soc: batterySoc, odometerKm, location } = reports.of(vehicle);
  const own = { ownerUserId: null, share: null };
  return { ...fields, ...own, maturityAt, updatedAt: iso(at), odometerKm, batterySoc, location };
}

const vehicleFilters = {
  category: optional(word(VehicleProductCategory)),
  status: optional(word(VehicleStatus)),
  region: optional(word(Region)),
  city: optional(word(City)),
};
const vehicleQuery = {
  ...vehicleFilters,
  sort: optional(word(NftSort)),
  order: optional(word(SortOrder)),
  ...paging,
};

const matchingVehicles = (context: HandlerContext): Vehicle[] =>
  vehicles(context).filter((vehicle) => matches(context.query, ['category', 'status', 'region', 'city'], vehicle));

/** Sorts by maturity (vehicles without one come last) or by status; otherwise by number. */
function sorted<T>({ query }: HandlerContext, items: readonly T[], vehicleOf: (item: T) => Vehicle): T[] {
  const { sort, order } = query as { sort?: (typeof NftSort)[number]; order?: (typeof SortOrder)[number] };
  const direction = order === 'DESC' ? -1 : 1;
  const rank = ({ maturityAt, status, num }: Vehicle): number =>
    sort === undefined
      ? num
      : sort === 'VEHICLE_STATUS'
        ? status
        : maturityAt === null
          ? direction * Number.POSITIVE_INFINITY
          : Date.parse(maturityAt);
  return [...items].sort((first, second) => {
    const [a, b] = [rank(vehicleOf(first)), rank(vehicleOf(second))];
    return a === b ? vehicleOf(first).num - vehicleOf(second).num : direction * (a < b ? -1 : 1);
  });
}

/** All vehicles that match. */
export const listPublic = view(
  (context) => {
    const reports = reportsNow(context);
    const sortedVehicles = sorted(context, matchingVehicles(context), (vehicle) => vehicle);
    return page(context, sortedVehicles, (vehicle) => show(vehicle, reports));
  },
  { query: vehicleQuery },
);

/** A vehicle by VIN or number. */
export const showPublic = view(
  (context): ResponseOf<typeof shapes.Vehicle> => show(theVehicle(context, context.query.vin), reportsNow(context)),
  { query: { vin: text() } },
);

/** By VIN or number. @throws {Refusal} 404 NOT_FOUND_VEHICLE */
const theVehicle = (context: Context, name: string): Vehicle =>
  /^\d{1,6}$/.test(name)
    ? vehicleByNum(context, Number(name))
    : (vehicleByVin(context, name) ?? notFound('VEHICLE', name));

/** The vehicles of a user, each with the sum of the user's shares. */
function ownOf(context: Context, userId: string): { readonly vehicle: Vehicle; readonly share: string }[] {
  const parts = new Map<number, bigint>();
  for (const { body } of sharesOf(context, userId))
    parts.set(body.num, (parts.get(body.num) ?? 0n) + toBase(body.share, 4));
  return [...parts].map(([num, share]) => ({ vehicle: vehicleByNum(context, num), share: toDecimal(share, 4) }));
}

/** The vehicles of the caller. */
export const listOwn = view(
  (context) => {
    const userId = callerId(context);
    const owned = sorted(context, ownOf(context, userId), ({ vehicle }) => vehicle);
    const reports = reportsNow(context);
    return page(context, owned, ({ vehicle, share }) => ({ ...show(vehicle, reports), ownerUserId: userId, share }));
  },
  { query: vehicleQuery },
);

interface Totals {
  readonly totalRideCount: number;
  readonly totalIncome: Record<string, string>;
}
function countsOf<Key>(keys: readonly Key[]): (readonly [Key, number])[] {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts];
}
const numbers = (context: Context, fleet: readonly Vehicle[], totals: Totals) => ({
  vehicleCount: fleet.length,
  onRoadCount: fleet.filter(({ status }) => status === 40).length,
  totalDistanceKm: Math.round(fleet.reduce((sum, vehicle) => sum + odometerKm(context, vehicle), 0)),
  ...totals,
  byCategory: countsOf(fleet.map((vehicle) => vehicle.category)).map(([category, count]) => ({ category, count })),
  byStatus: countsOf(fleet.map((vehicle) => vehicle.status)).map(([status, count]) => ({ status, count })),
});

/** The owners' mean income of a ride in US dollars: only for fleet statistics. */
const meanPart = 0.42;
/** Rounded estimates of the last ninety days before the world began, and since. */
export const showDash = view(
  (context): ResponseOf<typeof shapes.Dash> => {
    const fleet = matchingVehicles(context);
    const days = 90 + (context.now - openedAt(context)) / day;
    const totalRideCount = Math.floor(fleet.reduce((sum, vehicle) => sum + ridesADay(context, vehicle), 0) * days);
    return numbers(context, fleet, { totalRideCount, totalIncome: { USD: (totalRideCount * meanPart).toFixed(2) } });
  },
  { query: vehicleFilters },
);

const spans = { DAY: day, WEEK: 7 * day, MONTH: 30 * day } as const;
/** The caller's vehicles in the last day, week or month (30 days). */
export const showStatistics = view(
  (context): ResponseOf<typeof shapes.Statistics> => {
    const userId = callerId(context);
    const period = context.query.period ?? 'MONTH';
    const from = context.now - spans[period];
    const owned = ownOf(context, userId).map(({ vehicle }) => vehicle);
    const incomes = sharesOf(context, userId).map(({ body }) =>
      earned(context, body, Math.max(from, Date.parse(body.acquiredAt)), context.now),
    );
    const totalRideCount = owned.reduce((sum, vehicle) => sum + ridesOf(context, vehicle, from, context.now).length, 0);
    return { period, ...numbers(context, owned, { totalRideCount, totalIncome: sumByCurrency(incomes) }) };
  },
  { query: { period: optional(word(Period)) } },
);

const collections = [
  { id: 'vehicle-ownership', name: 'Vehicle ownership', tokenType: 'OWNERSHIP' },
  { id: 'vehicle-lease', name: 'Vehicle lease', tokenType: 'LEASE' },
] as const;
/** The collections of vehicle tokens. */
export const listCollections = view(
  (context) => {
    const fleet = vehicles(context);
    return page(context, collections, (collection) => ({
      ...collection,
      network: tokenNetwork,
      contractAddress: tokenContracts[collection.tokenType],
      itemCount: fleet.filter(({ tokenType }) => tokenType === collection.tokenType).length,
      imageUrl: `https://pictures.sandbox.invalid/${collection.id}.png`,
    }));
  },
  { query: paging },
);
