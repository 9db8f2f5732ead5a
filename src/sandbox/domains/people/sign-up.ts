// Someone new: a user, and the way in that they came by; and people who leave and come back.
import { iso } from '../../core/clock.js';
import { tell } from '../../core/effects.js';
import { addRow, type Row, saveRow } from '../../core/rows.js';
import type { Reception, World } from '../../core/world.js';
import { endSession, liveSessions } from './session.js';
import { type Identifier, identifier, identifierBody, type User, user } from './user.js';

/** Who is new. */
export interface Newcomer {
  readonly type: Identifier['type'];
  /** What the way in knows them by. */
  readonly known: string;
  readonly name: string;
  readonly email?: string;
}

/** Makes a user and their way in. They begin with nothing: balances of 0, no rides, and a referral code of their own. */
export function signUp(world: World, { type, known, name, email }: Newcomer): Row<Identifier> {
  const made = addRow(world, user, (id) => ({ owner: null, at: world.now, body: newUser(world, id, name, email ?? null) }));
  tell(world, 'user signed up', { userId: made.id });
  return addWayIn(world, made.id, type, known, name);
}

function newUser({ now, language }: World, id: string, name: string, email: string | null): User {
  const referralCode = id.slice(0, 8).toUpperCase();
  const data = { region: 'GLOBAL', phone: null, phoneVerifiedAt: null, emailVerifiedAt: null, referralCode, language } as const;
  const dates = { createdAt: iso(now), updatedAt: iso(now), deletedAt: null };
  return { handle: null, email, name, avatar: null, pending: false, country: null, data, ...dates };
}

/** Another way in of a user who is there. */
export const addWayIn = (world: World, owner: string, type: Identifier['type'], known: string, name: string): Row<Identifier> =>
  addRow(world, identifier, { owner, at: world.now, body: identifierBody(type, name, known, iso(world.now)) });

/** Deletes a user: their sessions end, their ways in let nobody in; everything else stays for a restoration. */
export function leave(world: World, row: Row<User>): void {
  endSessionsOf(world, row.id);
  const at = iso(world.now);
  saveRow(world, user, row, { ...row.body, updatedAt: at, deletedAt: at });
}

/** Brings a deleted user back; one who was never deleted stays as they are. Ended sessions stay ended. */
export const comeBack = (world: World, row: Row<User>): Row<User> =>
  saveRow(world, user, row, { ...row.body, updatedAt: iso(world.now), deletedAt: null });

function endSessionsOf(world: Reception, userId: string): void {
  for (const row of liveSessions(world, userId)) endSession(world, row);
}
