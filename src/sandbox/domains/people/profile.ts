// A user's e-mail address, referrer and invitees.

import { text } from '../../../services/catalogue/define.js';
import {
  addRow,
  badRequest,
  callerId,
  type Draft,
  defineKind,
  emit,
  type HandlerContext,
  iso,
  type Kind,
  type ResponseOf,
  refuse,
  rows,
  saveRow,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { findUser, joinedAt, liveUser, requireLiveUser, requireUser, user } from './user.js';

/** The caller's address. */
export function showEmail(context: HandlerContext): ResponseOf<typeof shapes.Email> {
  const { email, data } = requireUser(context, callerId(context)).body;
  return { email, verifiedAt: data.emailVerifiedAt ?? null };
}

/** Sets the address without verification. */
export const setEmail = view(
  (context): ResponseOf<typeof shapes.Email> => {
    const email = context.body.email as string;
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) badRequest(`email is not an e-mail address: ${email.slice(0, 100)}`);
    const row = requireUser(context, callerId(context));
    saveRow(context, user, row, {
      ...row.body,
      email,
      updatedAt: iso(context.now),
      data: { ...row.body.data, emailVerifiedAt: null },
    });
    return showEmail(context);
  },
  { body: { email: text() } },
);

/** UserReferrerEntity (platform 12.2). The owner is the invitee. */
interface Referrer {
  readonly inviterId: string;
  readonly data: { readonly via: string };
  readonly earned: boolean | null;
  readonly createdAt: string;
}
export const referrer: Kind<Referrer> = defineKind({
  name: 'referrer',
  owned: true,
  show: ({ id, owner, body }) => ({ id, userId: owner, ...body }),
  seed: (opening) => {
    const [mina, dara] = ['mina', 'dara'].map((handle) => findUser(opening, handle)!.id);
    const at = joinedAt(opening.now, 'dara');
    addRow(opening, referrer, {
      owner: dara!,
      at,
      body: { inviterId: mina!, data: { via: 'LINK' }, earned: null, createdAt: iso(at) },
    });
  },
});

/** Registers the caller's inviter once. */
export function createReferrer(context: HandlerContext): Draft<Referrer> {
  const owner = callerId(context);
  const { userId, via } = context.body as { userId: string; via: string };
  const inviter = requireLiveUser(context, userId);
  if (inviter.id === owner) refuse(422, 'Nobody invites themselves.', 'NOT_CHANGEABLE');
  if (rows(context, referrer, { owner }).length > 0) refuse(409, 'Who invited you is known already.', 'ALREADY_EXIST');
  emit(context, 'referral registered', { inviterId: inviter.id, inviteeId: owner });
  return {
    owner,
    body: { inviterId: inviter.id, data: { via }, earned: null, createdAt: iso(context.now) },
  };
}

/** The live users that the caller has invited. */
export function showInvitees(context: HandlerContext) {
  const invitees = rows(context, referrer).filter(({ body }) => body.inviterId === callerId(context));
  const data = invitees.flatMap(({ owner, body: { earned, createdAt } }) => {
    const invited = liveUser(context, owner ?? '');
    return invited ? [{ id: invited.id, name: invited.body.name, earned, invitedAt: createdAt }] : [];
  });
  return { count: data.length, data };
}
