// Registered devices, and required updates of the app (platform 12.2, MobileResponseDto).

import { text, word } from '../../../services/catalogue/define.js';
import { AppState, type AppUpdateState, MobileOs } from '../../../services/catalogue/words.js';
import {
  badRequest,
  callerId,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  type ResponseOf,
  rows,
  saveOrAdd,
  saveRow,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';

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
