// The types of an operation on Solana.

import type { ChainToken, TokenAt } from '../chain/effect.js';
import type { ChainDependencies, ChainIntent } from '../chain/intent.js';
import type { SolanaChain } from './chain.js';
import type { SolanaFee } from './fees.js';
import type { SolanaRpc } from './rpc.js';

/** A transfer to be sent on Solana. */
export interface SolanaIntent extends ChainIntent {
  readonly to: string;
  readonly token: ChainToken;
  /** In base units; `max` of the coin leaves nothing, and of a token it leaves nothing but what is on its way. */
  readonly raw: bigint | 'max';
  readonly memo: string | undefined;
  readonly fee: SolanaFee;
}

/** What the functions of Solana need of a node and a profile. */
export interface SolanaReads {
  readonly rpc: SolanaRpc;
  readonly chain: SolanaChain;
  /** Finds the token of a mint in signed bytes. */
  readonly signedTokenAt: TokenAt;
}

/** The dependencies of the pipeline on Solana. */
export interface SolanaDependencies extends ChainDependencies, SolanaReads {
  readonly chain: SolanaChain;
  /** Finds the token of a mint that is to be moved: its decimals are certain. */
  readonly tokenAt: TokenAt;
}
