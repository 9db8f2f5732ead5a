// The stored row of a ride request, its 24 statuses by class (running, ended, recallable), and the moves of its fare in
// the ledger: collected, held, refunded, earned.

import { RideStatus } from '../../../src/services/catalogue/words.js';
import { type Context, type Row, type StoredMachine, second } from '../../core/index.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { accounts, fiat, percent, toDecimal } from '../balances/currencies.js';
import { accountBalance, moveValue } from '../balances/ledger.js';
import { fareRaw } from './fares.js';

export type Stop = Ride['origin'];
/** `rawAmount` is in the smallest unit. */
export interface FarePayment {
  readonly account: string;
  readonly unit: string;
  readonly rawAmount: string;
  readonly by: 'points' | 'wallet';
}
/** Names are the sandbox's own if the published ride vocabulary has none (platform 6). */
export interface Ride
  extends StoredMachine<typeof shapes.RideRequest, 'statusMessage' | 'driverInfo' | 'driverLocation' | 'rideShareUrl'> {
  readonly hidden: Hidden;
}
interface Hidden {
  readonly userId: string;
  readonly minutes: number;
  readonly payment: FarePayment;
  /** The house holds the fare. */
  readonly held: boolean;
  readonly assignedAt: string | null;
  readonly pickupStartTime: string | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelWhenAssigned: boolean;
  readonly holdUntil: string | null;
}

/** The hidden fields of a ride before it has a driver. */
export const withoutDriver = {
  assignedAt: null,
  pickupStartTime: null,
  cancelRequestedAt: null,
  cancelWhenAssigned: false,
  holdUntil: null,
} as const;

/** A ride with changed hidden fields; saves nothing. */
export const withHidden = ({ body }: Row<Ride>, change: Partial<Hidden>): Ride => ({
  ...body,
  hidden: { ...body.hidden, ...change },
});

export type RideState = (typeof RideStatus)[number];

/** The running states in order; the other fourteen are ends. */
export const runningStates = [
  'WAITPAY',
  'PAYCONFIRMED',
  'PENDING',
  'MATCHED',
  'CONFIRMED',
  'ASSIGNED',
  'PICKUP',
  'PICKUP_ARRIVED',
  'INUSE',
  'INUSE_WITH_CANCEL_PENDING',
] as const satisfies readonly RideState[];
/** False for the fourteen ends. */
export const isUnderWay = (word: RideState): boolean => (runningStates as readonly RideState[]).includes(word);
export const endedStates: readonly RideState[] = RideStatus.filter((word) => !isUnderWay(word));

/** These can be retried while the fare stays held, for ten minutes. */
export const recallableStates: readonly RideState[] = [
  'NOT_MATCHED',
  'DRIVER_CANCELED_RECALLABLE',
  'COMPANY_CANCELED_RECALLABLE',
  'EXPIRED_RECALLABLE',
];

/** A cancellation is free until these seconds after the assignment, then it costs this percentage. */
export const freeSeconds = 30;
export const lateShare = 30;
const cashbackShare = 1;
const regionsWithCashback: readonly string[] = ['KH', 'SG'];

/** In seconds of world time. */
export const inUseSeconds = ({ body }: Row<Ride>) => body.hidden.minutes * 15;

/** Whether the account covers the fare now. */
export const affords = ({ body: { hidden } }: Row<Ride>, context: Context): boolean =>
  accountBalance(context, hidden.payment.account, hidden.payment.unit) >= BigInt(hidden.payment.rawAmount);

/** In the smallest unit. */
export const raw = ({ body }: Row<Ride>): bigint => BigInt(body.hidden.payment.rawAmount);
/** Collects the fare. The house holds it. */
export function pay(row: Row<Ride>, context: Context): Ride {
  const { account, unit } = row.body.hidden.payment;
  moveValue(context, account, accounts.rides, unit, raw(row), `ride ${row.id}`);
  return withHidden(row, { held: true });
}

/** Refunds a part of the held fare. The house keeps the rest. */
export function giveBack(row: Row<Ride>, context: Context, amount: bigint): Ride | undefined {
  const { held, payment } = row.body.hidden;
  if (!held) return undefined;
  moveValue(context, accounts.rides, payment.account, payment.unit, amount, `refund of ride ${row.id}`);
  return withHidden(row, { held: false });
}

/** Settles the fare. A shortened ride costs its part of the route. Points get 1 % back. */
export function finish(row: Row<Ride>, context: Context): Ride {
  const { payment, userId, held } = row.body.hidden;
  if (!held) return row.body;
  const share = shareDue(row);
  const owed = percent(raw(row), share);
  if (owed < raw(row))
    moveValue(context, accounts.rides, payment.account, payment.unit, raw(row) - owed, `unused part of ride ${row.id}`);
  if (payment.by === 'points' && regionsWithCashback.includes(row.body.region)) {
    moveValue(
      context,
      'mint:cashback',
      accounts.ride(userId, row.body.region),
      payment.unit,
      percent(owed, cashbackShare),
      `cashback of ride ${row.id}`,
    );
  }
  const { fare, currency } = row.body;
  return {
    ...withHidden(row, { held: false }),
    fare: toDecimal(percent(fareRaw(fare, currency), share), fiat[currency].decimals),
  };
}

const inUseSince = ({ body }: Row<Ride>): number =>
  Date.parse(body.statusLog.findLast(({ status }) => status === 'INUSE')!.at);

/** A ride that the rider ends goes on until a place to stop, but not beyond its end. */
const stopSeconds = 15;
/** Seconds until an ended ride stops. */
export const stopAfter = (row: Row<Ride>, { now }: Pick<Context, 'now'>): number =>
  Math.max(0, Math.min(stopSeconds, (inUseSince(row) - now) / second + inUseSeconds(row)));

/** The percentage of the fare for the travelled part, at least half. */
export function shareIfEnded(row: Row<Ride>, now: number): number {
  const done = now + stopAfter(row, { now }) * second - inUseSince(row);
  return Math.max(50, Math.min(100, Math.round((100 * done) / (inUseSeconds(row) * second))));
}
/** All of it, unless the rider ended the ride. */
function shareDue(row: Row<Ride>): number {
  const ended = row.body.statusLog.find(({ status }) => status === 'INUSE_WITH_CANCEL_PENDING');
  return ended ? shareIfEnded(row, Date.parse(ended.at)) : 100;
}
