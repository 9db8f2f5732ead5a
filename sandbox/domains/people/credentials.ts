// Authorizes a call: by bearer token, wallet-key signature, basic credentials, or as public (platform 1.7).

import {
  type AfterCommit,
  auth,
  badRequest,
  type Caller,
  type HandlerContext,
  type Row,
  refuse,
  requireSignatures,
  rowById,
} from '../../core/index.js';
import { readToken } from './auth-tokens.js';
import { bearerOf, beginSession, checkClient, expiredSession, requireLiveSession, withTokens } from './session.js';
import { addIdentifier } from './sign-up.js';
import { type Identifier, identifier, identifierNamed, liveUser, requireUser } from './user.js';

/** These errors have no code (platform 1.4). */
const invalidKey = (): never => refuse(401, 'Invalid Hmac sig!');

/** The address that signed the header. @throws {Refusal} for an invalid, stale or missing one */
function signer(context: HandlerContext): string {
  const { walletKey } = context;
  return (
    (walletKey && requireSignatures(context).walletKeySigner(walletKey.header, walletKey.text, context.wall)) ??
    invalidKey()
  );
}

/** The identifier of an address with a live user. */
function liveIdentifier(
  context: HandlerContext,
  address: string,
): (Row<Identifier> & { readonly owner: string }) | undefined {
  const identifierRow = identifierNamed(context, 'HMAC', address);
  return identifierRow?.owner && liveUser(context, identifierRow.owner)
    ? { ...identifierRow, owner: identifierRow.owner }
    : undefined;
}

/** The caller of a signed request, without a session. @throws {Refusal} */
function walletKeyCaller(context: HandlerContext): Caller {
  const identifierRow = liveIdentifier(context, signer(context)) ?? invalidKey();
  return { userId: identifierRow.owner, sessionId: '', identifierId: identifierRow.id, generation: 0 };
}

/** Begins a session. */
export const createHmacTokens = auth(
  (context): AfterCommit => {
    checkClient(context);
    const identifierRow =
      liveIdentifier(context, signer(context)) ?? refuse(422, 'User must be signed up!', 'MUST_BE_SIGNED_UP');
    const row = beginSession(context, identifierRow);
    return withTokens(context, row);
  },
  { signatures: true },
);

/** Adds an xpub as a wallet key. @throws {Refusal} for an invalid xpub or another user's key */
export function addWalletKey(context: HandlerContext, userId: string, pubKey: string): void {
  const message = "pubKey must be an extended public key (xpub) at m/44'/60'/0'.";
  const address = requireSignatures(context).addressOfXpub(pubKey) ?? badRequest(message);
  const identifierRow = identifierNamed(context, 'HMAC', address);
  if (identifierRow && identifierRow.owner !== userId) refuse(409, 'already existing user!', 'ALREADY_EXIST');
  if (!identifierRow) addIdentifier(context, userId, 'HMAC', address, requireUser(context, userId).body.name);
}

/** Public, worth nothing. */
const basicPair = 'sandbox:sandbox';

/** Authenticates the caller, or refuses. Public calls ignore any token, also those that begin a session. */
export function authorize(context: HandlerContext, expired: boolean): HandlerContext {
  const { auth, service } = context.call;
  if (expired && auth === 'signed-in') throw expiredSession(service);
  if (auth === 'refresh') return context.credentials === undefined ? unauthorized(context) : context;
  if (auth === 'public') return context;
  const identified = auth === 'basic' && /^Basic /i.test(context.credentials ?? '') ? basic(context) : undefined;
  // A signature is checked even beside a token: an invalid one must not be ignored.
  if (context.call.signed && context.walletKey) return { ...context, caller: walletKeyCaller(context) };
  return identified ?? signedIn(context) ?? unauthorized(context);
}

const unauthorized = ({ call }: HandlerContext): never =>
  refuse(
    401,
    `${call.name} needs ${call.auth === 'refresh' ? 'the refresh token' : 'an access token'} as bearer.`,
    'UNAUTHORIZED',
  );

function basic(context: HandlerContext): HandlerContext {
  const pair = Buffer.from(context.credentials!.slice('Basic '.length).trim(), 'base64').toString();
  return pair === basicPair ? context : refuse(401, 'The user name and password are not known here.', 'UNAUTHORIZED');
}

function signedIn(context: HandlerContext): HandlerContext | undefined {
  if (context.credentials === undefined) return undefined;
  const claims = readToken(context.state, bearerOf(context.credentials) ?? '');
  if (!claims) return invalid();
  const session = requireLiveSession(context, claims);
  const identifierRow = rowById(context, identifier, session.body.userIdentifierId);
  if (!identifierRow?.owner || !liveUser(context, identifierRow.owner)) refuse(404, 'UserIdentifier not exists!');
  const caller = {
    userId: identifierRow.owner,
    sessionId: session.id,
    identifierId: identifierRow.id,
    generation: claims.gen,
  };
  return { ...context, caller };
}

const invalid = (): never => refuse(401, 'The access token is not from this sandbox.', 'INVALID_TOKEN');
