// Who may call: the bearer token, a wallet-key signature, the app's own pair of words, or nobody in particular (SPEC.md section 6).
import { refuse } from '../../core/refusal.js';
import { rowById } from '../../core/rows.js';
import type { World } from '../../core/world.js';
import { admit, bearerOf, expiredSession } from './session.js';
import { readToken } from './tokens.js';
import { identifier, liveUser } from './user.js';
import { walletKeyCaller } from './wallet-key.js';

/** What basic calls take: everyone's, worth nothing. */
const basicPair = 'sandbox:sandbox';

/**
 * Finds out who calls, and refuses whom the call does not let in. Public calls, among them
 * those that begin a session, ignore whatever token comes along.
 */
export function authorize(world: World, expired: boolean): World {
  const { auth, service } = world.call;
  if (expired && auth === 'signed-in') throw expiredSession(service);
  if (auth === 'refresh') return world.credentials === undefined ? unauthorized(world) : world;
  if (auth === 'public') return world;
  const known = auth === 'basic' && /^Basic /i.test(world.credentials ?? '') ? basic(world) : undefined;
  // A signature that came counts, whatever token stands beside it: a bad one must not pass unseen.
  if (world.call.signed && world.walletKey) return { ...world, who: walletKeyCaller(world) };
  return known ?? signedIn(world) ?? unauthorized(world);
}

const unauthorized = ({ call }: World): never =>
  refuse(401, `${call.name} needs ${call.auth === 'refresh' ? 'the refresh token' : 'an access token'} as bearer.`, 'UNAUTHORIZED');

function basic(world: World): World {
  const pair = Buffer.from(world.credentials!.slice('Basic '.length).trim(), 'base64').toString();
  return pair === basicPair ? world : refuse(401, 'The user name and password are not known here.', 'UNAUTHORIZED');
}

function signedIn(world: World): World | undefined {
  if (world.credentials === undefined) return undefined;
  const claims = readToken(world.state, bearerOf(world.credentials) ?? '');
  if (!claims) return invalid();
  const session = admit(world, claims);
  const way = rowById(world, identifier, session.body.userIdentifierId);
  if (!way?.owner || !liveUser(world, way.owner)) refuse(404, 'UserIdentifier not exists!');
  const who = { userId: way.owner, sessionId: session.id, identifierId: way.id, generation: claims.gen };
  return { ...world, who };
}

const invalid = (): never => refuse(401, 'The access token is none of this sandbox.', 'INVALID_TOKEN');
