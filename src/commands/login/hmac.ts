// Signs in with an account key: a signature in a header is exchanged for tokens (platform 2.3).

import type { Context } from '../../cli/context.js';
import { type KeyOptions, withKey } from '../../engine/sign-in/selected-key.js';
import { parseSignIn, type SignedIn, signInCall } from '../../engine/sign-in/sign-in.js';

/** Signs in with the signature of an account key. @throws {BadInput} for another kind of key; {Failure} */
export async function signInWithHmac(context: Context, options: KeyOptions): Promise<SignedIn> {
  const header = await withKey(context, options, (key) => key.accountHeader(context.world.clock.now()));
  context.out.redact.add(header);
  context.out.redact.add(header.split(':')[2]);
  return parseSignIn(
    await signInCall(context, 'user', 'createHmacTokens', {}, { headers: { 'x-hmac-sig': header } }),
    'user',
  );
}
