// A whole batch: input, plan, receipt, confirmation, rows, transactions, summary.

import type { Arguments, Groups } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { intervalOf } from '../../cli/duration.js';
import { exitCode } from '../../cli/exit-codes.js';
import { readInput } from '../../cli/input-file.js';
import { nextCommand } from '../../cli/next-command.js';
import { confirmCall } from '../../cli/prompts/confirmation.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { RunContext } from '../../cli/run-context.js';
import { isDryRun } from '../../cli/settings.js';
import type { World } from '../../cli/world.js';
import { clientRefOf } from '../../engine/client-ref.js';
import type { Signer } from '../../engine/signing-key.js';
import { requireTrustedFolder } from '../../engine/transfer.js';
import { grouped } from '../../money/amount-text.js';
import { groupedAddress } from '../../money/policy/recipients.js';
import type { Call } from '../../services/catalogue/define.js';
import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { spanOf } from '../../ui/format/time.js';
import { type Checked, checkRows } from './check.js';
import { HeldSigner } from './held-signer.js';
import { type PlannedRow, planRows } from './plan.js';
import { type BatchRow, parseRows, type RowProblem, withEnvironment } from './rows.js';
import { type RowEnd, runRows } from './run.js';

/** Plans, confirms and runs a batch. @returns the exit code @throws {BadInput} BAD_ROWS with every bad line; {Guarded} {Failure} before anything is sent */
export async function runBatch(args: Arguments, context: Context, groups: Groups): Promise<number> {
  const {
    positionals: [file = ''],
    options,
  } = args;
  const concurrency = countOf(options.concurrency, 8, '--concurrency');
  const reference = clientRefOf(options);
  const interval = intervalOf(options.interval, '2s', context.world);
  const text = await readInput(context.world, file);
  const parsed = parseRows(text, typeof options.template === 'string' ? options.template : undefined);
  const allowed = new Set(((options.env as string[] | undefined) ?? []).map(String));
  const { rows, problems } = filled(parsed.rows, parsed.problems, (row) => withEnvironment(row, context.world.env, allowed));
  const { planned, problems: others } = await planRows(rows, { groups, context, reference });
  refuseProblems([...problems, ...others]);
  if (planned.length === 0) throw new BadInput('NO_ROWS', `${file === '-' ? 'Standard input' : file} has no rows.`);
  const newRecipient = options.newRecipient === true;
  const isDry = isDryRun(context.flags);
  if (planned.some(({ effect }) => effect === 'transfer')) {
    await requireTrustedFolder(context);
    if (!isDry) requireReferences(planned, reference);
  }
  const checked = await checkRows(planned, context, { newRecipient, concurrency });
  const plan = planOf(planned, checked);
  if (isDry) await context.out.print(JSON.stringify({ dryRun: true, ...plan }), { singleRecord: true });
  refuseProblems(checked.problems);
  if (isDry) return 0;
  await confirmPlan(plan, checked.warnings, context);
  return execute(planned, context, {
    concurrency,
    keepGoing: options.keepGoing === true,
    newRecipient,
    interval,
    resume: resumeLine(file, args, context),
  });
}

/** @throws {BadInput} */
function countOf(typed: unknown, usual: number, flag: string): number {
  if (typed === undefined) return usual;
  if (typeof typed === 'string' && /^[1-9]\d?$/.test(typed)) return Number(typed);
  throw new BadInput('BAD_NUMBER', `${flag} takes a number from 1 to 99, and not ${JSON.stringify(String(typed).slice(0, 40))}.`);
}

function filled(rows: readonly BatchRow[], before: readonly RowProblem[], fill: (row: BatchRow) => BatchRow) {
  const problems = [...before];
  const good = rows.flatMap((row) => {
    try {
      return [fill(row)];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push({ line: row.line, message: error.message });
      return [];
    }
  });
  return { rows: good, problems };
}

