// Renewing a session: two-phase by default, at once, or strictly; and the older call that always renews at once.
import { iso } from '../../core/clock.js';
import { Refusal, refuse } from '../../core/refusal.js';
import { Later } from '../../core/reply.js';
import { type Row, rowById, saveRow, theRow } from '../../core/rows.js';
import { caller, type Reception, type World } from '../../core/world.js';
import { bearerOf, checkVersion, endSession, live, type Rotating, type Session, session, shownWithClient, withTokens } from './session.js';
import { readRefreshToken } from './tokens.js';
import { client, identifier, liveUser, refreshableMs } from './user.js';

/** Renews a session with the refresh token that came as bearer: POST /v2/accounts/sessions/refresh. */
export function refreshSession(world: World): Later {
  const { row, gen } = renewable(world);
  const { generation, pending } = row.body.hidden;
  if (world.settings.rotation !== 'two-phase') return rotateAtOnce(world, row, gen);
  if (gen !== generation && gen !== pending) throw spent();
  // Using the next generation's refresh token says that it has arrived: that counts as its confirmation.
  const next = gen + 1;
  const renewed = saveRotation(world, row, { generation: gen, pending: next });
  return withTokens(world, renewed, next, (pair) => pair);
}

/** The older way of POST /auth/sessions/refresh: always at once, for the client that got the token. */
export function refreshSessionV1(world: World): Later {
  const { row, gen } = renewable(world);
  const { id } = world.client;
  if (id === undefined) refuse(400, 'The header X-Auth-Client-Id is missing.', 'INVALID_REQUEST');
  if (id !== row.body.hidden.clientName && id !== row.body.authClientId) throw new Refusal(403, 'Different auth client from issued at');
  const { generation, pending } = row.body.hidden;
  if (gen !== generation && gen !== pending) throw spent();
  const renewed = saveRotation(world, row, { generation: gen + 1, pending: null });
  return withTokens(world, renewed, gen + 1, ({ accessToken, refreshToken }) => ({
    accessToken,
    authSession: shownWithClient(world, renewed, refreshToken),
  }));
}

function rotateAtOnce(world: World, row: Row<Session>, gen: number): Later {
  if (gen === row.body.hidden.generation) {
    const renewed = saveRotation(world, row, { generation: gen + 1, pending: null });
    return withTokens(world, renewed, gen + 1, (pair) => pair);
  }
  if (world.settings.rotation === 'one-phase') throw spent();
  endSession(world, row);
  // Answered as a refusal that keeps what was written: a thrown one would undo the end of the session.
  return new Later(async () => {
    throw spent();
  });
}

const spent = () => new Refusal(401, 'Invalid auth session! perhaps already refreshed?', 'INVALID_SESSION');

/** The session of the refresh token that came, if it may be renewed at all. */
function renewable(world: World): { row: Row<Session>; gen: number } {
  const said = readRefreshToken(world.state, bearerOf(world.credentials) ?? '');
  const row = said && live(world, said.sid);
  if (!said || !row) throw spent();
  const used = theRow(world, client, row.body.authClientId).body;
  checkVersion(world, used);
  if (!row.body.tokenRefreshable) refuse(403, 'AuthSession is not refreshable!', 'NOT_REFRESHABLE');
  const way = rowById(world, identifier, row.body.userIdentifierId);
  if (!way?.owner || !liveUser(world, way.owner)) refuse(422, 'User must be signed up!', 'MUST_BE_SIGNED_UP');
  return { row, gen: said.gen };
}

function saveRotation(world: Reception, row: Row<Session>, next: Pick<Rotating, 'generation' | 'pending'>): Row<Session> {
  const lastRefreshedAt = iso(world.wall);
  const validUntil = iso(world.wall + refreshableMs);
  return saveRow(world, session, row, { ...row.body, lastRefreshedAt, validUntil, hidden: { ...row.body.hidden, ...next } });
}

/** Ends the generation before the one of the access token in use: POST .../refresh/confirm. */
export function confirmSession(world: World): undefined {
  const { sessionId, generation } = caller(world);
  const row = rowById(world, session, sessionId);
  const { hidden } = row?.body ?? {};
  if (!row || hidden?.pending !== generation) return;
  saveRow(world, session, row, { ...row.body, hidden: { ...hidden, generation, pending: null } });
}
