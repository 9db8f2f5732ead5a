// The composition root: one command line, run in the world it is given.
import { run as runProgram } from './cli/program.js';
import type { World } from './cli/world.js';

/** Runs one command line and gives its exit code. */
export const run = (argv: readonly string[], world: World): Promise<number> => runProgram(argv, world);
export type { World };
