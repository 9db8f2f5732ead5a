// Runs a whole batch: input, plan, receipt, confirmation, rows, transactions, summary.
import type { Arguments, Context, Groups } from '../../cli/command.js';
import { intervalOf } from '../../cli/duration.js';
import { exitCode } from '../../cli/exit-codes.js';
import { inputName, readInput } from '../../cli/input-file.js';
import { nextCommand } from '../../cli/next-command.js';
import { dependenciesOf, refreshOnChain, senderOf } from '../../engine/chain/status.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import { endedSentence, notAsConfirmed, refuseProblems } from '../../engine/lines/confirm.js';
import { confirmedRun } from '../../engine/lines/confirmed-run.js';
import { withEnvironmentIn } from '../../engine/lines/environment.js';
import type { Nouns } from '../../engine/lines/line.js';
import { type PlannedLine, planLines } from '../../engine/lines/plan.js';
import { recordedAs } from '../../engine/lines/run-line.js';
import type { SharedContext } from '../../engine/lines/shared-context.js';
import { resume } from '../../money/chain/earlier.js';
import { hasSucceeded } from '../../money/chain/observation.js';
import type { Operation } from '../../money/operation.js';
import { quoted } from '../../services/command-line.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { inFlight, LineBuffer, lineOf, Progress, resultLine } from './lines.js';
import { parseRows, rowValues } from './rows.js';
import { type BatchEnd, runRows } from './run.js';

// Waits for the blocks of transactions while further rows are sent. Those of one key land one after the other.

/** The end of a transaction. `sent`: it was in no block when the run was stopped, or its end could not be recorded. */
type Landed = 'done' | 'reverted' | 'sent';
type OnLanded = (row: PlannedLine, operation: string, end: Landed) => Promise<void>;

/** The most transactions of a key that may wait: nodes hold only so many. */
const mostInFlight = 32;

class Landings {
  readonly #context: Context;
  readonly #interval: number;
  readonly #onLanded: OnLanded;
  readonly #lanes = new Map<string, Promise<void>[]>();

  /** @param interval the longest pause between two reads, milliseconds */
  constructor(context: Context, interval: number, onLanded: OnLanded) {
    this.#context = context;
    this.#interval = interval;
    this.#onLanded = onLanded;
  }

  /** Adds the transaction of a row. Resolves when its key may sign another one. */
  async add(row: PlannedLine, operation: string): Promise<void> {
    const { lane = '' } = row;
    const inFlight = this.#lanes.get(lane) ?? [];
    this.#lanes.set(lane, inFlight);
    const before = inFlight.at(-1);
    const { followed } = this.#context.world;
    followed?.add(operation);
    const landing = (async () => {
      await before;
      const end = await awaitBlock(this.#context, operation, this.#interval);
      followed?.delete(operation);
      await this.#onLanded(row, operation, end);
    })();
    landing.catch(() => {}); // `all` reports it
    inFlight.push(landing);
    if (inFlight.length >= mostInFlight) await inFlight.shift();
  }

  async all(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((inFlight) => inFlight.at(-1)));
  }
}

/** The first pause between two reads, milliseconds. Each pause is half as long again. */
const quickPause = 250;

/** Sends the bytes again that a node has lost. The next read repeats what fails here. */
async function sendAgain(context: Context, operation: Operation) {
  const deps = await dependenciesOf(context, operation);
  await resume(operation.id, senderOf(operation), { ...deps, confirm: async () => {} }).catch(() => {});
}

/** Waits for the block of a transaction, and records its end. A failed read throws nothing. */
async function awaitBlock(context: Context, id: string, interval: number): Promise<Landed> {
  try {
    const operation = context.world.ledger?.find(id);
    if (operation === undefined) return 'sent';
    for (let pause = Math.min(interval, quickPause); ; pause = Math.min(interval, pause * 1.5)) {
      if (context.cancellation.isStopped()) return 'sent';
      const seen = await refreshOnChain(context, operation).catch((error: unknown) => {
        if (error instanceof Failure) return undefined;
        throw error;
      });
      if (seen && 'block' in seen.state) return hasSucceeded(seen.state) && !seen.result?.isLess ? 'done' : 'reverted';
      if (seen?.state.kind === 'absent' && !seen.state.isPast) await sendAgain(context, operation);
      await context.cancellation.sleep(pause).catch(() => {});
    }
  } catch (error) {
    if (error instanceof Failure) return 'sent';
    throw error;
  }
}

/** Plans, confirms and runs a batch. @returns the exit code @throws {Failure} before anything is sent */
export async function runBatch(args: Arguments, context: Context, groups: Groups): Promise<number> {
  const { options } = args;
  const [file = ''] = args.positionals;
  const concurrency = countOf(options.parallel, 8, '--parallel');
  const reference = clientRefOf(options);
  const interval = intervalOf(options.interval, '2s', context.world);
  const text = await readInput(context.world, file);
  const parsed = parseRows(text, typeof options.template === 'string' ? options.template : undefined);
  if (parsed.unused.length > 0)
    context.log(`▲ The template does not use the columns ${parsed.unused.slice(0, 20).join(', ')}.`);
  const { filled, problems: unfilled } = withEnvironmentIn(parsed.rows, context.world.env, options.env);
  const values = rowValues(filled);
  const { planned, problems: unplanned } = await planLines(filled, {
    groups,
    context,
    reference,
    values,
    nouns,
    author: typeof options.template === 'string' ? 'typed' : 'own',
  });
  const problems = [...parsed.problems, ...unfilled, ...unplanned];
  if (planned.length === 0) {
    refuseProblems(problems, nouns);
    const subject = inputName(file);
    if (text.trim() === '') throw new BadInput('NO_ROWS', `${subject} is empty.`);
    context.log(`  ${subject} has no row below its heading: there is nothing to do.`);
    return 0;
  }
  const newRecipient = options.newRecipient === true;
  const keepGoing = options.keepGoing === true;
  const resume = resumeLine(file, args, context);
  return confirmedRun(planned, problems, { context, nouns, reference, newRecipient, concurrency }, (shared) =>
    execute(planned, context, { shared, concurrency, keepGoing, newRecipient, interval, resume }),
  );
}

