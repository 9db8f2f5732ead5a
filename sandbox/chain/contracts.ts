// The contracts of the live chains: tokens, wrapped coin, router, trading pairs.
import type { Network } from '../../src/services/catalogue/words.js';
import { type Token, tokensOf } from './networks.js';

/** The V2 router of BSC_TEST and its factory. */
export const router = '0x3445cafe1899b6027483226f578724824B8186f4';
export const factory = '0xC7A0ea0AaF272Df4336292117374a5ad87b92577';
/** The coin's address in quotes (platform 3.3). */
export const coinAddress = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
/** A hop of swaps from or to the coin. No token list has it. */
export const wrapped: Token & { readonly contractAddress: string } = {
  network: 'BSC_TEST',
  symbol: 'WBNB',
  name: 'Wrapped BNB',
  decimals: 18,
  contractAddress: '0x0E5b43Be59CCb85E25501A65eb5EEE042B8a08DC',
  tokenType: 'BEP20',
  priceId: 'binancecoin',
};
/** Opening reserves are whole tokens of 18 decimals. */
export interface TradingPair {
  readonly address: string;
  readonly symbol: string;
  readonly coins: bigint;
  readonly tokens: bigint;
}
export const pairs: readonly TradingPair[] = [
  { address: '0x93228D4a6bF037d035B3ff21e48eF0A1A83d49E3', symbol: 'bMVL', coins: 500n, tokens: 100_000_000n },
  { address: '0xDe5Ea5a28e2a817C38B6393D97838e33ed0fe7cD', symbol: 'USDC', coins: 500n, tokens: 300_000n },
  { address: '0x21eD6bb78b14dE4C128CaFa23c27BfB86186F5C7', symbol: 'BTCB', coins: 600n, tokens: 4n },
];
/**
 * The contract of vehicle tokens: the last 20 bytes of keccak256('tuk-sandbox:BASE_SEPOLIA:vehicles'), like the tokens'
 * addresses.
 */
export const vehicleTokens = {
  network: 'BASE_SEPOLIA',
  address: '0xb801fe3400Bb06351860f02b8401b0C6A29f1df9',
} as const;

/** Compares without letter case. */
export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Also the wrapped coin. */
export const tokenAt = (network: Network, address: string): Token | undefined =>
  [...tokensOf(network), ...(network === 'BSC_TEST' ? [wrapped] : [])].find(
    ({ contractAddress }) => contractAddress !== null && sameAddress(contractAddress, address),
  );
/** Only BSC_TEST has a router. */
export const isRouter = (network: Network, address: string): boolean =>
  network === 'BSC_TEST' && sameAddress(address, router);

/** True for tokens, swap contracts and the vehicle contract. */
export const isContract = (network: Network, address: string): boolean =>
  tokenAt(network, address) !== undefined ||
  (network === 'BSC_TEST' &&
    [router, factory, ...pairs.map((pair) => pair.address)].some((contract) => sameAddress(contract, address))) ||
  (network === vehicleTokens.network && sameAddress(vehicleTokens.address, address));
