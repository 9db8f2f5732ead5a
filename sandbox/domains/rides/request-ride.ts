// Requests, retries and cancels rides, and shows the active ride and its payment.

import { json, optional, text, word } from '../../../src/services/catalogue/define.js';
import { WalletProviderId } from '../../../src/services/catalogue/words.js';
import { houseAddress, madeAddress } from '../../chain/addresses.js';
import { unitOf } from '../../chain/networks.js';
import {
  addMoving,
  badRequest,
  type Context,
  callerId,
  enterState,
  type HandlerContext,
  iso,
  minute,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rows,
  saveRow,
  scenarioOf,
  second,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { accounts, fiat, percent, toDecimal } from '../balances/currencies.js';
import { accountBalance } from '../balances/ledger.js';
import { priceOf } from '../balances/prices.js';
import { linkedAddress } from '../people/main-wallet.js';
import { liveUser } from '../people/user.js';
import { fareRaw } from './fares.js';
import { ride } from './ride.js';
import {
  type FarePayment,
  freeSeconds,
  lateShare,
  type Ride,
  type RideState,
  recallableStates,
  runningStates,
  shareIfEnded,
  withHidden,
  withoutDriver,
} from './ride-row.js';
import { type RideCurrency, requireRideCurrency, type Search, search } from './search.js';

/** Some published names have underscores (platform 6.3). */
const requestBody = {
  searchId: text(),
  productCode: text(),
  payCurrency: text(),
  walletProviderId: optional(word(WalletProviderId)),
  rider: json(),
};
const payWithin = 3 * minute;
const holdMs = 30 * second;

/** Makes the ride, which waits for its payment. */
export const requestRide = view(
  (context): ResponseOf<typeof shapes.RidePayment> => {
    const userId = callerId(context);
    const searchRow = requireRow(context, search, context.body.searchId, userId);
    const productCode = context.body.productCode;
    const product = searchRow.body.products.find((offer) => offer.productCode === productCode);
    if (!product) return refuse(404, `The search has no product ${JSON.stringify(productCode)}.`, 'NOT_FOUND_PRODUCT');
    if (Date.parse(searchRow.body.validUntil) <= context.now)
      refuse(422, 'The search has expired: search again.', 'EXPIRED_SEARCH');
    refuseSecondRide(context, userId);
    const { payment, currency } = paymentFor(context, searchRow, product.payAmount);
    const scenario = scenarioOf(context, ride);
    const walletProviderId = context.body.walletProviderId ?? currency?.providers[0] ?? null;
    const { region, city, origin, destination, durationS } = searchRow.body;
    const body: Omit<Ride, 'status' | 'statusLog'> = {
      scenario,
      region,
      city,
      searchId: searchRow.id,
      productCode,
      origin,
      destination,
      rider: riderOf(context.body.rider),
      fare: product.payAmount,
      currency: product.currency,
      payCurrency: context.body.payCurrency,
      walletProviderId,
      tries: 1,
      requestedAt: iso(context.now),
      hidden: {
        userId,
        minutes: durationS / 60,
        payment,
        held: false,
        ...withoutDriver,
        holdUntil: scenario === 'hold' ? iso(context.now + holdMs) : null,
      },
    };
    return showPayment(addMoving(context, ride, 'WAITPAY', { owner: userId, body }));
  },
  { body: requestBody },
);

/** From points at once, or to an address of a chain. */
export function showPayment({ id, body }: Row<Ride>): ResponseOf<typeof shapes.RidePayment> {
  const { payment } = body.hidden;
  if (payment.by === 'points') return { rideRequestId: id, paidFrom: 'POINT' };
  const { network, token } = requireRideCurrency(body.region, body.payCurrency);
  const expiresAt = iso(Date.parse(body.requestedAt) + payWithin);
  return {
    rideRequestId: id,
    network,
    tokenAddress: token.contractAddress,
    toAddress: houseAddress(network),
    rawAmount: payment.rawAmount,
    expiresAt,
  };
}

function paymentFor(
  context: HandlerContext,
  { body }: Row<Search>,
  amount: string,
): { payment: FarePayment; currency?: RideCurrency } {
  const userId = callerId(context);
  const unit = body.products[0]!.currency;
  if (context.body.payCurrency !== 'POINT') {
    const currency = requireRideCurrency(body.region, context.body.payCurrency as string);
    return { payment: fromWallet(context, userId, currency, Number(amount) / fiat[unit].perUsd), currency };
  }
  const account = accounts.ride(userId, body.region);
  const rawAmount = fareRaw(amount, unit);
  if (accountBalance(context, account, unit) < rawAmount)
    refuse(400, `The ride points of ${body.region} are less than ${amount} ${unit}.`, 'NOT_ENOUGH_BALANCE');
  return { payment: { account, unit, rawAmount: rawAmount.toString(), by: 'points' } };
}

/** The sandbox's wallet of the caller, or the linked one. */
function fromWallet(context: HandlerContext, userId: string, { token }: RideCurrency, usd: number): FarePayment {
  const price = BigInt(Math.round((priceOf(context, token.priceId) ?? 1) * 1e8));
  const usdBase = BigInt(Math.ceil(usd * 1e8)) * 10n ** BigInt(token.decimals);
  const rawAmount = (usdBase + price - 1n) / price;
  const handle = liveUser(context, userId)?.body.handle ?? userId;
  const address = madeAddress(token.network, handle) ?? linkedAddress(context, userId) ?? 'none';
  return {
    account: accounts.chain(token.network, address),
    unit: unitOf(token),
    rawAmount: rawAmount.toString(),
    by: 'wallet',
  };
}

function riderOf(value: unknown): Ride['rider'] {
  const { name, phone } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  if (typeof name === 'string' && name !== '' && typeof phone === 'string' && /^\+[1-9]\d{6,14}$/.test(phone))
    return { name: name.slice(0, 100), phone };
  return badRequest('rider must be {name, phone}, the phone number with + and the country (E.164).');
}

const activeOf = (context: Context, userId: string): Row<Ride> | undefined =>
  rows(context, ride, { owner: userId, status: runningStates }).at(-1);
function refuseSecondRide(context: HandlerContext, userId: string): void {
  const active = activeOf(context, userId);
  if (active) refuse(409, `The ride request ${active.id} is under way (${active.body.status}).`, 'ALREADY_ACTIVE_RIDE');
}

/** The caller's ride under way, or 404. */
const requireActiveRide = (context: HandlerContext): Row<Ride> =>
  activeOf(context, callerId(context)) ?? refuse(404, 'There is no active ride request.', 'NOT_FOUND_RIDE_REQUEST');
/** @throws {Refusal} 404 NOT_FOUND_RIDE_REQUEST */
export const showActiveRide = (context: HandlerContext) => ride.show(requireActiveRide(context), context);

/** The states of `cancel` (platform 6.4) and of `cancel-wait`. */
const cancellable: readonly RideState[] = ['PAYCONFIRMED', 'PENDING', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED'];
const waitable: readonly RideState[] = ['WAITPAY', 'MATCHED', 'CONFIRMED', 'INUSE'];

const isFree = ({ body }: Row<Ride>, { now }: Context): boolean =>
  body.hidden.assignedAt === null || now <= Date.parse(body.hidden.assignedAt) + freeSeconds * second;
const isHeld = ({ body }: Row<Ride>, { now }: Context): boolean =>
  body.hidden.holdUntil !== null && now < Date.parse(body.hidden.holdUntil);

function refuseState({ body }: Row<Ride>, allowed: readonly RideState[], code: string): never {
  return refuse(422, `The ride request is in ${body.status}; it would have to be in ${allowed.join(', ')}.`, code);
}

/** Free until half a minute after the assignment, then at a fee. */
export function decideRideCancel(row: Row<Ride>, context: HandlerContext): { word: RideState; body: Ride } {
  if (!cancellable.includes(row.body.status)) refuseState(row, cancellable, 'NOT_CANCELLABLE');
  if (isHeld(row, context)) refuse(422, `The payment is held until ${row.body.hidden.holdUntil}.`, 'NOT_CANCELLABLE');
  const body = withHidden(row, { cancelRequestedAt: iso(context.now) });
  return { word: isFree(row, context) ? 'USER_CANCELED' : 'USER_CANCELED_NO_FREE', body };
}

/** In the published words (platform 6.4). */
export function showCancelled({ body }: Row<Ride>): ResponseOf<typeof shapes.Cancelled> {
  const { pickupStartTime, cancelRequestedAt } = body.hidden;
  return {
    isFreeCancel: body.status !== 'USER_CANCELED_NO_FREE' && body.status !== 'INUSE_WITH_CANCEL_PENDING',
    pickupStartTime,
    cancelRequestedAt,
  };
}

/** For states that `cancel` refuses. Its effects are the sandbox's own. */
export function cancelWait(row: Row<Ride>, context: HandlerContext): ResponseOf<typeof shapes.Cancelled> {
  if (!waitable.includes(row.body.status)) refuseState(row, waitable, 'NOT_CANCELLABLE');
  const body = withHidden(row, { cancelRequestedAt: iso(context.now) });
  if (row.body.status === 'WAITPAY')
    return showCancelled(enterState(context, ride, { ...row, body }, 'USER_CANCELED_BEFORE_CALL'));
  if (row.body.status === 'INUSE')
    return showCancelled(enterState(context, ride, { ...row, body }, 'INUSE_WITH_CANCEL_PENDING'));
  const waiting = saveRow(context, ride, row, { ...body, hidden: { ...body.hidden, cancelWhenAssigned: true } });
  return showCancelled(waiting);
}

/** Of the ride under way. */
export function showCancelStatus(context: HandlerContext): ResponseOf<typeof shapes.CancelStatus> {
  const row = requireActiveRide(context);
  const { pickupStartTime, cancelRequestedAt, holdUntil } = row.body.hidden;
  const free = isFree(row, context);
  const { fare, currency } = row.body;
  const feeAmount = free
    ? '0'
    : toDecimal(percent(fareRaw(fare, currency), shareOfFee(row, context)), fiat[currency].decimals);
  const isCancellable = cancellable.includes(row.body.status) && !isHeld(row, context);
  return { isFreeCancel: free, pickupStartTime, cancelRequestedAt, cancellable: isCancellable, feeAmount, holdUntil };
}

/** The percentage of the fare for ending a ride. */
function shareOfFee(row: Row<Ride>, { now }: Context): number {
  const ended = row.body.statusLog.find(({ status }) => status === 'INUSE_WITH_CANCEL_PENDING');
  return row.body.status === 'INUSE' || ended ? shareIfEnded(row, ended ? Date.parse(ended.at) : now) : lateShare;
}

/** The same ride, for the held fare. A scenario applies to one try. */
export function decideRetry(row: Row<Ride>, context: HandlerContext): { word: RideState; body: Ride } {
  const { status, hidden } = row.body;
  if (!recallableStates.includes(status)) refuseState(row, recallableStates, 'NOT_RETRYABLE');
  if (!hidden.held) refuse(422, 'The fare has been refunded: search again.', 'NOT_RETRYABLE');
  refuseSecondRide(context, callerId(context));
  const { scenario, ...body } = withHidden(row, withoutDriver);
  return { word: 'PENDING', body: { ...body, tries: body.tries + 1, scenario: scenarioOf(context, ride) } };
}
