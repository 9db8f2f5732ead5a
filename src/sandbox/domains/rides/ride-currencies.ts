// The tokens that pay for rides, by network and wallet provider. Which there are is the sandbox's own.
import { Region, type WalletProviderId } from '../../../services/catalogue/words.js';
import { type Token, tokensOf } from '../../chain/tokens.js';
import type { HandlerContext, SandboxContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { fiat, fiatOf } from '../balances/currencies.js';
import { priceOf } from '../balances/prices.js';

type RegionWord = (typeof Region)[number];
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

/** TON's wallets are not offered everywhere. */
const withTon: readonly RegionWord[] = ['SG', 'VN', 'KH', 'TH', 'ID', 'GLOBAL'];
const providersIn = (region: RegionWord): ProviderWord[] => providerIds.filter((id) => withTon.includes(region) || !id.startsWith('TON'));

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

/** A token that pays for rides, under the requested network. */
export interface RideCurrency {
  readonly id: string;
  readonly token: Token;
  readonly network: NetworkWord;
  readonly providers: readonly ProviderWord[];
}
const rideCurrencies: readonly RideCurrency[] = payable.map(([network, symbol]) => {
  const token = tokensOf(network).find((one) => one.symbol === symbol)!;
  // No wallet provider names Base (platform 6.5): the wallets of Ethereum's test network pay there too.
  const through = network === 'BASE_SEPOLIA' ? 'ETHEREUM_SEPOLIA' : network;
  return { id: `${symbol}_${network}`, token, network, providers: providerIds.filter((id) => providers[id].network === through) };
});
const currenciesIn = (region: RegionWord) => rideCurrencies.filter((one) => one.providers.some((id) => providersIn(region).includes(id)));

/** The currency that pays for a ride in a region, or 400. */
export const requireRideCurrency = (region: RegionWord, id: string): RideCurrency =>
  currenciesIn(region).find((one) => one.id === id) ??
  refuse(
    400,
    `payCurrency is POINT or one of ${currenciesIn(region)
      .map((one) => one.id)
      .join(', ')}.`,
    'INVALID_REQUEST',
  );

function shown(context: SandboxContext, region: RegionWord, { id, token, network, providers: through }: RideCurrency): unknown {
  const price = (priceOf(context, token.priceId) ?? 0) * fiat[fiatOf[region]].perUsd;
  const walletProviderIds = through.filter((one) => providersIn(region).includes(one));
  const { symbol, contractAddress, decimals } = token;
  return { id, symbol, network, contractAddress, decimals, region, walletProviderIds, price: price.toFixed(8).replace(/\.?0+$/, '') };
}

const regionInPath = ({ path }: HandlerContext): RegionWord =>
  Region.find((region) => region === path.region) ?? refuse(404, 'There is no such region.', 'NOT_FOUND_REGION');

const list = (context: HandlerContext, region: RegionWord, which: (one: RideCurrency) => boolean = () => true): unknown[] =>
  currenciesIn(region)
    .filter(which)
    .map((one) => shown(context, region, one));

/** GET /v1/currency: of all regions. */
export const listCurrencies = (context: HandlerContext): unknown[] => Region.flatMap((region) => list(context, region));
export const listRegionCurrencies = (context: HandlerContext): unknown[] => list(context, regionInPath(context));
export const listNetworkCurrencies = (context: HandlerContext): unknown[] =>
  list(context, regionInPath(context), ({ network }) => network === context.path.network);
export const listProviderCurrencies = (context: HandlerContext): unknown[] =>
  list(context, regionInPath(context), (one) => one.providers.some((id) => id === context.path.walletProviderId));

/** GET /v1/wallet-provider/{region}. */
export const listWalletProviders = (context: HandlerContext): unknown[] =>
  providersIn(regionInPath(context)).map((id) => ({ id, ...providers[id], iconUrl: `https://icons.sandbox.invalid/${id}.png` }));
