// The price of gas: EIP-1559 where the chain has a base fee, one price elsewhere; with a bound that a lying node cannot lift.

import { BadInput, Guarded } from '../../services/http/errors.js';
import { baseUnits } from '../amount.js';
import { whole } from '../amount-text.js';
import { type Rpc, RpcRefusal } from './rpc.js';
import { type GasPrice, mostPerGas } from './transaction.js';

/** How fast a transaction is to be mined. */
export const feeLevels = ['low', 'medium', 'high'] as const;
export type FeeLevel = (typeof feeLevels)[number];

/** What a person states of the fee. In wei. */
export interface FeeChoice {
  readonly level: FeeLevel;
  readonly maxFeePerGas?: bigint | undefined;
  readonly maxPriorityFeePerGas?: bigint | undefined;
  readonly gasLimit?: bigint | undefined;
}

const gwei = 1_000_000_000n;
const gweiDecimals = 9;
/** The percentile of recent tips, and the factor on a single gas price in per cent, of each level. */
const levels: Readonly<Record<FeeLevel, { readonly percentile: number; readonly percent: bigint }>> = {
  low: { percentile: 10, percent: 100n },
  medium: { percentile: 50, percent: 110n },
  high: { percentile: 90, percent: 130n },
};

/** Parses a price of gas in gwei, to wei. @throws {BadInput} */
export const parseGwei = (text: string, where: string): bigint => baseUnits(text, gweiDecimals, where);
/** A price of gas in gwei. */
export const gweiText = (wei: bigint): string => `${whole(wei.toString(), gweiDecimals)} gwei`;

/**
 * The most per unit of gas that is sent without being stated, in gwei: some ten times what the chain costs at its worst days. A node that answers a thousandfold
 * fee is caught by it, even where the profile has no limits.fee.
 */
const boundsInGwei: Readonly<Record<string, bigint>> = {
  ETHEREUM: 500n,
  BSC: 50n,
  POLYGON: 5000n,
  KLAYTN: 1000n,
  BASE: 50n,
  ARBITRUM: 50n,
};
const usualBound = 500n;
const boundOf = (network: string): bigint => (boundsInGwei[network] ?? usualBound) * gwei;

/**
 * Finds the price of gas.
 * @throws {Guarded} FEE_TOO_HIGH for a price above the bound of the network that was not stated; {BadInput} BAD_FEE for a tip above the most
 */
export async function gasPriceOf(rpc: Rpc, network: string, choice: FeeChoice): Promise<GasPrice> {
  const price = await proposedPrice(rpc, choice);
  if ('maxFeePerGas' in price && price.maxPriorityFeePerGas > price.maxFeePerGas)
    throw new BadInput(
      'BAD_FEE',
      `The tip of ${gweiText(price.maxPriorityFeePerGas)} is more than the most of ${gweiText(price.maxFeePerGas)} per unit of gas; nothing was sent.`,
    );
  const bound = boundOf(network);
  if (choice.maxFeePerGas === undefined && mostPerGas(price) > bound)
    throw new Guarded(
      'FEE_TOO_HIGH',
      `The node wants up to ${gweiText(mostPerGas(price))} per unit of gas, far above what ${network} costs; nothing was sent.`,
      `If that is right, state the most yourself: --max-fee-per-gas ${whole(mostPerGas(price).toString(), gweiDecimals)}`,
    );
  return price;
}

async function proposedPrice(rpc: Rpc, { level, maxFeePerGas, maxPriorityFeePerGas }: FeeChoice): Promise<GasPrice> {
  const { percentile, percent } = levels[level];
  const base = await rpc.baseFee();
  if (base === undefined) {
    if (maxPriorityFeePerGas !== undefined)
      throw new BadInput(
        'BAD_FEE',
        'The chain has no base fee, so a transaction has no tip; nothing was sent.',
        'Leave --max-priority-fee-per-gas out.',
      );
    return { gasPrice: maxFeePerGas ?? ((await rpc.gasPrice()) * percent) / 100n };
  }
  if (maxFeePerGas !== undefined && maxFeePerGas < base)
    throw new BadInput(
      'BAD_FEE',
      `--max-fee-per-gas is ${gweiText(maxFeePerGas)}, and the base fee is ${gweiText(base)}: it would not be mined; nothing was signed.`,
    );
  const tip = maxPriorityFeePerGas ?? (await usualTip(rpc, percentile));
  const most = maxFeePerGas ?? base * 2n + tip;
  return { maxFeePerGas: most, maxPriorityFeePerGas: maxPriorityFeePerGas === undefined && tip > most ? most : tip };
}

/** The median over the last blocks of a percentile of the tips paid; a gwei where the node does not say. */
async function usualTip(rpc: Rpc, percentile: number): Promise<bigint> {
  try {
    const tips = (await rpc.tips([percentile])).flatMap(([tip]) => tip ?? []).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return tips[Math.floor(tips.length / 2)] ?? gwei;
  } catch (error) {
    if (error instanceof RpcRefusal) return gwei;
    throw error;
  }
}

/** The gas that a transaction of each kind may need at most, without being stated. A node that answers more is not believed. */
export const gasBounds = { coin: 100_000n, token: 500_000n, approval: 300_000n, swap: 3_000_000n } as const;

/**
 * The gas limit: what is stated, else the node's estimate and a fifth; a plain transfer needs exactly 21000.
 * @throws {Guarded} GAS_TOO_HIGH for an estimate above the bound
 */
export function gasLimitOf(estimate: bigint, bound: bigint, { gasLimit }: Pick<FeeChoice, 'gasLimit'>): bigint {
  if (gasLimit !== undefined) return gasLimit;
  const limit = estimate === plainGas ? estimate : (estimate * 6n) / 5n;
  if (limit <= bound) return limit;
  throw new Guarded(
    'GAS_TOO_HIGH',
    `The node estimates ${estimate} gas, and such a transaction needs ${bound} at most; nothing was sent.`,
    `If that is right, state it: --gas-limit ${limit}`,
  );
}
const plainGas = 21_000n;
