// Runs one command line: finds its command and runs it, prints help, or opens the application.

import { refuseKeysInLine } from '../services/http/may-be-key.js';
import { readWords, type Words } from './command/arguments.js';
import { type Groups, groupEntry } from './command/command.js';
import { readVariableAsDate } from './command/time-zone.js';
import { pageFor } from './help/help.js';
import { expandedLine } from './lines/alias-line.js';
import { findCommand } from './lines/find-command.js';
import { writeAll } from './output/output.js';
import { explainFailure, type Line, runCommand } from './run/run-command.js';
import type { Flags } from './settings/options.js';
import type { World } from './settings/world.js';

/** The groups and the application, passed in by the composition root. */
export interface Program extends Pick<Line, 'runWithProfiles' | 'runner'> {
  readonly groups: Groups;
  /**
   * Opens the application, at a group or at Home.
   * @returns the exit code; undefined without a terminal.
   * @throws {Failure}
   */
  readonly openApp: (world: World, flags: Flags, group: string | undefined) => Promise<number | undefined>;
}

/** Runs one command line. @returns the exit code. Never throws, never ends the process. */
export async function run(typed: readonly string[], world: World, program: Program): Promise<number> {
  let line = readWords(typed);
  try {
    const { TZ } = world.env;
    if (TZ !== undefined && !plainZone.test(TZ)) readVariableAsDate(world);
    const argv = isSaved(line, program.groups) ? await expandedLine(typed, world, program.groups) : typed;
    if (argv !== typed) line = readWords(argv);
    if (mayHoldKey(argv)) await refuseKeysInLine(argv);
    const code = await openedBy(line, world, program);
    if (code !== undefined) return code;
    const command = await findCommand(argv, line, program.groups);
    if (command) return await runCommand(argv, command, { line, world, ...program });
    await writeAll(world.stdout, await pageFor(program.groups, argv, world.version, world.readDoc));
    return 0;
  } catch (error) {
    return explainFailure(error, line.flags, world);
  }
}

/** The names of zones that Node reads as `date` does: only for others their reader is loaded. */
const plainZone = /^(UTC|[A-Z]\w+(\/[\w+-]+)+)$/;

/** Whether a line may be an alias: only then their reader is loaded. */
const isSaved = ({ words: [first, second] }: Words, groups: Groups): boolean => {
  const name = first === 'help' ? second : first;
  return name !== undefined && !groupEntry(groups, name);
};

/**
 * Whether a word is as long as a key, or the words are as many as in a recovery phrase: only then the check is loaded.
 */
const mayHoldKey = (argv: readonly string[]): boolean =>
  argv.length >= 12 || argv.some((word) => word.length >= 44 || (word.length >= 23 && /[^\x20-\x7e]/.test(word)));

/**
 * Opens the application for `tuk` alone, or `tuk` with an everyday group, on a terminal; --profile and --linear are
 * allowed.
 * @returns the exit code of the application; undefined for other lines
 */
async function openedBy(
  { words, unknown, flags }: Words,
  world: World,
  { groups, openApp }: Program,
): Promise<number | undefined> {
  const [group, ...more] = words;
  const hasScreens = group === undefined || groupEntry(groups, group)?.section === 'Everyday';
  const plain = Object.keys(flags).every((key) => key === 'profile' || key === 'linear');
  if (!hasScreens || more.length > 0 || unknown.length > 0 || !plain) return undefined;
  if (!world.stdout.isTTY || !world.stdin.isTTY) return undefined; // checked last: reading stdin loads a part of Node
  return openApp(world, flags, group);
}
