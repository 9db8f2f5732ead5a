// Shares of vehicles: their owners, their incomes, and the settlement of these.

import {
  addRow,
  type Context,
  day,
  defineKind,
  ensureSeeded,
  iso,
  type Kind,
  type ResponseOf,
  type Row,
  rows,
  type StateMachine,
  saveRow,
  schedule,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import { mint, toBase, toDecimal } from '../balances/currencies.js';
import { credit, decimalsOf } from '../balances/ledger.js';
import { amountOfUsd, fareUsdValue, usdValue } from '../balances/prices.js';
import { type EndedRide, ridesOf } from '../depin/network-rides.js';
import { fareOf } from '../depin/scheduled-rides.js';
import { type Vehicle, vehicleByNum } from '../fleet/vehicle.js';
import { findUser } from '../people/user.js';
import { type Income, pastShares, type Share } from './asset-rows.js';
import { offering } from './offering.js';
import { paymentKind } from './payment-kind.js';

/** The next Monday or first of a month, at midnight UTC. */
export function nextSettlement(period: Share['period'], after: number): number {
  if (period === 'WEEK') return (Math.floor((after / day + 3) / 7) * 7 + 4) * day; // day 4 of the epoch was a Monday
  const date = new Date(after);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

interface SharePurchase extends Pick<Share, 'num' | 'offeringId' | 'amount' | 'currency' | 'share' | 'paymentId'> {
  /** Default: now. */
  readonly at?: number;
}

/** BTC for offerings in BTC, MVL for other tuk-tuks, else US dollars. The sandbox's own rule. */
const incomeCurrencyOf = ({ category }: Vehicle, currency: Share['currency']): Share['incomeCurrency'] =>
  currency === 'BTC' ? 'BTC' : category === 'TUKTUK' ? 'MVL' : 'USD';

function newShare(context: Context, { at = context.now, ...bought }: SharePurchase): Share {
  const offeringBody =
    bought.offeringId === null ? undefined : rows(context, offering).find(({ id }) => id === bought.offeringId)?.body;
  return {
    ...bought,
    status: 'PAID',
    interestRate: offeringBody?.interestRate ?? null,
    incomeCurrency: incomeCurrencyOf(vehicleByNum(context, bought.num), bought.currency),
    period: offeringBody?.period === 'MONTH' ? 'MONTH' : 'WEEK',
    acquiredAt: iso(at),
    settledUntil: iso(at),
    statusLog: [{ status: 'PAID', at: iso(at) }],
  };
}

/** The owners' part of a fare, in per cent. */
export const ownersPart = 20n;
/** The balance and decimals of each income currency. */
const paidAs = { USD: ['USDC', 2], MVL: ['MVL', 4], BTC: ['BTC', 8] } as const;
const yearMs = 365n * 86_400_000n;

/** A share's part of a fare, in millionths of a US dollar. */
function partOfRide(body: Share, ride: EndedRide): bigint {
  const { fare, currency } = fareOf(ride);
  return (fareUsdValue(fare, currency) * ownersPart * toBase(body.share, 4)) / 10n ** 8n;
}

/** Interest in millionths of a US dollar. None after maturity, nor while the vehicle is off the road. */
function interest(context: Context, { amount, currency, interestRate, num }: Share, from: number, to: number): bigint {
  const { maturityAt, status } = vehicleByNum(context, num);
  const until = maturityAt === null ? to : Math.min(to, Date.parse(maturityAt));
  if (interestRate === null || status !== 40 || until <= from) return 0n;
  return (usdValue(context, amount, currency) * toBase(interestRate, 4) * BigInt(until - from)) / (yearMs * 10n ** 6n);
}

export interface Earning {
  /** In millionths of a US dollar. */
  readonly usd: bigint;
  readonly rides: readonly EndedRide[];
}
/** Interest, and the share's part of 20 % of the fares. */
export function earnedUsd(context: Context, body: Share, from: number, to: number): Earning {
  const rides = ridesOf(context, vehicleByNum(context, body.num), from, to);
  return { usd: rides.reduce((sum, ride) => sum + partOfRide(body, ride), interest(context, body, from, to)), rides };
}

/** Decimals of an income. */
export const incomeDigits = (currency: Income['currency']): number => paidAs[currency][1];

/** The income of a share in a time range. */
export function earned(
  context: Context,
  body: Share,
  from: number,
  to: number,
): Omit<Income, 'settledAt' | 'period' | 'shareId'> {
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

/** Records the income of a share until now, unless it is zero. */
function recordIncome(
  context: Context,
  row: Row<Share>,
  income: Kind<Income>,
): { readonly body: Share; readonly settled: Row<Income> | undefined } {
  const until = earned(context, row.body, Date.parse(row.body.settledUntil), context.now);
  const body = { ...row.body, settledUntil: iso(context.now) };
  if (toBase(until.amount, 8) === 0n) return { body, settled: undefined };
  const settled = addRow(context, income, {
    owner: row.owner,
    body: { ...until, shareId: row.id, period: row.body.period, settledAt: iso(context.now) },
  });
  return { body, settled };
}

/** Settles a share and pays its income: US dollars as USDC. */
function settle(context: Context, row: Row<Share>, income: Kind<Income>): Share {
  const { body, settled } = recordIncome(context, row, income);
  if (!settled) return body;
  const { currency, amount, vin } = settled.body;
  const [currencyId] = paidAs[currency];
  const base = toBase(amount, decimalsOf(currencyId));
  const paid = {
    userId: row.owner!,
    currencyId,
    amount: base,
    description: `Income of ${vin}`,
    cause: `income ${settled.id}`,
  };
  credit(context, paid, mint('incomes'));
  return body;
}

/** Sums of 18 decimals. @throws {RangeError} */
export function sumByCurrency(
  incomes: readonly { readonly currency: string; readonly amount: string }[],
): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of incomes) sums.set(currency, (sums.get(currency) ?? 0n) + toBase(amount, 18));
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, toDecimal(sum, 18)]));
}

