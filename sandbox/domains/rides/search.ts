// Ride searches: the price of a route, valid for three minutes (platform 6.3), and the tokens that pay for a ride.

import { json, optional, text, word } from '../../../src/services/catalogue/define.js';
import { Region, type WalletProviderId } from '../../../src/services/catalogue/words.js';
import { type Token, tokensOf } from '../../chain/networks.js';
import {
  badRequest,
  type Context,
  callerId,
  type Draft,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  minute,
  type ResponseOf,
  refuse,
  type Stored,
  seededInteger,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { fiat, fiatOf } from '../balances/currencies.js';
import { priceOf } from '../balances/prices.js';
import { cities, cityAt, offersFor, routeBetween } from './fares.js';
import { pointOf } from './places.js';
import type { Ride, Stop } from './ride-row.js';

type ProviderWord = (typeof WalletProviderId)[number];
type NetworkWord = Token['network'];

interface Provider {
  readonly name: string;
  readonly network: NetworkWord;
}
const providers: Readonly<Record<ProviderWord, Provider>> = {
  TON_CONNECT: { name: 'TON Connect', network: 'TON' },
  TON_CONNECT_TEST: { name: 'TON Connect (test)', network: 'TON_TEST' },
  OKX_CONNECT_BSC: { name: 'OKX Connect', network: 'BSC' },
  OKX_CONNECT_ETHEREUM: { name: 'OKX Connect', network: 'ETHEREUM' },
  OKX_CONNECT_ETHEREUM_SEPOLIA: { name: 'OKX Connect (test)', network: 'ETHEREUM_SEPOLIA' },
  WALLET_CONNECT_ETHEREUM: { name: 'WalletConnect', network: 'ETHEREUM' },
  WALLET_CONNECT_ETHEREUM_SEPOLIA: { name: 'WalletConnect (test)', network: 'ETHEREUM_SEPOLIA' },
  WALLET_CONNECT_BSC: { name: 'WalletConnect', network: 'BSC' },
  WALLET_CONNECT_BSC_TEST: { name: 'WalletConnect (test)', network: 'BSC_TEST' },
  BITGET_CONNECT_BSC: { name: 'Bitget Connect', network: 'BSC' },
};
const providerIds = Object.keys(providers) as ProviderWord[];

/** TON's wallets are not in every region. */
const withTon: readonly Region[] = ['SG', 'VN', 'KH', 'TH', 'ID', 'GLOBAL'];
const providersIn = (region: Region): ProviderWord[] =>
  providerIds.filter((id) => withTon.includes(region) || !id.startsWith('TON'));

const payable: readonly (readonly [NetworkWord, string])[] = [
  ['BASE_SEPOLIA', 'USDC'],
  ['BSC_TEST', 'USDC'],
  ['BSC_TEST', 'bMVL'],
  ['BSC_TEST', 'BNB'],
  ['ETHEREUM_SEPOLIA', 'USDC'],
  ['ETHEREUM_SEPOLIA', 'MVL'],
  ['BSC', 'bMVL'],
  ['ETHEREUM', 'MVL'],
  ['TON', 'TON'],
  ['TON_TEST', 'TON'],
];

export interface RideCurrency {
  readonly id: string;
  readonly token: Token;
  readonly network: NetworkWord;
  readonly providers: readonly ProviderWord[];
}
const rideCurrencies: readonly RideCurrency[] = payable.map(([network, symbol]) => {
  const token = tokensOf(network).find((token) => token.symbol === symbol)!;
  // No provider names Base (platform 6.5): wallets of Ethereum's test network pay there too.
  const through = network === 'BASE_SEPOLIA' ? 'ETHEREUM_SEPOLIA' : network;
  return {
    id: `${symbol}_${network}`,
    token,
    network,
    providers: providerIds.filter((id) => providers[id].network === through),
  };
});
const currenciesIn = (region: Region) =>
  rideCurrencies.filter((currency) => currency.providers.some((id) => providersIn(region).includes(id)));

/** @throws {Refusal} 400 for a currency that does not pay there */
export const requireRideCurrency = (region: Region, id: string): RideCurrency =>
  currenciesIn(region).find((currency) => currency.id === id) ??
  badRequest(
    `payCurrency is POINT or one of ${currenciesIn(region)
      .map(({ id }) => id)
      .join(', ')}.`,
  );

function currencyFields(context: Context, region: Region, { id, token, network, providers: through }: RideCurrency) {
  const price = (priceOf(context, token.priceId) ?? 0) * fiat[fiatOf[region]].perUsd;
  const walletProviderIds = through.filter((provider) => providersIn(region).includes(provider));
  const { symbol, contractAddress, decimals } = token;
  return {
    id,
    symbol,
    network,
    contractAddress,
    decimals,
    region,
    walletProviderIds,
    price: price.toFixed(8).replace(/\.?0+$/, ''),
  };
}

const regionInPath = ({ path }: HandlerContext): Region =>
  Region.find((region) => region === path.region) ?? refuse(404, 'There is no such region.', 'NOT_FOUND_REGION');

const list = (context: HandlerContext, region: Region, which: (currency: RideCurrency) => boolean = () => true) =>
  currenciesIn(region)
    .filter(which)
    .map((currency) => currencyFields(context, region, currency));

/** The currencies of all regions. */
export const listCurrencies = (context: HandlerContext) => Region.flatMap((region) => list(context, region));
/** @throws {Refusal} 404 NOT_FOUND_REGION */
export const listRegionCurrencies = (context: HandlerContext) => list(context, regionInPath(context));
/** @throws {Refusal} 404 NOT_FOUND_REGION */
export const listNetworkCurrencies = (context: HandlerContext) =>
  list(context, regionInPath(context), ({ network }) => network === context.path.network);
/** @throws {Refusal} 404 NOT_FOUND_REGION */
export const listProviderCurrencies = (context: HandlerContext) =>
  list(context, regionInPath(context), (currency) =>
    currency.providers.some((id) => id === context.path.walletProviderId),
  );

/** The wallet providers of a region. */
export const listWalletProviders = (context: HandlerContext) =>
  providersIn(regionInPath(context)).map((id) => ({
    id,
    ...providers[id],
    iconUrl: `https://icons.sandbox.invalid/${id}.png`,
  }));

export interface Search extends Stored<typeof shapes.Search, 'searchId'> {
  readonly city: Ride['city'];
  readonly origin: Stop;
  readonly destination: Stop;
}
const validMs = 3 * minute;

export const search: Kind<Search, ResponseOf<typeof shapes.Search>> = defineKind({
  name: 'search',
  table: 'ride_search',
  owned: true,
  show: ({ id, body: { city, origin, destination, ...fields } }) => ({ searchId: id, ...fields }),
});

/** `locations` is named like the published ride vocabulary. */
export const searchBody = { region: word(Region), locations: json(), payCurrency: optional(text()) };

/** Prices a route. Refuses points outside one city of the region. */
export function makeSearch(context: HandlerContext, id: string): Draft<Search> {
  const region = context.body.region as Region;
  const [origin, destination] = stopsOf(context.body.locations);
  const [city, other] = [cityAt(origin), cityAt(destination)];
  if (!city || city !== other || cities[city].region !== region)
    badRequest(`Both locations must be in the same city of ${region}.`);
  const { payCurrency = 'POINT' } = context.body;
  if (payCurrency !== 'POINT') requireRideCurrency(region, payCurrency as string); // refuses other currencies
  const route = routeBetween(city, origin, destination);
  const eta = (code: string) => seededInteger(context, 'search', id, `eta ${code}`, 60, 300);
  const products = offersFor(city, route).map((offer) => ({ ...offer, etaS: eta(offer.productCode) }));
  const validUntil = iso(context.now + validMs);
  const body = {
    validUntil,
    region,
    city,
    distanceKm: route.distanceKm,
    durationS: route.minutes * 60,
    products,
    origin,
    destination,
  };
  return { owner: callerId(context), body };
}

function stopsOf(value: unknown): [Stop, Stop] {
  const [from, to, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  if (from === undefined || to === undefined || more.length > 0)
    return badRequest(`locations must be a list of two: ${manual}`);
  return [stopOf(from), stopOf(to)];
}
const manual = 'each {latitude, longitude, name, address}.';

function stopOf(value: unknown): Stop {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '');
  return { ...pointOf(fields), name: text(fields.name), address: text(fields.address) };
}
