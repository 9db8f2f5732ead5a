// The price of a swap by two sources: the quote of the platform, and the pinned router or the list of prices. Pure:
// callers read both.

import { baseUnits, type Decimal, decimalText, isMore, zero } from '../values/decimal.js';

/** The price of a swap by a source beside the quote. */
export interface SecondSource {
  readonly name: 'router' | 'list';
  /** The amount that would arrive, in base units. */
  readonly brings: bigint;
  /** How far the swap moves the price, in per cent; nothing if the source does not show it. */
  readonly impact: Decimal | undefined;
}
/** The price of a swap, as far as it is known. */
export interface SwapPrice {
  /** The amount that arrives by the quote, in base units. */
  readonly quoted: bigint;
  /** The price impact by the quote, in per cent. */
  readonly quotedImpact: Decimal | undefined;
  readonly second: SecondSource | undefined;
}

/** The share of an amount whose price shows the market before the swap moves it. */
const sampleShare = 1000n;
/** The amount whose price the price of `raw` is compared with, in base units. */
export const sampleOf = (raw: bigint): bigint => (raw > sampleShare ? raw / sampleShare : 1n);

/**
 * The router as a source: `brings` for the amount, `sampleBrings` for its sample. A sample that brings nothing shows no
 * impact.
 */
export const routerSource = (raw: bigint, brings: bigint, sampleBrings: bigint): SecondSource => ({
  name: 'router',
  brings,
  impact: sampleBrings === 0n ? undefined : shortfall(brings * sampleOf(raw), sampleBrings * raw),
});

/** A token at its list price. */
export interface PricedToken {
  readonly decimals: number;
  /** Of one whole token, in any currency that both tokens have. It is above 0. */
  readonly price: Decimal;
}
/** The list of prices as a source: the value of the amount against the quote. */
export function listSource(raw: bigint, sells: PricedToken, buys: PricedToken, quoted: bigint): SecondSource {
  const worth = raw * sells.price.units * 10n ** BigInt(buys.decimals + buys.price.places);
  const brings = worth / (buys.price.units * 10n ** BigInt(sells.decimals + sells.price.places));
  return { name: 'list', brings, impact: shortfall(quoted, brings) };
}

/** The shortfall in per cent, rounded up to four places. */
function shortfall(brings: bigint, expected: bigint): Decimal {
  if (brings >= expected) return zero;
  return { units: ((expected - brings) * millionth + expected - 1n) / expected, places: 4 };
}
/** A per cent has four places: a whole is a million of its last ones. */
const millionth = 1_000_000n;
const partsOf = (percent: string) => (percent === '0' ? 0n : baseUnits(percent, 4));

/** The worst price impact that a source shows, in per cent; nothing if none does. */
export function worstImpact({ quotedImpact, second }: SwapPrice): Decimal | undefined {
  const impact = second?.impact;
  if (quotedImpact === undefined || impact === undefined) return quotedImpact ?? impact;
  return isMore(impact, quotedImpact) ? impact : quotedImpact;
}

/** The least that a swap must bring, in base units: the better source less the slippage, rounded down. */
export const floorOf = ({ quoted, second }: SwapPrice, slippage: string): bigint =>
  lessSlippage(second === undefined || second.brings < quoted ? quoted : second.brings, slippage);

/**
 * The least for a swap that is built while the price changes, in base units: the worse source less the slippage,
 * rounded down.
 */
export const lowestFloorOf = ({ quoted, second }: SwapPrice, slippage: string): bigint =>
  lessSlippage(second === undefined || second.brings > quoted ? quoted : second.brings, slippage);

const lessSlippage = (amount: bigint, slippage: string) => (amount * (millionth - partsOf(slippage))) / millionth;

/**
 * The slippage, in per cent and at most `slippage`, with which the quote brings at least the floor. The quote is at
 * least the floor.
 */
export function slippageWithin(slippage: string, quoted: bigint, floor: bigint): string {
  const parts = ((quoted - floor) * millionth) / quoted;
  return parts >= partsOf(slippage) ? slippage : decimalText({ units: parts, places: 4 });
}
