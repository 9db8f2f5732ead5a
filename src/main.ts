// The composition root: runs one command line in the world that is passed in, with the groups of this program and its
// application.

import { helpPages as pagesOfHelp } from './cli/help/help-pages.js';
import { type Program, run as runProgram } from './cli/program.js';
import type { World } from './cli/settings/world.js';
import { openApp } from './commands/app/index.js';
import { runWithProfiles } from './engine/read/several-profiles.js';
import { groups } from './groups.js';

/** Runs one command line. @returns its exit code */
export const run = (argv: readonly string[], world: World): Promise<number> => runProgram(argv, world, program);
const runner = { groups, run };
const program: Program = {
  groups,
  runner,
  openApp: async (world, flags, group) => openApp(world, flags, runner, group),
  runWithProfiles: async (args, target, world) => runWithProfiles(args, target, world),
};

/** Makes all pages of help, for the build. */
export const helpPages = async () => pagesOfHelp(groups);
export type { World };
