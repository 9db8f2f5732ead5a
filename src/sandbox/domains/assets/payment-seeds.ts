// Seeds mina's payments, one in each of the five states, the orders that they are for, and the payments of kenji's leases. Of those under way only the end of the time to pay is due.
import { pastTransfer } from '../../chain/past-transfers.js';
import { unitOf } from '../../chain/tokens.js';
import { day, iso, minute } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, type Kind, requireRow } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import { addPast, type StateMachine, scheduleStep } from '../../core/state-machine.js';
import { moveValue } from '../balances/ledger.js';
import { accounts, mint } from '../balances/ledger-accounts.js';
import { findUser } from '../people/user.js';
import type { AssetOrder, AssetPayment, Payable } from './asset-rows.js';
import { usdValue } from './asset-value.js';
import { leasePayments } from './lease-seeds.js';
import { newPayment, usdc } from './new-payment.js';
import { offering } from './offering.js';

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
const orderId = ({ seed }: SandboxContext, index: number): string => seededId(seed, 'asset-order', index + 1);
const paymentId = ({ seed }: SandboxContext, index: number): string => seededId(seed, 'payment', index + 1);

/** Seeds the orders that mina's payments are for. */
export function seedAssetOrders(opening: SandboxContext, order: Kind<AssetOrder>): void {
  const owner = findUser(opening, 'mina')!.id;
  const { id: offeringId } = requireRow(opening, offering, '1');
  for (const [index, [log, , amount, minutesAgo]] of seeds.entries()) {
    const at = opening.now - minutesAgo * minute;
    const vins = log.at(-1) === 'PAID' ? ['SBXT1E048SS000002'] : [];
    const bought = { offeringId, productId: null, purchaseType: 'FRACTIONAL', amount, quantity: 1, currency: 'USDC' } as const;
    const body: AssetOrder = { ...bought, paymentId: paymentId(opening, index), vins, createdAt: iso(at), sellsOut: false };
    addRow(opening, order, { owner, at, body });
  }
}

/** Seeds the payments of orders, and those of kenji's leases. The value of the collected ones is minted, as it was paid before the world began. */
export function seedAssetPayments(opening: SandboxContext, payment: PaymentKind): void {
  const owner = findUser(opening, 'mina')!.id;
  for (const [index, [words, method, amount, minutesAgo]] of seeds.entries()) {
    const payable = { orderId: orderId(opening, index), leaseApplicationId: null, amount, currency: 'USDC' } as const;
    const hash = words.includes('CONFIRM_REQUIRED') ? pastTransfer(opening, `payment ${(index + 1) as 2 | 3 | 4}`).hash : null;
    addPayment(opening, payment, { owner, at: opening.now - minutesAgo * minute, method, payable, words, hash });
  }
  const lessee = findUser(opening, 'kenji')!.id;
  for (const { at, payable } of leasePayments(opening))
    addPayment(opening, payment, { owner: lessee, at, method: 'BANK', payable, words: ['READY', 'CONFIRM_REQUIRED', 'PAID'], hash: null });
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
function addPayment(opening: SandboxContext, payment: PaymentKind, { owner, at, method, payable, words, hash }: PastPayment): void {
  const draft = (id: string) => ({ owner, at, body: newPayment({ ...opening, now: at }, id, owner, method, payable) });
  const waits = words.at(-1) === 'READY';
  const created = addPast(opening, payment, draft, {
    words,
    facts: (timeOf) => ({
      paidAt: timeOf('PAID'),
      refundedAt: timeOf('REFUNDED'),
      transactionHash: hash,
      ...(waits && { expiresAt: iso(at + payableFor) }),
    }),
  });
  const { crypto, status, expiresAt } = created.body;
  if (waits) scheduleStep(opening, payment, created.id, { target: 'EXPIRED', at: Date.parse(expiresAt) });
  if (status !== 'CONFIRM_REQUIRED' && status !== 'PAID') return;
  if (crypto === null)
    moveValue(opening, mint('bank'), accounts.assets, 'USD', usdValue(opening, payable.amount, payable.currency) / 10_000n, 'opening');
  else {
    const account = accounts.chain(crypto.network, crypto.toAddress);
    moveValue(opening, mint(unitOf(usdc)), account, unitOf(usdc), BigInt(crypto.rawAmount), 'opening');
  }
}
