// The types of an operation on a chain: its intent, its dependencies, its outcome.

import type { Deadline } from '../../services/http/deadline.js';
import type { Failure } from '../../services/http/errors.js';
import type { Signer } from '../keys/signer.js';
import type { Journal, JournalEntry } from '../ledger/journal.js';
import type { Ledger } from '../ledger/ledger.js';
import type { LedgerPlace } from '../ledger/open.js';
import type { Operation } from '../ledger/operation.js';
import type { Judged, Verdict } from '../verdict/verdict.js';
import type { ChainWarning, Description, TransactionEffect } from './effect.js';
import type { ChainFacts, ChainRules } from './family.js';
import type { Member } from './group.js';

/** The name of chains in the column `service` of the ledger. */
export const chainService = 'chain';
/** The account of an operation in the ledger. Letter case counts in base58, and not in hexadecimal digits. */
export const accountOf = (address: string): string =>
  `address:${address.startsWith('0x') ? address.toLowerCase() : address}`;

/** A change on a chain, whatever its kind. Its transaction is built anew in each run, under the lock. */
export interface ChainIntent {
  /** Its name in the ledger. */
  readonly call: 'send' | 'approve' | 'swap';
  readonly from: string;
  /** The input as canonical JSON: a reference stands for it. */
  readonly asked: string;
  readonly clientRef: string | undefined;
  /** A step of a larger change: it stands or falls with it, even if the step alone only takes something back. */
  readonly isStep?: boolean;
  /** Checks the decoded effect against the intent. @throws {Guarded} */
  readonly check: (effect: TransactionEffect) => void | Promise<void>;
  /** The share of the sent amount, a decimal up to 1, that the person accepts to arrive (--accept-less). */
  readonly acceptLess?: string;
  /** Warnings about the newest built transaction, for the receipt and the JSON. */
  readonly warnings?: () => readonly ChainWarning[] | Promise<readonly ChainWarning[]>;
  /** More lines of the receipt. */
  readonly notes?: (effect: TransactionEffect) => Promise<readonly (readonly [string, string])[]>;
  /** Runs between confirmation and signature. @throws {Guarded} if something has changed */
  readonly recheck?: () => Promise<void>;
}

/** The dependencies of the pipeline, as data and functions. */
export interface ChainDependencies {
  readonly family: ChainRules;
  readonly chain: ChainFacts;
  /** The identity of the chain, to which operations are bound. */
  readonly identity: string;
  readonly profile: string;
  readonly ledger: LedgerPlace;
  /** The file of the lock of an account. */
  readonly lockFile: (address: string) => string;
  readonly clock: { now(): number };
  readonly deadline: Deadline;
  readonly log: (line: string) => void;
  /** Judges the transaction. @throws {Failure} with all refusals */
  readonly judge: (described: Description, from: string, ledger: Ledger, except: string | undefined) => Promise<Judged>;
  /** Checks that the account is signed in for which the run began. @throws {Guarded} OTHER_ACCOUNT; {SignInNeeded} */
  readonly requireAccount: () => Promise<void>;
  /** What the person has named, so that it does not stop the transaction (--despite): operations, and nonces as `nonce-7`. */
  readonly despite: readonly string[];
  /**
   * Prints the receipt and has a person confirm it.
   * @returns whether a person was asked, so that time has passed @throws {Failure}
   */
  readonly confirm: (described: Description, verdict: Verdict) => Promise<boolean>;
  /** Unlocks the key of the account for `use`. @throws {Failure} */
  readonly withKey: <Result>(use: (key: Signer) => Promise<Result> | Result) => Promise<Result>;
  /** Ends the use of the key: nothing more is signed. */
  readonly releaseKey: () => void;
  /** A command line to type next. */
  readonly nextCommand: (line: string, profile?: string) => string;
  /** Stops before the confirmation, and sends nothing. */
  readonly dryRun: boolean;
  /** The place among the sends that are signed and broadcast together. */
  readonly group?: Member | undefined;
  /** Whether this process has broadcast an operation and follows it to its block: it is settled there. */
  readonly isFollowed: (operation: string) => boolean;
}

/** The outcome of a run of the pipeline, with the warnings of its receipt. */
export type Outcome =
  /** A dry run; `refused`: why the transaction would not be signed. */
  | {
      readonly kind: 'plan';
      readonly described: Description;
      readonly unsigned: string;
      readonly warnings: readonly ChainWarning[];
      readonly refused?: Failure;
    }
  | {
      readonly kind: 'sent' | 'earlier';
      readonly operation: Operation;
      readonly entry: JournalEntry;
      readonly warnings: readonly ChainWarning[];
      /** The operation of its group that the node has refused: it waits for the nonce of that one. */
      readonly behind?: string;
      /** The command has signed a cancellation: it succeeds when that is mined. */
      readonly cancels?: true;
    };

/** The open ledger and journal of a run. */
export interface Store {
  readonly ledger: Ledger;
  readonly journal: Journal;
}

/**
 * Checks at the moment of a signature or a broadcast that what was confirmed still stands: the account, and the limits.
 * @throws {Guarded} {SignInNeeded}
 */
export async function requireStanding(
  verdict: Judged,
  { requireAccount }: Pick<ChainDependencies, 'requireAccount'>,
): Promise<void> {
  await requireAccount();
  await verdict.checkNow();
}
