// The only parser of command lines: Commander with the global options and those of the command.

import { Command as Commander, CommanderError, type Option } from 'commander';
import { BadInput } from '../services/http/errors.js';
import type { Arguments } from './command.js';
import { type Flag, type Flags, flagKey, globalFlags, spellings, takesValue } from './options.js';
import { suggestion } from './suggest.js';

/** The parts of a command line that can be parsed before its command is known. */
export interface Words {
  /** The words that are neither an option nor its value, in order, up to the first unknown option. */
  readonly words: readonly string[];
  /** The first unknown option and the words after it, without the known options. */
  readonly unknown: readonly string[];
  /** The global options. */
  readonly flags: Flags;
}

/** Parses the words and the global options of any line, also of an invalid one. Never throws. @param known options in addition to the global ones */
export function readWords(argv: readonly string[], known: readonly Flag[] = []): Words {
  const read = (lacking: readonly string[] = []): Words => {
    const { commander } = parserOf(known, lenient);
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

/** The grammar that a line is parsed by. */
interface Grammar {
  /** The words that name the command, such as `wallet tx show`. */
  readonly name: readonly string[];
  /** The options of the command; the global ones are always accepted. */
  readonly options: readonly Flag[];
  /** The positional values as help shows them: `<id> [more...]`. */
  readonly values?: string | undefined;
}

/** Parses a whole line. @throws {BadInput} for an unknown option, a missing or excess value, and a repeated option with different values */
export function parseArguments(argv: readonly string[], { name, options, values = '' }: Grammar): Arguments {
  const { commander, flags } = parserOf(options, strict);
  const { operands, unknown } = withBadInput(name, () => split(commander, argv));
  const stray = unknown.find(isOption);
  if (stray !== undefined) throw unknownOption(stray, name, flags);
  const positionals = operands.slice(name.length); // the words that name the command stand before any value
  checkValues(positionals, values, name);
  return { positionals, options: { verbose: 0, ...commander.opts() } };
}

/**
 * Commander parses `-33.8,151.2` as an option, although no option begins with a digit, and hands the value of `-o=json` over as `=json`. A NUL before a word that
 * begins so, and before the value of `--to==x` or `--sort-by=-v`, keeps it as it was typed.
 */
const guard = '\u0000';
const protect = (word: string): string =>
  /^(-\.?\d|=)/.test(word) ? guard + word : word.replace(/^(--[^=]+=)(?=[=-])/, (name) => name + guard);
const restore = (word: string): string => (word.startsWith(guard) ? word.slice(1) : word);
const isOption = (word: string): boolean => word.length > 1 && word.startsWith('-');

function split(commander: Commander, argv: readonly string[], lacking: readonly string[] = []): { operands: string[]; unknown: string[] } {
  const end = argv.indexOf('--');
  const before = end < 0 ? argv : argv.slice(0, end);
  const { operands, unknown } = commander.parseOptions([...before.map(protect), ...lacking]);
  return { operands: [...operands, ...(end < 0 ? [] : argv.slice(end + 1))].map(restore), unknown: unknown.map(restore) };
}

/** Makes the function that parses the value of an option. `known`: the spellings of all options. */
type ValueParser = (flag: Flag, known: () => ReadonlySet<string>) => (value: string, earlier: string | undefined) => string;
const lenient: ValueParser = () => plainValue;
const strict: ValueParser = (flag, known) => (value, earlier) => {
  const plain = plainValue(value);
  const name = longSpelling(flag);
  if (plain === value && plain.startsWith('-') && known().has(plain))
    throw new BadInput('MISSING_VALUE', `${name} needs a value, and ${plain} is an option.`);
  if (earlier !== undefined && earlier !== plain) throw new BadInput('GIVEN_TWICE', `${name} is given twice, with different values.`);
  return plain;
};
/** The value without the NUL of `protect`; one without a NUL is without the `=` of `-o=json`. */
const plainValue = (value: string): string => (value.startsWith(guard) ? restore(value) : value.replace(/^=/, ''));
const longSpelling = ({ flags }: Flag): string => spellings(flags).at(-1)!;

/** A parser, and all options that it knows. */
interface Parser {
  readonly commander: Commander;
  readonly flags: readonly Flag[];
}
/** The parsers that were made, by the options of their commands: a batch parses thousands of lines with few of them. */
const parsers = new Map<string, Parser>();
/** The parser of the global options and those of a command, without the values of an earlier line. */
function parserOf(options: readonly Flag[], valueParser: ValueParser): Parser {
  const name = `${valueParser === strict ? 'strict' : 'lenient'} ${options.map((flag) => `${flag.flags}${flag.repeatable ? '*' : ''}${flag.counts ? '#' : ''}`).join(' ')}`;
  const known = parsers.get(name);
  if (known) {
    known.commander.restoreStateBeforeParse();
    return known;
  }
  const flags = options.length === 0 ? globalFlags : distinct([...globalFlags, ...options]);
  const made = { commander: newParser(flags, valueParser), flags };
  made.commander.saveStateBeforeParse();
  parsers.set(name, made);
  return made;
}
function newParser(flags: readonly Flag[], valueParser: ValueParser): Commander {
  const commander = new Commander()
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => {}, writeOut: () => {} });
  const known = () => new Set(flags.flatMap((flag) => spellings(flag.flags)));
  for (const flag of flags) commander.addOption(optionOf(commander, flag, valueParser(flag, known)));
  return commander;
}

