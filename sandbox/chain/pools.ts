// The liquidity pools of BSC_TEST, and swaps through them: V2's constant product with a fee of 0.3 %.

import { type Context, ensureSeeded, type Seedable } from '../core/index.js';
import { accounts, mint } from '../domains/balances/currencies.js';
import { accountBalance, moveValue } from '../domains/balances/ledger.js';
import { pairs, sameAddress, type TradingPair, wrapped } from './contracts.js';
import { type Token, tokensOf, unitOf } from './networks.js';

const network = 'BSC_TEST';
const account = (address: string): string => accounts.chain(network, address);
const wei = 10n ** 18n;
const tokenOf = (pair: TradingPair): Token => tokensOf(network).find(({ symbol }) => symbol === pair.symbol)!;
const coin = (): Token => tokensOf(network).find(({ contractAddress }) => contractAddress === null)!;
const coinUnit = (): string => unitOf(coin());
const wrappedUnit = unitOf(wrapped);

const opening: Seedable = {
  name: 'pools',
  seed: (context) => {
    for (const pair of pairs) {
      const unit = unitOf(tokenOf(pair));
      moveValue(context, mint(coinUnit()), account(wrapped.contractAddress), coinUnit(), pair.coins * wei, 'pool');
      moveValue(context, mint(wrappedUnit), account(pair.address), wrappedUnit, pair.coins * wei, 'pool');
      moveValue(context, mint(unit), account(pair.address), unit, pair.tokens * wei, 'pool');
    }
  },
};

/** Seeds the pools once. */
export const ensurePools = (context: Context): void => ensureSeeded(context, opening);

export interface Hop {
  readonly pair: TradingPair;
  readonly from: Token;
  readonly to: Token;
  /** In base units. */
  readonly reserves: readonly [from: bigint, to: bigint];
  /** The input is the pair's first token, by address. */
  readonly forward: boolean;
}

/** Undefined if two neighbours have no pool. */
export function hopsOf(context: Context, path: readonly string[]): Hop[] | undefined {
  ensurePools(context);
  const steps = path.slice(1).map((to, index) => hop(context, path[index]!, to));
  // reserves are read once, so a pool is used once
  const once = new Set(steps.map((step) => step?.pair.symbol)).size === steps.length;
  return path.length > 1 && once && steps.every((step) => step !== undefined) ? (steps as Hop[]) : undefined;
}

function hop(context: Context, from: string, to: string): Hop | undefined {
  const others = [from, to].filter((address) => !sameAddress(address, wrapped.contractAddress));
  const pair =
    others.length === 1
      ? pairs.find((candidate) => sameAddress(tokenOf(candidate).contractAddress!, others[0]!))
      : undefined;
  if (!pair) return undefined;
  const outward = sameAddress(from, wrapped.contractAddress);
  const [first, second] = outward ? [wrapped, tokenOf(pair)] : [tokenOf(pair), wrapped];
  const held = (token: Token) => accountBalance(context, account(pair.address), unitOf(token));
  const forward = first.contractAddress!.toLowerCase() < second.contractAddress!.toLowerCase();
  const reserves = [held(first), held(second)] as const;
  return reserves.every((amount) => amount > 0n) ? { pair, from: first, to: second, reserves, forward } : undefined;
}

/** In base units. */
function outOf(amount: bigint, [reserveIn, reserveOut]: Hop['reserves']): bigint {
  const kept = amount * 997n;
  return (kept * reserveOut) / (reserveIn * 1000n + kept);
}
/** Before the first hop and after each. */
export function amountsOut(amount: bigint, hops: readonly Hop[]): bigint[] {
  const amounts = [amount];
  for (const { reserves } of hops) amounts.push(outOf(amounts.at(-1)!, reserves));
  return amounts;
}

/** In per cent with two decimals, without the fee. */
export function priceImpact(amount: bigint, hops: readonly Hop[]): string {
  const out = amountsOut(amount, hops).at(-1)!;
  const [received, paid] = hops.reduce(
    ([over, under], { reserves: [reserveIn, reserveOut] }) => [over * reserveIn * 1000n, under * reserveOut * 997n],
    [out, amount],
  );
  const hundredths = Number(((paid - received) * 1_000_000n) / paid) / 10_000;
  return Math.max(0, hundredths).toFixed(2);
}

/** The sandbox's own numbers, in quotes and on the chain. */
export const swapGas = (hops: number): bigint => 150_000n + 60_000n * BigInt(hops - 1);

/** `swap: price moves`: others buy 3 % of the last pool's output. */
export function shiftPrice(context: Context, hops: readonly Hop[]): void {
  const { pair, to, reserves } = hops.at(-1)!;
  moveValue(context, account(pair.address), mint(unitOf(to)), unitOf(to), (reserves[1] * 3n) / 100n, 'price moves');
}
