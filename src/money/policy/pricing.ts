// Prices tokens in US dollars, by the token lists and the prices of the platform.

import { Failure } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import { type Decimal, decimalOfNumber } from '../decimal.js';
import { type PriceLookup, sameToken } from './limits.js';

const dollar: Decimal = { units: 1n, places: 0 };

/** The source of prices. */
export interface PriceSource {
  /** The tokens of all networks, each with its `symbol` and `priceId`. @throws {Failure} */
  readonly tokens: () => Promise<readonly Row[]>;
  /** The price of one of each id in US dollars, as text; an id without a price is left out. @throws {Failure} */
  readonly prices: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** The prices of tokens. A token has none where no list has it, where two lists disagree, or where its price is 0, negative or unreadable. */
export async function pricesOf(tokens: Iterable<string>, source: PriceSource, log: (line: string) => void): Promise<PriceLookup> {
  const symbols = [...new Set(tokens)].filter((token) => !sameToken(token, 'USD'));
  const known = symbols.length === 0 ? new Map<string, Decimal>() : await readPrices(symbols, source, log);
  return (token) => (sameToken(token, 'USD') ? dollar : known.get(token));
}

async function readPrices(
  tokens: readonly string[],
  source: PriceSource,
  log: (line: string) => void,
): Promise<ReadonlyMap<string, Decimal>> {
  try {
    const rows = await source.tokens();
    const ids = new Map(
      tokens.flatMap((token) => {
        const priceIds = new Set(rows.filter(({ symbol }) => symbol === token).map(({ priceId }) => priceId));
        const [id] = priceIds;
        return priceIds.size === 1 && typeof id === 'string' ? [[token, id] as const] : [];
      }),
    );
    const prices = await source.prices([...new Set(ids.values())]);
    return new Map([...ids].flatMap(([token, id]) => pair(token, decimalOfNumber(prices.get(id) ?? ''))));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    log(`  No price can be read: ${error.message}`);
    return new Map();
  }
}

const pair = (token: string, price: Decimal | undefined): (readonly [string, Decimal])[] =>
  price && price.units > 0n ? [[token, price]] : [];
