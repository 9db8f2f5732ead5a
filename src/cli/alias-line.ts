// Aliases: which command lines may be saved, and how an alias becomes the line that runs. A view is an alias whose line
// reads (cli/view-line).

import { quoted } from '../services/command-line.js';
import { counted } from '../services/counted.js';
import { BadInput } from '../services/http/errors.js';
import { refuseKeysInLine } from '../services/http/may-be-key.js';
import { paths } from '../session/paths.js';
import { readView, viewNames } from '../session/views.js';
import { readWords } from './arguments.js';
import { type Groups, groupEntry } from './command.js';
import { type Author, refusedPart } from './effects.js';
import { type CommandMatch, findCommand, optionsOf } from './find-command.js';
import { topics } from './help-topics.js';
import { globalFlags } from './options.js';
import { writeAll } from './output/output.js';
import { suggestion } from './suggest.js';
import { unknownGroup } from './unknown-command.js';
import {
  displayedLine,
  expandedView,
  hasPlaceholder,
  highestIn,
  isReading,
  isViewLine,
  needsValue,
  placeholders,
  valuesIn,
  withoutOperands,
  withoutReplaced,
} from './view-line.js';
import type { World } from './world.js';

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
  const name = target.command.name.split(' ').filter(Boolean);
  const args = { positionals: operands.slice(1 + name.length), options: flags };
  const refused = refusedPart(author, args, { ...target.command, options });
  if (!refused) return;
  throw badAlias(
    `${refused.part} ${refused.why}, so ${author === 'foreign' ? 'an imported alias' : 'an alias'} cannot hold it.`,
    author === 'foreign' && !refusedPart('own', args, { ...target.command, options })
      ? `Save the line yourself if you trust it: tuk alias set NAME '${aliasText(words)}'`
      : 'Type it when you use the alias.',
  );
}
/** The command of an alias. @throws {BadInput} BAD_ALIAS */
async function aliasTarget(words: readonly string[], groups: Groups): Promise<CommandMatch> {
  const line = displayedLine(words);
  if (words.length === 0)
    throw badAlias('An alias needs a command line.', "Like: tuk alias set pay 'points transfer --to $1 --amount $2'");
  if (words[0] === 'tuk')
    throw badAlias(
      'The line of an alias begins with its command, without tuk.',
      `Like: ${line.slice('tuk tuk '.length)}`,
    );
  if (['alias', 'view'].includes(words[0]!))
    throw badAlias(`${line} works on saved lines, so an alias cannot hold it.`);
  const command = await findCommand(words, readWords(words), groups);
  if (!command) throw badAlias(`${line} prints help and does not name a command.`);
  const options = await optionsOf(command);
  const stray = readWords(words, options).unknown.find((word) => word.length > 1 && word.startsWith('-'));
  if (stray !== undefined)
    throw badAlias(
      `There is no option ${stray.split('=', 1)[0]} of tuk ${[command.groupName, command.command.name].join(' ').trim()}.`,
      suggestion(
        stray,
        options.map(({ flags }) => flags.split(/[ ,]+/).find((word) => word.startsWith('--')) ?? ''),
        '',
      ),
    );
  return command;
}
/**
 * Refuses a line that skips a number, since its value would never be used, and `$0`, which is not a value.
 * @throws {BadInput} BAD_ALIAS
 */
function checkValues(words: readonly string[]): void {
  const used = new Set(words.flatMap(valuesIn));
  if (words.some((word) => [...word.matchAll(/\$\$|\$0/g)].some(([match]) => match === '$0')))
    throw badAlias('$0 is not a value: the first is $1.', 'A $ itself is $$.');
  const unused = [...Array(Math.max(0, ...used)).keys()].map((at) => at + 1).find((at) => !used.has(at));
  if (unused !== undefined) throw badAlias(`The line has $${Math.max(...used)}, and no $${unused}.`);
}
const badAlias = (message: string, hint?: string): BadInput =>
  new BadInput('BAD_ALIAS', `${message} Nothing was saved or sent.`, hint || undefined);

