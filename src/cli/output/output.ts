// The only writer of stdout, and the options of the output. Each format is loaded on use.

import type { RowsOf } from '../../services/decode/fields.js';
import type { Deadline } from '../../services/http/deadline.js';
import { interrupted } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import type { Chart } from '../../text/chart.js';
import type { Column } from '../../text/column.js';
import type { Empty } from '../../text/empty.js';
import type { CodeField } from '../../things/thing.js';
import type { OutputFormat } from '../settings/formats.js';
import type { StartJq } from './shared-jq.js';

/** The person's output options. `explicitJson`: the format is from the command line. */
export interface OutputOptions {
  format?: OutputFormat;
  fields?: string[];
  jq?: string;
  /** Returns the engine for `jq`; without it each use starts one. */
  startJq?: StartJq;
  quiet?: boolean;
  /** Shows personal data on a terminal. */
  reveal?: boolean;
  /** Masks personal data everywhere. */
  mask?: boolean;
  columns?: string[];
  sortBy?: string;
  match?: string;
  /** The maximum number of rows, after --match and --sort-by. */
  limit?: number;
  /** Prints the sums of a field instead of the rows. */
  sum?: { readonly path: string; readonly by?: string };
  noHeader?: boolean;
  noPager?: boolean;
  explicitJson?: boolean;
  /** The profile that a flag named, for the next command of an empty list. */
  profile?: string;
  /** The profile of the run, or several, for the scope of an empty list. */
  profileInUse?: () => string;
}

/** The rows of all pages of a list, read as often as it takes, and their number. */
export interface PagedRows {
  readonly rows: Iterable<readonly Row[]>;
  readonly count: number;
}

/** How a command presents its response. */
export interface Presentation {
  /** All rows of a table, if the response has only those that decide its columns. */
  pages?: PagedRows;
  columns?: readonly Column[];
  /** The path of the id of a row, by default `id`. */
  idPath?: string;
  /** The paths that tell the rows apart, if the id alone does not. */
  key?: readonly string[];
  /** The path of the field with the command line that shows a row, for rows of several kinds. */
  rowCommand?: string;
  /** The bar chart below the table on a terminal. */
  chart?: Chart;
  /** The address that a terminal also shows as a QR code. */
  code?: CodeField;
  /** A text that a terminal also shows as a QR code. */
  qr?: string;
  /** The file of an image, which a terminal also shows. */
  picture?: Uint8Array;
  /** The list has pages whose parameters are known. */
  isPaged?: boolean;
  /** Each row names its unreadable parts: the rows are shown even if a part failed. */
  rowsTellFailures?: true;
  /** An empty list is exit 5: the command looks for one thing. */
  emptyIsNotFound?: true;
  /** The response is of a call with an effect; by default the command says so. */
  hasEffect?: boolean;
  /** The rows have an id, by their columns, and no field of the response is known as it. */
  isIdUnknown?: boolean;
  /** The format without -o; by default a table on a terminal and JSON in a pipe. */
  usualFormat?: OutputFormat;
  /** The columns of the format `csv`; by default the columns of the rows. */
  csvColumns?: readonly string[];
  empty?: Empty;
  /**
   * What is known of the rows of a service beside their fields. Without it the rows are those of this program, and
   * nothing is looked for in them.
   */
  of?: () => RowsOf;
  /** A sentence on the first response of the profile with columns that are not known. */
  firstContact?: (known: number, columns: number) => string | undefined;
  /** The rows marked with `•`. */
  isMarked?: (row: Row) => boolean;
  /** The response is one record, although it has a list. */
  singleRecord?: boolean;
  /**
   * Whether the response is a person, or a list of persons, without saying so in its fields. Called only for masking.
   */
  persons?: () => boolean | Promise<boolean>;
  /**
   * Whether the rows have a public shape: a row may lack the field of a column that it declares. Without the function
   * the rows are those of this program, whose columns all are known.
   */
  hasShape?: () => boolean | Promise<boolean>;
}

/** Writes one line to stderr, escaped, then coloured by `style`. */
type WriteLine = (line: string, style?: (safe: string) => string) => void;

export interface Streams {
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };
  stderr: { readonly writeLine: WriteLine; isTTY?: boolean };
  env: Readonly<Record<string, string | undefined>>;
  /** Ends a write that is never read. */
  readonly deadline?: Deadline;
  /** Shows a text in a pager. */
  page?: (command: string, text: string) => Promise<boolean>;
  /** The current time, epoch milliseconds, for relative times. */
  now?: () => number;
  /** Nobody can add an option to the command: no hint names one. */
  readonly inDialog?: boolean | undefined;
}

/** The time after which a write listens to the signal, milliseconds; creating the signal takes half a millisecond. */
const signalDelay = 50;

/**
 * Writes the whole chunk, and waits until it is written or the run is stopped: a pipe may never be read.
 * @throws the stream's error (EPIPE, ENOSPC); {Failure} INTERRUPTED
 */
export function writeAll(
  stream: NodeJS.WritableStream,
  chunk: string | Uint8Array,
  deadline?: Deadline,
): Promise<void> {
  if (chunk.length === 0) return Promise.resolve();
  deadline?.root.sign?.hush();
  return new Promise((resolve, reject) => {
    let signal: AbortSignal | undefined;
    const stop = () => reject(interrupted());
    const timer = setTimeout(() => {
      signal = deadline?.signal;
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }, signalDelay);
    // stays after a failure: the stream emits its error again, which would end the process if unhandled
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

/** Whether stdout is a terminal, and not a pipe or a file. */
export const isTerminal = ({ stdout }: Streams): boolean => stdout.isTTY === true;
