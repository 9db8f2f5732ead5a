// The chain ids of networks. Built in, so that no server can change them (SAFETY: "Where").
import type { Network } from '../services/catalogue/words.js';

type NetworkName = (typeof Network)[number];

/** The networks whose chain ids are certain (EIP-155). A person pins the id of any other EVM chain. */
const chainIds: Readonly<Partial<Record<NetworkName, number>>> = {
  ETHEREUM: 1,
  ETHEREUM_SEPOLIA: 11_155_111,
  BSC: 56,
  BSC_TEST: 97,
  POLYGON: 137,
  BASE: 8453,
  BASE_SEPOLIA: 84_532,
  ARBITRUM: 42_161,
  POLYGON_ZKEVM: 1101,
  OP_SEPOLIA: 11_155_420,
  KLAYTN: 8217,
};

/** The network of a certain chain id. */
export const networkOf = (chainId: number): NetworkName | undefined =>
  (Object.entries(chainIds) as [NetworkName, number][]).find(([, id]) => id === chainId)?.[0];
/** The chain id of a network, if it is certain. */
export const chainIdOf = (network: string): number | undefined =>
  Object.hasOwn(chainIds, network) ? chainIds[network as NetworkName] : undefined;
