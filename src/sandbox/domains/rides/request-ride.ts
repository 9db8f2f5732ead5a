// Requests a ride, and shows the active one and its payment.

import { json, optional, text, word } from '../../../services/catalogue/define.js';
import { WalletProviderId } from '../../../services/catalogue/words.js';
import { houseAddress, madeAddress } from '../../chain/addresses.js';
import { unitOf } from '../../chain/tokens.js';
import { iso, minute, second } from '../../core/clock.js';
import { type HandlerContext, requireCaller, type SandboxContext } from '../../core/context.js';
import { notFound, refuse } from '../../core/refusal.js';
import { type Row, requireRow, rows } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { addMoving } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { fiat } from '../balances/currencies.js';
import { accountBalance } from '../balances/ledger.js';
import { accounts } from '../balances/ledger-accounts.js';
import { priceOf } from '../balances/prices.js';
import { mainWallet } from '../people/main-wallet.js';
import { liveUser } from '../people/user.js';
import { fareRaw } from './fares.js';
import { ride } from './ride.js';
import { type RideCurrency, requireRideCurrency } from './ride-currencies.js';
import type { FarePayment, Ride } from './ride-row.js';
import { runningStates } from './ride-statuses.js';
import { type Search, search } from './search.js';

/** The body of pre-request; the published ride vocabulary spells some names with underscores (platform 6.3). */
export const requestBody = {
  searchId: text(),
  productCode: text(),
  payCurrency: text(),
  walletProviderId: optional(word(WalletProviderId)),
  rider: json(),
};
const payWithin = 3 * minute;
const holdMs = 30 * second;

/** POST /v1/rides/pre-request: makes the ride, which waits for its payment. */
export function requestRide(context: HandlerContext): Answer<typeof shapes.RidePayment> {
  const { userId } = requireCaller(context);
  const found = requireRow(context, search, context.body.searchId as string, userId);
  const productCode = context.body.productCode as string;
  const product = found.body.products.find((one) => one.productCode === productCode);
  if (!product) return refuse(404, `The search has no product ${JSON.stringify(productCode)}.`, 'NOT_FOUND_PRODUCT');
  if (Date.parse(found.body.validUntil) <= context.now) refuse(422, 'The search has expired: search again.', 'EXPIRED_SEARCH');
  refuseSecondRide(context, userId);
  const { payment, currency } = paymentFor(context, found, product.payAmount);
  const scenario = scenarioOf(context, ride);
  const walletProviderId = (context.body.walletProviderId as Ride['walletProviderId']) ?? currency?.providers[0] ?? null;
  const { region, city, origin, destination, durationS } = found.body;
  const body: Omit<Ride, 'status' | 'statusLog'> = {
    scenario,
    region,
    city,
    searchId: found.id,
    productCode,
    origin,
    destination,
    rider: riderOf(context.body.rider),
    fare: product.payAmount,
    currency: product.currency,
    payCurrency: context.body.payCurrency as string,
    walletProviderId,
    tries: 1,
    requestedAt: iso(context.now),
    hidden: {
      userId,
      minutes: durationS / 60,
      payment,
      held: false,
      assignedAt: null,
      pickupStartTime: null,
      cancelRequestedAt: null,
      cancelWhenAssigned: false,
      holdUntil: scenario === 'hold' ? iso(context.now + holdMs) : null,
    },
  };
  return showPayment(addMoving(context, ride, 'WAITPAY', { owner: userId, body }));
}

/** How a ride is to be paid: from points at once, or to an address of a chain. */
export function showPayment({ id, body }: Row<Ride>): Answer<typeof shapes.RidePayment> {
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

function paymentFor(context: HandlerContext, { body }: Row<Search>, amount: string): { payment: FarePayment; currency?: RideCurrency } {
  const { userId } = requireCaller(context);
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

/** The wallet is the caller's main one, or the one that the sandbox made for them where that has no address. */
function fromWallet(context: HandlerContext, userId: string, { token }: RideCurrency, usd: number): FarePayment {
  const price = BigInt(Math.round((priceOf(context, token.priceId) ?? 1) * 1e8));
  const usdBase = BigInt(Math.ceil(usd * 1e8)) * 10n ** BigInt(token.decimals);
  const rawAmount = (usdBase + price - 1n) / price;
  const handle = liveUser(context, userId)?.body.handle ?? userId;
  const linked = rows(context, mainWallet, { owner: userId }).find(({ body }) => body.verified);
  const address = madeAddress(token.network, handle) ?? linked?.body.address ?? 'none';
  return { account: accounts.chain(token.network, address), unit: unitOf(token), rawAmount: rawAmount.toString(), by: 'wallet' };
}

function riderOf(value: unknown): Ride['rider'] {
  const { name, phone } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  if (typeof name === 'string' && name !== '' && typeof phone === 'string' && /^\+[1-9]\d{6,14}$/.test(phone))
    return { name: name.slice(0, 100), phone };
  return refuse(400, 'rider must be {name, phone}, the phone number with + and the country (E.164).', 'INVALID_REQUEST');
}

const activeOf = (context: SandboxContext, userId: string): Row<Ride> | undefined =>
  rows(context, ride, { owner: userId, status: runningStates }).at(-1);
/** Refuses a second ride at once. */
export function refuseSecondRide(context: HandlerContext, userId: string): void {
  const active = activeOf(context, userId);
  if (active) refuse(409, `The ride request ${active.id} is under way (${active.body.status}).`, 'ALREADY_ACTIVE_RIDE');
}

/** The caller's ride under way, or 404. */
export const requireActiveRide = (context: HandlerContext): Row<Ride> =>
  activeOf(context, requireCaller(context).userId) ?? notFound('RIDE_REQUEST', 'active');
export const showActiveRide = (context: HandlerContext): Answer<typeof shapes.RideRequest> =>
  ride.show(requireActiveRide(context), context);
