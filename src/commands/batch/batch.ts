// Runs a batch: the rows of a file, each a line with a command.

import { parse } from 'csv-parse/sync';
import type { Arguments, Context, Groups, Result } from '../../cli/command/command.js';
import { inputName, readExact } from '../../cli/files/input-file.js';
import { endedBy } from '../../cli/print/errors.js';
import { progressOf } from '../../cli/print/progress.js';
import { intervalOf } from '../../cli/settings/duration.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import type { LineReport } from '../../engine/lines/make-line.js';
import type { PlannedLine } from '../../engine/lines/plan.js';
import { isAccepted, type Printer } from '../../engine/lines/run.js';
import { runFile } from '../../engine/lines/run-file.js';
import { isSigned } from '../../engine/lines/run-line.js';
import { isOfLine, type Line, type LineProblem } from '../../engine/lines/values.js';
import { kebab } from '../../services/catalogue/define.js';
import { splitWords } from '../../services/command-line.js';
import { duplicateKey } from '../../services/duplicate-keys.js';
import { filledHoles, holesIn } from '../../services/holes.js';
import { BadInput, cited, Failure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { fromSheet, type SheetStyle, styleOfFile } from '../../text/sheet.js';

// Parses the rows of a batch: CSV with a header, or JSON lines. Each row becomes the words of a command line.
const reservedColumns = new Set(['command', 'ref']);
const transfer = ['wallet', 'send'];

/**
 * Parses the text of a batch: JSON lines if it begins with `{`, else CSV (RFC 4180) with a header.
 * @param template the command line of every row, with `{column}` placeholders
 * @returns also the columns that the template does not use
 * @throws {BadInput} BAD_BATCH for a text that is neither
 */
export function parseRows(
  text: string,
  template: string | undefined,
): {
  readonly rows: readonly Line[];
  readonly problems: readonly LineProblem[];
  readonly unused: readonly string[];
} {
  const rows: Line[] = [];
  const problems: LineProblem[] = [];
  const isJson = /^\uFEFF?\s*\{/.test(text);
  const style = isJson ? undefined : styleOfFile(text);
  const records = isJson ? jsonLines(text, problems) : csvRecords(text, style);
  const refs = new Set<string>();
  for (const { line, fields: cells } of records) {
    const number = rows.length + problems.length + 1;
    try {
      const fields = style ? fieldsOfSheet(cells, style) : cells;
      const words = template === undefined ? wordsOf(fields) : templateWords(template, fields);
      const ref = asText(fields.ref).trim();
      if (ref !== '' && !/^[A-Za-z0-9._-]{1,64}$/.test(ref))
        throw new BadInput('BAD_ROW', `its ref ${cited(ref)} is not 1 to 64 letters, digits and . _ -`);
      if (refs.has(ref)) throw new BadInput('BAD_ROW', `an earlier row has the ref ${ref}`);
      if (ref !== '') refs.add(ref);
      rows.push({ number, line, words, ref: ref || undefined });
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      problems.push({ line, message: error.message });
    }
  }
  const used = new Set(template === undefined ? [] : holesIn(splitWords(template)));
  const names = template === undefined ? [] : new Set(records.flatMap(({ fields }) => Object.keys(fields)));
  return { rows, problems, unused: [...names].filter((name) => !used.has(name) && !reservedColumns.has(name)) };
}

interface InputRecord {
  readonly line: number;
  readonly fields: Row;
}

/**
 * A record of the CSV parser: its text, and the bytes of the file up to its end. Its own count of lines is not theirs.
 */
interface CsvRecord {
  readonly record: Row;
  readonly raw: string;
  readonly info: { readonly bytes: number };
}
/** The records with the line on which each begins: a quoted field may have several lines. */
function withFirstLines(text: string, records: readonly CsvRecord[]): InputRecord[] {
  const bytes = Buffer.from(text);
  let [end, breaks] = [0, 0];
  return records.map(({ record, raw, info }) => {
    const part = bytes.subarray(end, info.bytes).toString();
    end = info.bytes;
    breaks += breaksIn(part);
    const last = /[\r\n]$/.test(part) ? breaks : breaks + 1;
    return { line: last - breaksIn(raw.trim()), fields: record };
  });
}
const breaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

function csvRecords(text: string, style: SheetStyle | undefined): InputRecord[] {
  try {
    const columns = (cells: readonly string[]) => {
      const header = cells.map((name) => (style && fromSheet(name, style)) ?? name);
      const twice = alike(header);
      if (twice !== undefined) throw new Error(`it has two columns ${cited(twice)}`);
      const wrong = misspelled(header);
      if (wrong !== undefined) throw new Error(`its column ${JSON.stringify(wrong)} is written ${folded(wrong)}`);
      return [...header];
    };
    const options = {
      columns,
      delimiter: style?.separator ?? ',',
      bom: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      raw: true,
    } as const;
    return withFirstLines(text, parse(text, options) as unknown as readonly CsvRecord[]);
  } catch (error) {
    throw new BadInput(
      'BAD_BATCH',
      `The batch is not a CSV file: ${(error as Error).message.slice(0, 200)}.`,
      'It has a header row, and each row as many fields.',
    );
  }
}

/** The fields of a row of a spreadsheet. @throws {BadInput} BAD_ROW for a number that may be two */
const fieldsOfSheet = (cells: Row, style: SheetStyle): Row =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      const text = fromSheet(asText(cell), style);
      if (text !== undefined) return [name, text];
      const [point, none] = [asText(cell).replaceAll('.', ','), asText(cell).replaceAll('.', '')];
      throw new BadInput('BAD_ROW', `its ${name} ${asText(cell)} may have thousands: write ${none} or ${point}`);
    }),
  );

