// All that an answer may become beside its own bytes: a table, rows of data, a filtered text, lines for eyes. Each form is loaded when it is used.
import type { Line, Span } from '../../ui/format/line.js';
import { escapeControls, escapeLines } from '../../ui/format/visible.js';
import type { Rendered } from './formats/shape.js';
import { type Form, isTerminal, type OutputOptions, type Presentation, printJson, type Streams, writeAll } from './output.js';

/** What `printJson` would print, as text. @throws as it does */
export async function rendered(json: string, wish: OutputOptions, streams: Streams, hints: Presentation = {}): Promise<string> {
  const { text, aside } = await render(json, wish, streams, hints);
  return text === '' ? `${aside ?? ''}\n` : text;
}

/** Prints text that is no JSON: safe on a terminal, as it came in a pipe; as a JSON text where a form for data was asked for. */
export async function printText(text: string, wish: OutputOptions, streams: Streams): Promise<void> {
  if (wish.quiet) return;
  const asData = wish.jq !== undefined || (wish.explicitJson && (wish.form === 'json' || wish.form === 'ndjson'));
  if (asData) return printJson(JSON.stringify(text), wish, streams);
  if (!isTerminal(streams)) return writeAll(streams.stdout, text);
  await writeAll(streams.stdout, escapeLines(text === '' || text.endsWith('\n') ? text : `${text}\n`));
}

/** Prints lines for eyes: made safe wherever they go, into a pipe too, where a line break would forge a line; coloured where the terminal has colours. */
export async function printLines(lines: readonly Line[], wish: OutputOptions, streams: Streams): Promise<void> {
  if (wish.quiet) return;
  const { inkedLine } = await import('../../ui/format/ink.js');
  const colour = isTerminal(streams) && colourful(streams);
  await writeAll(streams.stdout, lines.map((one) => `${inkedLine(one.map(safe), colour)}\n`).join(''));
}

const safe = (piece: Span): Span => ({ ...piece, text: escapeControls(piece.text) });

/** Prints bytes, to a pipe or a file only: on a terminal it throws an Error that says what to do. */
export async function printBytes(bytes: Uint8Array, wish: OutputOptions, streams: Streams): Promise<void> {
  if (wish.quiet) return;
  if (isTerminal(streams)) {
    throw new Error(`The answer is ${bytes.length} bytes of binary data, which a terminal cannot show: send it to a file with > FILE.`);
  }
  await writeAll(streams.stdout, bytes);
}

/** The form in force: what was asked for, else one for eyes on a terminal or where columns were named, else JSON. */
function formOf(wish: OutputOptions, terminal: boolean): Form {
  const form = wish.form ?? (terminal || wish.columns ? 'table' : 'json');
  return wish.columns && !['table', 'wide', 'csv'].includes(form) ? 'table' : form;
}

/** An answer in the form in force, and what stands beside it on stderr. @throws UnknownField, JqFailed */
export async function render(json: string, wish: OutputOptions, streams: Streams, hints: Presentation): Promise<Rendered> {
  const terminal = isTerminal(streams);
  if (wish.jq !== undefined) {
    const { filtered } = await import('./formats/filter.js');
    const quoted = wish.explicitJson === true && (wish.form === 'json' || wish.form === 'ndjson');
    return filtered(json, wish.jq, { quoted, terminal });
  }
  const form = formOf(wish, terminal);
  if (form === 'json' && !wish.fields && wish.sortBy === undefined) return (await import('./formats/json.js')).laidOut(json);
  const { knownFields, shape } = await import('./formats/shape.js');
  if (wish.fields?.length === 1 && wish.fields[0] === 'help') {
    const { asNames } = await import('./formats/name.js');
    const known = knownFields(shape(json, {}));
    return asNames({ value: known, list: { elements: known, rows: [] } }, undefined, terminal);
  }
  const shaped = shape(json, hints.one ? { ...wish, one: true } : wish);
  const columns = wish.columns ?? (shaped.list === undefined ? undefined : wish.fields);
  switch (form) {
    case 'json':
      return (await import('./formats/json.js')).asJson(shaped, terminal);
    case 'ndjson':
      return (await import('./formats/json.js')).asLines(shaped, terminal);
    case 'yaml':
      return (await import('./formats/yaml.js')).asYaml(shaped, terminal);
    case 'csv':
      return (await import('./formats/csv.js')).asCsv(shaped, wish.columns ?? wish.fields, terminal);
    case 'name':
      return (await import('./formats/name.js')).asNames(shaped, hints.name, terminal);
    default: {
      const { asTable } = await import('./formats/table.js');
      const drawing = {
        form,
        colour: terminal && colourful(streams),
        empty: await emptyOf(hints),
        mask: terminal && !wish.reveal,
        now: streams.now?.() ?? Date.now(),
        id: hints.name ?? 'id',
        colourAside: streams.stderr.isTTY === true && colourful(streams),
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

async function emptyOf({ empty = 'Nothing here.', line }: Presentation): Promise<string> {
  if (typeof empty === 'string') return empty;
  const { emptyWords } = await import('../../ui/format/empty.js');
  return emptyWords(empty, line?.() ?? '').join(' ');
}

/** NO_COLOR counts when it is set and not empty (no-color.org). */
const colourful = ({ env }: Streams): boolean => !env.NO_COLOR && env.TERM !== 'dumb';
