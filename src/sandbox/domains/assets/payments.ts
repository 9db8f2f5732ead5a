// Payments for orders and leases: the machine of SPEC.md's five words. Their sequence and times are the sandbox's own.
import { json, optional, word } from '../../../services/catalogue/define.js';
import { type AssetCurrency, PaymentMethod, type PaymentStatus } from '../../../services/catalogue/words.js';
import { tokens } from '../../chain/tokens.js';
import { day, iso, minute, second } from '../../core/clock.js';
import type { Listener } from '../../core/effects.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Row, rows, saveRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { enter, type Moving, type MovingKind, nextOn, type Step, schedule, type Way } from '../../core/state-machine.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { ownAddress } from '../balances/chain-transfers.js';
import { addressOf } from './buyers.js';
import { aboutOf, type Payable } from './payables.js';
import { arrived, canPay, collect, deliver, returnAll } from './payment-flow.js';
import { seedPayments } from './payment-seeds.js';
import { worthOf } from './worth.js';

/** A payment as stored; names are the sandbox's own. The amount is in whole units of `currency`. */
export interface Payment extends Moving {
  readonly status: (typeof PaymentStatus)[number];
  readonly orderId: string | null;
  readonly leaseApplicationId: string | null;
  readonly method: (typeof PaymentMethod)[number];
  readonly currency: (typeof AssetCurrency)[number];
  readonly amount: string;
  readonly crypto: {
    readonly network: 'BASE_SEPOLIA';
    readonly tokenAddress: string;
    readonly toAddress: string;
    readonly rawAmount: string;
  } | null;
  readonly bank: { readonly bankName: string; readonly accountNumber: string; readonly reference: string } | null;
  readonly expiresAt: string;
  readonly paidAt: string | null;
  readonly refundedAt: string | null;
  readonly transactionHash: string | null;
  readonly hidden: {
    /** The address that pays, or that has paid. */
    readonly payer: string | null;
    /** Whether somebody pays it who is not the sandbox: `outside: you pay`. */
    readonly byHand: boolean;
  };
}

/** What crypto payments are asked in, whatever the price is in. */
export const usdc = tokens.find(({ network, symbol }) => network === 'BASE_SEPOLIA' && symbol === 'USDC')!;
const expires = { CRYPTO: 30 * minute, BANK: 3 * day } as const;

const happy: Readonly<Record<Payment['method'], Way<Payment>>> = {
  CRYPTO: [['READY', 10], ['CONFIRM_REQUIRED', 30], ['PAID']],
  BANK: [['READY', 120], ['CONFIRM_REQUIRED', 60], ['PAID']],
};
const refunded: Way<Payment> = [['PAID', 60], ['REFUNDED']];
const untilExpiry = ({ body }: Row<Payment>, { now }: Moment) => Math.max(0, (Date.parse(body.expiresAt) - now) / second);
const unpaid: Way<Payment> = [['READY', untilExpiry], ['EXPIRED']];

function next(row: Row<Payment>, moment: Moment): Step | undefined {
  const { scenario, method, hidden } = row.body;
  const waits = scenario === 'not paid' || hidden.byHand || !canPay(row, moment);
  return nextOn([waits ? unpaid : undefined, scenario === 'refunded' ? refunded : undefined, happy[method]], row, moment);
}

/** The hand outside pays; what was paid for is handed over, or given back. */
function entered(row: Row<Payment>, moment: Moment): Payment | { readonly instead: string } | undefined {
  const { status } = row.body;
  if (status === 'CONFIRM_REQUIRED')
    return row.body.transactionHash !== null || canPay(row, moment) ? collect(row, moment) : { instead: 'EXPIRED' };
  if (status === 'PAID') return deliver(row, moment) ? { ...row.body, paidAt: iso(moment.now) } : { instead: 'REFUNDED' };
  return status === 'REFUNDED' ? returnAll(row, moment) : undefined;
}

export const payment: MovingKind<Payment> = {
  name: 'payment',
  table: 'asset_payment',
  noun: 'PAYMENT',
  owned: true,
  word: 'payment',
  scenarios: {
    refunded: 'READY, CONFIRM_REQUIRED, PAID, then REFUNDED',
    'not paid': 'EXPIRED',
  },
  show: ({ id, body: { hidden, scenario, statusLog, ...shown } }) => ({ id, ...shown }),
  next,
  entered,
  seed: (opening) => seedPayments(opening, payment),
};

