// The types of an operation on a chain: its intent, its dependencies, its outcome.

import type { Cancellation } from '../../services/http/cancellation.js';
import type { Failure } from '../../services/http/errors.js';
import type { Ledger } from '../ledger.js';
import type { Operation } from '../operation.js';
import type { Signer } from '../signer.js';
import type { Verdict } from '../verdict.js';
import type { Chain } from './chain.js';
import type { ChainWarning, Described, TokenAt, TransactionEffect } from './describe.js';
import type { FeeChoice } from './fees.js';
import type { Journal, JournalEntry } from './journal.js';
import type { Reserved } from './reserved.js';
import type { Rpc } from './rpc.js';
import type { TransactionFields } from './transaction.js';

/** The name of chains in the column `service` of the ledger. */
export const chainService = 'chain';
/** The account of an operation in the ledger. */
export const accountOf = (address: string): string => `address:${address.toLowerCase()}`;

/** The transaction to be sent: built anew in each run, under the lock of the account. */
export interface ChainIntent {
  /** Its name in the ledger. */
  readonly call: 'send' | 'approve' | 'swap';
  readonly from: string;
  /** The input as canonical JSON: a reference stands for it. */
  readonly asked: string;
  readonly clientRef: string | undefined;
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
  readonly funds?: (reserved: Reserved) => Promise<void>;
  /** Checks the decoded effect against the intent. @throws {Guarded} */
  readonly check: (effect: TransactionEffect) => void | Promise<void>;
  /** The transaction would fail now, since its allowance is set first. */
  readonly lacksAllowance?: boolean;
  /** The share of the sent amount, a decimal up to 1, that the person accepts to arrive (--accept-less). */
  readonly acceptLess?: string;
  /** All coins of the account are sent, less the most that the fee can be. */
  readonly isMax?: boolean;
  /** Warnings about the newest built transaction, for the receipt and the JSON. */
  readonly warnings?: () => readonly ChainWarning[] | Promise<readonly ChainWarning[]>;
  /** More lines of the receipt. */
  readonly notes?: (effect: TransactionEffect) => Promise<readonly (readonly [string, string])[]>;
  /** Runs between confirmation and signature. @throws {Guarded} if something has changed */
  readonly recheck?: () => Promise<void>;
}

/** The dependencies of the pipeline, as data and functions. */
export interface ChainDependencies {
  readonly rpc: Rpc;
  readonly chain: Chain;
  /** The identity of the chain, to which operations are bound. */
  readonly identity: string;
  readonly profile: string;
  readonly ledgerFile: string;
  /** The ledger, if it is open for a whole batch. */
  readonly openLedger?: Ledger;
  /** The file that knows the ledger of this machine. */
  readonly ledgerIdentity: string;
  /** The file of the lock of an account. */
  readonly lockFile: (address: string) => string;
  readonly clock: { now(): number };
  readonly cancellation: Cancellation;
  readonly log: (line: string) => void;
  /** Finds the token of a contract that is to be moved: its decimals are certain. */
  readonly tokenAt: TokenAt;
  /** Finds the token of a contract in signed bytes. */
  readonly signedTokenAt: TokenAt;
  readonly isRouter: (address: string) => boolean;
  /** Judges the transaction. @throws {Failure} with all refusals */
  readonly judge: (described: Described, from: string, ledger: Ledger, except: string | undefined) => Promise<Verdict>;
  /** Prints the receipt and has a person confirm it. @throws {Failure} */
  readonly confirm: (described: Described, verdict: Verdict) => Promise<void>;
  /** Unlocks the key of the account for `use`. @throws {Failure} */
  readonly withKey: <Result>(use: (key: Signer) => Promise<Result> | Result) => Promise<Result>;
  /** Ends the use of the key: nothing more is signed. */
  readonly releaseKey: () => void;
  /** A command line to type next. */
  readonly nextCommand: (line: string, profile?: string) => string;
  /** Stops before the confirmation, and sends nothing. */
  readonly dryRun: boolean;
  /** Whether this process has broadcast an operation and follows it to its block: it is settled there. */
  readonly isFollowed: (operation: string) => boolean;
}

/** The outcome of a run of the pipeline, with the warnings of its receipt. */
export type Outcome =
  /** A dry run; `refused`: why the transaction would not be signed. */
  | {
      readonly kind: 'plan';
      readonly described: Described;
      readonly unsigned: string;
      readonly warnings: readonly ChainWarning[];
      readonly refused?: Failure;
    }
  | {
      readonly kind: 'sent' | 'earlier';
      readonly operation: Operation;
      readonly entry: JournalEntry;
      readonly warnings: readonly ChainWarning[];
      /** The command has signed a cancellation: it succeeds when that is mined. */
      readonly cancels?: true;
    };

/** The open ledger and journal of a run. */
export interface Store {
  readonly ledger: Ledger;
  readonly journal: Journal;
}
