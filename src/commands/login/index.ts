// `tuk login`: every way in that the back end has. Which one is said by an option; on a terminal it may be asked.

import type { Arguments, Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { canAsk } from '../../cli/prompts/prompt.js';
import { suggestion } from '../../cli/suggest.js';
import { ask } from '../../engine/call.js';
import { BadInput } from '../../services/http/errors.js';
import { addressToOpen, browser, providerNamed, providers } from './browser.js';
import { asCast, reachesSandbox } from './cast.js';
import { type Chosen, dialogue } from './dialogue.js';
import type { Entered, Who } from './entered.js';
import { assumedPrivyField, deferred, piped, privy, ride, tokensFrom, withCode, withPrivyToken } from './handed.js';
import { keep, type SecureStorage, secureStorages } from './keep.js';

/** What may be typed, by the names of the options. */
interface Options {
  readonly as?: string;
  readonly web3?: boolean;
  readonly ride?: boolean;
  readonly privy?: boolean;
  readonly deferred?: boolean;
  readonly hmac?: boolean;
  readonly browser?: string;
  readonly tokensStdin?: boolean;
  readonly key?: string;
  readonly keyFile?: string;
  readonly keyStdin?: boolean;
  readonly acceptPlainMessage?: boolean;
  readonly initDataFile?: string;
  readonly tokenStdin?: boolean;
  readonly field?: string;
  readonly codeFile?: string;
  readonly redirectUrl?: string;
  readonly wait?: string;
  readonly noOpen?: boolean;
  readonly secureStorage?: string;
}

/** Each way with the options that belong to it, the call it makes first, and what it does. */
interface Way {
  readonly option: keyof Options;
  readonly takes: readonly (keyof Options)[];
  /** For `--dry-run`: the first request, as far as it is known without a key. */
  readonly first?: (context: Context, options: Options) => Promise<unknown>;
  readonly enter: (context: Context, options: Options) => Promise<Entered>;
}
const keys = ['key', 'keyFile', 'keyStdin'] as const;
const ways: readonly Way[] = [
  { option: 'as', takes: [], enter: (context, { as }) => asCast(context, as!) },
  {
    option: 'web3',
    takes: [...keys, 'acceptPlainMessage'],
    first: async (context, options) => {
      const { keyMaterial } = await import('./key.js');
      const { key } = await keyMaterial(context, options);
      return ask(context, 'user', 'requestWeb3Message', { walletAddress: key.address });
    },
    enter: async (context, options) => (await import('./web3.js')).web3(context, options),
  },
  {
    option: 'ride',
    takes: ['initDataFile'],
    first: (context) => ask(context, 'ride-hailing', 'login', { initData: '[redacted]' }),
    enter: (context, { initDataFile }) => ride(context, needed(initDataFile, '--ride', '--init-data-file FILE')),
  },
  {
    option: 'privy',
    takes: ['tokenStdin', 'field'],
    first: (context, { field = assumedPrivyField }) => ask(context, 'user', 'signInWithPrivy', { body: { [field]: '[redacted]' } }),
    enter: (context, { tokenStdin, field }) => {
      needed(tokenStdin, '--privy', '--token-stdin');
      return privy(context, field);
    },
  },
  {
    option: 'deferred',
    takes: ['codeFile'],
    first: (context) => ask(context, 'user', 'validateDeferredCode', { type: '[type]', code: '[redacted]' }),
    enter: (context, { codeFile }) => deferred(context, codeFile),
  },
  {
    option: 'hmac',
    takes: keys,
    first: (context) => ask(context, 'user', 'createHmacTokens'),
    enter: async (context, options) => (await import('./hmac.js')).hmac(context, options),
  },
  {
    option: 'browser',
    takes: ['redirectUrl', 'wait', 'noOpen'],
    first: (context, { browser: name = '', redirectUrl = 'http://127.0.0.1/' }) =>
      ask(context, 'user', providers[providerNamed(name)].call, { redirectUrl }),
    enter: (context, { browser: name = '', wait, noOpen }) =>
      browser(context, providerNamed(name), { ...(wait === undefined ? {} : { wait }), open: noOpen !== true }),
  },
  { option: 'tokensStdin', takes: [], enter: (context) => piped(context) },
];

function needed<T>(value: T | undefined, way: string, option: string): T {
  if (value === undefined) throw new BadInput('MISSING_OPTION', `${way} needs ${option}.`);
  return value;
}

const login: Command = {
  name: '',
  summary: 'Sign in',
  description: `One option says how; on a terminal tuk asks where none is given. Secrets come from files, standard input or the terminal, never
from an option's value. A locked key file asks for its password on the terminal, or takes it from the file that
TUK_KEY_PASSWORD_FILE names. --key NAME is keys/NAME.json of tuk's own folder (tuk config show).
On a sandbox: as one of its cast (mina, dara, kenji, lan, partner, fresh, whale, gone), mina if nothing is said and nobody can be asked.
A message that a wallet is to sign is checked first: its domain must be the user service's, or the profile's web3Domain.
The field --privy sends its token in is assumed to be \`${assumedPrivyField}\`: no public source names it; --field names another.`,
  options: [
    { flags: '--as <user>', summary: 'to a sandbox, as one of its cast' },
    { flags: '--web3', summary: 'with a wallet: the service writes a message, a key signs it' },
    { flags: '--hmac', summary: 'with the key of an account: a recovery phrase or an extended key' },
    { flags: '--key <name>', summary: 'a key of the key folder' },
    { flags: '--key-file <file>', summary: 'a key file: V3 key store, hex, phrase or extended key' },
    { flags: '--key-stdin', summary: 'the key is piped in' },
    { flags: '--accept-plain-message', summary: 'sign a message that is no EIP-4361 message, after it was shown' },
    { flags: '--browser <provider>', summary: Object.keys(providers).join(', ') },
    { flags: '--redirect-url <url>', summary: 'where the browser goes back to; the address to open is printed, and that is all' },
    { flags: '--no-open', summary: 'show the address, open nothing' },
    { flags: '--wait <duration>', summary: 'how long the browser may take, 5m if not given' },
    { flags: '--deferred', summary: 'with a one-time code of another client (tuk auth code)' },
    { flags: '--code-file <file>', summary: 'the file with the code, standard input if not given' },
    { flags: '--ride', summary: 'to ride-hailing, with the data of a Telegram mini app' },
    { flags: '--init-data-file <file>', summary: 'the file with that data, - for standard input' },
    { flags: '--privy', summary: 'with a Privy token' },
    { flags: '--token-stdin', summary: 'the Privy token is piped in' },
    { flags: '--field <name>', summary: 'the field that the Privy token is sent in' },
    { flags: '--tokens-stdin', summary: 'store {"accessToken":"...","refreshToken":"..."} as piped in; nothing is sent' },
    { flags: '--secure-storage <wish>', summary: `the key ring of the system: ${secureStorages.join(', ')}; remembered in the profile` },
  ],
  examples: [
    'tuk login',
    'tuk login --as dara',
    'tuk login --web3 --key-file wallet.json',
    'tuk login --hmac --key-file phrase.txt',
    'tuk login --browser google',
    'tuk login --deferred --code-file code.json',
    'tuk login --ride --init-data-file data.txt',
    'tuk login --tokens-stdin --profile staging < tokens.json',
  ],
  uses: [
    'user POST /auth/web3/request',
    'user POST /auth/web3/validate',
    'user POST /v2/accounts/token/hmac',
    'user POST /auth/deferred/validate',
    'user POST /auth/privy/signin',
    'user GET /auth/discord',
    'user GET /auth/facebook',
    'user GET /auth/google',
    'user GET /auth/twitter',
    'ride-hailing POST /v1/auth/login',
  ],
  run: async (typed, context) => {
    const options = typed.options as Arguments['options'] & Options;
    const way = wayOf(options);
    const wish = storageWish(options.secureStorage);
    if (context.onlyShows) return show(context, way, options);
    if (options.browser !== undefined) providerNamed(options.browser);
    if (way?.option === 'browser' && (options.redirectUrl !== undefined || !canAsk(context))) {
      const back = options.redirectUrl ?? nowhere();
      await context.printText(`${await addressToOpen(context, providerNamed(options.browser!), back)}\n`);
      context.log('  Open it; what it brings back signs you in: tuk login --deferred');
      return 0;
    }
    const { tokens, who } = way ? await way.enter(context, options) : await unsaid(context);
    await keep(context, tokens, wish);
    await tell(context, who);
    return 0;
  },
};
export const group: Group = { commands: [login] };

const nowhere = (): never => {
  throw new BadInput(
    'NO_TERMINAL',
    'There is no terminal to wait at while a browser signs in.',
    'Give --redirect-url: the address to open is printed then.',
  );
};

/** The one way that was asked for, if any. @throws {BadInput} for two of them, or an option that belongs to another */
function wayOf(options: Options): Way | undefined {
  const asked = ways.filter(({ option }) => options[option] !== undefined);
  const [way, second] = asked;
  if (way && second) throw new BadInput('CONFLICT', `Give ${spelt(way.option)} or ${spelt(second.option)}, not both.`);
  for (const other of ways)
    for (const option of other.takes)
      if (options[option] !== undefined && !way?.takes.includes(option))
        throw new BadInput(
          'STRAY_OPTION',
          `${spelt(option)} belongs to ${spelt(ways.find(({ takes }) => takes.includes(option))!.option)}.`,
        );
  return way;
}
const spelt = (option: string): string => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function storageWish(typed: string | undefined): SecureStorage | undefined {
  if (typed === undefined) return undefined;
  const wish = secureStorages.find((one) => one === typed);
  if (wish) return wish;
  throw new BadInput(
    'UNKNOWN_STORAGE',
    `${JSON.stringify(typed)} is no way to use the key ring.`,
    suggestion(typed, secureStorages, `There are: ${secureStorages.join(', ')}.`),
  );
}

/** `--dry-run`: the first request of a way; those after it depend on what it answers. */
async function show(context: Context, way: Way | undefined, options: Options): Promise<number> {
  if (!way?.first) throw new BadInput('NO_DRY_RUN', 'This way to sign in has no dry run: it makes no call of the services.');
  await way.first(context, options);
  return 0;
}

/** Nothing was said of the way: a person is asked; without one a sandbox lets its first person in. */
async function unsaid(context: Context): Promise<Entered> {
  if (canAsk(context)) return chosen(context, await dialogue(context));
  if (reachesSandbox(context)) return asCast(context, 'mina');
  const profile = context.settings.profile.value;
  throw new BadInput(
    'NO_WAY_IN',
    `The profile ${profile} reaches no sandbox, so the tokens have to be piped in, or another way has to be named.`,
    `Like: tuk login --tokens-stdin --profile ${profile} < tokens.json, or see tuk login --help`,
  );
}

async function chosen(context: Context, answer: Chosen): Promise<Entered> {
  if (!('typed' in answer)) return wayOf(answer)!.enter(context, answer);
  if (answer.typed === 'code') return withCode(context, answer);
  if (answer.typed === 'privy') return withPrivyToken(context, answer.token);
  return { tokens: tokensFrom(answer) };
}

/** Says who has signed in: a line for a person, data where a form of output was asked for. Never a token. */
async function tell(context: Context, who: Who | undefined): Promise<void> {
  const profile = context.settings.profile.value;
  const { user, type, client, endsAt } = who ?? {};
  const as = user === undefined ? '' : ` as ${user}`;
  const by = [type, client].filter(Boolean).join(', ');
  context.log(
    who === undefined
      ? `✓ Stored for profile ${profile}. tuk whoami verifies it.`
      : `✓ Signed in${as}${by ? ` (${by})` : ''}, profile ${profile}${endsAt ? `, until ${endsAt}` : ''}.`,
  );
  const { json, output, jq, fields } = context.flags;
  if (json || output || jq || fields) await context.print(JSON.stringify({ profile, user, type, client, endsAt }));
}
