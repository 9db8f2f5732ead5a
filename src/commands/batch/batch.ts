// Runs a batch: the rows of a file, each a line with a command.

import type { Arguments, Context, Groups } from '../../cli/command/command.js';
import type { Result } from '../../cli/command/result.js';
import { inputName, readInput } from '../../cli/files/input-file.js';
import { endedBy } from '../../cli/print/errors.js';
import { progressOf } from '../../cli/print/progress.js';
import { intervalOf } from '../../cli/settings/duration.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import type { LineReport } from '../../engine/lines/make-line.js';
import type { PlannedLine } from '../../engine/lines/plan.js';
import { isAccepted, type Printer } from '../../engine/lines/run.js';
import { runFile } from '../../engine/lines/run-file.js';
import { isSigned } from '../../engine/lines/run-line.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { parseRows } from './rows.js';

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

const largestWrite = 65_536;
const shortestPause = 50; // milliseconds

/** @returns the exit code @throws {Failure} before anything is sent, and as `runFile` */
export async function runBatch(args: Arguments, context: Context, groups: Groups): Promise<Result | number> {
  const { options } = args;
  const [file = ''] = args.positionals;
  const template = typeof options.template === 'string' ? options.template : undefined;
  const parallel = parallelOf(options.parallel ?? '8');
  intervalOf(options.interval, '2s', context.world); // a bad one is found before anything is sent
  const text = await readInput(context.world, file);
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
  throw new BadInput(
    'BAD_VALUE',
    `--parallel takes a number from 1 to 99, not ${JSON.stringify(String(typed).slice(0, 40))}.`,
  );
}
