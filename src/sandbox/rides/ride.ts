// Ride requests: the machine of SPEC.md's 24 words. The words are SPEC.md's; their sequence and times are the sandbox's own.
import type { City, Fiat, Region, WalletProviderId } from '../../services/words.js';
import { iso, second } from '../clock.js';
import { type Moving, type MovingKind, nextOn, type Step, type Way } from '../machine.js';
import { accounts } from '../money/accounts.js';
import { percent, toDecimal } from '../money/amounts.js';
import { fiat } from '../money/currencies.js';
import { holding, move } from '../money/ledger.js';
import type { Row } from '../rows.js';
import { type Moment, pickBetween } from '../world.js';
import type { Point } from './cities.js';
import { driverAt, driverOf } from './driver.js';
import { seedRides } from './ride-seeds.js';
import { isRunning, type RideWord, recallable } from './ride-words.js';

export interface Stop extends Point {
  readonly name: string;
  readonly address: string;
}
/** Where the fare comes from, and how much of what. `rawAmount` is in the smallest unit. */
export interface Payment {
  readonly account: string;
  readonly unit: string;
  readonly rawAmount: string;
  readonly by: 'points' | 'wallet';
}
/** A ride request as stored. Names are the sandbox's own, where the published ride vocabulary has none (CONTRACT.md section 5). */
export interface Ride extends Moving {
  readonly status: RideWord;
  readonly region: (typeof Region)[number];
  readonly city: (typeof City)[number];
  readonly searchId: string;
  readonly productCode: string;
  readonly origin: Stop;
  readonly destination: Stop;
  readonly rider: { readonly name: string; readonly phone: string };
  /** In whole units of `currency`. */
  readonly fare: string;
  readonly currency: (typeof Fiat)[number];
  readonly payCurrency: string;
  readonly walletProviderId: (typeof WalletProviderId)[number] | null;
  readonly tries: number;
  readonly requestedAt: string;
  readonly hidden: Hidden;
}
interface Hidden {
  readonly userId: string;
  readonly minutes: number;
  readonly payment: Payment;
  /** Whether the house holds the fare. */
  readonly held: boolean;
  readonly assignedAt: string | null;
  readonly pickupStartTime: string | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelWhenAssigned: boolean;
  readonly holdUntil: string | null;
}

const recallSeconds = 600;
/** A cancellation costs nothing until this long after a driver was assigned (seconds), and then this share of the fare. */
export const freeSeconds = 30;
export const lateShare = 30;
const cashbackShare = 1;
const regionsWithCashback: readonly string[] = ['KH', 'SG'];

const inUseSeconds = ({ body }: Row<Ride>) => body.hidden.minutes * 15;
const happy: Way<Ride> = [
  ['WAITPAY', ({ body }) => (body.hidden.payment.by === 'points' ? 1 : 6)],
  ['PAYCONFIRMED', 2],
  ['PENDING', 8],
  ['MATCHED', 2],
  ['CONFIRMED', 2],
  ['ASSIGNED', 3],
  ['PICKUP', (row, moment) => pickBetween(moment, 'ride', row.id, `pickup ${row.body.tries}`, 60, 120)],
  ['PICKUP_ARRIVED', 20],
  ['INUSE', inUseSeconds],
  ['FINISHED'],
];
const always: Way<Ride> = [['INUSE_WITH_CANCEL_PENDING', 15], ['FINISHED']];
const unpaid: Way<Ride> = [['WAITPAY', 180], ['EXPIRED_BEFORE_PAY']];

/** Other ways through, by the name that `X-Sandbox-Scenario: ride: ...` gives. Where one says nothing, the ordinary way goes on. */
export const scenarios: Readonly<Record<string, Way<Ride>>> = {
  'not paid': unpaid,
  'payment fails': [['WAITPAY', 6], ['ERROR_PAYMENT']],
  'no driver': [['PENDING', 60], ['NOT_MATCHED']],
  'nobody answers': [['PENDING', 60], ['EXPIRED_RECALLABLE', recallSeconds], ['EXPIRED']],
  'driver cancels': [['PICKUP', 20], ['DRIVER_CANCELED_RECALLABLE']],
  'driver cancels for good': [['PICKUP', 20], ['DRIVER_CANCELED']],
  'company cancels': [['ASSIGNED', 5], ['COMPANY_CANCELED_RECALLABLE']],
  'company cancels for good': [['ASSIGNED', 5], ['COMPANY_CANCELED']],
  breaks: [['INUSE', 20], ['ERROR']],
  'my vehicle': [],
  hold: [],
};

