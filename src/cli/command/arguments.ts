// The only parser of command lines: Commander with the global options and the options of the command.

import { Command as Commander, CommanderError, type Option } from 'commander';
import { BadInput } from '../../services/http/errors.js';
import { type Flag, type Flags, flagKey, globalFlags, spellings, takesValue } from '../settings/options.js';
import type { Arguments } from './command.js';
import type { Values } from './command-values.js';
import { excessValue, seeHelp, unknownOption } from './refused-arguments.js';

/** The parts of a command line that need no command to be parsed. */
export interface Words {
  /** The words that are neither options nor values of options, in order, up to the first unknown option. */
  readonly words: readonly string[];
  /** The first unknown option and the words after it, without known options. */
  readonly unknown: readonly string[];
  readonly flags: Flags;
}

/**
 * Parses the words and the global options of any line, even of an invalid one. Never throws.
 * @param extra additional options
 */
export function readWords(argv: readonly string[], extra: readonly Flag[] = []): Words {
  const read = (lacking: readonly string[] = []): Words => {
    const { commander } = parserOf(argv, extra, lenient);
    const { operands, unknown } = split(commander, argv, lacking);
    return { words: operands, unknown, flags: commander.opts() };
  };
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return read(['']); // the last option lacks its value
  }
}

interface Grammar {
  /** The words of the command's name, such as `wallet tx show`. */
  readonly name: readonly string[];
  /** The options of the command, without the global ones. */
  readonly options: readonly Flag[];
  /** Its positional values. */
  readonly values?: Values;
  /** The command prompts for missing values. */
  readonly prompts?: boolean;
}

/**
 * Parses a whole line.
 * @throws {BadInput} for an unknown option, a missing or excess value, and a repeated option with different values
 */
export function parseArguments(argv: readonly string[], { name, options, values, prompts }: Grammar): Arguments {
  const { commander, flags } = parserOf(argv, options, strict);
  const { operands, unknown } = withBadInput(name, () => split(commander, argv));
  const stray = unknown.find(isOption);
  if (stray !== undefined) throw unknownOption(stray, name, flags, argv);
  const positionals = operands.slice(name.length); // the command's name precedes all values
  checkValues(positionals, { values, prompts }, name);
  return { name, positionals, options: { verbose: 0, ...commander.opts() } };
}

/**
 * Commander parses `-33.8,151.2` as an option, although no option begins with a digit, and returns the value of
 * `-o=json` as `=json`. A NUL before such a word, before a line that is one word (`'-p box whoami'`), and before the
 * value of `--to==x` or `--sort-by=-v`, preserves it.
 */
const guard = '\u0000';
const protect = (word: string): string =>
  /^(-\.?\d|=|-\w\s|--[\w-]+\s)/.test(word)
    ? guard + word
    : word.replace(/^(--[^=]+=)(?=[=-])/, (name) => name + guard);
const restore = (word: string): string => (word.startsWith(guard) ? word.slice(1) : word);
const isOption = (word: string): boolean => word.length > 1 && word.startsWith('-');

function split(
  commander: Commander,
  argv: readonly string[],
  lacking: readonly string[] = [],
): { operands: string[]; unknown: string[] } {
  const end = argv.indexOf('--');
  const before = end < 0 ? argv : argv.slice(0, end);
  const { operands, unknown } = commander.parseOptions([...before.map(protect), ...lacking]);
  return {
    operands: [...operands, ...(end < 0 ? [] : argv.slice(end + 1))].map(restore),
    unknown: unknown.map(restore),
  };
}

/** Makes the parser of an option's value. `allSpellings`: the spellings of all options of the line. */
type ValueParser = (
  flag: Flag,
  allSpellings: () => ReadonlySet<string>,
) => (value: string, earlier: string | undefined) => string;
const lenient: ValueParser = () => plainValue;
const strict: ValueParser = (flag, allSpellings) => (value, earlier) => {
  const plain = plainValue(value);
  const name = longSpelling(flag);
  if (plain === value && plain.startsWith('-') && allSpellings().has(plain))
    throw new BadInput('MISSING_VALUE', `${name} needs a value, and ${plain} is an option.`);
  if (plain.trim() === '') throw new BadInput('EMPTY_VALUE', `The value of ${name} is empty.`);
  if (earlier !== undefined && earlier !== plain)
    throw new BadInput('GIVEN_TWICE', `${name} is given twice, with different values.`);
  return plain;
};
/** The value without the NUL of `protect`, else without the `=` of `-o=json`. */
const plainValue = (value: string): string => (value.startsWith(guard) ? restore(value) : value.replace(/^=/, ''));
const longSpelling = ({ flags }: Flag): string => spellings(flags).at(-1)!;

