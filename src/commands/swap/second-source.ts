// What the pinned router, or else the list of prices, says of a swap, beside the quote; and whether the platform lists every token of its path.

import { listOf } from '../../engine/chain/token.js';
import { readPrices } from '../../engine/read/prices.js';
import { readingContext } from '../../engine/read/read-alternatives.js';
import { decimalOfNumber } from '../../money/decimal.js';
import type { EvmToken } from '../../money/evm/describe.js';
import { amountOut, wrappedCoin } from '../../money/evm/router-reads.js';
import { listSource, type PricedToken, routerSource, type SecondSource, sampleOf } from '../../money/evm/swap-price.js';
import { Failure, Guarded } from '../../services/http/errors.js';
import { asText, isNothing, type Row } from '../../services/json-value.js';
import type { SwapRequest } from './swap-order.js';

const routerOf = ({ access, router, from }: SwapRequest) => ({ rpc: access.rpc, router, from });

/**
 * Asks the router what the amount brings along a path; the list prices stand in if it does not say.
 * @param quoted what the quote brings, in base units
 * @returns nothing if neither says @throws {Failure} of the node
 */
export async function secondSource(request: SwapRequest, path: readonly string[], quoted: bigint): Promise<SecondSource | undefined> {
  const { raw } = request;
  const [brings, sampleBrings] = await Promise.all([raw, sampleOf(raw)].map((amount) => amountOut(routerOf(request), amount, path)));
  return brings === undefined ? pricesOfList(request, quoted) : routerSource(raw, brings, sampleBrings ?? 0n);
}

/** What the list prices say; nothing if a token has no price that can be read, which is logged. @throws {Failure} if it is interrupted */
async function pricesOfList(request: SwapRequest, quoted: bigint): Promise<SecondSource | undefined> {
  const { context, network, sells, buys, raw } = request;
  try {
    const rows = await listOf(context, network);
    const ids = [sells, buys].flatMap((token) => priceIdOf(rows, token) ?? []);
    const prices = ids.length === 2 ? await readPrices(readingContext(context), ids, 'USD') : new Map<string, string>();
    const [sold, bought] = ids.map((id) => decimalOfNumber(prices.get(id) ?? ''));
    if (!sold?.units || !bought?.units) return undefined;
    const priced = (token: EvmToken, price: typeof sold): PricedToken => ({ decimals: token.decimals, price });
    return listSource(raw, priced(sells, sold), priced(buys, bought), quoted);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    context.log(`  No list price can be read: ${error.message}`);
    return undefined;
  }
}

/** The id of the price of a token, by its contract; nothing if the rows name none, or several. */
function priceIdOf(rows: readonly Row[], { address, symbol }: EvmToken): string | undefined {
  const isToken = (row: Row) => contractOf(row) === address?.toLowerCase() && (address !== undefined || asText(row.symbol) === symbol);
  const ids = new Set(rows.filter(isToken).map(({ priceId }) => asText(priceId)));
  const [id] = ids;
  return ids.size === 1 && id !== '' ? id : undefined;
}

/** The contract of a listed token, in lower case; nothing for the coin. */
const contractOf = ({ contractAddress }: Row): string | undefined =>
  isNothing(contractAddress) ? undefined : asText(contractAddress).toLowerCase();

/**
 * Requires that every token of a path is in a list of the platform, or is the wrapped coin of the router.
 * @throws {Guarded} UNLISTED_TOKEN
 */
export async function checkPath(request: SwapRequest, path: readonly string[]): Promise<void> {
  const { context, network, listed } = request;
  const [rows, coin] = await Promise.all([listOf(context, network), wrappedCoin(routerOf(request))]);
  const known = new Set([...listed.map(({ address }) => asText(address).toLowerCase()), ...rows.map(contractOf), coin]);
  const other = path.find((token) => !known.has(token.toLowerCase()));
  if (other === undefined) return;
  throw new Guarded(
    'UNLISTED_TOKEN',
    `The transaction is refused: its path goes through ${other}, which no token list of ${network} has; nothing was signed.`,
  );
}
