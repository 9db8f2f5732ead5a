// The effects of a payment: collect the value, deliver what was bought, refund both.

import { unitOf } from '../../chain/networks.js';
import { iso, type SandboxContext } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { type Row, rowById, saveRow } from '../../core/rows.js';
import { enterState } from '../../core/state-machine.js';
import { accounts, mint, toBase, toDecimal } from '../balances/currencies.js';
import { accountBalance, moveValue, payIn } from '../balances/ledger.js';
import { assetDecimals, usdValue } from '../balances/prices.js';
import { addVehicle, changeVehicle, type Vehicle, vehicleByNum, vehicles } from '../fleet/vehicle.js';
import { assetOrder, leftOf } from './asset-orders.js';
import type { AssetOrder, AssetPayment } from './asset-rows.js';
import { type ChainParties, homeOf, recordAssetTransaction } from './asset-transactions.js';
import { lease } from './leases.js';
import { offering } from './offering.js';
import { usdc } from './payment-seeds.js';
import { giveShare, sharesOf, takeShares } from './shares.js';
import { restock, vehicleProduct } from './vehicle-products.js';

const holds = (context: SandboxContext, address: string, rawAmount: string): boolean =>
  accountBalance(context, accounts.chain('BASE_SEPOLIA', address), unitOf(usdc)) >= BigInt(rawAmount);

/** Whether the simulated payer can pay now: a bank always, a wallet up to its balance. */
export const canPay = ({ body: { crypto, hidden } }: Row<AssetPayment>, context: SandboxContext): boolean =>
  crypto === null || (hidden.payer !== null && holds(context, hidden.payer, crypto.rawAmount));
/** Whether the value has arrived at the payment's address. */
export const arrived = ({ body: { crypto } }: Row<AssetPayment>, context: SandboxContext): boolean =>
  crypto !== null && holds(context, crypto.toAddress, crypto.rawAmount);

/** The amount of a bank transfer in US cents, minted. */
const cents = (context: SandboxContext, { amount, currency }: AssetPayment): bigint => usdValue(context, amount, currency) / 10_000n;
const bank = mint('bank');

/** Collects the value; one that the user has sent is on the address already. */
export function collect({ id, body }: Row<AssetPayment>, context: SandboxContext): AssetPayment {
  const cause = `payment ${id}`;
  if (body.crypto === null) moveValue(context, bank, accounts.assets, 'USD', cents(context, body), cause);
  else if (body.transactionHash === null) {
    const { toAddress: to, rawAmount } = body.crypto;
    const { hash } = payIn(context, { token: usdc, currencyId: 'USDC', amount: BigInt(rawAmount), cause, from: body.hidden.payer!, to });
    return { ...body, transactionHash: hash };
  }
  return body;
}

/** Refunds the value, and takes back the purchase. */
export function refund(row: Row<AssetPayment>, context: SandboxContext): AssetPayment {
  const { id, body } = row;
  const cause = `refund of payment ${id}`;
  let sentBack: ChainParties | undefined;
  if (body.crypto === null) moveValue(context, accounts.assets, bank, 'USD', cents({ ...context, now: paidSince(row) }, body), cause);
  else {
    const { toAddress: from, rawAmount } = body.crypto;
    sentBack = payIn(context, { token: usdc, currencyId: 'USDC', amount: BigInt(rawAmount), cause, from, to: body.hidden.payer! });
  }
  if (body.paidAt !== null) takeBack(row, context, sentBack);
  return { ...body, refundedAt: iso(context.now) };
}
/** The time at which the value was received; the refund uses the rate of that time. */
const paidSince = ({ body }: Row<AssetPayment>): number =>
  Date.parse(body.statusLog.findLast(({ status }) => status === 'CONFIRM_REQUIRED')!.at);

/** Delivers the purchase; false where it is sold out. */
export function deliver(row: Row<AssetPayment>, context: SandboxContext): boolean {
  const { owner, body } = row;
  if (body.leaseApplicationId !== null) {
    const found = rowById(context, lease, body.leaseApplicationId);
    if (found?.body.status !== 'SELECTED') return false;
    enterState(context, lease, found, 'PAID');
  } else {
    const found = rowById(context, assetOrder, body.orderId!)!;
    const vins = found.body.offeringId === null ? deliverVehicles(row, found, context) : deliverShares(row, found, context);
    if (!vins) return false;
    saveRow(context, assetOrder, found, { ...found.body, vins });
  }
  emit(context, 'activity done', { userId: owner, typeId: 'purchase_asset' });
  return true;
}

/** New vehicles, wholly the buyer's. */
function deliverVehicles(
  { id, owner, body }: Row<AssetPayment>,
  { body: bought }: Row<AssetOrder>,
  context: SandboxContext,
): string[] | undefined {
  const found = rowById(context, vehicleProduct, bought.productId!)!;
  if (found.body.stockLeft < bought.quantity) return undefined;
  restock(context, found, -bought.quantity);
  const { model, price: amount } = found.body;
  const { currency } = bought;
  const transfer = partiesOf(body);
  return Array.from({ length: bought.quantity }, () => {
    const { num, vin } = addVehicle(context, { model, city: homeOf(context, owner!), productId: found.id, ownerUserId: owner });
    giveShare(context, owner!, { num, offeringId: null, amount, currency, share: '100', paymentId: id, at: context.now });
    noteBought(context, owner!, { num, amount, currency, transfer, id, orderId: body.orderId });
    return vin;
  });
}

