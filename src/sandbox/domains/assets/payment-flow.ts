// What a payment moves: the value into the house, what was bought to the buyer, and all of it back.
import { unitOf } from '../../chain/tokens.js';
import { iso } from '../../core/clock.js';
import { tell } from '../../core/effects.js';
import { type Row, rowById, saveRow } from '../../core/rows.js';
import { enter } from '../../core/state-machine.js';
import type { Moment } from '../../core/world.js';
import { accounts, mint } from '../balances/accounts.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { payIn } from '../balances/chain-transfers.js';
import { holding, move } from '../balances/ledger.js';
import { addVehicle, changeVehicle, type Vehicle, vehicleByNum, vehicles } from '../fleet/vehicle.js';
import { homeOf } from './buyers.js';
import { lease } from './leases.js';
import { offering } from './offering.js';
import { leftOf, type Order, order } from './orders.js';
import { type Payment, usdc } from './payments.js';
import { product, restock } from './products.js';
import { giveShare, sharesOf, takeShares } from './shares.js';
import { note } from './transactions.js';
import { assetDecimals, worthOf } from './worth.js';

const holds = (moment: Moment, address: string, rawAmount: string): boolean =>
  holding(moment, accounts.chain('BASE_SEPOLIA', address), unitOf(usdc)) >= BigInt(rawAmount);

/** Whether the hand outside could pay now: a bank always, a wallet what is in it. */
export const canPay = ({ body: { crypto, hidden } }: Row<Payment>, moment: Moment): boolean =>
  crypto === null || (hidden.payer !== null && holds(moment, hidden.payer, crypto.rawAmount));
/** Whether the value has arrived at the payment's address. */
export const arrived = ({ body: { crypto } }: Row<Payment>, moment: Moment): boolean =>
  crypto !== null && holds(moment, crypto.toAddress, crypto.rawAmount);

/** What a bank moves: US dollars in cents, from nowhere. */
const cents = (moment: Moment, { amount, currency }: Payment): bigint => worthOf(moment, amount, currency) / 10_000n;
const bank = mint('bank');

/** Takes what is to be paid; what somebody has sent already is there. */
export function collect({ id, body }: Row<Payment>, moment: Moment): Payment {
  const cause = `payment ${id}`;
  if (body.crypto === null) move(moment, bank, accounts.assets, 'USD', cents(moment, body), cause);
  else if (body.transactionHash === null) {
    const { toAddress: to, rawAmount } = body.crypto;
    const { hash } = payIn(moment, { token: usdc, currencyId: 'USDC', amount: BigInt(rawAmount), cause, from: body.hidden.payer!, to });
    return { ...body, transactionHash: hash };
  }
  return body;
}

/** Gives back what was paid, and takes back what was bought with it. */
export function returnAll(row: Row<Payment>, moment: Moment): Payment {
  const { id, body } = row;
  const cause = `refund of payment ${id}`;
  if (body.crypto === null) move(moment, accounts.assets, bank, 'USD', cents({ ...moment, now: paidSince(row) }, body), cause);
  else {
    const { toAddress: from, rawAmount } = body.crypto;
    payIn(moment, { token: usdc, currencyId: 'USDC', amount: BigInt(rawAmount), cause, from, to: body.hidden.payer! });
  }
  if (body.paidAt !== null) takeBack(row, moment);
  return { ...body, refundedAt: iso(moment.now) };
}
/** When the value came: that is the rate at which it goes back. */
const paidSince = ({ body }: Row<Payment>): number =>
  Date.parse(body.statusLog.findLast(({ status }) => status === 'CONFIRM_REQUIRED')!.at);

/** Hands over what was paid for; false where there is no more of it. */
export function deliver(row: Row<Payment>, moment: Moment): boolean {
  const { owner, id, body } = row;
  if (body.leaseApplicationId !== null) {
    const found = rowById(moment, lease, body.leaseApplicationId);
    if (found?.body.status !== 'SELECTED') return false;
    enter(moment, lease, found, 'PAID');
  } else {
    const found = rowById(moment, order, body.orderId!)!;
    const vins = found.body.offeringId === null ? deliverVehicles(row, found, moment) : deliverShares(row, found, moment);
    if (!vins) return false;
    saveRow(moment, order, found, { ...found.body, vins });
  }
  tell(moment, 'asset paid', { paymentId: id, userId: owner! });
  return true;
}

/** New vehicles, wholly the buyer's. */
function deliverVehicles({ id, owner, body }: Row<Payment>, { body: bought }: Row<Order>, moment: Moment): string[] | undefined {
  const found = rowById(moment, product, bought.productId!)!;
  if (found.body.stockLeft < bought.quantity) return undefined;
  restock(moment, found, -bought.quantity);
  const { model, price: amount } = found.body;
  const { currency } = bought;
  return Array.from({ length: bought.quantity }, () => {
    const { num, vin } = addVehicle(moment, { model, city: homeOf(moment, owner!), productId: found.id, ownerUserId: owner });
    giveShare(moment, owner!, { num, offeringId: null, amount, currency, share: '100', paymentId: id, at: moment.now });
    noteBought(moment, owner!, { num, amount, currency, hash: body.transactionHash, id });
    return vin;
  });
}

