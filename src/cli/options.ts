// The flags that mean the same everywhere, as data: the parser, the help and the tests read this one table.

export interface Flag {
  /** As Commander takes it: `-o, --output <form>`. */
  readonly flags: string;
  readonly is: string;
  /** May stand several times; each adds to a list. */
  readonly many?: true;
  /** The closed list of its values: help and completion show it. */
  readonly words?: readonly (string | number)[];
  /** Has to be given; on a terminal it is asked for. */
  readonly needed?: true;
}

export const globalFlags: readonly Flag[] = [
  { flags: '-p, --profile <name>', is: 'whose services and session (TUK_PROFILE)' },
  { flags: '-o, --output <form>', is: 'table wide json ndjson yaml csv name (TUK_OUTPUT)' },
  { flags: '--json', is: 'the same as -o json; errors come as JSON too' },
  { flags: '--fields <list>', is: 'only these fields, separated by commas; help lists them' },
  { flags: '--jq <expression>', is: 'filter the answer with jq' },
  { flags: '--columns <list>', is: 'the columns of a table or CSV, separated by commas' },
  { flags: '--sort-by <field>', is: 'sort a list by a field' },
  { flags: '-q, --quiet', is: 'print no data' },
  { flags: '--reveal', is: 'show e-mail addresses and phone numbers whole in a table' },
  { flags: '-v, --verbose', is: 'a line for each request; -vv headers and bodies, redacted' },
  { flags: '--timeout <duration>', is: 'give up after 500ms, 10s, 5m; 0 waits for ever (TUK_TIMEOUT)' },
  { flags: '--retry <n>', is: 'try a read again up to n times where that can help' },
  { flags: '--max-wait <duration>', is: 'most time to wait for such tries in all, 1m if not given' },
  { flags: '--max-body <size>', is: 'most bytes of an answer, 8MiB if not given' },
  { flags: '--dry-run', is: 'print the request as JSON, send nothing' },
  { flags: '--print-curl', is: 'print the request as a curl line, send nothing' },
  { flags: '--check', is: 'hold the answer against what is publicly known of it' },
  { flags: '--allow-unknown-word', is: 'send a word that is not in its closed list' },
  { flags: '-y, --yes', is: 'agree to what would be asked' },
  { flags: '--confirm <name>', is: 'agree to a change in a protected profile, by its name' },
  { flags: '--no-input', is: 'never ask' },
  { flags: '--linear', is: 'questions and screens as plain numbered lines (ACCESSIBLE)' },
  { flags: '--utc', is: 'times in UTC; data keep theirs' },
  { flags: '--tz <zone>', is: 'times in a zone, like Asia/Singapore' },
  { flags: '--lang <code>', is: 'language of the answers, en if not given (TUK_LANG)' },
  { flags: '--error-format <form>', is: 'text or json' },
  { flags: '-h, --help', is: 'show help' },
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
