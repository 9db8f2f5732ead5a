// The only writer of stdout: one exact JSON text (or text, or bytes) becomes what is printed. Each form is loaded when it is used.
import type { Column } from '../ui/present/column.js';
import type { Line } from '../ui/present/line.js';
import type { Row } from '../ui/present/value.js';
import { visibleLines } from '../ui/present/visible.js';
import type { Rendered } from './forms/shape.js';

export const forms = ['table', 'wide', 'json', 'ndjson', 'yaml', 'csv', 'name'] as const;
/** A form of output, as `-o` takes it. */
export type Form = (typeof forms)[number];

/** Whether the word is a form of output. */
export function isForm(word: string): word is Form {
  return (forms as readonly string[]).includes(word);
}

/** What the person asked for. `explicitJson`: the form stood on the command line, so it is not just a setting. */
export interface Wish {
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
export interface Hints {
  columns?: readonly (string | Column)[];
  name?: string;
  empty?: string;
  /** The rows of a table that are marked with `•`. */
  marks?: (row: Row) => boolean;
  /** An object is shown as one thing, though it holds a list. */
  one?: boolean;
}

/** Where output goes. */
export interface Streams {
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown };
  env: Readonly<Record<string, string | undefined>>;
  /** What time it is, epoch milliseconds: a table says how long ago things were. */
  now?: () => number;
}

/**
 * What is contradictory in a wish, in one sentence, or undefined. jq sees the whole answer and prints its own lines, so it goes
 * with no other way of picking, sorting or laying out; a form that is only a setting gives way instead.
 */
export function wishProblem(wish: Wish): string | undefined {
  const form = wish.explicitJson ? wish.form : undefined;
  const { fields, columns, sortBy } = wish;
  if (wish.jq !== undefined) {
    const other = fields ? '--fields' : columns ? '--columns' : sortBy !== undefined ? '--sort-by' : undefined;
    if (other !== undefined) return `--jq and ${other} cannot be used together: the expression can do both.`;
    if (form !== undefined && !/json$/.test(form)) return `--jq prints its results as lines or JSON, so it cannot be used with -o ${form}.`;
  }
  if (fields && columns) return '--fields and --columns both say what to print: use one of them.';
  if (fields && form === 'name') return '-o name prints one field that names each thing, so it cannot be used with --fields.';
  if (columns && form !== undefined && !['table', 'wide', 'csv'].includes(form))
    return `--columns is for tables and CSV: with -o ${form} use --fields.`;
  if ([...(fields ?? []), ...(columns ?? [])].includes('') || sortBy === '') return 'A field has an empty name.';
  if (fields?.length === 0) return '--fields needs at least one field.';
  if (columns?.length === 0) return '--columns needs at least one field.';
  return undefined;
}

/** What is wrong with a jq expression, in one sentence, or undefined. Nothing is run. */
export async function checkJq(expression: string): Promise<string | undefined> {
  const { expressionProblem } = await import('./forms/filter.js');
  return expressionProblem(expression);
}

/**
 * Prints an answer in the form that was asked for: by default a table on a terminal, and in a pipe the text just as it came.
 * Throws UnknownField, JqFailed, and the stream's own error when stdout cannot be written.
 */
export async function printJson(json: string, wish: Wish, streams: Streams, hints: Hints = {}): Promise<void> {
  if (wish.quiet) return;
  const untouched = !(wish.fields || wish.sortBy !== undefined || wish.jq !== undefined || wish.columns);
  if (untouched && !isTerminal(streams) && (wish.form ?? 'json') === 'json') {
    await writeAll(streams.stdout, json.endsWith('\n') ? json : `${json}\n`); // no parse: this is what every script pays for
    return;
  }
  const { text, aside } = await render(json, wish, streams, hints);
  await writeAll(streams.stdout, text);
  if (aside !== undefined) streams.stderr.write(`${aside}\n`);
}

/** What `printJson` would print, as text. @throws as it does */
export async function rendered(json: string, wish: Wish, streams: Streams, hints: Hints = {}): Promise<string> {
  const { text, aside } = await render(json, wish, streams, hints);
  return text === '' ? `${aside ?? ''}\n` : text;
}

