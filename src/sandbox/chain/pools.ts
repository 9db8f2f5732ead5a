// The pools of BSC_TEST, and what a swap through them brings: the constant product of V2, three thousandths kept as a fee.

import { ready, type Seeded } from '../core/rows.js';
import type { Moment } from '../core/world.js';
import { accounts, mint } from '../domains/balances/accounts.js';
import { holding, move } from '../domains/balances/ledger.js';
import { type Pair, pairs, sameAddress, wrapped } from './contracts.js';
import { type Token, tokensOf, unitOf } from './tokens.js';

const network = 'BSC_TEST';
const account = (address: string): string => accounts.chain(network, address);
const wei = 10n ** 18n;
const tokenOf = (pair: Pair): Token => tokensOf(network).find(({ symbol }) => symbol === pair.symbol)!;
const coin = (): Token => tokensOf(network).find(({ contractAddress }) => contractAddress === null)!;
/** The units that the coin, and the coin wrapped, are counted in. */
const coinUnit = (): string => unitOf(coin());
const wrappedUnit = unitOf(wrapped);

/** What the pools hold when the world begins. */
const opening: Seeded = {
  name: 'pools',
  seed: (moment) => {
    for (const pair of pairs) {
      const unit = unitOf(tokenOf(pair));
      move(moment, mint(coinUnit()), account(wrapped.contractAddress), coinUnit(), pair.coins * wei, 'pool');
      move(moment, mint(wrappedUnit), account(pair.address), wrappedUnit, pair.coins * wei, 'pool');
      move(moment, mint(unit), account(pair.address), unit, pair.tokens * wei, 'pool');
    }
  },
};

/** Makes the pools, where nobody has asked for them yet. */
export const openPools = (moment: Moment): void => ready(moment, opening);

/** One step of a way through the pools. */
export interface Hop {
  readonly pair: Pair;
  readonly from: Token;
  readonly to: Token;
  /** What the pool holds of both, in base units. */
  readonly reserves: readonly [from: bigint, to: bigint];
  /** Whether what goes in is the first token of the pair: tokens stand in the order of their addresses. */
  readonly forward: boolean;
}

/** The steps of a path of token addresses; nothing where two neighbours have no pool. */
export function hopsOf(moment: Moment, path: readonly string[]): Hop[] | undefined {
  openPools(moment);
  const steps = path.slice(1).map((to, index) => hop(moment, path[index]!, to));
  const once = new Set(steps.map((step) => step?.pair.symbol)).size === steps.length; // each pool is asked as it stands
  return path.length > 1 && once && steps.every((step) => step !== undefined) ? (steps as Hop[]) : undefined;
}

function hop(moment: Moment, from: string, to: string): Hop | undefined {
  const others = [from, to].filter((address) => !sameAddress(address, wrapped.contractAddress));
  const pair = others.length === 1 ? pairs.find((one) => sameAddress(tokenOf(one).contractAddress!, others[0]!)) : undefined;
  if (!pair) return undefined;
  const outward = sameAddress(from, wrapped.contractAddress);
  const [first, second] = outward ? [wrapped, tokenOf(pair)] : [tokenOf(pair), wrapped];
  const held = (token: Token) => holding(moment, account(pair.address), unitOf(token));
  const forward = first.contractAddress!.toLowerCase() < second.contractAddress!.toLowerCase();
  const reserves = [held(first), held(second)] as const;
  return reserves.every((amount) => amount > 0n) ? { pair, from: first, to: second, reserves, forward } : undefined;
}

/** What comes out of one pool, in base units. */
function outOf(amount: bigint, [reserveIn, reserveOut]: Hop['reserves']): bigint {
  const kept = amount * 997n;
  return (kept * reserveOut) / (reserveIn * 1000n + kept);
}
/** The amount before the first hop and after each of them. */
export function amountsOut(amount: bigint, hops: readonly Hop[]): bigint[] {
  const amounts = [amount];
  for (const { reserves } of hops) amounts.push(outOf(amounts.at(-1)!, reserves));
  return amounts;
}

/** How much worse than the pools' price a swap is, in per cent with two decimals; the fee does not count. */
export function priceImpact(amount: bigint, hops: readonly Hop[]): string {
  const out = amountsOut(amount, hops).at(-1)!;
  const [given, taken] = hops.reduce(
    ([over, under], { reserves: [reserveIn, reserveOut] }) => [over * reserveIn * 1000n, under * reserveOut * 997n],
    [out, amount],
  );
  const hundredths = Number(((taken - given) * 1_000_000n) / taken) / 10_000;
  return Math.max(0, hundredths).toFixed(2);
}

/** Gas that a swap takes: the sandbox's own numbers, the same in quotes and on the chain. */
export const swapGas = (hops: number): bigint => 150_000n + 60_000n * BigInt(hops - 1);

/** What `swap: price moves` does: others have bought, and three hundredths of what the last pool gives are gone. */
export function shiftPrice(moment: Moment, hops: readonly Hop[]): void {
  const { pair, to, reserves } = hops.at(-1)!;
  move(moment, account(pair.address), mint(unitOf(to)), unitOf(to), (reserves[1] * 3n) / 100n, 'price moves');
}
