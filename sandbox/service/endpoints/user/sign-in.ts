// The handlers of sign-in and session renewal of the user service. Loaded on the first of these calls.
import { optional, secret, text } from '../../../../src/services/catalogue/define.js';
import { auth, type Handler } from '../../../core/index.js';
import { createHmacTokens } from '../../../domains/people/credentials.js';
import { confirmSession, refreshSession, refreshSessionV1 } from '../../../domains/people/session.js';
import { createCode, redirectWith, signInWithPrivy, validateCode } from '../../../domains/people/sign-in.js';
import { linkWallet, requestMessage, validateSignature, verifyWallet } from '../../../domains/people/web3.js';

/** The redirects also take the user to sign in. */
const redirect = { query: { redirectUrl: text(), as: optional(text()) } };
export const handlers = {
  signInWithDiscord: auth(redirectWith('DISCORD'), redirect),
  signInWithFacebook: auth(redirectWith('FACEBOOK'), redirect),
  signInWithGoogle: auth(redirectWith('GOOGLE'), redirect),
  signInWithTwitter: auth(redirectWith('TWITTER'), redirect),
  createDeferredCode: auth(createCode),
  validateDeferredCode: auth(validateCode),
  signInWithPrivy: auth(signInWithPrivy, { body: { token: secret(text()) } }),
  refreshSessionV1: auth(refreshSessionV1),
  requestWeb3Message: requestMessage,
  validateWeb3Signature: validateSignature,
  linkWallet,
  verifyWallet,
  createHmacTokens,
  refreshSession: auth(refreshSession),
  confirmSession: auth(confirmSession),
} as const satisfies Readonly<Record<string, Handler>>;
