// What the wallet service tells of networks, tokens, fees and prices: functions of world time, nothing stored.
import { number, optional, text, word } from '../../services/catalogue/define.js';
import { Fiat, type Network, PublicPriceId } from '../../services/catalogue/words.js';
import { day, iso } from '../core/clock.js';
import { notFound, refuse } from '../core/refusal.js';
import type { World } from '../core/world.js';
import { fiat } from '../domains/balances/currencies.js';
import { priceOf } from '../domains/balances/prices.js';
import { baseFeeOf, usualTip } from './fees.js';
import { heightOf, networks, shownNetwork, stateNetwork } from './networks.js';
import { networksWithTokens, shownToken, shownTokenOn, tokensOf } from './tokens.js';
import { newestBlock } from './transaction.js';

type NetworkWord = (typeof Network)[number];
const asked = (world: World): NetworkWord => world.path.network as NetworkWord;

/** GET /v2/blockchain/chains. */
export const listChains = (world: World): unknown[] =>
  (Object.keys(networks) as NetworkWord[]).map((one) => shownNetwork(world, one, newestBlock(world, stateNetwork(one))));

/** GET /v1/token/{network}: the chains that are closed, and those that are none, have no list. */
export function listTokensV1(world: World): unknown[] {
  const network = asked(world);
  const { nature } = networks[network] ?? {};
  const closed = nature === undefined || nature === 'closed' || nature === 'not a chain';
  return closed ? refuse(400, `Not support Network: ${network.slice(0, 50)}`, 'NOT_SUPPORTED_NETWORK') : tokensOf(network).map(shownToken);
}

/** Version 2 and 3: of one network, or of all that have tokens. */
export const listNetworkTokens = (world: World): unknown[] => tokensOf(knownNetwork(asked(world))).map(shownTokenOn(asked(world)));
export const listAllTokens = (): unknown[] => networksWithTokens.flatMap((one) => tokensOf(one).map(shownTokenOn(one)));
export function getToken(world: World): unknown {
  const symbol = world.path.tokenSymbol ?? '';
  const found = tokensOf(knownNetwork(asked(world))).find((one) => one.symbol === symbol);
  return found ? shownTokenOn(asked(world))(found) : notFound('TOKEN', symbol);
}

const knownNetwork = (given: string): NetworkWord => (Object.hasOwn(networks, given) ? (given as NetworkWord) : notFound('NETWORK', given));

/** GET /v1|v2/fee/{network}: wei, or what the chain has in its place; the real unit is not public. A function of the block. */
export function showFee(world: World): unknown {
  const network = knownNetwork(asked(world));
  const low = baseFeeOf(world, network, heightOf(world, network)) + usualTip;
  return { low: low.toString(), medium: ((low * 13n) / 10n).toString(), high: ((low * 17n) / 10n).toString() };
}

/** What one unit of an id is worth in a currency, whatever its letters' case. */
function priceIn(world: Pick<World, 'seed' | 'now'>, id: string, currency: string): number | undefined {
  const price = priceOf(world, id);
  const rate = fiat[currency.toUpperCase() as keyof typeof fiat]?.perUsd;
  return price === undefined || rate === undefined ? undefined : Number((price * rate).toPrecision(8));
}

/** GET .../simple/price: as CoinGecko answers it, unknown ids and currencies left out (CONTRACT.md section 3). */
export function showPrices(world: World): unknown {
  const { ids = '', vs_currencies: currencies = '', ...wanted } = world.query as Record<string, string>;
  const entries = ids
    .split(',')
    .map((id): [string, Record<string, number>] => [id.trim(), priceFields(world, id.trim(), currencies, wanted)]);
  return Object.fromEntries(entries.filter(([, fields]) => Object.keys(fields).length > 0));
}

function priceFields(world: World, id: string, currencies: string, wanted: Record<string, string>): Record<string, number> {
  const fields = currencies.split(',').flatMap((name): [string, number][] => {
    const key = name.trim().toLowerCase();
    const now = priceIn(world, id, key);
    if (now === undefined) return [];
    const before = priceIn({ ...world, now: world.now - day }, id, key)!;
    const change = Number(((now / before - 1) * 100).toFixed(4));
    return [[key, now], ...(wanted.include_24hr_change === 'true' ? [[`${key}_24h_change`, change] as [string, number]] : [])];
  });
  const updated: [string, number][] =
    wanted.include_last_updated_at === 'true' && fields.length > 0 ? [['last_updated_at', Math.floor(world.now / 1000)]] : [];
  return Object.fromEntries([...fields, ...updated]);
}

/** GET .../simple/price/public: one allowed id (SPEC.md section 3). */
export const publicPriceQuery = { ids: optional(word(PublicPriceId)), vs_currencies: optional(text()) };
export const showPublicPrice = (world: World): unknown =>
  showPrices({ ...world, query: { ids: PublicPriceId[0], vs_currencies: 'usd', ...world.query } });

/** GET /v1/price/history/mvl: a price every so often for up to 90 days, in the seven currencies that there are. */
export const historyQuery = { currency: optional(word(Fiat)), days: optional(number()) };
export function showPriceHistory(world: World): unknown[] {
  const { currency = 'USD', days = 30 } = world.query as { currency?: string; days?: number };
  if (!(days >= 1 && days <= 90)) refuse(400, 'days must be from 1 to 90.', 'INVALID_REQUEST');
  const step = days <= 2 ? day / 24 : day;
  const last = Math.floor(world.now / step) * step;
  const times = Array.from({ length: Math.floor((days * day) / step) + 1 }, (_, n) => last - n * step).reverse();
  return times.map((at) => ({ at: iso(at), price: priceIn({ ...world, now: at }, PublicPriceId[0], currency)! }));
}

/** GET /api/mvl/info. */
export function showMvlInfo(world: World): unknown {
  const prices = Object.fromEntries(Fiat.map((currency) => [currency, priceIn(world, PublicPriceId[0], currency)!]));
  return { symbol: 'MVL', totalSupply: '30000000000', circulatingSupply: '27500000000', prices, updatedAt: iso(world.now) };
}
