// Who signs with a wallet key: the `x-hmac-sig` header of CONTRACT.md 7.3.
import { refuse } from '../../core/refusal.js';
import type { Later } from '../../core/reply.js';
import type { Row } from '../../core/rows.js';
import { signaturesOf, type Who, type World } from '../../core/world.js';
import { beginSession, checkClient, withTokens } from './session.js';
import { addWayIn } from './sign-up.js';
import { type Identifier, identifierNamed, liveUser, theUser } from './user.js';

/** These errors have no code (CONTRACT.md 1.4). */
const invalid = (): never => refuse(401, 'Invalid Hmac sig!');

/** The address that a header is signed for, whoever has it. @throws {Refusal} for a bad, a stale or a missing one. */
function signer(world: World): string {
  const { walletKey } = world;
  return (walletKey && signaturesOf(world).walletKeySigner(walletKey.header, walletKey.text, world.wall)) ?? invalid();
}

/** The way in of an address, if its user is there. */
function liveWay(world: World, address: string): (Row<Identifier> & { readonly owner: string }) | undefined {
  const way = identifierNamed(world, 'HMAC', address);
  return way?.owner && liveUser(world, way.owner) ? { ...way, owner: way.owner } : undefined;
}

/** Who calls with the header in the place of a token. They have no session. @throws {Refusal} */
export function walletKeyCaller(world: World): Who {
  const way = liveWay(world, signer(world)) ?? invalid();
  return { userId: way.owner, sessionId: '', identifierId: way.id, generation: 0 };
}

/** POST /v2/accounts/token/hmac: begins a session. */
export function createHmacTokens(world: World): Later {
  checkClient(world);
  const way = liveWay(world, signer(world)) ?? refuse(422, 'User must be signed up!', 'MUST_BE_SIGNED_UP');
  const row = beginSession(world, way);
  return withTokens(world, row, row.body.hidden.generation, (pair) => pair);
}

/** Lets somebody in with the key of an xpub from now on. @throws {Refusal} for a text that is none, or the key of somebody else. */
export function addWalletKey(world: World, userId: string, pubKey: string): void {
  const message = "pubKey must be an extended public key (xpub) at m/44'/60'/0'.";
  const address = signaturesOf(world).addressOfXpub(pubKey) ?? refuse(400, message, 'INVALID_REQUEST');
  const way = identifierNamed(world, 'HMAC', address);
  if (way && way.owner !== userId) refuse(409, 'already existing user!', 'ALREADY_EXIST');
  if (!way) addWayIn(world, userId, 'HMAC', address, theUser(world, userId).body.name);
}
