// The tokens of the sandbox's chains. Contract addresses are the last 20 bytes of keccak256('tuk-sandbox:{network}:{symbol}').

import type { Network } from '../../services/catalogue/words.js';
import type * as shapes from '../core/shapes/wallet.js';
import type { Stored } from '../core/stored.js';
import { accounts } from '../domains/balances/ledger-accounts.js';
import { networks, stateNetwork } from './networks.js';

type NetworkWord = (typeof Network)[number];
export type Token = Stored<typeof shapes.NetworkToken, 'logoURI'>;

const token = (
  network: NetworkWord,
  symbol: string,
  name: string,
  decimals: number,
  contractAddress: string | null,
  tokenType: Token['tokenType'],
  priceId: string,
): Token => ({ network, symbol, name, decimals, contractAddress, tokenType, priceId });

const mvl = 'mass-vehicle-ledger';
/** The tokens of each network that has a state of its own; the coin first. */
export const tokens: readonly Token[] = [
  token('ETHEREUM_SEPOLIA', 'ETH', 'Ether', 18, null, 'COIN', 'ethereum'),
  token('ETHEREUM_SEPOLIA', 'MVL', 'MVL', 18, '0xd9C4BD40764ba9B0AAf5185e972A57614324AED7', 'ERC20', mvl),
  token('ETHEREUM_SEPOLIA', 'USDC', 'USD Coin', 6, '0xa4988bEadFbfB8C7DB65471a4e4d00AE654A397e', 'ERC20', 'usd-coin'),
  token('BSC_TEST', 'BNB', 'BNB', 18, null, 'COIN', 'binancecoin'),
  token('BSC_TEST', 'bMVL', 'Binance-Peg MVL', 18, '0xF88c92E4922D51F1Ba67c00eCf8289B8a330874d', 'BEP20', mvl),
  token('BSC_TEST', 'USDC', 'USD Coin', 18, '0xf0Efe4e844D23aAe88A42c88889e4eA3fe974b65', 'BEP20', 'usd-coin'),
  token('BSC_TEST', 'BTCB', 'Binance-Peg Bitcoin', 18, '0xA44c07eeA58977d4BDF29F9414A189dAC7EE223D', 'BEP20', 'binance-bitcoin'),
  token('BASE_SEPOLIA', 'ETH', 'Ether', 18, null, 'COIN', 'ethereum'),
  token('BASE_SEPOLIA', 'USDC', 'USD Coin', 6, '0x725a0a8E1Abd6E4d8e7B537b7F92fc78262A4488', 'ERC20', 'usd-coin'),
  token('OP_SEPOLIA', 'ETH', 'Ether', 18, null, 'COIN', 'ethereum'),
  token('XTZ', 'XTZ', 'Tezos', 6, null, 'COIN', 'tezos'),
  token('XTZ', 'tzBTC', 'tzBTC', 8, 'KT1-sandbox-tzBTC', 'FA1.2', 'bitcoin'),
  token('XTZ', 'USDt', 'Tether USD', 6, 'KT1-sandbox-USDt', 'FA2', 'usd-coin'),
  token('BITCOIN', 'BTC', 'Bitcoin', 8, null, 'COIN', 'bitcoin'),
  token('SOLANA', 'SOL', 'Solana', 9, null, 'COIN', 'solana'),
  token('TON', 'TON', 'Toncoin', 9, null, 'COIN', 'the-open-network'),
  token('TON', 'MVL', 'MVL', 9, 'EQ-sandbox-MVL', 'JETTON', mvl),
  token('TON_TEST', 'TON', 'Toncoin', 9, null, 'COIN', 'the-open-network'),
  token('TON_TEST', 'MVL', 'MVL', 9, 'kQ-sandbox-MVL', 'JETTON', mvl),
  token('SERVERED', 'MVP', 'MVL points', 8, null, 'SERVERED', mvl),
  token('SERVERED', 'TADAP', 'TADA points', 8, null, 'SERVERED', mvl),
  token('SERVERED', 'ONIONP', 'ONION points', 8, null, 'SERVERED', mvl),
];

/** The tokens of a network; mirrors show those of the network behind them. */
export const tokensOf = (word: NetworkWord): readonly Token[] => tokens.filter((one) => one.network === stateNetwork(word));

/** The ledger's unit of a token. */
export const unitOf = ({ network, symbol }: Pick<Token, 'network' | 'symbol'>): string => `${network}/${symbol}`;

/** The ledger account of an address on a token's network. */
export const onChain = ({ network }: Pick<Token, 'network'>, address: string): string => accounts.chain(network, address);

/** A token as the token lists show it: TokenDto (platform 12.1). */
export const shownToken = ({ symbol, name, decimals, contractAddress, priceId }: Token) => ({
  symbol,
  name,
  decimals,
  contractAddress,
  logoURI: `https://icons.sandbox.invalid/${symbol}.png`,
  priceId,
});
/** The form of versions 2 and 3, with the requested network. */
export const shownTokenOn = (word: NetworkWord) => (one: Token) => ({ ...shownToken(one), network: word, tokenType: one.tokenType });

/** The networks that have tokens, also mirrors. */
export const networksWithTokens = (Object.keys(networks) as NetworkWord[]).filter((word) => tokensOf(word).length > 0);
