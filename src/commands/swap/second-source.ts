// The second source of a price beside the quote (the pinned router, else the list prices), and the check of a path.

import { listedTokens } from '../../engine/read/listed-tokens.js';
import { readPrices } from '../../engine/read/prices.js';
import type { ChainToken } from '../../money/chain/effect.js';
import { decimalOfNumber } from '../../money/decimal.js';
import { amountOut, wrappedCoin } from '../../money/evm/router-reads.js';
import { listSource, type PricedToken, routerSource, type SecondSource, sampleOf } from '../../money/evm/swap-price.js';
import { Guarded, partFailure } from '../../services/http/errors.js';
import { asText, isNothing, type Row } from '../../services/json-value.js';
import type { SwapRequest } from './swap-order.js';

const routerOf = ({ access, router, from }: SwapRequest) => ({ rpc: access.rpc, router, from });

/**
 * The amount that a path brings by the router, else by the list prices.
 * @param quoted the amount by the quote, in base units
 * @returns undefined if neither source has it @throws {Failure} of the node
 */
export async function secondSource(
  request: SwapRequest,
  path: readonly string[],
  quoted: bigint,
): Promise<SecondSource | undefined> {
  const { raw } = request;
  const [brings, sampleBrings] = await Promise.all(
    [raw, sampleOf(raw)].map((amount) => amountOut(routerOf(request), amount, path)),
  );
  return brings === undefined ? pricesOfList(request, quoted) : routerSource(raw, brings, sampleBrings ?? 0n);
}

/**
 * The source by list prices; undefined without a readable price of both tokens.
 * @throws {Failure} if it is interrupted
 */
async function pricesOfList(request: SwapRequest, quoted: bigint): Promise<SecondSource | undefined> {
  const { context, network, sells, buys, raw } = request;
  try {
    const rows = await listedTokens(context, network);
    const ids = [sells, buys].flatMap((token) => priceIdOf(rows, token) ?? []);
    const prices = ids.length === 2 ? await readPrices(context, ids, 'USD') : new Map<string, string>();
    const [sold, bought] = ids.map((id) => decimalOfNumber(prices.get(id) ?? ''));
    if (!sold?.units || !bought?.units) return undefined;
    const priced = (token: ChainToken, price: typeof sold): PricedToken => ({ decimals: token.decimals, price });
    return listSource(raw, priced(sells, sold), priced(buys, bought), quoted);
  } catch (error) {
    context.log(`  No list price can be read: ${partFailure(error).message}`);
    return undefined;
  }
}

/** The id of the price of a token, by its contract; undefined if the rows have none or several. */
function priceIdOf(rows: readonly Row[], { address, symbol }: ChainToken) {
  const isToken = (row: Row) =>
    contractOf(row) === address?.toLowerCase() && (address !== undefined || asText(row.symbol) === symbol);
  const ids = new Set(rows.filter(isToken).map(({ priceId }) => asText(priceId)));
  const [id] = ids;
  return ids.size === 1 && id !== '' ? id : undefined;
}

/** The contract of a listed token, in lower case; undefined for the coin. */
const contractOf = ({ contractAddress }: Row) =>
  isNothing(contractAddress) ? undefined : asText(contractAddress).toLowerCase();

/**
 * Requires that every token of a path is in a list of the platform, or is the wrapped coin of the router.
 * @throws {Guarded} UNLISTED_TOKEN
 */
export async function checkPath(request: SwapRequest, path: readonly string[]): Promise<void> {
  const { context, network, listed } = request;
  const [rows, coin] = await Promise.all([listedTokens(context, network), wrappedCoin(routerOf(request))]);
  const contracts = new Set([
    ...listed.map(({ address }) => asText(address).toLowerCase()),
    ...rows.map(contractOf),
    coin,
  ]);
  const other = path.find((token) => !contracts.has(token.toLowerCase()));
  if (other === undefined) return;
  throw new Guarded(
    'UNLISTED_TOKEN',
    `The transaction is refused: its path goes through ${other}, which is on no token list of ${network}; nothing was signed.`,
  );
}