interface ShareKinds {
  readonly share: StateMachine<Share>;
  readonly income: Kind<Income>;
}
/** Seeds the shares with their incomes until the opening. The opening balances include these. */
function seedShares(opening: Context, { share, income }: ShareKinds): void {
  for (const { handle, ago, by, payment, ...bought } of pastShares) {
    const { offeringId } = vehicleByNum(opening, bought.num);
    const owner = findUser(opening, handle)!.id;
    const paid = payment === undefined ? undefined : rows(opening, paymentKind)[payment - 1];
    const at = by === 'order' && paid?.body.paidAt ? Date.parse(paid.body.paidAt) : opening.now - ago * day;
    const paymentId = paid?.id ?? null;
    const body = newShare(opening, { ...bought, offeringId, paymentId, at });
    let row = addRow(opening, share, { owner, at, body });
    for (let to = nextSettlement(body.period, at); to <= opening.now; to = nextSettlement(body.period, to))
      row = { ...row, body: recordIncome({ ...opening, now: to }, row, income).body };
    schedule(opening, share, saveRow(opening, share, row, row.body));
  }
}

export const share: StateMachine<Share> = defineKind({
  name: 'share',
  table: 'vehicle_share',
  owned: true,
  next: ({ body }) =>
    body.status === 'PAID'
      ? { target: 'settle', at: nextSettlement(body.period, Date.parse(body.settledUntil)) }
      : undefined,
  actions: {
    settle: (row, context) => {
      const body = settle(context, row, income);
      schedule(context, share, { ...row, body });
      return body;
    },
  },
  seed: (opening) => seedShares(opening, { share, income }),
});

/** The shares of a user by purchase. */
export const sharesOf = (context: Context, userId: string): Row<Share>[] =>
  rows(context, share, { owner: userId, status: ['PAID'] });

/** Adds a share and schedules its course. */
export function giveShare(context: Context, owner: string, bought: SharePurchase): void {
  schedule(context, share, addRow(context, share, { owner, body: newShare(context, bought) }));
}

/** Takes back the shares of a payment. Their incomes remain. */
export function takeShares(context: Context, paymentId: string): Row<Share>[] {
  const bought = rows(context, share, { status: ['PAID'] }).filter(({ body }) => body.paymentId === paymentId);
  const log = (row: Row<Share>) => [...row.body.statusLog, { status: 'REFUNDED', at: iso(context.now) }];
  for (const row of bought)
    schedule(context, share, saveRow(context, share, row, { ...row.body, status: 'REFUNDED', statusLog: log(row) }));
  return bought;
}

export const income: Kind<Income, ResponseOf<typeof shapes.Incomes>> = defineKind({
  name: 'income',
  table: 'vehicle_income',
  owned: true,
  show: ({ id, body: { num, shareId, ...fields } }) => ({ id, ...fields }),
  seed: (opening) => ensureSeeded(opening, share), // seeds the earlier incomes too
});
