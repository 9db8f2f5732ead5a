// The composition root: one command line, run in the world it is given.
import { run as runProgram } from './commands/program.js';
import type { World } from './commands/world.js';

/** Runs one command line and gives its exit code. */
export const run = (argv: readonly string[], world: World): Promise<number> => runProgram(argv, world);
export type { World };
