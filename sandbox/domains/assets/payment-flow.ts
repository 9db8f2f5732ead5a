// The effects of a payment: collects the value, delivers the purchase, refunds both.

import { unitOf } from '../../chain/networks.js';
import { type Context, emit, enterState, iso, type Row, rowById, saveRow } from '../../core/index.js';
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

const holds = (context: Context, address: string, rawAmount: string): boolean =>
  accountBalance(context, accounts.chain('BASE_SEPOLIA', address), unitOf(usdc)) >= BigInt(rawAmount);

/** A bank can always pay, a wallet up to its balance. */
export const canPay = ({ body: { crypto, hidden } }: Row<AssetPayment>, context: Context): boolean =>
  crypto === null || (hidden.payer !== null && holds(context, hidden.payer, crypto.rawAmount));
/** Whether the payment address holds the full amount. */
export const arrived = ({ body: { crypto } }: Row<AssetPayment>, context: Context): boolean =>
  crypto !== null && holds(context, crypto.toAddress, crypto.rawAmount);

/** A bank transfer in US cents. */
const cents = (context: Context, { amount, currency }: AssetPayment): bigint =>
  usdValue(context, amount, currency) / 10_000n;
const bank = mint('bank');

/** Collects the value, unless the user has sent it. */
export function collect({ id, body }: Row<AssetPayment>, context: Context): AssetPayment {
  const cause = `payment ${id}`;
  if (body.crypto === null) moveValue(context, bank, accounts.assets, 'USD', cents(context, body), cause);
  else if (body.transactionHash === null) {
    const { toAddress: to, rawAmount } = body.crypto;
    const { hash } = payIn(context, {
      token: usdc,
      currencyId: 'USDC',
      amount: BigInt(rawAmount),
      cause,
      from: body.hidden.payer!,
      to,
    });
    return { ...body, transactionHash: hash };
  }
  return body;
}

/** Refunds the value and takes back the purchase. */
export function refund(row: Row<AssetPayment>, context: Context): AssetPayment {
  const { id, body } = row;
  const cause = `refund of payment ${id}`;
  let sentBack: ChainParties | undefined;
  if (body.crypto === null)
    moveValue(context, accounts.assets, bank, 'USD', cents({ ...context, now: paidSince(row) }, body), cause);
  else {
    const { toAddress: from, rawAmount } = body.crypto;
    sentBack = payIn(context, {
      token: usdc,
      currencyId: 'USDC',
      amount: BigInt(rawAmount),
      cause,
      from,
      to: body.hidden.payer!,
    });
  }
  if (body.paidAt !== null) takeBack(row, context, sentBack);
  return { ...body, refundedAt: iso(context.now) };
}
/** The refund uses the rate of the collection. */
const paidSince = ({ body }: Row<AssetPayment>): number =>
  Date.parse(body.statusLog.findLast(({ status }) => status === 'CONFIRM_REQUIRED')!.at);

/** Delivers the purchase. False if it is sold out. */
export function deliver(row: Row<AssetPayment>, context: Context): boolean {
  const { owner, body } = row;
  if (body.leaseApplicationId !== null) {
    const application = rowById(context, lease, body.leaseApplicationId);
    if (application?.body.status !== 'SELECTED') return false;
    enterState(context, lease, application, 'PAID');
  } else {
    const order = rowById(context, assetOrder, body.orderId!)!;
    const vins =
      order.body.offeringId === null ? deliverVehicles(row, order, context) : deliverShares(row, order, context);
    if (!vins) return false;
    saveRow(context, assetOrder, order, { ...order.body, vins });
  }
  emit(context, 'activity done', { userId: owner, typeId: 'purchase_asset' });
  return true;
}

/** New vehicles of the buyer. */
function deliverVehicles(
  { id, owner, body }: Row<AssetPayment>,
  { body: bought }: Row<AssetOrder>,
  context: Context,
): string[] | undefined {
  const product = rowById(context, vehicleProduct, bought.productId!)!;
  if (product.body.stockLeft < bought.quantity) return undefined;
  restock(context, product, -bought.quantity);
  const { model, price: amount } = product.body;
  const { currency } = bought;
  const transfer = partiesOf(body);
  return Array.from({ length: bought.quantity }, () => {
    const { num, vin } = addVehicle(context, {
      model,
      city: homeOf(context, owner!),
      productId: product.id,
      ownerUserId: owner,
    });
    giveShare(context, owner!, {
      num,
      offeringId: null,
      amount,
      currency,
      share: '100',
      paymentId: id,
    });
    noteBought(context, owner!, { num, amount, currency, transfer, id, orderId: body.orderId });
    return vin;
  });
}

