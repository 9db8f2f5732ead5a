// Renews sessions: two-phase by default, one-phase or strict; the older call is always one-phase.
import { iso } from '../../core/clock.js';
import { type HandlerContext, requireCaller, type SessionContext } from '../../core/context.js';
import { AfterCommit } from '../../core/handler-results.js';
import { Refusal, refuse } from '../../core/refusal.js';
import { type Row, requireRow, rowById, saveRow } from '../../core/rows.js';
import { readRefreshToken } from './auth-tokens.js';
import {
  bearerOf,
  checkVersion,
  endSession,
  liveSession,
  type Session,
  type SessionRotation,
  session,
  sessionWithClient,
  withTokens,
} from './session.js';
import { client, identifier, liveUser, refreshableMs } from './user.js';

/** Renews a session with the refresh token in the Authorization header: POST /v2/accounts/sessions/refresh. */
export function refreshSession(context: HandlerContext): AfterCommit {
  const { row, gen } = renewable(context);
  const { generation, pending } = row.body.hidden;
  if (context.settings.rotation !== 'two-phase') return rotateAtOnce(context, row, gen);
  if (gen !== generation && gen !== pending) throw spent();
  // Using the next generation's refresh token proves that it has arrived, and counts as its confirmation.
  const next = gen + 1;
  const renewed = saveRotation(context, row, { generation: gen, pending: next });
  return withTokens(context, renewed, next, (pair) => pair);
}

/** The older way of POST /auth/sessions/refresh: always at once, for the client that got the token. */
export function refreshSessionV1(context: HandlerContext): AfterCommit {
  const { row, gen } = renewable(context);
  const { id } = context.client;
  if (id === undefined) refuse(400, 'The header X-Auth-Client-Id is missing.', 'INVALID_REQUEST');
  if (id !== row.body.hidden.clientName && id !== row.body.authClientId) throw new Refusal(403, 'Different auth client from issued at');
  const { generation, pending } = row.body.hidden;
  if (gen !== generation && gen !== pending) throw spent();
  const renewed = saveRotation(context, row, { generation: gen + 1, pending: null });
  return withTokens(context, renewed, gen + 1, ({ accessToken, refreshToken }) => ({
    accessToken,
    authSession: sessionWithClient(context, renewed, refreshToken),
  }));
}

function rotateAtOnce(context: HandlerContext, row: Row<Session>, gen: number): AfterCommit {
  if (gen === row.body.hidden.generation) {
    const renewed = saveRotation(context, row, { generation: gen + 1, pending: null });
    return withTokens(context, renewed, gen + 1, (pair) => pair);
  }
  if (context.settings.rotation === 'one-phase') throw spent();
  endSession(context, row);
  // Refused after the commit: an exception inside the transaction would roll back the end of the session.
  return new AfterCommit(async () => {
    throw spent();
  });
}

const spent = () => new Refusal(401, 'Invalid auth session! perhaps already refreshed?', 'INVALID_SESSION');

/** The session of the received refresh token, if it may be renewed. */
function renewable(context: HandlerContext): { row: Row<Session>; gen: number } {
  const parsed = readRefreshToken(context.state, bearerOf(context.credentials) ?? '');
  const row = parsed && liveSession(context, parsed.sid);
  if (!parsed || !row) throw spent();
  const authClient = requireRow(context, client, row.body.authClientId).body;
  checkVersion(context, authClient);
  if (!row.body.tokenRefreshable) refuse(403, 'AuthSession is not refreshable!', 'NOT_REFRESHABLE');
  const identifierRow = rowById(context, identifier, row.body.userIdentifierId);
  if (!identifierRow?.owner || !liveUser(context, identifierRow.owner)) refuse(422, 'User must be signed up!', 'MUST_BE_SIGNED_UP');
  return { row, gen: parsed.gen };
}

function saveRotation(context: SessionContext, row: Row<Session>, next: Pick<SessionRotation, 'generation' | 'pending'>): Row<Session> {
  const lastRefreshedAt = iso(context.wall);
  const validUntil = iso(context.wall + refreshableMs);
  return saveRow(context, session, row, { ...row.body, lastRefreshedAt, validUntil, hidden: { ...row.body.hidden, ...next } });
}

/** Ends the generation before the one of the access token in use: POST .../refresh/confirm. */
export function confirmSession(context: HandlerContext): undefined {
  const { sessionId, generation } = requireCaller(context);
  const row = rowById(context, session, sessionId);
  const { hidden } = row?.body ?? {};
  if (!row || hidden?.pending !== generation) return;
  saveRow(context, session, row, { ...row.body, hidden: { ...hidden, generation, pending: null } });
}