const mostShown = 20;
/** @throws {BadInput} BAD_ROWS with every bad row; {Guarded} if one of them is not misuse */
function refuseProblems(problems: readonly RowProblem[]): void {
  if (problems.length === 0) return;
  const sorted = [...problems].sort((one, other) => one.line - other.line);
  const refusals = sorted.map(({ line, message, code = 'BAD_ROW', isGuarded }) => {
    const text = `line ${line}: ${message.replace(/; nothing was (sent|signed)\.?$/, '').replace(/\.$/, '')}`;
    return isGuarded ? new Guarded(code, text) : new BadInput(code, text);
  });
  const message = `${counted(sorted.length, 'row is', 'rows are')} wrong; nothing was sent.`;
  if (sorted.every(({ code }) => code === 'NEW_RECIPIENT'))
    throw new Guarded('NEW_RECIPIENT', message, 'If they are intended, add --new-recipient; --yes is not enough.', refusals);
  throw sorted.some(({ isGuarded }) => isGuarded)
    ? new Guarded('BAD_ROWS', message, undefined, refusals)
    : new BadInput('BAD_ROWS', message, undefined, refusals);
}

/** @throws {BadInput} NO_REF for a batch that moves value without a reference */
function requireReferences(planned: readonly PlannedRow[], reference: string | undefined): void {
  const without = planned.find(({ effect, clientRef }) => effect === 'transfer' && clientRef === undefined);
  if (without && reference === undefined)
    throw new BadInput(
      'NO_REF',
      `Line ${without.line} moves value, and the batch has no reference; nothing was sent.`,
      'Name it: --client-ref march. The same line run again then resumes it, and does nothing twice.',
    );
}

/** A batch in figures. */
interface Plan extends Pick<Checked, 'totals' | 'unknownAmounts' | 'newRecipients'> {
  readonly rows: number;
  readonly reads: number;
  readonly changes: number;
  readonly transfers: number;
  /** Transfers that an earlier run has done, or may have. */
  readonly earlier: number;
}
function planOf(planned: readonly PlannedRow[], { totals, unknownAmounts, newRecipients }: Checked): Plan {
  const of = (kind: PlannedRow['effect']) => planned.filter(({ effect }) => effect === kind);
  return {
    rows: planned.length,
    reads: of('read').length,
    changes: of('change').length,
    transfers: of('transfer').length,
    earlier: of('transfer').filter(({ earlier }) => earlier !== undefined).length,
    totals,
    unknownAmounts,
    newRecipients,
  };
}

const batchCall = (effect: Call['effect']): Call => ({
  service: 'batch',
  name: 'run',
  summary: 'Run the batch',
  method: 'POST',
  path: '/',
  auth: 'public',
  effect,
  as: 'nothing',
  words: {},
});

/** Prints the receipt of what changes something, and has a person confirm it. @throws {Failure} */
async function confirmPlan(plan: Plan, warnings: readonly string[], context: Context): Promise<void> {
  const { rows, reads, changes, transfers, earlier, totals, unknownAmounts, newRecipients } = plan;
  if (changes + transfers === 0) return;
  const lines: ReceiptLine[] = [
    ['Rows', `${rows}: ${transfers} move value, ${changes} change something, ${reads} read`],
    ...(earlier > 0 ? [['Done before', `${earlier}: they are not done again`] as const] : []),
    ...Object.entries(totals).map(([token, total]): ReceiptLine => ['You send', `${grouped(total)} ${token} in all, fees included`]),
    ...(unknownAmounts > 0 ? [['▲ Amounts', `of ${unknownAmounts} rows are not known before they run`] as const] : []),
    ...newRecipients.map((one): ReceiptLine => ['New recipient', /^0x/.test(one) ? groupedAddress(one) : one]),
    ...warnings.slice(0, mostShown).map((text): ReceiptLine => ['▲ Note', text]),
  ];
  await printReceipt(context, 'Run the batch', lines);
  await confirmCall(context, batchCall(transfers > earlier ? 'money' : 'service'));
}

interface ExecuteOptions {
  readonly concurrency: number;
  readonly keepGoing: boolean;
  readonly newRecipient: boolean;
  readonly interval: number;
  readonly resume: string;
}

