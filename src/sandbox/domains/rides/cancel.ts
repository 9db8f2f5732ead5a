// Cancelling a ride, and asking for it again.
import { iso, second } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { type Row, saveRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { enter } from '../../core/state-machine.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { percent, toDecimal } from '../balances/amounts.js';
import { fiat } from '../balances/currencies.js';
import { freeSeconds, lateShare } from './fare-flow.js';
import { fareRaw } from './fares.js';
import { refuseSecond, theActive } from './request.js';
import { ride } from './ride.js';
import { type Ride, withHidden } from './ride-body.js';
import { type RideWord, recallable } from './ride-words.js';

/** Where a cancellation is taken (CONTRACT.md section 5), and where one that waits is. */
const cancellable: readonly RideWord[] = ['PAYCONFIRMED', 'PENDING', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED'];
const waitable: readonly RideWord[] = ['WAITPAY', 'MATCHED', 'CONFIRMED', 'INUSE'];

const isFree = ({ body }: Row<Ride>, { now }: Moment): boolean =>
  body.hidden.assignedAt === null || now <= Date.parse(body.hidden.assignedAt) + freeSeconds * second;
const isHeld = ({ body }: Row<Ride>, { now }: Moment): boolean => body.hidden.holdUntil !== null && now < Date.parse(body.hidden.holdUntil);

function refuseState({ body }: Row<Ride>, allowed: readonly RideWord[], code: string): never {
  return refuse(422, `The ride request is in ${body.status}; it would have to be in ${allowed.join(', ')}.`, code);
}

/** POST .../cancel: free until half a minute after a driver was assigned, later at a fee. */
export function decideCancel(row: Row<Ride>, world: World): { word: RideWord; body: Ride } {
  if (!cancellable.includes(row.body.status)) refuseState(row, cancellable, 'NOT_CANCELLABLE');
  if (isHeld(row, world)) refuse(422, `The payment is held until ${row.body.hidden.holdUntil}.`, 'NOT_CANCELLABLE');
  const body = withHidden(row, { cancelRequestedAt: iso(world.now) });
  return { word: isFree(row, world) ? 'USER_CANCELED' : 'USER_CANCELED_NO_FREE', body };
}

/** What a cancellation answers, in the published words (CONTRACT.md section 5). */
export function showCancelled({ body }: Row<Ride>): unknown {
  const { pickupStartTime, cancelRequestedAt } = body.hidden;
  return {
    isFreeCancel: body.status !== 'USER_CANCELED_NO_FREE' && body.status !== 'INUSE_WITH_CANCEL_PENDING',
    pickupStartTime,
    cancelRequestedAt,
  };
}

/** POST .../cancel-wait: for the states in which a plain cancellation is refused. What it does in each is the sandbox's own. */
export function cancelWait(row: Row<Ride>, world: World): unknown {
  if (!waitable.includes(row.body.status)) refuseState(row, waitable, 'NOT_CANCELLABLE');
  const body = withHidden(row, { cancelRequestedAt: iso(world.now) });
  if (row.body.status === 'WAITPAY') return showCancelled(enter(world, ride, { ...row, body }, 'USER_CANCELED_BEFORE_CALL'));
  if (row.body.status === 'INUSE') return showCancelled(enter(world, ride, { ...row, body }, 'INUSE_WITH_CANCEL_PENDING'));
  const waiting = saveRow(world, ride, row, { ...body, hidden: { ...body.hidden, cancelWhenAssigned: true } });
  return showCancelled(waiting);
}

/** GET /v1/rides/cancel-status: of the ride under way. */
export function showCancelStatus(world: World): unknown {
  const row = theActive(world);
  const { pickupStartTime, cancelRequestedAt, holdUntil } = row.body.hidden;
  const free = isFree(row, world);
  const { fare, currency } = row.body;
  const feeAmount = free ? '0' : toDecimal(percent(fareRaw(fare, currency), lateShare), fiat[currency].decimals);
  const takes = cancellable.includes(row.body.status) && !isHeld(row, world);
  return { isFreeCancel: free, pickupStartTime, cancelRequestedAt, cancellable: takes, feeAmount, holdUntil };
}

/** POST .../re-try: the same ride again, for the fare that is still held. A scenario is for one try. */
export function decideRetry(row: Row<Ride>, world: World): { word: RideWord; body: Ride } {
  const { status, hidden } = row.body;
  if (!recallable.includes(status)) refuseState(row, recallable, 'NOT_RETRYABLE');
  if (!hidden.held) refuse(422, 'The fare has been given back: search again.', 'NOT_RETRYABLE');
  refuseSecond(world, caller(world).userId);
  const fresh = { assignedAt: null, pickupStartTime: null, cancelRequestedAt: null, cancelWhenAssigned: false, holdUntil: null };
  const { scenario, ...body } = withHidden(row, fresh);
  return { word: 'PENDING', body: { ...body, tries: body.tries + 1, scenario: scenarioOf(world, ride) } };
}
