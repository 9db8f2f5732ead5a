// Signing in with the key of an account: a signature in a header is turned into tokens (CONTRACT.md 7.3).

import type { Context } from '../../cli/context.js';
import { BadInput } from '../../services/http/errors.js';
import { type Entered, entered, signInCall } from './entered.js';
import { type KeyOptions, keyMaterial } from './key.js';

/** Signs in with a wallet-key signature. @throws {BadInput} for a key that is no tree of keys; {Failure} */
export async function hmac(context: Context, options: KeyOptions): Promise<Entered> {
  const { account } = await keyMaterial(context, options);
  if (!account)
    throw new BadInput(
      'NEEDS_ACCOUNT_KEY',
      'This sign-in needs the key of an account, and a single private key is none.',
      'Give the recovery phrase or the extended key (xprv).',
    );
  const { walletKeyHeader } = await import('../../money/sign.js');
  const header = walletKeyHeader(account, undefined, context.world.clock.now());
  context.redact.add(header);
  context.redact.add(header.split(':')[2]);
  return entered(await signInCall(context, 'user', 'createHmacTokens', {}, { headers: { 'x-hmac-sig': header } }), 'user');
}
