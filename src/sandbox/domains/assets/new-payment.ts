// Makes a new payment, with its terms and its timelines by method: crypto or bank.
import { tokens } from '../../chain/tokens.js';
import { day, iso, minute, second } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import type { Row } from '../../core/rows.js';
import type { Timeline } from '../../core/state-machine.js';
import { ownAddress } from '../balances/chain-transfers.js';
import type { AssetPayment, Payable } from './asset-rows.js';
import { usdValue } from './asset-value.js';
import { addressOf } from './buyers.js';

/** The token of crypto payments, whatever the currency of the price. */
export const usdc = tokens.find(({ network, symbol }) => network === 'BASE_SEPOLIA' && symbol === 'USDC')!;

const untilExpiry = ({ body }: Row<AssetPayment>, { now }: SandboxContext) => Math.max(0, (Date.parse(body.expiresAt) - now) / second);
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
  context: SandboxContext,
  id: string,
  { amount, currency }: Pick<AssetPayment, 'amount' | 'currency'>,
): AssetPayment['crypto'] {
  const rawAmount = usdValue(context, amount, currency).toString(); // USDC has six digits, as the worth has
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

/** Makes a new payment. */
export function newPayment(
  context: SandboxContext,
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
    hidden: { payer: addressOf(context, owner) ?? null, byHand: false },
  };
}
