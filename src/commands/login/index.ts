// `tuk login`: every sign-in method of the back end, selected by a word, an option or a prompt.

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import {
  type Arguments,
  type Command,
  type Context,
  type Group,
  type Result,
  resultOf,
  textResult,
} from '../../cli/command/command.js';
import { askControl } from '../../cli/command/sandbox-control.js';
import { mayBeSandbox } from '../../cli/command/sandbox-detection.js';
import { parseInput, readInput, readStdin } from '../../cli/files/input-file.js';
import { openAddress } from '../../cli/files/open-address.js';
import { askLine, canAsk } from '../../cli/prompts/prompt.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { confirmGuardChange } from '../../engine/change/guard-change.js';
import { callEndpoint } from '../../engine/request/call.js';
import { signInKeyFlags } from '../../engine/sign-in/key-flags.js';
import { type KeyOptions, withKey } from '../../engine/sign-in/selected-key.js';
import { type Identity, parseSignIn, type SignedIn, signInCall } from '../../engine/sign-in/sign-in.js';
import { signInWithWeb3 } from '../../engine/sign-in/sign-message.js';
import { type SecureStorage, secureStorages, storeSession } from '../../engine/sign-in/store-session.js';
import { kebab } from '../../services/catalogue/define.js';
import { BadInput, cited, Failure, Refused, ServerFailure } from '../../services/http/errors.js';
import { inTime } from '../../services/http/rounds.js';
import { isLoopback } from '../../services/http/security.js';
import { isToken, type SessionTokens } from '../../session/stored-session.js';
import { maskedField } from '../../text/mask.js';
import { momentOf } from '../../text/time.js';
import { sandboxUsers } from '../../things/sandbox-users.js';

// Signs in with credentials of another program: Telegram data, a Privy token, a one-time code, a pair of tokens.
/** Asks for a line that is not shown. @throws {Failure} if the person leaves */
const askHidden = (context: Context, question: string, hint?: string): Promise<string> =>
  askLine(context, question, { hidden: true, hint });

/** Exchanges a credential for a session. @throws {Failure} */
const exchange = async (...call: Parameters<typeof signInCall>): Promise<SignedIn> =>
  parseSignIn(await signInCall(...call), call[1]);

/** Reads a credential from a file, or from standard input. @throws {BadInput} EMPTY_INPUT */
async function readCredential(context: Context, file: string, what: string): Promise<string> {
  const text = await (file === '-' ? readStdin(context.world, what) : readInput(context.world, file));
  if (text.trim() === '') throw new BadInput('EMPTY_INPUT', `${what[0]!.toUpperCase()}${what.slice(1)} is empty.`);
  return text.trim();
}

/** Signs in to ride-hailing with the data of a Telegram mini app. @throws {BadInput} {Failure} */
async function signInToRideHailing(context: Context, file = '-'): Promise<SignedIn> {
  const initData = await readCredential(context, file, 'the sign-in data');
  context.out.redact.add(initData);
  return exchange(context, 'ride-hailing', 'login', { initData });
}

/** The assumed field of the Privy token: no public source names it. --field replaces it. */
const assumedPrivyField = 'token';

/** Signs in with a Privy token: of a file, or typed. @throws {BadInput} for an empty token; {Failure} */
async function signInWithPrivy(
  context: Context,
  file: string | undefined,
  field = assumedPrivyField,
): Promise<SignedIn> {
  const isTyped = file === undefined && canAsk(context);
  const token = await (isTyped ? askHidden(context, 'Token') : readCredential(context, file ?? '-', 'the token'));
  if (token === '') throw new BadInput('EMPTY_INPUT', 'The token is empty.');
  context.out.redact.add(token);
  return exchange(context, 'user', 'signInWithPrivy', { body: { [field]: token } });
}

/** A one-time code: `{"type":"...","code":"..."}` (platform 2.4). */
interface OneTimeCode {
  readonly type: string;
  readonly code: string;
}

/** Signs in with a one-time code: of a file, from stdin, or typed. @throws {BadInput} {Failure} */
async function signInWithCode(context: Context, file: string | undefined): Promise<SignedIn> {
  if (file === undefined && canAsk(context)) {
    const type = await askLine(context, 'Type', { hint: 'shown beside the code' });
    return exchangeCode(context, { type, code: await askHidden(context, 'Code') });
  }
  const parsed = parseInput(
    await readCredential(context, file ?? '-', 'the code'),
    'The one-time code',
  ) as Partial<OneTimeCode> | null;
  if (typeof parsed?.type !== 'string' || typeof parsed.code !== 'string' || parsed.code === '')
    throw new BadInput(
      'BAD_VALUE',
      'The one-time code is not of the form {"type":"...","code":"..."}.',
      'Make one: tuk auth code',
    );
  return exchangeCode(context, { type: parsed.type, code: parsed.code });
}

