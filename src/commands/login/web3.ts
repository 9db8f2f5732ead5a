// Signing in with a wallet: the service writes a message, a key of ours signs it, the service checks it (CONTRACT.md 7.4).

import type { Context } from '../../cli/context.js';
import type { Key } from '../../money/keys.js';
import { ServerFailure } from '../../services/http/errors.js';
import { baseAddress } from '../../session/profile.js';
import { escapeLines } from '../../ui/format/visible.js';
import { type Entered, entered, signInCall } from './entered.js';
import { type KeyOptions, keyMaterial } from './key.js';

/** Signs in with a key. @throws {Guarded} where the message is not one to be signed; {BadInput} for a key that cannot be used; {Failure} */
export async function web3(context: Context, options: KeyOptions & { readonly acceptPlainMessage?: boolean }): Promise<Entered> {
  const { key } = await keyMaterial(context, options);
  const asked = await signInCall(context, 'user', 'requestWeb3Message', { walletAddress: key.address });
  const { msg, nonce } = (asked ?? {}) as { msg?: unknown; nonce?: unknown };
  if (typeof msg !== 'string' || typeof nonce !== 'string')
    throw new ServerFailure('BAD_ANSWER', 'The answer of user to the sign-in request holds no message to sign.', { service: 'user' });
  const signature = await signed(context, { msg, nonce }, key, options.acceptPlainMessage === true);
  const data = await signInCall(context, 'user', 'validateWeb3Signature', { walletAddress: key.address, signature });
  return entered(data, 'user');
}

/** Signs a message that the service wrote, if it is one to be signed. @throws {Guarded} */
export async function signed(
  context: Context,
  { msg, nonce }: { readonly msg: string; readonly nonce: string },
  key: Key,
  acceptPlain: boolean,
): Promise<string> {
  const { checkSignInMessage } = await import('../../money/sign-in-message.js');
  try {
    checkSignInMessage(msg, {
      address: key.address,
      domains: await domains(context),
      nonce,
      now: context.world.clock.now(),
      acceptPlain,
    });
  } catch (error) {
    if ((error as { code?: string }).code === 'PLAIN_MESSAGE') show(context, msg);
    throw error;
  }
  const { signText } = await import('../../money/sign.js');
  const signature = signText(msg, key);
  context.redact.add(signature);
  return signature;
}

/** Who may ask for a signature: the host of the user service, and the one that the profile names. */
async function domains(context: Context): Promise<string[]> {
  const { base } = await context.requestContext();
  const { web3Domain } = context.settings.of;
  const own = context.embedded ? base('user') : baseAddress(context.settings.of, 'user');
  return [new URL(own).host, ...(web3Domain === undefined ? [] : [web3Domain.toLowerCase()])];
}

function show(context: Context, message: string): void {
  if (!context.jsonErrors) context.writeError(`${escapeLines(message).replace(/^/gm, '  │ ')}\n`);
}
