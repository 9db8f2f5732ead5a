// The networks of the wallet client's list (platform 3.1), with their tokens and gas prices.

import { CheckpointId, type Network } from '../../services/catalogue/words.js';
import { type Context, type Stored, seededFraction } from '../core/index.js';
import type * as shapes from '../core/shapes/wallet.js';
import { accounts } from '../domains/balances/currencies.js';

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
export const networks: Readonly<Record<Network, NetworkFacts>> = {
  SERVERED: { chainId: null, symbol: '', nature: 'not a chain' },
  MVL: { chainId: null, symbol: 'MVL', nature: 'closed' },
  MVL_TEST: { chainId: null, symbol: 'MVL', nature: 'closed' },
  MVL_POODLE: { chainId: null, symbol: 'MVL', nature: 'closed' },
  MVL_BEAGLE: { chainId: null, symbol: 'MVL', nature: 'closed' },
  ETHEREUM: { chainId: 1, symbol: 'ETH', nature: 'mirror', behind: 'ETHEREUM_SEPOLIA', blockSeconds: 12 },
  ETHEREUM_ROPSTEN: { chainId: 3, symbol: 'ETH', nature: 'closed' },
  ETHEREUM_KOVAN: { chainId: 42, symbol: 'ETH', nature: 'closed' },
  ETHEREUM_RINKEBY: { chainId: 4, symbol: 'ETH', nature: 'closed' },
  ETHEREUM_GOERLI: { chainId: 5, symbol: 'ETH', nature: 'closed' },
  ETHEREUM_SEPOLIA: { chainId: 11155111, symbol: 'ETH', nature: 'live here', blockSeconds: 12 },
  ETHEREUM_LOCAL: { chainId: 31337, symbol: 'ETH', nature: 'closed' },
  BSC: { chainId: 56, symbol: 'BNB', nature: 'mirror', behind: 'BSC_TEST', blockSeconds: 3 },
  BSC_TEST: { chainId: 97, symbol: 'BNB', nature: 'live here', blockSeconds: 3 },
  POLYGON: { chainId: 137, symbol: 'POL', nature: 'read only', blockSeconds: 2 },
  POLYGON_TEST: { chainId: 80001, symbol: 'POL', nature: 'closed' },
  SOLANA: { chainId: null, symbol: 'SOL', nature: 'mirror', behind: 'SOLANA_DEV', blockSeconds: 0.4 },
  SOLANA_DEV: { chainId: null, symbol: 'SOL', nature: 'live here', blockSeconds: 0.4 },
  BITCOIN: { chainId: null, symbol: 'BTC', nature: 'read only', blockSeconds: 600 },
  BITCOIN_TEST: { chainId: null, symbol: 'BTC', nature: 'closed' },
  XTZ: { chainId: null, symbol: 'XTZ', nature: 'read only', blockSeconds: 10 },
  XTZ_GHOST: { chainId: null, symbol: 'XTZ', nature: 'closed' },
  KLAYTN: { chainId: 8217, symbol: 'KLAY', nature: 'read only', blockSeconds: 1 },
  KLAYTN_BAOBAB: { chainId: 1001, symbol: 'KLAY', nature: 'closed' },
  BASE: { chainId: 8453, symbol: 'ETH', nature: 'mirror', behind: 'BASE_SEPOLIA', blockSeconds: 2 },
  BASE_SEPOLIA: { chainId: 84532, symbol: 'ETH', nature: 'live here', blockSeconds: 2 },
  TON: { chainId: null, symbol: 'TON', nature: 'read only', blockSeconds: 5 },
  TON_TEST: { chainId: null, symbol: 'TON', nature: 'read only', blockSeconds: 5 },
  IN_MIGRATION: { chainId: null, symbol: '', nature: 'not a chain' },
  ARBITRUM: { chainId: 42161, symbol: 'ETH', nature: 'read only', blockSeconds: 1 },
  ARBITRUM_TEST: { chainId: 421613, symbol: 'ETH', nature: 'closed' },
  POLYGON_ZKEVM: { chainId: 1101, symbol: 'ETH', nature: 'read only', blockSeconds: 2 },
  OP_SEPOLIA: { chainId: 11155420, symbol: 'ETH', nature: 'live here', blockSeconds: 2 },
};

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

