// Incomes: what a share earns by interest and by rides, and its settlement at the end of each period.
import { iso } from '../../core/clock.js';
import { addRow, type Kind, type Row, ready } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { mint } from '../balances/accounts.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { credit, decimalsOf } from '../balances/balance-changes.js';
import { ridesOf, type VehicleRide } from '../fleet/rides.js';
import { vehicleByNum } from '../fleet/vehicle.js';
import { type Share, share } from './shares.js';
import { amountOfWorth, worthOf, worthOfFare } from './worth.js';

/** An income as stored; all names are the sandbox's own. The amount is in whole units of `currency`. */
export interface Income extends Pick<Share, 'num' | 'period'> {
  readonly vin: string;
  readonly currency: Share['incomeCurrency'];
  readonly amount: string;
  readonly rideCount: number;
  readonly distanceKm: number;
  readonly from: string;
  readonly to: string;
  readonly settledAt: string;
}
export const income: Kind<Income> = {
  name: 'income',
  table: 'vehicle_income',
  noun: 'INCOME',
  owned: true,
  show: ({ id, body: { num, ...shown } }) => ({ id, ...shown }),
  seed: (opening) => ready(opening, share), // which brings those of the time before
};

/** The part of a fare that the owners of the vehicle have, in per cent. */
export const ownersPart = 20n;
/** The balance that each income is paid into, and the digits that it is counted to. */
const paidAs = { USD: ['USDC', 2], MVL: ['MVL', 4], BTC: ['BTC', 8] } as const;
const yearMs = 365n * 86_400_000n;

/** What a share has of a ride, in millionths of a US dollar. */
const partOfRide = (body: Share, { fare, currency }: VehicleRide): bigint =>
  (worthOfFare(fare, currency) * ownersPart * toBase(body.share, 4)) / 10n ** 8n;

/** Interest for a time, in millionths of a US dollar; none after the day that it is paid back, nor while the vehicle is not on the road. */
function interest(moment: Moment, { amount, currency, interestRate, num }: Share, from: number, to: number): bigint {
  const { maturityAt, status } = vehicleByNum(moment, num);
  const until = maturityAt === null ? to : Math.min(to, Date.parse(maturityAt));
  if (interestRate === null || status !== 40 || until <= from) return 0n;
  return (worthOf(moment, amount, currency) * toBase(interestRate, 4) * BigInt(until - from)) / (yearMs * 10n ** 6n);
}

/** What a share has earned in a time: by interest, and 20 % of the fares by its part. */
export function earned(moment: Moment, body: Share, from: number, to: number): Omit<Income, 'settledAt' | 'period'> {
  const vehicle = vehicleByNum(moment, body.num);
  const rides = ridesOf(moment, vehicle, from, to);
  const worth = rides.reduce((sum, ride) => sum + partOfRide(body, ride), interest(moment, body, from, to));
  const currency = body.incomeCurrency;
  return {
    num: body.num,
    vin: vehicle.vin,
    currency,
    amount: amountOfWorth(moment, worth, currency, paidAs[currency][1]),
    rideCount: rides.length,
    distanceKm: Number(rides.reduce((sum, { distanceKm }) => sum + distanceKm, 0).toFixed(2)),
    from: iso(from),
    to: iso(to),
  };
}

/** Writes down what a share has earned until now; the share, settled. Nothing is written where nothing was earned. */
export function settleOnly(moment: Moment, row: Row<Share>): { readonly body: Share; readonly settled: Row<Income> | undefined } {
  const until = earned(moment, row.body, Date.parse(row.body.settledUntil), moment.now);
  const body = { ...row.body, settledUntil: iso(moment.now) };
  if (toBase(until.amount, 8) === 0n) return { body, settled: undefined };
  const settled = addRow(moment, income, {
    owner: row.owner,
    at: moment.now,
    body: { ...until, period: row.body.period, settledAt: iso(moment.now) },
  });
  return { body, settled };
}

/** The same, and pays it: US dollars as USDC, the others as what they are. */
export function settle(moment: Moment, row: Row<Share>): Share {
  const { body, settled } = settleOnly(moment, row);
  if (!settled) return body;
  const { currency, amount, vin } = settled.body;
  const [currencyId] = paidAs[currency];
  const base = toBase(amount, decimalsOf(currencyId));
  const paid = { userId: row.owner!, currencyId, amount: base, description: `Income of ${vin}`, cause: `income ${settled.id}` };
  credit(moment, paid, mint('incomes'));
  return body;
}

/** Amounts by currency, summed. */
export function sumByCurrency(all: readonly { readonly currency: string; readonly amount: string }[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of all) sums.set(currency, (sums.get(currency) ?? 0n) + toBase(amount, 18));
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, toDecimal(sum, 18)]));
}
