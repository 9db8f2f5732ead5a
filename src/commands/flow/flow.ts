// Runs a flow: reads the file, plans and checks every step, confirms once, runs the steps, and reports.

import type { Arguments, Context, Groups } from '../../cli/command.js';

import { exitCode } from '../../cli/exit-codes.js';
import { readInput } from '../../cli/input-file.js';
import { nextCommand } from '../../cli/next-command.js';
import type { CommandOutput } from '../../cli/output/command-output.js';
import { type StartJq, sharedJq } from '../../cli/output/shared-jq.js';
import { type ReportFile, reportFile, saveReport } from '../../cli/report-file.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import { endedSentence, notAsConfirmed, refuseProblems } from '../../engine/lines/confirm.js';
import { confirmedRun } from '../../engine/lines/confirmed-run.js';
import { namesOf, textWith, withEnvironmentIn } from '../../engine/lines/environment.js';
import type { LineProblem, Nouns } from '../../engine/lines/line.js';
import { type PlannedLine, planLines } from '../../engine/lines/plan.js';
import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { monotonicNow } from '../../services/http/cancellation.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { captureValues } from './captures.js';
import { type Condition, checkPlaces, conditionWith } from './expect.js';
import { parseFlow, type Step } from './file.js';
import { FlowJournal } from './journal.js';
import { type FlowReport, flowJunit, type StepReport } from './report.js';
import { runSteps } from './run.js';

const forms = ['json', 'junit'] as const;
const nouns: Nouns = { whole: 'flow', part: 'step' };
/** Steps that are checked at the same time. */
const concurrency = 8;

/** Plans, confirms and runs a flow. @returns the exit code @throws {Failure} before anything is sent */
export async function runFlow(args: Arguments, context: Context, groups: Groups): Promise<number> {
  const { options } = args;
  const [file = ''] = args.positionals;
  const reference = clientRefOf(options);
  const again = new Set(((options.again as readonly string[] | undefined) ?? []).map(String));
  const files = ((options.report as readonly string[] | undefined) ?? []).map((text) => reportFile(text, forms));
  const parsed = parseFlow(await readInput(context.world, file));
  refuseProblems(parsed.problems, nouns); // of the file itself: they would be the cause of others
  const unknown = [...again].find((name) => !parsed.steps.some((step) => step.name === name));
  if (unknown !== undefined)
    throw new BadInput('UNKNOWN_STEP', `--again names ${JSON.stringify(unknown.slice(0, 60))}, which is not a step.`);
  if (again.size > 0 && reference === undefined)
    throw new BadInput('NO_REF', '--again resumes an earlier run, so it needs its --client-ref.');
  const { filled, problems: unfilled } = withEnvironmentIn(parsed.steps, context.world.env, options.env);
  const values = captureValues(parsed.steps);
  const { planned, problems: unplanned } = await planLines(filled, { groups, context, reference, values, nouns });
  const start = sharedJq(context.world, () => context.settings().maxWait.value);
  const { steps, problems: unset } = conditionsFilled(parsed.steps, context, options.env);
  const wrong = await problemsOf(planned, steps, start);
  const problems = [...unfilled, ...unset, ...unplanned, ...wrong];
  if (planned.length === 0) refuseProblems(problems, nouns);
  const newRecipient = options.newRecipient === true;
  return confirmedRun(planned, problems, { context, nouns, reference, newRecipient, concurrency }, async (shared) => {
    const startedAt = new Date(context.world.clock.now()).toISOString();
    const begun = monotonicNow();
    const ended = await runSteps(planned, {
      steps,
      groups,
      context: shared,
      start,
      newRecipient,
      keepGoing: options.keepGoing === true,
      journal: reference === undefined ? undefined : new FlowJournal(shared, reference, again),
    });
    const total = (outcome: StepReport['outcome']) => ended.filter((step) => step.outcome === outcome).length;
    const report: FlowReport = {
      flow: file === '-' ? 'standard input' : file,
      profile: context.settings().profile.value,
      clientRef: reference,
      startedAt,
      milliseconds: Math.round(monotonicNow() - begun),
      passed: total('passed'),
      failed: total('failed'),
      notRun: total('not-run'),
      exitCode: codeOf(ended, context),
      steps: ended,
    };
    const hasChanged = planned.some(({ effect }) => effect !== 'read');
    const out = hasChanged ? shared.out : context.out; // after a change, options that do not fit are not a usage error
    return finish(report, resumeLine(file, args, context), files, { context, out });
  });
}

/** The steps by number, whose conditions have their variables. @param named the names of --env */
function conditionsFilled(all: readonly Step[], { world }: Context, named: unknown) {
  const allowed = namesOf(named);
  const filled = (condition: Condition) => conditionWith(condition, (text) => textWith(text, world.env, allowed));
  const problems: LineProblem[] = [];
  const steps = new Map<number, Step>();
  for (const step of all)
    try {
      const { expect, wait } = step;
      const until = wait?.until.map(filled) ?? [];
      steps.set(step.number, { ...step, expect: expect.map(filled), wait: wait && { ...wait, until } });
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      steps.set(step.number, step);
      problems.push({ line: step.line, message: error.message });
    }
  return { steps, problems };
}

