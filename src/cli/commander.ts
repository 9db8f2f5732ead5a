// Reads a command line with Commander, and turns its complaints into sentences.
import { Command as Commander, CommanderError } from 'commander';
import { BadInput } from '../services/http/errors.js';
import type { Arguments } from './command.js';
import { type Flag, flagKey, takesValue } from './options.js';

/** Reads any line; `name` is the command's, for its help, `wanted` its values. @throws {BadInput} with what is wrong with the line. */
export function readFully(name: string, line: readonly string[], flags: readonly Flag[], wanted = ''): Arguments {
  const commander = new Commander()
    .exitOverride()
    .helpOption(false)
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => {}, writeOut: () => {} });
  for (const value of wanted.match(/[<[][^>\]]+[>\]]/g) ?? []) commander.argument(value);
  for (const flag of flags) addFlag(commander, flag);
  try {
    commander.parse([...line], { from: 'user' });
  } catch (error) {
    throw complaint(error, name);
  }
  return { positionals: commander.args, options: commander.opts() };
}

function addFlag(commander: Commander, { flags, summary, many }: Flag): void {
  if (flags.includes('--verbose')) commander.option(flags, summary, (_: string, level: number) => level + 1, 0);
  else if (many) commander.option(flags, summary, (value: string, list: string[] = []) => [...list, value]);
  else if (takesValue(flags)) commander.option(flags, summary, once(flags));
  else commander.addOption(plain(commander, flags, summary));
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
  if (previous !== undefined && previous !== value)
    throw new BadInput('GIVEN_TWICE', `--${flagKey(flags)} is given twice, with different values.`);
  return value;
};

function complaint(error: unknown, name: string): unknown {
  if (!(error instanceof CommanderError)) return error;
  const [said = '', hint] = error.message.replace(/^error: /, '').split(/\n\(|\n/);
  const sentence = said.charAt(0).toUpperCase() + said.slice(1);
  const code = error.code
    .replace('commander.', '')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();
  const page = `See ${['tuk', name, '--help'].filter(Boolean).join(' ')}`;
  const paging = /^Unknown option '--(all|max-items)'/.exec(sentence)?.[1];
  if (paging !== undefined)
    return new BadInput('NO_PAGES', `tuk ${name} takes no --${paging}: it is not known to come in pages that could be followed.`, page);
  return new BadInput(code, sentence.endsWith('.') ? sentence : `${sentence}.`, hint === undefined ? page : hint.replace(/[()]/g, ''));
}
