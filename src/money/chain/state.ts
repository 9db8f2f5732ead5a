// The state of an operation on a chain, and the effects of a mined transaction: the same words for every kind of chain.

import type { JournalEntry } from '../ledger/journal.js';
import type { ChainWarning, TokenAmount } from './effect.js';

/** A block of the chain, and how deep it is: 1 for the newest one. On Solana a slot. */
export interface MinedBlock {
  readonly number: bigint;
  readonly hash: string;
  /** Epoch seconds; nothing if the node does not know it. */
  readonly time?: bigint;
  /** Wei; nothing on a chain without one. */
  readonly baseFee?: bigint;
  readonly confirmations: bigint;
}

/**
 * The state of an operation on its chain. `Receipt` is what its kind of chain shows of a mined transaction.
 * `unsigned`: no bytes were signed for it, so nothing can happen.
 * `absent`: the node has none of its transactions. `isPast`: they cannot be sent any more, since their nonce is used or
 * their blockhash is too old, and the node does not show what has happened; nothing is concluded from that.
 * `pending`: the node has it, in no block.
 * `mined`: its receipt is in a block. Without `receipt` the node has forgotten it, and still has the block in which it
 * was seen.
 * `replaced`: another transaction that used its nonce is in a block.
 * `expired`: the chain is final beyond the last block that could have had it, and has it not; `block` is that end.
 */
export type ChainState<Receipt = unknown> =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'absent'; readonly entry: JournalEntry; readonly isPast: boolean }
  | { readonly kind: 'pending'; readonly entry: JournalEntry }
  | {
      readonly kind: 'mined';
      readonly entry: JournalEntry;
      readonly succeeded: boolean;
      readonly block: MinedBlock;
      readonly receipt?: Receipt;
    }
  | {
      readonly kind: 'replaced';
      readonly entry: JournalEntry;
      readonly by?: string | undefined;
      readonly block: MinedBlock;
    }
  | { readonly kind: 'expired'; readonly entry: JournalEntry; readonly block: MinedBlock };

/** A transaction in a block. */
export type MinedState<Receipt = unknown> = ChainState<Receipt> & { readonly kind: 'mined' };

/**
 * Whether a node shows neither the transaction of a signed operation, nor its receipt, nor the one that used its nonce.
 */
export const isForgotten = (state: ChainState): boolean =>
  state.kind === 'absent' || (state.kind === 'mined' && state.receipt === undefined);

/** Whether a state cannot change any more: its block is as deep as `finality.NETWORK` of the profile. */
export const isFinal = (state: ChainState, finality: bigint): boolean =>
  (state.kind === 'mined' || state.kind === 'replaced' || state.kind === 'expired') &&
  state.block.confirmations >= finality;

/** What left the account beside the promise: in whole tokens, if the node names them. */
export interface MovedElsewhere {
  readonly amount: string | undefined;
  readonly asset: string | undefined;
  readonly contract: string;
  readonly to: string;
}

/** The result of a transaction. Facts that the node does not show are missing. */
export interface ChainResult {
  /** The fee that was paid, in base units of the coin. */
  readonly fee?: bigint;
  /** What was paid beside the fee for a new account of the recipient. */
  readonly rent?: bigint;
  readonly spent?: TokenAmount;
  readonly received?: TokenAmount;
  readonly others?: readonly MovedElsewhere[];
  /** The allowance of the spender of an approval, or of the router of a swap, afterwards. */
  readonly allowance?: TokenAmount;
  readonly warnings: readonly ChainWarning[];
  /** Less arrived than was promised, more left, or another allowance stands. */
  readonly isLess: boolean;
  /** The allowance of an approval cannot be read. */
  readonly isUnknown?: boolean;
  /** It is known by events alone. */
  readonly isUncompared?: boolean;
}

/** The codes of warnings of a result: a later look replaces them. */
export const resultCodes: ReadonlySet<string> = new Set([
  'ARRIVED_LESS',
  'ARRIVES_LESS',
  'SPENT_MORE',
  'ALLOWANCE_DIFFERS',
  'ALLOWANCE_LEFT',
  'NOT_COMPARED',
  'SENT_ON',
]);
