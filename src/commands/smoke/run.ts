// Runs `tuk smoke`: plans the run, runs its cases stage by stage, and reports.

import { setMaxListeners } from 'node:events';
import type { Arguments, Result as CommandResult, Context } from '../../cli/command/command.js';
import { saveReport } from '../../cli/files/report-file.js';
import { sharedJq } from '../../cli/output/shared-jq.js';
import { endedBy } from '../../cli/print/errors.js';
import { progressOf } from '../../cli/print/progress.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { buildOf } from '../../cli/settings/world.js';
import { mapInUse, type Observed, observedIn } from '../../engine/map/observed.js';
import { type LearnedShapes, openLearned } from '../../engine/request/learned.js';
import type { Call } from '../../services/catalogue/define.js';
import { concurrently } from '../../services/concurrently.js';
import { BadInput, Failure, SignInNeeded } from '../../services/http/errors.js';
import type { RequestContext } from '../../services/http/send.js';
import { baselineOf, emptied, refuted, withKnown } from './baseline.js';
import { type CaseContext, type Observe, runCase, runWithoutToken, valuesFor } from './case.js';
import { printK6 } from './k6.js';
import { type Options, optionsOf, withTyped } from './options.js';

import { Pace } from './pace.js';
import { confirmChanges, type Plan, planOf, valueSources } from './plan.js';
import {
  caseName,
  type Report,
  type Result,
  reportSchema,
  rowOf,
  sessionEndedIn,
  skipCounts,
  summaryOf,
  verdictOf,
} from './report.js';
import { plannedCalls, printResults, reportToGithub, writeReports } from './reports.js';

import { brokenRules } from './rules.js';
import { isRead, matcherOfCalls } from './selection.js';
import { dependenciesOf, type Fixtures, keyOf, type Reads, type Responses } from './values.js';

// Reports a smoke run on stderr: its progress, and its verdict with counts, latencies, causes and skip reasons.

const time = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
const mostNamed = 5;

/**
 * Logs the verdict of a run: counts, latencies, failures by cause, skip reasons.
 * @param notes lines at the end
 */
function reportSummary(context: Context, report: Report, notes: readonly string[]): void {
  const { cases, checked, passed, flaky, failed, known, skipped, latency, problems, milliseconds } = report;
  const verdict = verdictOf(report);
  const sign = verdict === 'PASSED' ? '✓' : report.interrupted ? '!' : '✗';
  const latencyText = latency
    ? `   p50 ${time(latency.p50)}   p95 ${time(latency.p95)}   max ${time(latency.max)}`
    : '';
  context.log(
    `${sign} ${verdict}   ${failed > 0 ? failed : passed} of ${cases}   ${checked} checked   ${time(milliseconds)}${latencyText}`,
    verdict === 'PASSED' ? undefined : 'failure',
  );
  for (const line of causeLines(report)) context.log(line, 'failure');
  for (const problem of problems) context.log(`  ✗ ${problem}`, 'failure');
  const line = (mark: string, name: string, count: number, more = '') =>
    count > 0
      ? context.log(`  ${mark} ${name.padEnd(8)} ${String(count).padStart(4)}${more === '' ? '' : `   ${more}`}`)
      : undefined;
  line('✓', 'passed', passed - flaky, checkedBy(report));
  line('~', 'flaky', flaky, 'passed on a later try');
  line('✗', 'failed', failed);
  line('▲', 'known', known, 'failed as the baseline says');
  line('○', 'skipped', skipped, skipReasons(report));
  for (const note of notes) context.log(`  ${note}`);
}

/** The failures by cause: a single one with its call, several with their count and the first calls. */
function causeLines({ causes, results }: Report) {
  return causes.flatMap(({ why, calls }) => {
    const row = results.find((result) => result.outcome === 'failed' && caseName(result) === calls[0])!;
    if (calls.length === 1)
      return [
        `  ✗ ${calls[0]}  ${row.status ?? 'no answer'}${row.milliseconds === null ? '' : `  ${time(row.milliseconds)}`}`,
        `    ${row.why ?? ''}`,
      ];
    const more = calls.length > mostNamed ? `, and ${calls.length - mostNamed} more` : '';
    return [`  ✗ ${calls.length} calls: ${why}`, `    ${calls.slice(0, mostNamed).join(', ')}${more}`];
  });
}

/** The passed cases by check: `120 shape, 60 list, 30 status`. */
function checkedBy({ results }: Report) {
  const count = (checked: string) =>
    results.filter((row) => row.outcome === 'passed' && row.checked === checked).length;
  return `checked: ${['shape', 'list', 'status', 'nothing'].flatMap((checked) => (count(checked) > 0 ? [`${count(checked)} ${checked}`] : [])).join(', ')}`;
}

