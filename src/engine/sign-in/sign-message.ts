// Signs in with a wallet: signs a message of the service with a local key (platform 2.2).

import type { Context } from '../../cli/command/command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { checkSignInMessage, type Expected } from '../../money/keys/sign-in-message.js';
import { chainIdOf } from '../../money/values/networks.js';
import { ServerFailure } from '../../services/http/errors.js';
import { baseAddress } from '../../session/profile.js';
import type { KeyHandle } from '../chain/key-handle.js';
import { type KeyOptions, parseSignIn, type SignedIn, signInCall, withKey } from './sign-in.js';

/**
 * Signs in with a wallet key.
 * @throws {Guarded} for a message that must not be signed; {BadInput} for an unusable key; {Failure}
 */
export async function signInWithWeb3(
  context: Context,
  options: KeyOptions & { readonly acceptPlainMessage?: boolean },
): Promise<SignedIn> {
  const signIn = async (key: KeyHandle): Promise<SignedIn> => {
    const challenge = await signInCall(context, 'user', 'requestWeb3Message', { walletAddress: key.address });
    const { msg, nonce } = (challenge ?? {}) as { msg?: unknown; nonce?: unknown };
    if (typeof msg !== 'string' || typeof nonce !== 'string')
      throw new ServerFailure('BAD_ANSWER', 'The response of user to the sign-in request has no message to sign.', {
        service: 'user',
      });
    const signature = await signMessage(context, { msg, nonce }, key, options.acceptPlainMessage === true);
    const data = await signInCall(context, 'user', 'validateWeb3Signature', { walletAddress: key.address, signature });
    return parseSignIn(data, 'user');
  };
  return withKey(context, options, signIn);
}

/** Checks and signs a message of the service. @throws {Guarded} for a message that must not be signed */
export async function signMessage(
  context: Context,
  { msg, nonce }: { readonly msg: string; readonly nonce: string },
  key: KeyHandle,
  acceptPlain: boolean,
): Promise<string> {
  const origins = await allowedOrigins(context);
  const chainIds = await allowedChains(context);
  checkAndShow(context, msg, { address: key.address, origins, chainIds, nonce, acceptPlain });
  const signature = await key.sign({ kind: 'text', text: msg });
  context.out.redact.add(signature);
  return signature;
}

/**
 * Checks a message before it is signed, and shows it whole with the points that it leaves open. A message with hidden
 * characters is not shown.
 * @throws {Guarded} BAD_SIGN_IN_MESSAGE, PLAIN_MESSAGE
 */
export function checkAndShow(context: Context, message: string, expected: Omit<Expected, 'now'>): void {
  const open = (() => {
    try {
      return checkSignInMessage(message, { ...expected, now: context.world.clock.now() });
    } catch (error) {
      if ((error as { code?: string }).code === 'PLAIN_MESSAGE') showMessage(context, message);
      throw error;
    }
  })();
  showMessage(context, message);
  for (const sentence of open) context.out.writeLine(`  ▲ ${sentence}`);
}

/** The origins that may request a signature: the user service's, and the profile's web3Domain with the same scheme. */
export async function allowedOrigins(context: Context): Promise<string[]> {
  const { base } = await context.http().requestContext();
  const { web3Domain } = context.settings().of;
  const { origin, protocol } = new URL(
    isEmbedded(context.settings()) ? base('user') : baseAddress(context.settings().of, 'user'),
  );
  return web3Domain === undefined ? [origin] : [origin, new URL(`${protocol}//${web3Domain}`).origin];
}

/** The chains that the profile pins (web3Chain), if any. The embedded sandbox has its own. */
async function allowedChains(context: Context): Promise<readonly number[] | undefined> {
  const { web3Chain = isEmbedded(context.settings()) ? 'BASE_SEPOLIA' : undefined } = context.settings().of;
  if (web3Chain === undefined) return undefined;
  const id = chainIdOf(web3Chain);
  return id === undefined ? [] : [id];
}

/**
 * Shows the whole message, in every format and with --quiet: nothing is signed unseen. A JSON error follows as the last
 * line of stderr.
 */
function showMessage(context: Context, message: string) {
  for (const line of message.split('\n')) context.out.writeLine(`  │ ${line}`);
}
