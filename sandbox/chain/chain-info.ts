// Networks, tokens, fees and prices of the wallet service, as functions of world time.

import { number, optional, text, word } from '../../src/services/catalogue/define.js';
import { Fiat, type Network, PublicPriceId } from '../../src/services/catalogue/words.js';
import { badRequest, day, type HandlerContext, iso, notFound, type ResponseOf, refuse, view } from '../core/index.js';
import type * as shapes from '../core/shapes/wallet.js';
import { fiat } from '../domains/balances/currencies.js';
import { priceOf } from '../domains/balances/prices.js';
import {
  baseFeeOf,
  heightOf,
  networks,
  networksWithTokens,
  shownNetwork,
  shownToken,
  shownTokenOn,
  stateNetwork,
  tokensOf,
  usualTip,
} from './networks.js';
import { newestBlock } from './transaction.js';

const networkInPath = (context: HandlerContext): Network => context.path.network as Network;

/** All networks. */
export const listChains = (context: HandlerContext) =>
  (Object.keys(networks) as Network[]).map((network) =>
    shownNetwork(context, network, newestBlock(context, stateNetwork(network))),
  );

/** The tokens of a network. Only open chains have a list. */
export function listTokensV1(context: HandlerContext) {
  const network = networkInPath(context);
  const { nature } = networks[network] ?? {};
  const closed = nature === undefined || nature === 'closed' || nature === 'not a chain';
  return closed
    ? refuse(400, `Not support Network: ${network.slice(0, 50)}`, 'NOT_SUPPORTED_NETWORK')
    : tokensOf(network).map(shownToken);
}

/** Version 2 and 3: of one network, or of all with tokens. */
export const listNetworkTokens = (context: HandlerContext) =>
  tokensOf(knownNetwork(networkInPath(context))).map(shownTokenOn(networkInPath(context)));
export const listAllTokens = () =>
  networksWithTokens.flatMap((network) => tokensOf(network).map(shownTokenOn(network)));
/** By symbol. @throws {Refusal} 404 NOT_FOUND_NETWORK or NOT_FOUND_TOKEN */
export function getToken(context: HandlerContext): ResponseOf<typeof shapes.NetworkToken> {
  const symbol = context.path.tokenSymbol ?? '';
  const token = tokensOf(knownNetwork(networkInPath(context))).find((candidate) => candidate.symbol === symbol);
  return token ? shownTokenOn(networkInPath(context))(token) : notFound('TOKEN', symbol);
}

const knownNetwork = (name: string): Network =>
  Object.hasOwn(networks, name) ? (name as Network) : notFound('NETWORK', name);

/** The fees in wei, or the chain's equivalent, by block. The real unit is not public. */
export function showNetworkFee(context: HandlerContext) {
  const network = knownNetwork(networkInPath(context));
  const low = baseFeeOf(context, network, heightOf(context, network)) + usualTip;
  return { low: low.toString(), medium: ((low * 13n) / 10n).toString(), high: ((low * 17n) / 10n).toString() };
}

/** The currency may have any case. */
function priceIn(context: Pick<HandlerContext, 'seed' | 'now'>, id: string, currency: string): number | undefined {
  const price = priceOf(context, id);
  const rate = fiat[currency.toUpperCase() as keyof typeof fiat]?.perUsd;
  return price === undefined || rate === undefined ? undefined : Number((price * rate).toPrecision(8));
}

/** Like CoinGecko, without unknown ids and currencies (platform 3.3). */
export function showPrices(context: HandlerContext): ResponseOf<typeof shapes.PublicPrice> {
  const { ids = '', vs_currencies: currencies = '', ...wanted } = context.query as Record<string, string>;
  const entries = ids
    .split(',')
    .map((id): [string, Record<string, number>] => [id.trim(), priceFields(context, id.trim(), currencies, wanted)]);
  return Object.fromEntries(entries.filter(([, fields]) => Object.keys(fields).length > 0));
}

function priceFields(
  context: HandlerContext,
  id: string,
  currencies: string,
  wanted: Record<string, string>,
): Record<string, number> {
  const fields = currencies.split(',').flatMap((name): [string, number][] => {
    const key = name.trim().toLowerCase();
    const now = priceIn(context, id, key);
    if (now === undefined) return [];
    const before = priceIn({ ...context, now: context.now - day }, id, key)!;
    const change = Number(((now / before - 1) * 100).toFixed(4));
    return [
      [key, now],
      ...(wanted.include_24hr_change === 'true' ? [[`${key}_24h_change`, change] as [string, number]] : []),
    ];
  });
  const updated: [string, number][] =
    wanted.include_last_updated_at === 'true' && fields.length > 0
      ? [['last_updated_at', Math.floor(context.now / 1000)]]
      : [];
  return Object.fromEntries([...fields, ...updated]);
}

/** The price of one allowed id (platform 3.3). */
const publicPriceQuery = { ids: optional(word(PublicPriceId)), vs_currencies: optional(text()) };
export const showPublicPrice = view(
  (context): ResponseOf<typeof shapes.PublicPrice> =>
    showPrices({ ...context, query: { ids: PublicPriceId[0], vs_currencies: 'usd', ...context.query } }),
  { query: publicPriceQuery },
);

/** Prices of up to 90 days, in one of seven currencies. */
const historyQuery = { currency: optional(word(Fiat)), days: optional(number()) };
/** Hourly up to two days, else daily. @throws {Refusal} 400 INVALID_REQUEST */
export const showPriceHistory = view(
  (context) => {
    const { currency = 'USD', days = 30 } = context.query;
    if (!(days >= 1 && days <= 90)) badRequest('days must be from 1 to 90.');
    const step = days <= 2 ? day / 24 : day;
    const last = Math.floor(context.now / step) * step;
    const times = Array.from({ length: Math.floor((days * day) / step) + 1 }, (_, n) => last - n * step).reverse();
    return times.map((at) => ({ at: iso(at), price: priceIn({ ...context, now: at }, PublicPriceId[0], currency)! }));
  },
  { query: historyQuery },
);

/** Supply and prices of MVL. */
export function showMvlInfo(context: HandlerContext): ResponseOf<typeof shapes.MvlInfo> {
  const prices = Object.fromEntries(Fiat.map((currency) => [currency, priceIn(context, PublicPriceId[0], currency)!]));
  return {
    symbol: 'MVL',
    totalSupply: '30000000000',
    circulatingSupply: '27500000000',
    prices,
    updatedAt: iso(context.now),
  };
}
