// Gas prices in wei: functions of the block number, so that they move a little with every block.
import type { Network } from '../../services/catalogue/words.js';
import type { SandboxContext } from '../core/context.js';
import { seededFraction } from '../core/seeded-random.js';
import { stateNetwork } from './networks.js';

type NetworkWord = (typeof Network)[number];
const gwei = 1_000_000_000;
/** The base fee is linear between points this many blocks apart: at most 2 % from block to block. */
const span = 50;

/** The base fee of a block, in wei: between 1 and 2 gwei. */
export function baseFeeOf({ seed }: Pick<SandboxContext, 'seed'>, network: NetworkWord, block: number): bigint {
  const at = block / span;
  const point = (n: number) => 1 + seededFraction(seed, 'fee', stateNetwork(network), String(n));
  const share = at - Math.floor(at);
  return BigInt(Math.round((point(Math.floor(at)) * (1 - share) + point(Math.floor(at) + 1) * share) * gwei));
}
/** The default priority fee, in wei. */
export const usualTip = 100_000_000n;
/** The suggested price of a transaction of type 0, which is still enough some blocks later. */
export const gasPriceOf = (context: Pick<SandboxContext, 'seed'>, network: NetworkWord, block: number): bigint =>
  (baseFeeOf(context, network, block) * 12n) / 10n + usualTip;
/** The price of a unit of gas for a transaction in a block. */
export const effectivePrice = (base: bigint, { feeCap, tip }: { readonly feeCap: bigint; readonly tip: bigint }): bigint =>
  feeCap < base + tip ? feeCap : base + tip;
