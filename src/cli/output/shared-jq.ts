// The jq engine of a run: started once, for the check of the expression and for every response.

import type { World } from '../world.js';
import type { Jq } from './jq.js';
import { openJq } from './jq.js';

export type StartJq = () => Promise<Jq>;

/**
 * The runs of one engine: its runtime leaks memory at each run, and fails after 306
 * (tests/cli/output/shared-jq.proof.test.ts).
 */
const maxRuns = 200;

/** The longest run in a process that does other work, such as an MCP server: all of it waits. Milliseconds. */
const longestSharedRun = 10_000;

/** Starts a new engine, a separate file of the build (scripts/build.mjs). */
export const startJq: StartJq = async () => openJq();

/**
 * Starts an engine at the first call, and returns it for two hundred runs. A run that was ended was its engine's last.
 * @param world its `blocking` runs work that blocks the process; missing in a process that does other work
 * @param limit the maximum time of a run, since an expression may never end; milliseconds, 0 is none
 */
export function sharedJq({ blocking }: Pick<World, 'blocking'>, limit: () => number): StartJq {
  let runs = 0;
  let shared: Promise<Jq> | undefined;
  return () => {
    if (runs++ % maxRuns === 0) shared = startJq();
    return shared!.then((jq) => ({
      run: (expression, input) => {
        const most = blocking ? limit() : Math.min(limit() || longestSharedRun, longestSharedRun);
        const run = () => jq.run(expression, input, most);
        const result = blocking ? blocking(run) : run();
        if (result.wasEnded) runs = 0;
        return result;
      },
    }));
  };
}
