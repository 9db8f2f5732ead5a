// The only writer of stdout, and the options of the output. Each format is loaded when it is used.

import type { Cancellation } from '../../services/http/cancellation.js';
import { interrupted } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import type { OutputFormat } from './formats.js';
import type { StartJq } from './shared-jq.js';

/** The person's output options. `explicitJson`: the format is from the command line, not from a setting. */
export interface OutputOptions {
  format?: OutputFormat;
  fields?: string[];
  jq?: string;
  /** Returns the engine for `jq`; without it each use starts one. */
  startJq?: StartJq;
  quiet?: boolean;
  /** Shows personal data whole on a terminal. */
  reveal?: boolean;
  /** Masks personal data wherever the output goes. */
  mask?: boolean;
  columns?: string[];
  sortBy?: string;
  /** The terms that select the rows of a list. */
  match?: string;
  /** The most rows of a list, after --match and --sort-by. */
  limit?: number;
  /** Leaves out the heading of a table or CSV. */
  noHeader?: boolean;
  /** Prints long output at once. */
  noPager?: boolean;
  explicitJson?: boolean;
}

/** How a command presents its response: the columns of a table, the field that `-o name` prints, the message for an empty list. */
export interface Presentation {
  columns?: readonly (string | Column)[];
  idPath?: string;
  /** The format without -o, where it is not a table on a terminal and JSON in a pipe. */
  usualFormat?: OutputFormat;
  /** The columns of the format `csv`, whatever the rows have; without it those that the rows have. */
  csvColumns?: readonly string[];
  empty?: string | readonly [nothing: string, next: string];
  /** The command line of this run, where `empty` has a next step: the step is left out where it is the same line. */
  commandLine?: () => string;
  /** The rows of a table that are marked with `•`. */
  isMarked?: (row: Row) => boolean;
  /** The response is one record, though it has a list. */
  singleRecord?: boolean;
  /** Whether the response is a person, or a list of persons, though its fields do not say so. Called only where personal data are masked. */
  persons?: () => boolean | Promise<boolean>;
}

/** The streams and the environment of the output. */
export interface Streams {
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  env: Readonly<Record<string, string | undefined>>;
  /** Ends a write that is never read. */
  readonly cancellation?: Cancellation;
  /** Shows a text in a pager. */
  page?: (command: string, text: string) => Promise<boolean>;
  /** The current time, epoch milliseconds, for relative times in a table. */
  now?: () => number;
}

/** The time after which a write listens to the signal, milliseconds; creating the signal takes half a millisecond. */
const signalDelay = 50;

/**
 * Writes the whole chunk, and waits until it is written, or until the run is stopped: nobody may ever read it.
 * @throws the stream's error (EPIPE, ENOSPC); {Failure} INTERRUPTED
 */
export function writeAll(stream: NodeJS.WritableStream, chunk: string | Uint8Array, cancellation?: Cancellation): Promise<void> {
  if (chunk.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    let signal: AbortSignal | undefined;
    const stop = () => reject(interrupted());
    const timer = setTimeout(() => {
      signal = cancellation?.signal;
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }, signalDelay);
    // stays on after a failure: the stream emits its error once more, and unheard that would end the process
    stream.once('error', reject);
    stream.write(chunk, (problem) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      if (problem) return reject(problem);
      stream.removeListener('error', reject);
      resolve();
    });
  });
}

/** Whether stdout is a terminal. */
export const isTerminal = ({ stdout }: Streams): boolean => stdout.isTTY === true;
