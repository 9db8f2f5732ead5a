// The networks of the wallet client's list (platform 3.1), with their tokens and gas prices.

import { CheckpointId, type Network } from '../../src/services/catalogue/words.js';
import { type Context, type Stored, seededFraction } from '../core/index.js';
import type * as shapes from '../core/shapes/wallet.js';
import { accounts } from '../domains/balances/currencies.js';
import networkFacts from './networks.json' with { type: 'json' };
import tokenFacts from './tokens.json' with { type: 'json' };

/** `mirror`: the state of a test network under another name. `read only`: balances and histories only. */
type Nature = 'live here' | 'mirror' | 'read only' | 'closed' | 'not a chain';
interface NetworkFacts {
  readonly chainId: number | null;
  readonly symbol: string;
  readonly nature: Nature;
  /** The state of a mirror. */
  readonly behind?: Network;
  readonly blockSeconds?: number;
}

/** Chain ids are public. Natures and block times are the sandbox's own. */
export const networks = networkFacts as Readonly<Record<Network, NetworkFacts>>;

/** A mirror has the state of another network. */
export const stateNetwork = (word: Network): Network => networks[word].behind ?? word;

/** The time of block 0. */
export const genesis = Date.UTC(2025, 0, 1);

/** By world time; 0 for a network without blocks. */
export function heightOf({ now }: Pick<Context, 'now'>, word: Network): number {
  const { blockSeconds } = networks[word];
  return blockSeconds === undefined ? 0 : Math.max(0, Math.floor((now - genesis) / (blockSeconds * 1000)));
}

/** As in GET /v2/blockchain/chains. */
export function shownNetwork(context: Context, word: Network, height = heightOf(context, word)) {
  const { chainId, symbol, nature } = networks[word];
  const behind = { CONFIRMED: 12, LATEST: 0, PARSED_LATEST: 1 } satisfies Record<(typeof CheckpointId)[number], number>;
  const checkpoints = CheckpointId.map((id) => ({ id, blockNumber: Math.max(0, height - behind[id]) }));
  const explorerUrl = `https://explorer.sandbox.invalid/${word}`;
  return {
    network: word,
    chainId,
    name: word,
    symbol,
    explorerUrl,
    state: nature,
    checkpoints: height > 0 ? checkpoints : [],
  };
}

export type Token = Stored<typeof shapes.NetworkToken, 'logoURI'>;

/** The tokens of each network with a state; the coin first. */
export const tokens = tokenFacts as readonly Token[];

/** Mirrors have the tokens of the network behind them. */
export const tokensOf = (word: Network): readonly Token[] =>
  tokens.filter(({ network }) => network === stateNetwork(word));

/** The ledger's unit of a token. */
export const unitOf = ({ network, symbol }: Pick<Token, 'network' | 'symbol'>): string => `${network}/${symbol}`;

/** The ledger's account of an address. */
export const onChain = ({ network }: Pick<Token, 'network'>, address: string): string =>
  accounts.chain(network, address);

/** TokenDto (platform 12.1). */
export const shownToken = ({ symbol, name, decimals, contractAddress, priceId }: Token) => ({
  symbol,
  name,
  decimals,
  contractAddress,
  logoURI: `https://icons.sandbox.invalid/${symbol}.png`,
  priceId,
});
/** Versions 2 and 3 have the requested network. */
export const shownTokenOn = (network: Network) => (token: Token) => ({
  ...shownToken(token),
  network,
  tokenType: token.tokenType,
});

/** With mirrors. */
export const networksWithTokens = (Object.keys(networks) as Network[]).filter((word) => tokensOf(word).length > 0);

const gwei = 1_000_000_000;
/** The base fee is linear between points this many blocks apart: at most 2 % per block. */
const span = 50;

/** In wei, between 1 and 2 gwei. */
export function baseFeeOf({ seed }: Pick<Context, 'seed'>, network: Network, block: number): bigint {
  const at = block / span;
  const point = (n: number) => 1 + seededFraction(seed, 'fee', stateNetwork(network), String(n));
  const share = at - Math.floor(at);
  return BigInt(Math.round((point(Math.floor(at)) * (1 - share) + point(Math.floor(at) + 1) * share) * gwei));
}
/** In wei. */
export const usualTip = 100_000_000n;
/** For type 0; enough for some blocks. */
export const gasPriceOf = (context: Pick<Context, 'seed'>, network: Network, block: number): bigint =>
  (baseFeeOf(context, network, block) * 12n) / 10n + usualTip;
/** Wei for one gas. */
export const effectivePrice = (
  base: bigint,
  { feeCap, tip }: { readonly feeCap: bigint; readonly tip: bigint },
): bigint => (feeCap < base + tip ? feeCap : base + tip);
