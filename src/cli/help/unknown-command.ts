// The failures of unknown groups and commands, with similar ones. Loaded for these errors only.

import { BadInput } from '../../services/http/errors.js';
import { type Group, type Groups, isSubgroup, subcommands } from '../command/command.js';
import { replacedCommand } from '../settings/removed-names.js';
import { suggestion } from '../settings/suggest.js';
import { linesNamed, linesWith } from './help-search.js';

const mostLines = 3;

/** Hints for words that belong to several groups, and for commands that people expect. */
const hints: Readonly<Record<string, string>> = {
  balance: 'On chains: tuk wallet balance. Held for you: tuk wallet account CURRENCY. Points: tuk points balance',
  'ride list': 'See tuk ride status --known',
};

/**
 * The failure of an unknown group: the closest group or alias, or the commands that have the word.
 * @param words of the line, without `help` and options
 * @param saved the names of aliases
 */
export async function unknownGroup(
  groups: Groups,
  words: readonly string[],
  saved: readonly string[] = [],
): Promise<BadInput> {
  const replaced = replacedCommand(words);
  if (replaced) return replaced;
  const [typed = ''] = words;
  const close = suggestion(typed, [...Object.keys(groups), 'help', ...saved], '');
  const lines = close === '' ? (await linesWith(groups, typed)).slice(0, mostLines) : [];
  const matches = lines.length > 0 ? `Commands that match it: ${lines.join(', ')}.` : 'See all groups: tuk help';
  const hint = Object.hasOwn(hints, typed) ? hints[typed] : close || matches;
  return new BadInput('UNKNOWN_GROUP', `There is no group ${JSON.stringify(typed)}.`, hint);
}

/** The names of the commands of a group after some words: `create` and `show` of `wallet withdraw`. */
export function namesBelow(group: Group, words: readonly string[]): readonly string[] {
  const below = words.length === 0 ? group.commands : subcommands(group, words);
  return [...new Set(below.flatMap(({ name }) => name.split(' ')[words.length] || []))];
}

/**
 * The failure of an unknown command: the closest one, or the commands of other groups. `words` follow the group's name.
 */
export async function unknownCommand(
  groupName: string,
  group: Group,
  words: readonly string[],
  groups: Groups,
): Promise<BadInput> {
  const replaced = replacedCommand([groupName, ...words]);
  if (replaced) return replaced;
  // the number of known words
  const depth = words.findLastIndex((_, at) => isSubgroup(group, words.slice(0, at + 1))) + 1;
  const names = namesBelow(group, words.slice(0, depth));
  const typed = words[depth] ?? '';
  const close = suggestion(typed, names, '');
  const isVariant = names.some((name) => typed.startsWith(name) || name.startsWith(typed)); // `withdrawals`
  // The commands of other groups take loading them: only if the group itself has none that is close.
  const elsewhere = depth === 0 && (close === '' || isVariant) ? await linesNamed(groups, typed, groupName) : [];
  // `list` and `show` are in most groups: three of them would not help.
  const isGeneral = new Set(elsewhere.map((line) => line.split(' ')[1])).size > mostLines;
  const others =
    elsewhere.length === 0 || isGeneral ? '' : `Other groups have it: ${elsewhere.slice(0, mostLines).join(', ')}.`;
  const known = hints[`${groupName} ${typed}`];
  return new BadInput(
    'UNKNOWN_COMMAND',
    `${['tuk', groupName, ...words.slice(0, depth)].join(' ')} has no command ${JSON.stringify(typed)}.`,
    known ?? ([close, others].filter(Boolean).join(' ') || `There are: ${names.join(', ')}.`),
  );
}
