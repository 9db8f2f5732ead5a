// The types of an operation on an EVM chain.

import type { TokenAt } from '../chain/effect.js';
import type { ChainDependencies, ChainIntent } from '../chain/intent.js';
import type { Chain } from './chain.js';
import type { FeeChoice } from './fees.js';
import type { Reservation } from './reserved.js';
import type { Rpc } from './rpc.js';
import type { TransactionFields } from './transaction.js';

/** The call to be sent to an EVM chain. */
export interface EvmIntent extends ChainIntent {
  readonly fee: FeeChoice;
  /** The nonce that the person states. */
  readonly nonce: bigint | undefined;
  /** The bound of the gas estimate. */
  readonly gasBound: bigint;
  /** Builds recipient, value and call data. @throws {Failure} before anything is signed */
  readonly build: () => Promise<Pick<TransactionFields, 'to' | 'value' | 'data'>>;
  /**
   * Checks that the account has the sold or sent amount beside the reserved one.
   * @throws {Refused} INSUFFICIENT_FUNDS
   */
  readonly funds?: (reserved: Reservation) => Promise<void>;
  /** The transaction would fail now, since its allowance is set first. */
  readonly lacksAllowance?: boolean;
  /** All coins of the account are sent, less the most that the fee can be. */
  readonly isMax?: boolean;
}

/** What the functions of an EVM chain need of a node and a profile. */
export interface EvmReads {
  readonly rpc: Rpc;
  readonly chain: Chain;
  /** Finds the token of a contract in signed bytes. */
  readonly signedTokenAt: TokenAt;
  readonly isRouter: (address: string) => boolean;
  /** The most that the data of a transaction may cost beside its gas, wei; nothing if that cannot be known. */
  readonly dataFee: (bytes: string) => Promise<bigint | undefined>;
}

/** The dependencies of the pipeline on an EVM chain. */
export interface EvmDependencies extends ChainDependencies, EvmReads {
  readonly chain: Chain;
  /** Finds the token of a contract that is to be moved: its decimals are certain. */
  readonly tokenAt: TokenAt;
}