/** What POST /v1/payment takes: one of the ids, which may be ordinals, and how it is paid. */
export const paymentBody = { orderId: optional(json()), leaseApplicationId: optional(json()), method: word(PaymentMethod) };

/** How much is to be paid on the chain, and where: an address of its own for each payment. */
function cryptoOf(moment: Moment, id: string, { amount, currency }: Pick<Payment, 'amount' | 'currency'>): Payment['crypto'] {
  const rawAmount = worthOf(moment, amount, currency).toString(); // USDC has six digits, as the worth has
  return {
    network: 'BASE_SEPOLIA',
    tokenAddress: usdc.contractAddress!,
    toAddress: ownAddress('BASE_SEPOLIA', `payment ${id}`),
    rawAmount,
  };
}
const bankOf = (id: string) => ({
  bankName: 'Sandbox Bank',
  accountNumber: '000-000000-01',
  reference: `P-${id.slice(0, 8).toUpperCase()}`,
});

/** A payment that has just been asked for. */
export function newPayment(moment: Moment, id: string, owner: string, method: Payment['method'], about: Payable): Payment {
  const at = iso(moment.now);
  const { currency, amount, orderId, leaseApplicationId } = about;
  return {
    status: 'READY',
    orderId,
    leaseApplicationId,
    method,
    currency,
    amount,
    crypto: method === 'CRYPTO' ? cryptoOf(moment, id, about) : null,
    bank: method === 'BANK' ? bankOf(id) : null,
    expiresAt: iso(moment.now + expires[method]),
    paidAt: null,
    refundedAt: null,
    transactionHash: null,
    hidden: { payer: addressOf(moment, owner) ?? null, byHand: false },
    statusLog: [{ status: 'READY', at }],
  };
}

/** Whether the request's header says that the caller pays. */
const youPay = ({ scenario = '' }: World): boolean => /^outside(:\s*|-)you[ -]pay$/.test(scenario);

/** POST /v1/payment. */
export function makePayment(world: World): unknown {
  const owner = caller(world).userId;
  const about = aboutOf(world);
  const others = rows(world, payment, { owner, status: ['READY', 'CONFIRM_REQUIRED', 'PAID'] });
  const other = others.find(({ body }) => body.orderId === about.orderId && body.leaseApplicationId === about.leaseApplicationId);
  if (other) refuse(409, `The payment ${other.id} is ${other.body.status}.`, 'ALREADY_PAID');
  const scenario = scenarioOf(world, payment);
  const made = addRow(world, payment, (id) => {
    const body = newPayment(world, id, owner, world.body.method as Payment['method'], about);
    return { owner, at: world.now, body: { ...body, scenario, hidden: { ...body.hidden, byHand: youPay(world) } } };
  });
  schedule(world, payment, made);
  about.remember(world, made.id);
  return payment.show(made, world);
}

/** PUT /v1/payment/{paymentId}/change-to-crypto. */
export function changeToCrypto(row: Row<Payment>, world: World): unknown {
  const { body } = row;
  if (body.status !== 'READY' || body.method !== 'BANK')
    refuse(422, `The payment is ${body.status} by ${body.method}; it can be changed while it is READY by BANK.`, 'NOT_CHANGEABLE');
  const changed: Payment = {
    ...body,
    method: 'CRYPTO',
    bank: null,
    crypto: cryptoOf(world, row.id, body),
    expiresAt: iso(world.now + expires.CRYPTO),
    hidden: { ...body.hidden, byHand: body.hidden.byHand || youPay(world) },
  };
  const saved = saveRow(world, payment, row, changed);
  schedule(world, payment, saved);
  return payment.show(saved, world);
}

/** Value has arrived on a chain: a payment that waits for it goes on, where it is enough. */
export const paymentsListener: Listener = {
  hears: {
    'chain moved': ({ hash, from, to }, moment) => {
      for (const row of rows(moment, payment, { status: ['READY'] })) {
        if (row.body.crypto?.toAddress.toLowerCase() !== String(to).toLowerCase() || !arrived(row, moment)) continue;
        const body = { ...row.body, transactionHash: String(hash), hidden: { payer: String(from), byHand: true } };
        enter(moment, payment, { ...row, body }, 'CONFIRM_REQUIRED');
      }
    },
  },
};
