// A user's e-mail address, referrer and invitees; registered devices, and required updates of the app (platform 12.2,
// MobileResponseDto).

import { text, word } from '../../../src/services/catalogue/define.js';
import { AppState, type AppUpdateState, MobileOs } from '../../../src/services/catalogue/words.js';
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
  saveOrAdd,
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

type Os = (typeof MobileOs)[number];
interface Mobile {
  readonly os: Os;
  readonly fcmToken: string;
  readonly appVersion: string;
  readonly osVersion: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The owner's last registered device. */
  readonly current: boolean;
}

const mobile: Kind<Mobile> = defineKind({
  name: 'mobile',
  owned: true,
  show: ({ id, body: { current, ...fields } }) => ({ id, ...fields }),
});
const mobilesOf = (context: HandlerContext) => rows(context, mobile, { owner: callerId(context) });

/** Registers the current device. The same device keeps its row. */
export function registerMobile(context: HandlerContext) {
  const devices = mobilesOf(context);
  const {
    os = 'UNKNOWN',
    fcmToken,
    ...versions
  } = context.body as { os?: Os; fcmToken: string; appVersion?: string; osVersion?: string };
  const existing = devices.find(({ body }) => body.fcmToken === fcmToken && body.os === os);
  for (const row of devices.filter(({ body }) => body.current))
    saveRow(context, mobile, row, { ...row.body, current: false });
  const at = iso(context.now);
  const { createdAt, ...before } = existing?.body ?? { createdAt: at, appVersion: '', osVersion: '' };
  const body = { ...before, ...versions, os, fcmToken, createdAt, updatedAt: at, current: true };
  return mobile.show(saveOrAdd(context, mobile, existing, { owner: callerId(context), body }), context);
}

/** Whether a device, in the body or the query, is the last registered. */
export function checkMobile(context: HandlerContext) {
  const { os, fcmToken } = { ...context.query, ...context.body } as { os: Os; fcmToken: string };
  return {
    current: mobilesOf(context).some(({ body }) => body.current && body.os === os && body.fcmToken === fcmToken),
  };
}

/** Version 1 is too old, 5 is accepted, 9 is the latest: each status can occur. */
const minimum = 5;
const latest = 9;

/** By the first number of the version. Stores nothing. */
export const reportAppState = view(
  (context): ResponseOf<typeof shapes.AppUpdate> => {
    const version = /^\d{1,6}(?=\.|$)/.exec(context.body.appVersion)?.[0];
    if (version === undefined) return badRequest('appVersion must begin with a number, such as 5.0.1.');
    const updateState: (typeof AppUpdateState)[number] =
      Number(version) < minimum ? 'REQUIRED' : Number(version) < latest ? 'OPTIONAL' : 'LATEST';
    return { updateState, minimumVersion: `${minimum}.0.0`, latestVersion: `${latest}.0.0` };
  },
  { body: { os: word(MobileOs), appVersion: text(), appState: word(AppState) } },
);
