// Runs one command line: finds the group and the command that it names, and hands over to the command, the help or the application.

import { readWords, type Words } from './arguments.js';
import { type Groups, groupEntry } from './command.js';
import { findCommand } from './find-command.js';
import type { Flags } from './options.js';
import { writeAll } from './output/output.js';
import { explainFailure, runCommand } from './run-command.js';
import type { World } from './world.js';

/** What a command line is run with; the composition root puts it together. */
export interface Program {
  readonly groups: Groups;
  /** Opens the application, at a group or at Home. @returns the exit code; nothing where nobody is at a terminal. @throws {Failure} */
  readonly openApp: (world: World, flags: Flags, group: string | undefined) => Promise<number | undefined>;
}

/**
 * Runs one command line.
 * @returns the exit code; never throws, never ends the process.
 */
export async function run(argv: readonly string[], world: World, program: Program): Promise<number> {
  const line = readWords(argv);
  try {
    const opened = await openedBy(line, world, program);
    if (opened !== undefined) return opened;
    const found = await findCommand(argv, line, program.groups);
    if (found) return await runCommand(argv, found, line, world);
    await writeAll(world.stdout, await (await import('./help.js')).pageFor(program.groups, argv, world.version));
    return 0;
  } catch (error) {
    return explainFailure(error, line.flags, world);
  }
}

/**
 * The application, which `tuk` alone, or with the name of an everyday group, opens on a terminal, with a profile or without, drawn or in plain lines;
 * nothing where it is not asked for or there is none.
 */
async function openedBy({ words, unknown, flags }: Words, world: World, { groups, openApp }: Program): Promise<number | undefined> {
  const [group, ...more] = words;
  const hasScreens = group === undefined || groupEntry(groups, group)?.section === 'Everyday';
  const plain = Object.keys(flags).every((key) => key === 'profile' || key === 'linear');
  if (!hasScreens || more.length > 0 || unknown.length > 0 || !plain) return undefined;
  if (!world.stdout.isTTY || !world.stdin.isTTY) return undefined; // asked last: looking at stdin loads a part of Node
  return openApp(world, flags, group);
}
