// The failure for an unknown command: the closest one, or the commands of other groups that have the word. Loaded for that error only.

import { BadInput } from '../services/http/errors.js';
import { type Group, type Groups, groupEntry, isSubgroup, subcommands } from './command.js';
import { suggestion } from './suggest.js';

/** The failure for an unknown command of a group or sub-group. `words`: those after the group's name. */
export async function unknownCommand(groupName: string, group: Group, words: readonly string[], groups: Groups): Promise<BadInput> {
  const depth = words.findLastIndex((_, at) => isSubgroup(group, words.slice(0, at + 1))) + 1; // the number of known words
  const below = depth === 0 ? group.commands : subcommands(group, words.slice(0, depth));
  const names = [
    ...new Set(below.map(({ name }) => name.split(' ')[depth]).filter((name) => name !== undefined && name !== '')),
  ] as string[];
  const typed = words[depth] ?? '';
  const elsewhere = depth === 0 ? await linesElsewhere(typed, groupName, groups) : [];
  const isVariant = names.some((name) => typed.startsWith(name) || name.startsWith(typed));
  const isElsewhere = elsewhere.length > 0 && !isVariant;
  const list = `There are: ${names.join(', ')}.`;
  return new BadInput(
    'UNKNOWN_COMMAND',
    `${['tuk', groupName, ...words.slice(0, depth)].join(' ')} has no command ${JSON.stringify(typed)}.`,
    isElsewhere ? `Other groups have it: ${elsewhere.join(', ')}.` : suggestion(typed, names, list),
  );
}

const mostLines = 3;
/** The command lines of other groups that have a word, in the singular or the plural. Loads every group: for an error only. */
async function linesElsewhere(typed: string, groupName: string, groups: Groups): Promise<readonly string[]> {
  const singular = (word: string) => word.toLowerCase().replace(/s$/, '');
  const names = Object.keys(groups).filter((name) => name !== groupName);
  const loaded = await Promise.all(names.map(async (name) => ({ name, group: (await groupEntry(groups, name)!.load()).group })));
  return loaded
    .flatMap(({ name, group }) =>
      group.commands
        .filter((command) => command.name.split(' ').some((word) => word !== '' && singular(word) === singular(typed)))
        .map((command) => `tuk ${name} ${command.name}`),
    )
    .slice(0, mostLines);
}
