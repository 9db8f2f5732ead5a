// Ride requests: the state machine of the 24 statuses of platform 6.1. Their sequence and times are the sandbox's own.

import { iso, second } from '../../core/clock.js';
import { type SandboxContext, seededInteger } from '../../core/context.js';
import { emit } from '../../core/events.js';
import type { Row } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { nextStep, type StateMachine, type Step, stepOnTimelines, type Timeline } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { percent } from '../balances/amounts.js';
import { driverAt, driverOf } from './driver.js';
import { affords, finish, giveBack, inUseSeconds, lateShare, pay, raw, stopAfter } from './fare-payments.js';
import { type Ride, withHidden } from './ride-row.js';
import { seedRides } from './ride-seeds.js';
import { isUnderWay, type RideState, recallableStates } from './ride-statuses.js';

const recallSeconds = 600;
const happy: Timeline<Ride> = [
  ['WAITPAY', ({ body }) => (body.hidden.payment.by === 'points' ? 1 : 6)],
  ['PAYCONFIRMED', 2],
  ['PENDING', 8],
  ['MATCHED', 2],
  ['CONFIRMED', 2],
  ['ASSIGNED', 3],
  ['PICKUP', (row, context) => seededInteger(context, 'ride', row.id, `pickup ${row.body.tries}`, 60, 120)],
  ['PICKUP_ARRIVED', 20],
  ['INUSE', inUseSeconds],
  ['FINISHED'],
];
const always: Timeline<Ride> = [['INUSE_WITH_CANCEL_PENDING', stopAfter], ['FINISHED']];
const unpaid: Timeline<Ride> = [['WAITPAY', 180], ['EXPIRED_BEFORE_PAY']];

/** Nobody has taken the ride, and nobody has tried again. */
const expired: Timeline<Ride> = [['EXPIRED_RECALLABLE', recallSeconds], ['EXPIRED']];

function next(row: Row<Ride>, context: SandboxContext): Step | undefined {
  const { status, hidden } = row.body;
  if (recallableStates.includes(status) && status !== 'EXPIRED_RECALLABLE')
    return hidden.held ? { target: 'release', at: context.now + recallSeconds * second } : undefined;
  // The simulated wallet app only pays what the wallet has.
  const broke = status === 'WAITPAY' && hidden.payment.by === 'wallet' && !affords(row, context);
  return broke ? nextStep([unpaid], row, context) : stepOnTimelines(ride, row, context);
}

/** Collects, holds or refunds the fare, and stores the times that the cancellation fee depends on. */
function onEnter(row: Row<Ride>, context: SandboxContext): Ride | { readonly redirectTo: string } | undefined {
  const { hidden, status } = row.body;
  const at = iso(context.now);
  emitRideEvents(row, context);
  if (status === 'PAYCONFIRMED') return affords(row, context) ? pay(row, context) : { redirectTo: 'ERROR_PAYMENT' };
  if (status === 'ASSIGNED') return hidden.cancelWhenAssigned ? { redirectTo: 'USER_CANCELED' } : withHidden(row, { assignedAt: at });
  if (status === 'PICKUP') return withHidden(row, { pickupStartTime: at });
  if (status === 'FINISHED') return finish(row, context);
  if (status === 'USER_CANCELED_NO_FREE') return giveBack(row, context, raw(row) - percent(raw(row), lateShare));
  if (!isUnderWay(status) && !recallableStates.includes(status)) return giveBack(row, context, raw(row));
  return undefined;
}

/** Emits the events of a ride that has a driver, for the fleet, the missions and the owners' incomes. */
function emitRideEvents({ id, body }: Row<Ride>, context: SandboxContext): void {
  const { status, hidden, region, city, fare, currency, scenario } = body;
  const data = { rideId: id, userId: hidden.userId, region, city, fare, currency, own: scenario === 'my vehicle' };
  if (status === 'ASSIGNED' && !hidden.cancelWhenAssigned) emit(context, 'ride assigned', data);
  else if (status === 'FINISHED') emit(context, 'ride finished', data);
  else if (hidden.assignedAt !== null && !isUnderWay(status)) emit(context, 'ride dropped', data);
}

const messages: Readonly<Partial<Record<RideState, string>>> = {
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

/** A ride request as a response. */
function show({ id, body: { hidden, scenario, ...shown } }: Row<Ride>, context: SandboxContext) {
  const ride = { id, ...shown, statusMessage: messages[shown.status] ?? null };
  const withDriver = hidden.assignedAt !== null && shown.status !== 'PENDING';
  const driverInfo = withDriver ? driverOf(context, id, shown, scenario === 'my vehicle') : null;
  const driverLocation = withDriver && isUnderWay(shown.status) ? driverAt(context, id, shown, hidden.minutes) : null;
  return { ...ride, driverInfo, driverLocation, rideShareUrl: withDriver ? `https://rides.sandbox.invalid/${id}` : null };
}

export const ride: StateMachine<Ride, Answer<typeof shapes.RideRequest>> = {
  name: 'ride',
  table: 'ride_request',
  noun: 'RIDE_REQUEST',
  scenarioPrefix: 'ride',
  scenarios: {
    'not paid': ['EXPIRED_BEFORE_PAY', unpaid],
    'payment fails': ['ERROR_PAYMENT', [['WAITPAY', 6], ['ERROR_PAYMENT']]],
    'no driver': ['NOT_MATCHED', [['PENDING', 60], ['NOT_MATCHED']]],
    'nobody answers': ['EXPIRED_RECALLABLE, then EXPIRED', [['PENDING', 60], ['EXPIRED_RECALLABLE', recallSeconds], ['EXPIRED']]],
    'driver cancels': ['DRIVER_CANCELED_RECALLABLE', [['PICKUP', 20], ['DRIVER_CANCELED_RECALLABLE']]],
    'driver cancels for good': ['DRIVER_CANCELED', [['PICKUP', 20], ['DRIVER_CANCELED']]],
    'company cancels': ['COMPANY_CANCELED_RECALLABLE', [['ASSIGNED', 5], ['COMPANY_CANCELED_RECALLABLE']]],
    'company cancels for good': ['COMPANY_CANCELED', [['ASSIGNED', 5], ['COMPANY_CANCELED']]],
    breaks: ['ERROR', [['INUSE', 20], ['ERROR']]],
    'my vehicle': 'FINISHED, in a vehicle of the caller',
    hold: 'a cancellation is refused for 30 s',
  },
  owned: true,
  show,
  timelines: () => [happy, always, expired],
  next,
  onEnter,
  actions: { release: (row, context) => giveBack(row, context, raw(row)) ?? row.body },
  seed: (opening) => seedRides(opening, ride),
};