/** The first name that reads like an earlier one: `Amount` beside `amount`, and `raw-amount` beside `rawAmount`. */
function alike(names: readonly string[]): string | undefined {
  const keys = names.map(folded);
  return names.find((_, at) => keys.indexOf(keys[at]!) < at);
}
/** The first name that is `ref` or `command` in other letters: the column would be ignored. */
const misspelled = (names: readonly string[]): string | undefined =>
  names.find((name) => reservedColumns.has(folded(name)) && !reservedColumns.has(name));
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');

function jsonLines(text: string, problems: LineProblem[]): InputRecord[] {
  return text.split('\n').flatMap((written, at): InputRecord[] => {
    if (written.trim() === '') return [];
    const json = written.replace(/^\uFEFF/, '');
    const fields = parsedIfJson(json);
    const twice = isRecord(fields) ? (duplicateKey(json) ?? alike(Object.keys(fields))) : undefined;
    if (isRecord(fields) && twice === undefined) return [{ line: at + 1, fields }];
    const message = twice === undefined ? 'it is not a JSON object' : `it has the key ${cited(twice)} twice`;
    problems.push({ line: at + 1, message });
    return [];
  });
}

/** The words of a row: its command, by default a transfer, and its other columns as options. */
function wordsOf({ command, args, ...columns }: Row) {
  const list = [args, command].find(Array.isArray);
  const words = withoutTuk(
    list?.map(wordOf) ?? (isNothing(command) || command === '' ? transfer : splitWords(asText(command))),
  );
  if (words.length === 0) throw new BadInput('BAD_ROW', 'it has no command');
  const options = Object.entries(columns).flatMap(([name, value]) => {
    if (reservedColumns.has(name) || isNothing(value) || value === '' || value === false) return [];
    if (!/^[A-Za-z][\w-]*$/.test(name)) throw new BadInput('BAD_ROW', `its column ${cited(name)} is not an option`);
    const flag = `--${kebab(name)}`;
    return value === true ? [flag] : [`${flag}=${wordOf(value)}`];
  });
  return [...words, ...options];
}
function wordOf(value: unknown) {
  if (isScalar(value)) return asText(value);
  throw new BadInput('BAD_ROW', 'one of its values is neither text nor a number');
}

const withoutTuk = (words: readonly string[]) => (words[0] === 'tuk' ? words.slice(1) : words);

