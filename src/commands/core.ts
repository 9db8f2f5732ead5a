// Runs one command of a group: parsing, context, the command itself, and what is said where it fails.
import { BadInput } from '../services/http/failure.js';
import type { Group } from './command.js';
import { Context } from './context.js';
import { exitCode } from './exit-codes.js';
import type { GroupName } from './groups.js';
import { checkJq, wishProblem } from './output.js';
import { parse } from './parse.js';
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
async function checkFlags({ flags: { errorFormat, jq, utc, tz }, wish, world }: Context): Promise<void> {
  if (utc || tz !== undefined) world.inZone?.(zoneOf(utc, tz));
  if (errorFormat !== undefined && errorFormat !== 'text' && errorFormat !== 'json')
    throw new BadInput('UNKNOWN_FORM', `${JSON.stringify(errorFormat)} is no form of errors: text or json.`);
  const problem = wishProblem(wish) ?? (jq === undefined ? undefined : await checkJq(jq));
  if (problem !== undefined) throw new BadInput('BAD_OUTPUT_FLAGS', problem);
}

/** The zone that was asked for. @throws {BadInput} for one that there is not */
function zoneOf(utc: boolean | undefined, tz = 'UTC'): string {
  if (utc && tz !== 'UTC') throw new BadInput('CONFLICT', 'Give --utc or --tz, not both.');
  try {
    return new Intl.DateTimeFormat('en', { timeZone: tz }).resolvedOptions().timeZone;
  } catch {
    throw new BadInput('UNKNOWN_ZONE', `There is no time zone ${JSON.stringify(tz)}.`, 'Write it like Asia/Singapore.');
  }
}

/** Explains what went wrong; a closed pipe is no failure, and a failure to write is exit 74. */
async function failed(error: unknown, context: Context): Promise<number> {
  const { code, syscall } = (error ?? {}) as { code?: string; syscall?: string };
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return 0;
  if (syscall === 'write' && (code === 'ENOSPC' || code === 'EIO' || code === 'EDQUOT')) {
    context.tell('✗ The output could not be written: no space, or the device failed.\n');
    return exitCode('output');
  }
  const { explain } = await import('./exit.js');
  const { redact } = context;
  return explain(error, context.world, context.jsonErrors, { redact, tell: (text) => context.tell(text) });
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
