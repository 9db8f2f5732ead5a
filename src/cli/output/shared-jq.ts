// The jq engine of a run: started once, for the check of the expression and for every response.

import { Deadline } from '../../services/http/deadline.js';
import { inTime } from '../../services/http/rounds.js';
import type { World } from '../settings/world.js';
import { type Jq, type JqRun, openJq } from './jq.js';

/** A jq for many runs; its runs may be in a thread. */
interface SharedJq {
  run(expression: string, input: string): JqRun | Promise<JqRun>;
}
export type StartJq = () => Promise<SharedJq>;

/**
 * The runs of one engine: its runtime leaks memory at each run, and fails after 306
 * (tests/cli/output/shared-jq.proof.test.ts).
 */
const maxRuns = 200;

/** The longest run in a process that does other work, such as an MCP server: all of it waits. Milliseconds. */
const longestSharedRun = 10_000;

/** Starts a new engine, a separate file of the build (scripts/build.mjs). */
export const startJq = async (): Promise<Jq> => openJq();

/**
 * Starts an engine at the first call, and returns it for two hundred runs. A run that was ended was its engine's last.
 * A process that does other work runs each expression in a thread, which the signal of the work ends.
 * @param world its `blocking` runs work that blocks the process; missing in a process that does other work
 * @param limit the maximum time of a run, since an expression may never end; milliseconds, 0 for no limit
 */
export function sharedJq(
  { blocking, startJqWorker, ...world }: Pick<World, 'blocking' | 'startJqWorker' | 'signal'>,
  limit: () => number,
): StartJq {
  const longest = () => Math.min(limit() || longestSharedRun, longestSharedRun);
  if (!blocking && startJqWorker)
    return async () => ({
      run: async (expression, input) => runInThread(startJqWorker(), [expression, input], longest(), world.signal),
    });
  let runs = 0;
  let shared: Promise<Jq> | undefined;
  return () => {
    if (runs++ % maxRuns === 0) shared = startJq();
    return shared!.then((jq) => ({
      run: async (expression, input) => {
        const most = blocking ? limit() : longest();
        const run = () => jq.run(expression, input, most);
        const result = await (blocking ? blocking(run) : run());
        if (result.wasEnded) runs = 0;
        return result;
      },
    }));
  };
}

/** Runs one expression, and ends the thread: at its result, at the limit, or at the signal. */
async function runInThread(
  worker: ReturnType<NonNullable<World['startJqWorker']>>,
  work: readonly [expression: string, input: string],
  limit: number,
  signal: AbortSignal | undefined,
): Promise<JqRun> {
  const failed = (why: string): JqRun => ({ status: 5, results: '', said: `jq: error: ${why}`, wasEnded: true });
  const result = new Promise<JqRun>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', (error: Error) => resolve(failed(`jq gave up (${error.message})`)));
  });
  worker.postMessage(work);
  try {
    return await inTime(new Deadline({ signal }, limit), result, () => failed(`it was ended after ${limit / 1000} s`));
  } catch {
    return failed('it was ended');
  } finally {
    void worker.terminate();
  }
}
