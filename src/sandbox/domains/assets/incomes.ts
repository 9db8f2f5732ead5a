// Lists the incomes of the caller's shares: settled, claimable, and by ride.
import { optional, text, word } from '../../../services/catalogue/define.js';
import { IncomeCurrency, Period } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { type HandlerContext, requireCaller } from '../../core/context.js';
import type { Page } from '../../core/handler-results.js';
import { page, paging } from '../../core/handlers.js';
import { notFound, refuse } from '../../core/refusal.js';
import { ensureSeeded, findRow, type Row, rows } from '../../core/rows.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { fiat } from '../balances/currencies.js';
import { type EndedRide, ridesOf } from '../depin/network-rides.js';
import { fareOf } from '../depin/scheduled-rides.js';
import { type Vehicle, vehicleByNum, vehicleByVin } from '../fleet/vehicle.js';
import { cities } from '../rides/cities.js';
import type { Share } from './asset-rows.js';
import { incomesBy } from './income-periods.js';
import { earned, ownersPart, sumByCurrency } from './settlement.js';
import { income, share, sharesOf } from './shares.js';

export const incomeQuery = {
  period: optional(word(Period)),
  currency: optional(word(IncomeCurrency)),
  vin: optional(text()),
  from: optional(text()),
  to: optional(text()),
  ...paging,
};

/** The time of a field, ISO, with a default. @throws {Refusal} 400 */
function timeIn({ query }: HandlerContext, name: 'from' | 'to', otherwise: number): number {
  if (query[name] === undefined) return otherwise;
  const at = Date.parse(query[name] as string);
  return Number.isNaN(at) ? refuse(400, `${name} must be an ISO time.`, 'INVALID_REQUEST') : at;
}

/** GET /v1/rwa/incomes: as they were settled, or by day, week or month; filtered by currency, vehicle and settlement time, the newest first. */
export function listIncomes(context: HandlerContext): Page {
  const { period } = context.query as { period?: (typeof Period)[number] };
  const [from, to] = [timeIn(context, 'from', 0), timeIn(context, 'to', context.now)];
  const found = rows(context, income, { owner: requireCaller(context).userId }).filter(
    ({ at, body }) =>
      (['currency', 'vin'] as const).every((name) => context.query[name] === undefined || context.query[name] === body[name]) &&
      at >= from &&
      at <= to,
  );
  if (period !== undefined) return page(context, incomesBy(context, period, found)).map((one) => one);
  return page(
    context,
    found.sort((a, b) => b.at - a.at || a.ordinal - b.ordinal),
  ).map((row) => income.show(row, context));
}

export const claimableQuery = paging;
/** GET /v1/rwa-vehicle/claimable: the income of each vehicle since its last settlement, which is automatic; of all shares of it together. */
export function listClaimable(context: HandlerContext): unknown {
  const byVehicle = new Map<string, ReturnType<typeof earned>>();
  for (const { body } of sharesOf(context, requireCaller(context).userId)) {
    const one = earned(context, body, Date.parse(body.settledUntil), context.now);
    const key = `${one.vin} ${one.currency}`;
    const other = byVehicle.get(key);
    byVehicle.set(key, other ? { ...one, amount: sumByCurrency([one, other])[one.currency]!, from: first(one.from, other.from) } : one);
  }
  return page(
    context,
    [...byVehicle.values()].filter(({ amount }) => Number(amount) > 0),
  ).map(({ vin, num, currency, amount, from, to }) => ({ vin, num, currency, amount, from, to }));
}
const first = (a: string, b: string): string => (a < b ? a : b);

export const rideIncomeQuery = { from: optional(text()), to: optional(text()), ...paging };
/** The default and the largest number of days. */
const [usualDays, mostDays] = [7, 92];

/** GET /v1/rwa-vehicle/ride-hailing-incomes/{vin}: day by day, the newest first, in the fiat currency of the vehicle's city. */
export function listRideIncomes(context: HandlerContext): unknown {
  const { vehicle, shares } = ownVehicle(context, context.path.vin ?? '');
  const to = timeIn(context, 'to', context.now);
  const from = Math.max(timeIn(context, 'from', to - usualDays * day), to - mostDays * day);
  const dates = Array.from({ length: Math.max(0, Math.floor(to / day) - Math.floor(from / day) + 1) }, (_, n) => Math.floor(to / day) - n);
  const since = Math.min(...shares.map(({ body }) => Date.parse(body.acquiredAt)));
  const days = dates.map((date) => [Math.max(from, since, date * day), Math.min(to, (date + 1) * day)] as const);
  return page(
    context,
    days.filter(([begins, ends]) => begins < ends),
  ).map(([begins, ends]) => dayOf(vehicle, shares, [begins, ends], ridesOf(context, vehicle, begins, ends)));
}

function dayOf({ vin, city }: Vehicle, shares: readonly Row<Share>[], [from, to]: readonly [number, number], rides: readonly EndedRide[]) {
  const share = shares.reduce((sum, { body }) => sum + toBase(body.share, 4), 0n);
  const partOf = (ride: EndedRide): bigint => {
    const { fare, currency } = fareOf(ride);
    return (toBase(fare, fiat[currency].decimals) * ownersPart * share) / 10n ** 8n;
  };
  const currency = rides[0] ? fareOf(rides[0]).currency : cities[city].fare.currency;
  const { decimals } = fiat[currency];
  const amount = toDecimal(
    rides.reduce((sum, ride) => sum + partOf(ride), 0n),
    decimals,
  );
  return {
    vin,
    from: iso(from),
    to: iso(to),
    currency,
    amount,
    rideCount: rides.length,
    rides: rides.map((ride) => ({
      rideId: ride.id,
      ...fareOf(ride),
      share: toDecimal(partOf(ride), decimals),
      finishedAt: iso(ride.droppedOffAt),
    })),
  };
}

/** Finds a vehicle of the caller's shares by its VIN, or by the share's id or ordinal. */
function ownVehicle(context: HandlerContext, name: string): { readonly vehicle: Vehicle; readonly shares: readonly Row<Share>[] } {
  ensureSeeded(context, share);
  const own = sharesOf(context, requireCaller(context).userId);
  const found = findRow(context, share, name, requireCaller(context).userId);
  const vehicle = found ? vehicleByNum(context, found.body.num) : vehicleByVin(context, name);
  const shares = own.filter(({ body }) => body.num === vehicle?.num);
  return vehicle && shares.length > 0 ? { vehicle, shares } : notFound('VEHICLE', name);
}
