// Prices tokens, and the money of countries, in US dollars, by the token lists and the prices of the platform. A price
// that fell far within a day does not widen a limit: the older one counts.

import { Fiat, PublicPriceId } from '../../services/catalogue/words.js';
import { partFailure } from '../../services/http/errors.js';
import { asText, isNothing, type Row } from '../../services/json-value.js';
import { type Decimal, decimalOf, decimalOfNumber, decimalText, isMore, quotient, times } from '../values/decimal.js';
import { sameToken } from '../values/token.js';
import type { PriceLookup, PriceUse } from './limits.js';

const dollar: Decimal = { units: 1n, places: 0 };

/** The prices of one of an id: as text by currency, and when the service set them, epoch milliseconds. */
export interface Quote {
  readonly in: Readonly<Record<string, string>>;
  readonly at?: number | undefined;
}
/** The source of prices. */
export interface PriceSource {
  /** Its address. */
  readonly name: string;
  /** The tokens of all networks, each with its `symbol` and `priceId`. @throws {Failure} */
  readonly tokens: () => Promise<readonly Row[]>;
  /** The prices of each id in currencies; what has no price is left out. @throws {Failure} */
  readonly prices: (ids: readonly string[], currencies: readonly string[]) => Promise<ReadonlyMap<string, Quote>>;
}

/** A price that an operation of the ledger has used. */
export interface RecordedPrice {
  readonly token: string;
  readonly usd: string;
  readonly source: string;
  readonly usedAt: string;
}

/**
 * The prices of tokens. A token has no price if no list has it, or if its price is 0, negative or unreadable. Its price
 * is unknown, which is different, if two lists disagree, the response leaves it out, or a read fails. The money of a
 * country has the rate by which the source prices one thing in it and in US dollars.
 */
export async function pricesOf(
  tokens: Iterable<string>,
  source: PriceSource,
  log: (line: string) => void,
): Promise<PriceLookup> {
  const symbols = [...new Set(tokens)].filter((token) => !sameToken(token, 'USD'));
  const prices: Prices = symbols.length === 0 ? new Map() : await readPrices(symbols, source, log);
  return lookupOf(prices, source.name);
}
interface Found extends Pick<Quote, 'at'> {
  readonly price: Decimal;
}
/** By token; null without a price. */
type Prices = ReadonlyMap<string, Found | null>;

function lookupOf(prices: Prices, source: string): PriceLookup {
  const lookup = (token: string) => (sameToken(token, 'USD') ? dollar : prices.get(token)?.price);
  const uses = [...prices].flatMap(([token, found]): PriceUse[] => {
    const at = found?.at === undefined ? undefined : new Date(found.at).toISOString();
    return found ? [{ token, stated: found.price, at, source }] : [];
  });
  const isWithoutPrice = (token: string) => prices.get(token) === null;
  return Object.assign(lookup, { isWithoutPrice, uses, source });
}

/**
 * A lookup in which a price of the last day counts on if the source now states less than half of it, or none: a fault
 * of one source must not widen a limit.
 * @param recorded the prices that operations of the last day have used
 */
export function heldPrices(lookup: PriceLookup, recorded: readonly RecordedPrice[]): PriceLookup {
  const { uses = [], source = '', isWithoutPrice } = lookup;
  const highest = (token: string) =>
    recorded
      .filter((price) => price.source === source && sameToken(price.token, token))
      .flatMap(({ usd, usedAt }) => [decimalOf(usd)].flatMap((price) => (price ? [{ price, usedAt }] : [])))
      .reduce<PriceUse['olderPrice']>((most, one) => (most && !isMore(one.price, most.price) ? most : one), undefined);
  const unpriced = [...new Set(recorded.map(({ token }) => token))]
    .filter((token) => isWithoutPrice?.(token) === true)
    .map((token) => ({ token, stated: { units: 0n, places: 0 }, source }));
  const now = [...uses, ...unpriced].map((use): PriceUse => {
    const held = highest(use.token);
    return held && isMore(held.price, times(use.stated, two)) ? { ...use, olderPrice: held } : use;
  });
  const heldOf = (token: string) => now.find((use) => use.token === token)?.olderPrice?.price;
  return Object.assign((token: string) => heldOf(token) ?? lookup(token), {
    isWithoutPrice: (token: string) => heldOf(token) === undefined && isWithoutPrice?.(token) === true,
    uses: now.filter(({ stated, olderPrice }) => olderPrice || stated.units > 0n),
    source,
  });
}
const two: Decimal = { units: 2n, places: 0 };

/** The prices that an operation uses, as the ledger records them; undefined for none. */
export const recordedPrices = ({ uses = [] }: PriceLookup): string | undefined =>
  uses.length === 0
    ? undefined
    : JSON.stringify(
        uses.map(({ token, stated, at, source, olderPrice }) => {
          const older = olderPrice && { counted: decimalText(olderPrice.price), of: olderPrice.usedAt };
          return { token, usd: decimalText(stated), at, source, ...older };
        }),
      );

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
    const countries = [...listed].flatMap(([token, ids]) => (ids.length === 0 && isFiat(token) ? [token] : []));
    const ids = [...listed.values()].flatMap((of) => (of.length === 1 ? of : []));
    const quotes = await source.prices(
      [...new Set([...ids, ...(countries.length > 0 ? [reference] : [])])],
      ['USD', ...countries.map((token) => token.toUpperCase())],
    );
    return new Map(
      [...listed].flatMap(([token, [id, ...others]]): (readonly [string, Found | null])[] => {
        if (id === undefined) return [[token, rateOf(token, quotes.get(reference))]];
        const { in: { USD: text } = {}, at } = (others.length > 0 ? undefined : quotes.get(id)) ?? {};
        const price = text === undefined ? undefined : positive(decimalOfNumber(text));
        return text === undefined ? [] : [[token, price ? { price, at } : null]];
      }),
    );
  } catch (error) {
    log(`  No price can be read: ${partFailure(error).message}`);
    return new Map();
  }
}

const isFiat = (token: string) => Fiat.some((currency) => sameToken(currency, token));
/** What has a price in the money of every country: its id is public. */
const [reference] = PublicPriceId;
/** The value of one unit of the money of a country, rounded up; null if the source has no rate of it. */
function rateOf(token: string, { in: prices, at }: Quote = { in: {} }): Found | null {
  const [usd, own] = ['USD', token.toUpperCase()].map((currency) => positive(decimalOfNumber(prices[currency] ?? '')));
  return usd && own ? { price: quotient(usd, own, ratePlaces), at } : null;
}
const ratePlaces = 18;

const positive = (price: Decimal | undefined): Decimal | undefined => (price && price.units > 0n ? price : undefined);
