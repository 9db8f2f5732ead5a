// Runs the lines of a file as a whole: plans, checks and confirms them all, runs them with one ledger and one pool of
// connections, and says how it ended.

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type Arguments, type Context, type Groups, resultOf } from '../../cli/command/command.js';
import type { Author } from '../../cli/command/effects.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { parseLine } from '../../cli/lines/find-command.js';
import { fileNames } from '../../cli/lines/planned-line.js';
import { unfitReason } from '../../cli/output/formats/filter.js';
import { type StartJq, sharedJq } from '../../cli/output/shared-jq.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { flagKey, isDryRun } from '../../cli/settings/options.js';
import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { monotonicNow } from '../../services/http/deadline.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { selectionOf } from '../chain/options.js';
import { keyFilesOf } from '../chain/signing-key.js';
import { clientRefOf } from '../change/client-ref.js';
import { requireTrustedFolder } from '../change/transfer.js';
import { withVariables } from '../request/condition.js';
import { checkLines } from './check.js';
import {
  confirmLines,
  equalText,
  mostWarnings,
  refusalOf,
  refuseProblems,
  requireReferences,
  summaryOf,
} from './confirm.js';
import { Journal } from './journal.js';
import { type PlannedLine, planLines } from './plan.js';
import { type Printer, type RunEnd, runLines } from './run.js';
import { recordedAs } from './run-line.js';
import { SharedContext } from './shared-context.js';
import { type Line, type LineProblem, type Nouns, nameOf, Values } from './values.js';

/** The lines of a file, and how they run. */
export interface LinesOfFile {
  readonly lines: readonly Line[];
  readonly problems: readonly LineProblem[];
  readonly nouns: Nouns;
  /** `typed` if the lines are a template of the command line. */
  readonly author?: Author;
  /** The most lines that run at the same time; one after the other without it. */
  readonly parallel?: number;
  /** The most sends of a key that are signed and broadcast together; each by itself without it. */
  readonly together?: number;
  /** The pause between two checks of a transaction, for lines that have none. */
  readonly interval?: string;
  /** The words of the command line that resumes it, without its reference and its variables. */
  readonly resume: readonly string[];
  /** @param context of the lines: after a change, options that do not fit are not a usage error */
  readonly printer: (context: Context, lines: { readonly count: number; readonly mayChange: boolean }) => Printer;
}

/** Lines that are checked at the same time, if they do not run at the same time. */
const usualChecks = 8;

/** Whether what a line moves is not known before it runs. */
const isOpen = ({ effect, needs }: PlannedLine) => effect === 'transfer' && needs.length > 0;

/**
 * What a plan binds of its lines: the words, the variables of --env, and the hashes of the files that they read: inputs,
 * keys, and the contacts if the recipient of a line is not known before it runs.
 */
async function boundText(planned: readonly PlannedLine[], context: Context, env: unknown) {
  const { world } = context;
  const profile = context.settings().profile.value;
  const files = await Promise.all(
    planned.map(async ({ args: parsed, resolved, words }) => {
      const args = parsed ?? (await parseLine(words, resolved));
      const signs = resolved.command.options?.some(({ flags }) => flagKey(flags) === 'keyFile');
      const keys = signs ? keyFilesOf({ world }, selectionOf(args.options)) : [];
      return [...(await fileNames(args, resolved)).map((name) => inWorkingFolder(world, name)), ...keys];
    }),
  );
  const contacts = planned.some(isOpen) ? [paths(world).contacts(profile)] : [];
  const hashes = [...new Set([...files.flat(), ...contacts])].map((file) => {
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    return [file, isFile ? createHash('sha256').update(readFileSync(file)).digest('hex') : null];
  });
  const variables = [env ?? []].flat().map((name) => [name, world.env[String(name)] ?? null]);
  return JSON.stringify([planned.map(({ words }) => words), hashes, variables]);
}

