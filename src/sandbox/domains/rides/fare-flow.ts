// How the fare of a ride moves through the ledger: taken, held, given back, earned.
import { second } from '../../core/clock.js';
import type { Row } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { accounts } from '../balances/accounts.js';
import { percent, toDecimal } from '../balances/amounts.js';
import { fiat } from '../balances/currencies.js';
import { holding, move } from '../balances/ledger.js';
import { type Ride, withHidden } from './ride-body.js';

/** A cancellation costs nothing until this long after a driver was assigned (seconds), and then this share of the fare. */
export const freeSeconds = 30;
export const lateShare = 30;
const cashbackShare = 1;
const regionsWithCashback: readonly string[] = ['KH', 'SG'];

/** How long the ride itself takes, in seconds of world time. */
export const inUseSeconds = ({ body }: Row<Ride>) => body.hidden.minutes * 15;

/** Whether the fare could be taken now. */
export const affords = ({ body: { hidden } }: Row<Ride>, moment: Moment): boolean =>
  holding(moment, hidden.payment.account, hidden.payment.unit) >= BigInt(hidden.payment.rawAmount);

/** The whole fare, in the smallest unit. */
export const raw = ({ body }: Row<Ride>): bigint => BigInt(body.hidden.payment.rawAmount);
/** Takes the fare: the house holds it. */
export function pay(row: Row<Ride>, moment: Moment): Ride {
  const { account, unit } = row.body.hidden.payment;
  move(moment, account, accounts.rides, unit, raw(row), `ride ${row.id}`);
  return withHidden(row, { held: true });
}

/** Gives a part of the held fare back; what is left stays with the house. */
export function giveBack(row: Row<Ride>, moment: Moment, amount: bigint): Ride | undefined {
  const { held, payment } = row.body.hidden;
  if (!held) return undefined;
  move(moment, accounts.rides, payment.account, payment.unit, amount, `refund of ride ${row.id}`);
  return withHidden(row, { held: false });
}

/** The fare is the house's now; a ride that was cut short costs its part of the way; points come back with a hundredth. */
export function finish(row: Row<Ride>, moment: Moment): Ride {
  const { payment, userId, held } = row.body.hidden;
  if (!held) return row.body;
  const owed = fareSoFar(row, moment);
  if (owed < raw(row)) move(moment, accounts.rides, payment.account, payment.unit, raw(row) - owed, `unused part of ride ${row.id}`);
  if (payment.by === 'points' && regionsWithCashback.includes(row.body.region)) {
    move(
      moment,
      'mint:cashback',
      accounts.ride(userId, row.body.region),
      payment.unit,
      percent(owed, cashbackShare),
      `cashback of ride ${row.id}`,
    );
  }
  const { decimals } = fiat[row.body.currency];
  const fare = payment.by === 'points' ? toDecimal(owed, decimals) : row.body.fare;
  return { ...withHidden(row, { held: false }), fare };
}

/** At least half of the fare, for a ride that the rider ended on the way. */
function fareSoFar(row: Row<Ride>, moment: Moment): bigint {
  const { statusLog } = row.body;
  const cut = statusLog.find(({ status }) => status === 'INUSE_WITH_CANCEL_PENDING');
  const began = statusLog.find(({ status }) => status === 'INUSE');
  if (!cut || !began) return raw(row);
  const share = Math.round((100 * (moment.now - Date.parse(began.at))) / (inUseSeconds(row) * second));
  return percent(raw(row), Math.max(50, Math.min(100, share)));
}
