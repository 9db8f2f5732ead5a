// Sessions: begun, renewed, confirmed and ended. They live on the wall clock, not on world time.

import { badRequest, type HandlerContext, iso, Refusal, refuse, requireCaller, type SessionContext, second } from '../../core/context.js';
import { AfterCommit } from '../../core/handlers.js';
import { addRow, findRow, type Kind, type Row, requireRow, rowById, rows, saveRow } from '../../core/rows.js';
import { type Claims, deriveSecret, readRefreshToken, refreshTokenOf, signingKey, signToken } from './auth-tokens.js';
import { type Client, client, defaultClient, type Identifier, identifier, liveUser, refreshableMs, user } from './user.js';

/** A session as stored: AuthSessionEntity (platform 12.2), and behind it what the rotation of tokens needs. */
export interface Session {
  readonly authNonce: string;
  readonly userIdentifierId: string;
  readonly userId: string;
  readonly country: string | null;
  readonly tokenRefreshable: boolean;
  readonly issuedAt: string;
  readonly validUntil: string;
  readonly lastRefreshedAt: string | null;
  readonly deletedAt: string | null;
  readonly authClientId: string;
  readonly hidden: SessionRotation;
}
interface SessionRotation {
  readonly clientName: string;
  /** The generation of tokens that is confirmed. */
  readonly generation: number;
  /** The next one, handed out and not yet confirmed. */
  readonly pending: number | null;
  /** Access tokens issued up to this second count as expired. */
  readonly expiredAt: number;
}

export const session: Kind<Session> = {
  name: 'session',
  table: 'session',
  noun: 'SESSION',
  owned: true,
  show: ({ id, body: { hidden, ...shown } }) => ({
    id,
    ...shown,
    deferredAuthNonce: null,
    workspaceId: null,
    issuedIpAddress: '127.0.0.1',
  }),
};

/** A pair of tokens. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Begins a session of an identifier. Without a user its calls are refused until somebody signs up. */
export function beginSession(
  context: SessionContext,
  identifierRow: Row<Identifier>,
  clientName = context.client.id ?? defaultClient,
): Row<Session> {
  const authClientRow = findRow(context, client, clientName) ?? requireRow(context, client, defaultClient);
  const owner = identifierRow.owner ?? '';
  const country = rowById(context, user, owner)?.body.country ?? null;
  return addRow(context, session, (id) => ({
    owner,
    at: context.wall,
    body: {
      authNonce: deriveSecret(context.state, `nonce|${id}`).slice(0, 16),
      userIdentifierId: identifierRow.id,
      userId: owner,
      country,
      tokenRefreshable: authClientRow.body.tokenRefreshable,
      issuedAt: iso(context.wall),
      validUntil: iso(context.wall + refreshableMs),
      lastRefreshedAt: null,
      deletedAt: null,
      authClientId: authClientRow.id,
      hidden: { clientName: authClientRow.body.name, generation: 1, pending: null, expiredAt: 0 },
    },
  }));
}

/** The tokens of a generation of a session, the access token signed after the transaction; `body` puts them into an answer. */
export function withTokens(
  context: SessionContext,
  row: Row<Session>,
  generation: number,
  body: (pair: TokenPair) => unknown,
): AfterCommit {
  const { userId, hidden } = row.body;
  const iat = Math.max(Math.floor(context.wall / second), hidden.expiredAt + 1);
  const exp = Math.ceil(iat + context.settings.accessTtl / second);
  const claims = { sub: userId, sid: row.id, gen: generation, cid: hidden.clientName, iat, exp };
  const refreshToken = refreshTokenOf(context.state, row.id, generation);
  const key = signingKey(context.state);
  return new AfterCommit(async () => body({ accessToken: await signToken(key, claims), refreshToken }));
}

/** A session as a response to the client that has just begun or renewed it. */
export function sessionWithClient(context: SessionContext, row: Row<Session>, refreshToken: string): unknown {
  const authClientRow = rowById(context, client, row.body.authClientId);
  const authClient = authClientRow && {
    id: authClientRow.id,
    name: authClientRow.body.name,
    tokenRefreshableDurationMs: authClientRow.body.tokenRefreshableDurationMs,
  };
  return { ...(session.show(row, context) as object), refreshToken, authClient: authClient ?? null };
}

/** A session that has not ended. */
const liveSession = (context: SessionContext, id: string): Row<Session> | undefined => {
  const found = rowById(context, session, id);
  return found && hasNotEnded(found, context) ? found : undefined;
};
const hasNotEnded = ({ body }: Row<Session>, { wall }: SessionContext): boolean =>
  body.deletedAt === null && Date.parse(body.validUntil) > wall;

/** The live session of an access token. @throws {Refusal} 401 EXPIRED_SESSION */
export function requireLiveSession(context: HandlerContext, claims: Claims): Row<Session> {
  const found = liveSession(context, claims.sid);
  const { generation, expiredAt } = found?.body.hidden ?? { generation: 0, expiredAt: 0 };
  const expired = claims.exp * second <= context.wall || claims.gen < generation || claims.iat <= expiredAt;
  if (!found || expired) throw expiredSession(context.call.service);
  return found;
}

/** The activity service has a sentence of its own (platform 1.4). */
export const expiredSession = (service: string): Refusal =>
  new Refusal(401, service === 'activity' ? 'Expired jwt token!' : 'Session expired or deleted', 'EXPIRED_SESSION');

/** Refuses a client that is too old; one without a minimum is never too old. */
export function checkVersion(context: SessionContext, authClientRow: Client): void {
  const version = Number(context.client.version ?? Number.NaN);
  if (authClientRow.minimumVersion !== null && !(version >= authClientRow.minimumVersion))
    refuse(426, 'Client update required', 'REQUIRED_CLIENT_VERSION_UPDATE');
}

/** Refuses an unknown client and one that is too old; a request without a client is accepted (platform 1.4, the account calls). */
export function checkClient(context: SessionContext): void {
  const { id = defaultClient } = context.client;
  const authClientRow = findRow(context, client, id) ?? refuse(403, 'Invalid auth client!', 'INVALID_CLIENT');
  checkVersion(context, authClientRow.body);
}

/** Ends a session; neither of its tokens counts any more. */
export const endSession = (context: SessionContext, row: Row<Session>): Row<Session> =>
  saveRow(context, session, row, { ...row.body, deletedAt: iso(context.wall) });

/** Expires all access tokens of a session; its refresh token stays valid. */
export const expireSession = (context: SessionContext, row: Row<Session>): Row<Session> =>
  saveRow(context, session, row, { ...row.body, hidden: { ...row.body.hidden, expiredAt: Math.floor(context.wall / second) } });

/** Somebody's sessions that have not ended. */
export const liveSessions = (context: SessionContext, userId: string): Row<Session>[] =>
  rows(context, session, { owner: userId }).filter((row) => hasNotEnded(row, context));

/** The token of a bearer header. */
export const bearerOf = (credentials: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(credentials ?? '')?.[1];

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
  if (id === undefined) badRequest('The header X-Auth-Client-Id is missing.');
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
