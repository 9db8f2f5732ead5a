// Shares: what somebody owns of a vehicle, and until when its incomes have been settled.
import type { AssetCurrency, IncomeCurrency, PaymentStatus } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { addRow, type Row, rows, saveRow } from '../../core/rows.js';
import { type Moving, type MovingKind, schedule } from '../../core/state-machine.js';
import type { Moment } from '../../core/world.js';
import { type Vehicle, vehicleByNum } from '../fleet/vehicle.js';
import { offering } from './offering.js';
import { settle } from './settling.js';
import { seedShares } from './share-seeds.js';

/** A share as stored; nobody sees it as it is. */
export interface Share extends Moving {
  /** That of its payment: PAID while it is held, REFUNDED once it was given back. */
  readonly status: (typeof PaymentStatus)[number];
  readonly num: number;
  readonly offeringId: string | null;
  /** What was paid for it, in whole units of `currency`. */
  readonly amount: string;
  readonly currency: (typeof AssetCurrency)[number];
  /** In per cent, to four digits. */
  readonly share: string;
  /** Per cent a year of the amount, of an offering only. */
  readonly interestRate: string | null;
  readonly incomeCurrency: (typeof IncomeCurrency)[number];
  readonly period: 'WEEK' | 'MONTH';
  readonly paymentId: string | null;
  readonly acquiredAt: string;
  readonly settledUntil: string;
}

/** The next Monday or first of a month, at midnight UTC. */
export function nextSettlement(period: Share['period'], after: number): number {
  if (period === 'WEEK') return (Math.floor((after / day + 3) / 7) * 7 + 4) * day; // day 4 of the epoch was a Monday
  const date = new Date(after);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

export const share: MovingKind<Share> = {
  name: 'share',
  table: 'vehicle_share',
  noun: 'VEHICLE',
  owned: true,
  show: ({ body }) => body,
  next: ({ body }) =>
    body.status === 'PAID' ? { word: 'settle', at: nextSettlement(body.period, Date.parse(body.settledUntil)) } : undefined,
  acts: {
    settle: (row, moment) => {
      const body = settle(moment, row);
      schedule(moment, share, { ...row, body });
      return body;
    },
  },
  seed: (opening) => seedShares(opening, share),
};

/** What somebody holds, in the order in which they came by it. */
export const sharesOf = (moment: Moment, userId: string): Row<Share>[] => rows(moment, share, { owner: userId, status: ['PAID'] });

/** What is known of a share before it is one. */
export interface Bought extends Pick<Share, 'num' | 'offeringId' | 'amount' | 'currency' | 'share' | 'paymentId'> {
  readonly at: number;
}

/** Incomes of offerings in BTC are in BTC, those of other tuk-tuks in MVL, the rest in US dollars: ours. */
const incomeCurrencyOf = ({ category }: Vehicle, currency: Share['currency']): Share['incomeCurrency'] =>
  currency === 'BTC' ? 'BTC' : category === 'TUKTUK' ? 'MVL' : 'USD';

/** The share that somebody comes by. */
export function newShare(moment: Moment, { at, ...bought }: Bought): Share {
  const of = bought.offeringId === null ? undefined : rows(moment, offering).find(({ id }) => id === bought.offeringId)?.body;
  return {
    ...bought,
    status: 'PAID',
    interestRate: of?.interestRate ?? null,
    incomeCurrency: incomeCurrencyOf(vehicleByNum(moment, bought.num), bought.currency),
    period: of?.period === 'MONTH' ? 'MONTH' : 'WEEK',
    acquiredAt: iso(at),
    settledUntil: iso(at),
    statusLog: [{ status: 'PAID', at: iso(at) }],
  };
}

/** Gives somebody a share. */
export function giveShare(moment: Moment, owner: string, bought: Bought): void {
  schedule(moment, share, addRow(moment, share, { owner, at: bought.at, body: newShare(moment, bought) }));
}

/** Takes back what a payment had bought; what was earned with it is kept. */
export function takeShares(moment: Moment, paymentId: string): Row<Share>[] {
  const bought = rows(moment, share, { status: ['PAID'] }).filter(({ body }) => body.paymentId === paymentId);
  const log = (row: Row<Share>) => [...row.body.statusLog, { status: 'REFUNDED', at: iso(moment.now) }];
  for (const row of bought) schedule(moment, share, saveRow(moment, share, row, { ...row.body, status: 'REFUNDED', statusLog: log(row) }));
  return bought;
}
