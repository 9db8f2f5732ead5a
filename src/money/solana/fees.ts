// The priority fee of a transaction: by the fees of recent blocks or as it is stated; with a bound that a lying node
// cannot lift.

import { BadInput, Guarded } from '../../services/http/errors.js';
import { baseUnits } from '../values/decimal.js';
import { solDecimals, solText } from './accounts.js';

import type { SolanaRpc } from './rpc.js';
import { feeOf } from './transaction.js';

/** The fee as a person states it. */
export interface SolanaFee {
  readonly level: 'low' | 'medium' | 'high';
  /** The priority fee of the whole transaction, lamports (--fee priority). */
  readonly priority?: bigint;
  /** The whole fee that is accepted above the bound, as it was typed (--accept-fee). */
  readonly accepted?: string;
}

/** The share of recent blocks, in hundredths, whose priority fee is at most the fee of a level. */
const levels: Readonly<Record<SolanaFee['level'], number>> = { low: 25, medium: 50, high: 90 };

/** The largest price of a compute unit that a transaction can state, micro-lamports. */
const largestPrice = 2n ** 64n - 1n;

/** The most that a transaction costs without --accept-fee, lamports: 0.002 SOL. */
const usualMost = 2_000_000n;

/** The price of a compute unit of a level, micro-lamports: by the recent blocks that wrote the same accounts. */
export async function proposedPrice(
  rpc: SolanaRpc,
  { level, priority }: SolanaFee,
  writable: readonly string[],
): Promise<bigint> {
  if (priority !== undefined) return 0n;
  const fees = [...(await rpc.priorityFees(writable))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return fees[Math.min(fees.length - 1, Math.floor((fees.length * levels[level]) / 100))] ?? 0n;
}

/** The price of a compute unit: the stated fee in all, over the units, rounded down; else the proposed one. */
export const unitPriceOf = ({ priority }: SolanaFee, proposed: bigint, unitLimit: number): bigint =>
  priority === undefined ? proposed : (priority * 1_000_000n) / BigInt(unitLimit);

/** @throws {Guarded} FEE_TOO_HIGH for a fee above the bound that was not accepted; {BadInput} BAD_VALUE */
export function checkFee(fields: { readonly unitLimit: number; readonly unitPrice: bigint }, fee: SolanaFee): void {
  const total = feeOf(fields);
  const accepted = fee.accepted === undefined ? usualMost : acceptedFee(fee.accepted);
  const payable = feeOf({ ...fields, unitPrice: largestPrice });
  const most = accepted < payable ? accepted : payable;
  if (total <= most) return;
  throw new Guarded(
    'FEE_TOO_HIGH',
    `The fee is ${solText(total)}, and such a transaction costs ${solText(most)} at most.`,
    `If that is right, accept it: --accept-fee '${solText(total)}'`,
  );
}

/** Parses --accept-fee, an amount of SOL. @throws {BadInput} BAD_VALUE, BAD_AMOUNT */
export function acceptedFee(text: string): bigint {
  const [amount = '', unit, ...more] = text.trim().split(/\s+/);
  if (more.length > 0 || (unit !== undefined && unit.toUpperCase() !== 'SOL'))
    throw new BadInput(
      'BAD_VALUE',
      '--accept-fee takes an amount of SOL, in which Solana takes its fees.',
      "Like: --accept-fee '0.01 SOL'",
    );
  return baseUnits(amount, solDecimals, '--accept-fee');
}