/** Fills each `{column}` of a template within its word: a value is never split, and never becomes an option. */
function templateWords(template: string, fields: Row) {
  const words = withoutTuk(splitWords(template));
  const open = words.find((word) => /(?<!\{)\{[\p{L}\p{N}_][^{}"]*$/u.test(word));
  if (open !== undefined)
    throw new BadInput('BAD_ROW', `the template has ${open} without }: quote a name with a space, "{full name}"`);
  for (const name of holesIn(words)) {
    if (isOfLine(name) || !(isNothing(fields[name]) || fields[name] === '')) continue;
    const columns = Object.keys(fields).slice(0, 20).join(', ');
    const lack = name in fields ? `no value for {${name}}` : `no column {${name}}; it has ${columns}`;
    throw new BadInput('BAD_ROW', `it has ${lack}. A brace is {{`);
  }
  const named = words.find((word) => /^-[^=]*\{[\p{L}\p{N}_][^{}"]*\}/u.test(word) && !/^-\w\{/.test(word));
  if (named !== undefined)
    throw new BadInput('BAD_ROW', `the template takes the name of an option from a column: ${named}`);
  return filledHoles(words, (name) => (isOfLine(name) ? undefined : wordOf(fields[name])));
}

// The output of a batch: a JSON line for each row on stdout, and its progress on a terminal.
/** @param mayChange whether rows may have changed something when a line is printed */
function batchPrinter(context: Context, count: number, mayChange: boolean): Printer {
  const progress = progressOf(context, count);
  let unfit: Failure | undefined;
  let text = '';
  let last = 0;
  const flush = async () => {
    const written = text;
    text = '';
    last = Date.now();
    if (written === '') return;
    unfit =
      (await writeRows(written, mayChange, context).catch((error: unknown) => {
        progress.close();
        throw error;
      })) ?? unfit;
  };
  /** Writes several lines at a time if rows end quickly. */
  const add = async (line: string) => {
    text += `${line}\n`;
    if (text.length > largestWrite || Date.now() - last > shortestPause) await flush();
  };
  const notRun: string[] = [];
  return {
    ended: async (report) => {
      const { line, why } = report;
      if (report.outcome === 'not-run')
        return void notRun.push(lineOf(line, { exit: null, status: 'not-started', why, final: true }));
      progress.ended(report.outcome === 'failed');
      await add(resultLine(report));
    },
    sent: (line, operation) => add(lineOf(line, { exit: null, status: 'sent', operation })),
    close: async () => {
      text += notRun.map((line) => `${line}\n`).join('');
      await flush();
      progress.close();
      return unfit;
    },
  };
}

/** A line about a row. The last line of each row has `final: true`. */
const lineOf = ({ number, line, ref, clientRef }: PlannedLine, facts: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ row: number, line, ref, clientRef, ...facts });

/** The status of a row by its exit code; any other code is a failure. */
const statuses: ReadonlyMap<number, string> = new Map([
  [exitCode('ok'), 'done'],
  [exitCode('pending'), 'pending'],
  [exitCode('unknown'), 'unknown'],
  [exitCode('partial'), 'partial'],
  ...['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [endedBy(signal), 'stopped'] as const),
]);

/** The status of a row: of a transfer, its outcome in the ledger. */
function statusOf(report: LineReport) {
  const { code, operation, outcome } = report.end!;
  if (isAccepted(report)) return outcome;
  if (operation !== undefined && code === exitCode('pending')) return 'sent';
  return code === exitCode('ended-badly') && isSigned(report.line) ? 'reverted' : (statuses.get(code) ?? 'failed');
}

/** The line of a row, with its printed result unchanged. */
function resultLine(report: LineReport): string {
  const { code, result, notes = [], error, operation } = report.end!;
  const facts = { exit: code, status: statusOf(report), operation, earlier: report.earlier, final: true };
  const json = parsedIfJson(result) === undefined ? JSON.stringify(result) : result.replaceAll('\n', ' ');
  const parts = [
    lineOf(report.line, facts).slice(0, -1),
    result && `"result":${json}`,
    notes.length > 0 && `"notes":${JSON.stringify(notes)}`,
    error && `"error":${JSON.stringify(error)}`,
  ];
  return `${parts.filter(Boolean).join(',')}}`;
}

/**
 * Writes lines of rows. They are JSON already, so --json and -o json change nothing; --jq filters each of them.
 * @returns the failure of --jq, if rows may have changed something: then the line is printed whole, and the batch goes
 * on
 */
async function writeRows(text: string, mayChange: boolean, { out, world }: Context): Promise<Failure | undefined> {
  const { explicitJson, jq } = out.options;
  if (jq === undefined) {
    await (explicitJson && !world.stdout.isTTY ? out.printBytes(Buffer.from(text)) : out.printText(text));
    return undefined;
  }
  let unfit: Failure | undefined;
  for (const line of text.trimEnd().split('\n'))
    try {
      await out.print(line, { singleRecord: true });
    } catch (error) {
      if (!(error instanceof Failure && mayChange)) throw error;
      await (world.stdout.isTTY ? out.writeLine(line) : out.printBytes(Buffer.from(`${line}\n`)));
      unfit = new Failure('failed', error.code, `Rows were run and are printed whole. ${error.message}`);
    }
  return unfit;
}

/** The most sends of a key that are signed and broadcast together, unless --parallel states fewer. */
const largestGroup = 10;
const largestWrite = 65_536;
const shortestPause = 50; // milliseconds

/** @returns the exit code @throws {Failure} before anything is sent, and as `runFile` */
export async function runBatch(args: Arguments, context: Context, groups: Groups): Promise<Result | number> {
  const { options } = args;
  const [file = ''] = args.positionals;
  const template = typeof options.template === 'string' ? options.template : undefined;
  const parallel = parallelOf(options.parallel ?? '8');
  intervalOf(options.interval, '2s', context.world); // a bad one is found before anything is sent
  const text = await readExact(context.world, file); // the mark tells a sheet from plain CSV
  const { rows, problems, unused } = parseRows(text, template);
  if (unused.length > 0) context.log(`▲ The template does not use the columns ${unused.slice(0, 20).join(', ')}.`);
  if (rows.length + problems.length === 0) {
    if (text.trim() === '') throw new BadInput('NO_ROWS', `${inputName(file)} is empty.`);
    context.log(`  ${inputName(file)} has no row below its heading: there is nothing to do.`);
    return 0;
  }
  return runFile(
    {
      lines: rows,
      problems,
      nouns: { whole: 'batch', part: 'row' },
      author: template === undefined ? 'own' : 'typed',
      parallel,
      together: options.parallel === undefined ? largestGroup : Math.min(parallel, largestGroup),
      interval: options.interval as string | undefined,
      resume: ['batch', file, ...(template === undefined ? [] : ['--template', template])],
      printer: (_, { count, mayChange }) => batchPrinter(context, count, mayChange),
    },
    args,
    context,
    groups,
  );
}

/** @throws {BadInput} */
function parallelOf(typed: unknown): number {
  if (typeof typed === 'string' && /^[1-9]\d?$/.test(typed)) return Number(typed);
  throw new BadInput('BAD_VALUE', `--parallel must be a whole number from 1 to 99, not ${cited(typed)}.`);
}