/** The problems of steps that only a flow has: a wait for a change, and expressions that jq does not take. */
async function problemsOf(
  planned: readonly PlannedLine[],
  steps: ReadonlyMap<number, Step>,
  start: StartJq,
): Promise<readonly LineProblem[]> {
  const problems: LineProblem[] = [];
  for (const { number, line, effect } of planned) {
    const { save, expect, wait } = steps.get(number)!;
    if (wait && effect !== 'read')
      problems.push({ line, message: 'it changes something, and wait would repeat it: wait in a step that reads' });
    try {
      await checkPlaces([...save.values(), ...[...expect, ...(wait?.until ?? [])].map(({ place }) => place)], start);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      problems.push({ line, message: error.message });
    }
  }
  return problems;
}

/** The exit code: 10 for an unknown outcome, 7 after a change of account or limits, the code of an interruption, else 1. */
function codeOf(ended: readonly StepReport[], context: Context): number {
  const failed = ended.filter(({ outcome }) => outcome === 'failed');
  if (failed.some(({ exit }) => exit === exitCode('unknown'))) return exitCode('unknown');
  if (ended.some(({ endsAll }) => endsAll)) return exitCode('guarded');
  if (context.cancellation.isStopped()) return exitCode('interrupted');
  return failed.length > 0 ? exitCode('failed') : 0;
}

const columns = ['outcome', 'name', 'exit', 'why'];

/** Writes the reports, prints the steps and the last line. @returns the exit code @throws {Failure} */
async function finish(
  report: FlowReport,
  resume: string,
  files: readonly ReportFile<(typeof forms)[number]>[],
  { context, out }: { readonly context: Context; readonly out: CommandOutput },
): Promise<number> {
  const { world } = context;
  for (const { form, file } of files)
    saveReport(file, form === 'junit' ? flowJunit(report) : `${JSON.stringify(report, undefined, 2)}\n`, world);
  const { steps, passed, failed, notRun, milliseconds, exitCode: code, clientRef } = report;
  let unprinted: unknown;
  if (!world.stdout.isTTY || out.options.format !== undefined || out.options.jq !== undefined)
    await out.print(JSON.stringify(steps), { columns, idPath: 'name' }).catch((error: unknown) => {
      unprinted = error; // said last: the end of the steps comes first
    });
  const counts = [
    `${passed} of ${counted(steps.length, 'step', 'steps')} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notRun > 0 ? [`${notRun} ${notRun === 1 ? 'was' : 'were'} not run`] : []),
  ].join(', ');
  context.log(`${code === 0 ? '✓' : '✗'} ${counts} (${(milliseconds / 1000).toFixed(1)} s).`);
  if (code === exitCode('guarded')) context.log(`  ${endedSentence(nouns)}`);
  const hint = clientRef === undefined ? undefined : `Resume it: ${resume}`;
  if (code !== 0 && code !== exitCode('interrupted') && hint !== undefined) context.log(`  ${hint}`);
  if (code === 0 && unprinted !== undefined) throw unprinted;
  if (unprinted instanceof Failure) context.log(`  ${unprinted.message}`); // the code of the steps counts
  if (code === exitCode('interrupted'))
    throw new Failure('interrupted', 'INTERRUPTED', `Interrupted: ${counts}.`, hint);
  if (code === exitCode('guarded') && out.jsonErrors) throw notAsConfirmed(nouns, hint);
  if (code !== 0 && out.jsonErrors) throw failureOf(report, counts, hint);
  return code;
}

/** The failure of a flow for `--json`, with its first failed step. */
function failureOf({ steps, exitCode: code }: FlowReport, counts: string, hint: string | undefined): Failure {
  const isUnknown = code === exitCode('unknown');
  const step = steps.find(({ outcome, exit }) => outcome === 'failed' && (!isUnknown || exit === code))!;
  const message = `${counts}. The step ${step.name}: ${step.why ?? 'it failed'}.`;
  const where = { operation: step.operation, clientRef: step.clientRef };
  return isUnknown
    ? new Failure('unknown', 'OUTCOME_UNKNOWN', message, hint, where)
    : new Failure('failed', 'STEP_FAILED', message, hint, where);
}

function resumeLine(file: string, { options: { clientRef, env } }: Arguments, context: Context) {
  const reference = typeof clientRef === 'string' ? ['--client-ref', clientRef] : [];
  const variables = ((env as readonly string[] | undefined) ?? []).flatMap((name) => ['--env', String(name)]);
  return nextCommand(context, ['tuk', 'flow', 'run', file, ...reference, ...variables].map(quoted).join(' '));
}
