// The pages of `tuk help TOPIC`.

import { classInWords, type StatusClass, statusLists } from '../../services/catalogue/statuses.js';
import { pageKinds } from '../../ui/page-kinds/page-kinds.js';
import type { Keymap, Section } from '../../ui/state/core/keymap.js';
import { board, type JsonScreen, type PageKindName, type WatchSpec } from '../../ui/state/core/screens.js';
import { keysOf } from '../../ui/state/keys/app-keys.js';
import { watchScreen } from '../../ui/state/watch/watch-screen.js';
import { exitCodes } from '../settings/exit-codes.js';
import { outputFormats } from '../settings/formats.js';
import { docPage, docs, type ReadDoc } from './help-docs.js';
import { flagsPage } from './help-flags.js';
import { valuesPage } from './help-values.js';

// The page of `tuk help statuses`: every list of statuses with its classes.

/** Renders `tuk help statuses`: each list with its statuses by class. */
function statusPage(): string {
  const lists = Object.entries(statusLists).map(([name, classes]) => {
    const lines = (Object.entries(classes) as [StatusClass, readonly string[]][]).map(
      ([kind, words]) => `  ${classInWords[kind].padEnd(14)}${wrapped(words)}`,
    );
    return `${name}\n${lines.join('\n')}`;
  });
  return `Statuses

  tuk explain WORD explains one. tuk wait and tuk watch exit 0 on success and 13 on failure. They go on waiting at a status that no list has.

${lists.join('\n\n')}
`;
}

/** Wraps words at 100 columns, indented after the class. */
function wrapped(words: readonly string[]): string {
  const lines: string[] = [''];
  for (const word of words) {
    const last = lines.at(-1)!;
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + word.length < 84) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(16)}`);
}

// `tuk help keys`: the keys of the application, from the key tables of its screens. Loads no terminal and no React.

const kindsWithKeys = (Object.keys(pageKinds) as PageKindName[]).filter((kind) => pageKinds[kind].keys);

/** Renders `tuk help keys`: the shared keys, then the keys of each kind of screen. */
function keyPage(): string {
  const spec = { name: '', command: '' };
  const json: JsonScreen = { kind: 'json', group: '', parents: [], line: '', layout: [], top: 0, query: 'x' };
  const item: WatchSpec = { ...spec, actions: [['Cancel', 'ride cancel {id}', { role: 'cancel' }]] };
  const state = {
    kind: 'began',
    at: 0,
    changed: [],
    items: [{ id: '', class: 'pending', row: {}, seen: [] }],
  } as const;
  const watch = watchScreen('', [{ spec: item, id: 'x', line: '', history: [], hasEnded: false, state }]);
  const list = keysOf(board('', spec), { listed: true, isOver: false });
  const heads: readonly Section[] = ['This screen', 'Move', 'Copy and show', 'Everywhere'];
  const parts = [
    ...heads.map((head) => part(head === 'This screen' ? 'A list' : head, list, head)),
    part('A page', keysOf(board('', spec), { listed: false, isOver: true }), 'This screen'),
    part('The raw JSON', keysOf(json, { listed: false, isOver: true }), 'This screen'),
    ...kindsWithKeys.map((kind) =>
      part(`A ${kind}`, keysOf(board('', { ...spec, kind }), { listed: true, isOver: false }), 'Move'),
    ),
    part('A watched item', keysOf(watch, { listed: false, isOver: true }), 'This screen'),
    part(
      'Watched items side by side',
      keysOf({ ...watch, whole: false }, { listed: false, isOver: true }),
      'This screen',
    ),
  ];
  return `Keys of the application; tuk, alone or with a group, opens it on a terminal, and ? shows the keys of a screen\n\n${parts.join('\n')}
An action whose name ends in … asks for confirmation first.\n`;
}

function part(title: string, keymap: Keymap, head: Section): string {
  const entries = keymap.filter(({ section = 'This screen' }) => section === head);
  return `${title.toUpperCase()}\n${entries.map(({ keys, keysLabel, label }) => `  ${(keysLabel ?? keys.join(' ')).padEnd(26)} ${label}`).join('\n')}\n`;
}

export const topics = [
  ...(['flags', 'exit-codes', 'output', 'statuses', 'values', 'environment', 'keys'] as const),
  ...(['scripting', 'flows', 'money', 'ci', 'screens', 'sandbox'] as const),
];

/** The pages; a page of the documentation needs its reader. */
export const topicPages: Readonly<Record<(typeof topics)[number], (read?: ReadDoc) => string | Promise<string>>> = {
  flags: () => flagsPage(),
  'exit-codes': () =>
    `Exit codes\n\n${exitCodes.map(([code, word, meaning]) => `  ${String(code).padStart(3)}  ${word.padEnd(13)}${meaning}`).join('\n')}\n`,
  scripting: (read) => docPage('scripting', read),
  flows: (read) => docPage('flows', read),
  money: (read) => docPage('money', read),
  ci: (read) => docPage('ci', read),
  screens: (read) => docPage('screens', read),
  sandbox: (read) => docPage('sandbox', read),
  statuses: async () => statusPage(),
  values: async () => valuesPage(),
  keys: async () => keyPage(),
  output: () => `Output

  Data goes to stdout, everything else to stderr. The default format is a table on a terminal and JSON in a pipe.