/** The parts of an offering's vehicles that an amount buys, in the order in which they are sold: each vehicle costs the same. */
function parts(
  moment: Moment,
  offeringId: string,
  amount: bigint,
): { readonly vehicle: Vehicle; readonly amount: bigint; readonly share: string }[] {
  const { body } = rowById(moment, offering, offeringId)!;
  const all = vehicles(moment).filter((one) => one.offeringId === offeringId);
  const count = BigInt(all.length);
  const goal = toBase(body.goalAmount, assetDecimals[body.currency]);
  const from = toBase(body.raisedAmount, assetDecimals[body.currency]);
  return all.flatMap((vehicle, index) => {
    const [begins, ends] = [(goal * BigInt(index)) / count, (goal * BigInt(index + 1)) / count];
    const of = min(ends, from + amount) - max(begins, from);
    return of > 0n ? [{ vehicle, amount: of, share: toDecimal((of * 100n * 10_000n) / (ends - begins), 4) }] : [];
  });
}
const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);

/** Shares of an offering's vehicles; the offering has raised more, and is CLOSED once it has raised all. */
function deliverShares({ id, owner, body }: Row<Payment>, { body: bought }: Row<Order>, moment: Moment): string[] | undefined {
  const found = rowById(moment, offering, bought.offeringId!)!;
  const { currency } = bought;
  const decimals = assetDecimals[currency];
  const amount = toBase(bought.amount, decimals);
  if (leftOf(found.body) < amount) return undefined;
  const known = sharesOf(moment, owner!).some((row) => row.body.offeringId === found.id);
  const sold = parts(moment, found.id, amount);
  for (const { vehicle, share, amount: part } of sold) {
    const facts = { num: vehicle.num, amount: toDecimal(part, decimals), currency };
    giveShare(moment, owner!, { ...facts, offeringId: found.id, share, paymentId: id, at: moment.now });
    noteBought(moment, owner!, { ...facts, hash: body.transactionHash, id });
  }
  const raised = bought.sellsOut ? found.body.goalAmount : toDecimal(toBase(found.body.raisedAmount, decimals) + amount, decimals);
  const more = { raisedAmount: raised, investorCount: found.body.investorCount + (known ? 0 : 1) };
  const saved = saveRow(moment, offering, found, { ...found.body, ...more });
  if (leftOf(saved.body) === 0n && saved.body.status === 'OPEN')
    enter(moment, offering, { ...saved, body: { ...saved.body, endDate: iso(moment.now) } }, 'CLOSED');
  return sold.map(({ vehicle }) => vehicle.vin);
}

interface Bought {
  readonly num: number;
  readonly amount: string;
  readonly currency: Payment['currency'];
  readonly hash: string | null;
  readonly id: string;
}
function noteBought(moment: Moment, owner: string, { id, hash, ...facts }: Bought): void {
  note(moment, owner, { type: 'PURCHASE', ...facts, hash, cause: `payment ${id} ${facts.num}` });
  note(moment, owner, { type: 'RECEIVED', ...facts, amount: '0', cause: `token ${id} ${facts.num}` });
}

/** The house has again what was sold: the shares, the vehicles, the place in the offering, the lease. */
function takeBack({ id, owner, body }: Row<Payment>, moment: Moment): void {
  for (const { body: was } of takeShares(moment, id)) {
    const { num, amount, currency } = was;
    note(moment, owner!, { type: 'RETURN', num, amount, currency, cause: `refund of payment ${id} ${num}` });
    if (vehicleByNum(moment, num).ownerUserId === owner) changeVehicle(moment, num, { ownerUserId: null, status: 20 });
  }
  const granted = body.leaseApplicationId === null ? undefined : rowById(moment, lease, body.leaseApplicationId);
  if (granted?.body.status === 'PAID' || granted?.body.status === 'RECEIVED') enter(moment, lease, granted, 'CANCELLED');
  const bought = body.orderId === null ? undefined : rowById(moment, order, body.orderId)?.body;
  if (bought?.productId) restock(moment, rowById(moment, product, bought.productId)!, bought.quantity);
  if (bought?.offeringId) lower(moment, owner!, bought);
}

/** An offering has raised less; it does not open again. */
function lower(moment: Moment, owner: string, { offeringId, amount, currency }: Order): void {
  const found = rowById(moment, offering, offeringId!)!;
  const raised = toBase(found.body.raisedAmount, assetDecimals[currency]) - toBase(amount, assetDecimals[currency]);
  const still = sharesOf(moment, owner).some(({ body }) => body.offeringId === offeringId);
  const investorCount = found.body.investorCount - (still ? 0 : 1);
  saveRow(moment, offering, found, { ...found.body, raisedAmount: toDecimal(raised, assetDecimals[currency]), investorCount });
}
