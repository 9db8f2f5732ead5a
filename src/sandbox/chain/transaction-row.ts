// The stored row of a transaction on a live chain.
import type { Network, WalletTransactionStatus } from '../../services/catalogue/words.js';
import type { MachineBody } from '../core/state-machine.js';
import type { EventLog } from './abi.js';

/** A transaction as stored, under its hash; its owner is its network. Amounts are in wei, as texts. */
export interface ChainTransaction extends MachineBody {
  readonly status: (typeof WalletTransactionStatus)[number];
  readonly network: (typeof Network)[number];
  readonly hash: string;
  readonly type: 0 | 2;
  readonly from: string;
  readonly to: string | null;
  readonly nonce: number;
  readonly value: string;
  readonly data: string;
  readonly gasLimit: string;
  /** The highest price of a unit of gas, and the part of it above the base fee. */
  readonly feeCap: string;
  readonly tip: string;
  readonly signature: { readonly v: string; readonly yParity: number; readonly r: string; readonly s: string };
  readonly receipt?: Receipt;
  /** Another transaction took its nonce. */
  readonly replaced?: true;
}

export interface Receipt {
  readonly blockNumber: number;
  readonly index: number;
  readonly gasUsed: string;
  readonly gasPrice: string;
  readonly logs: readonly EventLog[];
  /** Why it failed. */
  readonly reason?: string;
  /** Epoch milliseconds of world time. */
  readonly at: number;
}

export type MinedTransaction = ChainTransaction & { readonly receipt: Receipt };
