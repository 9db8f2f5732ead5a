// The types of commands and groups: data for the parser, help and completion, and a function that does the work and returns a result.
import { type healthCalls, kebab } from '../../services/catalogue/define.js';
import type { Endpoints } from '../../services/catalogue/endpoint-types.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import type { Deadline } from '../../services/http/deadline.js';
import type { Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { ActiveSession } from '../../session/active-session.js';
import type { Line } from '../../text/line.js';
import { maskedText } from '../../text/mask.js';
import type { WebPage } from '../../things/thing.js';
import type { Presentation } from '../output/output.js';
import type { Effects, Flag, Flags, Settings } from '../settings/options.js';
import type { World } from '../settings/world.js';
import type { CommandOutput } from './command-output.js';
import type { Values } from './command-values.js';
import type { HttpAccess } from './http-access.js';
import type { Note } from './notes.js';

// What a command returns: its response, how it is shown, and what is known beside it. `cli/output/print-result` prints
// it; -w, several profiles, screens and `tuk diff` read it.
export interface Result {
  readonly body: Body;
  readonly shown: Presentation;
  /**
   * The parts that could not be read, complete once the pages are read. The first is the failure of the run, after its
   * output.
   */
  readonly failures: readonly Failure[];
  /** The exit code if no part failed. */
  readonly exit: number;
}
/** `json`: a response, or its pages; without pages nothing was read, as in a dry run. `lines`: for people. */
type Body =
  | { readonly is: 'json'; readonly pages: readonly string[] | AsyncIterable<string> }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'lines'; readonly lines: readonly Line[] }
  | { readonly is: 'bytes'; readonly bytes: Uint8Array };

/** The parts of a context that a response needs. */
interface Noting {
  note(note: Note): void;
  readonly out: { isMasked(stream: 'stdout'): boolean };
}

/** The result of a JSON text. @param json undefined: nothing was read, as in a dry run */
export const resultOf = (
  json: string | undefined,
  shown: Presentation = {},
  { failures = [], exit = 0 }: Partial<Pick<Result, 'failures' | 'exit'>> = {},
): Result => ({ body: { is: 'json', pages: json === undefined ? [] : [json] }, shown, failures, exit });

/** The result that people read as lines. */
export const linesResult = (lines: readonly Line[]): Result => ({
  body: { is: 'lines', lines },
  shown: {},
  failures: [],
  exit: 0,
});

/** The result of a text that is not JSON. */
export const textResult = (text: string): Result => ({ body: { is: 'text', text }, shown: {}, failures: [], exit: 0 });

/** The result of a response as it is: JSON, text or bytes. */
export function responseResult(
  { call, bytes, text: inNames, original: text = inNames }: Response,
  shown: Presentation,
  context: Noting,
): Result {
  const { name, service, effect } = call;
  const persons = () => call.persons === true;
  const of = () => ({ calls: [name], ...shown.of?.(), map: call.map });
  const base = { shown: { persons, hasEffect: effect !== 'none', ...shown, of }, failures: [], exit: 0 };
  if (call.as === 'bytes') return { ...base, body: { is: 'bytes', bytes } };
  if (call.as === 'text')
    return { ...base, body: { is: 'text', text: context.out.isMasked('stdout') ? maskedText(text) : text } };
  if (text !== '') return { ...base, body: { is: 'json', pages: [text] } };
  if (effect !== 'money') context.note({ is: 'empty', what: `${service} ${kebab(name)}` }); // a transfer says how it ended
  return { ...base, body: { is: 'json', pages: [] } };
}

// The context of a command: thunks and small objects, created on first use. `cli/run-context.ts` implements it.

export interface Context {
  readonly world: World;
  /** The global options as typed. */
  readonly flags: Flags;
  /** Every setting with its origin. @throws {BadInput} {LocalFailure} if the settings cannot be resolved */
  settings(): Settings;
  session(): ActiveSession;
  http(): HttpAccess;
  readonly deadline: Deadline;
  readonly out: CommandOutput;
  /** Logs a line on stderr, except with --quiet and JSON errors: stderr must then contain one JSON object only. */
  log(line: string, of?: 'failure'): void;
  /** Keeps a fact beside the response, which every door shows: `cli/notes.ts`. */
  note(note: Note): void;
}

