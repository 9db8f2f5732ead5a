// The signed-in user as the user service shows them.

import type { HandlerContext } from '../../core/context.js';
import type { Row } from '../../core/rows.js';
import { walletOf } from './main-wallet.js';
import { type Identifier, identifier, liveUser, user } from './user.js';

/** SignedUserIdentifierDto (platform 12.2). */
export function signedIdentifier(context: HandlerContext, identifierRow: Row<Identifier>): object {
  const owner = liveUser(context, identifierRow.owner ?? '')!;
  return {
    ...(identifier.show(identifierRow, context) as object),
    user: { ...(user.show(owner, context) as object), wallet: walletOf(context, owner) ?? null },
  };
}
