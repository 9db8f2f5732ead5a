// Signs in with an account key: exchanges a signature in a header for tokens (platform 2.3).

import type { Context } from '../../cli/context.js';
import { BadInput } from '../../services/http/errors.js';
import { type KeyOptions, withKeyMaterial } from './key.js';
import { parseSignIn, type SignedIn, signInCall } from './sign-in.js';

/** Signs in with a wallet-key signature. @throws {BadInput} for a key that is not an HD account key; {Failure} */
export async function signInWithHmac(context: Context, options: KeyOptions): Promise<SignedIn> {
  const { walletKeyHeader } = await import('../../money/sign.js');
  const header = await withKeyMaterial(context, options, ({ account }) => {
    if (!account)
      throw new BadInput(
        'NEEDS_ACCOUNT_KEY',
        'This sign-in needs an account key, not a single private key.',
        'Give the recovery phrase or the extended key (xprv).',
      );
    return walletKeyHeader(account, undefined, context.world.clock.now());
  });
  context.out.redact.add(header);
  context.out.redact.add(header.split(':')[2]);
  return parseSignIn(await signInCall(context, 'user', 'createHmacTokens', {}, { headers: { 'x-hmac-sig': header } }), 'user');
}
