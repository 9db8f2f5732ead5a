// The environment of a run: streams, variables, clock, folders, signal. It is passed in, so that tests can pass another one.
import type { Duplex } from 'node:stream';
import type { Ledger } from '../money/ledger.js';
import type { BatchCheck } from '../money/policy/dependencies.js';
import type { RequestContext } from '../services/http/send.js';
import type { Transport } from '../services/http/transport.js';
import type { Redaction } from '../session/redact.js';
import type { Keyring } from '../session/stored-session.js';
import type { Thing } from '../things/thing.js';

type Input = NodeJS.ReadableStream & { isTTY?: boolean };
type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };

/** A status, and when a response showed it, epoch milliseconds of this machine. */
export interface SeenState {
  readonly status: string;
  readonly at: number;
}
export interface World {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The wall clock, epoch milliseconds. */
  readonly clock: { now(): number };
  /** The person's home folder. */
  readonly home: string;
  /** The working directory. */
  readonly cwd: string;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP; its reason is the signal's name. */
  readonly signal?: AbortSignal;
  /** Whether the signal has fired, without creating it, to save start-up time. If it is missing, the signal is read. */
  readonly stopped?: () => boolean;
  /** Runs work that blocks the process. A signal ends the process then, since no handler could run; missing where the process is shared. */
  readonly blocking?: <Result>(work: () => Result) => Result;
  /** The key ring; by default the system's. */
  readonly keyring?: () => Promise<Keyring>;
  /** Whether it runs in a dialog of the application: nothing may take the whole terminal. */
  readonly inDialog?: boolean;
  /** Asks a person in place of a terminal, for a confirmation: an MCP client shows it. Returns the typed answer; undefined where the person declines. */
  readonly ask?: (question: string) => Promise<string | undefined>;
  /** The transport to services if no proxy is set; by default one over the network. Tests answer requests in this process. */
  readonly transport?: Transport;
  /** How many connections are kept open to each server, for many requests; by default each request has its own. */
  readonly connections?: number;
  /** What the rows of a batch read once, by key, with the time of each read, epoch milliseconds: facts that no row changes. */
  readonly sharedFacts?: Map<string, { readonly at: number; readonly value: Promise<unknown> }>;
  /** The newest status of each thing that a response of this run has shown; the application keeps them. */
  readonly seenStates?: { of(thing: Thing, id: string): SeenState | undefined };
  /** The ledger, open for a whole batch. */
  readonly ledger?: Ledger | undefined;
  /** The operations of a batch whose transactions a node has, and which it follows to their blocks. */
  readonly followed?: Set<string>;
  /**
   * Starts the process in which keys are used, and returns the pipe to it (engine/chain/key-process). Its standard input is empty, that of this process, or an open file of
   * this process by its number. Where it is missing, as in tests, keys are used in this process.
   */
  readonly startKeyProcess?: (stdin?: Input | number) => Duplex;
  /** What a batch holds of its keys until its end: the process that they are in, and their signers, by their selection. */
  readonly signers?: Map<string, unknown>;
  /** Adds up the rows of a batch while they are checked. */
  readonly batchCheck?: BatchCheck;
  /** The minimum polling interval of --interval, milliseconds; by default 1000. */
  readonly leastInterval?: number;
  /** Called after each request, with the redactor of its run; the application lists its requests. */
  readonly onRequest?: (redact: Pick<Redaction, 'clean'>, ...request: Parameters<NonNullable<RequestContext['trace']>>) => void;
  /** Called before each request, likewise; a dialog shows what its command waits for. */
  readonly onRequestBegin?: (redact: Pick<Redaction, 'clean'>, ...request: Parameters<NonNullable<RequestContext['begins']>>) => void;
  /** Shows a text in a pager on the terminal. Returns false where there is no such command. Missing where there is no terminal of its own. */
  readonly page?: (command: string, text: string) => Promise<boolean>;
  /** The package's version. */
  readonly version: string;
  /** Sets the time zone of displayed times; missing where the process is shared. */
  readonly inZone?: (name: string) => void;
}

/** Whether a person can be asked for a confirmation: at a terminal, or by a client. */
export const canAsk = ({ ask, stdin, stderr }: World): boolean => ask !== undefined || (stdin.isTTY === true && stderr.isTTY === true);