function next(row: Row<Ride>, moment: Moment): Step | undefined {
  const { status, scenario, hidden } = row.body;
  const expires = status === 'EXPIRED_RECALLABLE';
  if (recallable.includes(status) && !expires)
    return hidden.held ? { word: 'release', at: moment.now + recallSeconds * second } : undefined;
  // The hand outside that pays from a wallet pays nothing that is not there.
  const broke = status === 'WAITPAY' && hidden.payment.by === 'wallet' && !affords(row, moment);
  const own = scenario === undefined ? undefined : scenarios[scenario];
  const last = expires ? scenarios['nobody answers'] : always;
  return nextOn([broke ? unpaid : undefined, own, happy, last], row, moment);
}

const affords = ({ body: { hidden } }: Row<Ride>, moment: Moment): boolean =>
  holding(moment, hidden.payment.account, hidden.payment.unit) >= BigInt(hidden.payment.rawAmount);

/** What entering a state does: the fare is taken, held, given back; the times that a cancellation is judged by are noted. */
function entered(row: Row<Ride>, moment: Moment): Ride | { readonly instead: string } | undefined {
  const { hidden, status } = row.body;
  const at = iso(moment.now);
  if (status === 'PAYCONFIRMED') return affords(row, moment) ? pay(row, moment) : { instead: 'ERROR_PAYMENT' };
  if (status === 'ASSIGNED') return hidden.cancelWhenAssigned ? { instead: 'USER_CANCELED' } : withHidden(row, { assignedAt: at });
  if (status === 'PICKUP') return withHidden(row, { pickupStartTime: at });
  if (status === 'FINISHED') return finish(row, moment);
  if (status === 'USER_CANCELED_NO_FREE') return giveBack(row, moment, raw(row) - percent(raw(row), lateShare));
  if (!isRunning(status) && !recallable.includes(status)) return giveBack(row, moment, raw(row));
  return undefined;
}

const raw = ({ body }: Row<Ride>): bigint => BigInt(body.hidden.payment.rawAmount);
export const withHidden = ({ body }: Row<Ride>, change: Partial<Hidden>): Ride => ({ ...body, hidden: { ...body.hidden, ...change } });

function pay(row: Row<Ride>, moment: Moment): Ride {
  const { account, unit } = row.body.hidden.payment;
  move(moment, account, accounts.rides, unit, raw(row), `ride ${row.id}`);
  return withHidden(row, { held: true });
}

/** Gives a part of the held fare back; what is left stays with the house. */
function giveBack(row: Row<Ride>, moment: Moment, amount: bigint): Ride | undefined {
  const { held, payment } = row.body.hidden;
  if (!held) return undefined;
  move(moment, accounts.rides, payment.account, payment.unit, amount, `refund of ride ${row.id}`);
  return withHidden(row, { held: false });
}

/** The fare is the house's now; a ride that was cut short costs its part of the way; points come back with a hundredth. */
function finish(row: Row<Ride>, moment: Moment): Ride {
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

const messages: Readonly<Partial<Record<RideWord, string>>> = {
  WAITPAY: 'Waiting for payment',
  PAYCONFIRMED: 'Paid',
  PENDING: 'Looking for a driver',
  ASSIGNED: 'A driver has accepted',
  PICKUP: 'The driver is on the way',
  PICKUP_ARRIVED: 'The driver is waiting',
  INUSE: 'On the way',
  FINISHED: 'Arrived',
  NOT_MATCHED: 'No driver was found',
};

/** A ride request as it is answered. */
function show({ id, body: { hidden, scenario, ...shown } }: Row<Ride>, moment: Moment): unknown {
  const ride = { id, ...shown, statusMessage: messages[shown.status] ?? null };
  const withDriver = hidden.assignedAt !== null && shown.status !== 'PENDING';
  const driverInfo = withDriver ? driverOf(moment, id, shown, scenario === 'my vehicle') : null;
  const driverLocation = withDriver && isRunning(shown.status) ? driverAt(moment, id, shown, hidden.minutes) : null;
  return { ...ride, driverInfo, driverLocation, rideShareUrl: withDriver ? `https://rides.sandbox.invalid/${id}` : null };
}

export const ride: MovingKind<Ride> = {
  name: 'ride',
  table: 'ride_request',
  noun: 'RIDE_REQUEST',
  owned: true,
  show,
  next,
  entered,
  acts: { release: (row, moment) => giveBack(row, moment, raw(row)) ?? row.body },
  seed: (opening) => seedRides(opening, ride),
};
