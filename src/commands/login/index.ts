// `tuk login`: as one of the sandbox's cast, or with tokens that are piped in.
import { BadInput, Refused } from '../services/http/failure.js';
import { baseAddress, isLoopback } from '../session/profile.js';
import { isToken, readSession, type Tokens } from '../session/store.js';
import type { Command, Group } from './command.js';
import type { Context } from './context.js';
import { askControl } from './control.js';
import { parseInput, readStdin } from './read.js';

const login: Command = {
  name: '',
  is: 'Sign in',
  more: `On a sandbox: as one of its cast (mina, dara, kenji, lan, partner, fresh, whale, gone), mina if none is named.
Elsewhere: pipe the tokens of a session, {"accessToken":"...","refreshToken":"..."}; they are stored and nothing is sent.`,
  options: [
    { flags: '--as <user>', is: 'sign in to a sandbox as one of its cast' },
    { flags: '--tokens-stdin', is: 'store the tokens that are piped in' },
  ],
  examples: ['tuk login', 'tuk login --as dara', 'tuk login --tokens-stdin --profile staging < tokens.json'],
  run: async ({ options }, context) => {
    if (context.onlyShows) throw new BadInput('NO_DRY_RUN', 'A sign-in has no dry run.');
    if (options.tokensStdin && options.as !== undefined) throw new BadInput('CONFLICT', 'Give --as or --tokens-stdin, not both.');
    if (options.tokensStdin)
      return store(context, tokensFrom(parseInput(await readStdin(context.world, 'the tokens'), 'What was piped in')));
    if (!reachesSandbox(context)) {
      const profile = context.settings.profile.value;
      throw new BadInput(
        'NO_WAY_IN',
        `The profile ${profile} reaches no sandbox, so its tokens have to be piped in.`,
        `Like: tuk login --tokens-stdin --profile ${profile} < tokens.json`,
      );
    }
    return signInToSandbox(context, typeof options.as === 'string' ? options.as : 'mina');
  },
};
export const group: Group = { commands: [login] };

/** @throws {BadInput} unless it is an object with an access token, and a refresh token if any is given, fit for a header. */
function tokensFrom(value: unknown): Tokens {
  const { accessToken, refreshToken } = (value ?? {}) as Partial<Tokens>;
  const want = 'Pipe in {"accessToken":"...","refreshToken":"..."}.';
  if (!isToken(accessToken)) throw new BadInput('BAD_TOKENS', 'There is no usable accessToken in what was piped in.', want);
  if (refreshToken === undefined || refreshToken === null) return { accessToken };
  if (!isToken(refreshToken)) throw new BadInput('BAD_TOKENS', 'The refreshToken in what was piped in cannot be used.', want);
  return { accessToken, refreshToken };
}

const reachesSandbox = ({ embedded, settings }: Context) => embedded || isLoopback(new URL(baseAddress(settings.of, 'user')).hostname);

async function signInToSandbox(context: Context, user: string): Promise<undefined> {
  const who = await askControl(context, 'token', { user }).catch((error: unknown) => {
    if (error instanceof Refused && error.kind === 'not-found')
      throw new BadInput('UNKNOWN_USER', `The sandbox has no user ${JSON.stringify(user)}.`, error.where.said);
    throw error;
  });
  await store(context, tokensFrom(JSON.parse(who)), user);
}

async function store(context: Context, tokens: Tokens, user?: string): Promise<undefined> {
  const [{ saveSession }, { besideRenewals }] = [await import('../session/write.js'), await import('../session/lock.js')];
  context.redact.add(tokens.accessToken);
  context.redact.add(tokens.refreshToken);
  const file = context.sessionFile;
  const now = () => context.world.clock.now();
  await besideRenewals(context.lockFile, now, () => saveSession(file, tokens, previous(file), now()));
  const profile = context.settings.profile.value;
  context.say(
    user === undefined ? `✓ Stored for profile ${profile}. tuk whoami verifies it.` : `✓ Signed in as ${user}, profile ${profile}.`,
  );
  if (context.world.env.TUK_TOKEN) context.say('  TUK_TOKEN is set and goes before what is stored.');
}

/** What is stored now; a file that cannot be used is about to be replaced. */
function previous(file: string) {
  try {
    return readSession(file);
  } catch {
    return undefined;
  }
}