/**
 * The line that a typed line runs: for an alias its line with the values, for a view its line, any other line
 * unchanged.
 * @throws {BadInput} for an unknown view, a missing value, a line that is no longer allowed; {LocalFailure} VIEW_BROKEN
 */
export async function expandedLine(argv: readonly string[], world: World, groups: Groups): Promise<readonly string[]> {
  const line = readWords(argv);
  const [name, about] = line.words;
  if (name === 'view') return expandedView(argv, line, world, groups);
  if (name === 'help') return aboutAlias(argv, about, world, groups);
  if (name === undefined || groupEntry(groups, name)) return argv;
  const { views } = paths(world);
  const alias = readView(views, name, () => {});
  if (alias) return expandedAlias(argv, alias.words, groups);
  await refuseKeysInLine(argv); // before the word is repeated
  throw await unknownGroup(groups, line.words, savedNames(views));
}
/** The names of aliases and views; an empty list if their folder cannot be read. */
function savedNames(folder: string): readonly string[] {
  try {
    return viewNames(folder);
  } catch {
    return [];
  }
}

/** `tuk help NAME` of an alias or a view: says what it is, and goes on with the help of its command. */
async function aboutAlias(argv: readonly string[], name: string | undefined, world: World, groups: Groups) {
  const isTopic = (topics as readonly (string | undefined)[]).includes(name);
  const alias = name === undefined || isTopic ? undefined : readView(paths(world).views, name, () => {});
  if (!alias) return argv;
  const { groupName, command } = await aliasTarget(alias.words, groups);
  const kind = (await isViewLine(alias.words, groups)) ? 'a view' : 'an alias';
  await writeAll(world.stdout, `tuk ${name} is ${kind} of yours: tuk ${aliasText(alias.words)}\n\n`);
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
  const count = Math.max(0, ...saved.map(highestIn));
  const line = `tuk ${name} is: tuk ${aliasText(saved).slice(0, 120)}`;
  if (values.length < count)
    throw new BadInput(
      'MISSING_VALUE',
      `tuk ${name} needs ${counted(count, 'value')}; $${values.length + 1} is missing.`,
      line,
    );
  const blank = values.slice(0, count).findIndex((value) => value.trim() === '');
  if (blank >= 0) throw new BadInput('EMPTY_VALUE', `$${blank + 1} of tuk ${name} is empty.`, line);
  const { head, tail } = filled(saved, values, (word) => needsValue(word, flags));
  if (tail.length > 0 && values.length > count)
    throw new BadInput('EXCESS_ARGUMENTS', `tuk ${name} takes ${counted(count, 'value')} with this one.`, line);
  const typed = withoutOperands(argv, 1 + count, flags);
  // a change refuses an option that is given twice
  const savedWords = (await isReading(target)) ? withoutReplaced(head, typed, flags) : head;
  return [...savedWords, ...typed, ...(tail.length > 0 ? ['--', ...tail] : [])];
}

/**
 * The words of a line with values in place of `$1`, `$2`. A value is part of one word, and never an option: the value
 * of an option is joined to it, and a positional value that begins with a hyphen stands behind `--` (`tail`).
 */
function filled(saved: readonly string[], values: readonly string[], takesValue: (word: string) => boolean) {
  const fill = (word: string) =>
    word.replace(placeholders, (_, digits: string) => (digits === '$' ? '$' : (values[Number(digits) - 1] ?? '')));
  const [head, tail]: [string[], string[]] = [[], []];
  let isBehind = false;
  for (let at = 0; at < saved.length; at++) {
    const word = saved[at]!;
    const value = fill(word);
    if (isBehind) tail.push(value);
    else if (word === '--') isBehind = true;
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
/** A word with `$1` needs no quotes: the line is one word of the shell. */
const aliasWord = (word: string): string => (/^[\w@%+=:,./$-]+$/.test(word) ? word : quoted(word));
