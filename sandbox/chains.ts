// The chains of the sandbox, as a profile that signs against it needs them.
import { router } from './chain/contracts.js';
import { networks, stateNetwork, tokensOf } from './chain/networks.js';

/** A token of the sandbox. */
interface SandboxToken {
  readonly network: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly contract: string;
}

/** The chains that the sandbox simulates, as pins of a profile; by the name of a network. */
export interface SandboxChains extends Record<'chains' | 'rpcs' | 'routers', Readonly<Record<string, string>>> {
  readonly tokens: readonly SandboxToken[];
}

/**
 * The live chains of the sandbox as pins of a profile, also under the names of the main networks that mirror them, and
 * its tokens with a contract.
 */
export function sandboxChains(origin: string): SandboxChains {
  const live = (Object.keys(networks) as (keyof typeof networks)[]).filter(
    (word) => networks[stateNetwork(word)].nature === 'live here',
  );
  return {
    chains: Object.fromEntries(
      live.flatMap((word) => {
        const { chainId } = networks[stateNetwork(word)];
        return chainId === null ? [] : [[word, String(chainId)]];
      }),
    ),
    rpcs: Object.fromEntries(live.map((word) => [word, `${origin}/rpc/${stateNetwork(word)}`])),
    routers: { BSC: router, BSC_TEST: router },
    tokens: (Object.keys(networks) as (keyof typeof networks)[]).flatMap((network) =>
      tokensOf(network).flatMap(({ symbol, decimals, contractAddress }) =>
        contractAddress === null ? [] : [{ network, symbol, decimals, contract: contractAddress }],
      ),
    ),
  };
}
