// Makes payments, and seeds the payments of mina's orders and kenji's leases. Only the end of the time to pay is due.

import { ownAddressOf } from '../../chain/addresses.js';
import { tokens, unitOf } from '../../chain/networks.js';
import { pastTransfer } from '../../chain/past-transfers.js';
import {
  addPast,
  addRow,
  type Context,
  day,
  iso,
  type Kind,
  minute,
  type Row,
  requireRow,
  type StateMachine,
  scheduleStep,
  second,
  seededId,
  type Timeline,
} from '../../core/index.js';
import { accounts, mint } from '../balances/currencies.js';
import { moveValue } from '../balances/ledger.js';
import { usdValue } from '../balances/prices.js';
import { vehicleByNum } from '../fleet/vehicle.js';
import { linkedAddress } from '../people/main-wallet.js';
import { findUser } from '../people/user.js';
import { type AssetOrder, type AssetPayment, type Lease, leasedByKenji, type Payable } from './asset-rows.js';
import { offering } from './offering.js';
import { vehicleProduct } from './vehicle-products.js';

/** The statuses of an application and its product's ordinal: leases by week, month and day. */
const leaseSeeds: readonly (readonly [words: readonly Lease['status'][], product: number])[] = [
  [['APPLIED'], 1],
  [['APPLIED', 'CANCELLED'], 2],
  [['APPLIED', 'SELECTED'], 3],
  [['APPLIED', 'IN_WAITING_LIST'], 2],
  [['APPLIED', 'SELECTED', 'PAID'], 4],
  [['APPLIED', 'SELECTED', 'PAID', 'RECEIVED'], 1],
];

/** From selection to the payment, and to its arrival through a bank. */
const [payingAfter, paidAfter] = [7 * minute, 10 * minute];
/** A minute, the payment, ten minutes. */
const receivedAfter = minute + paidAfter + 10 * minute;

/** The last vehicle was received when its share began. */
const appliedAt = (opening: Context, index: number): number =>
  index === leaseSeeds.length - 1
    ? opening.now - leasedByKenji.ago * day - receivedAfter
    : opening.now - (leaseSeeds.length - index) * day;
const isPaid = ([words]: (typeof leaseSeeds)[number]): boolean => words.includes('PAID');

const leasePayments = (
  opening: Context,
): readonly {
  readonly at: number;
  readonly payable: Pick<Payable, 'orderId' | 'leaseApplicationId' | 'amount' | 'currency'>;
}[] =>
  leaseSeeds.flatMap((seed, index) => {
    if (!isPaid(seed)) return [];
    const { leasePrice: amount, currency } = requireRow(opening, vehicleProduct, String(seed[1])).body;
    const payable = { orderId: null, leaseApplicationId: seededId(opening.seed, 'lease', index + 1), amount, currency };
    return [{ at: appliedAt(opening, index) + minute + payingAfter, payable }];
  });

/** `firstPayment` is the ordinal of the first payment of a lease. */
export function seedLeases(opening: Context, lease: StateMachine<Lease>, firstPayment: number): void {
  const { id: owner, body: person } = findUser(opening, 'kenji')!;
  for (const [index, seed] of leaseSeeds.entries()) {
    const [words, ordinal] = seed;
    const { id: productId, body: product } = requireRow(opening, vehicleProduct, String(ordinal));
    const at = appliedAt(opening, index);
    const paymentId = isPaid(seed)
      ? seededId(opening.seed, 'payment', firstPayment + leaseSeeds.slice(0, index).filter(isPaid).length)
      : null;
    const body = {
      productId,
      period: product.leasePeriod,
      months: 12,
      phone: person.data.phone ?? '',
      waitingNumber: words.includes('IN_WAITING_LIST') ? 7 : null,
      vin: words.includes('RECEIVED') ? vehicleByNum(opening, leasedByKenji.num).vin : null,
      paymentId,
      appliedAt: iso(at),
    };
    addPast(opening, lease, { owner, at, body }, { words, caused: { PAID: paidAfter / 1000 } });
  }
}

