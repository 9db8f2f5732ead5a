// Runs `tuk smoke`: plans the run, runs its cases stage by stage, and reports. Loaded by `tuk smoke` alone.

import { setMaxListeners } from 'node:events';
import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { endedBy } from '../../cli/errors.js';
import { isEmbedded } from '../../cli/settings.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogues } from '../../services/catalogue/index.js';
import { BadInput, Failure, SignInNeeded } from '../../services/http/errors.js';
import { router } from '../../services/http/path.js';
import { proxiesOf, proxyNames } from '../../services/http/proxies.js';
import type { Transport } from '../../services/http/transport.js';
import { undiciTransport } from '../../services/http/undici-transport.js';
import { type CaseContext, type Result, runCase } from './case.js';
import { optionsOf } from './options.js';
import { confirmChanges, type Plan, planOf } from './plan.js';
import { progressReporter, reportSummary } from './reporters.js';
import { printPlan, printResults, writeReports } from './reports.js';
import { isRead } from './selection.js';
import { helpersOf, runConcurrently, stagesOf } from './stages.js';
import { type Summary, summaryOf } from './summary.js';
import { type Known, keyOf } from './values.js';

/** The default timeout of a call, milliseconds: a run in CI must end. */
const defaultTimeout = 30_000;

/**
 * `tuk smoke`.
 * @returns 0 where every case passes, 1 where a case fails, 130 where it was interrupted
 * @throws {SignInNeeded} where the session has ended; {Failure} where nothing was checked
 */
export async function smoke(args: Arguments, context: Context): Promise<number> {
  const plan = await planOf(optionsOf(args), context);
  if (context.flags.printCurl)
    throw new BadInput('CONFLICT', 'A smoke run makes many requests, so --print-curl shows none.', 'List them: --dry-run');
  if (context.flags.dryRun) return printPlan(plan, context);
  if (plan.options.write) await confirmChanges(plan, context);
  const started = performance.now();
  const results = await runCases(plan, context);
  const { signal } = context.world;
  const summary = summaryOf(results, performance.now() - started, signal?.aborted ? endedBy(signal.reason) : undefined);
  const files = await writeReports(results, summary, plan, context);
  await printResults(results, context);
  reportSummary(context, results, summary, files);
  const problem = summary.interrupted ? undefined : problemOfRun(summary);
  if (problem) throw problem;
  return summary.exitCode;
}

/** A failure of the run beside its failed cases. */
function problemOfRun({ sessionEnded, passed, failed, cases }: Summary): Failure | undefined {
  if (sessionEnded)
    return new SignInNeeded(
      'SESSION_ENDED',
      'The session ended during the run: calls that need one were not checked.',
      'Sign in again: tuk login',
    );
  if (passed + failed > 0) return undefined;
  return new Failure(
    'failed',
    'NOTHING_CHECKED',
    `Nothing was checked: ${cases === 1 ? 'the one call was' : `all ${cases} calls were`} skipped.`,
    'The report says why: tuk smoke -o json. Values are given with --values',
  );
}

/** Runs all cases. Calls whose responses others need run too, and are not reported. */
async function runCases(plan: Plan, context: Context): Promise<Result[]> {
  const { options, fixtures, reads, calls } = plan;
  const { signal } = context.world;
  const stages = stagesOf(calls, fixtures, reads);
  const helpers = helpersOf(stages, calls);
  const proxies = isEmbedded(context.settings()) ? undefined : proxiesOf(context.world.env);
  const pool = undiciTransport({
    connections: options.parallel,
    ...(proxies ? { proxies, proxyNames: proxyNames(context.world.env) } : {}),
  });
  const sharedContext = await caseContext(plan, context, pool.exchange);
  if (signal) setMaxListeners(options.parallel + 20, signal); // every active call adds a listener
  context.log(`${context.settings().profile.value} · ${countCalls(calls)} · ${options.parallel} at once`);
  const reporter = progressReporter(context, calls.length);
  const results = new Map<string, Result>();
  const runOne = async (call: Call) => {
    const result = await runCase(call, sharedContext);
    results.set(keyOf(call), result);
    if (!helpers.has(keyOf(call))) reporter.step(result);
  };
  try {
    for (const stage of stages) await runConcurrently(stage, options.parallel, runOne, () => signal?.aborted === true);
  } finally {
    reporter.end();
    await pool.close();
  }
  return calls.map((call) => results.get(keyOf(call)) ?? { call, outcome: 'skipped', tries: 0, why: 'interrupted' });
}

/** The context of the cases, with the responses so far. */
async function caseContext({ fixtures, reads, access, renamed }: Plan, context: Context, exchange: Transport): Promise<CaseContext> {
  const { retry, maxWait, timeout } = context.settings();
  const answers = new Map<string, unknown>();
  const known: Known = { fixtures, reads, renamed, answers, now: context.world.clock.now() };
  return {
    requestContext: {
      ...(await context.http().requestContext()),
      timeout: timeout.origin === 'default' ? defaultTimeout : timeout.value,
      transport: exchange,
    },
    access,
    known,
    retry: { tries: retry.value, maxWait: maxWait.value, say: () => {}, cancellation: context.cancellation },
    routes: new Map((await catalogues()).map((service) => [service.name, router(service.calls)])),
    storeAnswer: (key, answer) => answers.set(key, answer),
  };
}

function countCalls(calls: readonly Call[]): string {
  const reads = calls.filter(isRead).length;
  const parts = (['public', 'signed-in', 'basic'] as const).map(
    (auth) => [calls.filter((call) => call.auth === auth).length, auth] as const,
  );
  const changes = calls.length > reads ? `, ${calls.length - reads} others` : '';
  return `${reads} GETs${changes}: ${parts.flatMap(([count, auth]) => (count > 0 ? `${count} ${auth}` : [])).join(', ')}`;
}