/** @throws {BadInput} */
function countOf(typed: unknown, fallback: number, flag: string) {
  if (typed === undefined) return fallback;
  if (typeof typed === 'string' && /^[1-9]\d?$/.test(typed)) return Number(typed);
  throw new BadInput(
    'BAD_NUMBER',
    `${flag} takes a number from 1 to 99, not ${JSON.stringify(String(typed).slice(0, 40))}.`,
  );
}

/** What messages call the file and its lines. */
const nouns: Nouns = { whole: 'batch', part: 'row' };

interface ExecuteOptions {
  readonly shared: SharedContext;
  readonly concurrency: number;
  readonly keepGoing: boolean;
  readonly newRecipient: boolean;
  readonly interval: number;
  readonly resume: string;
}

async function execute(
  planned: readonly PlannedLine[],
  context: Context,
  { shared, interval, resume, ...options }: ExecuteOptions,
): Promise<number> {
  const progress = new Progress(planned.length, context);
  const mayChange = planned.some(({ effect }) => effect !== 'read');
  let unfit: Failure | undefined;
  const lines = new LineBuffer(async (text) => {
    unfit = (await writeRows(text, mayChange, context)) ?? unfit;
  });
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
    const { ended, failed, accepted, code } = end;
    for (const row of end.notStarted)
      await lines.add(`${lineOf(row, { exit: null, status: 'not-started', final: true })}\n`);
    await lines.flush();
    progress.close();
    const notStarted = end.notStarted.length;
    const mark = failed + notStarted + reverted > 0 ? '✗' : accepted > 0 ? '▲' : '✓';
    const open =
      accepted > 0 ? `, ${accepted} ${accepted === 1 ? 'is' : 'are'} only accepted and not known to be done` : '';
    const unstarted = notStarted > 0 ? `, ${notStarted} were not started` : '';
    const undone = reverted > 0 ? `, ${reverted} transactions ended badly` : '';
    context.log(`${mark} ${ended} of ${planned.length} rows ended, ${failed} failed${open}${unstarted}${undone}.`);
    if (accepted > 0) context.log(`  Check the outcome: ${nextCommand(context, 'tuk ops check')}`);
    const isUnknown = code === exitCode('unknown');
    if (isUnknown) context.log(`  Look first: ${lookLine(end, context)}`);
    if (notStarted > 0 || failed > 0) context.log(`  Resume it: ${resume}`);
    if (end.endsAll) context.log(`  ${endedSentence(nouns)}`);
    const isPartial = !isUnknown && !end.endsAll && end.made > reverted && end.notMade + reverted > 0;
    if ((isPartial || isUnknown) && context.out.jsonErrors) throw incomplete(end, isPartial, resume, context);
    if (isUnknown) return code;
    if (end.endsAll && context.out.jsonErrors) throw notAsConfirmed(nouns, `Resume it: ${resume}`);
    if (end.endsAll) return exitCode('guarded');
    if (isPartial) return exitCode('partial');
    if (context.cancellation.isStopped())
      throw new Failure(
        'interrupted',
        'INTERRUPTED',
        `Interrupted: ${notStarted} rows were not started. Resume it: ${resume}`,
      );
    if (unfit && code === 0 && reverted === 0) throw unfit; // any other end says more
    return code !== 0 ? code : reverted > 0 ? exitCode('ended-badly') : 0;
  } finally {
    await lines.flush();
    progress.close();
  }
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

/** The failure of a partial or unknown batch for `--json`, with its first open row. */
function incomplete({ first }: BatchEnd, isPartial: boolean, resume: string, context: Context): Failure {
  const { row } = first ?? {};
  const clientRef = row?.clientRef;
  const operation = operationOf(first, context);
  const look = lookLine({ first }, context, isPartial ? 'show' : 'check');
  const which = row === undefined ? '' : ` The first is in line ${row.line}.`;
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

function operationOf(first: BatchEnd['first'], context: Context): string | undefined {
  const { operation, row } = first ?? {};
  return operation ?? (row?.clientRef === undefined ? undefined : recordedAs(row.clientRef, context)[0]?.id);
}

/** The command that shows what has become of the first open row. */
function lookLine({ first }: Pick<BatchEnd, 'first'>, context: Context, verb: 'show' | 'check' = 'check'): string {
  const operation = operationOf(first, context);
  return nextCommand(context, operation === undefined ? 'tuk ops list' : `tuk ops ${verb} ${operation}`);
}

function resumeLine(file: string, { options: { template, clientRef } }: Arguments, context: Context) {
  const words = ['tuk', 'batch', file];
  if (typeof template === 'string') words.push('--template', template);
  if (typeof clientRef === 'string') words.push('--client-ref', clientRef);
  return nextCommand(context, words.map(quoted).join(' '));
}
