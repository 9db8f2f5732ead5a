// Phone numbers: sending a code and confirming it. Nobody is called: the code is always the same.
import { number, optional, text } from '../../../services/catalogue/define.js';
import { iso, minute } from '../../core/clock.js';
import { Refusal, refuse } from '../../core/refusal.js';
import { addRow, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { liveUser } from '../people/user.js';
import { pointOf } from './places.js';

interface PhoneCheck {
  readonly phone: string;
  readonly validUntil: number;
  readonly verifiedAt: string | null;
  readonly wrong: number;
}
const phoneCheck: Kind<PhoneCheck> = { name: 'phone-check', table: 'phone_check', noun: 'PHONE', owned: true, show: ({ body }) => body };

/** The code that every phone is sent. */
const code = '246810';
const codeMs = 5 * minute;
const mostWrong = 5;

export const phoneField = { phone: text() };
export const confirmFields = { phone: text(), code: text() };

function phoneOf(world: World): string {
  const phone = String(world.body.phone ?? world.query.phone);
  return /^\+[1-9]\d{6,14}$/.test(phone) ? phone : refuse(400, 'phone must be a number with + and the country (E.164).', 'INVALID_REQUEST');
}
const checkOf = (world: World, phone: string): Row<PhoneCheck> | undefined =>
  rows(world, phoneCheck, { owner: caller(world).userId }).find((row) => row.body.phone === phone);

function isVerified(world: World, phone: string): boolean {
  const own = liveUser(world, caller(world).userId)?.body.data;
  return (own?.phone === phone && own.phoneVerifiedAt !== null) || checkOf(world, phone)?.body.verifiedAt != null;
}

/** GET .../check. */
export const checkPhone = (world: World): unknown => ({ verified: isVerified(world, phoneOf(world)) });

/** POST .../send-code. */
export function sendCode(world: World): unknown {
  const phone = phoneOf(world);
  const validUntil = world.now + codeMs;
  if (isVerified(world, phone)) return { result: 'ALREADY_VERIFIED', validUntil: iso(validUntil) };
  const body = { phone, validUntil, verifiedAt: null, wrong: 0 };
  const known = checkOf(world, phone);
  if (known) saveRow(world, phoneCheck, known, body);
  else addRow(world, phoneCheck, { owner: caller(world).userId, at: world.now, body });
  return { result: 'SUCCESS', validUntil: iso(validUntil) };
}

/** POST .../confirm: five wrong codes, and no more are taken until another one is sent. */
export function confirmPhone(world: World): unknown {
  const row = checkOf(world, phoneOf(world));
  if (!row || row.body.validUntil <= world.now) return refuse(422, 'No code was sent to this number, or it has expired.', 'INVALID_CODE');
  if (row.body.wrong >= mostWrong)
    throw new Refusal(429, 'Too many wrong codes: ask for another.', 'TOO_MANY_REQUESTS', { 'retry-after': '60' });
  const verified = world.body.code === code;
  const verifiedAt = verified ? iso(world.now) : null;
  saveRow(world, phoneCheck, row, { ...row.body, verifiedAt, wrong: row.body.wrong + (verified ? 0 : 1) });
  return { verified };
}

export const gpsFields = { latitude: number(), longitude: number(), at: optional(text()) };
/** POST /v1/user-log/gps: a sound point is taken, and forgotten. */
export const takePosition = (world: World): void => void pointOf(world.body);
