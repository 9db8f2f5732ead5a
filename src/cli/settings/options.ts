// The table of global options. The parser, help, completion and the type of their values derive from it.

import { formatNames } from './formats.js';

/**
 * What an option or a value does beyond saying what a command shows or sends: it reads or writes a `file` (standard
 * input too), runs a program (`exec`), uses a `secret` (a key, a password, a token, the session of another profile, a
 * variable), `confirms` what a person is asked, or `widens` what a check would refuse.
 */
export type Effect = 'file' | 'exec' | 'secret' | 'confirms' | 'widens';
/** A set of effects; `plain` is the empty one. `cli/effects.ts` says who may use which. */
export type Effects = 'plain' | readonly [Effect, ...Effect[]];

export interface Flag {
  /** In the syntax of Commander: `-o, --output <form>`. */
  readonly flags: string;
  readonly effects: Effects;
  readonly summary: string;
  /** For development: help lists it with --all only, and the reference and completion leave it out. */
  readonly hidden?: true;
  /** Repeatable: the values are a list. */
  readonly repeatable?: true;
  /** Repeatable: the value is the count. */
  readonly counts?: true;
  /** The enum of its values, for help and completion. */
  readonly words?: readonly (string | number)[];
  /** Those of them that the command accepts, for forms, prompts and completion; default: all. */
  readonly offers?: () => readonly (string | number)[];
  /** The list of its values, for completion: a command line, and the path of the value: `wallet key list {name}`. */
  readonly from?: string;
  /** Required; prompted for on a terminal. */
  readonly required?: true;
  /** The values that need it, in a few words: the command refuses them without it, by `refuseMissing`. */
  readonly neededFor?: string;
  /**
   * Its place in a form, if it is not required. `first`: the command asks for it. `folded`: common to all commands of
   * its kind, and rarely wanted.
   */
  readonly inForm?: 'first' | 'folded';
}
/** What an option may have beside its spelling and its summary. */
type Facts = Partial<GlobalFlag> & Readonly<Partial<Record<'param' | 'filterPath' | 'as', string | false>>>;

/** An option that does nothing but shape its command: it touches no file, secret or check. */
export const plain = <const Spelling extends string, const More extends Facts = Record<never, never>>(
  flags: Spelling,
  summary: string,
  more?: More & Readonly<Record<Exclude<keyof More, keyof Facts>, never>>,
) => ({ flags, effects: 'plain' as const, summary, ...(more as More) });

/**
 * A global option, and what it is about. `data`: it shapes printed data, and is refused by a command that prints none.
 * `output`: how anything is printed. `request`: which requests are made, and how. `safety`: what is sent, and confirmed.
 */
export interface GlobalFlag extends Flag {
  readonly of: 'data' | 'output' | 'request' | 'safety';
}

