// Sessions: begun, renewed, confirmed and ended. They use the wall clock, not world time.

import {
  AfterCommit,
  addRow,
  badRequest,
  type Context,
  defineKind,
  findRow,
  type HandlerContext,
  iso,
  type Kind,
  Refusal,
  type Row,
  refuse,
  requireCaller,
  requireRow,
  rowById,
  rows,
  type SessionContext,
  saveRow,
  second,
} from '../../core/index.js';
import { type Claims, deriveSecret, readRefreshToken, refreshTokenOf, signingKey, signToken } from './auth-tokens.js';
import {
  type Client,
  client,
  defaultClient,
  type Identifier,
  identifier,
  liveUser,
  refreshableMs,
  user,
} from './user.js';

/** AuthSessionEntity (platform 12.2), with the state of the token rotation. */
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
  /** The confirmed generation of tokens. */
  readonly generation: number;
  /** The next one, sent but not confirmed. */
  readonly pending: number | null;
  /** Access tokens issued until this second are expired. */
  readonly expiredAt: number;
}

export const session: Kind<Session> = defineKind({
  name: 'session',
  owned: true,
  show: ({ id, body: { hidden, ...fields } }, context) => ({
    id,
    ...fields,
    authClient: clientOf(context, fields.authClientId),
    deferredAuthNonce: null,
    workspaceId: null,
    issuedIpAddress: '127.0.0.1',
  }),
});

/** AuthClientEntity (platform 12.2). */
function clientOf(context: Context, id: string) {
  const row = rowById(context, client, id);
  return row && client.show(row, context);
}

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Begins a session of an identifier. Without a user its calls are refused until sign-up. */
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

/** The tokens of a generation. The access token is signed after the transaction. `body` makes the response. */
export function withTokens(
  context: SessionContext,
  row: Row<Session>,
  body: (pair: TokenPair) => unknown = (pair) => pair,
  generation = row.body.hidden.generation,
): AfterCommit {
  const { userId, hidden } = row.body;
  const iat = Math.max(Math.floor(context.wall / second), hidden.expiredAt + 1);
  const exp = Math.ceil(iat + context.settings.accessTtl / second);
  const claims = { sub: userId, sid: row.id, gen: generation, cid: hidden.clientName, iat, exp };
  const refreshToken = refreshTokenOf(context.state, row.id, generation);
  const key = signingKey(context.state);
  return new AfterCommit(async () => body({ accessToken: await signToken(key, claims), refreshToken }));
}

/** For the client that has just begun or renewed the session. */
export function sessionWithClient(context: SessionContext, row: Row<Session>, refreshToken: string) {
  const authClientRow = rowById(context, client, row.body.authClientId);
  const authClient = authClientRow && {
    id: authClientRow.id,
    name: authClientRow.body.name,
    tokenRefreshableDurationMs: authClientRow.body.tokenRefreshableDurationMs,
  };
  return { ...session.show(row, context), refreshToken, authClient: authClient ?? null };
}

const liveSession = (context: SessionContext, id: string): Row<Session> | undefined => {
  const row = rowById(context, session, id);
  return row && hasNotEnded(row, context) ? row : undefined;
};
const hasNotEnded = ({ body }: Row<Session>, { wall }: SessionContext): boolean =>
  body.deletedAt === null && Date.parse(body.validUntil) > wall;

/** @throws {Refusal} 401 EXPIRED_SESSION */
export function requireLiveSession(context: HandlerContext, claims: Claims): Row<Session> {
  const row = liveSession(context, claims.sid);
  const { generation, expiredAt } = row?.body.hidden ?? { generation: 0, expiredAt: 0 };
  const expired = claims.exp * second <= context.wall || claims.gen < generation || claims.iat <= expiredAt;
  if (!row || expired) throw expiredSession(context.call.service);
  return row;
}

/** The activity service has its own message (platform 1.4). */
export const expiredSession = (service: string): Refusal =>
  new Refusal(401, service === 'activity' ? 'Expired jwt token!' : 'Session expired or deleted', 'EXPIRED_SESSION');

/** Refuses a client below its minimum version, if it has one. */
export function checkVersion(context: SessionContext, authClientRow: Client): void {
  const version = Number(context.client.version ?? Number.NaN);
  if (authClientRow.minimumVersion !== null && !(version >= authClientRow.minimumVersion))
    refuse(426, 'Client update required', 'REQUIRED_CLIENT_VERSION_UPDATE');
}

/** Refuses an unknown or old client. A request without a client is accepted (platform 1.4, the account calls). */
export function checkClient(context: SessionContext): void {
  const { id = defaultClient } = context.client;
  const authClientRow = findRow(context, client, id) ?? refuse(403, 'Invalid auth client!', 'INVALID_CLIENT');
  checkVersion(context, authClientRow.body);
}

