// The ways in of the user service, and what keeps a session going, answered. Loaded when one of these calls is asked.
import { optional, secret, text } from '../../../../services/catalogue/define.js';
import { confirmSession, refreshSession, refreshSessionV1 } from '../../../domains/people/rotation.js';
import { createCode, redirectWith, signInWithPrivy, validateCode } from '../../../domains/people/sign-in.js';
import { createHmacTokens } from '../../../domains/people/wallet-key.js';
import { linkWallet, requestMessage, validateSignature, verifyWallet } from '../../../domains/people/web3.js';
import { door, type Line, view } from '../../handlers.js';

/** The redirects take, beside the catalogue's field, who is to sign in. */
const redirect = { query: { redirectUrl: text(), as: optional(text()) } };
export const lines = {
  signInWithDiscord: door(redirectWith('DISCORD'), redirect),
  signInWithFacebook: door(redirectWith('FACEBOOK'), redirect),
  signInWithGoogle: door(redirectWith('GOOGLE'), redirect),
  signInWithTwitter: door(redirectWith('TWITTER'), redirect),
  createDeferredCode: door(createCode),
  validateDeferredCode: door(validateCode),
  signInWithPrivy: door(signInWithPrivy, { body: { token: secret(text()) } }),
  refreshSessionV1: door(refreshSessionV1),
  requestWeb3Message: door(requestMessage, { signatures: true }),
  validateWeb3Signature: door(validateSignature, { signatures: true }),
  linkWallet: view(linkWallet, { signatures: true }),
  verifyWallet: door(verifyWallet, { signatures: true }),
  createHmacTokens: door(createHmacTokens, { signatures: true }),
  refreshSession: door(refreshSession),
  confirmSession: door(confirmSession),
} as const satisfies Readonly<Record<string, Line>>;
