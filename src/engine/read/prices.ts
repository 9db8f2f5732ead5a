// Prices of tokens: their endpoints, by session and version, and the price source of the transfer policy.

import type { Context } from '../../cli/command/command.js';
import type { PriceSource } from '../../money/policy/pricing.js';
import { PublicPriceId } from '../../services/catalogue/words.js';
import { withDeclaredNames } from '../../services/decode/spelling.js';
import { refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import { isNothing, isNumeric, isRecord, valueAt } from '../../services/json-value.js';
import type { Params } from '../request/params.js';
import type { EndpointChoices } from '../request/spec-types.js';
import { tokensOfAllNetworks } from './listed-tokens.js';
import { readFirst } from './read-alternatives.js';

/**
 * The endpoints of prices. Without a session the newest version knows only one id; `others` marks a request for more.
 */
export const priceEndpoints = [
  { endpoint: 'getPrice' },
  { endpoint: 'getPublicPrice', when: 'signed-out' },
  { endpoint: 'getPriceV1_1', when: 'unknown' },
  { endpoint: 'getPrice', requires: ['others'] },
  { endpoint: 'getPriceV1_1', requires: ['others'], when: 'signed-out' },
  { endpoint: 'getPriceV1_1', requires: ['others'], when: 'unknown' },
] as const satisfies EndpointChoices<'wallet'>;

/** The parameters of a price request. `others` marks ids beyond the public one (platform 3.3). */
export const priceParams = (ids: readonly string[], currencies: readonly string[]): Params => ({
  ids: ids.join(','),
  vs_currencies: currencies.map((currency) => currency.toLowerCase()).join(','),
  others: ids.every((id) => (PublicPriceId as readonly string[]).includes(id)) ? undefined : true,
});

/**
 * The stated price of each id in a currency, as text; other values are `unreadable`, and omitted ids have no price.
 * @throws {Failure} DUPLICATE_FIELD, and of the read
 */
export async function readPrices(
  context: Context,
  ids: readonly string[],
  currency: string,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const response = await readFirst(context, 'wallet', priceEndpoints, priceParams(ids, [currency]));
  refuseDuplicateKeys('wallet', response.call.name, response.text);
  const { data } = withDeclaredNames(response);
  const prices = ids.map((id) => [id, isRecord(data) ? valueAt(data[id], currency.toLowerCase()) : undefined] as const);
  return new Map(
    prices
      .filter(([, price]) => !isNothing(price))
      .map(([id, price]) => [id, typeof price === 'string' || isNumeric(price) ? String(price) : 'unreadable']),
  );
}

/** The price source of the transfer policy: the token list of the wallet service, and its prices in US dollars. */
export const priceSource = (context: Context): PriceSource => ({
  tokens: () => tokensOfAllNetworks(context),
  prices: (ids) => readPrices(context, ids, 'USD'),
});