/** Ends a session and both of its tokens. */
export const endSession = (context: SessionContext, row: Row<Session>): Row<Session> =>
  saveRow(context, session, row, { ...row.body, deletedAt: iso(context.wall) });

/** Expires the access tokens of a session, not its refresh token. */
export const expireSession = (context: SessionContext, row: Row<Session>): Row<Session> =>
  saveRow(context, session, row, {
    ...row.body,
    hidden: { ...row.body.hidden, expiredAt: Math.floor(context.wall / second) },
  });

/** Sessions of a user that have not ended. */
export const liveSessions = (context: SessionContext, userId: string): Row<Session>[] =>
  rows(context, session, { owner: userId }).filter((row) => hasNotEnded(row, context));

/** The token of an Authorization header. */
export const bearerOf = (credentials: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(credentials ?? '')?.[1];

/** Renews a session with the refresh token in the Authorization header. */
export function refreshSession(context: HandlerContext): AfterCommit {
  const { row, gen } = renewable(context);
  const { generation, pending } = row.body.hidden;
  if (context.settings.rotation !== 'two-phase') return rotateAtOnce(context, row, gen);
  if (gen !== generation && gen !== pending) throw spent();
  // The use of the next refresh token proves its arrival: it is a confirmation.
  const next = gen + 1;
  const renewed = saveRotation(context, row, { generation: gen, pending: next });
  return withTokens(context, renewed, undefined, next);
}

/** The older way: always one-phase, for the client of the token. */
export function refreshSessionV1(context: HandlerContext): AfterCommit {
  const { row, gen } = renewable(context);
  const { id } = context.client;
  if (id === undefined) badRequest('The header X-Auth-Client-Id is missing.');
  if (id !== row.body.hidden.clientName && id !== row.body.authClientId)
    throw new Refusal(403, 'Different auth client from issued at');
  const { generation, pending } = row.body.hidden;
  if (gen !== generation && gen !== pending) throw spent();
  const renewed = saveRotation(context, row, { generation: gen + 1, pending: null });
  return withTokens(context, renewed, ({ accessToken, refreshToken }) => ({
    accessToken,
    authSession: sessionWithClient(context, renewed, refreshToken),
  }));
}

function rotateAtOnce(context: HandlerContext, row: Row<Session>, gen: number): AfterCommit {
  if (gen === row.body.hidden.generation) {
    const renewed = saveRotation(context, row, { generation: gen + 1, pending: null });
    return withTokens(context, renewed);
  }
  if (context.settings.rotation === 'one-phase') throw spent();
  endSession(context, row);
  // Refused after the commit, because a rollback would keep the session.
  return new AfterCommit(async () => {
    throw spent();
  });
}

const spent = () => new Refusal(401, 'Invalid auth session! perhaps already refreshed?', 'INVALID_SESSION');

/** The session of the refresh token, if it may be renewed. */
function renewable(context: HandlerContext): { row: Row<Session>; gen: number } {
  const parsed = readRefreshToken(context.state, bearerOf(context.credentials) ?? '');
  const row = parsed && liveSession(context, parsed.sid);
  if (!parsed || !row) throw spent();
  const authClient = requireRow(context, client, row.body.authClientId).body;
  checkVersion(context, authClient);
  if (!row.body.tokenRefreshable) refuse(403, 'AuthSession is not refreshable!', 'NOT_REFRESHABLE');
  const identifierRow = rowById(context, identifier, row.body.userIdentifierId);
  if (!identifierRow?.owner || !liveUser(context, identifierRow.owner))
    refuse(422, 'User must be signed up!', 'MUST_BE_SIGNED_UP');
  return { row, gen: parsed.gen };
}

function saveRotation(
  context: SessionContext,
  row: Row<Session>,
  next: Pick<SessionRotation, 'generation' | 'pending'>,
): Row<Session> {
  const lastRefreshedAt = iso(context.wall);
  const validUntil = iso(context.wall + refreshableMs);
  return saveRow(context, session, row, {
    ...row.body,
    lastRefreshedAt,
    validUntil,
    hidden: { ...row.body.hidden, ...next },
  });
}

/** Ends the generation before the access token's. */
export function confirmSession(context: HandlerContext): undefined {
  const { sessionId, generation } = requireCaller(context);
  const row = rowById(context, session, sessionId);
  const { hidden } = row?.body ?? {};
  if (!row || hidden?.pending !== generation) return;
  saveRow(context, session, row, { ...row.body, hidden: { ...hidden, generation, pending: null } });
}