/** Plans, checks, confirms and runs lines. A dry run prints their plan. @returns the exit code @throws {Failure} */
export async function runFile(file: LinesOfFile, { options }: Arguments, context: Context, groups: Groups) {
  const { lines, nouns, parallel } = file;
  const reference = clientRefOf(options);
  const newRecipient = options.newRecipient === true;
  const again = new Set(((options.again as readonly string[] | undefined) ?? []).map(String));
  const unknown = [...again].find((name) => !lines.some((line) => nameOf(line) === name));
  if (unknown !== undefined)
    throw new BadInput(
      'UNKNOWN_STEP',
      `--again names ${JSON.stringify(unknown.slice(0, 60))}, which is not a ${nouns.part}.`,
    );
  if (again.size > 0 && reference === undefined)
    throw new BadInput('NO_REF', '--again resumes an earlier run, so it needs its --client-ref.');
  const values = new Values(lines, context.world.env, options.env);
  const { planned, problems: unplanned } = await planLines(lines, { ...file, groups, context, reference, values });
  const start = sharedJq(context.world, () => context.settings().maxWait.value);
  const unfit = await unfitExpressions(lines, values, start, nouns);
  const problems = [...file.problems, ...unplanned, ...unfit];
  if (planned.length === 0) refuseProblems(problems, nouns);

  const isDry = isDryRun(context.flags);
  const { plan } = context.world;
  plan?.takeLines(
    await boundText(planned, context, options.env),
    planned.filter(isOpen).map(({ number }) => number),
  );
  const mayChange = planned.some(({ effect }) => effect !== 'read');
  const movesValue = planned.some(({ effect }) => effect === 'transfer');
  if (movesValue) {
    await requireTrustedFolder(context);
    if ((!isDry || plan) && problems.length === 0) requireReferences(planned, reference, nouns);
  }
  const shared = new SharedContext(context);
  try {
    if (mayChange) await shared.seal();
    if (movesValue || plan) await shared.openLedger();
    const checked = await checkLines(planned, shared, { newRecipient, concurrency: parallel ?? usualChecks });
    const summary = summaryOf(planned, checked);
    const count = planned.length;
    const dry = { dryRun: true, [`${nouns.part}s`]: count, ...summary };
    const refused = refusalOf([...problems, ...checked.problems], nouns);
    const warnings = [...checked.equal.map((numbers) => equalText(numbers, nouns)), ...checked.warnings];
    if (isDry) for (const text of warnings.slice(0, mostWarnings)) context.note({ is: 'warning', text });
    if (isDry) return resultOf(JSON.stringify(dry), { singleRecord: true }, { failures: refused ? [refused] : [] });
    if (refused) throw refused;
    await confirmLines(summary, checked.warnings, context, nouns);
    const begun = monotonicNow();
    const printer = file.printer(shared, { count, mayChange });
    const end = await runLines(planned, {
      groups,
      context: shared,
      nouns,
      values,
      start,
      newRecipient,
      seals: checked.seals,
      journal: reference === undefined ? undefined : new Journal(shared, reference, again),
      parallel,
      together: file.together ?? 1,
      keepGoing: options.keepGoing === true,
      interval: file.interval,
      printer,
    });
    const code = codeOf(end, parallel === undefined, context);
    const misfit = await printer.close(end, code);
    const seconds = (monotonicNow() - begun) / 1000;
    await finish(end, { code, count, seconds, misfit, nouns, context, resume: resumeLine(file, options, context) });
    return code;
  } finally {
    await shared.close();
  }
}

/** The problems of expressions that jq does not take. */
async function unfitExpressions(
  lines: readonly Line[],
  values: Values,
  start: StartJq,
  { part }: Nouns,
): Promise<readonly LineProblem[]> {
  const problems: LineProblem[] = [];
  for (const line of lines)
    for (const expression of [...(line.save?.values() ?? []), line.expect, line.wait?.until]) {
      if (expression === undefined) continue;
      const why = await unfitReason(withVariables(expression, { ...values.inConditions(line), exit: 0 }), start);
      const [, name] = /^\$(\w+) is not defined/.exec(why ?? '') ?? [];
      const remedy = name === undefined ? '' : `: no earlier ${part} saves it, and no --env ${name} has a value`;
      if (why !== undefined)
        problems.push({ line: line.line, message: `${expression} is not a jq expression: ${why}${remedy}` });
    }
  return problems;
}

/** The exit code: 10 for an unknown outcome, 7 after a change of account or limits, 14 for rows of which some were made. */
function codeOf(end: RunEnd, isSequence: boolean, { deadline }: Context) {
  const { code, made, notMade, failed } = end;
  if (code === exitCode('unknown')) return code;
  if (end.endsAll) return exitCode('guarded');
  if (!isSequence && made > 0 && notMade > 0) return exitCode('partial');
  if (deadline.isStopped()) return exitCode('interrupted');
  if (isSequence) return failed > 0 ? exitCode('failed') : 0;
  return code;
}

