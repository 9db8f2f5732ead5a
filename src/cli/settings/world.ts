// The environment of a run: streams, variables, clock, folders, signal. It is passed in, so tests pass another one.
import type { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { Member } from '../../money/chain/group.js';
import type { RpcBatches } from '../../money/chain/rpc-batches.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import type { BatchCheck } from '../../money/verdict/dependencies.js';
import type { PlanOfRun } from '../../money/verdict/plan.js';
import type { Sealing } from '../../money/verdict/seal.js';
import type { ErrorCode } from '../../services/http/error-codes.js';
import type { Kind } from '../../services/http/errors.js';
import type { RequestContext } from '../../services/http/send.js';
import type { Transport } from '../../services/http/transport.js';
import type { Row } from '../../services/json-value.js';
import type { Redaction } from '../../session/redact.js';
import type { Keyring } from '../../session/stored-session.js';
import type { ReceiptRole } from '../../text/receipt.js';
import type { Thing } from '../../things/thing.js';

type Input = NodeJS.ReadableStream & { isTTY?: boolean };
type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };

/** A status, and the time of the response that showed it, epoch milliseconds of this machine. */
export interface SeenState {
  readonly status: string;
  readonly at: number;
  /** The row that showed it, and how far the clock of its service is ahead of this machine's, milliseconds. */
  readonly row?: Row;
  readonly clockOffset?: number;
}
/** The newest row of a thing in the responses of a run, at a time of this machine, epoch milliseconds. */
export interface SeenThing extends Omit<SeenState, 'status' | 'row'> {
  readonly thing: Thing;
  /** The read that showed it, as `service call`. */
  readonly call: string;
  readonly id: string;
  readonly row: Row;
  /** Undefined for a thing without one. */
  readonly status?: string;
}
/** The newest row of each thing that an account has seen. */
export interface Seen {
  of(thing: Thing, id: string): SeenState | undefined;
  /** The things whose newest row fits. */
  holding(fits: (seen: SeenThing) => boolean): readonly SeenThing[];
  /** How long the last things of a kind took until a good end, milliseconds, the newest last. */
  took(thing: Thing): readonly number[];
}
/** The text that the editor of --edit opens: JSON, and lines of comments above it. */
export interface Draft {
  readonly json: string;
  readonly comments: readonly string[];
}
/** The account, the settings and the contacts that the lines of a file were confirmed for. */
export interface Sealed {
  /** Checks that the account is still signed in. @throws {Guarded} OTHER_ACCOUNT; {SignInNeeded} SIGNED_OUT */
  readonly requireAccount: () => Promise<void>;
  /** Checks that a contact is the one of the check. @throws {Guarded} NOT_AS_CONFIRMED */
  readonly requireContact: (name: string, address: string | undefined) => void;
  /** Whether another account has signed in since, or the limits of the profile have changed. @throws {Failure} */
  readonly hasChanged: () => Promise<boolean>;
}
/** A note of a run as data: its kind, its values and its sentence. */
export interface SaidNote {
  readonly is: string;
  readonly message: string;
}
/** The error of a run as data: some of its members. */
export interface SaidError {
  readonly code?: ErrorCode;
  readonly category?: Kind;
  readonly message?: string;
  readonly hint?: string;
  readonly reason?: string;
  readonly operation?: string;
  readonly refusals?: readonly (SaidError & { readonly message: string })[];
}
export interface World {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a page of the documentation, by its path below docs/. @throws if it is not in the package */
  readonly readDoc?: (file: string) => string;
  /** The wall clock, epoch milliseconds. */
  readonly clock: { now(): number };
  readonly home: string;
  /** The working folder; undefined if it was deleted. `inWorkingFolder` resolves the names of files. */
  readonly cwd: string | undefined;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP; its reason is the signal's name. */
  readonly signal?: AbortSignal;
  /** Whether the signal has fired, without creating it, which saves start-up time. If missing, the signal is read. */
  readonly stopped?: () => boolean;
  /**
   * Runs work that blocks the process: a signal then ends the process, since no handler could run. Missing in a shared
   * process.
   */
  readonly blocking?: <Result>(work: () => Result) => Result;
  /** Whether the files of the program are no longer those that it was started from. */
  readonly isReplaced?: () => boolean;
  /** The key ring; by default the system's. */
  readonly keyring?: () => Promise<Keyring>;
  /** Whether the application draws on the terminal: a line on stderr would destroy its screen. */
  readonly hasScreen?: boolean;
  /** Whether this is a dialog of the application: nothing may use the whole terminal. */
  readonly inDialog?: boolean;
  /** Tells a dialog what its command has begun, such as `ride:ID`: the application watches it. */
  readonly begun?: (item: string) => void;
  /** Tells a dialog which image its command has written. */
  readonly wrote?: (file: string) => void;
  /** Tells a dialog which effect the person is about to confirm: a change, or a change that moves value. */
  readonly confirms?: (effect: 'service' | 'money') => void;
  /** Tells a dialog the subject of the next line of a receipt on stderr. */
  readonly receiptPart?: (part: ReceiptRole | undefined) => void;
  /**
   * Asks a person for a confirmation in place of a terminal: an MCP client shows it. Undefined if the person declines.
   */
  readonly ask?: (question: string) => Promise<string | undefined>;
  /** The transport to services without a proxy; by default over the network. Tests respond in this process. */
  readonly transport?: Transport;
  /**
   * Facts that the rows of a batch read once and never change, by key, with the time of each read, epoch milliseconds.
   */
  readonly sharedFacts?: Map<string, { readonly at: number; readonly value: Promise<unknown> }>;
  /** What the responses of this run have shown to an account (`ownerKey`); the application keeps it. */
  readonly seenStates?: { by(owner: string): Seen };
  /** The ledger, open for a whole batch. */
  readonly ledger?: Ledger;
  /** Operations of a batch that a node has, and that their rows follow to their blocks. */
  readonly followed?: Set<string>;
  /** The batches of requests to each node, by its address, which the rows beside one another share. */
  readonly nodes?: Map<string, RpcBatches> | undefined;
  /** The place of a row of a batch among those that are signed and broadcast together. */
  readonly group?: Member | undefined;
  /** Called once for an operation that a node has, and no block: the row of a batch lets the next one of its key sign. */
  readonly afterSent?: (operation: string) => Promise<void>;
  /**
   * Starts the key process, and returns its pipe (engine/chain/key-process). Its standard input is empty, this
   * process's, or an open file by its number. If missing, as in tests, keys are used in this process.
   */
  readonly startKeyProcess?: (stdin?: Input | number) => Duplex;
  /**
   * Starts a thread that runs one expression of jq (cli/output/jq-worker). If missing, as in tests, jq runs in this
   * one.
   */
  readonly startJqWorker?: () => Worker;
  /** Starts this program again, detached and without streams: it ends by itself. Missing in a shared process. */
  readonly startInBackground?: (argv: readonly string[]) => void;
  /** The key process of a batch, and its signers by selection, until the end of the batch. */
  readonly signers?: Map<string, unknown>;
  /** What the names of recipients led to when a batch was checked: its rows pay nobody else. */
  readonly names?: Map<string, Promise<unknown>>;
  /** What the lines of a batch or a flow were confirmed for. */
  readonly sealed?: Sealed;
  /** Compares each transfer with what the check of its row, or the plan, has seen. */
  readonly sealing?: Sealing | undefined;
  /** The plan that the run writes or applies (`money/plan`). */
  readonly plan?: PlanOfRun | undefined;
  /** The text of an input of the line by its name: that of the plan, or what `readNow` reads. */
  readonly inputs?: ((name: string, readNow: () => Promise<string>) => Promise<string>) | undefined;
  /** Sums up the rows of a batch during the check. */
  readonly batchCheck?: BatchCheck;
  /** The minimum of --interval, milliseconds; by default 1000. */
  readonly leastInterval?: number;
  /** Takes the notes and the error of a run as data, those of `--json`: they are not printed then. */
  readonly report?: (said: { readonly notes?: readonly SaidNote[]; readonly error?: SaidError }) => void;
  /** Whether the text of an error states its code: a person at a shell can look it up, in a dialog nobody can. */
  readonly statesCodes?: boolean;
  /** Called after each request, with the redactor and the profile of its run: the application lists its requests. */
  readonly onRequest?: (
    run: { readonly redact: Pick<Redaction, 'clean'>; readonly profile: string },
    ...request: Parameters<NonNullable<RequestContext['trace']>>
  ) => void;
  /** Called before each request: a dialog shows the request that its command waits for. */
  readonly onRequestBegin?: (
    redact: Pick<Redaction, 'clean'>,
    ...request: Parameters<NonNullable<RequestContext['begins']>>
  ) => void;
  /**
   * Opens the editor of --edit on a JSON text, once in a run, and returns what was saved. `check` throws if it cannot
   * be sent. Missing without --edit.
   */
  readonly editBody?: (draft: Draft, check: (json: string) => void) => Promise<string>;
  /** Shows a text in a pager. Returns false if the command does not exist. Missing without a terminal. */
  readonly page?: (command: string, text: string) => Promise<boolean>;
  readonly version: string;
  /** The version with the commit, such as `0.2.0+1a2b3c4d`: of what a report or a file is made by. */
  readonly build?: () => string;
  /** Sets the time zone of displayed times. Missing in a shared process. */
  readonly inZone?: (name: string) => void;
}

/** The version of the program with its commit; outside of a built program the version alone. */
export const buildOf = ({ build, version }: World): string => build?.() ?? version;

/** Whether a run is under a grant: it then changes only what that names (`cli/command/granted`). */
export const isUnderGrant = ({ env }: Pick<World, 'env'>): boolean => env.TUK_GRANT !== undefined;

/** Whether a person can confirm: at a terminal, or through a client. */
export const canAsk = ({ ask, stdin, stderr }: World): boolean =>
  ask !== undefined || (stdin.isTTY === true && stderr.isTTY === true);