const token = (
  network: Network,
  symbol: string,
  name: string,
  decimals: number,
  contractAddress: string | null,
  tokenType: Token['tokenType'],
  priceId: string,
): Token => ({ network, symbol, name, decimals, contractAddress, tokenType, priceId });

const mvl = 'mass-vehicle-ledger';
/** The tokens of each network with a state; the coin first. */
export const tokens: readonly Token[] = [
  token('ETHEREUM_SEPOLIA', 'ETH', 'Ether', 18, null, 'COIN', 'ethereum'),
  token('ETHEREUM_SEPOLIA', 'MVL', 'MVL', 18, '0xd9C4BD40764ba9B0AAf5185e972A57614324AED7', 'ERC20', mvl),
  token('ETHEREUM_SEPOLIA', 'USDC', 'USD Coin', 6, '0xa4988bEadFbfB8C7DB65471a4e4d00AE654A397e', 'ERC20', 'usd-coin'),
  token('BSC_TEST', 'BNB', 'BNB', 18, null, 'COIN', 'binancecoin'),
  token('BSC_TEST', 'bMVL', 'Binance-Peg MVL', 18, '0xF88c92E4922D51F1Ba67c00eCf8289B8a330874d', 'BEP20', mvl),
  token('BSC_TEST', 'USDC', 'USD Coin', 18, '0xf0Efe4e844D23aAe88A42c88889e4eA3fe974b65', 'BEP20', 'usd-coin'),
  token(
    'BSC_TEST',
    'BTCB',
    'Binance-Peg Bitcoin',
    18,
    '0xA44c07eeA58977d4BDF29F9414A189dAC7EE223D',
    'BEP20',
    'binance-bitcoin',
  ),
  token('BASE_SEPOLIA', 'ETH', 'Ether', 18, null, 'COIN', 'ethereum'),
  token('BASE_SEPOLIA', 'USDC', 'USD Coin', 6, '0x725a0a8E1Abd6E4d8e7B537b7F92fc78262A4488', 'ERC20', 'usd-coin'),
  token('OP_SEPOLIA', 'ETH', 'Ether', 18, null, 'COIN', 'ethereum'),
  token('XTZ', 'XTZ', 'Tezos', 6, null, 'COIN', 'tezos'),
  token('XTZ', 'tzBTC', 'tzBTC', 8, 'KT1-sandbox-tzBTC', 'FA1.2', 'bitcoin'),
  token('XTZ', 'USDt', 'Tether USD', 6, 'KT1-sandbox-USDt', 'FA2', 'usd-coin'),
  token('BITCOIN', 'BTC', 'Bitcoin', 8, null, 'COIN', 'bitcoin'),
  token('SOLANA_DEV', 'SOL', 'Solana', 9, null, 'COIN', 'solana'),
  token('SOLANA_DEV', 'USDC', 'USD Coin', 6, 'Ek8GwM9xNLmKfDrYc6TPDPYD4qaFYSqXsLAzrMjRxnFM', null, 'usd-coin'),
  token('TON', 'TON', 'Toncoin', 9, null, 'COIN', 'the-open-network'),
  token('TON', 'MVL', 'MVL', 9, 'EQ-sandbox-MVL', 'JETTON', mvl),
  token('TON_TEST', 'TON', 'Toncoin', 9, null, 'COIN', 'the-open-network'),
  token('TON_TEST', 'MVL', 'MVL', 9, 'kQ-sandbox-MVL', 'JETTON', mvl),
  token('SERVERED', 'MVP', 'MVL points', 8, null, 'SERVERED', mvl),
  token('SERVERED', 'TADAP', 'TADA points', 8, null, 'SERVERED', mvl),
  token('SERVERED', 'ONIONP', 'ONION points', 8, null, 'SERVERED', mvl),
];

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
