// Aliases: which command lines may be saved, and how an alias becomes the line that runs.

import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { holesIn, isExpression } from '../../services/holes.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { refuseKeysInLine } from '../../services/http/may-be-key.js';
import { aliasNames, readAlias } from '../../session/aliases.js';
import { paths } from '../../session/paths.js';
import { readWords } from '../command/arguments.js';
import { type Groups, groupEntry } from '../command/command.js';
import { type Author, refusedPart } from '../command/effects.js';
import { topics } from '../help/help-topics.js';
import { unknownGroup } from '../help/unknown-command.js';
import { writeAll } from '../output/output.js';
import { type Flag, type Flags, flagKey, globalFlags, spellings, takesValue } from '../settings/options.js';
import { replacedOption } from '../settings/removed-names.js';
import { suggestion } from '../settings/suggest.js';
import type { World } from '../settings/world.js';
import { type CommandMatch, findCommand, optionsOf, parseLine } from './find-command.js';
import { isReading } from './reading.js';

/**
 * Checks a name and a line: the name is not a command, the line names a command with options that exist, and it is
 * whole without its values.
 * @param words the words of the line, without `tuk`
 * @param author `foreign` for a line of an imported file
 * @throws {BadInput} BAD_ALIAS
 */
export async function checkAlias(
  name: string,
  words: readonly string[],
  groups: Groups,
  author: Exclude<Author, 'typed'> = 'own',
): Promise<void> {
  if (name === 'help' || groupEntry(groups, name))
    throw badAlias(`${JSON.stringify(name)} is a command of tuk, so it cannot name an alias.`);
  await refuseEffects(words, await aliasTarget(words, groups), author);
  checkValues(words);
}
/** Refuses options and values that a saved line may not have. @throws {BadInput} BAD_ALIAS */
async function refuseEffects(words: readonly string[], target: CommandMatch, author: Author): Promise<void> {
  const options = await optionsOf(target);
  const { words: operands, flags } = readWords(words, options);
  const count = 1 + target.command.name.split(' ').filter(Boolean).length;
  const args = { name: operands.slice(0, count), positionals: operands.slice(count), options: flags };
  const refused = refusedPart(author, args, { ...target.command, options });
  if (!refused) return;
  throw badAlias(
    `${refused.part} ${refused.why}, so ${author === 'foreign' ? 'an imported alias' : 'an alias'} cannot hold it.`,
    author === 'foreign' && !refusedPart('own', args, { ...target.command, options })
      ? `Save the line yourself if you trust it: tuk alias set NAME ${quoted(aliasText(words))}`
      : 'Type it when you use the alias.',
  );
}
/** The command of an alias. @throws {BadInput} BAD_ALIAS */
async function aliasTarget(words: readonly string[], groups: Groups): Promise<CommandMatch> {
  const line = displayedLine(words);
  if (words.length === 0)
    throw badAlias('An alias needs a command line.', "Like: tuk alias set pay 'points transfer --to {1} --amount {2}'");
  if (words[0] === 'tuk')
    throw badAlias(
      'The line of an alias begins with its command, without tuk.',
      `Like: ${line.slice('tuk tuk '.length)}`,
    );
  if (words[0] === 'alias') throw badAlias(`${line} works on aliases, so an alias cannot hold it.`);
  if (words.some((word, at) => /\$[1-9]/.test(word) && isExpression(word, words[at - 1])))
    // an earlier version filled it
    throw badAlias('$1 is in an expression of jq, which takes no values.', "Filter by --match 'FIELD={1}'.");
  const command = await findCommand(words, readWords(words), groups);
  if (!command) throw badAlias(`${line} prints help and does not name a command.`);
  const options = await optionsOf(command);
  const stray = readWords(words, options).unknown.find((word) => word.length > 1 && word.startsWith('-'));
  if (stray !== undefined) {
    const spelling = stray.split('=', 1)[0]!;
    const name = [command.groupName, ...command.command.name.split(' ')].filter(Boolean);
    throw (
      replacedOption(spelling, name) ??
      badAlias(
        `There is no option ${spelling} of tuk ${name.join(' ')}.`,
        suggestion(
          stray,
          options.map(({ flags }) => flags.split(/[ ,]+/).find((word) => word.startsWith('--')) ?? ''),
          '',
        ),
      )
    );
  }
  return command;
}
/**
 * Refuses a line that skips a number, since its value would never be used, and holes that are no numbers.
 * @throws {BadInput} BAD_ALIAS
 */
function checkValues(words: readonly string[]): void {
  const used = new Set(valuesOfLine(words));
  const other = holesIn(words).find((hole) => !/^[1-9]\d?$/.test(hole));
  if (other !== undefined) throw badAlias(`{${other}} is not a value: the first is {1}.`, 'A brace is {{.');
  const unused = [...Array(Math.max(0, ...used)).keys()].map((at) => at + 1).find((at) => !used.has(at));
  if (unused !== undefined) throw badAlias(`The line has {${Math.max(...used)}}, and no {${unused}}.`);
}
const badAlias = (message: string, hint?: string): BadInput => new BadInput('BAD_ALIAS', message, hint || undefined);

