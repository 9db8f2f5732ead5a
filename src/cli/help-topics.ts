// The pages of `tuk help TOPIC`.

import { exitCodes } from './exit-codes.js';
import { outputFormats } from './output/formats.js';

/** The topics of `tuk help TOPIC`. */
export const topics = ['exit-codes', 'output', 'environment', 'keys'] as const;

/** The pages of `tuk help TOPIC`. */
export const topicPages: Readonly<Record<(typeof topics)[number], () => string | Promise<string>>> = {
  'exit-codes': () =>
    `Exit codes\n\n${exitCodes.map(([code, word, meaning]) => `  ${String(code).padStart(3)}  ${word.padEnd(13)}${meaning}`).join('\n')}\n`,
  keys: async () => (await import('./help-keys.js')).keyPage(),
  output: () => `Output

  stdout is data, stderr is everything else. On a terminal the default is a table, in a pipe JSON.

${formatLines()}

  A table keeps the id of each row, from which the next command is typed; what it leaves out it says on stderr.

  --fields a,b.c     only these fields; --fields help lists those a read has
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
  TUK_DEBUG           1 prints the stack trace of a bug
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

const formatLines = (): string =>
  Object.entries(outputFormats)
    .map(([name, { summary }]) => `  -o ${name.padEnd(9)}${summary}`)
    .join('\n');