function optionOf(commander: Commander, { flags, summary, repeatable, counts }: Flag, parse: ReturnType<ValueParser>): Option {
  const option = commander.createOption(flags, summary);
  if (counts) return option.argParser((_: string, level: number | undefined) => (level ?? 0) + 1).default(undefined);
  if (repeatable) return option.argParser((value, list: string[] | undefined) => [...(list ?? []), parse(value, undefined)]);
  if (takesValue(flags)) return option.argParser(parse);
  option.negate = false; // Commander would treat `--no-input` as the negation of `--input <file>`
  option.attributeName = () => flagKey(flags);
  return option;
}

/** Removes options whose spelling an earlier one has: several commands of a group may have the same option. */
function distinct(flags: readonly Flag[]): Flag[] {
  const taken = new Set<string>();
  return flags.filter((flag) => {
    const own = spellings(flag.flags);
    if (own.some((one) => taken.has(one))) return false;
    for (const one of own) taken.add(one);
    return true;
  });
}

function withBadInput<Result>(name: readonly string[], read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const [, spelling = ''] = /'([^']+)'/.exec(error.message) ?? [];
    throw new BadInput('MISSING_VALUE', `${spellings(spelling.replace(/ <.*/, '')).at(-1) ?? spelling} needs a value.`, seeHelp(name));
  }
}

function unknownOption(typed: string, name: readonly string[], flags: readonly Flag[]): BadInput {
  const spelling = typed.split('=', 1)[0]!;
  const all = flags.flatMap((flag) => spellings(flag.flags));
  const line = ['tuk', ...name].join(' ');
  if (all.includes(spelling)) return new BadInput('EXCESS_VALUE', `${spelling} takes no value.`, seeHelp(name));
  if (spelling === '--all' || spelling === '--max-items')
    return new BadInput('NO_PAGES', `${line} takes no ${spelling}: no public source says that its list has pages.`, seeHelp(name));
  return new BadInput('UNKNOWN_OPTION', `There is no option ${spelling} of ${line}.`, suggestion(spelling, all, seeHelp(name)));
}

/**
 * Checks the positional values. A blank one, such as that of a variable that a script has not set, is not a name, and must not count as one that is left out.
 * @throws {BadInput} for a missing, an excess or a blank one
 */
function checkValues(positionals: readonly string[], values: string, name: readonly string[]): void {
  const wanted = values.match(/[<[][^>\]]+[>\]]/g) ?? [];
  const missing = wanted.filter((value) => value.startsWith('<'))[positionals.length];
  const line = ['tuk', ...name].join(' ');
  if (missing !== undefined) throw new BadInput('MISSING_VALUE', `${line} needs ${missing}.`, seeHelp(name));
  const blank = positionals.findIndex((value) => value.trim() === '');
  if (blank >= 0) throw new BadInput('EMPTY_VALUE', `${wanted[blank] ?? wanted.at(-1)} of ${line} is empty.`, seeHelp(name));
  if (wanted.at(-1)?.includes('...') || positionals.length <= wanted.length) return;
  const excess = JSON.stringify(positionals[wanted.length]!.slice(0, 90));
  const takes = wanted.length === 0 ? 'no value' : wanted.length === 1 ? 'one value' : `${wanted.length} values`;
  throw new BadInput('EXCESS_ARGUMENTS', `${line} takes ${takes}; ${excess} is one too many.`, seeHelp(name));
}

const seeHelp = (name: readonly string[]): string => `See ${['tuk', ...name].join(' ')} --help`;
