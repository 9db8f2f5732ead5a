// The questions of `tuk login` on a terminal. Nothing is ever asked where there is none.
import type { Context } from '../../cli/context.js';
import { askLine as askAnyLine, askChoice, type Choice } from '../../cli/prompts/prompt.js';
import { type Provider, providers } from './browser.js';
import { reachesSandbox } from './cast.js';

const left = 'Not signed in: the question was left.';
const ask = <Key extends string>(context: Context, question: string, choices: readonly Choice<Key>[]): Promise<Key> =>
  askChoice(context, question, choices, left);

/** Lets a person type a line. @throws {Failure} where they turn away */
export const askLine = (context: Context, question: string, options: { hidden?: boolean; hint?: string } = {}): Promise<string> =>
  askAnyLine(context, question, options, left);

/** What a person chose: a way with the options that its line would have, or what only a terminal can give. */
export type Chosen =
  | { readonly as: string }
  | { readonly web3: true; readonly keyFile: string }
  | { readonly hmac: true; readonly keyFile: string }
  | { readonly ride: true; readonly initDataFile: string }
  | { readonly browser: Provider }
  | { readonly typed: 'privy'; readonly token: string }
  | { readonly typed: 'code'; readonly type: string; readonly code: string }
  | { readonly typed: 'tokens'; readonly accessToken: string; readonly refreshToken?: string };

const ways = [
  { key: 'web3', label: 'Key of a wallet', is: 'web3, signs a message' },
  { key: 'tokens', label: 'Paste tokens', is: 'two lines, not shown' },
  { key: 'ride', label: 'Ride login', is: 'Telegram init data' },
  { key: 'code', label: 'Deferred code', is: 'from another device' },
  { key: 'privy', label: 'Privy', is: 'a token, not shown' },
  { key: 'browser', label: 'Browser', is: Object.keys(providers).join(' ') },
  { key: 'hmac', label: 'Key of an account', is: 'recovery phrase or extended key' },
] as const;

/** The short dialogue: which way, then what that way needs. @throws {Failure} where the person turns away */
export async function dialogue(context: Context): Promise<Chosen> {
  const one = { key: 'cast', label: 'One of its people', is: 'nothing here is real' } as const;
  const offered = reachesSandbox(context) ? [one, ...ways] : ways;
  const line = (question: string, options?: { hidden?: boolean; hint?: string }) => askLine(context, question, options);
  switch (await ask(context, `Sign in to ${context.settings.profile.value}`, offered)) {
    case 'cast':
      return { as: await ask(context, 'As whom', cast) };
    case 'web3':
      return { web3: true, keyFile: await line('File of the key', { hint: 'V3 key store, private key or phrase' }) };
    case 'hmac':
      return { hmac: true, keyFile: await line('File of the key', { hint: 'recovery phrase or extended key' }) };
    case 'ride':
      return { ride: true, initDataFile: await line('File of the init data') };
    case 'browser':
      return {
        browser: await ask(
          context,
          'With whom',
          (Object.keys(providers) as Provider[]).map((key) => ({ key, label: key })),
        ),
      };
    case 'privy':
      return { typed: 'privy', token: await line('Token', { hidden: true }) };
    case 'code':
      return {
        typed: 'code',
        type: await line('Type', { hint: 'as it stands beside the code' }),
        code: await line('Code', { hidden: true }),
      };
    case 'tokens':
      return { typed: 'tokens', ...(await pair(line)) };
  }
}

async function pair(line: (question: string, options: { hidden: boolean; hint?: string }) => Promise<string>) {
  const accessToken = await line('Access token', { hidden: true });
  const refreshToken = await line('Refresh token', { hidden: true, hint: 'empty if there is none' });
  return { accessToken, ...(refreshToken === '' ? {} : { refreshToken }) };
}

/** The people of every sandbox, as its own page tells of them. */
const cast = [
  { key: 'mina', label: 'mina', is: 'Mina Park, SG: owns a bit of everything' },
  { key: 'dara', label: 'dara', is: 'Dara Sok, KH: a request in every state' },
  { key: 'kenji', label: 'kenji', is: 'Kenji Mori, JP: reads jp' },
  { key: 'lan', label: 'lan', is: 'Lan Tran, VN: came by Privy' },
  { key: 'partner', label: 'partner', is: 'a third-party app' },
  { key: 'fresh', label: 'fresh', is: 'owns nothing at all' },
  { key: 'whale', label: 'whale', is: 'amounts of up to 78 digits' },
  { key: 'gone', label: 'gone', is: 'a deleted account' },
] as const;
