// Lists the incomes of the caller's shares: settled, claimable, by ride, and summed by day, week or month.

import { optional, text, word } from '../../../src/services/catalogue/define.js';
import { IncomeCurrency, Period } from '../../../src/services/catalogue/words.js';
import {
  badRequest,
  type Context,
  callerId,
  day,
  ensureSeeded,
  findRow,
  type HandlerContext,
  iso,
  matches,
  notFound,
  page,
  paging,
  pick,
  type ResponseOf,
  type Row,
  rowById,
  rows,
  seededId,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import { fiat, toBase, toDecimal } from '../balances/currencies.js';
import { type EndedRide, ridesOf } from '../depin/network-rides.js';
import { fareOf } from '../depin/scheduled-rides.js';
import { type Vehicle, vehicleByNum, vehicleByVin } from '../fleet/vehicle.js';
import { cities } from '../rides/fares.js';
import type { Income, Share } from './asset-rows.js';
import {
  type Earning,
  earned,
  earnedUsd,
  income,
  incomeDigits,
  ownersPart,
  share,
  sharesOf,
  sumByCurrency,
} from './shares.js';

type ShownIncome = ResponseOf<typeof shapes.Incomes>;

/** A day of an income. The amount is in the smallest unit of the currency. */
interface Part {
  readonly income: Row<Income>;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
  readonly rides: Earning['rides'];
}

/** The midnights inside a time range, with both of its ends. */
function bounds(from: number, to: number): number[] {
  const first = (Math.floor(from / day) + 1) * day;
  const inside = Array.from({ length: Math.max(0, Math.ceil((to - first) / day)) }, (_, index) => first + index * day);
  return [from, ...inside, to];
}

/** Divides an income by the share's earnings of each day. The parts sum to the income. */
function partsOf(context: Context, income: Row<Income>): Part[] {
  const { body } = income;
  const { body: shareBody } = rowById(context, share, body.shareId)!;
  const then = { ...context, now: Date.parse(body.settledAt) };
  const edges = bounds(Date.parse(body.from), Date.parse(body.to));
  const days = edges.slice(1).map((to, index) => ({ from: edges[index]!, to }));
  const earnings = days.map(({ from, to }) => earnedUsd(then, shareBody, from, to));
  const whole = earnings.reduce((sum, { usd }) => sum + usd, 0n);
  const amount = toBase(body.amount, incomeDigits(body.currency));
  let [weight, allotted] = [0n, 0n];
  return days.map((span, index) => {
    weight += whole === 0n ? BigInt(index === days.length - 1) : earnings[index]!.usd;
    const upTo = (amount * weight) / (whole || 1n);
    const part = { income, ...span, amount: upTo - allotted, rides: earnings[index]!.rides };
    allotted = upTo;
    return part;
  });
}

/** Weeks begin on Mondays, months on their first, at midnight UTC. */
const periodKey: Readonly<Record<Period, (at: number) => string>> = {
  DAY: (at) => iso(at).slice(0, 10),
  WEEK: (at) => `week ${Math.floor((at / day + 3) / 7)}`,
  MONTH: (at) => iso(at).slice(0, 7),
};

/** The incomes of each vehicle by day, week or month, the newest first. */
function incomesBy(context: Context, period: Period, incomes: readonly Row<Income>[]): ShownIncome[] {
  const groups = new Map<string, Part[]>();
  for (const part of incomes.flatMap((income) => partsOf(context, income))) {
    if (part.amount === 0n && part.rides.length === 0) continue;
    const { owner, body } = part.income;
    const key = `${owner} ${body.vin} ${body.currency} ${periodKey[period](part.from)}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups]
    .map(([key, parts]) => summed(context, period, key, parts))
    .sort((a, b) => (a.to < b.to ? 1 : a.to > b.to ? -1 : 0));
}

function summed({ seed }: Context, period: Period, key: string, parts: readonly Part[]): ShownIncome {
  const [first, ...others] = new Set(parts.map(({ income }) => income));
  const { vin, currency } = first!.body;
  const rides = parts.flatMap((part) => part.rides);
  return {
    id: others.length === 0 && first!.body.period === period ? first!.id : seededId(seed, `income ${period} ${key}`, 1),
    vin,
    currency,
    amount: toDecimal(
      parts.reduce((sum, { amount }) => sum + amount, 0n),
      incomeDigits(currency),
    ),
    rideCount: rides.length,
    distanceKm: Number(rides.reduce((sum, { route }) => sum + route.distanceKm, 0).toFixed(2)),
    from: iso(Math.min(...parts.map(({ from }) => from))),
    to: iso(Math.max(...parts.map(({ to }) => to))),
    period,
    settledAt: [first!, ...others]
      .map(({ body }) => body.settledAt)
      .sort()
      .at(-1)!,
  };
}

/** An ISO time of the query, with a default. @throws {Refusal} 400 */
function timeIn({ query }: HandlerContext, name: 'from' | 'to', otherwise: number): number {
  if (query[name] === undefined) return otherwise;
  const at = Date.parse(query[name] as string);
  return Number.isNaN(at) ? badRequest(`${name} must be an ISO time.`) : at;
}

/** As settled, or by period. Filtered by currency, vehicle and settlement time. */
export const listIncomes = view(
  (context) => {
    const { period } = context.query;
    const [from, to] = [timeIn(context, 'from', 0), timeIn(context, 'to', context.now)];
    const settled = rows(context, income, { owner: callerId(context) }).filter(
      ({ at, body }) => matches(context.query, ['currency', 'vin'], body) && at >= from && at <= to,
    );
    if (period !== undefined) return page(context, incomesBy(context, period, settled));
    return page(
      context,
      settled.sort((a, b) => b.at - a.at || a.ordinal - b.ordinal),
      (row) => income.show(row, context),
    );
  },
  {
    query: {
      period: optional(word(Period)),
      currency: optional(word(IncomeCurrency)),
      vin: optional(text()),
      from: optional(text()),
      to: optional(text()),
      ...paging,
    },
  },
);

/** The income of each vehicle since the last automatic settlement. */
export const listClaimable = view(
  (context) => {
    const byVehicle = new Map<string, ReturnType<typeof earned>>();
    for (const { body } of sharesOf(context, callerId(context))) {
      const entry = earned(context, body, Date.parse(body.settledUntil), context.now);
      const key = `${entry.vin} ${entry.currency}`;
      const other = byVehicle.get(key);
      byVehicle.set(
        key,
        other
          ? { ...entry, amount: sumByCurrency([entry, other])[entry.currency]!, from: first(entry.from, other.from) }
          : entry,
      );
    }
    return page(
      context,
      [...byVehicle.values()].filter(({ amount }) => Number(amount) > 0),
      (entry) => pick(entry, 'vin', 'num', 'currency', 'amount', 'from', 'to'),
    );
  },
  { query: paging },
);
const first = (a: string, b: string): string => (a < b ? a : b);

const [usualDays, mostDays] = [7, 92];

/** Day by day, in the fiat currency of the vehicle's city. */
export const listRideIncomes = view(
  (context) => {
    const { vehicle, shares } = ownVehicle(context, context.path.vin ?? '');
    const to = timeIn(context, 'to', context.now);
    const from = Math.max(timeIn(context, 'from', to - usualDays * day), to - mostDays * day);
    const dates = Array.from(
      { length: Math.max(0, Math.floor(to / day) - Math.floor(from / day) + 1) },
      (_, n) => Math.floor(to / day) - n,
    );
    const since = Math.min(...shares.map(({ body }) => Date.parse(body.acquiredAt)));
    const days = dates.map((date) => [Math.max(from, since, date * day), Math.min(to, (date + 1) * day)] as const);
    return page(
      context,
      days.filter(([begins, ends]) => begins < ends),
      ([begins, ends]) => dayOf(vehicle, shares, [begins, ends], ridesOf(context, vehicle, begins, ends)),
    );
  },
  { query: { from: optional(text()), to: optional(text()), ...paging } },
);

function dayOf(
  { vin, city }: Vehicle,
  shares: readonly Row<Share>[],
  [from, to]: readonly [number, number],
  rides: readonly EndedRide[],
) {
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

/** Finds a vehicle of the caller by VIN, or by the share's id or ordinal. */
function ownVehicle(
  context: HandlerContext,
  name: string,
): { readonly vehicle: Vehicle; readonly shares: readonly Row<Share>[] } {
  ensureSeeded(context, share);
  const callerShares = sharesOf(context, callerId(context));
  const row = findRow(context, share, name, callerId(context));
  const vehicle = row ? vehicleByNum(context, row.body.num) : vehicleByVin(context, name);
  const shares = callerShares.filter(({ body }) => body.num === vehicle?.num);
  return vehicle && shares.length > 0 ? { vehicle, shares } : notFound('VEHICLE', name);
}
