// The chain of a network: its chain id, the address of its JSON-RPC, its coin. Each comes from a table or a pin of the
// profile, never from a default.

import { Network } from '../../services/catalogue/words.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { chainIdOf, networkOf } from '../chains.js';

/**
 * The pins of a profile, by network: chain ids and depths of blocks as decimal text, addresses of JSON-RPC, router
 * contracts.
 */
export interface ChainPins {
  readonly chains?: Readonly<Record<string, string>>;
  readonly rpcs?: Readonly<Record<string, string>>;
  readonly routers?: Readonly<Record<string, string>>;
  readonly finalities?: Readonly<Record<string, string>>;
}

/** A chain that transactions may be signed for. */
export interface Chain {
  /** The platform's word for it. */
  readonly network: string;
  readonly chainId: bigint;
  /** The address of its JSON-RPC. */
  readonly rpc: string;
  /** The symbol of its coin. */
  readonly coin: string;
  /** The depth of a final block: 1 is the newest block. */
  readonly finality: bigint;
}

/** The depths without a setting. The newest blocks of main networks may be reorganised away. */
const usualFinality = { main: 12, other: 1 } as const;

/** The coin of each EVM network: its symbol, with 18 decimals. */
const coins: Readonly<Record<string, string>> = {
  ETHEREUM: 'ETH',
  ETHEREUM_ROPSTEN: 'ETH',
  ETHEREUM_KOVAN: 'ETH',
  ETHEREUM_RINKEBY: 'ETH',
  ETHEREUM_GOERLI: 'ETH',
  ETHEREUM_SEPOLIA: 'ETH',
  ETHEREUM_LOCAL: 'ETH',
  BSC: 'BNB',
  BSC_TEST: 'BNB',
  POLYGON: 'POL',
  POLYGON_TEST: 'POL',
  KLAYTN: 'KLAY',
  KLAYTN_BAOBAB: 'KLAY',
  BASE: 'ETH',
  BASE_SEPOLIA: 'ETH',
  ARBITRUM: 'ETH',
  ARBITRUM_TEST: 'ETH',
  POLYGON_ZKEVM: 'ETH',
  OP_SEPOLIA: 'ETH',
};
/** The symbol of a network's coin; undefined outside the EVM networks. */
export const coinOfNetwork = (network: string): string | undefined =>
  Object.hasOwn(coins, network) ? coins[network] : undefined;
/** The decimals of every coin of an EVM chain. */
export const coinDecimals = 18;
const mainNetworks: ReadonlySet<string> = new Set([
  'ETHEREUM',
  'BSC',
  'POLYGON',
  'KLAYTN',
  'BASE',
  'ARBITRUM',
  'POLYGON_ZKEVM',
]);
const isMainChain = (chainId: number): boolean => mainNetworks.has(networkOf(chainId) ?? '');

/** The networks that are EVM chains, on which tuk signs. */
export const evmNetworks: readonly string[] = Object.keys(coins);
/** Whether a network is an EVM chain. */
export const isEvm = (network: string): boolean => Object.hasOwn(coins, network);

/** @throws {BadInput} NOT_EVM for a network that tuk cannot sign for */
export function requireEvm(network: string): void {
  if (isEvm(network)) return;
  const signsOn = `It signs on: ${evmNetworks.join(', ')}.`;
  if (!Network.some((name) => name === network))
    throw new BadInput('UNKNOWN_WORD', `${quoted(network)} is not a network.`, signsOn);
  throw new BadInput(
    'NOT_EVM',
    `tuk cannot sign on ${network}: it signs on EVM chains only.`,
    `On ${network} tuk reads: wallet balance, wallet history, wallet tx show. What a balance account holds can be sent there: tuk wallet withdraw create. ${signsOn}`,
  );
}
const quoted = (text: string): string => JSON.stringify(text.slice(0, 60));

