// What a command is: data for the help and the parser, and a function that does the work and knows neither.

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
  /** The calls beneath it, as `service METHOD path`. */
  readonly uses?: readonly string[];
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
}

/** The command whose words lead the way; the group's nameless one where none does. */
export function commandOf({ commands }: Group, words: readonly string[]): Command | undefined {
  const leads = ({ name }: Command) => name !== '' && name.split(' ').every((word, i) => words[i] === word);
  const [longest] = commands.filter(leads).sort((a, b) => b.name.length - a.name.length); // `sessions revoke` before `sessions`
  return longest ?? commands.find(({ name }) => name === '');
}

/** The failure for a command that a group does not have. */
export const unknownCommand = (name: string, group: Group, typed: string): BadInput => {
  const names = group.commands.map((command) => command.name).filter(Boolean);
  return new BadInput(
    'UNKNOWN_COMMAND',
    `tuk ${name} has no command ${JSON.stringify(typed)}.`,
    suggestion(typed, names, `There are: ${names.join(', ')}.`),
  );
};