/** The token of crypto payments, whatever the currency of the price. */
export const usdc = tokens.find(({ network, symbol }) => network === 'BASE_SEPOLIA' && symbol === 'USDC')!;

const untilExpiry = ({ body }: Row<AssetPayment>, { now }: Context) =>
  Math.max(0, (Date.parse(body.expiresAt) - now) / second);
/** The timelines of payments: the regular ones by their method. */
export const paymentTimelines = {
  CRYPTO: [['READY', 10], ['CONFIRM_REQUIRED', 30], ['PAID']],
  BANK: [['READY', 120], ['CONFIRM_REQUIRED', 60], ['PAID']],
  refunded: [['PAID', 60], ['REFUNDED']],
  unpaid: [['READY', untilExpiry], ['EXPIRED']],
} as const satisfies Readonly<Record<string, Timeline<AssetPayment>>>;
export const timelinesOf = ({ method }: Pick<AssetPayment, 'method'>): readonly Timeline<AssetPayment>[] => [
  paymentTimelines[method],
  paymentTimelines.refunded,
  paymentTimelines.unpaid,
];

export const expiryMs = { CRYPTO: 30 * minute, BANK: 3 * day } as const;

/** How much is to be paid on the chain, and where: an address of its own for each payment. */
export function cryptoOf(
  context: Context,
  id: string,
  { amount, currency }: Pick<AssetPayment, 'amount' | 'currency'>,
): AssetPayment['crypto'] {
  const rawAmount = usdValue(context, amount, currency).toString(); // USDC has six digits, as the worth has
  return {
    network: 'BASE_SEPOLIA',
    tokenAddress: usdc.contractAddress!,
    toAddress: ownAddressOf('BASE_SEPOLIA', `payment ${id}`),
    rawAmount,
  };
}

const bankOf = (id: string) => ({
  bankName: 'Sandbox Bank',
  accountNumber: '000-000000-01',
  reference: `P-${id.slice(0, 8).toUpperCase()}`,
});

/** Makes a new payment. */
export function newPayment(
  context: Context,
  id: string,
  owner: string,
  method: AssetPayment['method'],
  payable: Pick<Payable, 'orderId' | 'leaseApplicationId' | 'amount' | 'currency'>,
): Omit<AssetPayment, 'status' | 'statusLog'> {
  const { currency, amount, orderId, leaseApplicationId } = payable;
  return {
    orderId,
    leaseApplicationId,
    method,
    currency,
    amount,
    crypto: method === 'CRYPTO' ? cryptoOf(context, id, payable) : null,
    bank: method === 'BANK' ? bankOf(id) : null,
    expiresAt: iso(context.now + expiryMs[method]),
    paidAt: null,
    refundedAt: null,
    transactionHash: null,
    hidden: { payer: linkedAddress(context, owner) ?? null, byHand: false },
  };
}

/** By their ordinals; the amounts are of the first offering. */
const seeds: readonly (readonly [
  log: readonly AssetPayment['status'][],
  method: AssetPayment['method'],
  amount: string,
  minutesAgo: number,
])[] = [
  [['READY'], 'BANK', '100', 1],
  [['READY', 'CONFIRM_REQUIRED'], 'CRYPTO', '150', 2],
  [['READY', 'CONFIRM_REQUIRED', 'PAID'], 'CRYPTO', '250', (6 * day) / minute],
  [['READY', 'CONFIRM_REQUIRED', 'PAID', 'REFUNDED'], 'CRYPTO', '200', (8 * day) / minute],
  [['READY', 'EXPIRED'], 'CRYPTO', '50', (7 * day) / minute],
];

/** The one that waits can be paid until then: a world is used for weeks. */
const payableFor = 30 * day;

/** How many payments are for orders; those for leases follow. */
export const orderPayments = seeds.length;

