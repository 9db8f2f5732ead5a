// Sessions: how they begin, renew, are confirmed and end. They live on the wall clock, whatever world time does.
import { iso, second } from '../../core/clock.js';
import { Refusal, refuse } from '../../core/refusal.js';
import { Later } from '../../core/reply.js';
import { addRow, findRow, type Kind, type Row, rowById, rows, saveRow, theRow } from '../../core/rows.js';
import type { Reception, World } from '../../core/world.js';
import { type Claims, refreshTokenOf, sealed, signingKey, signToken } from './tokens.js';
import { type Client, client, type Identifier, refreshableMs, user, usualClient } from './user.js';

/** A session as stored: CONTRACT.md 8.2 AuthSessionEntity, and behind it what the rotation of tokens needs. */
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
  readonly hidden: Rotating;
}
export interface Rotating {
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
export interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** What a way in belongs to. A way in without a user still gets a session: its calls then say that it must sign up. */
export function beginSession(world: Reception, way: Row<Identifier>, clientName = world.client.id ?? usualClient): Row<Session> {
  const used = findRow(world, client, clientName) ?? theRow(world, client, usualClient);
  const owner = way.owner ?? '';
  const country = rowById(world, user, owner)?.body.country ?? null;
  return addRow(world, session, (id) => ({
    owner,
    at: world.wall,
    body: {
      authNonce: sealed(world.state, `nonce|${id}`).slice(0, 16),
      userIdentifierId: way.id,
      userId: owner,
      country,
      tokenRefreshable: used.body.tokenRefreshable,
      issuedAt: iso(world.wall),
      validUntil: iso(world.wall + refreshableMs),
      lastRefreshedAt: null,
      deletedAt: null,
      authClientId: used.id,
      hidden: { clientName: used.body.name, generation: 1, pending: null, expiredAt: 0 },
    },
  }));
}

/** The tokens of a generation of a session, the access token signed after the transaction; `body` puts them into an answer. */
export function withTokens(world: Reception, row: Row<Session>, generation: number, body: (pair: Pair) => unknown): Later {
  const { userId, hidden } = row.body;
  const iat = Math.max(Math.floor(world.wall / second), hidden.expiredAt + 1);
  const exp = Math.ceil(iat + world.settings.accessTtl / second);
  const claims = { sub: userId, sid: row.id, gen: generation, cid: hidden.clientName, iat, exp };
  const refreshToken = refreshTokenOf(world.state, row.id, generation);
  const key = signingKey(world.state);
  return new Later(async () => body({ accessToken: await signToken(key, claims), refreshToken }));
}

/** A session as it is answered to the client that has just begun or renewed it. */
export function shownWithClient(world: Reception, row: Row<Session>, refreshToken: string): unknown {
  const used = rowById(world, client, row.body.authClientId);
  const authClient = used && { id: used.id, name: used.body.name, tokenRefreshableDurationMs: used.body.tokenRefreshableDurationMs };
  return { ...(session.show(row, world) as object), refreshToken, authClient: authClient ?? null };
}

/** A session that has not ended. */
export const live = (world: Reception, id: string): Row<Session> | undefined => {
  const found = rowById(world, session, id);
  return found && hasNotEnded(found, world) ? found : undefined;
};
const hasNotEnded = ({ body }: Row<Session>, { wall }: Reception): boolean => body.deletedAt === null && Date.parse(body.validUntil) > wall;

/** The session of an access token that still lets in; otherwise why it does not. */
export function admit(world: World, claims: Claims): Row<Session> {
  const found = live(world, claims.sid);
  const { generation, expiredAt } = found?.body.hidden ?? { generation: 0, expiredAt: 0 };
  const expired = claims.exp * second <= world.wall || claims.gen < generation || claims.iat <= expiredAt;
  if (!found || expired) throw expiredSession(world.call.service);
  return found;
}

/** The activity service has a sentence of its own (CONTRACT.md 1.4). */
export const expiredSession = (service: string): Refusal =>
  new Refusal(401, service === 'activity' ? 'Expired jwt token!' : 'Session expired or deleted', 'EXPIRED_SESSION');

/** Refuses a client that is too old; one without a minimum is never too old. */
export function checkVersion(world: Reception, used: Client): void {
  const version = Number(world.client.version ?? Number.NaN);
  if (used.minimumVersion !== null && !(version >= used.minimumVersion))
    refuse(426, 'Client update required', 'REQUIRED_CLIENT_VERSION_UPDATE');
}

/** Refuses a client that there is not, or that is too old; who names none is served (CONTRACT.md 1.4, the account calls). */
export function checkClient(world: Reception): void {
  const { id = usualClient } = world.client;
  const used = findRow(world, client, id) ?? refuse(403, 'Invalid auth client!', 'INVALID_CLIENT');
  checkVersion(world, used.body);
}

/** Ends a session; neither of its tokens counts any more. */
export const endSession = (world: Reception, row: Row<Session>): Row<Session> =>
  saveRow(world, session, row, { ...row.body, deletedAt: iso(world.wall) });

/** Lets all access tokens of a session count as expired; its refresh token goes on. */
export const expireSession = (world: Reception, row: Row<Session>): Row<Session> =>
  saveRow(world, session, row, { ...row.body, hidden: { ...row.body.hidden, expiredAt: Math.floor(world.wall / second) } });

/** Somebody's sessions that have not ended. */
export const liveSessions = (world: Reception, userId: string): Row<Session>[] =>
  rows(world, session, { owner: userId }).filter((row) => hasNotEnded(row, world));

/** The token of a bearer header. */
export const bearerOf = (credentials: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(credentials ?? '')?.[1];
