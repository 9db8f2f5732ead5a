// Moves the fare of a ride in the ledger: collected, held, refunded, earned.
import { second } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import type { Row } from '../../core/rows.js';
import { percent, toDecimal } from '../balances/amounts.js';
import { fiat } from '../balances/currencies.js';
import { accountBalance, moveValue } from '../balances/ledger.js';
import { accounts } from '../balances/ledger-accounts.js';
import { type Ride, withHidden } from './ride-row.js';

/** How long a cancellation is free after the assignment (seconds), and the part of the fare that it costs later, in per cent. */
export const freeSeconds = 30;
export const lateShare = 30;
const cashbackShare = 1;
const regionsWithCashback: readonly string[] = ['KH', 'SG'];

/** The duration of the ride itself, in seconds of world time. */
export const inUseSeconds = ({ body }: Row<Ride>) => body.hidden.minutes * 15;

/** Whether the fare could be taken now. */
export const affords = ({ body: { hidden } }: Row<Ride>, context: SandboxContext): boolean =>
  accountBalance(context, hidden.payment.account, hidden.payment.unit) >= BigInt(hidden.payment.rawAmount);

/** The whole fare, in the smallest unit. */
export const raw = ({ body }: Row<Ride>): bigint => BigInt(body.hidden.payment.rawAmount);
/** Collects the fare, which the house then holds. */
export function pay(row: Row<Ride>, context: SandboxContext): Ride {
  const { account, unit } = row.body.hidden.payment;
  moveValue(context, account, accounts.rides, unit, raw(row), `ride ${row.id}`);
  return withHidden(row, { held: true });
}

/** Refunds a part of the held fare; the rest stays with the house. */
export function giveBack(row: Row<Ride>, context: SandboxContext, amount: bigint): Ride | undefined {
  const { held, payment } = row.body.hidden;
  if (!held) return undefined;
  moveValue(context, accounts.rides, payment.account, payment.unit, amount, `refund of ride ${row.id}`);
  return withHidden(row, { held: false });
}

/** Settles the fare. A ride that was cut short costs its part of the route; points are credited 1 % back. */
export function finish(row: Row<Ride>, context: SandboxContext): Ride {
  const { payment, userId, held } = row.body.hidden;
  if (!held) return row.body;
  const owed = fareSoFar(row, context);
  if (owed < raw(row)) moveValue(context, accounts.rides, payment.account, payment.unit, raw(row) - owed, `unused part of ride ${row.id}`);
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
  const { decimals } = fiat[row.body.currency];
  const fare = payment.by === 'points' ? toDecimal(owed, decimals) : row.body.fare;
  return { ...withHidden(row, { held: false }), fare };
}

/** At least half of the fare, for a ride that the rider ended on the way. */
function fareSoFar(row: Row<Ride>, context: SandboxContext): bigint {
  const { statusLog } = row.body;
  const cut = statusLog.find(({ status }) => status === 'INUSE_WITH_CANCEL_PENDING');
  const began = statusLog.find(({ status }) => status === 'INUSE');
  if (!cut || !began) return raw(row);
  const share = Math.round((100 * (context.now - Date.parse(began.at))) / (inUseSeconds(row) * second));
  return percent(raw(row), Math.max(50, Math.min(100, share)));
}
