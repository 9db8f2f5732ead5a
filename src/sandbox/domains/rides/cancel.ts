// Cancels and retries rides.

import { iso, second } from '../../core/clock.js';
import { type HandlerContext, requireCaller, type SandboxContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { type Row, saveRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { enterState } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { percent, toDecimal } from '../balances/amounts.js';
import { fiat } from '../balances/currencies.js';
import { freeSeconds, lateShare, shareIfEnded } from './fare-payments.js';
import { fareRaw } from './fares.js';
import { refuseSecondRide, requireActiveRide } from './request-ride.js';
import { ride } from './ride.js';
import { type Ride, withHidden } from './ride-row.js';
import { type RideState, recallableStates } from './ride-statuses.js';

/** Where a cancellation is taken (platform 6.4), and where one that waits is. */
const cancellable: readonly RideState[] = ['PAYCONFIRMED', 'PENDING', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED'];
const waitable: readonly RideState[] = ['WAITPAY', 'MATCHED', 'CONFIRMED', 'INUSE'];

const isFree = ({ body }: Row<Ride>, { now }: SandboxContext): boolean =>
  body.hidden.assignedAt === null || now <= Date.parse(body.hidden.assignedAt) + freeSeconds * second;
const isHeld = ({ body }: Row<Ride>, { now }: SandboxContext): boolean =>
  body.hidden.holdUntil !== null && now < Date.parse(body.hidden.holdUntil);

function refuseState({ body }: Row<Ride>, allowed: readonly RideState[], code: string): never {
  return refuse(422, `The ride request is in ${body.status}; it would have to be in ${allowed.join(', ')}.`, code);
}

/** POST .../cancel: free until half a minute after a driver was assigned, later at a fee. */
export function decideRideCancel(row: Row<Ride>, context: HandlerContext): { word: RideState; body: Ride } {
  if (!cancellable.includes(row.body.status)) refuseState(row, cancellable, 'NOT_CANCELLABLE');
  if (isHeld(row, context)) refuse(422, `The payment is held until ${row.body.hidden.holdUntil}.`, 'NOT_CANCELLABLE');
  const body = withHidden(row, { cancelRequestedAt: iso(context.now) });
  return { word: isFree(row, context) ? 'USER_CANCELED' : 'USER_CANCELED_NO_FREE', body };
}

/** The response to a cancellation, in the published words (platform 6.4). */
export function showCancelled({ body }: Row<Ride>): Answer<typeof shapes.Cancelled> {
  const { pickupStartTime, cancelRequestedAt } = body.hidden;
  return {
    isFreeCancel: body.status !== 'USER_CANCELED_NO_FREE' && body.status !== 'INUSE_WITH_CANCEL_PENDING',
    pickupStartTime,
    cancelRequestedAt,
  };
}

/** POST .../cancel-wait: for states in which a plain cancellation is refused. Its effect in each is the sandbox's own. */
export function cancelWait(row: Row<Ride>, context: HandlerContext): Answer<typeof shapes.Cancelled> {
  if (!waitable.includes(row.body.status)) refuseState(row, waitable, 'NOT_CANCELLABLE');
  const body = withHidden(row, { cancelRequestedAt: iso(context.now) });
  if (row.body.status === 'WAITPAY') return showCancelled(enterState(context, ride, { ...row, body }, 'USER_CANCELED_BEFORE_CALL'));
  if (row.body.status === 'INUSE') return showCancelled(enterState(context, ride, { ...row, body }, 'INUSE_WITH_CANCEL_PENDING'));
  const waiting = saveRow(context, ride, row, { ...body, hidden: { ...body.hidden, cancelWhenAssigned: true } });
  return showCancelled(waiting);
}

/** GET /v1/rides/cancel-status: of the ride under way. */
export function showCancelStatus(context: HandlerContext): Answer<typeof shapes.CancelStatus> {
  const row = requireActiveRide(context);
  const { pickupStartTime, cancelRequestedAt, holdUntil } = row.body.hidden;
  const free = isFree(row, context);
  const { fare, currency } = row.body;
  const feeAmount = free ? '0' : toDecimal(percent(fareRaw(fare, currency), shareOfFee(row, context)), fiat[currency].decimals);
  const isCancellable = cancellable.includes(row.body.status) && !isHeld(row, context);
  return { isFreeCancel: free, pickupStartTime, cancelRequestedAt, cancellable: isCancellable, feeAmount, holdUntil };
}

/** The share of the fare that ending a ride costs, in per cent. */
function shareOfFee(row: Row<Ride>, { now }: SandboxContext): number {
  const ended = row.body.statusLog.find(({ status }) => status === 'INUSE_WITH_CANCEL_PENDING');
  return row.body.status === 'INUSE' || ended ? shareIfEnded(row, ended ? Date.parse(ended.at) : now) : lateShare;
}

/** POST .../re-try: the same ride again, for the fare that is still held. A scenario applies to one try. */
export function decideRetry(row: Row<Ride>, context: HandlerContext): { word: RideState; body: Ride } {
  const { status, hidden } = row.body;
  if (!recallableStates.includes(status)) refuseState(row, recallableStates, 'NOT_RETRYABLE');
  if (!hidden.held) refuse(422, 'The fare has been refunded: search again.', 'NOT_RETRYABLE');
  refuseSecondRide(context, requireCaller(context).userId);
  const fresh = { assignedAt: null, pickupStartTime: null, cancelRequestedAt: null, cancelWhenAssigned: false, holdUntil: null };
  const { scenario, ...body } = withHidden(row, fresh);
  return { word: 'PENDING', body: { ...body, tries: body.tries + 1, scenario: scenarioOf(context, ride) } };
}
