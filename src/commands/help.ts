// Help, made as text from the same tables that the parser reads, so that Commander need not be loaded to show it.
import type { Command, Group } from './command.js';
import { exitCodes } from './exit-codes.js';
import { type Flag, globalFlags } from './flags.js';
import { type GroupName, groups, topics } from './groups.js';

/** The front page: every group by its section. */
export function frontPage(): string {
  const sections = new Map<string, string[]>();
  for (const [name, { is, section }] of Object.entries(groups))
    sections.set(section, [...(sections.get(section) ?? []), `  ${name.padEnd(11)} ${is}`]);
  const listed = [...sections].map(([section, lines]) => `${section.toUpperCase()}\n${lines.join('\n')}`);
  return `tuk: one command for rides, assets, wallets, swaps, points, store and more

USAGE
  tuk                                     on a terminal: everything on the screen
  tuk <group> <command> [values] [flags]

${listed.join('\n\n')}

FLAGS THAT MEAN THE SAME EVERYWHERE
${flagLines(globalFlags)}

EXAMPLES
  tuk login
  tuk whoami
  tuk api list --service musubi
  tuk api musubi list-offerings --fields title,status,interestRate -o csv

HELP TOPICS
  tuk help ${topics.join('   ')}

Profile sandbox: nothing here is real. Yours: tuk profile add
`;
}

/** The page of a group: its commands, or the one command that it is. */
export function groupPage(name: GroupName, { commands }: Group): string {
  const [only] = commands;
  if (commands.length === 1 && only?.name === '') return commandPage(name, only);
  const width = Math.max(...commands.map((command) => `${command.name} ${command.values ?? ''}`.trim().length)) + 2;
  const lines = commands.map((command) => `  ${`${command.name} ${command.values ?? ''}`.trim().padEnd(width)}${command.is}`);
  return `${sentence(groups[name].is)}

USAGE
  tuk ${name} <command> [values] [flags]

COMMANDS
${lines.join('\n')}

FLAGS
${flagLines(everyday())}

EXAMPLES
${commands
  .flatMap((command) => command.examples.slice(0, 1))
  .map((line) => `  ${line}`)
  .join('\n')}

MORE      tuk ${name} <command> --help
`;
}

/** The page of one command. */
export function commandPage(group: GroupName, command: Command): string {
  const usage = ['tuk', group, command.name, command.values, '[flags]'].filter(Boolean).join(' ');
  const own = command.options?.length ? `\nOPTIONS\n${flagLines(command.options)}\n` : '';
  const more = command.more ? `\n${command.more}\n` : '';
  const beneath = command.beneath?.length ? `\nBENEATH\n${command.beneath.map((line) => `  ${line}`).join('\n')}\n` : '';
  return `${command.is}
${more}
USAGE
  ${usage}
${own}
FLAGS
${flagLines(everyday())}

EXAMPLES
${command.examples.map((line) => `  ${line}`).join('\n')}
${beneath}
MORE      tuk --help lists the flags that mean the same everywhere
`;
}

/** The pages of `tuk help TOPIC`. */
export const topicPages: Readonly<Record<(typeof topics)[number], () => string | Promise<string>>> = {
  'exit-codes': () =>
    `Exit codes\n\n${exitCodes.map(([code, word, meaning]) => `  ${String(code).padStart(3)}  ${word.padEnd(13)}${meaning}`).join('\n')}\n`,
  keys: async () => (await import('./key-page.js')).keyPage(),
  output: () => `Output

  stdout is data, stderr is everything else. On a terminal the default is a table, in a pipe JSON.

  -o table    columns that fit the terminal            -o wide    all of them
  -o json     the service's own bytes                  -o ndjson  one row a line
  -o yaml     -o csv     -o name (the id of each row)

  --fields a,b.c     only these fields; --fields help lists those there are
  --jq EXPRESSION    real jq over the whole answer: text comes bare, unless -o json is given
  --columns a,b      --sort-by field      -q prints nothing

  Numbers survive exactly: a 78-digit integer comes out digit for digit.
  With --json, -o json or --error-format json an error is one JSON object on stderr.
`,
  environment: () => `Environment

  TUK_HOME            one folder for everything that tuk keeps
  TUK_PROFILE         the profile, as --profile
  TUK_OUTPUT          the form of output, as --output
  TUK_TIMEOUT         the time-out, as --timeout
  TUK_LANG            the language of answers, as --lang
  TUK_TOKEN           an access token to use instead of the stored session
  TUK_BASIC_USER      user name and password of the calls
  TUK_BASIC_PASSWORD  that take HTTP basic
  TUK_KEY_PASSWORD_FILE  a file with the password of a locked key
  TUK_READ_ONLY       1 refuses every call that changes something
  HTTPS_PROXY         a proxy to go through, HTTP_PROXY and NO_PROXY
                      beside it; loopback never goes through one
  BROWSER             what opens an address for tuk login --browser
  ACCESSIBLE          1 asks and shows in plain numbered lines, as --linear
  NO_COLOR            no colour

  A flag beats the environment, the environment beats a folder's .tuk.json (profile, output, language),
  that beats the profile, the profile beats the default:
  tuk config show --origin says where each value comes from.
`,
};

const everyday = () => globalFlags.filter(({ flags }) => /--(output|fields|jq|profile|help)/.test(flags));
const flagLines = (flags: readonly Flag[]): string =>
  flags
    .map(({ flags: spelt, is, words }) => {
      const lines = filledLines(words ? `${is}: ${words.join(' ')}` : is, words ? 66 : Number.POSITIVE_INFINITY);
      return `  ${(spelt.startsWith('--') ? `    ${spelt}` : spelt).padEnd(30)} ${lines.join(`\n${' '.repeat(33)}`)}`;
    })
    .join('\n');

/** A text in lines of at most so many characters, broken between words. */
function filledLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