async function execute(
  planned: readonly PlannedRow[],
  context: Context,
  { interval, resume, ...options }: ExecuteOptions,
): Promise<number> {
  const signers = new Map<string, Promise<HeldSigner>>();
  const world: World = Object.create(context.world, {
    connections: { value: options.concurrency },
    signers: {
      value: {
        get: (name: string) => signers.get(name),
        hold: (name: string, signer: Promise<Signer>) => {
          const held = signer.then((one) => new HeldSigner(one));
          signers.set(name, held);
          held.catch(() => signers.delete(name));
          return held;
        },
      },
    },
  });
  const shared = new RunContext(world, context.flags); // of its own: its requests share connections
  const progress = new Progress(planned.length, context);
  const flight = new Map<string, InFlight[]>();
  const lines = new LineBuffer((text) => context.out.printText(text));
  let reverted = 0;
  /** Waits for the block of a row's transaction, and prints the last line of the row. */
  const land = async ({ row, operation }: InFlight): Promise<void> => {
    const status = await awaitBlock(shared, operation, interval);
    if (status === 'reverted') reverted += 1;
    const exit = exitCode(status === 'done' ? 'ok' : status === 'reverted' ? 'ended-badly' : 'pending');
    await lines.add(`${lineOf(row, { exit, status, operation, final: true })}\n`);
  };
  try {
    const end = await runRows(planned, {
      ...options,
      context: shared,
      onEnd: async (row, ended) => {
        progress.ended(ended.code !== 0);
        await lines.add(`${resultLine(row, ended)}\n`);
      },
      afterSigned: async (row, { code, result }) => {
        const { lane = '' } = row;
        const operation = code === 0 ? operationIn(result) : undefined;
        if (operation === undefined) return;
        const own = flight.get(lane) ?? [];
        flight.set(lane, own);
        own.push({ row, operation });
        while (own.length >= mostInFlight) await land(own.shift()!);
      },
    });
    await lines.flush();
    for (const own of flight.values()) for (const one of own) await land(one);
    const { ended, failed, code } = end;
    for (const row of end.notStarted) await lines.add(`${lineOf(row, { exit: null, status: 'not-started', final: true })}\n`);
    await lines.flush();
    progress.close();
    const notStarted = end.notStarted.length;
    context.log(
      `${failed + notStarted + reverted === 0 ? '✓' : '✗'} ${ended} of ${planned.length} rows ended, ${failed} failed${notStarted > 0 ? `, ${notStarted} were not started` : ''}${reverted > 0 ? `, ${reverted} transactions reverted` : ''}.`,
    );
    if (notStarted > 0 || failed > 0) context.log(`  Resume it: ${resume}`);
    if (context.cancellation.isStopped())
      throw new Failure('interrupted', 'INTERRUPTED', `Interrupted: ${notStarted} rows were not started. Resume it: ${resume}`);
    if (code !== exitCode('unknown') && end.made > reverted && end.notMade + reverted > 0) return exitCode('partial');
    return code !== 0 ? code : reverted > 0 ? exitCode('ended-badly') : 0;
  } finally {
    await lines.flush();
    progress.close();
    for (const signer of signers.values()) await signer.then((one) => one.close()).catch(() => {});
    await shared.close();
  }
}
/** How many transactions of a key may wait for their blocks: nodes hold only so many. */
const mostInFlight = 32;

/** A row whose transaction waits for its block. */
interface InFlight {
  readonly row: PlannedRow;
  readonly operation: string;
}

/** Waits for the block of a transaction, and records how it ended. @returns `sent` if the run was stopped before */
async function awaitBlock(context: Context, operation: string, interval: number): Promise<'done' | 'reverted' | 'sent'> {
  const [{ refreshOnChain }, { withLedger, operationOf }] = await Promise.all([
    import('../../engine/chain-status.js'),
    import('../ops/operation.js'),
  ]);
  const found = await withLedger(context, async (ledger) => operationOf(ledger, operation));
  for (;;) {
    if (context.cancellation.isStopped()) return 'sent';
    const { operation: now, state } = await refreshOnChain(context, found).catch((error: unknown) => {
      if (error instanceof Failure && error.kind !== 'interrupted') return { operation: found, state: undefined };
      throw error;
    });
    if (state?.kind === 'mined' || state?.kind === 'replaced') return now.outcome === 'done' ? 'done' : 'reverted';
    await context.cancellation.sleep(Math.min(interval, 2000)).catch(() => {});
  }
}

