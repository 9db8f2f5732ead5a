// Finds the command that the words name, parses its command line with Commander, and turns Commander's complaints into sentences.
import { Command as Commander, CommanderError } from 'commander';
import { BadInput } from '../services/http/failure.js';
import { type Command, commandOf, type Group, type Typed, unknownCommand } from './command.js';
import { type Flag, flagKey, globalFlags, valued } from './flags.js';
import type { GroupName } from './groups.js';
import type { Flags } from './settings.js';

interface Parsed {
  readonly command: Command;
  readonly typed: Typed;
  readonly flags: Flags;
}

/** Parses a command line of a group, `words` being its bare words behind the group's name. @throws {BadInput} */
export async function parse(name: GroupName, group: Group, argv: readonly string[], words: readonly string[]): Promise<Parsed> {
  const command = commandOf(group, words);
  if (!command) throw unknownCommand(name, group, words[0] ?? '');
  const own = [...(command.options ?? []), ...(command.name === '' ? ((await group.optionsFor?.(words)) ?? []) : [])];
  const commander = new Commander(name).exitOverride().helpOption(false).configureOutput({ writeErr: () => {}, writeOut: () => {} });
  for (const value of command.values?.match(/[<[][^>\]]+[>\]]/g) ?? []) commander.argument(value);
  for (const flag of [...globalFlags, ...own]) addFlag(commander, flag);
  try {
    commander.allowExcessArguments(false).parse(without(argv, [name, ...command.name.split(' ').filter(Boolean)]), { from: 'user' });
  } catch (error) {
    throw complaint(error, name, command);
  }
  const options = commander.opts() as Flags & Typed['options'];
  return { command, typed: { values: commander.args, options }, flags: options };
}

/** argv without the words that named the group and the command, which stand before any value. */
function without(argv: readonly string[], names: readonly string[]): string[] {
  const left = [...names];
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === left[0]) left.shift();
    else rest.push(word);
    if (valued.has(word) && i + 1 < argv.length) rest.push(argv[++i]!);
  }
  return rest;
}

function addFlag(commander: Commander, { flags, is, many }: Flag): void {
  if (flags.includes('--verbose')) commander.option(flags, is, (_: string, level: number) => level + 1, 0);
  else if (many) commander.option(flags, is, (value: string, list: string[] = []) => [...list, value]);
  else if (flags.includes('<')) commander.option(flags, is, once(flags));
  else commander.addOption(plain(commander, flags, is));
}

/** A switch kept under its own name: Commander would take `--no-input` for the opposite of `--input <file>`. */
function plain(commander: Commander, flags: string, is: string) {
  const option = commander.createOption(flags, is);
  option.negate = false;
  option.attributeName = () => flagKey(flags);
  return option;
}

/** A flag that is given twice with different values is a mistake; Commander would take the last one. */
const once = (flags: string) => (value: string, previous: string | undefined) => {
  if (previous !== undefined && previous !== value) throw new BadInput('GIVEN_TWICE', `--${flagKey(flags)} is given twice, with different values.`);
  return value;
};

function complaint(error: unknown, name: string, command: Command): unknown {
  if (!(error instanceof CommanderError)) return error;
  const [said = '', hint] = error.message.replace(/^error: /, '').split(/\n\(|\n/);
  const sentence = said.charAt(0).toUpperCase() + said.slice(1);
  const code = error.code.replace('commander.', '').replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  const page = `See tuk ${`${name} ${command.name}`.trim()} --help`;
  return new BadInput(code, sentence.endsWith('.') ? sentence : `${sentence}.`, hint === undefined ? page : hint.replace(/[()]/g, ''));
}
