// Creates users and identifiers, and deletes and restores users.

import { addRow, emit, type HandlerContext, iso, type Row, type SessionContext, saveRow } from '../../core/index.js';
import { endSession, liveSessions } from './session.js';
import { type Identifier, identifier, identifierBody, type User, user } from './user.js';

interface NewUser {
  readonly type: Identifier['type'];
  /** The id at the identity provider. */
  readonly externalId: string;
  readonly name: string;
  readonly email?: string;
}

/** Creates a user with a referral code, and an identifier. Balances are 0. */
export function signUp(context: HandlerContext, { type, externalId, name, email }: NewUser): Row<Identifier> {
  const created = addRow(context, user, (id) => ({
    body: newUser(context, id, name, email ?? null),
  }));
  emit(context, 'user signed up', { userId: created.id });
  return addIdentifier(context, created.id, type, externalId, name);
}

function newUser({ now, language }: HandlerContext, id: string, name: string, email: string | null): User {
  const referralCode = id.slice(0, 8).toUpperCase();
  const data = {
    region: 'GLOBAL',
    phone: null,
    phoneVerifiedAt: null,
    emailVerifiedAt: null,
    referralCode,
    language,
  } as const;
  const dates = { createdAt: iso(now), updatedAt: iso(now), deletedAt: null };
  return { handle: null, email, name, avatar: null, pending: false, country: null, data, ...dates };
}

/** `externalId` is the id at the provider. */
export const addIdentifier = (
  context: HandlerContext,
  owner: string,
  type: Identifier['type'],
  externalId: string,
  name: string,
): Row<Identifier> =>
  addRow(context, identifier, {
    owner,
    body: identifierBody(type, name, externalId, iso(context.now)),
  });

/** Deletes a user: ends the sessions and blocks the identifiers. All else is kept for a restoration. */
export function deleteUser(context: HandlerContext, row: Row<User>): void {
  endSessionsOf(context, row.id);
  const at = iso(context.now);
  saveRow(context, user, row, { ...row.body, updatedAt: at, deletedAt: at });
}

/** Restores a deleted user. Ended sessions stay ended. */
export const restoreUser = (context: HandlerContext, row: Row<User>): Row<User> =>
  saveRow(context, user, row, { ...row.body, updatedAt: iso(context.now), deletedAt: null });

function endSessionsOf(context: SessionContext, userId: string): void {
  for (const row of liveSessions(context, userId)) endSession(context, row);
}
