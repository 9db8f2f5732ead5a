// Reads a half-typed command line: its command, and the place of the next word.

import { readWords } from '../../cli/command/arguments.js';
import { type Command, commandOf, type Group, type Groups, groupEntry } from '../../cli/command/command.js';
import { valuesOf } from '../../cli/command/command-values.js';
import { type Flag, type Flags, globalFlags, spellings, takesValue } from '../../cli/settings/options.js';

/** The meaning of a word: a value of an option, or of a command by its place and its name in help. */
export type Field =
  | { readonly flag: Flag }
  | { readonly place: number; readonly name: string; readonly isNeeded: boolean };

/** Where the next word of a line goes. */
export interface Place {
  readonly groupName?: string;
  readonly group?: Group;
  readonly command?: Command;
  /** The options of the command, with the global ones. */
  readonly flags: readonly Flag[];
  /** The spellings of the options that the line has already. */
  readonly given: ReadonlySet<string>;
  /** The words behind the group's name. */
  readonly words: readonly string[];
  /** The values of the command before this one. */
  readonly values: readonly string[];
  readonly field?: Field;
  /** The text before the value in the same word: `--status=`, or the names before a comma. */
  readonly start: string;
  /** The word is an option, or its beginning. */
  readonly isOption: boolean;
  /** The word stands behind `--`. */
  readonly isBehind: boolean;
  readonly global: Flags;
}

/** Where the next word of a line goes. @param typed the words before it, without `tuk` @param current its beginning */
export async function placeOf(typed: readonly string[], current: string, groups: Groups): Promise<Place> {
  const isBehind = typed.includes('--');
  const [groupName = ''] = readWords(typed).words;
  const group = await groupEntry(groups, groupName)
    ?.load()
    .then((loaded) => loaded.group);
  const all = group ? [...globalFlags, ...group.commands.flatMap(({ options = [] }) => options)] : globalFlags;
  const named = commandOf(group ?? { commands: [] }, operands(typed, all).slice(1));
  const commandFlags = named && group ? await optionsOf(group, named, operands(typed, all).slice(1)) : [];
  const names = new Set(commandFlags.flatMap(({ flags: text }) => spellings(text)));
  const shared = globalFlags.filter(({ flags: text }) => !spellings(text).some((spelling) => names.has(spelling)));
  const flags = distinct([...commandFlags, ...shared]); // an option of the command comes before a global one
  const last = isBehind ? undefined : valued(flags.length > globalFlags.length ? flags : distinct(all), typed.at(-1));
  const before = last ? typed.slice(0, -1) : typed;
  const words = operands(before, all).slice(1);
  const command = named && group ? commandOf(group, words) : undefined;
  const values = command ? words.slice(command.name.split(' ').filter(Boolean).length) : [];
  const joined = isBehind || last ? undefined : /^(--?[\w-]+)=/.exec(current);
  const option = last ?? (joined ? valued(flags, joined[1]) : undefined);
  return {
    groupName: group && groupName,
    group,
    command,
    flags,
    given: new Set(isBehind ? [] : before.filter((word) => word.startsWith('-')).map((word) => word.split('=', 1)[0]!)),
    words,
    values,
    field: option ? { flag: option } : joined ? undefined : positional(command, values.length),
    start: joined?.[0] ?? '',
    isOption: !isBehind && option === undefined && current.startsWith('-'),
    isBehind,
    global: readWords(before, commandFlags).flags,
  };
}

/** The words of a line that are not options, including words behind an unknown option. */
function operands(typed: readonly string[], flags: readonly Flag[]): readonly string[] {
  const { words, unknown } = readWords(typed, distinct(flags));
  return [...words, ...unknown.filter((word) => !word.startsWith('-'))];
}
async function optionsOf(group: Group, command: Command, words: readonly string[]): Promise<readonly Flag[]> {
  const more = command.name === '' ? await group.optionsFor?.(words).catch(() => []) : [];
  return [...(command.options ?? []), ...(more ?? [])];
}
const distinct = (flags: readonly Flag[]): readonly Flag[] => [
  ...new Map(flags.map((flag) => [spellings(flag.flags).at(-1)!, flag])).values(),
];
/** The option that needs the next word as its value. */
const valued = (flags: readonly Flag[], word = ''): Flag | undefined =>
  flags.find((flag) => takesValue(flag.flags) && spellings(flag.flags).includes(word));

/** The value at a place of a command; the last one takes every further word if it is `<id...>`. */
function positional(command: Command | undefined, at: number): Field | undefined {
  const values = valuesOf(command?.values);
  const last = values.at(-1);
  const value = values[at] ?? (last?.repeatable ? last : undefined);
  if (value === undefined) return undefined;
  const isNeeded = value.required && at < values.length;
  return { place: Math.min(at, values.length - 1), name: value.name, isNeeded };
}
/** The name of the value of an option: `network` of `--network <network>`. */
export const valueName = ({ flags }: Flag): string => /<([^>]+)>$/.exec(flags)?.[1] ?? '';
/** The names of values that are files. */
export const filePart = /(^|-)(file|folder|report|before|after|source)$/;
