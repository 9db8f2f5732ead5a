// Registered devices, and whether an app version must be updated (platform 12.2, MobileResponseDto).

import { text, word } from '../../../services/catalogue/define.js';
import { AppState, type AppUpdateState, MobileOs } from '../../../services/catalogue/words.js';
import { badRequest, callerId, type HandlerContext, iso } from '../../core/context.js';
import { addRow, type Kind, rows, saveRow } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/user.js';
import type { ResponseOf } from '../../core/state-machine.js';

type Os = (typeof MobileOs)[number];
interface Mobile {
  readonly os: Os;
  readonly fcmToken: string;
  readonly appVersion: string;
  readonly osVersion: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Whether it is the one that its owner registered last. */
  readonly current: boolean;
}

const mobile: Kind<Mobile> = {
  name: 'mobile',
  table: 'mobile',
  noun: 'MOBILE',
  owned: true,
  show: ({ id, body: { current, ...shown } }) => ({ id, ...shown }),
};
const mobilesOf = (context: HandlerContext) => rows(context, mobile, { owner: callerId(context) });

/** Registers a device, which is the current one from now on; the same one again is the same row. */
export function registerMobile(context: HandlerContext): unknown {
  const own = mobilesOf(context);
  const { os = 'UNKNOWN', fcmToken, ...versions } = context.body as { os?: Os; fcmToken: string; appVersion?: string; osVersion?: string };
  const existing = own.find(({ body }) => body.fcmToken === fcmToken && body.os === os);
  for (const row of own.filter(({ body }) => body.current)) saveRow(context, mobile, row, { ...row.body, current: false });
  const at = iso(context.now);
  const { createdAt, ...before } = existing?.body ?? { createdAt: at, appVersion: '', osVersion: '' };
  const body = { ...before, ...versions, os, fcmToken, createdAt, updatedAt: at, current: true };
  const saved = existing
    ? saveRow(context, mobile, existing, body)
    : addRow(context, mobile, { owner: callerId(context), at: context.now, body });
  return mobile.show(saved, context);
}

/** Whether a device, named in the body or in the query, is the one that was registered last. */
export function checkMobile(context: HandlerContext): unknown {
  const { os, fcmToken } = { ...context.query, ...context.body } as { os: Os; fcmToken: string };
  return { current: mobilesOf(context).some(({ body }) => body.current && body.os === os && body.fcmToken === fcmToken) };
}

/** What POST /v2/app-event/state takes: the sandbox's own names. */
export const appEvent = { os: word(MobileOs), appVersion: text(), appState: word(AppState) };
/** Version 1 is too old, 5 is taken, 9 is the latest: made up, so that each status can occur. */
const minimum = 5;
const latest = 9;

/** Reports whether an app must be updated, by the first number of its version. Stores nothing. */
export function reportAppState(context: HandlerContext): ResponseOf<typeof shapes.AppUpdate> {
  const version = /^\d{1,6}(?=\.|$)/.exec(context.body.appVersion as string)?.[0];
  if (version === undefined) return badRequest('appVersion must begin with a number, such as 5.0.1.');
  const updateState: (typeof AppUpdateState)[number] =
    Number(version) < minimum ? 'REQUIRED' : Number(version) < latest ? 'OPTIONAL' : 'LATEST';
  return { updateState, minimumVersion: `${minimum}.0.0`, latestVersion: `${latest}.0.0` };
}
