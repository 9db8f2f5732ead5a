// The 33 networks of the wallet client's list (platform 3.1), and how the sandbox treats each.
import { CheckpointId, type Network } from '../../services/catalogue/words.js';
import type { SandboxContext } from '../core/context.js';

type Word = (typeof Network)[number];
/** `mirror`: the state of a test network under another name. `read only`: balances and histories only. */
type Nature = 'live here' | 'mirror' | 'read only' | 'closed' | 'not a chain';
interface NetworkFacts {
  readonly chainId: number | null;
  readonly symbol: string;
  readonly nature: Nature;
  /** The network whose state a mirror shows. */
  readonly behind?: Word;
  readonly blockSeconds?: number;
}

/** Chain ids are those of the public networks. Natures and block times are the sandbox's own. */
export const networks: Readonly<Record<Word, NetworkFacts>> = {
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
  SOLANA: { chainId: null, symbol: 'SOL', nature: 'read only', blockSeconds: 1 },
  SOLANA_DEV: { chainId: null, symbol: 'SOL', nature: 'closed' },
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

/** The network that has the state; mirrors have none of their own. */
export const stateNetwork = (word: Word): Word => networks[word].behind ?? word;

/** The time of block 0: 2025-01-01. */
export const genesis = Date.UTC(2025, 0, 1);

/** The number of the newest block, a function of world time; 0 for a network without blocks. */
export function heightOf({ now }: Pick<SandboxContext, 'now'>, word: Word): number {
  const { blockSeconds } = networks[word];
  return blockSeconds === undefined ? 0 : Math.max(0, Math.floor((now - genesis) / (blockSeconds * 1000)));
}

/** A network as GET /v2/blockchain/chains lists it. */
export function shownNetwork(context: SandboxContext, word: Word, height = heightOf(context, word)): unknown {
  const { chainId, symbol, nature } = networks[word];
  const behind = { CONFIRMED: 12, LATEST: 0, PARSED_LATEST: 1 } satisfies Record<(typeof CheckpointId)[number], number>;
  const checkpoints = CheckpointId.map((id) => ({ id, blockNumber: Math.max(0, height - behind[id]) }));
  const explorerUrl = `https://explorer.sandbox.invalid/${word}`;
  return { network: word, chainId, name: word, symbol, explorerUrl, state: nature, checkpoints: height > 0 ? checkpoints : [] };
}
