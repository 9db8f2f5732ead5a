// Asking for a ride, watching it, cancelling it, asking again.
import { json, optional, text, word } from '../../../services/catalogue/define.js';
import { WalletProviderId } from '../../../services/catalogue/words.js';
import { houseAddress, madeAddress } from '../../chain/addresses.js';
import { unitOf } from '../../chain/tokens.js';
import { iso, minute, second } from '../../core/clock.js';
import { notFound, refuse } from '../../core/refusal.js';
import { addRow, type Row, rows, theRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { schedule } from '../../core/state-machine.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { accounts } from '../balances/accounts.js';
import { fiat } from '../balances/currencies.js';
import { holding } from '../balances/ledger.js';
import { priceOf } from '../balances/prices.js';
import { liveUser } from '../people/user.js';
import { mainWallet } from '../people/wallet-entity.js';
import { type RideCurrency, theRideCurrency } from './currencies.js';
import { fareRaw } from './fares.js';
import { ride } from './ride.js';
import type { Payment, Ride } from './ride-body.js';
import { running } from './ride-words.js';
import { type Search, search } from './search.js';

/** The names that pre-request takes; the published ride vocabulary spells some of them with underscores (CONTRACT.md section 5). */
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
export function requestRide(world: World): unknown {
  const { userId } = caller(world);
  const found = theRow(world, search, world.body.searchId as string, userId);
  const productCode = world.body.productCode as string;
  const product = found.body.products.find((one) => one.productCode === productCode);
  if (!product) return refuse(404, `The search has no product ${JSON.stringify(productCode)}.`, 'NOT_FOUND_PRODUCT');
  if (Date.parse(found.body.validUntil) <= world.now) refuse(422, 'The search has expired: search again.', 'EXPIRED_SEARCH');
  refuseSecond(world, userId);
  const { payment, currency } = paymentFor(world, found, product.payAmount);
  const scenario = scenarioOf(world, ride);
  const walletProviderId = (world.body.walletProviderId as Ride['walletProviderId']) ?? currency?.providers[0] ?? null;
  const at = iso(world.now);
  const { region, city, origin, destination, durationS } = found.body;
  const body: Ride = {
    status: 'WAITPAY',
    scenario,
    region,
    city,
    searchId: found.id,
    productCode,
    origin,
    destination,
    rider: riderOf(world.body.rider),
    fare: product.payAmount,
    currency: product.currency,
    payCurrency: world.body.payCurrency as string,
    walletProviderId,
    tries: 1,
    requestedAt: at,
    statusLog: [{ status: 'WAITPAY', at }],
    hidden: {
      userId,
      minutes: durationS / 60,
      payment,
      held: false,
      assignedAt: null,
      pickupStartTime: null,
      cancelRequestedAt: null,
      cancelWhenAssigned: false,
      holdUntil: scenario === 'hold' ? iso(world.now + holdMs) : null,
    },
  };
  const made = addRow(world, ride, { owner: userId, at: world.now, body });
  schedule(world, ride, made);
  return showPayment(made);
}

/** How a ride is to be paid: from points at once, or to an address of a chain. */
export function showPayment({ id, body }: Row<Ride>): unknown {
  const { payment } = body.hidden;
  if (payment.by === 'points') return { rideRequestId: id, paidFrom: 'POINT' };
  const { network, token } = theRideCurrency(body.region, body.payCurrency);
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

function paymentFor(world: World, { body }: Row<Search>, amount: string): { payment: Payment; currency?: RideCurrency } {
  const { userId } = caller(world);
  const unit = body.products[0]!.currency;
  if (world.body.payCurrency !== 'POINT') {
    const currency = theRideCurrency(body.region, world.body.payCurrency as string);
    return { payment: fromWallet(world, userId, currency, Number(amount) / fiat[unit].perUsd), currency };
  }
  const account = accounts.ride(userId, body.region);
  const rawAmount = fareRaw(amount, unit);
  if (holding(world, account, unit) < rawAmount)
    refuse(400, `The ride points of ${body.region} are less than ${amount} ${unit}.`, 'NOT_ENOUGH_BALANCE');
  return { payment: { account, unit, rawAmount: rawAmount.toString(), by: 'points' } };
}

/** The wallet is the caller's main one, or the one that the sandbox made for them where that has no address. */
function fromWallet(world: World, userId: string, { token }: RideCurrency, usd: number): Payment {
  const price = BigInt(Math.round((priceOf(world, token.priceId) ?? 1) * 1e8));
  const worth = BigInt(Math.ceil(usd * 1e8)) * 10n ** BigInt(token.decimals);
  const rawAmount = (worth + price - 1n) / price;
  const handle = liveUser(world, userId)?.body.handle ?? userId;
  const linked = rows(world, mainWallet, { owner: userId }).find(({ body }) => body.verified);
  const address = madeAddress(token.network, handle) ?? linked?.body.address ?? 'none';
  return { account: accounts.chain(token.network, address), unit: unitOf(token), rawAmount: rawAmount.toString(), by: 'wallet' };
}

function riderOf(given: unknown): Ride['rider'] {
  const { name, phone } = (typeof given === 'object' && given !== null ? given : {}) as Readonly<Record<string, unknown>>;
  if (typeof name === 'string' && name !== '' && typeof phone === 'string' && /^\+[1-9]\d{6,14}$/.test(phone))
    return { name: name.slice(0, 100), phone };
  return refuse(400, 'rider must be {name, phone}, the phone number with + and the country (E.164).', 'INVALID_REQUEST');
}

const activeOf = (moment: Moment, userId: string): Row<Ride> | undefined => rows(moment, ride, { owner: userId, status: running }).at(-1);
/** Refuses a second ride at once. */
export function refuseSecond(world: World, userId: string): void {
  const active = activeOf(world, userId);
  if (active) refuse(409, `The ride request ${active.id} is under way (${active.body.status}).`, 'ALREADY_ACTIVE_RIDE');
}

/** The caller's ride under way, or 404. */
export const theActive = (world: World): Row<Ride> => activeOf(world, caller(world).userId) ?? notFound('RIDE_REQUEST', 'active');
export const showActive = (world: World): unknown => ride.show(theActive(world), world);