/** Whether a saved line is complete, ends by itself and only reads: the application opens it as a list. */
export async function isReadLine(words: readonly string[], groups: Groups): Promise<boolean> {
  if (highestIn(words) > 0) return false;
  try {
    const target = await aliasTarget(words, groups);
    await refuseEffects(words, target, 'own');
    const { options } = await parseLine(words, target);
    const { command } = target;
    if (options.watch === true || options.include === true || command.wait) return false;
    return !/(^| )(watch|wait)$/.test(command.name) && (await isReading(target));
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/**
 * The line that a typed line runs: for an alias its line with the values, any other line unchanged.
 * @throws {BadInput} for a missing value, a line that is no longer allowed; {LocalFailure} ALIAS_BROKEN
 */
export async function expandedLine(argv: readonly string[], world: World, groups: Groups): Promise<readonly string[]> {
  const line = readWords(argv);
  const [name, about] = line.words;
  if (name === 'help') return aboutAlias(argv, about, world, groups);
  if (name === undefined || groupEntry(groups, name)) return argv;
  const { aliases } = paths(world);
  const alias = readAlias(aliases, name, () => {});
  if (alias) return expandedAlias(argv, alias.words, groups);
  await refuseKeysInLine(argv); // before the word is repeated
  throw await unknownGroup(groups, line.words, savedNames(aliases));
}
/** The names of the aliases; an empty list if their folder cannot be read. */
function savedNames(folder: string): readonly string[] {
  try {
    return aliasNames(folder);
  } catch {
    return [];
  }
}

/** `tuk help NAME` of an alias: says what it is, and goes on with the help of its command. */
async function aboutAlias(argv: readonly string[], name: string | undefined, world: World, groups: Groups) {
  const isTopic = (topics as readonly (string | undefined)[]).includes(name);
  const alias = name === undefined || isTopic ? undefined : readAlias(paths(world).aliases, name, () => {});
  if (!alias) return argv;
  const { groupName, command } = await aliasTarget(alias.words, groups);
  await writeAll(world.stdout, `tuk ${name} is an alias of yours: tuk ${aliasText(alias.words)}\n\n`);
  return [groupName, ...command.name.split(' ').filter(Boolean), '--help'];
}

async function expandedAlias(
  argv: readonly string[],
  saved: readonly string[],
  groups: Groups,
): Promise<readonly string[]> {
  const target = await aliasTarget(saved, groups);
  await refuseEffects(saved, target, 'own');
  const flags = [...globalFlags, ...(await optionsOf(target))];
  const { words, flags: global } = readWords(argv, flags);
  const [name, ...values] = words;
  if (global.help) return [target.groupName, ...target.command.name.split(' ').filter(Boolean), '--help'];
  const count = highestIn(saved);
  const line = `tuk ${name} is: tuk ${aliasText(saved).slice(0, 120)}`;
  if (values.length < count)
    throw new BadInput(
      'MISSING_VALUE',
      `tuk ${name} needs ${counted(count, 'value')}; {${values.length + 1}} is missing.`,
      line,
    );
  const blank = values.slice(0, count).findIndex((value) => value.trim() === '');
  if (blank >= 0) throw new BadInput('EMPTY_VALUE', `{${blank + 1}} of tuk ${name} is empty.`, line);
  const { head, tail } = filled(saved, values, (word) => needsValue(word, flags));
  if (tail.length > 0 && values.length > count)
    throw new BadInput('EXCESS_ARGUMENTS', `tuk ${name} takes ${counted(count, 'value')} with this one.`, line);
  const typed = withoutOperands(argv, 1 + count, flags);
  // a change refuses an option that is given twice
  const savedWords = (await isReading(target)) ? withoutReplaced(head, typed, flags) : head;
  return [...savedWords, ...typed, ...(tail.length > 0 ? ['--', ...tail] : [])];
}

/**
 * The words of a line with values in place of `{1}`, `{2}`. A value is part of one word, and never an option: the value
 * of an option is joined to it, and a positional value that begins with a hyphen stands behind `--` (`tail`).
 */
function filled(saved: readonly string[], values: readonly string[], takesValue: (word: string) => boolean) {
  const fill = (word: string) =>
    word.replace(placeholders, (_, digits: string | undefined) =>
      digits === undefined ? '{' : (values[Number(digits) - 1] ?? ''),
    );
  const [head, tail]: [string[], string[]] = [[], []];
  let isBehind = false;
  for (let at = 0; at < saved.length; at++) {
    const word = saved[at]!;
    const value = fill(word);
    if (isBehind) tail.push(value);
    else if (word === '--') isBehind = true;
    else if (isExpression(word, undefined)) head.push(word, ...(takesValue(word) ? [saved[++at] ?? ''] : []));
    else if (word.length > 1 && word.startsWith('-')) {
      const next = takesValue(word) ? saved[++at] : undefined;
      head.push(
        ...(next === undefined ? [value] : hasPlaceholder(next) ? [`${value}=${fill(next)}`] : [value, fill(next)]),
      );
    } else
      (tail.length > 0 || (hasPlaceholder(word) && value.length > 1 && value.startsWith('-')) ? tail : head).push(
        value,
      );
  }
  return { head, tail };
}

/** The line of an alias as it is shown and exported. */
export const aliasText = (words: readonly string[]): string => words.map(aliasWord).join(' ');
/** A word with `{1}` needs no quotes: the line is one word of the shell. */
const aliasWord = (word: string): string => (/^[\w@%+=:,./{}$-]+$/.test(word) ? word : quoted(word));

/** `{1}` to `{99}` in a word of an alias stand for values; `{{` is a brace (`services/holes`). */
export const placeholders = /\{\{|\{([1-9]\d?)\}/g;
/** The numbers of the values in a word. */
const valuesIn = (word: string): number[] =>
  [...word.matchAll(placeholders)].flatMap(([, digits]) => Number(digits) || []);
/** The numbers of the values in a line; an expression of jq has none. */
const valuesOfLine = (words: readonly string[]): number[] =>
  words.flatMap((word, at) => (isExpression(word, words[at - 1]) ? [] : valuesIn(word)));
/** How many values a line takes. */
export const highestIn = (words: readonly string[]): number => Math.max(0, ...valuesOfLine(words));
export const hasPlaceholder = (word: string): boolean => valuesIn(word).length > 0;
/** A line as it is shown in messages. */
export const displayedLine = (words: readonly string[]): string =>
  ['tuk', ...words].map(quoted).join(' ').slice(0, 120);

/**
 * A line without its first operands, but with the options among them. Words behind `--` are operands.
 * @param flags the options that may be among them
 */
function withoutOperands(argv: readonly string[], count: number, flags: readonly Flag[] = globalFlags): string[] {
  const rest: string[] = [];
  let [remaining, isBehind] = [count, false];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (!isBehind && word === '--') {
      isBehind = true;
      if (remaining === 0 || argv.length - at - 1 > remaining) rest.push(word);
    } else if (remaining > 0 && (isBehind || isOperand(word))) remaining--;
    else {
      rest.push(word);
      if (!isBehind && remaining > 0 && needsValue(word, flags) && at + 1 < argv.length) rest.push(argv[++at]!);
    }
  }
  return rest;
}

/** Whether a word is a value: no option begins with a digit, so `-5` is a value. */
const isOperand = (word: string): boolean => word === '-' || !word.startsWith('-') || /^-\.?\d/.test(word);

/** Options that exclude each other: a typed one replaces the saved ones. */
const exclusive: readonly (readonly (keyof Flags)[])[] = [
  ['output', 'json'],
  ['fields', 'columns'],
  ['mask', 'reveal'],
];

/** The saved words without options that were typed again. Repeatable options accumulate. */
function withoutReplaced(saved: readonly string[], typed: readonly string[], flags: readonly Flag[]): string[] {
  const overrides = flags.filter(
    (flag) => !flag.repeatable && !flag.counts && typed.some((word) => isSpelled(word, flag)),
  );
  const keys = new Set(overrides.flatMap(({ flags: spelling }) => [flagKey(spelling), ...others(flagKey(spelling))]));
  const replaced = flags.filter((flag) => keys.has(flagKey(flag.flags)));
  const end = saved.indexOf('--');
  const remaining: string[] = [];
  for (let at = 0; at < saved.length; at++) {
    const word = saved[at]!;
    const isOption = end < 0 || at < end;
    const dropped = isOption ? replaced.find((flag) => isSpelled(word, flag)) : undefined;
    if (!dropped) remaining.push(word);
    else if (needsValue(word, [dropped])) at++;
    if (!dropped && isOption && needsValue(word, flags) && at + 1 < saved.length) remaining.push(saved[++at]!);
  }
  return remaining;
}
const others = (key: string): readonly string[] =>
  exclusive.find((list) => (list as readonly string[]).includes(key)) ?? [];

/** Whether a word is an option in one of its spellings, perhaps with its value: `-o`, `-ocsv`, `--output=csv`. */
const isSpelled = (word: string, { flags }: Flag): boolean =>
  spellings(flags).some(
    (spelling) =>
      word === spelling ||
      word.startsWith(`${spelling}=`) ||
      (takesValue(flags) && /^-\w$/.test(spelling) && word.startsWith(spelling)),
  );
/** Whether a word is an option whose value is the next word. */
export const needsValue = (word: string, flags: readonly Flag[]): boolean =>
  flags.some((flag) => takesValue(flag.flags) && spellings(flag.flags).includes(word));
