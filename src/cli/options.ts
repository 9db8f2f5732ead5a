// The table of options that mean the same everywhere. The parser, help, completion and the type of their values derive from it.

import { formatNames } from './output/formats.js';

export interface Flag {
  /** As Commander takes it: `-o, --output <form>`. */
  readonly flags: string;
  readonly summary: string;
  /** May stand several times; each adds to a list. */
  readonly many?: true;
  /** May stand several times; its value is how often. */
  readonly counts?: true;
  /** The closed list of its values: help and completion show it. */
  readonly words?: readonly (string | number)[];
  /** Has to be given; on a terminal it is asked for. */
  readonly needed?: true;
}

/** The options that mean the same everywhere. */
export const globalFlags = [
  { flags: '-p, --profile <name>', summary: 'whose services and session (TUK_PROFILE)' },
  { flags: '-o, --output <form>', summary: 'the output format (TUK_OUTPUT)', words: formatNames },
  { flags: '--json', summary: 'the same as -o json; errors come as JSON too' },
  { flags: '--fields <list>', summary: 'only these fields, separated by commas; help lists them' },
  { flags: '--jq <expression>', summary: 'filter the answer with jq' },
  { flags: '--columns <list>', summary: 'the columns of a table or CSV, separated by commas' },
  { flags: '--sort-by <field>', summary: 'sort a list by a field' },
  { flags: '-q, --quiet', summary: 'print no data' },
  { flags: '--reveal', summary: 'show e-mail addresses and phone numbers whole in a table' },
  { flags: '-v, --verbose', summary: 'a line for each request; -vv headers and bodies, redacted', counts: true },
  { flags: '--timeout <duration>', summary: 'give up after 500ms, 10s, 5m; 0 waits for ever (TUK_TIMEOUT)' },
  { flags: '--retry <n>', summary: 'try a read again up to n times where that can help' },
  { flags: '--max-wait <duration>', summary: 'most time to wait for such tries in all, 1m if not given' },
  { flags: '--max-body <size>', summary: 'most bytes of an answer, 8MiB if not given' },
  { flags: '--dry-run', summary: 'print the request as JSON, send nothing' },
  { flags: '--print-curl', summary: 'print the request as a curl line, send nothing' },
  { flags: '--check', summary: 'hold the answer against what is publicly known of it' },
  { flags: '--allow-unknown-word', summary: 'send a word that is not in its closed list' },
  { flags: '-y, --yes', summary: 'agree to what would be asked' },
  { flags: '--confirm <name>', summary: 'agree to a change in a protected profile, by its name' },
  { flags: '--no-input', summary: 'never ask' },
  { flags: '--linear', summary: 'questions and screens as plain numbered lines (ACCESSIBLE)' },
  { flags: '--utc', summary: 'times in UTC; data keep theirs' },
  { flags: '--tz <zone>', summary: 'times in a zone, like Asia/Singapore' },
  { flags: '--lang <code>', summary: 'language of the answers, en if not given (TUK_LANG)' },
  { flags: '--error-format <form>', summary: 'the format of errors', words: ['text', 'json'] },
  { flags: '-h, --help', summary: 'show help' },
] as const satisfies readonly Flag[];

type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Text;
type Word<Text extends string> = Text extends `${infer First} ${string}` ? First : Text extends `${infer First},${string}` ? First : Text;
/** The key that an option's value is kept under, by its spelling: `-t, --token-type <type>` gives `tokenType`. */
export type OptionKey<Spelling extends string> = Spelling extends `${string}--${infer Rest}` ? Camel<Word<Rest>> : never;
type ValueOf<Of extends Flag> = Of extends { readonly counts: true }
  ? number
  : Of['flags'] extends `${string}>`
    ? Of extends { readonly many: true }
      ? readonly string[]
      : string
    : boolean;
/** The values of the options that mean the same everywhere, as they were typed. */
export type Flags = { readonly [Of in (typeof globalFlags)[number] as OptionKey<Of['flags']>]?: ValueOf<Of> };

/** The key that an option's value is kept under: `--sort-by <field>` gives `sortBy`, `--no-input` gives `noInput`. */
export function flagKey(flags: string): string {
  const at = flags.indexOf('--');
  const [first = '', ...more] = (at < 0 ? flags : flags.slice(at + 2).split(' ', 1)[0]!).split('-');
  return first + more.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/** How an option may be spelt: `-o` and `--output` of `-o, --output <form>`. */
export const spellings = (flags: string): string[] =>
  flags
    .replace(',', '')
    .split(' ')
    .filter((word) => word.startsWith('-'));

/** Whether an option takes a value. */
export const takesValue = (flags: string): boolean => flags.endsWith('>');