${formatLines()}

  A table always has the id of each row, for the next command. A note on stderr counts the columns that are left out.

  --fields a,b.c     only these fields; --fields help lists the fields of a read
  --jq EXPRESSION    filters the whole response with jq; strings are printed without quotes, except with -o json
  --columns a,b      only these columns of a table or CSV
  --match TERMS      only the rows of a list that match all terms, as the filter of a screen does: a text in any column, column=5, column!=5,
                     column>5, column<=2026-11-20, since>20m (older than 20 minutes), column~text (contains), !term for rows that do not
  --sort-by field    sorts a list by a field or a column; --sort-by -field reverses the order; rows without it come last
  --limit n          prints at most n rows, after --match and --sort-by; a call that has a limit of its own gets it too
  --no-header        prints no heading of a table or CSV
  -i                 prints the status line, the headers and an empty line before the output, with secret headers redacted. Of several calls it has
                     the last response. On a terminal the output is then JSON, unless -o says otherwise. The response of a failed call is printed too,
                     with its body as received; its error is on stderr. With -q there are only the headers.
  -q                 prints nothing but failures

  Numbers keep every digit: an integer of 78 digits is printed unchanged.
  With --json an error is one JSON object on stderr, its last line; -o may name another format of the data. Only what a person must see comes before it: the
  message that login web3 signs, and on a terminal that nothing in the sandbox is real.
`,
  environment: () => `Environment

  TUK_HOME            the directory of all files of tuk
  TUK_PROFILE         the profile, as --profile
  TUK_OUTPUT          the output format, as --output
  TUK_TIMEOUT         the time limit of a request, as --timeout
  TUK_LANG            the language of responses, as --lang
  TUK_TOKEN           an access token to use instead of the stored session
  TUK_GRANT           the token of a grant, or a file with it: the run changes only what the grant names (tuk grant new)
  TUK_BASIC_USER      user name and password of calls
  TUK_BASIC_PASSWORD  with HTTP basic authentication
                      (each of these but TUK_OUTPUT, TUK_TIMEOUT and TUK_LANG is refused if it is set and empty)
  TZ                  the time zone, as date reads it: Europe/Berlin, IST-5:30, or empty for UTC
  TUK_KEY_PASSWORD_FILE  a file with the password of an encrypted key
  TUK_READ_ONLY       1 refuses every call that changes something
  TUK_DEBUG           1 prints the stack trace of a bug
  HTTPS_PROXY         the proxy; HTTP_PROXY, ALL_PROXY and NO_PROXY work too,
                      and loopback addresses never use a proxy
  VISUAL, EDITOR      the editor of --edit, with its arguments; default on a terminal: vi
  BROWSER             the program that opens a URL, for --web and tuk login google; %s stands for the URL
  ACCESSIBLE          1 shows prompts, screens and tables as plain lines, as --linear
  TUK_MOUSE           off leaves the mouse to the terminal
  TUK_PAGER           the pager of long output on a terminal; empty or cat for none; default: PAGER, else less
  TUK_NO_BANNER       any value: no command says that nothing in the sandbox is real; else each does, on a terminal
  NO_COLOR            any value turns colours off, unless FORCE_COLOR is set
  FORCE_COLOR         1, 2 or 3 turns colours on, in a pipe too; 0 turns them off

  A flag overrides the environment, the environment overrides the .tuk.json of a directory (profile, output,
  language), which overrides the profile, and the profile overrides the default.
  tuk config show --origin lists the origin of each value.
`,
};

const formatLines = (): string =>
  Object.entries(outputFormats)
    .map(([name, { summary }]) => `  -o ${name.padEnd(9)}${summary}`)
    .join('\n');

/** The lines of a topic that a search reads: a page of the documentation has its title alone. */
export const searchedLines = async (topic: (typeof topics)[number]): Promise<readonly string[]> =>
  Object.hasOwn(docs, topic) ? [docs[topic as keyof typeof docs][1]] : (await topicPages[topic]()).split('\n');