/** The id of the order that the payment of the same place is for, and the other way round: the two are seeded apart. */
const orderId = ({ seed }: Context, index: number): string => seededId(seed, 'asset-order', index + 1);
const paymentId = ({ seed }: Context, index: number): string => seededId(seed, 'payment', index + 1);

/** Seeds the orders that mina's payments are for. */
export function seedAssetOrders(opening: Context, order: Kind<AssetOrder>): void {
  const owner = findUser(opening, 'mina')!.id;
  const { id: offeringId } = requireRow(opening, offering, '1');
  for (const [index, [log, , amount, minutesAgo]] of seeds.entries()) {
    const at = opening.now - minutesAgo * minute;
    const vins = log.at(-1) === 'PAID' ? ['SBXT1E048SS000002'] : [];
    const bought = {
      offeringId,
      productId: null,
      purchaseType: 'FRACTIONAL',
      amount,
      quantity: 1,
      currency: 'USDC',
    } as const;
    const body: AssetOrder = {
      ...bought,
      paymentId: paymentId(opening, index),
      vins,
      createdAt: iso(at),
      sellsOut: false,
    };
    addRow(opening, order, { owner, at, body });
  }
}

/** Collected value is minted: it was paid before the opening. */
export function seedAssetPayments(opening: Context, payment: PaymentKind): void {
  const owner = findUser(opening, 'mina')!.id;
  for (const [index, [words, method, amount, minutesAgo]] of seeds.entries()) {
    const payable = { orderId: orderId(opening, index), leaseApplicationId: null, amount, currency: 'USDC' } as const;
    const hash = words.includes('CONFIRM_REQUIRED')
      ? pastTransfer(opening, `payment ${(index + 1) as 2 | 3 | 4}`).hash
      : null;
    addPayment(opening, payment, { owner, at: opening.now - minutesAgo * minute, method, payable, words, hash });
  }
  const lessee = findUser(opening, 'kenji')!.id;
  for (const { at, payable } of leasePayments(opening))
    addPayment(opening, payment, {
      owner: lessee,
      at,
      method: 'BANK',
      payable,
      words: ['READY', 'CONFIRM_REQUIRED', 'PAID'],
      hash: null,
    });
}
type PaymentKind = Kind<AssetPayment> & Pick<StateMachine<AssetPayment>, 'timelines'>;

interface PastPayment {
  readonly owner: string;
  readonly at: number;
  readonly method: AssetPayment['method'];
  readonly payable: Pick<Payable, 'orderId' | 'leaseApplicationId' | 'amount' | 'currency'>;
  readonly words: readonly AssetPayment['status'][];
  readonly hash: string | null;
}
function addPayment(
  opening: Context,
  payment: PaymentKind,
  { owner, at, method, payable, words, hash }: PastPayment,
): void {
  const draft = (id: string) => ({ owner, at, body: newPayment({ ...opening, now: at }, id, owner, method, payable) });
  const waits = words.at(-1) === 'READY';
  const created = addPast(opening, payment, draft, {
    words,
    facts: (timeOf, { expiresAt }) => ({
      paidAt: timeOf('PAID'),
      refundedAt: timeOf('REFUNDED'),
      transactionHash: hash,
      expiresAt: waits ? iso(at + payableFor) : expiresAt,
    }),
  });
  const { crypto, status, expiresAt } = created.body;
  if (waits) scheduleStep(opening, payment, created.id, { target: 'EXPIRED', at: Date.parse(expiresAt) });
  if (status !== 'CONFIRM_REQUIRED' && status !== 'PAID') return;
  if (crypto === null)
    moveValue(
      opening,
      mint('bank'),
      accounts.assets,
      'USD',
      usdValue(opening, payable.amount, payable.currency) / 10_000n,
      'opening',
    );
  else {
    const account = accounts.chain(crypto.network, crypto.toAddress);
    moveValue(opening, mint(unitOf(usdc)), account, unitOf(usdc), BigInt(crypto.rawAmount), 'opening');
  }
}
