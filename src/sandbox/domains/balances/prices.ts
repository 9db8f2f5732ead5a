// Prices in US dollars as functions of world time: nothing is stored, and the same moment always has the same price.

import type { SandboxContext } from '../../core/context.js';
import { seededFraction } from '../../core/seeded-random.js';

/** Around which price each id moves. The ids are public (platform 3.3); the prices are the sandbox's own. */
const around: Readonly<Record<string, number>> = {
  'mass-vehicle-ledger': 0.003,
  ethereum: 3300,
  binancecoin: 600,
  bitcoin: 75_000,
  tezos: 0.8,
  'usd-coin': 1,
  'the-open-network': 5,
  solana: 160,
};
/** A wrapped coin is worth its coin. */
const coinOf: Readonly<Record<string, string>> = { 'binance-bitcoin': 'bitcoin' };
/** Moves little or not at all. */
const steady = new Set(['usd-coin']);

const hour = 3_600_000;

/** The price of an id in US dollars at a moment, to eight digits; nothing for an id that is not known. */
export function priceOf(context: Pick<SandboxContext, 'seed' | 'now'>, name: string): number | undefined {
  const id = Object.hasOwn(coinOf, name) ? coinOf[name]! : name;
  const middle = Object.hasOwn(around, id) ? around[id]! : undefined;
  if (middle === undefined || steady.has(id)) return middle;
  return Number(
    (middle * (1 + 0.12 * wave(context, id, 24 * 30) + 0.03 * wave(context, id, 24) + 0.01 * wave(context, id, 1))).toPrecision(8),
  );
}

/** From -1 to 1: a line between points that are picked every so many hours, smoothed. */
function wave({ seed, now }: Pick<SandboxContext, 'seed' | 'now'>, id: string, hours: number): number {
  const at = now / (hour * hours);
  const step = Math.floor(at);
  const point = (n: number) => 2 * seededFraction(seed, 'price', `${id}:${hours}`, String(n)) - 1;
  const share = (1 - Math.cos((at - step) * Math.PI)) / 2;
  return point(step) * (1 - share) + point(step + 1) * share;
}