/** The parts of an offering's vehicles that an amount buys, in the order in which they are sold: each vehicle costs the same. */
function parts(
  context: SandboxContext,
  offeringId: string,
  amount: bigint,
): { readonly vehicle: Vehicle; readonly amount: bigint; readonly share: string }[] {
  const { body } = rowById(context, offering, offeringId)!;
  const all = vehicles(context).filter((one) => one.offeringId === offeringId);
  const count = BigInt(all.length);
  const goal = toBase(body.goalAmount, assetDecimals[body.currency]);
  const from = toBase(body.raisedAmount, assetDecimals[body.currency]);
  return all.flatMap((vehicle, index) => {
    const [begins, ends] = [(goal * BigInt(index)) / count, (goal * BigInt(index + 1)) / count];
    const portion = min(ends, from + amount) - max(begins, from);
    return portion > 0n ? [{ vehicle, amount: portion, share: toDecimal((portion * 100n * 10_000n) / (ends - begins), 4) }] : [];
  });
}
const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);

/** Shares of an offering's vehicles; the offering has raised more, and is CLOSED once it has raised all. */
function deliverShares(
  { id, owner, body }: Row<AssetPayment>,
  { body: bought }: Row<AssetOrder>,
  context: SandboxContext,
): string[] | undefined {
  const found = rowById(context, offering, bought.offeringId!)!;
  const { currency } = bought;
  const decimals = assetDecimals[currency];
  const amount = toBase(bought.amount, decimals);
  if (leftOf(found.body) < amount) return undefined;
  const isInvestor = sharesOf(context, owner!).some((row) => row.body.offeringId === found.id);
  const sold = parts(context, found.id, amount);
  for (const { vehicle, share, amount: part } of sold) {
    const facts = { num: vehicle.num, amount: toDecimal(part, decimals), currency };
    giveShare(context, owner!, { ...facts, offeringId: found.id, share, paymentId: id, at: context.now });
    noteBought(context, owner!, { ...facts, transfer: partiesOf(body), id, orderId: body.orderId });
  }
  const raised = bought.sellsOut ? found.body.goalAmount : toDecimal(toBase(found.body.raisedAmount, decimals) + amount, decimals);
  const more = { raisedAmount: raised, investorCount: found.body.investorCount + (isInvestor ? 0 : 1) };
  const saved = saveRow(context, offering, found, { ...found.body, ...more });
  if (leftOf(saved.body) === 0n && saved.body.status === 'OPEN')
    enterState(context, offering, { ...saved, body: { ...saved.body, endDate: iso(context.now) } }, 'CLOSED');
  return sold.map(({ vehicle }) => vehicle.vin);
}

interface Bought {
  readonly num: number;
  readonly amount: string;
  readonly currency: AssetPayment['currency'];
  readonly transfer: ChainParties | undefined;
  readonly id: string;
  readonly orderId: string | null;
}
/** The transfer on the chain that has paid; undefined for one through a bank. */
const partiesOf = ({ transactionHash: hash, crypto, hidden }: AssetPayment): ChainParties | undefined =>
  hash === null || crypto === null ? undefined : { hash, from: hidden.payer!, to: crypto.toAddress };
function noteBought(context: SandboxContext, owner: string, { id, transfer, ...bought }: Bought): void {
  const facts = { ...bought, paymentId: id };
  recordAssetTransaction(context, owner, { type: 'PURCHASE', ...facts, transfer, cause: `payment ${id} ${facts.num}` });
  recordAssetTransaction(context, owner, { type: 'RECEIVED', ...facts, amount: '0', cause: `token ${id} ${facts.num}` });
}

/** Takes back the purchase: the shares, the vehicles, the part of the offering, the lease. */
function takeBack({ id, owner, body }: Row<AssetPayment>, context: SandboxContext, transfer: ChainParties | undefined): void {
  for (const { body: was } of takeShares(context, id)) {
    const { num, amount, currency } = was;
    const facts = {
      num,
      amount,
      currency,
      transfer,
      orderId: body.orderId,
      paymentId: id,
      cause: `refund of payment ${id} ${num}`,
    };
    recordAssetTransaction(context, owner!, { type: 'RETURN', ...facts });
    recordAssetTransaction(context, owner!, { ...facts, type: 'SENT', amount: '0', transfer: undefined, cause: `token of ${facts.cause}` });
    if (vehicleByNum(context, num).ownerUserId === owner) changeVehicle(context, num, { ownerUserId: null, status: 20 });
  }
  const granted = body.leaseApplicationId === null ? undefined : rowById(context, lease, body.leaseApplicationId);
  if (granted?.body.status === 'PAID' || granted?.body.status === 'RECEIVED') enterState(context, lease, granted, 'CANCELLED');
  const bought = body.orderId === null ? undefined : rowById(context, assetOrder, body.orderId)?.body;
  if (bought?.productId) restock(context, rowById(context, vehicleProduct, bought.productId)!, bought.quantity);
  if (bought?.offeringId) lower(context, owner!, bought);
}

/** An offering has raised less; it does not open again. */
function lower(context: SandboxContext, owner: string, { offeringId, amount, currency }: AssetOrder): void {
  const found = rowById(context, offering, offeringId!)!;
  const raised = toBase(found.body.raisedAmount, assetDecimals[currency]) - toBase(amount, assetDecimals[currency]);
  const isInvestor = sharesOf(context, owner).some(({ body }) => body.offeringId === offeringId);
  const investorCount = found.body.investorCount - (isInvestor ? 0 : 1);
  saveRow(context, offering, found, { ...found.body, raisedAmount: toDecimal(raised, assetDecimals[currency]), investorCount });
}