/** The parts of an offering's vehicles that an amount buys, in the order of sale, at equal prices. */
function parts(
  context: Context,
  offeringId: string,
  amount: bigint,
): { readonly vehicle: Vehicle; readonly amount: bigint; readonly share: string }[] {
  const { body } = rowById(context, offering, offeringId)!;
  const fleet = vehicles(context).filter((vehicle) => vehicle.offeringId === offeringId);
  const count = BigInt(fleet.length);
  const goal = toBase(body.goalAmount, assetDecimals[body.currency]);
  const from = toBase(body.raisedAmount, assetDecimals[body.currency]);
  return fleet.flatMap((vehicle, index) => {
    const [begins, ends] = [(goal * BigInt(index)) / count, (goal * BigInt(index + 1)) / count];
    const portion = min(ends, from + amount) - max(begins, from);
    return portion > 0n
      ? [{ vehicle, amount: portion, share: toDecimal((portion * 100n * 10_000n) / (ends - begins), 4) }]
      : [];
  });
}
const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);

/** Delivers shares. An offering that has raised its goal is CLOSED. */
function deliverShares(
  { id, owner, body }: Row<AssetPayment>,
  { body: bought }: Row<AssetOrder>,
  context: Context,
): string[] | undefined {
  const row = rowById(context, offering, bought.offeringId!)!;
  const { currency } = bought;
  const decimals = assetDecimals[currency];
  const amount = toBase(bought.amount, decimals);
  if (leftOf(row.body) < amount) return undefined;
  const isInvestor = sharesOf(context, owner!).some(({ body }) => body.offeringId === row.id);
  const sold = parts(context, row.id, amount);
  for (const { vehicle, share, amount: part } of sold) {
    const facts = { num: vehicle.num, amount: toDecimal(part, decimals), currency };
    giveShare(context, owner!, { ...facts, offeringId: row.id, share, paymentId: id });
    noteBought(context, owner!, { ...facts, transfer: partiesOf(body), id, orderId: body.orderId });
  }
  const raised = bought.sellsOut
    ? row.body.goalAmount
    : toDecimal(toBase(row.body.raisedAmount, decimals) + amount, decimals);
  const more = { raisedAmount: raised, investorCount: row.body.investorCount + (isInvestor ? 0 : 1) };
  const saved = saveRow(context, offering, row, { ...row.body, ...more });
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
/** Undefined for a bank transfer. */
const partiesOf = ({ transactionHash: hash, crypto, hidden }: AssetPayment): ChainParties | undefined =>
  hash === null || crypto === null ? undefined : { hash, from: hidden.payer!, to: crypto.toAddress };
function noteBought(context: Context, owner: string, { id, transfer, ...bought }: Bought): void {
  const facts = { ...bought, paymentId: id };
  recordAssetTransaction(context, owner, { type: 'PURCHASE', ...facts, transfer, cause: `payment ${id} ${facts.num}` });
  recordAssetTransaction(context, owner, {
    type: 'RECEIVED',
    ...facts,
    amount: '0',
    cause: `token ${id} ${facts.num}`,
  });
}

function takeBack({ id, owner, body }: Row<AssetPayment>, context: Context, transfer: ChainParties | undefined): void {
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
    recordAssetTransaction(context, owner!, {
      ...facts,
      type: 'SENT',
      amount: '0',
      transfer: undefined,
      cause: `token of ${facts.cause}`,
    });
    if (vehicleByNum(context, num).ownerUserId === owner)
      changeVehicle(context, num, { ownerUserId: null, status: 20 });
  }
  const granted = body.leaseApplicationId === null ? undefined : rowById(context, lease, body.leaseApplicationId);
  if (granted?.body.status === 'PAID' || granted?.body.status === 'RECEIVED')
    enterState(context, lease, granted, 'CANCELLED');
  const bought = body.orderId === null ? undefined : rowById(context, assetOrder, body.orderId)?.body;
  if (bought?.productId) restock(context, rowById(context, vehicleProduct, bought.productId)!, bought.quantity);
  if (bought?.offeringId) lower(context, owner!, bought);
}

/** Lowers the raised amount. The offering does not open again. */
function lower(context: Context, owner: string, { offeringId, amount, currency }: AssetOrder): void {
  const row = rowById(context, offering, offeringId!)!;
  const raised = toBase(row.body.raisedAmount, assetDecimals[currency]) - toBase(amount, assetDecimals[currency]);
  const isInvestor = sharesOf(context, owner).some(({ body }) => body.offeringId === offeringId);
  const investorCount = row.body.investorCount - (isInvestor ? 0 : 1);
  saveRow(context, offering, row, {
    ...row.body,
    raisedAmount: toDecimal(raised, assetDecimals[currency]),
    investorCount,
  });
}
