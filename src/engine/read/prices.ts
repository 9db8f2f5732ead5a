// Prices of tokens: their endpoints, by session and version, and the price source of the transfer policy.

import type { Context } from '../../cli/command/command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import type { PriceSource } from '../../money/policy/pricing.js';
import { PublicPriceId } from '../../services/catalogue/words.js';
import { withDeclaredNames } from '../../services/decode/spelling.js';
import { epochTime } from '../../services/decode/values.js';
import { refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import type { Response } from '../../services/http/send.js';
import { asText, isNothing, isNumeric, isRecord, type Row, valueAt } from '../../services/json-value.js';
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
  return pricesIn(await readFirst(context, 'wallet', priceEndpoints, priceParams(ids, [currency])), ids, currency);
}
const rowOf = (response: Response, id: string): Row | undefined => {
  const { data } = withDeclaredNames(response);
  const row = isRecord(data) ? data[id] : undefined;
  return isRecord(row) ? row : undefined;
};
/** @throws {Failure} DUPLICATE_FIELD */
function pricesIn(response: Response, ids: readonly string[], currency: string): ReadonlyMap<string, string> {
  refuseDuplicateKeys('wallet', response.call.name, response.text);
  const prices = ids.map((id) => [id, valueAt(rowOf(response, id), currency.toLowerCase())] as const);
  return new Map(
    prices
      .filter(([, price]) => !isNothing(price))
      .map(([id, price]) => [id, typeof price === 'string' || isNumeric(price) ? String(price) : 'unreadable']),
  );
}

/** The price source of the transfer policy: the token list of the wallet service, and its prices with their time. */
export const priceSource = async (context: Context): Promise<PriceSource> => ({
  name: isEmbedded(context.settings()) ? 'sandbox' : originOf((await context.http().requestContext()).base('wallet')),
  tokens: () => tokensOfAllNetworks(context),
  prices: async (ids, currencies) => {
    if (ids.length === 0) return new Map();
    const params = { ...priceParams(ids, currencies), include_last_updated_at: 'true' };
    const response = await readFirst(context, 'wallet', priceEndpoints, params);
    const texts = currencies.map((currency) => [currency, pricesIn(response, ids, currency)] as const);
    return new Map(
      ids.map((id) => {
        const stated = texts.flatMap(([currency, prices]) => (prices.has(id) ? [[currency, prices.get(id)!]] : []));
        return [id, { in: Object.fromEntries(stated), at: epochTime(asText(rowOf(response, id)?.lastUpdatedAt)) }];
      }),
    );
  },
});
const originOf = (base: string) => (URL.canParse(base) ? new URL(base).origin : base);
