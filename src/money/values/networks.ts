// The one table of the networks of platform 3.1: their chains, which of them are test networks, their coins and names.
// Built in, so that no server can change it (docs/money.md 6).

import type { Network } from '../../services/catalogue/words.js';

type NetworkName = (typeof Network)[number];
/** The form of the addresses of a network. */
export type AddressFamily = 'evm' | 'bitcoin' | 'solana' | 'ton' | 'tezos';

interface NetworkFacts {
  /** Nothing for a name that is no chain. */
  readonly family?: AddressFamily;
  /** Whose money it moves. `local`: a chain of a machine. */
  readonly net: 'live' | 'test' | 'local';
  /** The live network that it is a test network of; itself for a live one. */
  readonly of: string;
  /** Its chain id, if it is certain (EIP-155). A person pins the id of any other EVM chain. */
  readonly chainId?: number;
  /** Its name before the colon of an address (EIP-3770, the short names of ethereum-lists/chains). */
  readonly prefix?: string;
  /** The symbol of its coin, if tuk signs on it. */
  readonly coin?: string;
  /** The genesis hash of a Solana cluster (docs.solana.com, clusters). */
  readonly genesis?: string;
}

const evm = (net: NetworkFacts['net'], of: string, coin?: string, chainId?: number, prefix?: string): NetworkFacts => ({
  family: 'evm',
  net,
  of,
  coin,
  chainId,
  prefix,
});
const solana = (net: NetworkFacts['net'], genesis: string): NetworkFacts => ({
  family: 'solana',
  net,
  of: 'SOLANA',
  genesis,
});
const other = (family: AddressFamily | undefined, net: NetworkFacts['net'], of: string): NetworkFacts => ({
  family,
  net,
  of,
});

const table: Readonly<Record<NetworkName, NetworkFacts>> = {
  SERVERED: other(undefined, 'live', 'SERVERED'),
  MVL: evm('live', 'MVL'),
  MVL_TEST: evm('test', 'MVL'),
  MVL_POODLE: evm('test', 'MVL'),
  MVL_BEAGLE: evm('test', 'MVL'),
  ETHEREUM: evm('live', 'ETHEREUM', 'ETH', 1, 'eth'),
  ETHEREUM_ROPSTEN: evm('test', 'ETHEREUM', 'ETH'),
  ETHEREUM_KOVAN: evm('test', 'ETHEREUM', 'ETH'),
  ETHEREUM_RINKEBY: evm('test', 'ETHEREUM', 'ETH'),
  ETHEREUM_GOERLI: evm('test', 'ETHEREUM', 'ETH'),
  ETHEREUM_SEPOLIA: evm('test', 'ETHEREUM', 'ETH', 11_155_111, 'sep'),
  ETHEREUM_LOCAL: evm('local', 'ETHEREUM', 'ETH'),
  BSC: evm('live', 'BSC', 'BNB', 56, 'bnb'),
  BSC_TEST: evm('test', 'BSC', 'BNB', 97, 'bnbt'),
  POLYGON: evm('live', 'POLYGON', 'POL', 137, 'matic'),
  POLYGON_TEST: evm('test', 'POLYGON', 'POL'),
  SOLANA: solana('live', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'),
  SOLANA_DEV: solana('test', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'),
  BITCOIN: other('bitcoin', 'live', 'BITCOIN'),
  BITCOIN_TEST: other('bitcoin', 'test', 'BITCOIN'),
  XTZ: other('tezos', 'live', 'XTZ'),
  XTZ_GHOST: other('tezos', 'test', 'XTZ'),
  KLAYTN: evm('live', 'KLAYTN', 'KLAY', 8217),
  KLAYTN_BAOBAB: evm('test', 'KLAYTN', 'KLAY'),
  BASE: evm('live', 'BASE', 'ETH', 8453, 'base'),
  BASE_SEPOLIA: evm('test', 'BASE', 'ETH', 84_532, 'basesep'),
  TON: other('ton', 'live', 'TON'),
  TON_TEST: other('ton', 'test', 'TON'),
  IN_MIGRATION: other(undefined, 'live', 'IN_MIGRATION'),
  ARBITRUM: evm('live', 'ARBITRUM', 'ETH', 42_161, 'arb1'),
  ARBITRUM_TEST: evm('test', 'ARBITRUM', 'ETH'),
  POLYGON_ZKEVM: evm('live', 'POLYGON_ZKEVM', 'ETH', 1101),
  OP_SEPOLIA: evm('test', 'OPTIMISM', 'ETH', 11_155_420),
};
const entries = Object.entries(table) as readonly [NetworkName, NetworkFacts][];

/** The facts of a network; undefined for a name that is none of platform 3.1. */
export const networkFacts = (network: string): NetworkFacts | undefined =>
  Object.hasOwn(table, network) ? table[network as NetworkName] : undefined;
/** The names of the networks with a fact. */
export const networksWith = (has: (facts: NetworkFacts) => boolean): readonly NetworkName[] =>
  entries.filter(([, facts]) => has(facts)).map(([name]) => name);

/** The networks that are EVM chains, on which tuk signs. */
export const evmNetworks: readonly string[] = networksWith(({ coin }) => coin !== undefined);
/** Whether a network is an EVM chain. */
export const isEvm = (network: string): boolean => networkFacts(network)?.coin !== undefined;
/** The networks that are Solana chains. */
export const solanaNetworks: readonly string[] = networksWith(({ genesis }) => genesis !== undefined);
/** Whether a network is a Solana chain. */
export const isSolana = (network: string): boolean => networkFacts(network)?.genesis !== undefined;

/** The address family of a network; undefined for an unknown one, or one that is not a chain. */
export const familyOf = (network: string): AddressFamily | undefined => networkFacts(network)?.family;
/** The network of a certain chain id. */
export const networkOf = (chainId: number): NetworkName | undefined =>
  entries.find(([, facts]) => facts.chainId === chainId)?.[0];
/** The network of an address's prefix (EIP-3770); nothing for another text. */
export const networkOfPrefix = (prefix: string): NetworkName | undefined =>
  entries.find(([, facts]) => facts.prefix === prefix.toLowerCase())?.[0];
/** An address without the prefix of its network (EIP-3770); one with another prefix stays as it is. */
export function withoutPrefix(address: string, network: string): string {
  const [, prefix = '', bare = address] = /^([\w-]+):(0x.*)$/i.exec(address) ?? [];
  return networkOfPrefix(prefix) === network ? bare : address;
}
/** The chain id of a network, if it is certain. */
export const chainIdOf = (network: string): number | undefined => networkFacts(network)?.chainId;

/** Names of test networks, in the texts of services. */
const testNames =
  /^(test|testnet|sepolia|goerli|holesky|hoodi|ropsten|kovan|rinkeby|amoy|mumbai|chapel|ghost|ghostnet|baobab|kairos|dev|devnet|local|localnet|poodle|beagle)$/i;
/** Whether a text of a service names a network that is not live: one of the table, or by a word of it. */
export function isTestName(text: string): boolean {
  const facts = networkFacts(text.toUpperCase());
  if (facts) return facts.net !== 'live';
  return text.split(/[^\p{L}\d]+/u).some((word) => testNames.test(word) || /testnet$/i.test(word));
}
