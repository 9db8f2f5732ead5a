// The settings of a profile for each network: the first word of their keys, and where a profile stores them.

/** By the word before the network: `rpc.BSC` is in `rpcs`. */
export const networkSettings = {
  chain: 'chains',
  rpc: 'rpcs',
  signer: 'signers',
  router: 'routers',
  finality: 'finalities',
  explorer: 'explorers',
} as const;

/** The keys with a placeholder: `rpc.NETWORK`. */
export const networkKeys = Object.keys(networkSettings).map((key) => `${key}.NETWORK`);