/** Prints text that is no JSON: safe on a terminal, as it came in a pipe; as a JSON text where a form for data was asked for. */
export async function printText(text: string, wish: Wish, streams: Streams): Promise<void> {
  if (wish.quiet) return;
  const asData = wish.jq !== undefined || (wish.explicitJson && (wish.form === 'json' || wish.form === 'ndjson'));
  if (asData) return printJson(JSON.stringify(text), wish, streams);
  if (!isTerminal(streams)) return writeAll(streams.stdout, text);
  await writeAll(streams.stdout, visibleLines(text === '' || text.endsWith('\n') ? text : `${text}\n`));
}

/** Prints lines for eyes: they are safe for a terminal, and coloured where it has colours. */
export async function printLines(lines: readonly Line[], wish: Wish, streams: Streams): Promise<void> {
  if (wish.quiet) return;
  const { inkedLine } = await import('../ui/present/ink.js');
  const colour = isTerminal(streams) && colourful(streams);
  await writeAll(streams.stdout, lines.map((one) => `${inkedLine(one, colour)}\n`).join(''));
}

/** Prints bytes, to a pipe or a file only: on a terminal it throws an Error that says what to do. */
export async function printBytes(bytes: Uint8Array, wish: Wish, streams: Streams): Promise<void> {
  if (wish.quiet) return;
  if (isTerminal(streams)) {
    throw new Error(`The answer is ${bytes.length} bytes of binary data, which a terminal cannot show: send it to a file with > FILE.`);
  }
  await writeAll(streams.stdout, bytes);
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

const isTerminal = ({ stdout }: Streams): boolean => stdout.isTTY === true;

/** The form in force: what was asked for, else one for eyes on a terminal or where columns were named, else JSON. */
function formOf(wish: Wish, terminal: boolean): Form {
  const form = wish.form ?? (terminal || wish.columns ? 'table' : 'json');
  return wish.columns && !['table', 'wide', 'csv'].includes(form) ? 'table' : form;
}

async function render(json: string, wish: Wish, streams: Streams, hints: Hints): Promise<Rendered> {
  const terminal = isTerminal(streams);
  if (wish.jq !== undefined) {
    const { filtered } = await import('./forms/filter.js');
    const quoted = wish.explicitJson === true && (wish.form === 'json' || wish.form === 'ndjson');
    return filtered(json, wish.jq, { quoted, terminal });
  }
  const form = formOf(wish, terminal);
  if (form === 'json' && !wish.fields && wish.sortBy === undefined) return (await import('./forms/json.js')).laidOut(json);
  const { knownFields, shape } = await import('./forms/shape.js');
  if (wish.fields?.length === 1 && wish.fields[0] === 'help') {
    const { asNames } = await import('./forms/name.js');
    const known = knownFields(shape(json, {}));
    return asNames({ value: known, list: { elements: known, rows: [] } }, undefined, terminal);
  }
  const shaped = shape(json, hints.one ? { ...wish, one: true } : wish);
  const columns = wish.columns ?? (shaped.list === undefined ? undefined : wish.fields);
  switch (form) {
    case 'json':
      return (await import('./forms/json.js')).asJson(shaped, terminal);
    case 'ndjson':
      return (await import('./forms/json.js')).asLines(shaped, terminal);
    case 'yaml':
      return (await import('./forms/yaml.js')).asYaml(shaped, terminal);
    case 'csv':
      return (await import('./forms/csv.js')).asCsv(shaped, wish.columns ?? wish.fields, terminal);
    case 'name':
      return (await import('./forms/name.js')).asNames(shaped, hints.name, terminal);
    default: {
      const { asTable } = await import('./forms/table.js');
      const drawing = {
        form,
        colour: terminal && colourful(streams),
        empty: hints.empty ?? 'Nothing here.',
        mask: terminal && !wish.reveal,
        now: streams.now?.() ?? Date.now(),
      };
      const width = terminal && form === 'table' ? { width: streams.stdout.columns || 80 } : {};
      const named = {
        ...(columns ? { columns } : {}),
        ...(hints.marks ? { marks: hints.marks } : {}),
        ...(hints.one ? { one: true } : {}),
        ...(hints.columns ? { hinted: hints.columns.map((one) => (typeof one === 'string' ? { path: one } : one)) } : {}),
      };
      return asTable(shaped, { ...drawing, ...width, ...named });
    }
  }
}

/** NO_COLOR counts when it is set and not empty (no-color.org). */
const colourful = ({ env }: Streams): boolean => !env.NO_COLOR && env.TERM !== 'dumb';