interface Finish {
  readonly code: number;
  readonly count: number;
  readonly seconds: number;
  readonly misfit: unknown;
  readonly nouns: Nouns;
  readonly context: Context;
  /** The line that resumes the run, if it has a reference. */
  readonly resume: string | undefined;
}
/** The ends of a run that --json has as an error; the rows of a batch say the others. */
const failures = [
  ['unknown', 'OUTCOME_UNKNOWN'],
  ['guarded', 'NOT_AS_CONFIRMED'],
  ['partial', 'PARTLY_DONE'],
  ['failed', 'STEP_FAILED'],
] as const;

/** Says how a run ended. @throws {Failure} for --json, for an interruption, and for an option that did not fit */
async function finish(end: RunEnd, { code, count, seconds, misfit, nouns, context, resume }: Finish) {
  const { passed, failed, open, notRun, accepted, first, endsAll } = end;
  const { whole, part } = nouns;
  const counts = [
    `${passed} of ${count} ${part}${count === 1 ? '' : 's'} passed`,
    failed > open && `${failed - open} failed`,
    open > 0 && `${counted(open, 'has', 'have')} an outcome that is not known yet`,
    notRun > 0 && `${counted(notRun, 'was', 'were')} not run`,
    accepted > 0 && `${counted(accepted, 'is', 'are')} only accepted and not known to be done`,
  ];
  const said = counts.filter(Boolean).join(', ');
  context.log(
    `${failed + notRun > 0 ? '✗' : accepted > 0 ? '▲' : '✓'} ${said} (${seconds.toFixed(1)} s).`,
    failed + notRun > 0 ? 'failure' : undefined,
  );
  if (accepted > 0) context.log(`  Check the outcome: ${nextCommand(context, 'tuk ops check')}`);
  const resumes = resume && `Resume it: ${resume}`;
  if (code === exitCode('interrupted'))
    throw new Failure('interrupted', 'INTERRUPTED', `Interrupted: ${said}.`, resumes);
  const { clientRef, effect, ref, line } = first?.line ?? {};
  const operation =
    first?.operation ?? (clientRef === undefined ? undefined : (await recordedAs(clientRef, context))[0]?.id);
  const verb = code === exitCode('partial') ? 'show' : 'check';
  const looks = operation === undefined ? 'tuk ops list' : `tuk ops ${verb} ${operation}`;
  const look = effect === 'transfer' ? nextCommand(context, looks) : undefined;
  const lookFirst = code === exitCode('unknown') && look !== undefined && `Look first: ${look}`;
  const ended = `It is not as the ${whole} was confirmed: account, limits, settings, grant, or what a ${part} pays. It ended there.`;
  const hints = [lookFirst, failed + notRun > 0 && resumes].filter((hint) => typeof hint === 'string');
  for (const hint of endsAll ? [...hints, ended] : hints) context.log(`  ${hint}`);
  if (code === 0 && misfit !== undefined) throw misfit;
  if (misfit instanceof Failure) context.log(`  ${misfit.message}`); // any other end says more
  const [kind, word] = failures.find(([name]) => code === exitCode(name)) ?? [];
  if (!context.out.jsonErrors || kind === undefined || (kind === 'guarded' && !endsAll)) return;
  const why = first && ` The ${part} ${ref ?? `in line ${line}`}: ${first.why ?? 'it failed'}.`;
  const message = kind === 'guarded' ? ended : `${said}.${why ?? ''}`;
  throw new Failure(kind, word!, message, hints.join('. Then: ') || undefined, {
    operation,
    clientRef,
    look,
    unsent: false,
  });
}

function resumeLine({ resume }: LinesOfFile, { clientRef, env, newRecipient }: Arguments['options'], context: Context) {
  if (typeof clientRef !== 'string') return undefined;
  const variables = ((env as readonly string[] | undefined) ?? []).flatMap((name) => ['--env', String(name)]);
  const recipients = newRecipient === true ? ['--new-recipient'] : [];
  const words = ['tuk', ...resume, '--client-ref', clientRef, ...variables, ...recipients];
  return nextCommand(context, words.map(quoted).join(' '));
}
