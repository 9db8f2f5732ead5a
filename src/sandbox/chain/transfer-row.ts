// The stored row of a transfer in a wallet's history.
import type { WalletTransactionStatus, WalletTransactionType } from '../../services/catalogue/words.js';
import type { MachineBody } from '../core/state-machine.js';

/** A transfer as stored; its owner is the network that holds its state. Amounts are in base units, as texts. */
export interface Transfer extends MachineBody {
  readonly status: (typeof WalletTransactionStatus)[number];
  readonly type: (typeof WalletTransactionType)[number];
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly fee: string;
  readonly ticker: string | null;
  /** 0 for one that is in no block. */
  readonly blockNumber: number;
  /** Its index in the block, unique there. */
  readonly index: number;
  readonly nonce: number;
  readonly data: string;
  /** A wallet has reported it. */
  readonly registered: boolean;
  /** The chain has it, mined or pending. */
  readonly seen: boolean;
  readonly updatedAt: string;
}

/** The first index of rows that are in no block, after all others. */
export const inNoBlock = 1_000_000;