const skipReasons = ({ results }: Report) =>
  skipCounts(results)
    .map(([why, count]) => (count > 1 ? `${why} ${count}` : why))
    .join(', ');

// Orders the calls of a smoke run in stages: a call runs after the calls that provide its values.

/** The calls and their helpers in stages; changes come last, one call a stage. */
function stagesOf(calls: readonly Call[], fixtures: Fixtures, reads: Reads): Call[][] {
  const depths = new Map<Call, number>();
  const depthOf = (call: Call, ancestors: ReadonlySet<Call>): number => {
    const computed = depths.get(call);
    if (computed !== undefined) return computed;
    const path = new Set([...ancestors, call]);
    // two lists that name each other's rows would be a cycle
    const dependencies = dependenciesOf(call, fixtures, reads).filter((dependency) => !path.has(dependency));
    const depth = Math.max(0, ...dependencies.map((dependency) => depthOf(dependency, path) + 1));
    depths.set(call, depth);
    return depth;
  };
  for (const call of calls) depthOf(call, new Set());
  const stages: Call[][] = [];
  for (const [call, depth] of depths) if (isRead(call)) stages[depth] = [...(stages[depth] ?? []), call];
  return [
    ...stages.filter((stage) => stage !== undefined),
    ...calls.filter((call) => !isRead(call)).map((call) => [call]),
  ];
}

/** The keys of the helpers: calls that were not selected, and provide values for others. */
function helpersOf(stages: readonly (readonly Call[])[], calls: readonly Call[]): ReadonlySet<string> {
  const helpers = new Set(stages.flat().map(keyOf));
  for (const call of calls) helpers.delete(keyOf(call));
  return helpers;
}

/** The default timeout of a call, milliseconds: a run in CI must end. */
const defaultTimeout = 30_000;

/**
 * `tuk smoke`.
 * @returns 0 if every case passes, 1 if a case fails or a rule is broken, 130 after an interruption
 * @throws {SignInNeeded} if the session ended; {Failure} if nothing was checked, or no service was reached
 */
export async function smoke(args: Arguments, context: Context): Promise<CommandResult | number> {
  const plan = await planOf(optionsOf(args), context);
  const { options } = plan;
  if (context.flags.printCurl)
    throw new BadInput(
      'CONFLICT',
      'A smoke run makes many requests, so --print-curl shows none.',
      'List them: --dry-run',
    );
  if (options.exportTo) return printK6(plan, context);
  if (context.flags.dryRun) return plannedCalls(plan, context);
  if (options.write) await confirmChanges(plan, context);
  const report = await runAndReport(plan, context);
  const problem = report.interrupted ? undefined : problemOfRun(report);
  if (problem) throw problem;
  return report.exitCode;
}

async function runAndReport(plan: Plan, context: Context): Promise<Report> {
  const { options, baseline } = plan;
  const [startedAt, started] = [context.world.clock.now(), performance.now()];
  const observed: Observed[] = [];
  const observe: Observe = (...response) => void observed.push(...observedIn(...response));
  const { results, stopped } = await runCases(plan, context, options.learn ? { observe } : {});
  const { signal } = context.world;
  const now = context.world.clock.now();
  const clean = (text: string) => context.out.redact.clean(text);
  const checkedRows = results.map((result) => rowOf(result, clean));
  const rows = withKnown(checkedRows, baseline, now);
  const sessionEnded = sessionEndedIn(results);
  const problems = sessionEnded || signal?.aborted ? [] : [...brokenRules(rows, options.budgets)];
  if (!sessionEnded && !signal?.aborted) problems.push(...uncheckedAssertions(results, options.assertions));
  if (stopped) problems.unshift(`The run stopped after ${options.maxFailures} failures (--budget).`);
  const facts = {
    milliseconds: performance.now() - started,
    interrupted: signal?.aborted ? endedBy(signal.reason) : undefined,
    sessionEnded,
    problems,
  };
  const requestContext = await context.http().requestContext();
  const services = [...new Set(rows.map(({ service }) => service))];
  const report: Report = {
    schema: reportSchema,
    version: buildOf(context.world),
    startedAt: new Date(startedAt).toISOString(),
    profile: context.settings().profile.value,
    addresses: Object.fromEntries(services.flatMap((service) => addressOf(requestContext, service))),
    shard: `${options.shard.index}/${options.shard.count}`,
    ...summaryOf(rows, facts),
    emptied: emptied(rows, baseline),
    results: rows,
  };
  const files = [...writeReports(report, options.files, context)];
  if (options.writeBaseline !== undefined) {
    saveReport(options.writeBaseline, baselineOf(rows, baseline, now), context.world);
    files.push(options.writeBaseline);
  }
  if (options.github) reportToGithub(report, context);
  await printResults(rows, context);
  if (options.learn && !isEmbedded(context.settings())) await learnFrom(observed, context);
  const passing = refuted(rows, baseline).map((call) => `known failure passes: ${call}`);
  reportSummary(context, report, [
    ...files.map((file) => `report     ${file}`),
    ...passing,
    ...report.emptied.map((list) => `empty list: ${list}`),
  ]);
  return report;
}

