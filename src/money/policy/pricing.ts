// Prices tokens in US dollars, by the token lists and the prices of the platform.

import { partFailure } from '../../services/http/errors.js';
import { asText, isNothing, type Row } from '../../services/json-value.js';
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

/**
 * The prices of tokens. A token has no price if no list has it, or if its price is 0, negative or unreadable. Its price
 * is unknown, which is different, if two lists disagree, the response leaves it out, or a read fails.
 */
export async function pricesOf(
  tokens: Iterable<string>,
  source: PriceSource,
  log: (line: string) => void,
): Promise<PriceLookup> {
  const symbols = [...new Set(tokens)].filter((token) => !sameToken(token, 'USD'));
  const prices: Prices = symbols.length === 0 ? new Map() : await readPrices(symbols, source, log);
  const lookup = (token: string) => (sameToken(token, 'USD') ? dollar : (prices.get(token) ?? undefined));
  return Object.assign(lookup, { isWithoutPrice: (token: string) => prices.get(token) === null });
}
/** By token; null without a price. */
type Prices = ReadonlyMap<string, Decimal | null>;

async function readPrices(
  tokens: readonly string[],
  source: PriceSource,
  log: (line: string) => void,
): Promise<Prices> {
  try {
    const rows = await source.tokens();
    if (rows.length === 0) return new Map(); // without a list every price is unknown
    const idsOf = (token: string) => [
      ...new Set(
        rows.flatMap(({ symbol, priceId }) =>
          sameToken(asText(symbol), token) && !isNothing(priceId) && priceId !== '' ? [asText(priceId)] : [],
        ),
      ),
    ];
    const listed = new Map(tokens.map((token) => [token, idsOf(token)] as const));
    const prices = await source.prices([
      ...new Set([...listed.values()].flatMap((ids) => (ids.length === 1 ? ids : []))),
    ]);
    return new Map(
      [...listed].flatMap(([token, [id, ...others]]): (readonly [string, Decimal | null])[] => {
        if (id === undefined) return [[token, null]];
        const text = others.length > 0 ? undefined : prices.get(id);
        return text === undefined ? [] : [[token, positive(decimalOfNumber(text))]];
      }),
    );
  } catch (error) {
    log(`  No price can be read: ${partFailure(error).message}`);
    return new Map();
  }
}

const positive = (price: Decimal | undefined): Decimal | null => (price && price.units > 0n ? price : null);
