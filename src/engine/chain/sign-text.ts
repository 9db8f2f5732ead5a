// Signs a text with a selected signer, and checks the result.

import { isSignatureOf } from '../../money/keys/message-signature.js';
import type { ChainFamily } from '../../money/keys/signer.js';
import { Guarded } from '../../services/http/errors.js';
import type { SelectedSigner } from './signing-key.js';

/** The signature of a text, 0x hex. Ends the signer. @throws {Guarded} BAD_SIGNATURE; as `withKey` */
export async function signText(signer: SelectedSigner, family: ChainFamily, text: string): Promise<string> {
  const signature = await signer.withKey((key) => key.sign({ kind: 'text', text }));
  signer.release();
  if (isSignatureOf(family, text, signature, signer.address)) return signature;
  throw new Guarded(
    'BAD_SIGNATURE',
    `The response of the signer is not the signature of ${signer.address} for this message, so it is not shown.`,
  );
}
