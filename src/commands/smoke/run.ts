// A smoke run: chooses the calls, makes them in waves, reports. Loaded by `tuk smoke` alone.

import { setMaxListeners } from 'node:events';
import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { endedBy } from '../../cli/errors.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogues } from '../../services/catalogue/index.js';
import { BadInput, Failure, SignInNeeded } from '../../services/http/errors.js';
import { router } from '../../services/http/path.js';
import { proxiesOf } from '../../services/http/proxies.js';
import type { Transport } from '../../services/http/transport.js';
import { undiciTransport } from '../../services/http/undici-transport.js';
import { type Asking, caseOf, type Result } from './case.js';
import { type Summary, summaryOf } from './measured.js';
import { optionsOf } from './options.js';
import { agreed, type Plan, planOf } from './plan.js';
import { listed, printed, written } from './reports.js';
import { isRead } from './selection.js';
import { sum, telling } from './told.js';
import { type Known, keyOf } from './values.js';
import { helpersAmong, together, wavesOf } from './waves.js';

/** A call is given up after this long where no other limit was set, milliseconds: a run of CI must end. */
const usualTimeout = 30_000;

/**
 * `tuk smoke`.
 * @returns 0 where all is green, 1 where a case is red, 130 where it was interrupted
 * @throws {SignInNeeded} where the session has ended; {Failure} where nothing was checked: a run that checked nothing never passes
 */
export async function smoke(typed: Arguments, context: Context): Promise<number> {
  const plan = await planOf(optionsOf(typed), context);
  if (context.flags.printCurl)
    throw new BadInput('CONFLICT', 'A smoke run makes many requests, so --print-curl shows none.', 'List them: --dry-run');
  if (context.flags.dryRun) return listed(plan, context);
  if (plan.options.write) await agreed(plan, context);
  const started = performance.now();
  const results = await made(plan, context);
  const { signal } = context.world;
  const summary = summaryOf(results, performance.now() - started, signal?.aborted ? endedBy(signal.reason) : undefined);
  const files = await written(results, summary, plan, context);
  await printed(results, context);
  sum(context, results, summary, files);
  const problem = summary.interrupted ? undefined : problemOfRun(summary);
  if (problem) throw problem;
  return summary.exitCode;
}

/** What makes a run fail beside its red cases. */
function problemOfRun({ sessionEnded, passed, failed, cases }: Summary): Failure | undefined {
  if (sessionEnded)
    return new SignInNeeded(
      'SESSION_ENDED',
      'The session has ended during the run: what needs one was not checked.',
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

/** Makes all calls. What is only needed for its answer is made too, and not reported. */
async function made(plan: Plan, context: Context): Promise<Result[]> {
  const { options, given, reads, calls } = plan;
  const { signal } = context.world;
  const waves = wavesOf(calls, given, reads);
  const helpers = helpersAmong(waves, calls);
  const proxies = context.embedded ? undefined : proxiesOf(context.world.env);
  const pool = undiciTransport({ connections: options.parallel, ...(proxies ? { proxies } : {}) });
  const asking = await askingOf(plan, context, pool.exchange);
  if (signal) setMaxListeners(options.parallel + 20, signal); // every call under way listens
  context.log(`${context.settings.profile.value} · ${counted(calls)} · ${options.parallel} at once`);
  const told = telling(context, calls.length);
  const results = new Map<string, Result>();
  const one = async (call: Call) => {
    const result = await caseOf(call, asking);
    results.set(keyOf(call), result);
    if (!helpers.has(keyOf(call))) told.step(result);
  };
  try {
    for (const wave of waves) await together(wave, options.parallel, one, () => signal?.aborted === true);
  } finally {
    told.end();
    await pool.close();
  }
  return calls.map((call) => results.get(keyOf(call)) ?? { call, outcome: 'skipped', tries: 0, why: 'interrupted' });
}

/** What every case is asked with; answers are kept from one to the next. */
async function askingOf({ given, reads, means, renamed }: Plan, context: Context, exchange: Transport): Promise<Asking> {
  const { retry, maxWait, timeout } = context.settings;
  const answers = new Map<string, unknown>();
  const known: Known = { given, reads, renamed, answers, now: context.world.clock.now() };
  return {
    reach: { ...(await context.requestContext()), timeout: timeout.origin === 'default' ? usualTimeout : timeout.value, exchange },
    means,
    known,
    patience: { tries: retry.value, maxWait: maxWait.value, say: () => {}, signal: context.world.signal },
    routes: new Map((await catalogues()).map((service) => [service.name, router(service.calls)])),
    keep: (key, answer) => answers.set(key, answer),
  };
}

function counted(calls: readonly Call[]): string {
  const reads = calls.filter(isRead).length;
  const parts = (['public', 'signed-in', 'basic'] as const).map(
    (auth) => [calls.filter((call) => call.auth === auth).length, auth] as const,
  );
  const changes = calls.length > reads ? `, ${calls.length - reads} others` : '';
  return `${reads} GETs${changes}: ${parts.flatMap(([count, auth]) => (count > 0 ? `${count} ${auth}` : [])).join(', ')}`;
}
