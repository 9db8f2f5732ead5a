// Mina's payments: one in each of the five states. Those under way stand still.
import { unitOf } from '../../chain/tokens.js';
import { day, iso, minute } from '../../core/clock.js';
import { addRow, saveRow, theRow } from '../../core/rows.js';
import type { MovingKind } from '../../core/state-machine.js';
import type { Moment } from '../../core/world.js';
import { accounts, mint } from '../balances/accounts.js';
import { move } from '../balances/ledger.js';
import { findUser } from '../people/user.js';
import { offering } from './offering.js';
import { order } from './orders.js';
import { newPayment, type Payment, usdc } from './payments.js';

/** By their ordinals; the amounts are of the first offering. */
const seeds: readonly (readonly [log: readonly Payment['status'][], method: Payment['method'], amount: string, minutesAgo: number])[] = [
  [['READY'], 'BANK', '100', 1],
  [['READY', 'CONFIRM_REQUIRED'], 'CRYPTO', '150', 2],
  [['READY', 'CONFIRM_REQUIRED', 'PAID'], 'CRYPTO', '250', (6 * day) / minute],
  [['READY', 'CONFIRM_REQUIRED', 'PAID', 'REFUNDED'], 'CRYPTO', '200', (30 * day) / minute],
  [['READY', 'EXPIRED'], 'CRYPTO', '50', (12 * day) / minute],
];

/** Seeds payments with their orders. What those that were taken hold came into the world with them. */
export function seedPayments(opening: Moment, payment: MovingKind<Payment>): void {
  const owner = findUser(opening, 'mina')!.id;
  const { id: offeringId } = theRow(opening, offering, '1');
  for (const [log, method, amount, minutesAgo] of seeds) {
    const at = { ...opening, now: opening.now - minutesAgo * minute };
    const bought = { offeringId, productId: null, purchaseType: 'FRACTIONAL', amount, quantity: 1, currency: 'USDC' } as const;
    const rest = { paymentId: null, vins: [], createdAt: iso(at.now), sellsOut: false };
    const ordered = addRow(opening, order, { owner, at: at.now, body: { ...bought, ...rest } });
    const about = { orderId: ordered.id, leaseApplicationId: null, amount, currency: 'USDC', remember: () => undefined } as const;
    const made = addRow(opening, payment, (id) => ({
      owner,
      at: at.now,
      body: advanced(newPayment(at, id, owner, method, about), log, at.now),
    }));
    saveRow(opening, order, ordered, { ...ordered.body, paymentId: made.id, vins: log.at(-1) === 'PAID' ? ['SBXT1E048SS000002'] : [] });
    const { crypto, status } = made.body;
    if (crypto === null || (status !== 'CONFIRM_REQUIRED' && status !== 'PAID')) continue;
    const account = accounts.chain(crypto.network, crypto.toAddress);
    move(opening, mint(unitOf(usdc)), account, unitOf(usdc), BigInt(crypto.rawAmount), 'opening');
  }
}

/** A payment as it is after some states, twenty seconds each. */
function advanced(body: Payment, log: readonly Payment['status'][], at: number): Payment {
  const statusLog = log.map((status, index) => ({ status, at: iso(at + (index * minute) / 3) }));
  const timeOf = (word: Payment['status']) => statusLog.find(({ status }) => status === word)?.at ?? null;
  const transactionHash = timeOf('CONFIRM_REQUIRED') && body.crypto ? `0x${'5eed'.repeat(16)}` : null;
  return { ...body, status: log.at(-1)!, statusLog, paidAt: timeOf('PAID'), refundedAt: timeOf('REFUNDED'), transactionHash };
}
