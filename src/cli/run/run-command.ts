// Runs one command: parses its line, creates its context, prints its failure.

import { BadInput } from '../../services/http/errors.js';
import { refuseBareKeys, refuseKeyReference } from '../../services/http/may-be-key.js';
import type { Words } from '../command/arguments.js';
import type { Arguments, Command, CommandRunner, Context } from '../command/command.js';
import { checkDays, showTimesIn, zoneOf } from '../command/time-zone.js';
import { type CommandMatch, parseLine } from '../lines/find-command.js';
import { checkDryRun, refuseStray } from '../lines/refused-options.js';
import { refuseSum } from '../lines/refused-sum.js';
import { outputProblem } from '../output/check-options.js';
import { checkMatch } from '../output/match.js';
import type { OutputOptions } from '../output/output.js';
import { explainEnd } from '../print/errors.js';
import { runAndPrint } from '../print/print-result.js';
import { sayNotes } from '../print/say-notes.js';
import { checkNeeds } from '../prompts/needs.js';
import { type Flags, flagKey, isDryRun, isEmbedded } from '../settings/options.js';
import type { World } from '../settings/world.js';
import { auditReveal } from './audit.js';
import { RunContext } from './run-context.js';
import { specialRun } from './special-run.js';
import { askSteps } from './steps.js';

/** The words of a line before its command is known, and the environment of the run. */
export interface Line {
  readonly line: Words;
  readonly world: World;
  /** Runs a command line with several profiles. @returns the exit code. @throws {Failure} */
  readonly runWithProfiles: (args: Arguments, target: CommandMatch, world: World) => Promise<number>;
  readonly runner?: CommandRunner;
}
/** Parses the line and runs its command. @returns the exit code */
export async function runCommand(
  argv: readonly string[],
  target: CommandMatch,
  { line, world: outer, runWithProfiles, runner }: Line,
): Promise<number> {
  let context: RunContext | undefined;
  try {
    const args = await parseLine(argv, target);
    const { include, check, edit, web, planOut } = args.options;
    const { flags, command, world } =
      include || check || edit || web || planOut !== undefined
        ? specialRun(args, target, outer)
        : { flags: args.options as Flags, command: target.command, world: outer };
    if (flags.profile?.includes(',')) return await runWithProfiles(args, target, world);
    context = new RunContext(world, flags, { command, saysSandbox: true });
    await checkLine(context, args, target);
    if (showsFigures(command) && isEmbedded(context.settings())) context.saySandbox(); // before a screen is drawn
    const code = await runAndPrint(
      command,
      command.prompts && world.stdin.isTTY ? await askSteps(args, target, context, runner) : args,
      context,
      runner,
    );
    if (context.out.deferred) throw context.out.deferred;
    const notes = context.takeNotes();
    if (notes.length) sayNotes(notes, context);
    return code;
  } catch (error) {
    return await explained(error, context ?? new RunContext(outer, line.flags));
  } finally {
    await context?.close();
  }
}

/**
 * Whether a command shows data of a service or of the ledger. Any other command names the sandbox once it reaches it.
 */
const showsFigures = ({ uses, read, wait, fromLedger }: Command): boolean =>
  Boolean(fromLedger || uses || read || wait);

/** Checks a line before its command runs, and audits --reveal. @throws {Failure} */
export async function checkLine(context: Context, args: Arguments, target: CommandMatch): Promise<void> {
  await checkFlags(context);
  const { needs, options = [] } = target.command;
  if (needs || options.some(({ required, flags }) => required && args.options[flagKey(flags)] === undefined))
    checkNeeds(context, args, target.command, [target.groupName, ...target.words]);
  if (isDryRun(context.flags)) checkDryRun(context, target);
  if (target.command.prints) refuseStray(context, target);
  if (context.out.options.sum !== undefined) await refuseSum(args, target);
  const { match } = context.flags;
  if (match) {
    checkMatch(match, target.command.read?.columns);
    checkDays(match, context);
  }
  await checkBareKeys(args, target);
  if (context.flags.reveal) await auditReveal(context, `tuk ${target.groupName} ${target.command.name}`.trim());
}

/** Prints a failure from before the command was known. @returns its exit code */
export const explainFailure = (error: unknown, flags: Flags, world: World): Promise<number> =>
  explained(error, new RunContext(world, flags));

/**
 * Refuses values that may be private keys, by their names. `tuk api` checks its fields by their names itself, `tuk
 * diff` and `tuk import` check the fields of their lines.
 * @throws {Guarded}
 */
async function checkBareKeys(
  { positionals, options }: Arguments,
  { groupName, command: { values, checksKeys } }: CommandMatch,
): Promise<void> {
  const isCall = /^(api|diff|import)$/.test(groupName); // diff and import have lines of other commands
  const named = Object.entries(options).filter(([name]) => !isCall || /^(clientRef|profile|confirm)$/.test(name));
  if (typeof options.clientRef === 'string' && options.clientRef.length >= shortestKey)
    await refuseKeyReference(options.clientRef);
  if (![...positionals, ...named.flatMap(([, value]) => value)].some((value) => String(value).length > 63)) return;
  const names = [values ?? []].flat().map((value) => /[\w,-]+/.exec(value)![0]);
  const places =
    isCall || checksKeys ? [] : positionals.map((value, at) => [names[at] ?? names.at(-1) ?? '', value] as const);
  refuseBareKeys([...places, ...named]);
}

/** The length of a recovery phrase of twelve Chinese characters. */
const shortestKey = 23;

/** Checks flags for contradictions. @throws {BadInput} */
async function checkFlags(context: Context): Promise<void> {
  const {
    flags: { utc, tz, mask, reveal },
    world,
  } = context;
  const outputOptions = context.out.options;
  if (utc || tz !== undefined) showTimesIn(world, zoneOf(utc, tz));
  if (mask && reveal) throw new BadInput('BAD_OUTPUT_FLAGS', '--mask contradicts --reveal: use one.');
  if (isPlain(outputOptions)) return;
  const problem = await outputProblem(outputOptions);
  if (problem !== undefined) throw new BadInput('BAD_OUTPUT_FLAGS', problem);
}
const isPlain = (own: OutputOptions): boolean =>
  !own.noHeader && [own.fields, own.columns, own.jq, own.sortBy, own.match, own.sum].every((one) => one === undefined);

const explained = (error: unknown, context: RunContext): Promise<number> =>
  explainEnd(error, context, context.takeNotes());
