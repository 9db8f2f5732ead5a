// A whole batch: input, plan, receipt, confirmation, rows, transactions, summary.

import type { Arguments, Groups } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { intervalOf } from '../../cli/duration.js';
import { exitCode } from '../../cli/exit-codes.js';
import { readInput } from '../../cli/input-file.js';
import { nextCommand } from '../../cli/next-command.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { isDryRun } from '../../cli/settings.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import { requireTrustedFolder } from '../../engine/change/transfer.js';
import { grouped } from '../../money/amount-text.js';
import { Ledger } from '../../money/ledger.js';
import { groupedAddress } from '../../money/policy/recipients.js';
import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { type Checked, checkRows } from './check.js';
import { Landings } from './landing.js';
import { inFlight, LineBuffer, lineOf, Progress, resultLine } from './lines.js';
import { type PlannedRow, planRows } from './plan.js';
import { type BatchRow, parseRows, type RowProblem, withEnvironment } from './rows.js';
import { type BatchEnd, runRows } from './run.js';
import { SharedContext } from './shared-context.js';

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
  const { rows, problems: unfilled } = filled(parsed.rows, parsed.problems, (row) => withEnvironment(row, context.world.env, allowed));
  const { planned, problems: unplanned } = await planRows(rows, { groups, context, reference });
  const problems = [...unfilled, ...unplanned];
  if (planned.length === 0) refuseProblems(problems);
  if (planned.length === 0) throw new BadInput('NO_ROWS', `${file === '-' ? 'Standard input' : file} has no rows.`);
  const newRecipient = options.newRecipient === true;
  const isDry = isDryRun(context.flags);
  const movesValue = planned.some(({ effect }) => effect === 'transfer');
  if (movesValue) {
    await requireTrustedFolder(context);
    if (!isDry && problems.length === 0) requireReferences(planned, reference);
  }
  const shared = new SharedContext(context, concurrency);
  try {
    if (movesValue) shared.openLedger();
    const checked = await checkRows(planned, shared, { newRecipient, concurrency });
    const plan = planOf(planned, checked);
    if (isDry) await context.out.print(JSON.stringify({ dryRun: true, ...plan }), { singleRecord: true });
    refuseProblems([...problems, ...checked.problems]);
    if (isDry) return 0;
    await confirmPlan(plan, checked.warnings, context);
    const keepGoing = options.keepGoing === true;
    return await execute(planned, context, {
      shared,
      concurrency,
      keepGoing,
      newRecipient,
      interval,
      resume: resumeLine(file, args, context),
    });
  } finally {
    await shared.close();
  }
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
  const message = `${counted(new Set(sorted.map(({ line }) => line)).size, 'row is', 'rows are')} wrong; nothing was sent.`;
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
  const effect = transfers > earlier ? 'money' : 'service';
  await confirmCall(context, ownChange({ service: 'batch', name: 'run', summary: 'Run the batch', effect }));
}

interface ExecuteOptions {
  /** What the rows run in. */
  readonly shared: SharedContext;
  readonly concurrency: number;
  readonly keepGoing: boolean;
  readonly newRecipient: boolean;
  readonly interval: number;
  readonly resume: string;
}

async function execute(
  planned: readonly PlannedRow[],
  context: Context,
  { shared, interval, resume, ...options }: ExecuteOptions,
): Promise<number> {
  const progress = new Progress(planned.length, context);
  const lines = new LineBuffer((text) => writeRows(text, context));
  let reverted = 0;
  const landings = new Landings(shared, interval, async (row, operation, status) => {
    if (status === 'reverted') reverted += 1;
    const exit = exitCode(status === 'done' ? 'ok' : status === 'reverted' ? 'ended-badly' : 'pending');
    await lines.add(`${lineOf(row, { exit, status, operation, final: true })}\n`);
  });
  try {
    const end = await runRows(planned, {
      ...options,
      context: shared,
      onEnd: async (row, ended) => {
        progress.ended(ended.code !== 0);
        await lines.add(`${resultLine(row, ended)}\n`);
        if (row.effect === 'change') shared.world.sharedFacts?.clear();
      },
      afterSigned: async (row, ended) => {
        const operation = inFlight(row, ended);
        if (operation !== undefined) await landings.add(row, operation);
      },
      landed: () => landings.all(),
    });
    shared.endSigning();
    await lines.flush();
    await landings.all();
    const { ended, failed, code } = end;
    for (const row of end.notStarted) await lines.add(`${lineOf(row, { exit: null, status: 'not-started', final: true })}\n`);
    await lines.flush();
    progress.close();
    const notStarted = end.notStarted.length;
    context.log(
      `${failed + notStarted + reverted === 0 ? '✓' : '✗'} ${ended} of ${planned.length} rows ended, ${failed} failed${notStarted > 0 ? `, ${notStarted} were not started` : ''}${reverted > 0 ? `, ${reverted} transactions reverted` : ''}.`,
    );
    if (notStarted > 0 || failed > 0) context.log(`  Resume it: ${resume}`);
    const isPartial = code !== exitCode('unknown') && end.made > reverted && end.notMade + reverted > 0;
    if ((isPartial || code === exitCode('unknown')) && context.out.jsonErrors) throw incomplete(end, isPartial, resume, context);
    if (code === exitCode('unknown')) return code;
    if (isPartial) return exitCode('partial');
    if (context.cancellation.isStopped())
      throw new Failure('interrupted', 'INTERRUPTED', `Interrupted: ${notStarted} rows were not started. Resume it: ${resume}`);
    return code !== 0 ? code : reverted > 0 ? exitCode('ended-badly') : 0;
  } finally {
    await lines.flush();
    progress.close();
  }
}

/** The operation that the ledger has under a reference; nothing for one that was never recorded. */
function recordedAs(clientRef: string | undefined, context: Context): string | undefined {
  if (clientRef === undefined) return undefined;
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    return ledger.list({ profile: context.settings().profile.value }).find(({ ref }) => ref === clientRef)?.id;
  } finally {
    ledger.close();
  }
}

/** Writes lines of rows, which are JSON as they are: --json and -o json change nothing of them. */
const writeRows = (text: string, { out, world }: Context): Promise<void> =>
  out.options.explicitJson && out.options.jq === undefined && !world.stdout.isTTY ? out.printBytes(Buffer.from(text)) : out.printText(text);

/** The failure of a batch that was not done as a whole, for `--error-format json`: the first row that was not made, or is unknown, and where to look. */
function incomplete({ first }: BatchEnd, isPartial: boolean, resume: string, context: Context): Failure {
  const { row, operation = recordedAs(row?.clientRef, context) } = first ?? {};
  const where = {
    ...(operation === undefined ? {} : { operation }),
    ...(row?.clientRef === undefined ? {} : { clientRef: row.clientRef }),
  };
  const look = nextCommand(context, operation === undefined ? 'tuk ops list' : `tuk ops ${isPartial ? 'show' : 'check'} ${operation}`);
  const what = row === undefined ? '' : ` The first is that of line ${row.line}.`;
  return isPartial
    ? new Failure('partial', 'PARTLY_DONE', `Some rows were done, and others were not.${what}`, `Resume it: ${resume}`, { ...where, look })
    : new Failure(
        'unknown',
        'OUTCOME_UNKNOWN',
        `The outcome of a row is not known.${what}`,
        `Look first: ${look}. Then resume it: ${resume}`,
        { ...where, look },
      );
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
