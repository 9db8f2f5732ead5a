// Computes the income of a share from interest and rides, and settles it at the end of each period.
import { iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, type Kind, type Row } from '../../core/rows.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { credit, decimalsOf } from '../balances/balance-changes.js';
import { mint } from '../balances/ledger-accounts.js';
import { type EndedRide, ridesOf } from '../depin/network-rides.js';
import { fareOf } from '../depin/scheduled-rides.js';
import { vehicleByNum } from '../fleet/vehicle.js';
import type { Income, Share } from './asset-rows.js';
import { amountOfUsd, fareUsdValue, usdValue } from './asset-value.js';
/** The part of a fare that the owners of the vehicle have, in per cent. */
export const ownersPart = 20n;
/** The balance and the decimals of each income currency. */
const paidAs = { USD: ['USDC', 2], MVL: ['MVL', 4], BTC: ['BTC', 8] } as const;
const yearMs = 365n * 86_400_000n;

/** A share's part of a ride's fare, in millionths of a US dollar. */
function partOfRide(body: Share, ride: EndedRide): bigint {
  const { fare, currency } = fareOf(ride);
  return (fareUsdValue(fare, currency) * ownersPart * toBase(body.share, 4)) / 10n ** 8n;
}

/** Interest for a time, in millionths of a US dollar; none after the day that it is paid back, nor while the vehicle is not on the road. */
function interest(context: SandboxContext, { amount, currency, interestRate, num }: Share, from: number, to: number): bigint {
  const { maturityAt, status } = vehicleByNum(context, num);
  const until = maturityAt === null ? to : Math.min(to, Date.parse(maturityAt));
  if (interestRate === null || status !== 40 || until <= from) return 0n;
  return (usdValue(context, amount, currency) * toBase(interestRate, 4) * BigInt(until - from)) / (yearMs * 10n ** 6n);
}

/** What a share earns in a time range. */
export interface Earning {
  /** In millionths of a US dollar. */
  readonly usd: bigint;
  readonly rides: readonly EndedRide[];
}
/** Interest, and the share's part of 20 % of the fares. */
export function earnedUsd(context: SandboxContext, body: Share, from: number, to: number): Earning {
  const rides = ridesOf(context, vehicleByNum(context, body.num), from, to);
  return { usd: rides.reduce((sum, ride) => sum + partOfRide(body, ride), interest(context, body, from, to)), rides };
}

/** The digits behind the point of an income. */
export const incomeDigits = (currency: Income['currency']): number => paidAs[currency][1];

/** The income of a share in a time range. */
export function earned(context: SandboxContext, body: Share, from: number, to: number): Omit<Income, 'settledAt' | 'period' | 'shareId'> {
  const { usd, rides } = earnedUsd(context, body, from, to);
  const currency = body.incomeCurrency;
  return {
    num: body.num,
    vin: vehicleByNum(context, body.num).vin,
    currency,
    amount: amountOfUsd(context, usd, currency, incomeDigits(currency)),
    rideCount: rides.length,
    distanceKm: Number(rides.reduce((sum, { route }) => sum + route.distanceKm, 0).toFixed(2)),
    from: iso(from),
    to: iso(to),
  };
}

/** Records the income of a share until now, unless it is zero. Returns the settled share. */
export function recordIncome(
  context: SandboxContext,
  row: Row<Share>,
  income: Kind<Income>,
): { readonly body: Share; readonly settled: Row<Income> | undefined } {
  const until = earned(context, row.body, Date.parse(row.body.settledUntil), context.now);
  const body = { ...row.body, settledUntil: iso(context.now) };
  if (toBase(until.amount, 8) === 0n) return { body, settled: undefined };
  const settled = addRow(context, income, {
    owner: row.owner,
    at: context.now,
    body: { ...until, shareId: row.id, period: row.body.period, settledAt: iso(context.now) },
  });
  return { body, settled };
}

/** Settles a share and pays its income: US dollars as USDC, other currencies unchanged. */
export function settle(context: SandboxContext, row: Row<Share>, income: Kind<Income>): Share {
  const { body, settled } = recordIncome(context, row, income);
  if (!settled) return body;
  const { currency, amount, vin } = settled.body;
  const [currencyId] = paidAs[currency];
  const base = toBase(amount, decimalsOf(currencyId));
  const paid = { userId: row.owner!, currencyId, amount: base, description: `Income of ${vin}`, cause: `income ${settled.id}` };
  credit(context, paid, mint('incomes'));
  return body;
}

/** Amounts by currency, summed. */
export function sumByCurrency(all: readonly { readonly currency: string; readonly amount: string }[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of all) sums.set(currency, (sums.get(currency) ?? 0n) + toBase(amount, 18));
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, toDecimal(sum, 18)]));
}