interface Parser {
  readonly commander: Commander;
  readonly flags: readonly Flag[];
}
/** Parsers by their options: a batch parses thousands of lines with few of them. */
const parsers = new Map<string, Commander>();
/**
 * A parser of the global options and a command's, without values of an earlier line. It has those options alone that
 * stand in the line: to make all of them takes a start a millisecond.
 */
function parserOf(argv: readonly string[], options: readonly Flag[], valueParser: ValueParser): Parser {
  const flags: readonly Flag[] = [...options, ...globalFlags];
  const typed = typedSpellings(argv);
  const share = (names: readonly string[]) => (flag: Flag) =>
    spellings(flag.flags).some((name) => names.includes(name));
  // Of options with a common spelling the first one counts: commands of a group may share options.
  const used = new Set(flags.filter(share(typed)).map((flag) => flags.find(share(spellings(flag.flags)))!));
  const name = `${valueParser === strict ? 'strict' : 'lenient'} ${[...used].map((flag) => `${flag.flags}${flag.repeatable ? '*' : ''}${flag.counts ? '#' : ''}`).join(' ')}`;
  let commander = parsers.get(name);
  if (commander) commander.restoreStateBeforeParse();
  else {
    commander = new Commander()
      .exitOverride()
      .helpOption(false)
      .configureOutput({ writeErr: () => {}, writeOut: () => {} });
    const names = () => new Set([...used].flatMap((flag) => spellings(flag.flags)));
    for (const flag of used) commander.addOption(optionOf(commander, flag, valueParser(flag, names)));
    commander.saveStateBeforeParse();
    parsers.set(name, commander);
  }
  return { commander, flags };
}

/** The spellings that words of a line may mean: `-o` and `-v` of `-vo`. */
const typedSpellings = (argv: readonly string[]): readonly string[] =>
  argv.flatMap((word) =>
    word.startsWith('--')
      ? word.split('=', 1)
      : word.startsWith('-')
        ? [...word.slice(1)].map((letter) => `-${letter}`)
        : [],
  );

function optionOf(
  commander: Commander,
  { flags, summary, repeatable, counts }: Flag,
  parse: ReturnType<ValueParser>,
): Option {
  const option = commander.createOption(flags, summary);
  if (counts) return option.argParser((_: string, level: number | undefined) => (level ?? 0) + 1).default(undefined);
  if (repeatable)
    return option.argParser((value, list: string[] | undefined) => [...(list ?? []), parse(value, undefined)]);
  if (takesValue(flags)) return option.argParser(parse);
  option.negate = false; // Commander would treat `--no-input` as the negation of `--input <file>`
  option.attributeName = () => flagKey(flags);
  return option;
}

function withBadInput<Result>(name: readonly string[], read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const [, spelling = ''] = /'([^']+)'/.exec(error.message) ?? [];
    throw new BadInput(
      'MISSING_VALUE',
      `${spellings(spelling.replace(/ <.*/, '')).at(-1) ?? spelling} needs a value.`,
      seeHelp(name),
    );
  }
}

/**
 * Checks the positional values. A blank value, such as an unset variable of a script, must not count as omitted.
 * @throws {BadInput} for a missing, an excess or a blank value
 */
function checkValues(
  positionals: readonly string[],
  { values, prompts }: Pick<Grammar, 'values' | 'prompts'>,
  name: readonly string[],
): void {
  const placeholders: readonly string[] = [values ?? []].flat();
  const missing = prompts ? undefined : placeholders.filter((value) => value.startsWith('<'))[positionals.length];
  const line = ['tuk', ...name].join(' ');
  if (missing !== undefined) throw new BadInput('MISSING_VALUE', `${line} needs ${missing}.`, seeHelp(name));
  const blank = positionals.findIndex((value) => value.trim() === '');
  if (blank >= 0)
    throw new BadInput(
      'EMPTY_VALUE',
      `${placeholders[blank] ?? placeholders.at(-1)} of ${line} is empty.`,
      seeHelp(name),
    );
  if (placeholders.at(-1)?.includes('...') || positionals.length <= placeholders.length) return;
  throw excessValue(positionals, placeholders.length, name);
}
