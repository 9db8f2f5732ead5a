// What tokens are worth in US dollars, by the token lists and the prices of the platform.

import type { Context } from '../../cli/context.js';
import { readPrices } from '../../commands/wallet/price.js';
import { readBy } from '../../engine/read-command.js';
import { Failure } from '../../services/http/errors.js';
import { listing } from '../../ui/format/columns.js';
import { type Decimal, decimalOfNumber } from '../decimal.js';
import { type Prices, sameToken } from '../limits.js';

const dollar: Decimal = { units: 1n, places: 0 };
const lists = {
  service: 'wallet',
  endpoints: [
    { call: 'listTokens', version: 'v3' },
    { call: 'listTokensV2', version: 'v2', when: 'unknown' },
  ],
} as const;

/** The prices of some tokens. One that no list has, that two share, or whose price is 0, negative or cannot be read has none. */
export async function pricesOf(context: Context, tokens: Iterable<string>): Promise<Prices> {
  const wanted = [...new Set(tokens)].filter((token) => !sameToken(token, 'USD'));
  const known = wanted.length === 0 ? new Map<string, Decimal>() : await asked(context, wanted);
  return (token) => (sameToken(token, 'USD') ? dollar : known.get(token));
}

async function asked(context: Context, tokens: readonly string[]): Promise<ReadonlyMap<string, Decimal>> {
  try {
    const rows = listing((await readBy(context, lists, {}))?.data)?.rows ?? [];
    const ids = new Map(
      tokens.flatMap((token) => {
        const found = new Set(rows.filter(({ symbol }) => symbol === token).map(({ priceId }) => priceId));
        const [id] = found;
        return found.size === 1 && typeof id === 'string' ? [[token, id] as const] : [];
      }),
    );
    const prices = await readPrices(context, [...new Set(ids.values())], 'USD');
    return new Map([...ids].flatMap(([token, id]) => pair(token, decimalOfNumber(prices.get(id) ?? ''))));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    context.log(`  No price can be read: ${error.message}`);
    return new Map();
  }
}

const pair = (token: string, price: Decimal | undefined): (readonly [string, Decimal])[] =>
  price && price.units > 0n ? [[token, price]] : [];
