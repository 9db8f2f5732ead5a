// Who is signed in, as the user service shows it.
import type { Row } from '../../core/rows.js';
import type { World } from '../../core/world.js';
import { type Identifier, identifier, liveUser, user } from './user.js';
import { walletOf } from './wallet-entity.js';

/** CONTRACT.md 8.2 SignedUserIdentifierDto. */
export function signedIdentifier(world: World, way: Row<Identifier>): object {
  const owner = liveUser(world, way.owner ?? '')!;
  return {
    ...(identifier.show(way, world) as object),
    user: { ...(user.show(owner, world) as object), wallet: walletOf(world, owner) ?? null },
  };
}