/** Takes over what the responses of the run say for sure about the spelling of the platform, as `tuk learn --yes` does. */
async function learnFrom(observed: readonly Observed[], context: Context): Promise<void> {
  const [{ proposalsFor }, { mapFile, saveMap }] = await Promise.all([
    import('../../engine/map/propose.js'),
    import('../../engine/map/save-map.js'),
  ]);
  await saveMap(mapFile(undefined, context), proposalsFor(observed, await mapInUse(context)), context);
}

/** The assertions whose calls were all skipped: nothing was compared with them. */
const uncheckedAssertions = (results: readonly Result[], assertions: Options['assertions']): readonly string[] =>
  assertions.flatMap(({ pattern, text }) => {
    const matches = matcherOfCalls(pattern);
    const cases = results.filter(({ call, withoutToken }) => !withoutToken && matches(call));
    return cases.length > 0 && cases.every(({ outcome }) => outcome === 'skipped')
      ? [`The assertion ${text} was not checked: ${cases[0]!.why ?? 'its calls were skipped'}.`]
      : [];
  });

/** The name of a service with its base address, without credentials. */
function addressOf({ base }: RequestContext, service: string): readonly (readonly [string, string])[] {
  try {
    const url = Object.assign(new URL(base(service)), { username: '', password: '' });
    return [[service, url.href]];
  } catch {
    return []; // the profile has no address of it
  }
}

function problemOfRun({
  sessionEnded,
  passed,
  failed,
  known,
  cases,
  exitCode: code,
  causes,
}: Report): Failure | undefined {
  if (sessionEnded)
    return new SignInNeeded(
      'SESSION_ENDED',
      'The session ended during the run: calls that need one were not checked.',
      'Sign in again: tuk login',
    );
  const of = failed === cases ? `${failed}` : `${failed} of ${cases}`;
  if (code === exitCode('unreachable'))
    return new Failure(
      'unreachable',
      'NOT_REACHED',
      `${of} calls reached no service: ${causes[0]!.why}`,
      'See addresses and connections: tuk doctor',
    );
  if (code === exitCode('rate-limited'))
    return new Failure(
      'rate-limited',
      'RATE_LIMITED',
      `${of} calls were refused with 429.`,
      'Send fewer at a time: --rate 5/s --retry 3',
    );
  if (passed + failed + known > 0) return undefined;
  return new Failure(
    'failed',
    'NOTHING_CHECKED',
    `Nothing was checked: ${cases === 1 ? 'the one call was' : `all ${cases} calls were`} skipped.`,
    'The report says why: tuk smoke -o json. Values are given with --values',
  );
}

