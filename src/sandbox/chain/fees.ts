// What gas costs: functions of the block, in wei, moving a little with every one of them.
import type { Network } from '../../services/catalogue/words.js';
import { pick } from '../core/ids.js';
import type { Moment } from '../core/world.js';
import { stateNetwork } from './networks.js';

type NetworkWord = (typeof Network)[number];
const gwei = 1_000_000_000;
/** Between points so many blocks apart the base fee runs in a line: at most 2 % from block to block. */
const span = 50;

/** The base fee of a block, in wei: between 1 and 2 gwei. */
export function baseFeeOf({ seed }: Pick<Moment, 'seed'>, network: NetworkWord, block: number): bigint {
  const at = block / span;
  const point = (n: number) => 1 + pick(seed, 'fee', stateNetwork(network), String(n));
  const share = at - Math.floor(at);
  return BigInt(Math.round((point(Math.floor(at)) * (1 - share) + point(Math.floor(at) + 1) * share) * gwei));
}
/** What is given beside the base fee, in wei, where nobody says how much. */
export const usualTip = 100_000_000n;
/** The price that a transaction of type 0 is advised to give: still enough some blocks later. */
export const gasPriceOf = (moment: Pick<Moment, 'seed'>, network: NetworkWord, block: number): bigint =>
  (baseFeeOf(moment, network, block) * 12n) / 10n + usualTip;
/** What one unit of gas costs a transaction in a block. */
export const effectivePrice = (base: bigint, { feeCap, tip }: { readonly feeCap: bigint; readonly tip: bigint }): bigint =>
  feeCap < base + tip ? feeCap : base + tip;