/** Exchanges a one-time code for a session. @throws {Failure} */
async function exchangeCode(context: Context, { type, code }: OneTimeCode): Promise<SignedIn> {
  context.out.redact.add(code);
  return exchange(context, 'user', 'validateDeferredCode', { type, code });
}

/** Asks for a pair of tokens, or reads it from stdin; sends nothing. @throws {BadInput} */
async function readTokens(context: Context, { tokensStdin }: Options = {}): Promise<SignedIn> {
  if (!tokensStdin && canAsk(context)) {
    const accessToken = await askHidden(context, 'Access token');
    const refreshToken = await askHidden(context, 'Refresh token', 'empty if there is none');
    return { tokens: parseTokens({ accessToken, refreshToken: refreshToken || undefined }) };
  }
  return { tokens: parseTokens(parseInput(await readStdin(context.world, 'the tokens'), 'Standard input')) };
}

/** Parses a pair of tokens; the refresh token is optional. @throws {BadInput} for a token that a header cannot hold */
function parseTokens(value: unknown): SessionTokens {
  const { accessToken, refreshToken } = (value ?? {}) as Partial<SessionTokens>;
  const hint = 'Pipe in {"accessToken":"...","refreshToken":"..."}.';
  if (!isToken(accessToken)) throw new BadInput('BAD_TOKENS', 'Standard input has no usable accessToken.', hint);
  if (refreshToken === undefined || refreshToken === null) return { accessToken };
  if (!isToken(refreshToken))
    throw new BadInput('BAD_TOKENS', 'The refreshToken on standard input is not usable.', hint);
  return { accessToken, refreshToken };
}

// Signs in with a browser: prints or opens the address, and receives a one-time code on a local callback server.
/** The identity providers: the first endpoint, and the type of their codes (platform 2.1). */
const providers = {
  discord: { endpoint: 'signInWithDiscord', type: 'DISCORD' },
  facebook: { endpoint: 'signInWithFacebook', type: 'FACEBOOK' },
  google: { endpoint: 'signInWithGoogle', type: 'GOOGLE' },
  twitter: { endpoint: 'signInWithTwitter', type: 'TWITTER' },
} as const;
type Provider = keyof typeof providers;

/** Reads the address to open, which redirects to `redirectUrl`. @throws {ServerFailure} for an unsafe address */
async function addressToOpen(context: Context, provider: Provider, redirectUrl: string): Promise<string> {
  const { location } = ((await signInCall(context, 'user', providers[provider].endpoint, { redirectUrl })) ?? {}) as {
    location?: unknown;
  };
  const url = typeof location === 'string' && URL.canParse(location) ? new URL(location) : undefined;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    throw new ServerFailure('BAD_REDIRECT', 'The service returned no address that is safe to open in a browser.', {
      service: 'user',
    });
  return url.href;
}

/** The default time limit of the sign-in, milliseconds. */
const defaultWait = 5 * 60_000;

/** Opens the browser, waits for its redirect, and signs in with its code. @throws {Failure} */
async function signInWithBrowser(context: Context, provider: Provider, { open = true } = {}): Promise<SignedIn> {
  const { maxWait } = context.settings();
  const limit = maxWait.origin === 'default' ? defaultWait : maxWait.value;
  const callback = await startCallbackServer();
  try {
    const address = await addressToOpen(context, provider, callback.url);
    const endWait = context.deadline.waitsFor(() => 'the browser has not come back');
    const within = context.deadline.within(limit || Number.POSITIVE_INFINITY);
    // the wait begins before the address is shown: Ctrl-C ends it from then on
    const arrived = inTime(within, callback.arrived, notBack).finally(endWait);
    arrived.catch(() => {});
    context.log(`  Sign in with your browser: ${address}`);
    if (open) void openAddress(address, context.world); // a failure is ignored: the address is printed too
    const code = codeFrom(await arrived, provider);
    context.out.redact.add(code.code);
    return await exchangeCode(context, code);
  } finally {
    callback.close();
  }
}