export const globalFlags = [
  {
    flags: '-p, --profile <name>',
    effects: ['secret'],
    of: 'request',
    summary: 'the profile; for a read also several: a,b (TUK_PROFILE)',
  },
  plain('-o, --output <form>', 'the output format (TUK_OUTPUT)', { of: 'output', words: formatNames }),
  plain('--json', 'data as JSON, unless -o names another format; errors as JSON', { of: 'output' }),
  plain('--fields <list>', 'only these fields: a,b; help lists them', { of: 'data' }),
  plain('--jq <expression>', 'filter the response with jq', { of: 'data' }),
  plain('--columns <list>', 'the columns of a table or CSV: a,b', { of: 'data' }),
  plain('--match <terms>', "only rows that match all terms: 'status=OPEN price>9 name~mina !test'", { of: 'data' }),
  plain('--sort-by <field>', 'sort a list by a field or column; -field reverses it', { of: 'data' }),
  plain('--limit <n>', 'at most n rows of a list', { of: 'data' }),
  plain('--sum <field>', 'exact sums of a field of a list, for each unit', { of: 'data' }),
  plain('--sum-by <field>', 'a sum for each value of a field, or each pair of a,b, and unit', { of: 'data' }),
  plain('--no-header', 'no heading in a table or CSV', { of: 'data' }),
  plain('--no-pager', 'print without a pager (TUK_PAGER, PAGER)', { of: 'output' }),
  plain('-q, --quiet', 'print no data', { of: 'output' }),
  {
    flags: '--reveal',
    effects: ['widens'],
    of: 'output',
    summary: 'show personal data on a terminal; the audit file records it',
  },
  plain('--mask', 'mask personal data in a pipe too', { of: 'output' }),
  plain('-i, --include', 'print status line and headers of the last response first', { of: 'output' }),
  plain('-v, --verbose', 'log each request; -vv with headers and bodies, redacted', { of: 'request', counts: true }),
  plain('--timeout <duration>', 'the time limit of a request, like 10s; 0 for none (TUK_TIMEOUT)', { of: 'request' }),
  plain('--retry <n>', 'retry a failed read up to n times', { of: 'request' }),
  plain('--max-wait <duration>', 'the maximum time of all retries (default: 1m), or of a wait', { of: 'request' }),
  plain('--max-body <size>', 'the maximum size of a response; default: 8MiB', { of: 'request' }),
  plain('--dry-run', 'print the request as JSON, send nothing', { of: 'safety' }),
  plain('--print-curl', 'print the request as a curl line, send nothing', { of: 'safety' }),
  plain('--check', 'check responses against their public shapes', { of: 'request' }),
  { flags: '--allow-unknown-word', effects: ['widens'], of: 'safety', summary: 'send a value that is not in its enum' },
  { flags: '-y, --yes', effects: ['confirms'], of: 'safety', summary: 'confirm without a prompt' },
  {
    flags: '--confirm <name>',
    effects: ['confirms'],
    of: 'safety',
    summary: 'confirm a change in a protected profile, by its name',
  },
  plain('--no-input', 'never prompt', { of: 'safety' }),
  plain('--linear', 'prompts, screens and tables as plain lines (ACCESSIBLE)', { of: 'output' }),
  plain('--utc', 'show times in UTC; data are unchanged', { of: 'output' }),
  plain('--tz <zone>', 'show times in a zone, like Asia/Singapore', { of: 'output' }),
  plain('--lang <code>', 'the language of responses; default: en (TUK_LANG)', { of: 'request' }),
  plain('-h, --help', 'show help', { of: 'output' }),
] as const satisfies readonly GlobalFlag[];

type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Text;
type Word<Text extends string> = Text extends `${infer First} ${string}`
  ? First
  : Text extends `${infer First},${string}`
    ? First
    : Text;
/** The key of an option's value, as a type: `tokenType` for `-t, --token-type <type>`. */
export type OptionKey<Spelling extends string> = Spelling extends `${string}--${infer Rest}`
  ? Camel<Word<Rest>>
  : never;
type ValueOf<Of extends Flag> = Of extends { readonly counts: true }
  ? number
  : Of['flags'] extends `${string}>`
    ? Of extends { readonly repeatable: true }
      ? readonly string[]
      : string
    : boolean;
export type Flags = { readonly [Of in (typeof globalFlags)[number] as OptionKey<Of['flags']>]?: ValueOf<Of> };

/** The key of an option's value: `sortBy` for `--sort-by <field>`, `noInput` for `--no-input`. */
export function flagKey(flags: string): string {
  const at = flags.indexOf('--');
  const [first = '', ...more] = (at < 0 ? flags : flags.slice(at + 2).split(' ', 1)[0]!).split('-');
  return first + more.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/** The spellings of an option: `-o` and `--output` of `-o, --output <form>`. */
export const spellings = (flags: string): string[] =>
  flags
    .replace(',', '')
    .split(' ')
    .filter((word) => word.startsWith('-'));

/** Whether an option needs a value, as `--lang <code>` does. A switch needs none. */
export const takesValue = (flags: string): boolean => flags.endsWith('>');
