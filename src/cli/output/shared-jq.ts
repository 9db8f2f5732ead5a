// The jq engine of one run: started once, for the check of the expression and for every response.

import type { World } from '../world.js';
import type { Jq } from './jq.js';
import { openJq } from './jq.js';

/** Returns a started jq. */
export type StartJq = () => Promise<Jq>;

/** The number of runs of one engine: its runtime leaks memory at each run, and fails after 306 (tests/cli/shared-jq.test.ts). */
const maxRuns = 200;

/** Starts a new engine; it is a separate file of the build (scripts/build.mjs), loaded by `import()`. */
export const startJq: StartJq = async () => openJq();

/**
 * Starts an engine at the first call, and returns the same one for the next two hundred.
 * @param blocking runs work that blocks the process: an expression may never end
 */
export function sharedJq(blocking: World['blocking'] = (work) => work()): StartJq {
  let runs = 0;
  let shared: Promise<Jq> | undefined;
  return () => {
    if (runs++ % maxRuns === 0) shared = startJq();
    return shared!.then((jq) => ({ run: (expression, input) => blocking(() => jq.run(expression, input)) }));
  };
}
