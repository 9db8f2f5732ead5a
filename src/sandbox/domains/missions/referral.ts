// Referral codes. Who was invited is a row of the user service's referrers; whoever reads them there sees the same.
import { text } from '../../../services/catalogue/define.js';
import { iso } from '../../core/clock.js';
import { tell } from '../../core/effects.js';
import { refuse } from '../../core/refusal.js';
import { addRow, rows } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { referrer } from '../people/profile.js';
import { liveUser, theUser, user } from '../people/user.js';

/** GET /v1/referralCode/current. */
export const showReferralCode = (world: World): unknown => ({ code: theUser(world, caller(world).userId).body.data.referralCode });

/** GET /v1/referrals/current/invite-count: those who are there, as the user service lists them. */
export function countInvitees(world: World): unknown {
  const { userId } = caller(world);
  const own = rows(world, referrer).filter(({ owner, body }) => body.inviterId === userId && liveUser(world, owner ?? ''));
  return { count: own.length };
}

/** What registering takes: the sandbox's own name. */
export const registerBody = { code: text() };
/** POST /v1/referralCode/register: once, in capitals or not. */
export function registerReferralCode(world: World): unknown {
  const { userId } = caller(world);
  const code = (world.body.code as string).toUpperCase();
  const inviter = rows(world, user).find(({ body }) => body.deletedAt === null && body.data.referralCode === code);
  if (!inviter) return refuse(404, `Nobody has the referral code ${JSON.stringify(code.slice(0, 100))}.`, 'NOT_FOUND_REFERRAL_CODE');
  if (inviter.id === userId) refuse(422, 'Nobody invites themselves.', 'NOT_CHANGEABLE');
  if (rows(world, referrer, { owner: userId }).length > 0) refuse(409, 'Who invited you is known already.', 'ALREADY_EXIST');
  const body = { inviterId: inviter.id, data: { via: 'CODE' }, earned: null, createdAt: iso(world.now) };
  addRow(world, referrer, { owner: userId, at: world.now, body });
  tell(world, 'referral registered', { inviterId: inviter.id, inviteeId: userId });
  return { inviterId: inviter.id, createdAt: body.createdAt };
}
