// Verifies phone numbers by a code. No message is sent: the code is always the same.

import { number, optional, text } from '../../../src/services/catalogue/define.js';
import {
  badRequest,
  callerId,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  minute,
  ok,
  Refusal,
  type ResponseOf,
  type Row,
  refuse,
  rows,
  saveOrAdd,
  saveRow,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { liveUser } from '../people/user.js';
import { pointOf } from './places.js';

interface PhoneCheck {
  readonly phone: string;
  readonly validUntil: number;
  readonly verifiedAt: string | null;
  readonly wrong: number;
}
const phoneCheck: Kind<PhoneCheck> = defineKind({
  name: 'phone-check',
  owned: true,
});

const code = '246810';
const codeMs = 5 * minute;
const mostWrong = 5;

const phoneField = { phone: text() };

/** Refuses another text than + and the number with its country (E.164). */
export const requirePhone = (phone: string): string =>
  /^\+[1-9]\d{6,14}$/.test(phone) ? phone : badRequest('phone must be a number with + and the country (E.164).');
const phoneOf = ({ body, query }: HandlerContext): string => requirePhone(String(body.phone ?? query.phone));
const checkOf = (context: HandlerContext, phone: string): Row<PhoneCheck> | undefined =>
  rows(context, phoneCheck, { owner: callerId(context) }).find((row) => row.body.phone === phone);

function isVerified(context: HandlerContext, phone: string): boolean {
  const data = liveUser(context, callerId(context))?.body.data;
  return (data?.phone === phone && data.phoneVerifiedAt !== null) || checkOf(context, phone)?.body.verifiedAt != null;
}

/** Whether the caller has verified a number. */
export const checkPhone = view(
  (context): ResponseOf<typeof shapes.Verified> => ({
    verified: isVerified(context, phoneOf(context)),
  }),
  { query: phoneField },
);

/** Begins the verification of a number. */
export const sendCode = view(
  (context): ResponseOf<typeof shapes.SentCode> => {
    const phone = phoneOf(context);
    const validUntil = context.now + codeMs;
    if (isVerified(context, phone)) return { result: 'ALREADY_VERIFIED', validUntil: iso(validUntil) };
    const body = { phone, validUntil, verifiedAt: null, wrong: 0 };
    saveOrAdd(context, phoneCheck, checkOf(context, phone), { owner: callerId(context), body });
    return { result: 'SUCCESS', validUntil: iso(validUntil) };
  },
  { body: phoneField },
);

/** Checks a code. After five wrong ones a new one is needed. */
export const confirmPhone = view(
  (context): ResponseOf<typeof shapes.Verified> => {
    const row = checkOf(context, phoneOf(context));
    if (!row || row.body.validUntil <= context.now)
      return refuse(422, 'No code was sent to this number, or it has expired.', 'INVALID_CODE');
    if (row.body.wrong >= mostWrong)
      throw new Refusal(429, 'Too many wrong codes: request a new one.', 'TOO_MANY_REQUESTS', { 'retry-after': '60' });
    const verified = context.body.code === code;
    const verifiedAt = verified ? iso(context.now) : null;
    saveRow(context, phoneCheck, row, { ...row.body, verifiedAt, wrong: row.body.wrong + (verified ? 0 : 1) });
    return { verified };
  },
  { body: { phone: text(), code: text() } },
);

/** A valid point is accepted, not stored. */
export const reportPosition = ok((context) => void pointOf(context.body), {
  body: { latitude: number(), longitude: number(), at: optional(text()) },
});
