// Makes a new share of a vehicle: its income currency, its interest rate and its settlement dates.
import { day, iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { rows } from '../../core/rows.js';
import { type Vehicle, vehicleByNum } from '../fleet/vehicle.js';
import type { Share } from './asset-rows.js';
import { offering } from './offering.js';

/** The next Monday or first of a month, at midnight UTC. */
export function nextSettlement(period: Share['period'], after: number): number {
  if (period === 'WEEK') return (Math.floor((after / day + 3) / 7) * 7 + 4) * day; // day 4 of the epoch was a Monday
  const date = new Date(after);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** The purchase of a share. */
export interface SharePurchase extends Pick<Share, 'num' | 'offeringId' | 'amount' | 'currency' | 'share' | 'paymentId'> {
  readonly at: number;
}

/** The income currency: BTC for offerings in BTC, MVL for other tuk-tuks, US dollars for the rest. Ours. */
const incomeCurrencyOf = ({ category }: Vehicle, currency: Share['currency']): Share['incomeCurrency'] =>
  currency === 'BTC' ? 'BTC' : category === 'TUKTUK' ? 'MVL' : 'USD';

/** Makes the share of a purchase. */
export function newShare(context: SandboxContext, { at, ...bought }: SharePurchase): Share {
  const offeringBody = bought.offeringId === null ? undefined : rows(context, offering).find(({ id }) => id === bought.offeringId)?.body;
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
