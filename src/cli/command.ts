// What a command is: data for the help and the parser, and a function that does the work and knows neither.

import type { healthCalls } from '../services/catalogue/define.js';
import type { Endpoints } from '../services/catalogue/endpoint-types.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import { BadInput } from '../services/http/errors.js';
import type { Chart } from '../ui/format/chart.js';
import type { Column } from '../ui/format/column.js';
import type { Context } from './context.js';
import type { Flag } from './options.js';
import { suggestion } from './suggest.js';

/** What was typed: the values in their order, and the command's own options by key. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | string[] | boolean | number | undefined>>;
}
/** A read that is data: a command prints it, a screen shows it. */
interface Reading {
  /** Asks, with what was typed. @returns the answer as JSON text, its digits kept and its rows filtered; nothing where it was only to be shown. @throws {Failure} */
  load(typed: Arguments, context: Context): Promise<string | undefined>;
  /** What a table of it shows; nothing leaves that to the answer. */
  readonly columns?: readonly Column[];
  /** The path of the field that names a row, `id` if nothing is said. */
  readonly id?: string;
  /** What is drawn of its rows as bars. */
  readonly chart?: Chart;
  /** What an empty answer says, and the next step. */
  readonly empty?: readonly [nothing: string, next: string];
  /** An object is one thing, though it holds a list. */
  readonly one?: boolean;
}
/** A wait that is data: a command says its states in lines, a screen shows them. */
interface Following {
  readonly list: StatusList;
  /** What asks for one thing, with what was typed. */
  ask(typed: Arguments, context: Context): (id: string) => Promise<{ readonly word: string | undefined; readonly row: unknown }>;
}
export interface Command {
  /** The words behind the group's name; empty for a group that is a command itself. */
  readonly name: string;
  /** Its values as help shows them: `<service> <call> [values...]`. */
  readonly values?: string;
  /** Imperative, no full stop. */
  readonly summary: string;
  /** More than a line of help, where it needs it. */
  readonly description?: string;
  readonly options?: readonly Flag[];
  /** Asks on a terminal for what was not typed, values too. */
  readonly asks?: boolean;
  /** Runs though no setting can be read: `doctor`, which looks for what is wrong with them. */
  readonly unsettled?: boolean;
  /** Whole command lines that work on the sandbox. */
  readonly examples: readonly string[];
  /** The endpoints that it uses. */
  readonly uses?: Endpoints;
  /** The endpoints that it uses of every service. */
  readonly usesEverywhere?: readonly (keyof typeof healthCalls)[];
  /** The read that it is, where it is nothing but one. */
  readonly reading?: Reading;
  /** The wait that it is. */
  readonly following?: Following;
  /** @returns an exit code, 0 if nothing. */
  readonly run: (typed: Arguments, context: Context) => Promise<number | undefined>;
}
export interface Group {
  readonly commands: readonly Command[];
  /** Options that depend on the words typed, such as the fields of a call. */
  readonly optionsFor?: (words: readonly string[]) => Promise<readonly Flag[]>;
  /** A page of help that depends on the words typed, such as that of a call; nothing where they mean nothing. */
  readonly pageFor?: (words: readonly string[]) => Promise<string | undefined>;
}

/** A group by its name: what a start knows of it; its commands are loaded when argv names it. */
export interface GroupEntry {
  /** What it is about, for help: no capital, no full stop. */
  readonly summary: string;
  readonly section: 'Everyday' | 'Sign-in and settings' | 'For scripts and CI';
  readonly load: () => Promise<{ readonly group: Group }>;
}
export type Groups = Readonly<Record<string, GroupEntry>>;

/** A group by name. */
export const groupEntry = (groups: Groups, name: string): GroupEntry | undefined =>
  Object.hasOwn(groups, name) ? groups[name] : undefined;

/** The command whose words lead the way; the group's nameless one where none does. */
export function commandOf({ commands }: Group, words: readonly string[]): Command | undefined {
  const leads = ({ name }: Command) => name !== '' && name.split(' ').every((word, i) => words[i] === word);
  const [longest] = commands.filter(leads).sort((a, b) => b.name.length - a.name.length); // `sessions revoke` before `sessions`
  return longest ?? commands.find(({ name }) => name === '');
}

/** The commands below some words: `bridge` of swap has `bridge fee`, `bridge create` and `bridge list`. */
export const subcommands = ({ commands }: Group, words: readonly string[]): Command[] =>
  commands.filter(({ name }) => words.length > 0 && `${name} `.startsWith(`${words.join(' ')} `) && name.split(' ').length > words.length);
/** Whether some words name several commands and none themselves. */
export const isSubgroup = (group: Group, words: readonly string[]): boolean => subcommands(group, words).length > 0;

/** The failure for a group that there is not. */
export const unknownGroup = (groups: Groups, typed: string): BadInput =>
  new BadInput(
    'UNKNOWN_GROUP',
    `There is no group ${JSON.stringify(typed)}.`,
    suggestion(typed, [...Object.keys(groups), 'help'], `Search for it: tuk help ${/^[\w-]+$/.test(typed) ? typed : 'WORD'}`),
  );

/** The failure for a command that a group, or one of its sub-groups, does not have. `words`: those behind the group's name. */
export function unknownCommand(groupName: string, group: Group, words: readonly string[]): BadInput {
  const depth = words.findLastIndex((_, at) => isSubgroup(group, words.slice(0, at + 1))) + 1; // how many words are known
  const below = depth === 0 ? group.commands : subcommands(group, words.slice(0, depth));
  const names = [
    ...new Set(below.map(({ name }) => name.split(' ')[depth]).filter((name) => name !== undefined && name !== '')),
  ] as string[];
  const typed = words[depth] ?? '';
  return new BadInput(
    'UNKNOWN_COMMAND',
    `${['tuk', groupName, ...words.slice(0, depth)].join(' ')} has no command ${JSON.stringify(typed)}.`,
    suggestion(typed, names, `There are: ${names.join(', ')}.`),
  );
}
