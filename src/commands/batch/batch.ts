// Runs a whole batch: input, plan, receipt, confirmation, rows, transactions, summary.

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
import { groupedAddress } from '../../money/policy/recipients.js';
import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { type Checked, checkRows } from './check.js';
import { Landings } from './landing.js';
import { inFlight, LineBuffer, lineOf, Progress, resultLine } from './lines.js';
import { type PlannedRow, planRows } from './plan.js';
import { type BatchRow, parseRows, type RowProblem, withEnvironment } from './rows.js';
import { type BatchEnd, recordedAs, runRows } from './run.js';
import { SharedContext } from './shared-context.js';

/** Plans, confirms and runs a batch. @returns the exit code @throws {Failure} before anything is sent */
export async function runBatch(args: Arguments, context: Context, groups: Groups): Promise<number> {
  const { options } = args;
  const [file = ''] = args.positionals;
  const concurrency = countOf(options.concurrency, 8, '--concurrency');
  const reference = clientRefOf(options);
  const interval = intervalOf(options.interval, '2s', context.world);
  const text = await readInput(context.world, file);
  const parsed = parseRows(text, typeof options.template === 'string' ? options.template : undefined);
  if (parsed.unused.length > 0)
    context.log(`▲ The template does not use the columns ${parsed.unused.slice(0, 20).join(', ')}.`);
  const allowed = new Set(((options.env as string[] | undefined) ?? []).map(String));
  const { rows, problems: unfilled } = filled(parsed.rows, parsed.problems, (row) =>
    withEnvironment(row, context.world.env, allowed),
  );
  const { planned, problems: unplanned } = await planRows(rows, { groups, context, reference });
  const problems = [...unfilled, ...unplanned];
  if (planned.length === 0) {
    refuseProblems(problems);
    throw new BadInput('NO_ROWS', `${file === '-' ? 'Standard input' : file} has no rows.`);
  }
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
    const resume = resumeLine(file, args, context);
    return await execute(planned, context, {
      shared,
      concurrency,
      keepGoing: options.keepGoing === true,
      newRecipient,
      interval,
      resume,
    });
  } finally {
    await shared.close();
  }
}

