// Referral codes. A registered referral is a row of the user service's referrers.

import { text } from '../../../src/services/catalogue/define.js';
import {
  addRow,
  callerId,
  emit,
  type HandlerContext,
  iso,
  type ResponseOf,
  refuse,
  rows,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/activity.js';
import { referrer } from '../people/profile.js';
import { liveUser, requireUser, user } from '../people/user.js';

/** The caller's code. */
export const showReferralCode = (context: HandlerContext): ResponseOf<typeof shapes.ReferralCode> => ({
  code: requireUser(context, callerId(context)).body.data.referralCode,
});

/** Counts live users, as the user service lists them. */
export function countInvitees(context: HandlerContext) {
  const userId = callerId(context);
  const invitees = rows(context, referrer).filter(
    ({ owner, body }) => body.inviterId === userId && liveUser(context, owner ?? ''),
  );
  return { count: invitees.length };
}

/** Once, in upper or lower case. */
export const registerReferralCode = view(
  (context): ResponseOf<typeof shapes.Referral> => {
    const userId = callerId(context);
    const code = context.body.code.toUpperCase();
    const inviter = rows(context, user).find(({ body }) => body.deletedAt === null && body.data.referralCode === code);
    if (!inviter)
      return refuse(
        404,
        `Nobody has the referral code ${JSON.stringify(code.slice(0, 100))}.`,
        'NOT_FOUND_REFERRAL_CODE',
      );
    if (inviter.id === userId) refuse(422, 'Nobody invites themselves.', 'NOT_CHANGEABLE');
    if (rows(context, referrer, { owner: userId }).length > 0)
      refuse(409, 'Who invited you is known already.', 'ALREADY_EXIST');
    const body = { inviterId: inviter.id, data: { via: 'CODE' }, earned: null, createdAt: iso(context.now) };
    addRow(context, referrer, { owner: userId, body });
    emit(context, 'referral registered', { inviterId: inviter.id, inviteeId: userId });
    return { inviterId: inviter.id, createdAt: body.createdAt };
  },
  { body: { code: text() } },
);