function operationIn(result: string): string | undefined {
  try {
    const { operation } = JSON.parse(result) as { operation?: unknown };
    return typeof operation === 'string' ? operation : undefined;
  } catch {
    return undefined;
  }
}

/** A line about a row. The last one of each row has `final: true`. */
const lineOf = ({ number, line, ref, clientRef }: PlannedRow, facts: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    row: number,
    line,
    ...(ref === undefined ? {} : { ref }),
    ...(clientRef === undefined ? {} : { clientRef }),
    ...facts,
  });

/** The line of a row that has run: what was printed stands as it was, digit for digit. A transaction that was sent has another line, when it is in a block. */
function resultLine(row: PlannedRow, { code, result, error }: RowEnd): string {
  const isInFlight = code === 0 && row.lane?.startsWith('key ') === true && operationIn(result) !== undefined;
  const status = isInFlight ? 'sent' : code === 0 ? 'done' : code === exitCode('unknown') ? 'unknown' : 'failed';
  const head = lineOf(row, { exit: code, status, ...(isInFlight ? {} : { final: true }) });
  const parts = [
    ...(result === '' ? [] : [`"result":${isJson(result) ? result.replaceAll('\n', ' ') : JSON.stringify(result)}`]),
    ...(error === undefined ? [] : [`"error":${error}`]),
  ];
  return parts.length === 0 ? head : `${head.slice(0, -1)},${parts.join(',')}}`;
}
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The same line again. */
function resumeLine(file: string, { options }: Arguments, context: Context): string {
  const words = ['tuk', 'batch', file];
  for (const [flag, value] of [
    ['--template', options.template],
    ['--client-ref', options.clientRef],
  ] as const)
    if (typeof value === 'string') words.push(flag, value);
  return nextCommand(context, words.map(quoted).join(' '));
}

/** The results, written some at a time: at once where rows end slowly. */
class LineBuffer {
  readonly #print: (text: string) => Promise<void>;
  #text = '';
  #last = 0;
  constructor(print: (text: string) => Promise<void>) {
    this.#print = print;
  }
  async add(line: string): Promise<void> {
    this.#text += line;
    if (this.#text.length > largestWrite || Date.now() - this.#last > shortestPause) await this.flush();
  }
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    this.#last = Date.now();
    if (text !== '') await this.#print(text);
  }
}
const largestWrite = 65_536;
const shortestPause = 50; // milliseconds

/** A line on a terminal's stderr: how many rows have ended, and about how long the rest takes. */
class Progress {
  readonly #total: number;
  readonly #context: Context;
  readonly #began: number;
  readonly #isShown: boolean;
  #ended = 0;
  #failed = 0;
  #drawn = 0;

  constructor(total: number, context: Context) {
    this.#total = total;
    this.#context = context;
    this.#began = Date.now();
    this.#isShown = context.world.stderr.isTTY === true && !context.flags.quiet && !context.out.jsonErrors && !context.world.inDialog;
  }

  ended(failed: boolean): void {
    this.#ended += 1;
    if (failed) this.#failed += 1;
    const now = Date.now();
    if (!this.#isShown || (now - this.#drawn < 200 && this.#ended < this.#total)) return;
    this.#drawn = now;
    const spent = now - this.#began;
    const left = (spent / this.#ended) * (this.#total - this.#ended);
    const rate = (this.#ended / Math.max(1, spent)) * 1000;
    this.#context.out.writeError(
      `\r\u001b[K  ${this.#ended} of ${this.#total} · ${this.#failed} failed · ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s · about ${spanOf(left)} left`,
    );
  }

  close(): void {
    if (this.#drawn > 0) this.#context.out.writeError('\r\u001b[K');
    this.#drawn = 0;
  }
}
