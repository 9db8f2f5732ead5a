// The flags that mean the same everywhere, as data: the parser, the help and the tests read this one table.

export interface Flag {
  /** As Commander takes it: `-o, --output <form>`. */
  readonly flags: string;
  readonly summary: string;
  /** May stand several times; each adds to a list. */
  readonly many?: true;
  /** The closed list of its values: help and completion show it. */
  readonly words?: readonly (string | number)[];
  /** Has to be given; on a terminal it is asked for. */
  readonly needed?: true;
}

export const globalFlags: readonly Flag[] = [
  { flags: '-p, --profile <name>', summary: 'whose services and session (TUK_PROFILE)' },
  { flags: '-o, --output <form>', summary: 'table wide json ndjson yaml csv name (TUK_OUTPUT)' },
  { flags: '--json', summary: 'the same as -o json; errors come as JSON too' },
  { flags: '--fields <list>', summary: 'only these fields, separated by commas; help lists them' },
  { flags: '--jq <expression>', summary: 'filter the answer with jq' },
  { flags: '--columns <list>', summary: 'the columns of a table or CSV, separated by commas' },
  { flags: '--sort-by <field>', summary: 'sort a list by a field' },
  { flags: '-q, --quiet', summary: 'print no data' },
  { flags: '--reveal', summary: 'show e-mail addresses and phone numbers whole in a table' },
  { flags: '-v, --verbose', summary: 'a line for each request; -vv headers and bodies, redacted' },
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
  { flags: '--error-format <form>', summary: 'text or json' },
  { flags: '-h, --help', summary: 'show help' },
];

/** The name that a flag's value is kept under: `--sort-by <field>` is `sortBy`, `--no-input` is `noInput`. */
export function flagKey(flags: string): string {
  const at = flags.indexOf('--');
  const [first = '', ...more] = (at < 0 ? flags : flags.slice(at + 2).split(' ', 1)[0]!).split('-');
  return first + more.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/** How a flag may be spelt: `-o` and `--output` of `-o, --output <form>`. */
export const spellings = (flags: string): string[] =>
  flags
    .replace(',', '')
    .split(' ')
    .filter((word) => word.startsWith('-'));

/** Whether a flag takes a value behind it. */
export const takesValue = (flags: string): boolean => flags.endsWith('>');

/** Whether a word is one of the spellings of a flag. */
export function isSpelling(flags: string, word: string): boolean {
  const at = flags.indexOf(word);
  const next = flags[at + word.length];
  return at >= 0 && word.startsWith('-') && (at === 0 || flags[at - 1] === ' ') && (next === undefined || next === ' ' || next === ',');
}

/** Whether a word is a global flag that takes a value, so that its value is not taken for a command. */
export const isValued = (word: string): boolean =>
  word.startsWith('-') && globalFlags.some(({ flags }) => takesValue(flags) && isSpelling(flags, word));

export const isHelp = (word: string): boolean => word === '--help' || word === '-h';