/** Copies a context with some members replaced. Settings, session and HTTP access stay lazy. */
export const contextWith = (context: Context, members: Partial<Context>): Context => ({
  world: context.world,
  flags: context.flags,
  settings: () => context.settings(),
  session: () => context.session(),
  http: () => context.http(),
  deadline: context.deadline,
  out: context.out,
  log: (line, of) => context.log(line, of),
  note: (note) => context.note(note),
  ...members,
});

/** Words that complete a value, each with its description. */
export type Words = readonly (string | readonly [word: string, is: string])[];

/** A parsed command line: positional values in order, options by key. */
export interface Arguments {
  /** The words of the command's name, such as `wallet tx show`. */
  readonly name: readonly string[];
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | string[] | boolean | number | undefined>>;
}
/** The wait of a command as data: the command prints the statuses, a screen shows them. */
interface Wait {
  /** Opens the item that a line names. @throws {BadInput} {Failure} */
  open(args: Arguments, context: Context): Promise<OpenWait>;
}
export interface OpenWait {
  /** The pause between two polls of a screen, seconds; default: 5. */
  readonly every?: number;
  /** The list of its statuses and their source; the first response may determine both. */
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
/** The program, for commands that run other commands. */
export interface CommandRunner {
  readonly groups: Groups;
  /** Runs a command line as a separate process would. @returns its exit code */
  readonly run: (argv: readonly string[], world: World) => Promise<number>;
}
/**
 * What a command prints on stdout. `data`: a response, or rows. `record`: one record, never rows. `stream`: a record at
 * a time. `lines`: JSON lines of its own. `text`: a text of its own. `nothing`: no data, only lines on stderr.
 */
export type Prints = 'data' | 'record' | 'stream' | 'lines' | 'text' | 'nothing';
export interface Command {
  /** The words after the group's name; empty for a group's own command. */
  readonly name: string;
  /** The positional values as in help: `<id>`, or `['<service>', '<call>', '[values...]']`. */
  readonly values?: Values;
  /**
   * The closed lists of its values by their names in help, for completion. Lists of the catalogue follow from `uses`.
   * `typed`: the values before.
   */
  readonly offers?: Readonly<Record<string, (typed: readonly string[], context: Context) => Words | Promise<Words>>>;
  /** Imperative, without a full stop. */
  readonly summary: string;
  /** For development: `tuk GROUP --help --all` lists it; the reference, completion and the palette leave it out. */
  readonly hidden?: true;
  readonly description?: string;
  readonly options?: readonly Flag[];
  /** What the command itself does, whatever its options are: `auth token` prints a secret. Default: `plain`. */
  readonly effects?: Effects;
  /**
   * The keys of options of which the command needs one, such as `[['text', 'textFile']]`; an option that it always needs
   * is `required`.
   */
  readonly needs?: readonly (readonly string[])[];
  /** On a terminal the command prompts for missing options and values. */
  readonly prompts?: boolean;
  /** The command runs even if the settings cannot be resolved: `doctor` checks them. */
  readonly runsWithoutSettings?: boolean;
  /** The command runs even if TUK_PROFILE names no profile: `profile add` adds it. */
  readonly runsWithoutProfile?: true;
  /** Complete command lines that work on the sandbox. */
  readonly examples: readonly string[];
  /** The command changes nothing, although it has no read, or calls other than GET. */
  readonly readOnly?: true;
  /** The command changes nothing by itself: it shows something, or what it runs and calls is checked there. */
  readonly changesNothing?: true;
  /** The transactions that it signs, by their call in the ledger; a grant names the command by them. */
  readonly signs?: 'send' | 'swap';
  /**
   * The command checks its values for private keys itself: it takes hashes, and never repeats a text that may be a key.
   */
  readonly checksKeys?: true;
  /** The command reads the profiles of `--profile a,b` itself. */
  readonly takesProfiles?: true;
  /** The command shows operations of the ledger. */
  readonly fromLedger?: true;
  /**
   * Its dry run. `requests` (the default of a command that calls endpoints): the request as JSON, or as a curl line.
   * `plan`: what it would do, which no curl line says. `none` (the default of others).
   */
  readonly dryRun?: 'requests' | 'plan' | 'none';
  /** What it prints, by which it takes options such as --jq (`cli/run-command.ts`); default: `data`. */
  readonly prints?: Prints;
  readonly uses?: Endpoints;
  /** The call to whose open body -f and -F add fields. */
  readonly opens?: { readonly service: string; readonly name: string };
  readonly usesEverywhere?: readonly (keyof typeof healthCalls)[];
  /** How its response is shown, as far as that is known before it comes; of a command that reads. */
  readonly read?: Presentation;
  /**
   * Prompts for what a read lacks, and opens it for several polls, which share what it looks up once, and for other
   * doors than the shell. By default they run the command.
   */
  readonly open?: (args: Arguments, context: Context) => Promise<(poll: Context) => Promise<Result>>;
  readonly wait?: Wait;
  /** The web pages of the thing in its response, for --web. */
  readonly webPages?: readonly WebPage[];
  /**
   * @param runner for commands that run others
   * @returns what it found out; or the exit code of a command that prints by itself, 0 if undefined
   */
  readonly run: (args: Arguments, context: Context, runner?: CommandRunner) => Promise<Result | number | undefined>;
}
export interface Group {
  readonly commands: readonly Command[];
  /** Options that depend on the typed words, such as the fields of a call. */
  readonly optionsFor?: (words: readonly string[]) => Promise<readonly Flag[]>;
  /** A help page that depends on the typed words, such as a call's page. */
  readonly pageFor?: (words: readonly string[]) => Promise<string | undefined>;
}

/** A group in the table of groups. Its commands are loaded when a command line names it. */
export interface GroupEntry {
  /** For help; without capital and full stop. */
  readonly summary: string;
  readonly section: 'Everyday' | 'Find and follow' | 'Script' | 'Check' | 'Set up';
  readonly load: () => Promise<{ readonly group: Group }>;
}
export type Groups = Readonly<Record<string, GroupEntry>>;

/** Finds a group by its typed name, without loading it; undefined for an unknown name. */
export const groupEntry = (groups: Groups, name: string): GroupEntry | undefined =>
  Object.hasOwn(groups, name) ? groups[name] : undefined;

/** The commands, or options, that are not hidden. */
export const shown = <Part extends { readonly hidden?: true }>(parts: readonly Part[]): readonly Part[] =>
  parts.filter(({ hidden }) => !hidden);

/** Whether a group's name alone is a command: its only command, or one without values that it needs. */
export function runsAlone({ commands, optionsFor }: Group): boolean {
  const command = commands.find(({ name }) => name === '');
  return (
    command !== undefined &&
    (commands.length === 1 || command.values === undefined || (optionsFor === undefined && isOptional(command.values)))
  );
}

const isOptional = (values: Values): boolean => typeof values === 'string' && values.startsWith('[');

/** The command with the longest name that begins the words; else the group's own command. */
export function commandOf({ commands }: Group, words: readonly string[]): Command | undefined {
  const leads = ({ name }: Command) => name !== '' && name.split(' ').every((word, i) => words[i] === word);
  // `sessions revoke` before `sessions`
  const [longest] = commands.filter(leads).sort((a, b) => b.name.length - a.name.length);
  return longest ?? commands.find(({ name }) => name === '');
}

/**
 * The commands with names that begin with these words: `bridge` of swap has `bridge fee`, `bridge create` and `bridge
 * list`.
 */
export const subcommands = ({ commands }: Group, words: readonly string[]): Command[] =>
  commands.filter(
    ({ name }) =>
      words.length > 0 && `${name} `.startsWith(`${words.join(' ')} `) && name.split(' ').length > words.length,
  );
/** Whether these words begin the names of several commands. */
export const isSubgroup = (group: Group, words: readonly string[]): boolean => subcommands(group, words).length > 0;
