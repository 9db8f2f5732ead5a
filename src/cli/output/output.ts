// The only writer of stdout: one exact JSON text (or text, or bytes) becomes what is printed. Each form is loaded when it is used.

import type { Row } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';

export const forms = ['table', 'wide', 'json', 'ndjson', 'yaml', 'csv', 'name'] as const;
/** A form of output, as `-o` takes it. */
export type Form = (typeof forms)[number];

/** Whether the word is a form of output. */
export function isForm(word: string): word is Form {
  return (forms as readonly string[]).includes(word);
}

/** What the person asked for. `explicitJson`: the form stood on the command line, so it is not just a setting. */
export interface OutputOptions {
  form?: Form;
  fields?: string[];
  jq?: string;
  quiet?: boolean;
  /** Whether e-mail addresses and phone numbers are shown whole in a table on a terminal. */
  reveal?: boolean;
  columns?: string[];
  sortBy?: string;
  explicitJson?: boolean;
}

/** What the command knows of its answer: columns for `table` (dotted paths, or with how they are read), the field that `-o name` prints, words for an empty list. */
export interface Presentation {
  columns?: readonly (string | Column)[];
  name?: string;
  empty?: string | readonly [nothing: string, next: string];
  /** The line that was run, where `empty` has a next step: that never leads back to it. */
  line?: () => string;
  /** The rows of a table that are marked with `•`. */
  marks?: (row: Row) => boolean;
  /** An object is shown as one thing, though it holds a list. */
  one?: boolean;
}

/** Where output goes. */
export interface Streams {
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  env: Readonly<Record<string, string | undefined>>;
  /** What time it is, epoch milliseconds: a table says how long ago things were. */
  now?: () => number;
}

/**
 * Prints an answer in the form that was asked for: by default a table on a terminal, and in a pipe the text just as it came.
 * Throws UnknownField, JqFailed, and the stream's own error when stdout cannot be written.
 */
export async function printJson(json: string, wish: OutputOptions, streams: Streams, hints: Presentation = {}): Promise<void> {
  if (wish.quiet) return;
  const untouched = !(wish.fields || wish.sortBy !== undefined || wish.jq !== undefined || wish.columns);
  if (untouched && !isTerminal(streams) && (wish.form ?? 'json') === 'json') {
    await writeAll(streams.stdout, json.endsWith('\n') ? json : `${json}\n`); // no parse: this is what every script pays for
    return;
  }
  const { render } = await import('./render.js');
  const { text, aside } = await render(json, wish, streams, hints);
  await writeAll(streams.stdout, text);
  if (aside !== undefined) streams.stderr.write(`${aside}\n`);
}

/** Writes the whole chunk and waits until it is out. Rejects with the stream's error (EPIPE, ENOSPC). */
export function writeAll(stream: NodeJS.WritableStream, chunk: string | Uint8Array): Promise<void> {
  if (chunk.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    // stays on after a failure: the stream emits its error once more, and unheard that would end the process
    stream.once('error', reject);
    stream.write(chunk, (problem) => {
      if (problem) return reject(problem);
      stream.removeListener('error', reject);
      resolve();
    });
  });
}

export const isTerminal = ({ stdout }: Streams): boolean => stdout.isTTY === true;
