// Finds the command that the words name and reads its command line: plain ones here, all others by Commander, which costs a start more.

import type { GroupName } from '../groups.js';
import { type Arguments, type Command, commandOf, type Group, unknownCommand } from './command.js';
import { type Flag, flagKey, globalFlags, isSpelling, isValued, takesValue } from './options.js';
import type { Flags } from './settings.js';

interface Parsed {
  readonly command: Command;
  readonly typed: Arguments;
  readonly flags: Flags;
}
/** Parses a command line of a group, `words` being its bare words behind the group's name. @throws {BadInput} */
export async function parse(name: GroupName, group: Group, argv: readonly string[], words: readonly string[]): Promise<Parsed> {
  const command = commandOf(group, words);
  if (!command) throw unknownCommand(name, group, words[0] ?? '');
  const own = [...(command.options ?? []), ...(command.name === '' ? ((await group.optionsFor?.(words)) ?? []) : [])];
  const flags = [...globalFlags, ...own];
  const wanted = command.asks ? command.values?.replace(/<([^>]+)>/g, '[$1]') : command.values; // what is missing is asked for
  const line = without(argv, [name, ...command.name.split(' ').filter(Boolean)]);
  const read =
    readPlain(line, flags, wanted) ?? (await import('./commander.js')).readFully(`${name} ${command.name}`.trim(), line, flags, wanted);
  return { command, typed: read, flags: read.options as Flags };
}

/**
 * Reads a line in which every word is plain: a known option spelt in full, its value behind it, or a value that is called for.
 * Gives nothing for any other line (an unknown option, one given twice, `--x=y`, `-xy`, a missing value, a word too many): Commander
 * reads those, or says what is wrong with them. A test holds the two readers equal.
 */
export function readPlain(line: readonly string[], flags: readonly Flag[], wanted = ''): Arguments | undefined {
  const values: string[] = [];
  const options: Record<string, string | string[] | number | boolean> = { verbose: 0 };
  for (let i = 0; i < line.length; i++) {
    const word = line[i]!;
    if (!word.startsWith('-') || word === '-') {
      values.push(word);
      continue;
    }
    const flag = flags.findLast((one) => isSpelling(one.flags, word));
    const next = line[i + 1];
    const takes = flag !== undefined && takesValue(flag.flags);
    if (!flag || (takes && (next === undefined || next.startsWith('-')))) return undefined;
    const key = flagKey(flag.flags);
    if (takes) i++;
    if (flag.many) options[key] = [...((options[key] as string[] | undefined) ?? []), next!];
    else if (key === 'verbose') options[key] = (options[key] as number) + 1;
    else if (takes && options[key] !== undefined) return undefined;
    else options[key] = takes ? next! : true;
  }
  const least = wanted.split('<').length - 1;
  const most = wanted.includes('...') ? Number.POSITIVE_INFINITY : (wanted.match(/[<[]/g)?.length ?? 0);
  return values.length >= least && values.length <= most ? { positionals: values, options } : undefined;
}

/** argv without the words that named the group and the command, which stand before any value. */
function without(argv: readonly string[], names: readonly string[]): string[] {
  const left = [...names];
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === left[0]) left.shift();
    else rest.push(word);
    if (isValued(word) && i + 1 < argv.length) rest.push(argv[++i]!);
  }
  return rest;
}
