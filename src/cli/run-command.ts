// Runs one command of a group: parsing, context, the command itself, and what is said where it fails.

import type { GroupName } from '../groups.js';
import { BadInput } from '../services/http/errors.js';
import { parse } from './arguments.js';
import type { Group } from './command.js';
import { Context } from './context.js';
import type { OutputOptions } from './output/output.js';
import type { Flags } from './settings.js';
import type { World } from './world.js';

/** Parses and runs a command of a group. `words` are the bare words behind the group's name. @returns the exit code. */
export async function runGroup(
  name: GroupName,
  group: Group,
  argv: readonly string[],
  words: readonly string[],
  world: World,
): Promise<number> {
  let context: Context | undefined;
  try {
    const { command, typed, flags } = await parse(name, group, argv, words);
    context = new Context(world, flags, command);
    await checkFlags(context);
    const code = (await command.run(typed, context)) ?? 0;
    if (context.session.trouble) throw context.session.trouble;
    return code;
  } catch (error) {
    return await failed(error, context ?? new Context(world, roughFlags(argv)));
  } finally {
    await context?.close();
  }
}

/** Explains a failure that came before any command was known. @returns its exit code. */
export const failedEarly = (error: unknown, argv: readonly string[], world: World): Promise<number> =>
  failed(error, new Context(world, roughFlags(argv)));

/** Refuses flags that contradict one another before anything is sent. @throws {BadInput} */
async function checkFlags({ flags: { errorFormat, utc, tz }, outputOptions, world }: Context): Promise<void> {
  if (utc || tz !== undefined) world.inZone?.((await import('./time-zone.js')).zoneOf(utc, tz));
  if (errorFormat !== undefined && errorFormat !== 'text' && errorFormat !== 'json')
    throw new BadInput('UNKNOWN_FORM', `${JSON.stringify(errorFormat)} is no form of errors: text or json.`);
  if (isPlain(outputOptions)) return;
  const problem = await (await import('./output/check-options.js')).problemOf(outputOptions);
  if (problem !== undefined) throw new BadInput('BAD_OUTPUT_FLAGS', problem);
}
const isPlain = ({ fields, columns, jq, sortBy }: OutputOptions): boolean =>
  !(fields || columns || jq !== undefined || sortBy !== undefined);

/** Explains what went wrong. */
async function failed(error: unknown, context: Context): Promise<number> {
  return (await import('./errors.js')).ended(error, context);
}

/** The few flags that the telling of an error needs before anything is parsed. */
function roughFlags(argv: readonly string[]): Flags {
  const after = (name: string) =>
    argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ??
    (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  const output = after('--output') ?? after('-o');
  const errorFormat = after('--error-format');
  return { ...(argv.includes('--json') ? { json: true } : {}), ...(output ? { output } : {}), ...(errorFormat ? { errorFormat } : {}) };
}