const notBack = (): never => {
  throw new Failure('pending', 'NOT_BACK', 'The browser did not come back in time.', 'Try again, or raise --max-wait.');
};

/** Reads the code of a redirect. @throws {ServerFailure} NO_CODE with the names of the query parameters */
function codeFrom(query: URLSearchParams, provider: Provider): OneTimeCode {
  const code = query.get('code');
  if (code) return { type: query.get('type') ?? providers[provider].type, code };
  const error = query.get('error');
  const names = [...query.keys()].join(', ') || 'nothing';
  const reason = error ? `with the error ${cited(error)}` : `without a code; query parameters: ${names}`;
  throw new ServerFailure('NO_CODE', `The browser came back ${reason}.`, { service: 'user' });
}

interface CallbackServer {
  readonly url: string;
  readonly arrived: Promise<URLSearchParams>;
  close(): void;
}

/** Starts the callback server on loopback, for one request to a random path. */
async function startCallbackServer(): Promise<CallbackServer> {
  const path = `/${randomBytes(12).toString('hex')}`;
  let resolveQuery!: (query: URLSearchParams) => void;
  const arrived = new Promise<URLSearchParams>((resolve) => {
    resolveQuery = resolve;
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isCallback = request.method === 'GET' && pathname === path;
    response.writeHead(isCallback ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(isCallback ? 'Back in tuk: this window can be closed.\n' : 'Nothing here.\n', () => {
      if (isCallback) resolveQuery(searchParams);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}${path}`,
    arrived,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

// Signs in to a sandbox as one of its seed users.

/** Creates a session of a seed user. @throws {BadInput} for an unknown user; {Failure} */
async function signInAsSandboxUser(context: Context, user: string): Promise<SignedIn> {
  const tokensJson = await askControl(context, 'token', { user }).catch((error: unknown) => {
    if (error instanceof Refused && error.kind === 'not-found')
      throw new BadInput(
        'UNKNOWN_USER',
        `The sandbox has no user ${cited(user)}.`,
        error.where.said?.replace(/^.*: there are/, 'There are:'),
      );
    throw error;
  });
  return { tokens: parseTokens(JSON.parse(tokensJson)), identity: { user } };
}

// Signs in with an account key: a signature in a header is exchanged for tokens (platform 2.3).

/** Signs in with the signature of an account key. @throws {BadInput} for another kind of key; {Failure} */
async function signInWithHmac(context: Context, options: KeyOptions): Promise<SignedIn> {
  const header = await withKey(context, options, (key) => key.accountHeader(context.world.clock.now()));
  context.out.redact.add(header);
  context.out.redact.add(header.split(':')[2]);
  return exchange(context, 'user', 'createHmacTokens', {}, { headers: { 'x-hmac-sig': header } });
}

type Switch = 'tokensStdin' | 'keyStdin' | 'acceptPlainMessage' | 'noOpen';
type Text = 'as' | 'key' | 'keyFile' | 'file' | 'field' | 'redirectUrl' | 'secureStorage';
/** The options of `tuk login`. */
type Options = { readonly [Name in Switch]?: boolean } & { readonly [Name in Text]?: string };

/** A sign-in method: its options, its first request, and the sign-in. */
interface SignInMethod {
  readonly options: readonly (keyof Options)[];
  /**
   * Prints the first request for `--dry-run`, as far as it is known without a key. The others depend on its response.
   */
  readonly dryRun?: (context: Context, options: Options) => Promise<unknown>;
  readonly signIn: (context: Context, options: Options) => Promise<SignedIn>;
}
const keys = ['key', 'keyFile', 'keyStdin'] as const;
const inBrowser = (provider: Provider): SignInMethod => ({
  options: ['redirectUrl', 'noOpen'],
  dryRun: (context, { redirectUrl = 'http://127.0.0.1/' }) =>
    callEndpoint(context, 'user', providers[provider].endpoint, { redirectUrl }),
  signIn: (context, { noOpen }) => signInWithBrowser(context, provider, { open: noOpen !== true }),
});
/** By the word that names it, or by the option that is one. */
const methods: Readonly<Record<string, SignInMethod>> = {
  web3: {
    options: [...keys, 'acceptPlainMessage'],
    dryRun: async (context, options) => {
      const address = await withKey(context, options, ({ address }) => address);
      return callEndpoint(context, 'user', 'requestWeb3Message', { walletAddress: address });
    },
    signIn: (context, options) => signInWithWeb3(context, options),
  },
  hmac: {
    options: keys,
    dryRun: (context) => callEndpoint(context, 'user', 'createHmacTokens'),
    signIn: (context, options) => signInWithHmac(context, options),
  },
  ...Object.fromEntries((Object.keys(providers) as Provider[]).map((name) => [name, inBrowser(name)])),
  code: {
    options: ['file'],
    dryRun: (context) => callEndpoint(context, 'user', 'validateDeferredCode', { type: '[type]', code: '[redacted]' }),
    signIn: (context, { file }) => signInWithCode(context, file),
  },
  ride: {
    options: ['file'],
    dryRun: (context) => callEndpoint(context, 'ride-hailing', 'login', { initData: '[redacted]' }),
    signIn: (context, { file }) => signInToRideHailing(context, file),
  },
  privy: {
    options: ['file', 'field'],
    dryRun: (context, { field = assumedPrivyField }) =>
      callEndpoint(context, 'user', 'signInWithPrivy', { body: { [field]: '[redacted]' } }),
    signIn: (context, { file, field }) => signInWithPrivy(context, file, field),
  },
  '--as': { options: ['as'], signIn: (context, { as }) => signInAsSandboxUser(context, as!) },
  tokens: { options: [], signIn: readTokens },
  '--tokens-stdin': { options: ['tokensStdin'], signIn: readTokens },
};
const methodNames = Object.keys(methods).filter((name) => !name.startsWith('--'));

const login: Command = {
  name: '',
  values: '[method]',
  offers: { method: () => methodNames },
  prints: 'record',
  prompts: true,
  summary: 'Sign in',
  description: `Without a method tuk asks on a terminal. The methods:

  web3       a wallet: signs a message of the service
  hmac       an account key: a recovery phrase or an extended key
  ${Object.keys(providers).join(', ')}
             a browser, for which tuk waits 5m, or --max-wait
  code       a one-time code of another client (tuk auth code), from --file
  ride       the data of a Telegram mini app, from --file, for ride-hailing
  privy      a Privy token, from --file
  tokens     a pair of tokens

On a sandbox you sign in as one of its users: mina, dara, kenji, lan, partner, fresh, whale or gone. The default is mina.

Secrets come from files, standard input or the terminal, never from the value of an option.
A locked key file needs its password, typed or from the file in TUK_KEY_PASSWORD_FILE.
With --key NAME tuk uses the stored key NAME (tuk wallet key list).

Before it signs, tuk shows the message and checks it. It must be for the address of the user service, or the profile's web3Domain.
It must be for the chain web3Chain if the profile sets it. It must have no resources, and end within a day.

The field of a Privy token is not public; tuk uses \`${assumedPrivyField}\`. Change it with --field.`,
  options: [
    {
      flags: '--as <user>',
      effects: ['secret'],
      summary: 'sign in to a sandbox as one of its users',
      offers: () => sandboxUsers,
    },
    ...signInKeyFlags,
    plain('--redirect-url <url>', 'the address to redirect to; only prints the address to open'),
    plain('--no-open', 'print the address without opening a browser'),
    {
      flags: '--file <file>',
      effects: ['file', 'secret'],
      summary: 'the file with the code, the data or the Privy token; default: standard input',
    },
    { flags: '--field <name>', effects: ['secret'], summary: 'the field name of the Privy token' },
    {
      flags: '--tokens-stdin',
      effects: ['secret'],
      summary: 'store {"accessToken":"...","refreshToken":"..."} from standard input; sends nothing',
    },
    {
      flags: '--secure-storage <mode>',
      effects: ['secret'],
      summary: 'store tokens in the key ring of the system; saved in the profile',
      offers: () => secureStorages,
    },
  ],
  examples: [
    'tuk login',
    'tuk login --as dara',
    'tuk login web3 --key-file wallet.json',
    'tuk login hmac --key-file phrase.txt',
    'tuk login google',
    'tuk login code --file code.json',
    'tuk login ride --file data.txt',
    'tuk login --tokens-stdin --profile staging < tokens.json',
  ],
  uses: {
    user: [
      'requestWeb3Message',
      'validateWeb3Signature',
      'createHmacTokens',
      'validateDeferredCode',
      'signInWithPrivy',
      'signInWithDiscord',
      'signInWithFacebook',
      'signInWithGoogle',
      'signInWithTwitter',
    ],
    'ride-hailing': ['login'],
  },
  run: async (args, context) => {
    const options = args.options as Arguments['options'] & Options;
    const [word] = args.positionals;
    const method = selectMethod(word, options);
    const secureStorage = parseSecureStorage(options.secureStorage);
    if (isDryRun(context.flags)) {
      if (!method?.dryRun) throw new BadInput('NO_DRY_RUN', 'This sign-in method has no dry run: it calls no service.');
      await method.dryRun(context, options);
      return;
    }
    const { of, profile } = context.settings();
    // The mode is saved in the profile.
    if (secureStorage !== undefined && (of.secureStorage ?? 'off') !== secureStorage)
      await confirmGuardChange(context, profile.value, of);
    const provider = (Object.keys(providers) as Provider[]).find((name) => name === word);
    if (provider && (options.redirectUrl !== undefined || !canAsk(context))) {
      if (options.redirectUrl === undefined)
        throw new BadInput(
          'NO_TERMINAL',
          'Signing in with a browser needs a terminal.',
          'Give --redirect-url to print the address to open.',
        );
      context.note({ is: 'next', what: 'Open it, then sign in with the code that it returns', line: 'tuk login code' });
      return textResult(`${await addressToOpen(context, provider, options.redirectUrl)}\n`);
    }
    const { tokens, identity } = method ? await method.signIn(context, options) : await signInByDefault(context);
    await storeSession(context, tokens, secureStorage);
    return signInResult(context, identity);
  },
};
export const group: Group = { commands: [login] };

/**
 * The selected sign-in method, if any.
 * @throws {BadInput} UNKNOWN_PROVIDER, CONFLICT for two methods, STRAY_OPTION of another method
 */
function selectMethod(word: string | undefined, options: Options): SignInMethod | undefined {
  if (word !== undefined && !methodNames.includes(word))
    throw new BadInput(
      'UNKNOWN_PROVIDER',
      `There is no sign-in method ${cited(word)}.`,
      suggestion(word, methodNames, `There are: ${methodNames.join(', ')}.`),
    );
  const [name, second] = [word, options.as && '--as', options.tokensStdin && '--tokens-stdin'].filter(
    (one) => typeof one === 'string',
  );
  if (name && second) throw new BadInput('CONFLICT', `Give ${name} or ${second}, not both.`);
  const method = name === undefined ? undefined : methods[name];
  for (const [owner, { options: own }] of Object.entries(methods))
    for (const option of own)
      if (options[option] !== undefined && !method?.options.includes(option))
        throw new BadInput('STRAY_OPTION', `--${kebab(option)} belongs to tuk login ${owner}.`);
  return method;
}

function parseSecureStorage(value: string | undefined): SecureStorage | undefined {
  const secureStorage = secureStorages.find((mode) => mode === value);
  if (value === undefined || secureStorage) return secureStorage;
  throw new BadInput(
    'BAD_VALUE',
    `${cited(value)} is not a mode of --secure-storage.`,
    suggestion(value, secureStorages),
  );
}

/** Signs in without a selected method: as the first sandbox user. */
async function signInByDefault(context: Context): Promise<SignedIn> {
  if (mayBeSandbox(context.settings())) return signInAsSandboxUser(context, 'mina');
  const profile = context.settings().profile.value;
  throw new BadInput(
    'NO_WAY_IN',
    `The profile ${profile} is not a sandbox: pipe in tokens or name a sign-in method.`,
    `Like: tuk login --tokens-stdin --profile ${profile} < tokens.json, or see tuk login --help`,
  );
}

/** Notes the identity, and returns it as data with an output option. It never has a token. */
function signInResult(context: Context, identity: Identity | undefined): Result | undefined {
  const profile = context.settings().profile.value;
  const { user, type, client, endsAt } = identity ?? {};
  const as = user === undefined ? '' : ` as ${context.out.isMasked('stderr') ? maskedField('user', user) : user}`;
  const by = [type, client].filter(Boolean).join(', ');
  const until = endsAt ? `, until ${momentOf(Date.parse(endsAt))}` : '';
  const text =
    identity === undefined
      ? `Stored for profile ${profile}. tuk whoami verifies it.`
      : `Signed in${as}${by ? ` (${by})` : ''}, profile ${profile}${until}.`;
  context.note({ is: 'done', text });
  const { json, output, jq, fields } = context.flags;
  return json || output || jq || fields ? resultOf(JSON.stringify({ profile, user, type, client, endsAt })) : undefined;
}