/** Parses the pinned chain id of a network. @throws {BadInput} BAD_CHAIN_ID, PIN_ON_MAIN, NOT_EVM */
export function parseChainPin(network: string, text: string): string {
  requireEvm(network);
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new BadInput('BAD_CHAIN_ID', `chain.${network} takes a chain id in decimal digits, and not ${quoted(text)}.`);
  const id = Number(text);
  const certain = chainIdOf(network);
  if (certain === id) return text;
  if (isMainChain(id))
    throw new BadInput(
      'PIN_ON_MAIN',
      `${id} is the chain of ${networkOf(id)}: ${network} cannot be pinned to another main network.`,
      certain === undefined ? undefined : `The chain id of ${network} is ${certain}.`,
    );
  return text;
}

/** Parses the depth of a final block. @throws {BadInput} BAD_FINALITY, NOT_EVM */
export function parseFinality(network: string, text: string): string {
  requireEvm(network);
  if (/^[1-9]\d{0,5}$/.test(text)) return text;
  throw new BadInput('BAD_FINALITY', `finality.${network} takes a number of blocks from 1, and not ${quoted(text)}.`);
}

/**
 * Parses the address of a JSON-RPC: https, or http on loopback, without a user name or a fragment.
 * @throws {BadInput} BAD_RPC, NOT_EVM
 */
export function parseRpcPin(network: string, text: string): string {
  requireEvm(network);
  const bad = (why: string) =>
    new BadInput(
      'BAD_RPC',
      `rpc.${network} ${why}; its text is not repeated here.`,
      'Write it like https://rpc.example.com/',
    );
  if (!URL.canParse(text)) throw bad('is not an address');
  const url = new URL(text);
  if (url.username || url.password || url.hash) throw bad('holds a user name, a password or a fragment');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    throw bad('is not https (http is taken on loopback only)');
  return text;
}
const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
/** Whether a JSON-RPC is on this machine. */
export const isLocalRpc = (rpc: string): boolean => isLoopbackHost(new URL(rpc).hostname);

/** A JSON-RPC address for people, without its path and query, which may hold an access key. */
export const shownRpc = (rpc: string): string => new URL(rpc).origin;

/**
 * Finds the chain of a network by the pins of a profile.
 * @throws {BadInput} NOT_EVM, NO_CHAIN_ID, NO_RPC; {Guarded} MIXED_NETWORKS for a main chain if the profile pins
 * another main network to a test chain (docs/money.md 6)
 */
export function chainOf(network: string, pins: ChainPins, profile: string): Chain {
  requireEvm(network);
  const pinned = pins.chains?.[network];
  const chainId = pinned === undefined ? chainIdOf(network) : Number(parseChainPin(network, pinned));
  if (chainId === undefined)
    throw new BadInput(
      'NO_CHAIN_ID',
      `${network} has no certain chain id; nothing was sent.`,
      `Pin it: tuk profile set ${profile} chain.${network} ID`,
    );
  const toTest = Object.entries(pins.chains ?? {}).find(
    ([name, id]) => mainNetworks.has(name) && !isMainChain(Number(id)),
  );
  if (toTest && isMainChain(chainId))
    throw new Guarded(
      'MIXED_NETWORKS',
      `The profile ${profile} pins ${toTest[0]} to the test chain ${toTest[1]}, and ${network} is the main chain ${chainId}; nothing was sent.`,
      `Use a profile of its own for main networks, or pin it: tuk profile set ${profile} chain.${network} ID`,
    );
  const rpc = pins.rpcs?.[network];
  if (rpc === undefined)
    throw new BadInput(
      'NO_RPC',
      `The profile ${profile} has no JSON-RPC for ${network}; nothing was sent.`,
      `Name it: tuk profile set ${profile} rpc.${network} URL`,
    );
  const finality = pins.finalities?.[network] ?? (isMainChain(chainId) ? usualFinality.main : usualFinality.other);
  return {
    network,
    chainId: BigInt(chainId),
    rpc: parseRpcPin(network, rpc),
    coin: coins[network]!,
    finality: BigInt(finality),
  };
}
