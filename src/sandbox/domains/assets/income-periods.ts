// The incomes of a period: settled incomes divided among their days, and summed by day, week or month. Every period has the same sum.
import type { Period } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { type Row, rowById } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { Answer } from '../../core/stored.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import type { Income } from './asset-rows.js';
import { type Earning, earnedUsd, incomeDigits } from './settlement.js';
import { share } from './shares.js';

type PeriodWord = (typeof Period)[number];
type ShownIncome = Answer<typeof shapes.Incomes>;

/** A day of an income. The amount is in the smallest unit of the income's digits. */
interface Part {
  readonly income: Row<Income>;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
  readonly rides: Earning['rides'];
}

/** The midnights that divide a span of time, with both of its ends. */
function bounds(from: number, to: number): number[] {
  const first = (Math.floor(from / day) + 1) * day;
  const inside = Array.from({ length: Math.max(0, Math.ceil((to - first) / day)) }, (_, index) => first + index * day);
  return [from, ...inside, to];
}

/** Divides an income by what its share earned on each day; the parts sum to the income. */
function partsOf(context: SandboxContext, income: Row<Income>): Part[] {
  const { body } = income;
  const { body: owned } = rowById(context, share, body.shareId)!;
  const then = { ...context, now: Date.parse(body.settledAt) };
  const edges = bounds(Date.parse(body.from), Date.parse(body.to));
  const days = edges.slice(1).map((to, index) => ({ from: edges[index]!, to }));
  const earnings = days.map(({ from, to }) => earnedUsd(then, owned, from, to));
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

/** What tells a period from every other: weeks begin on Mondays, months on their first, all at midnight UTC. */
const periodKey: Readonly<Record<PeriodWord, (at: number) => string>> = {
  DAY: (at) => iso(at).slice(0, 10),
  WEEK: (at) => `week ${Math.floor((at / day + 3) / 7)}`,
  MONTH: (at) => iso(at).slice(0, 7),
};

/** The incomes of each vehicle by day, week or month, the newest first. */
export function incomesBy(context: SandboxContext, period: PeriodWord, incomes: readonly Row<Income>[]): ShownIncome[] {
  const groups = new Map<string, Part[]>();
  for (const part of incomes.flatMap((income) => partsOf(context, income))) {
    if (part.amount === 0n && part.rides.length === 0) continue;
    const { owner, body } = part.income;
    const key = `${owner} ${body.vin} ${body.currency} ${periodKey[period](part.from)}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups].map(([key, parts]) => summed(context, period, key, parts)).sort((a, b) => (a.to < b.to ? 1 : a.to > b.to ? -1 : 0));
}

function summed({ seed }: SandboxContext, period: PeriodWord, key: string, parts: readonly Part[]): ShownIncome {
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
