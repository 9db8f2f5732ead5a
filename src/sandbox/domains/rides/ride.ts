// Ride requests: the machine of SPEC.md's 24 words. The words are SPEC.md's; their sequence and times are the sandbox's own.
import { iso, second } from '../../core/clock.js';
import { tell } from '../../core/effects.js';
import type { Row } from '../../core/rows.js';
import { type MovingKind, nextOn, type Step, type Way } from '../../core/state-machine.js';
import { type Moment, pickBetween } from '../../core/world.js';
import { percent } from '../balances/amounts.js';
import { driverAt, driverOf } from './driver.js';
import { affords, finish, giveBack, inUseSeconds, lateShare, pay, raw } from './fare-flow.js';
import { type Ride, withHidden } from './ride-body.js';
import { seedRides } from './ride-seeds.js';
import { isRunning, type RideWord, recallable } from './ride-words.js';

const recallSeconds = 600;
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
const scenarios: Readonly<Record<string, Way<Ride>>> = {
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

/** What entering a state does: the fare is taken, held, given back; the times that a cancellation is judged by are noted. */
function entered(row: Row<Ride>, moment: Moment): Ride | { readonly instead: string } | undefined {
  const { hidden, status } = row.body;
  const at = iso(moment.now);
  tellOthers(row, moment);
  if (status === 'PAYCONFIRMED') return affords(row, moment) ? pay(row, moment) : { instead: 'ERROR_PAYMENT' };
  if (status === 'ASSIGNED') return hidden.cancelWhenAssigned ? { instead: 'USER_CANCELED' } : withHidden(row, { assignedAt: at });
  if (status === 'PICKUP') return withHidden(row, { pickupStartTime: at });
  if (status === 'FINISHED') return finish(row, moment);
  if (status === 'USER_CANCELED_NO_FREE') return giveBack(row, moment, raw(row) - percent(raw(row), lateShare));
  if (!isRunning(status) && !recallable.includes(status)) return giveBack(row, moment, raw(row));
  return undefined;
}

/** What the fleet, the missions and the owners' incomes hear of a ride that has found a driver. */
function tellOthers({ id, body }: Row<Ride>, moment: Moment): void {
  const { status, hidden, region, city, fare, currency, scenario } = body;
  const about = { rideId: id, userId: hidden.userId, region, city, fare, currency, own: scenario === 'my vehicle' };
  if (status === 'ASSIGNED' && !hidden.cancelWhenAssigned) tell(moment, 'ride assigned', about);
  else if (status === 'FINISHED') tell(moment, 'ride finished', about);
  else if (hidden.assignedAt !== null && !isRunning(status)) tell(moment, 'ride dropped', about);
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
  word: 'ride',
  scenarios: {
    'not paid': 'EXPIRED_BEFORE_PAY',
    'payment fails': 'ERROR_PAYMENT',
    'no driver': 'NOT_MATCHED',
    'nobody answers': 'EXPIRED_RECALLABLE, then EXPIRED',
    'driver cancels': 'DRIVER_CANCELED_RECALLABLE',
    'driver cancels for good': 'DRIVER_CANCELED',
    'company cancels': 'COMPANY_CANCELED_RECALLABLE',
    'company cancels for good': 'COMPANY_CANCELED',
    breaks: 'ERROR',
    'my vehicle': 'FINISHED, in a vehicle of the caller',
    hold: 'a cancellation is refused for 30 s',
  },
  owned: true,
  show,
  next,
  entered,
  acts: { release: (row, moment) => giveBack(row, moment, raw(row)) ?? row.body },
  seed: (opening) => seedRides(opening, ride),
};