/** Runs all cases. Helpers, which only provide values, are not reported. */
export async function runCases(
  plan: Plan,
  context: Context,
  observing: Observing = {},
): Promise<{ readonly results: readonly Result[]; readonly stopped: boolean }> {
  const { options, fixtures, reads, calls } = plan;
  const { signal } = context.world;
  const stages = stagesOf(calls, fixtures, reads);
  const helpers = helpersOf(stages, calls);
  const state = { failures: 0, sessionEnded: false };
  const learned = await openLearned(context);
  const responses: Responses = { passed: new Map(), all: new Map() };
  const sharedContext = await caseContext(plan, context, { state, learned, responses, ...observing });
  if (signal) setMaxListeners(options.parallel + 20, signal); // every active call adds a listener
  const pace = options.rate === undefined ? '' : `, ${options.rate} a second`;
  context.log(`${context.settings().profile.value} · ${countCalls(calls)} · ${options.parallel} at once${pace}`);
  const signedIn = options.negative ? calls.filter((call) => call.auth === 'signed-in' && isRead(call)) : [];
  const reporter = progressOf(context, calls.length + signedIn.length);
  const results = new Map<string, Result>();
  const refusals: Result[] = [];
  const waiting = new Set<Call>();
  let inUse = sharedContext;
  const runOne = async (call: Call) => {
    const result = await runCase(call, inUse);
    results.set(keyOf(call), result);
    if (result.isWaiting) return void waiting.add(call);
    if (result.unauthorized === 'session') state.sessionEnded = true;
    if (helpers.has(keyOf(call))) return;
    if (result.outcome === 'failed') state.failures++;
    reporter.ended(result.outcome === 'failed');
  };
  const stops = () => state.failures >= options.maxFailures;
  try {
    for (const stage of stages)
      await concurrently(stage, options.parallel, runOne, () => signal?.aborted === true || stops());
    // what no source had may be in another response
    for (let ready: readonly Call[] = [...waiting]; ready.length > 0; ) {
      inUse = { ...sharedContext, values: { ...sharedContext.values, others: new Map(responses.all) } };
      ready = [...waiting].filter((call) => !('missing' in valuesFor(call, inUse.values)));
      for (const call of ready) waiting.delete(call);
      await concurrently(ready, options.parallel, runOne, () => signal?.aborted === true || stops());
    }
    for (const call of waiting) if (!helpers.has(keyOf(call))) reporter.ended(false);
    const runRefused = async (call: Call) => {
      const result = await runWithoutToken(call, sharedContext);
      refusals.push(result);
      if (result.outcome === 'failed') state.failures++;
      reporter.ended(result.outcome === 'failed');
    };
    await concurrently(signedIn, options.parallel, runRefused, () => signal?.aborted === true || stops());
  } finally {
    reporter.close();
  }
  if (options.learn) await learned.save(context.world.clock.now());
  const why = stops() ? `stopped after ${options.maxFailures} failures` : 'interrupted';
  return {
    results: [
      ...calls.map((call) => results.get(keyOf(call)) ?? ({ call, outcome: 'skipped', tries: 0, why } as const)),
      ...refusals,
    ],
    stopped: stops(),
  };
}

interface Observing {
  readonly observe?: Observe;
  /** What is known of the responses, in place of the map in use. */
  readonly mapOf?: RequestContext['mapOf'];
}
interface RunState extends Observing {
  readonly state: { readonly sessionEnded: boolean };
  readonly learned: LearnedShapes;
  readonly responses: Responses;
}
async function caseContext(
  plan: Plan,
  context: Context,
  { state, learned, responses, observe, mapOf }: RunState,
): Promise<CaseContext> {
  const { access, options } = plan;
  const { retry, maxWait, timeout } = context.settings();
  const expectations = options.expectations.map(({ pattern, statuses }) => ({
    matches: matcherOfCalls(pattern),
    statuses,
  }));
  const assertions = options.assertions.map((assertion) => ({
    ...assertion,
    matches: matcherOfCalls(assertion.pattern),
  }));
  const jq = sharedJq(context.world, () => maxWait.value);
  const requestContext = await context.http().requestContext();
  return {
    requestContext: {
      ...requestContext,
      mapOf: mapOf ?? requestContext.mapOf,
      headers: withTyped(requestContext.headers, options.headers),
      timeout: timeout.origin === 'default' ? defaultTimeout : timeout.value,
    },
    access,
    observe,
    values: valueSources(plan, context, responses.passed),
    retry: { tries: retry.value, maxWait: maxWait.value, say: () => {}, deadline: context.deadline },
    routes: plan.routes,
    responses,
    now: () => context.world.clock.now(),
    pace: new Pace(options.rate),
    strict: options.strict,
    assertionsOf: (call) => assertions.filter(({ matches }) => matches(call)),
    jq,
    shownHeaders: withTyped(context.settings().of.headers, options.headers),
    expectedOf: (call) => expectations.find(({ matches }) => matches(call))?.statuses,
    isTaught: (call) => options.learn || learned.calls.get(keyOf(call))?.isOther === true,
    driftOf: (call, data, isOther) => {
      if (!options.learn) return learned.driftOf(keyOf(call), data);
      learned.add(keyOf(call), data, 'smoke', { isOther });
      return undefined;
    },
    hasSessionEnded: () => state.sessionEnded,
  };
}

function countCalls(calls: readonly Call[]) {
  const reads = calls.filter(isRead).length;
  const parts = ['public', 'signed-in', 'basic'].flatMap((auth) => {
    const count = calls.filter((call) => call.auth === auth).length;
    return count > 0 ? `${count} ${auth}` : [];
  });
  const changes = calls.length > reads ? `, ${calls.length - reads} others` : '';
  return `${reads} GETs${changes}: ${parts.join(', ')}`;
}
