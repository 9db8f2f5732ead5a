// The types of commands and groups: data for parser, help and completion, and a function that does the work and knows none of them.

import type { healthCalls } from '../services/catalogue/define.js';
import type { Endpoints } from '../services/catalogue/endpoint-types.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import type { Chart } from '../text/chart.js';
import type { Column } from '../text/column.js';
import type { Context } from './context.js';
import type { Flag } from './options.js';
import type { World } from './world.js';

/** The parsed command line: the positional values in order, and the options by key. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | string[] | boolean | number | undefined>>;
}
/** The read of a command as data, so that a screen can show it too. */
interface Read {
  /** Sends the requests. @returns the response as JSON text, numbers unchanged and rows filtered; undefined in a dry run. @throws {Failure} */
  load(args: Arguments, context: Context): Promise<string | undefined>;
  /** The columns of its table; without them they are derived from the response. */
  readonly columns?: readonly Column[];
  /** The path of the field that identifies a row, by default `id`. */
  readonly id?: string;
  /** The path of the field with the command line that shows a row, where the rows are of several kinds. */
  readonly rowCommand?: string;
  /** The bar chart of its rows. */
  readonly chart?: Chart;
  /** The message for an empty list, and the next step. */
  readonly empty?: readonly [nothing: string, next: string];
  /** No row is exit 5: the command looks for one thing. */
  readonly emptyIsNotFound?: true;
  /** The response is one record, though it has a list. */
  readonly singleRecord?: boolean;
  /** Whether the response is a person, or a list of persons, though its fields do not say so. */
  readonly persons?: () => Promise<boolean>;
  /** What a person has to know about a response, a sentence each: filters that the service took no notice of. */
  warnings?(json: string, args: Arguments): Promise<readonly string[]>;
}
/** The wait of a command as data: the command prints the statuses, a screen shows them. */
interface Wait {
  /** The time between two polls of a screen, milliseconds; default: five seconds. */
  readonly interval?: number;
  /** Opens the reading of the one item that a line names. @throws {BadInput} {Failure} */
  open(args: Arguments, context: Context): Promise<OpenWait>;
}
/** The reading of one item. */
export interface OpenWait {
  /** The list of its statuses, and where they are read: both may become known with the first response. */
  statuses(): { readonly statusList: StatusList; readonly source?: string };
  /** Requests the status and the row, with the context of a poll. @throws {Failure} */
  fetchStatus(poll: Context): Promise<{
    readonly status: string | undefined;
    readonly row: unknown;
    readonly reason?: string;
    readonly progress?: string;
  }>;
  close?(): void;
}
/** The program that runs a command, for one that runs others. */
export interface CommandRunner {
  readonly groups: Groups;
  /** Runs a command line like a separate process. @returns its exit code */
  readonly run: (argv: readonly string[], world: World) => Promise<number>;
}
export interface Command {
  /** The words after the group's name; empty for the command of a group without subcommands. */
  readonly name: string;
  /** The positional values as help shows them: `<service> <call> [values...]`. */
  readonly values?: string;
  /** Imperative, no full stop. */
  readonly summary: string;
  /** More lines of help. */
  readonly description?: string;
  readonly options?: readonly Flag[];
  /** On a terminal the command prompts for missing options and values. */
  readonly prompts?: boolean;
  /** The command runs although the settings cannot be resolved: `doctor`, which checks them. */
  readonly runsWithoutSettings?: boolean;
  /** Complete command lines that work on the sandbox. */
  readonly examples: readonly string[];
  /** The command changes nothing, though it has no read, or calls that are not GET. */
  readonly readOnly?: true;
  /** The endpoints that the command uses. */
  readonly uses?: Endpoints;
  /** The health endpoints that the command uses, of every service. */
  readonly usesEverywhere?: readonly (keyof typeof healthCalls)[];
  /** The read of a command that only reads. */
  readonly read?: Read;
  /** The wait of a command that only waits. */
  readonly wait?: Wait;
  /** @param runner the program that runs it, for a command that runs others @returns the exit code; 0 if undefined */
  readonly run: (args: Arguments, context: Context, runner?: CommandRunner) => Promise<number | undefined>;
}
export interface Group {
  readonly commands: readonly Command[];
  /** Options that depend on the typed words, such as the fields of a call. */
  readonly optionsFor?: (words: readonly string[]) => Promise<readonly Flag[]>;
  /** A page of help that depends on the typed words, such as that of a call; undefined where they name nothing. */
  readonly pageFor?: (words: readonly string[]) => Promise<string | undefined>;
}

/** The table entry of a group. Its commands are loaded when the command line names it. */
export interface GroupEntry {
  /** The summary, for help: no capital, no full stop. */
  readonly summary: string;
  readonly section: 'Everyday' | 'Sign-in and settings' | 'For scripts and CI';
  readonly load: () => Promise<{ readonly group: Group }>;
}
export type Groups = Readonly<Record<string, GroupEntry>>;

/** A group by name. */
export const groupEntry = (groups: Groups, name: string): GroupEntry | undefined =>
  Object.hasOwn(groups, name) ? groups[name] : undefined;

/** Whether the name of a group is a command itself: its only one, or one without values beside others. */
export function runsAlone({ commands }: Group): boolean {
  const own = commands.find(({ name }) => name === '');
  return own !== undefined && (commands.length === 1 || own.values === undefined);
}

/** The command with the longest name that the words begin with; else the group's command without a name. */
export function commandOf({ commands }: Group, words: readonly string[]): Command | undefined {
  const leads = ({ name }: Command) => name !== '' && name.split(' ').every((word, i) => words[i] === word);
  const [longest] = commands.filter(leads).sort((a, b) => b.name.length - a.name.length); // `sessions revoke` before `sessions`
  return longest ?? commands.find(({ name }) => name === '');
}

/** The commands whose names begin with these words: `bridge` of swap has `bridge fee`, `bridge create` and `bridge list`. */
export const subcommands = ({ commands }: Group, words: readonly string[]): Command[] =>
  commands.filter(({ name }) => words.length > 0 && `${name} `.startsWith(`${words.join(' ')} `) && name.split(' ').length > words.length);
/** Whether these words are the beginning of several commands. */
export const isSubgroup = (group: Group, words: readonly string[]): boolean => subcommands(group, words).length > 0;
