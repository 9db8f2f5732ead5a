// Builds the one Commander command that argv names from the group's data, and turns Commander's complaints into sentences.
import { Command as Commander, CommanderError } from 'commander';
import { BadInput } from '../services/http/failure.js';
import { type Command, type Group, type Typed, unknownCommand } from './command.js';
import { type Flag, flagKey, globalFlags } from './flags.js';
import type { GroupName } from './groups.js';
import type { Flags } from './settings.js';

interface Parsed {
  readonly command: Command;
  readonly typed: Typed;
  readonly flags: Flags;
}

/** Parses a command line of a group. `extra` are options that the words typed bring in. @throws {BadInput} */
export async function parse(name: GroupName, group: Group, argv: readonly string[], extra: readonly Flag[] = []): Promise<Parsed> {
  let found: Parsed | undefined;
  const root = quiet(new Commander('tuk'));
  addFlags(root, globalFlags.filter(({ flags }) => !flags.includes('--help')));
  const top = quiet(root.command(name));
  for (const command of group.commands) {
    const at = command.name.split(' ').filter(Boolean).reduce(childOf, top);
    for (const value of command.values?.match(/[<[][^>\]]+[>\]]/g) ?? []) at.argument(value);
    addFlags(at, [...(command.options ?? []), ...(command.name === '' ? extra : [])]);
    at.allowExcessArguments(false).action((...given: unknown[]) => {
      const own = at.opts() as Typed['options'];
      const values = (given.slice(0, -2) as (string | string[] | undefined)[]).flat().filter((value) => value !== undefined);
      found = { command, typed: { values, options: own }, flags: root.opts() as Flags };
    });
  }
  try {
    await root.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    throw complaint(error, name, group, argv);
  }
  if (!found) throw unknownCommand(name, group, argv.at(-1) ?? '');
  return found;
}

const quiet = (command: Commander) => command.exitOverride().helpOption(false).helpCommand(false).configureOutput({ writeErr: () => {}, writeOut: () => {} });
const childOf = (at: Commander, word: string): Commander => at.commands.find((one) => one.name() === word) ?? quiet(at.command(word));

function addFlags(command: Commander, flags: readonly Flag[]): void {
  for (const { flags: spelt, is, many } of flags) {
    if (spelt.includes('--verbose')) command.option(spelt, is, (_: string, level: number) => level + 1, 0);
    else if (many) command.option(spelt, is, (value: string, list: string[] = []) => [...list, value]);
    else command.option(spelt, is, once(spelt));
  }
}

/** A flag that is given twice with different values is a mistake; Commander would take the last one. */
function once(spelt: string): ((value: string, previous: string | undefined) => string) | never {
  return (value, previous) => {
    if (previous !== undefined && previous !== value) throw new BadInput('GIVEN_TWICE', `--${flagKey(spelt)} is given twice, with different values.`);
    return value;
  };
}

function complaint(error: unknown, name: string, group: Group, argv: readonly string[]): unknown {
  if (!(error instanceof CommanderError)) return error;
  const text = error.message.replace(/^error: /, '');
  const [said = text, hint] = text.split(/\n\(|\n/);
  if (error.code === 'commander.unknownCommand') return unknownCommand(name, group, /'(.+)'/.exec(said)?.[1] ?? argv[1] ?? '');
  const sentence = said.charAt(0).toUpperCase() + said.slice(1);
  const code = error.code.replace('commander.', '').replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return new BadInput(code, sentence.endsWith('.') ? sentence : `${sentence}.`, hint === undefined ? `See tuk ${name} --help` : hint.replace(/[()]/g, ''));
}
