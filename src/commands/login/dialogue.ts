// The prompts of `tuk login` on a terminal.
import type { Context } from '../../cli/context.js';
import { askChoice, askLine, type Choice } from '../../cli/prompts/prompt.js';
import { sandboxUserChoices } from '../../engine/sign-in/sandbox-users.js';
import { type Provider, providers } from './browser.js';
import { reachesSandbox } from './sandbox-user.js';

const cancelledMessage = 'Not signed in: cancelled.';
const promptChoice = <Key extends string>(
  context: Context,
  question: string,
  choices: readonly Choice<Key>[],
): Promise<Key> => askChoice(context, question, choices, cancelledMessage);
type Prompt = (question: string, options?: { hidden?: boolean; hint?: string }) => Promise<string>;

/** A chosen sign-in: the options of its command line, or credentials that were typed. */
export type SignInChoice =
  | { readonly method?: never; readonly as: string }
  | { readonly method: 'web3' | 'hmac'; readonly keyFile: string }
  | { readonly method: 'ride'; readonly file: string }
  | { readonly method: Provider }
  | { readonly credential: 'privy'; readonly token: string }
  | { readonly credential: 'code'; readonly type: string; readonly code: string }
  | { readonly credential: 'tokens'; readonly accessToken: string; readonly refreshToken?: string };

const methods = [
  { key: 'web3', label: 'Wallet key', is: 'web3, signs a message' },
  { key: 'tokens', label: 'Paste tokens', is: 'two lines, not shown' },
  { key: 'ride', label: 'Ride login', is: 'Telegram init data' },
  { key: 'code', label: 'Deferred code', is: 'from another device' },
  { key: 'privy', label: 'Privy', is: 'a token, not shown' },
  { key: 'browser', label: 'Browser', is: Object.keys(providers).join(' ') },
  { key: 'hmac', label: 'Account key', is: 'recovery phrase or extended key' },
] as const;

/** Prompts for a sign-in method and its values. @throws {Failure} if the person cancels */
export async function chooseSignIn(context: Context): Promise<SignInChoice> {
  const sandboxMethod = { key: 'sandbox-user', label: 'A sandbox user', is: 'nothing here is real' } as const;
  const available = reachesSandbox(context) ? [sandboxMethod, ...methods] : methods;
  const prompt: Prompt = (question, options = {}) => askLine(context, question, options, cancelledMessage);
  switch (await promptChoice(context, `Sign in to ${context.settings().profile.value}`, available)) {
    case 'sandbox-user':
      return { as: await promptChoice(context, 'Sandbox user', sandboxUserChoices) };
    case 'web3':
      return { method: 'web3', keyFile: await prompt('Key file', { hint: 'V3 key store, private key or phrase' }) };
    case 'hmac':
      return { method: 'hmac', keyFile: await prompt('Key file', { hint: 'recovery phrase or extended key' }) };
    case 'ride':
      return { method: 'ride', file: await prompt('Init data file') };
    case 'browser': {
      const choices = (Object.keys(providers) as Provider[]).map((key) => ({ key, label: key }));
      return { method: await promptChoice(context, 'Provider', choices) };
    }
    case 'privy':
      return { credential: 'privy', token: await prompt('Token', { hidden: true }) };
    case 'code':
      return {
        credential: 'code',
        type: await prompt('Type', { hint: 'shown beside the code' }),
        code: await prompt('Code', { hidden: true }),
      };
    case 'tokens': {
      const accessToken = await prompt('Access token', { hidden: true });
      const refreshToken = await prompt('Refresh token', { hidden: true, hint: 'empty if there is none' });
      return { credential: 'tokens', accessToken, refreshToken: refreshToken || undefined };
    }
  }
}
