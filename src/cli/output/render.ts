// Renders a JSON text in an output format, and prints text, lines and bytes. Each format is loaded on use.

import { counted } from '../../services/counted.js';
import { Fields, thingAlone } from '../../services/decode/fields.js';
import { ofRows, recordIn } from '../../services/decode/rows.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { duplicateKey } from '../../services/duplicate-keys.js';
import { escapeForTerminal, relayout } from '../../services/json-text.js';
import type { Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { withoutCommands } from '../../text/ci-commands.js';
import type { Column } from '../../text/column.js';
import { isForScreenReader } from '../../text/dialogue.js';
import { emptyWords, scopeOf, twiceText, withScope } from '../../text/empty.js';
import { styledLine, withoutLinks } from '../../text/ink.js';
import type { Line, Span } from '../../text/line.js';
import { resolvedColumns, unknownText } from '../../text/resolved-columns.js';
import { sheetStyle } from '../../text/sheet.js';
import { escapeControls, escapeLines, isOnCi } from '../../text/visible.js';
import { hasColumns, isJsonFormat, type OutputFormat } from '../settings/formats.js';
import { hintFor } from '../settings/next-command.js';
import { asCsv } from './formats/csv.js';
import { filtered } from './formats/filter.js';
import { asMarkdown } from './formats/markdown.js';
import { asNames } from './formats/name.js';
import {
  availableFields,
  elementsOf,
  type FormattedText,
  fieldNamed,
  knownRows,
  type Note,
  parsed,
  rowsOf,
  type ShapedValue,
  shape,
  shaped as shapedOf,
} from './formats/shape.js';
import { sumColumns, sums } from './formats/sum.js';
import { asTable } from './formats/table.js';
import { asYaml } from './formats/yaml.js';
import { maskedJson } from './masked-json.js';
import { isMasked } from './masking.js';
import { declaredBy, noRowsNote, notJudged, rowsMatching, unresolvedMatch } from './match.js';
import { isTerminal, type OutputOptions, type Presentation, type Streams, writeAll } from './output.js';

// The formats `json` and `ndjson`: one text, or one line per element of the list.

/** An indented JSON text with its digits, escaped for a terminal. */
function laidOut(json: string): FormattedText {
  return { text: `${escapeForTerminal(relayout(json, 2))}\n` };
}

/** A sorted or selected value: compact in a pipe, indented on a terminal. */
function asJson(shaped: ShapedValue, terminal: boolean): FormattedText {
  const json = stringifyLossless(shaped.value);
  return terminal ? laidOut(json) : { text: `${json}\n` };
}

/** One compact line per element of the list; a single line for other values. */
function asLines(shaped: ShapedValue, terminal: boolean): FormattedText {
  const lines = elementsOf(shaped).map((element) => `${stringifyLossless(element)}\n`);
  const text = lines.join('');
  return { text: terminal ? escapeForTerminal(text) : text };
}

/** Renders the text that `printJson` would print. @throws as `printJson` */
export async function renderText(
  json: string,
  options: OutputOptions,
  streams: Streams,
  presentation: Presentation = {},
): Promise<string> {
  const { text, notes = [] } = await render(json, options, streams, presentation);
  return text === '' ? `${notes.map(([note]) => escapeControls(note)).join('\n')}\n` : text;
}

/** Renders a JSON text and prints it. @throws {UnknownField} {JqFailed}, and the error of the stream */
export async function printRendered(
  json: string,
  options: OutputOptions,
  streams: Streams,
  presentation: Presentation,
): Promise<void> {
  const { text, more = [], notes = [] } = await render(json, options, streams, presentation);
  const isForPeople = options.jq === undefined && /^(table|md)$/.test(formatIn(options, streams, presentation));
  const clean = (part: string) => (isForPeople && isOnCi(streams.env) ? withoutCommands(part) : part);
  if (pagerIn(options, streams)) await writeText(clean([text, ...more].join('')), options, streams);
  else {
    await writeAll(streams.stdout, clean(text), streams.deadline);
    for (const part of more) await writeAll(streams.stdout, clean(part), streams.deadline);
  }
  for (const note of notes) streams.stderr.writeLine(...note);
}

/**
 * Prints text that is not JSON: escaped on a terminal, unchanged in a pipe, as a JSON text for --jq, -o json and -o
 * ndjson.
 */
export async function printText(text: string, options: OutputOptions, streams: Streams): Promise<void> {
  if (options.quiet) return;
  const asData = options.jq !== undefined || (options.explicitJson && isJsonFormat(options.format));
  if (asData) return printRendered(JSON.stringify(text), options, streams, {});
  if (!isTerminal(streams)) return writeAll(streams.stdout, text, streams.deadline);
  await writeText(escapeLines(text === '' || text.endsWith('\n') ? text : `${text}\n`), options, streams);
}

/**
 * Writes a text. A text longer than the terminal goes to a pager (TUK_PAGER, PAGER, that of the system), unless that is empty or
 * `cat`, or --no-pager is set.
 */
async function writeText(text: string, options: OutputOptions, streams: Streams): Promise<void> {
  const { stdout, deadline } = streams;
  const page = pagerIn(options, streams);
  if (page && hasMoreLines(text, stdout.rows ?? Number.POSITIVE_INFINITY)) {
    const [{ isInBackground }, { programsOf }] = await Promise.all([
      import('../../services/platform/in-background.js'),
      import('../../services/platform/programs.js'),
    ]);
    // the system would stop the pager of a job in the background
    if (!isInBackground(process.stdin) && (await page(withoutLinks(text), programsOf().pager))) return;
  }
  await writeAll(stdout, text, deadline);
}
/** Shows a text in the pager; undefined if nothing goes to one. */
function pagerIn(
  { noPager }: OutputOptions,
  streams: Streams,
): ((text: string, usual: string) => Promise<boolean>) | undefined {
  const { env, page } = streams;
  const command = env.TUK_PAGER ?? env.PAGER;
  const isOff = noPager || !isTerminal(streams) || env.TERM === 'dumb' || /^\s*(cat)?\s*$/.test(command ?? 'less');
  return page && !isOff ? (text, usual) => page(command ?? usual, text) : undefined;
}
function hasMoreLines(text: string, most: number): boolean {
  let at = -1;
  for (let count = 0; count < most; count++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return false;
  }
  return true;
}

/**
 * Prints lines for people, in colours if the terminal has them. Escapes control characters in a pipe too: a line break
 * would forge a line.
 */
export async function printLines(lines: readonly Line[], options: OutputOptions, streams: Streams): Promise<void> {
  if (options.quiet) return;
  const colour = hasColours(streams);
  const links = opensLinks(streams);
  const text = lines.map((line) => `${styledLine(line.map(safe), colour, links)}\n`).join('');
  await writeText(isOnCi(streams.env) ? withoutCommands(text) : text, options, streams);
}

const safe = (piece: Span): Span => ({ ...piece, text: escapeControls(piece.text) });

/** Prints bytes to a pipe or a file. @throws {Error} on a terminal */
export async function printBytes(bytes: Uint8Array, options: OutputOptions, streams: Streams): Promise<void> {
  if (options.quiet) return;
  if (isTerminal(streams)) {
    throw new Error(
      `The response is ${counted(bytes.length, 'byte')} of binary data, which a terminal cannot show: send it to a file with > FILE.`,
    );
  }
  await writeAll(streams.stdout, bytes, streams.deadline);
}

/** The format: of -o, else of the command, else a table on a terminal or with --columns, else JSON. */
export function formatIn(options: OutputOptions, streams: Streams, { usualFormat }: Presentation): OutputFormat {
  const format = options.format ?? usualFormat ?? (isTerminal(streams) || options.columns ? 'table' : 'json');
  return options.columns && !hasColumns(format) ? 'table' : format;
}

/** Renders a JSON text: the text for stdout, and notes for stderr. @throws {UnknownField} {JqFailed} */
async function render(
  json: string,
  options: OutputOptions,
  streams: Streams,
  declared: Presentation,
): Promise<FormattedText> {
  const terminal = isTerminal(streams);
  if (options.jq !== undefined) {
    const quoted = options.explicitJson === true && isJsonFormat(options.format);
    const input = isMasked(options, streams.stdout, quoted ? options.format : undefined)
      ? await maskedResponse(json, declared)
      : json;
    const rendered = await filtered(input, options.jq, { quoted, terminal, start: options.startJq });
    return input === json || options.mask
      ? rendered
      : { ...rendered, notes: [...(rendered.notes ?? []), [maskedBeforeJq]] };
  }
  const format = formatIn(options, streams, declared);
  const mask = isMasked(options, streams.stdout, format)
    ? { persons: (await declared.persons?.()) ?? false }
    : undefined;
  if (options.sum !== undefined) {
    const { sum, sortBy: _, match: __, limit: ___, ...rest } = options;
    const { whole, presentation } = resolved(json, declared, format);
    const shaped = await addedRows(whole, options, streams, presentation);
    const { columns = [] } = presentation;
    const list = sums(shaped, sum, columns);
    const headings = list[0] === undefined ? sumColumns(sum) : Object.keys(list[0]);
    const headed = { columns: headings.map((path) => ({ path })), idPath: headings[0] };
    const rendered = await render(JSON.stringify(list), rest, streams, headed);
    return withNotes(rendered, emptyNote(shaped, options, presentation));
  }
  const isWhole = options.sortBy === undefined && options.match === undefined && options.limit === undefined;
  if (format === 'json' && !options.fields && isWhole)
    return laidOut(mask ? await maskedResponse(json, declared) : json);
  if (options.fields?.length === 1 && options.fields[0] === 'help') {
    const fieldPaths = availableFields(shape(json, {}));
    return asNames({ value: fieldPaths, list: { ...ofRows([]), elements: fieldPaths } }, undefined, { terminal });
  }
  const { whole, presentation, unknown } = resolved(json, declared, format);
  const select = options.match === undefined ? undefined : await selection(options.match, presentation, streams);
  const { columns = [] } = presentation;
  const pathOf = (name: string) => fieldNamed(name, rowsOf(whole), columns) ?? name;
  const fields = options.fields?.map(pathOf);
  const { columns: _, ...shapeOptions } = options;
  const shaped = shapedOf(whole, { ...shapeOptions, fields, columns, mask, select });
  const named = { ...options, fields, columns: options.columns?.map(pathOf) };
  const input = { shaped, format, options: named, streams, presentation, terminal };
  const rendered = await renderers[format](input);
  const twice = duplicateKey(json);
  const isData = options.explicitJson === true && isJsonFormat(format);
  const isForPeople = format === 'table' && options.columns === undefined && options.fields === undefined;
  return withNotes(
    rendered,
    isForPeople && unknown.length > 0 ? `${unknownText(unknown)} All fields: -o json` : undefined,
    isForPeople && unknown.length > 0
      ? presentation.firstContact?.(columns.length - unknown.length, columns.length)
      : undefined,
    isData ? undefined : unitsNote(shaped),
    twice && twiceText(twice),
    options.match && notJudged(rowsOf(whole), options.match, columns),
    emptyNote(shaped, options, presentation),
  );
}

/**
 * A parsed response, and the presentation of its rows: the declared columns and the id at the fields that have them. The
 * formats for people have the record of an envelope alone.
 */
function resolved(
  json: string,
  presentation: Presentation,
  format: OutputFormat,
): {
  readonly whole: ReturnType<typeof parsed>;
  readonly presentation: Presentation;
  readonly unknown: readonly Column[];
} {
  const isForPeople = format === 'table' || format === 'md';
  const { map: said } = presentation.of?.() ?? {};
  const isList = presentation.singleRecord !== true;
  const read = (text: string) => (isForPeople ? inOurNames(parseLossless(text), said, isList) : parseLossless(text));
  const map = isForPeople ? undefined : said; // what is read by the map has its names no more
  const whole = parsed(json, presentation.singleRecord, read, map);
  const record = whole.list ? undefined : recordIn(whole.value, map);
  const { columns: all, idPath } = presentation;
  const declared = whole.list ? all?.filter(({ room }) => room !== 'page') : all;
  const of = presentation.of && { ...presentation.of(), map, isRecord: record !== undefined };
  const row = record && of ? thingAlone(record.row, of) : record?.row;
  const rows = whole.list?.rows ?? (row ? [row] : []);
  const { columns, unknown } = of
    ? resolvedColumns(declared ?? [], rows, { id: idPath, of })
    : { columns: declared ?? [], unknown: [] };
  const id = of && /^(table|name)$/.test(format) ? new Fields(rows, of).path(idPath ?? 'id', 'id') : undefined;
  return {
    whole: row && !isPlainData(format) ? { ...whole, value: row } : whole,
    presentation: {
      ...presentation,
      columns: declared && [...columns, ...unknown],
      idPath: id?.is === 'known' ? id.value : idPath,
      isIdUnknown: id?.is === 'unknown' && declared?.some(({ path }) => path === (idPath ?? 'id')),
    },
    unknown,
  };
}
const isPlainData = (format: OutputFormat): boolean => /^(json|ndjson|yaml)$/.test(format);

/** The selected rows, which --sum adds. */
async function addedRows(
  whole: ReturnType<typeof parsed>,
  { match, sortBy, limit }: OutputOptions,
  streams: Streams,
  presentation: Presentation,
): Promise<ShapedValue> {
  const select = match === undefined ? undefined : await selection(match, presentation, streams);
  const { columns = [] } = presentation;
  return shapedOf(whole, { sortBy, limit, columns, select });
}

const withNotes = (rendered: FormattedText, ...notes: readonly (string | undefined)[]): FormattedText => ({
  ...rendered,
  notes: [...(rendered.notes ?? []), ...notes.flatMap((note): Note[] => (note === undefined ? [] : [[note]]))],
});

/** The note that an empty list cannot show whether it has the fields that options name. */
function emptyNote(
  shaped: ShapedValue,
  { match, sortBy, sum, columns: chosen = [] }: OutputOptions,
  { columns = [] }: Presentation,
): string | undefined {
  if (shaped.list === undefined || knownRows(shaped).length > 0) return undefined;
  const unmatched = match === undefined ? undefined : unresolvedMatch(match, columns);
  const named = [sortBy?.replace(/^-/, ''), sum?.path, ...(sum?.by?.split(',') ?? []), ...chosen];
  const unknown = named.filter((name) => name !== undefined && fieldNamed(name, [], columns) === undefined);
  return noRowsNote([unmatched, ...unknown].filter((name) => name !== undefined));
}

/** The note that the sorted amounts have several units. */
const unitsNote = ({ sortedUnits: units = [] }: ShapedValue): string | undefined =>
  units.length < 2 ? undefined : `Sorted by the number alone, in several units: ${units.join(', ')}.`;

const maskedBeforeJq = 'Personal data are masked before jq reads them; --reveal passes them on whole.';
/** The JSON text of a response with its personal data masked. */
async function maskedResponse(json: string, { persons }: Presentation): Promise<string> {
  return maskedJson(json, { persons: (await persons?.()) ?? false });
}

/** Selects the rows that match --match, in the columns of the command, else in the columns of a table. */
async function selection(
  terms: string,
  presentation: Presentation,
  { now }: Streams,
): Promise<(rows: readonly Row[]) => readonly Row[]> {
  const isDeclared = await declaredBy(presentation);
  return (rows) => rowsMatching(rows, terms, presentation.columns, { now: now?.() ?? Date.now(), isDeclared });
}

interface RenderInput {
  readonly shaped: ShapedValue;
  readonly format: OutputFormat;
  readonly options: OutputOptions;
  readonly streams: Streams;
  readonly presentation: Presentation;
  /** Whether stdout is a terminal: control characters are then escaped. */
  readonly terminal: boolean;
}

const renderCsv = async ({ shaped, format, options, presentation, streams, terminal }: RenderInput) =>
  asCsv(shaped, options.columns ?? options.fields ?? presentation.csvColumns, {
    heading: !options.noHeader,
    terminal,
    usual: presentation.columns?.map(({ path }) => path),
    pages: shaped.list && presentation.pages,
    sheet: format === 'sheet' ? sheetStyle(streams.env) : undefined,
  });

const renderers: Readonly<Record<OutputFormat, (input: RenderInput) => Promise<FormattedText>>> = {
  table: renderTable,
  json: async ({ shaped, terminal }) => asJson(shaped, terminal),
  ndjson: async ({ shaped, terminal }) => asLines(shaped, terminal),
  yaml: async ({ shaped, terminal }) => asYaml(shaped, terminal),
  csv: renderCsv,
  sheet: renderCsv,
  md: async ({ shaped, options, presentation }) =>
    asMarkdown(shaped, options.columns ?? options.fields ?? presentation.csvColumns),
  name: async ({ shaped, presentation, terminal }) =>
    asNames(shaped, presentation.idPath, {
      terminal,
      isUnknown: presentation.isIdUnknown,
      pages: shaped.list && presentation.pages,
    }),
};

async function renderTable({
  shaped,
  format,
  options,
  streams,
  presentation,
  terminal,
}: RenderInput): Promise<FormattedText> {
  const columns = options.columns ?? (shaped.list === undefined ? undefined : options.fields);
  const isSpoken = terminal && options.format === undefined && isForScreenReader(streams.env);
  return asTable(shaped, {
    colour: hasColours(streams),
    links: opensLinks(streams),
    empty: emptyMessage(presentation, options),
    now: streams.now?.() ?? Date.now(),
    id: presentation.idPath ?? 'id',
    colourNote: hasColours(streams, streams.stderr),
    inDialog: streams.inDialog,
    isSpoken,
    width: !isSpoken && terminal && format === 'table' ? streams.stdout.columns || 80 : undefined,
    columns,
    noHeader: options.noHeader,
    isMarked: presentation.isMarked,
    pages: presentation.pages,
    defaultColumns: presentation.columns,
  });
}

/** The message for an empty response: what there is none of, for whom, and the next step. */
function emptyMessage(
  { empty = { says: 'Nothing here.', of: {} } }: Presentation,
  { profile, profileInUse }: OutputOptions,
): string {
  const scoped = withScope(empty.says, scopeOf(empty), profileInUse?.() ?? '');
  const words = typeof scoped === 'string' ? scoped : emptyWords(scoped, empty.line?.() ?? '').join(' ');
  return hintFor(words, profile);
}

/**
 * Whether a URL on stdout is a link (OSC 8): on a terminal that is not dumb, and not in a dialog of the application.
 */
const opensLinks = (streams: Streams): boolean =>
  isTerminal(streams) && !streams.inDialog && !/^(dumb)?$/.test(streams.env.TERM ?? '') && !streams.env.ACCESSIBLE;

/** Whether a stream gets colours. FORCE_COLOR decides if set; NO_COLOR counts if not empty (no-color.org). */
const hasColours = ({ env, stdout }: Streams, stream: { readonly isTTY?: boolean } = stdout): boolean =>
  env.FORCE_COLOR
    ? !/^(0|false)$/i.test(env.FORCE_COLOR)
    : stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
