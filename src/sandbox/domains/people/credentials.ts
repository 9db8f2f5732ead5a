// Authorizes a call: by bearer token, wallet-key signature, basic credentials, or as public (platform 1.7).

import type { HandlerContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { rowById } from '../../core/rows.js';
import { readToken } from './auth-tokens.js';
import { bearerOf, expiredSession, requireLiveSession } from './session.js';
import { identifier, liveUser } from './user.js';
import { walletKeyCaller } from './wallet-key.js';

/** The credentials of basic calls: public, worth nothing. */
const basicPair = 'sandbox:sandbox';

/**
 * Authenticates the caller, and refuses without sufficient credentials. Public calls, also those
 * that begin a session, ignore any token.
 */
export function authorize(context: HandlerContext, expired: boolean): HandlerContext {
  const { auth, service } = context.call;
  if (expired && auth === 'signed-in') throw expiredSession(service);
  if (auth === 'refresh') return context.credentials === undefined ? unauthorized(context) : context;
  if (auth === 'public') return context;
  const identified = auth === 'basic' && /^Basic /i.test(context.credentials ?? '') ? basic(context) : undefined;
  // A signature is always checked, even beside a token: an invalid one must not be ignored.
  if (context.call.signed && context.walletKey) return { ...context, caller: walletKeyCaller(context) };
  return identified ?? signedIn(context) ?? unauthorized(context);
}

const unauthorized = ({ call }: HandlerContext): never =>
  refuse(401, `${call.name} needs ${call.auth === 'refresh' ? 'the refresh token' : 'an access token'} as bearer.`, 'UNAUTHORIZED');

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
  const caller = { userId: identifierRow.owner, sessionId: session.id, identifierId: identifierRow.id, generation: claims.gen };
  return { ...context, caller };
}

const invalid = (): never => refuse(401, 'The access token is none of this sandbox.', 'INVALID_TOKEN');
