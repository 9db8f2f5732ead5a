// Authenticates a request by a wallet-key signature, the `x-hmac-sig` header of platform 2.3.

import { type Caller, type HandlerContext, requireSignatures } from '../../core/context.js';
import type { AfterCommit } from '../../core/handler-results.js';
import { refuse } from '../../core/refusal.js';
import type { Row } from '../../core/rows.js';
import { beginSession, checkClient, withTokens } from './session.js';
import { addIdentifier } from './sign-up.js';
import { type Identifier, identifierNamed, liveUser, requireUser } from './user.js';

/** These errors have no code (platform 1.4). */
const invalid = (): never => refuse(401, 'Invalid Hmac sig!');

/** The address that signed the header. @throws {Refusal} for an invalid, a stale or a missing one */
function signer(context: HandlerContext): string {
  const { walletKey } = context;
  return (walletKey && requireSignatures(context).walletKeySigner(walletKey.header, walletKey.text, context.wall)) ?? invalid();
}

/** The identifier of an address, if its user is not deleted. */
function liveIdentifier(context: HandlerContext, address: string): (Row<Identifier> & { readonly owner: string }) | undefined {
  const identifierRow = identifierNamed(context, 'HMAC', address);
  return identifierRow?.owner && liveUser(context, identifierRow.owner) ? { ...identifierRow, owner: identifierRow.owner } : undefined;
}

/** The caller of a signed request, who has no session. @throws {Refusal} */
export function walletKeyCaller(context: HandlerContext): Caller {
  const identifierRow = liveIdentifier(context, signer(context)) ?? invalid();
  return { userId: identifierRow.owner, sessionId: '', identifierId: identifierRow.id, generation: 0 };
}

/** POST /v2/accounts/token/hmac: begins a session. */
export function createHmacTokens(context: HandlerContext): AfterCommit {
  checkClient(context);
  const identifierRow = liveIdentifier(context, signer(context)) ?? refuse(422, 'User must be signed up!', 'MUST_BE_SIGNED_UP');
  const row = beginSession(context, identifierRow);
  return withTokens(context, row, row.body.hidden.generation, (pair) => pair);
}

/** Adds an xpub as a wallet key of a user. @throws {Refusal} for an invalid xpub, or another user's key */
export function addWalletKey(context: HandlerContext, userId: string, pubKey: string): void {
  const message = "pubKey must be an extended public key (xpub) at m/44'/60'/0'.";
  const address = requireSignatures(context).addressOfXpub(pubKey) ?? refuse(400, message, 'INVALID_REQUEST');
  const identifierRow = identifierNamed(context, 'HMAC', address);
  if (identifierRow && identifierRow.owner !== userId) refuse(409, 'already existing user!', 'ALREADY_EXIST');
  if (!identifierRow) addIdentifier(context, userId, 'HMAC', address, requireUser(context, userId).body.name);
}
