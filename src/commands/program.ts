// Finds the group that argv names, parses with Commander, runs the command. Help and version need neither group nor Commander.
import { BadInput } from '../services/http/failure.js';
import { type Command, type Group, type Typed, unknownCommand } from './command.js';
import { Context } from './context.js';
import { exitCode, explain } from './exit.js';
import { valued } from './flags.js';
import { groupNames, groups, isGroup, topics } from './groups.js';
import { commandPage, frontPage, groupPage, topicPages } from './help.js';
import { didYouMean } from './nearest.js';
import type { Flags } from './settings.js';
import type { World } from './world.js';

/**
 * Runs one command line.
 * @returns the exit code (INTERFACE: exit codes); never throws, never ends the process.
 */
export async function run(argv: readonly string[], world: World, version: string): Promise<number> {
  let context = new Context(world, roughFlags(argv), version);
  try {
    const page = await pageFor(argv, version);
    if (page !== undefined) return await print(world, page);
    const words = bareWords(argv);
    const name = words[0]!;
    if (!isGroup(name)) throw unknownGroup(name);
    const { group } = await groups[name].load();
    const { parse } = await import('./parse.js');
    const { command, typed, flags } = await parse(name, group, argv, await group.optionsFor?.(words.slice(1)));
    context = new Context(world, flags, version);
    return await runCommand(command, typed, context);
  } catch (error) {
    return await failed(error, context);
  } finally {
    await context.close();
  }
}

async function runCommand(command: Command, typed: Typed, context: Context): Promise<number> {
  const { wishProblem } = await import('./output.js');
  const { errorFormat, jq } = context.flags;
  if (errorFormat !== undefined && errorFormat !== 'text' && errorFormat !== 'json') throw new BadInput('UNKNOWN_FORM', `${JSON.stringify(errorFormat)} is no form of errors: text or json.`);
  const problem = wishProblem(context.wish) ?? (jq === undefined ? undefined : await (await import('./output.js')).checkJq(jq));
  if (problem !== undefined) throw new BadInput('BAD_OUTPUT_FLAGS', problem);
  return (await command.run(typed, context)) ?? 0;
}

/** Explains what went wrong; a closed pipe is no failure, and a failure to write is exit 74. */
async function failed(error: unknown, context: Context): Promise<number> {
  const { code, syscall } = (error ?? {}) as { code?: string; syscall?: string };
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return 0;
  if (syscall === 'write' && (code === 'ENOSPC' || code === 'EIO' || code === 'EDQUOT')) {
    context.world.stderr.write('✗ The output could not be written: no space, or the device failed.\n');
    return exitCode('output');
  }
  return explain(await known(error), context.world, context.jsonErrors, (text) => context.redact.clean(text));
}

/** What the rooms below throw in their own words, as failures of the command line. */
async function known(error: unknown): Promise<unknown> {
  const name = error instanceof Error ? error.constructor.name : '';
  if (name === 'UnknownField') return new BadInput('UNKNOWN_FIELD', (error as Error).message);
  if (name === 'JqFailed') return new BadInput('JQ_FAILED', (error as Error).message);
  return error;
}

const print = async (world: World, page: string): Promise<number> => {
  const { writeAll } = await import('./output.js');
  await writeAll(world.stdout, page);
  return 0;
};

/** The help page or version that argv asks for, if it does. @throws {BadInput} for help on what does not exist. */
async function pageFor(argv: readonly string[], version: string): Promise<string | undefined> {
  const end = argv.indexOf('--');
  const before = end < 0 ? argv : argv.slice(0, end);
  const words = bareWords(argv);
  if (words.length === 0 && before.some((word) => word === '--version' || word === '-V')) return `${version}\n`;
  const asked = before.includes('--help') || before.includes('-h');
  if (words[0] === 'help') return helpOn(words.slice(1));
  if (asked) return helpOn(words);
  if (words.length === 0) {
    const stray = before.find((word) => word.startsWith('-') && !valued.has(word.split('=')[0]!) && !isFlag(word));
    if (stray !== undefined) throw new BadInput('UNKNOWN_OPTION', `There is no option ${stray}.`, 'List them: tuk --help');
    return frontPage();
  }
  if (words.length === 1 && isGroup(words[0]!)) {
    const { group } = await groups[words[0]].load();
    if (!group.commands.some((command) => command.name === '')) return groupPage(words[0], group);
  }
  return undefined;
}

async function helpOn(words: readonly string[]): Promise<string> {
  const [name, ...rest] = words;
  if (name === undefined) return frontPage();
  const topic = topics.find((word) => word === name);
  if (topic) return topicPages[topic]();
  if (!isGroup(name)) throw unknownGroup(name);
  const { group } = await groups[name].load();
  const command = rest.length > 0 ? commandOf(group, rest) : undefined;
  if (command) return commandPage(name, command);
  if (rest.length > 0 && !group.commands.some((one) => one.name === '')) throw unknownCommand(name, group, rest[0]!);
  return groupPage(name, group);
}

const commandOf = (group: Group, words: readonly string[]): Command | undefined =>
  group.commands.find(({ name }) => name !== '' && name.split(' ').every((word, i) => words[i] === word));

const unknownGroup = (name: string) =>
  new BadInput('UNKNOWN_GROUP', `There is no group ${JSON.stringify(name)}.`, didYouMean(name, [...groupNames, 'help'], 'List them: tuk --help'));

const isFlag = (word: string) => /^(--(json|quiet|verbose|dry-run|print-curl|check|allow-unknown-word|yes|no-input|help)|-[qvyh]+)$/.test(word);

/** The words of argv that are neither flags nor values of global flags. */
function bareWords(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === '--') return [...words, ...argv.slice(i + 1)];
    if (valued.has(word)) i++;
    else if (!word.startsWith('-') || word === '-') words.push(word);
  }
  return words;
}

/** The few flags that the telling of an error needs before anything is parsed. */
function roughFlags(argv: readonly string[]): Flags {
  const after = (name: string) => argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  const output = after('--output') ?? after('-o');
  const errorFormat = after('--error-format');
  return { ...(argv.includes('--json') ? { json: true } : {}), ...(output ? { output } : {}), ...(errorFormat ? { errorFormat } : {}) };
}
