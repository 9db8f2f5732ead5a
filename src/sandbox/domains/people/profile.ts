// What a user says of themselves: the e-mail address, and who invited them.
import { text } from '../../../services/catalogue/define.js';
import { iso } from '../../core/clock.js';
import { tell } from '../../core/effects.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Kind, rows, saveRow } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { findUser, liveUser, theUser, user } from './user.js';

/** What POST /users/email/me takes: the sandbox's own name. */
export const newEmail = { email: text() };

/** GET /users/email/me. */
export function showEmail(world: World): unknown {
  const { email, data } = theUser(world, caller(world).userId).body;
  return { email, verifiedAt: data.emailVerifiedAt ?? null };
}

/** POST /users/email/me: takes the address; nothing verifies it here. */
export function setEmail(world: World): unknown {
  const email = world.body.email as string;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) refuse(400, `email is no e-mail address: ${email.slice(0, 100)}`, 'INVALID_REQUEST');
  const row = theUser(world, caller(world).userId);
  saveRow(world, user, row, { ...row.body, email, updatedAt: iso(world.now), data: { ...row.body.data, emailVerifiedAt: null } });
  return showEmail(world);
}

/** Who invited a user: CONTRACT.md 8.2 UserReferrerEntity; its owner is the invited. */
interface Referrer {
  readonly inviterId: string;
  readonly data: { readonly via: string };
  readonly earned: boolean | null;
  readonly createdAt: string;
}
export const referrer: Kind<Referrer> = {
  name: 'referrer',
  table: 'referrer',
  noun: 'REFERRER',
  owned: true,
  show: ({ id, owner, body }) => ({ id, userId: owner, ...body }),
  seed: (opening) => {
    const [mina, dara] = ['mina', 'dara'].map((handle) => findUser(opening, handle)!.id);
    const body = { inviterId: mina!, data: { via: 'LINK' }, earned: null, createdAt: iso(opening.now) };
    addRow(opening, referrer, { owner: dara!, at: opening.now, body });
  },
};

/** POST /users/referrer: says once who invited the caller. */
export function invitedBy(world: World): { owner: string; at: number; body: Referrer } {
  const owner = caller(world).userId;
  const { userId, via } = world.body as { userId: string; via: string };
  const inviter = findUser(world, userId);
  if (!inviter || inviter.body.deletedAt !== null)
    return refuse(404, `There is no user ${JSON.stringify(userId.slice(0, 100))}.`, 'NOT_FOUND_USER');
  if (inviter.id === owner) refuse(422, 'Nobody invites themselves.', 'NOT_CHANGEABLE');
  if (rows(world, referrer, { owner }).length > 0) refuse(409, 'Who invited you is known already.', 'ALREADY_EXIST');
  tell(world, 'referral registered', { inviterId: inviter.id, inviteeId: owner });
  return { owner, at: world.now, body: { inviterId: inviter.id, data: { via }, earned: null, createdAt: iso(world.now) } };
}

/** GET /users/invitees: those who are there. */
export function showInvitees(world: World): unknown {
  const own = rows(world, referrer).filter(({ body }) => body.inviterId === caller(world).userId);
  const data = own.flatMap(({ owner, body: { earned, createdAt } }) => {
    const invited = liveUser(world, owner ?? '');
    return invited ? [{ id: invited.id, name: invited.body.name, earned, invitedAt: createdAt }] : [];
  });
  return { count: data.length, data };
}
