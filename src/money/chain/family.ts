// A kind of chain as data and functions: what the pipeline asks of EVM chains, of Solana, and of a further one.

import type { ErrorCode } from '../../services/http/error-codes.js';
import type { ChainFamily } from '../keys/signer.js';
import type { JournalEntry, SignatureKind } from '../ledger/journal.js';
import type { Operation } from '../ledger/operation.js';
import type { ChainToken, ChainWarning, Description, TransactionEffect } from './effect.js';
import type { ChainResult, ChainState, MinedState } from './state.js';

/** A chain that transactions may be signed for. */
export interface ChainFacts {
  /** The platform's word for it. */
  readonly network: string;
  /** The address of its JSON-RPC. */
  readonly rpc: string;
  /** The symbol of its coin, and the decimals. */
  readonly coin: string;
  readonly decimals: number;
  /** The depth of a final block: 1 is the newest block. */
  readonly finality: bigint;
}

/** Signed bytes, 0x hex, and the hash by which their chain shows them. */
export interface SignedBytes {
  readonly raw: string;
  readonly hash: string;
}

/** Signed bytes that a node refuses for a reason: a code, a sentence, what helps. */
export interface BroadcastRefusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

/** What this machine knows of an operation before its chain is asked. */
export interface Known {
  /** A final block has shown its end. */
  readonly isEnded: boolean;
  /** The number of the last block that has shown its transaction. */
  readonly seenIn: string | undefined;
  /** Whether a hash belongs to another operation. */
  readonly isOfOther: (hash: string) => Promise<boolean>;
}

/** The functions of a kind of chain, for one node. Bytes are 0x hex. */
export interface ChainRules {
  readonly name: ChainFamily;
  /**
   * The depth of a block that no later one makes deeper, on a chain that has one: no more confirmations are waited for.
   */
  readonly deepest?: bigint;
  /** The method that sends signed bytes, as failures and the ledger name it. */
  readonly sendMethod: string;
  /** Checks that the node is of the chain. @throws {Guarded} OTHER_CHAIN */
  identify(): Promise<void>;
  /** Reads anew: earlier reads may be old. */
  renew(): void;
  /** Makes each read anew from now on. */
  release(): void;
  isSameAddress(one: string, other: string): boolean;
  /** Describes recorded signed bytes by themselves. @throws {Guarded} {Failure} */
  describe(raw: string, from: string): Promise<Description>;
  /** The most that the fee of signed bytes can be, in base units of the coin. */
  maxFeeOf(raw: string): bigint;
  /** The bytes that were signed. */
  unsignedOf(raw: string): string;
  /**
   * Checks that signed bytes are the unsigned ones with the signature of an address.
   * @throws {Guarded} BAD_TRANSACTION
   */
  requireSigned(unsigned: string, raw: string, address: string): SignedBytes;
  /** Sends signed bytes. @returns the hash that the node responds with @throws {RpcRefusal} {Failure} */
  send(raw: string): Promise<string>;
  /** Whether a failure of `send` says that the node has the bytes already. */
  isAlreadyKnown(error: unknown): boolean;
  /** Why a node refuses signed bytes, if it says so. They stay signed. */
  refusalOf(
    error: unknown,
    entry: JournalEntry,
    operation: string,
    nextCommand: (line: string) => string,
  ): BroadcastRefusal | undefined;
  /** What can be done beside sending the bytes of an operation again, as a sentence. */
  wayOut(operation: string, entry: JournalEntry, nextCommand: (line: string) => string): string;
  /**
   * Reads the state of what was signed for one operation, or offered to a signer.
   * @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES; {Failure}
   */
  stateOf(entries: readonly JournalEntry[], known: Known): Promise<ChainState>;
  /** The result of a mined transaction, compared with its promise. @throws {Failure} of a read */
  resultOf(state: MinedState, operation: Operation): Promise<ChainResult>;
  /** A state without a block, and the depth of a block, as sentences. */
  absentSentence(state: ChainState & { readonly kind: 'absent' }): string;
  depthText(block: (ChainState & { readonly kind: 'mined' })['block']): string;
  /** What a mined transaction has used beside its fee, as fields of JSON. */
  usedBy(state: ChainState): Readonly<Record<string, string>>;
  /** Why nothing can be said of signed bytes that cannot be sent any more. */
  notSeenSentence(operation: string): string;
  /** Simulates signed or unsigned bytes again: they may fail by now. @throws {Guarded} WOULD_FAIL_NOW */
  simulateAgain(
    operation: Operation,
    bytes: string,
    from: string,
    nextCommand: (line: string) => string,
  ): Promise<void>;
  /** An account's balance of a token, in base units. @throws {Failure} */
  balanceOf(token: ChainToken, owner: string): Promise<bigint>;
  /**
   * The platform's record of a transaction: the type and value that it takes; nothing for one without such a record.
   */
  recordOf(
    entry: JournalEntry,
    effect: TransactionEffect,
  ): Readonly<Record<string, string | number | undefined>> | undefined;
}

/** Bytes that could be signed, with the checks of their kind of chain. */
export interface PreparedTransaction {
  readonly unsigned: string;
  readonly described: Description;
  readonly kind: SignatureKind;
  /** The nonce; on Solana the last block height at which it may be mined. */
  readonly nonce: bigint;
  /** On a chain without nonces: the newest slot, which is before the slot of the transaction. */
  readonly since?: bigint;
  /**
   * Checks of the funds: of the sent token, then of the coins.
   * @param ahead the unsigned bytes of the sends of the group before it
   * @throws {Refused} INSUFFICIENT_FUNDS
   */
  readonly tokens: (ahead: readonly string[]) => Promise<void>;
  readonly coins: (ahead: readonly string[]) => Promise<void>;
  /** The simulation of the bytes. @throws {Failure} of one that would fail, or do otherwise */
  readonly simulate: () => Promise<readonly ChainWarning[]>;
  /**
   * Runs between confirmation and signature.
   * @param wasAsked whether a person was asked, so that time has passed @throws {Guarded} if something has changed
   */
  readonly recheck: (wasAsked: boolean) => Promise<void>;
  /** The same transaction behind others of its group, on a chain with nonces. */
  readonly behind?: (count: number) => Pick<PreparedTransaction, 'unsigned' | 'nonce'>;
  /** The same transaction with a newer blockhash after a person was asked, on a chain on which bytes expire. */
  readonly renew?: () => Promise<Pick<PreparedTransaction, 'unsigned' | 'nonce' | 'since'>>;
}
