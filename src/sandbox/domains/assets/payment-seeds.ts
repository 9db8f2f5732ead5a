// Seeds mina's payments, one in each of the five states, and the orders that they are for. Of those under way only the end of the time to pay is due.
import { pastTransfer } from '../../chain/past-transfers.js';
import { unitOf } from '../../chain/tokens.js';
import { day, iso, minute } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, type Kind, requireRow } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import { scheduleStep } from '../../core/state-machine.js';
import { moveValue } from '../balances/ledger.js';
import { accounts, mint } from '../balances/ledger-accounts.js';
import { findUser } from '../people/user.js';
import type { AssetOrder, AssetPayment } from './asset-rows.js';
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

/** Seeds the payments. The value of the collected ones is minted, as it was paid before the world began. */
export function seedAssetPayments(opening: SandboxContext, payment: Kind<AssetPayment>): void {
  const owner = findUser(opening, 'mina')!.id;
  for (const [index, [log, method, amount, minutesAgo]] of seeds.entries()) {
    const at = { ...opening, now: opening.now - minutesAgo * minute };
    const payable = { orderId: orderId(opening, index), leaseApplicationId: null, amount, currency: 'USDC' } as const;
    const created = addRow(opening, payment, (id) => ({
      owner,
      at: at.now,
      body: advanced(newPayment(at, id, owner, method, payable), log, {
        at: at.now,
        hash: log.includes('CONFIRM_REQUIRED') ? pastTransfer(opening, `payment ${(index + 1) as 2 | 3 | 4}`).hash : null,
      }),
    }));
    const { crypto, status, expiresAt } = created.body;
    if (status === 'READY') scheduleStep(opening, payment, created.id, { target: 'EXPIRED', at: Date.parse(expiresAt) });
    if (crypto === null || (status !== 'CONFIRM_REQUIRED' && status !== 'PAID')) continue;
    const account = accounts.chain(crypto.network, crypto.toAddress);
    moveValue(opening, mint(unitOf(usdc)), account, unitOf(usdc), BigInt(crypto.rawAmount), 'opening');
  }
}

/** A payment as it is after some states, twenty seconds each. */
function advanced(
  body: AssetPayment,
  log: readonly AssetPayment['status'][],
  { at, hash }: { readonly at: number; readonly hash: string | null },
): AssetPayment {
  const statusLog = log.map((status, index) => ({ status, at: iso(at + (index * minute) / 3) }));
  const timeOf = (word: AssetPayment['status']) => statusLog.find(({ status }) => status === word)?.at ?? null;
  const expiresAt = log.at(-1) === 'READY' ? iso(at + payableFor) : body.expiresAt;
  return {
    ...body,
    status: log.at(-1)!,
    statusLog,
    expiresAt,
    paidAt: timeOf('PAID'),
    refundedAt: timeOf('REFUNDED'),
    transactionHash: hash,
  };
}