/** @throws {BadInput} */
function countOf(typed: unknown, fallback: number, flag: string) {
  if (typed === undefined) return fallback;
  if (typeof typed === 'string' && /^[1-9]\d?$/.test(typed)) return Number(typed);
  throw new BadInput(
    'BAD_NUMBER',
    `${flag} takes a number from 1 to 99, and not ${JSON.stringify(String(typed).slice(0, 40))}.`,
  );
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

const mostWarnings = 20;
/** @throws {BadInput} BAD_ROWS with every bad row; {Guarded} if a safety rule refuses one */
function refuseProblems(problems: readonly RowProblem[]) {
  if (problems.length === 0) return;
  const sorted = [...problems].sort((a, b) => a.line - b.line);
  const refusals = sorted.map(({ line, message, code = 'BAD_ROW', isGuarded }) => {
    const text = `line ${line}: ${message.replace(/; nothing was (sent|signed)\.?$/, '').replace(/\.$/, '')}`;
    return isGuarded ? new Guarded(code, text) : new BadInput(code, text);
  });
  const message = `${counted(new Set(sorted.map(({ line }) => line)).size, 'row is', 'rows are')} wrong; nothing was sent.`;
  if (sorted.every(({ code }) => code === 'NEW_RECIPIENT'))
    throw new Guarded(
      'NEW_RECIPIENT',
      message,
      'If they are intended, add --new-recipient; --yes is not enough.',
      refusals,
    );
  throw sorted.some(({ isGuarded }) => isGuarded)
    ? new Guarded('BAD_ROWS', message, undefined, refusals)
    : new BadInput('BAD_ROWS', message, undefined, refusals);
}

/** @throws {BadInput} NO_REF for a batch that moves value without a reference */
function requireReferences(planned: readonly PlannedRow[], reference: string | undefined) {
  const without = planned.find(({ effect, clientRef }) => effect === 'transfer' && clientRef === undefined);
  if (without && reference === undefined)
    throw new BadInput(
      'NO_REF',
      `Line ${without.line} moves value, and the batch has no reference; nothing was sent.`,
      'Name it: --client-ref march. The same line run again then resumes it, and does nothing twice.',
    );
}

/** A batch in figures. `earlier`: transfers that an earlier run may have made. */
type Plan = ReturnType<typeof planOf>;
function planOf(planned: readonly PlannedRow[], { totals, unknownAmounts, newRecipients }: Checked) {
  const ofEffect = (kind: PlannedRow['effect']) => planned.filter(({ effect }) => effect === kind);
  return {
    rows: planned.length,
    reads: ofEffect('read').length,
    changes: ofEffect('change').length,
    transfers: ofEffect('transfer').length,
    earlier: ofEffect('transfer').filter(({ earlier }) => earlier !== undefined).length,
    totals,
    unknownAmounts,
    newRecipients,
  };
}

/** Prints the receipt of the changes, and has a person confirm it. @throws {Failure} */
async function confirmPlan(plan: Plan, warnings: readonly string[], context: Context) {
  const { rows, reads, changes, transfers, earlier, totals, unknownAmounts, newRecipients } = plan;
  if (changes + transfers === 0) return;
  const lines: ReceiptLine[] = [
    ['Rows', `${rows}: ${transfers} move value, ${changes} change something, ${reads} read`],
    ...(earlier > 0 ? [['Done before', `${earlier}: they are not done again`] as const] : []),
    ...Object.entries(totals).map(
      ([token, total]): ReceiptLine => ['You send', `${grouped(total)} ${token} in all, fees included`],
    ),
    ...(unknownAmounts > 0 ? [['▲ Amounts', `of ${unknownAmounts} rows are not known before they run`] as const] : []),
    ...newRecipients.map((id): ReceiptLine => ['New recipient', id.startsWith('0x') ? groupedAddress(id) : id]),
    ...warnings.slice(0, mostWarnings).map((text): ReceiptLine => ['▲ Note', text]),
  ];
  await printReceipt(context, 'Run the batch', lines);
  const effect = transfers > earlier ? 'money' : 'service';
  await confirmCall(context, ownChange({ service: 'batch', name: 'run', summary: 'Run the batch', effect }));
}

interface ExecuteOptions {
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
      onEnd: async (row, rowEnd) => {
        progress.ended(rowEnd.code !== 0);
        await lines.add(`${resultLine(row, rowEnd)}\n`);
        if (row.effect === 'change') shared.world.sharedFacts?.clear();
      },
      afterSigned: async (row, rowEnd) => {
        const operation = inFlight(row, rowEnd);
        if (operation !== undefined) await landings.add(row, operation);
      },
      landed: () => landings.all(),
    });
    shared.endSigning();
    await lines.flush();
    await landings.all();
    const { ended, failed, code } = end;
    for (const row of end.notStarted)
      await lines.add(`${lineOf(row, { exit: null, status: 'not-started', final: true })}\n`);
    await lines.flush();
    progress.close();
    const notStarted = end.notStarted.length;
    const mark = failed + notStarted + reverted === 0 ? '✓' : '✗';
    const unstarted = notStarted > 0 ? `, ${notStarted} were not started` : '';
    const undone = reverted > 0 ? `, ${reverted} transactions reverted` : '';
    context.log(`${mark} ${ended} of ${planned.length} rows ended, ${failed} failed${unstarted}${undone}.`);
    if (notStarted > 0 || failed > 0) context.log(`  Resume it: ${resume}`);
    const isUnknown = code === exitCode('unknown');
    const isPartial = !isUnknown && end.made > reverted && end.notMade + reverted > 0;
    if ((isPartial || isUnknown) && context.out.jsonErrors) throw incomplete(end, isPartial, resume, context);
    if (isUnknown) return code;
    if (isPartial) return exitCode('partial');
    if (context.cancellation.isStopped())
      throw new Failure(
        'interrupted',
        'INTERRUPTED',
        `Interrupted: ${notStarted} rows were not started. Resume it: ${resume}`,
      );
    return code !== 0 ? code : reverted > 0 ? exitCode('ended-badly') : 0;
  } finally {
    await lines.flush();
    progress.close();
  }
}

/** Writes lines of rows. They are JSON already, so --json and -o json change nothing. */
const writeRows = (text: string, { out, world }: Context) =>
  out.options.explicitJson && out.options.jq === undefined && !world.stdout.isTTY
    ? out.printBytes(Buffer.from(text))
    : out.printText(text);

/** The failure of a partial or unknown batch for `--error-format json`, with its first open row. */
function incomplete({ first }: BatchEnd, isPartial: boolean, resume: string, context: Context): Failure {
  const { row } = first ?? {};
  const clientRef = row?.clientRef;
  const operation = first?.operation ?? (clientRef === undefined ? undefined : recordedAs(clientRef, context)?.id);
  const look = nextCommand(
    context,
    operation === undefined ? 'tuk ops list' : `tuk ops ${isPartial ? 'show' : 'check'} ${operation}`,
  );
  const which = row === undefined ? '' : ` The first is that of line ${row.line}.`;
  const where = { operation, clientRef, look };
  return isPartial
    ? new Failure(
        'partial',
        'PARTLY_DONE',
        `Some rows were done, and others were not.${which}`,
        `Resume it: ${resume}`,
        where,
      )
    : new Failure(
        'unknown',
        'OUTCOME_UNKNOWN',
        `The outcome of a row is not known.${which}`,
        `Look first: ${look}. Then resume it: ${resume}`,
        where,
      );
}

function resumeLine(file: string, { options: { template, clientRef } }: Arguments, context: Context) {
  const words = ['tuk', 'batch', file];
  if (typeof template === 'string') words.push('--template', template);
  if (typeof clientRef === 'string') words.push('--client-ref', clientRef);
  return nextCommand(context, words.map(quoted).join(' '));
}
