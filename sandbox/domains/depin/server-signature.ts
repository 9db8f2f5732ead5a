// The test calls of server-to-server signatures: one signs, the other verifies. The key is public.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { optional, text } from '../../../src/services/catalogue/define.js';
import { minute, refuse, view } from '../../core/index.js';

/** Worth nothing. docs/sandbox/6-vehicle-network.md publishes it. */
const key = 'sandbox-s2s-key-worth-nothing';
const algorithm = 'HMAC-SHA256';
/** The distance from the wall clock, as with wallet signatures. */
const stale = 5 * minute;

const sign = (message: string, timestamp: string): string =>
  createHmac('sha256', key).update(`${message}|${timestamp}`).digest('hex');

/** A signed body for the POST. */
export const signTest = view(
  ({ query, wall }) => {
    const { message = 'hello' } = query as { message?: string };
    const timestamp = String(wall);
    return { algorithm, key, message, timestamp, signature: sign(message, timestamp) };
  },
  { query: { message: optional(text()) } },
);

/** For a call without a time (platform 1.4). */
const missingTimestamp = { timestamp: [401, 'EMPTY_TIMESTAMP', 'timestamp is empty!'] } as const;
/** Hex of the HMAC-SHA256 of `message|timestamp`. */
export const checkTest = view(
  ({ body, wall }) => {
    const { message, timestamp, signature } = body as { message: string; timestamp: string; signature: string };
    const [expected, sent] = [Buffer.from(sign(message, timestamp)), Buffer.from(signature.toLowerCase())];
    const fits = expected.length === sent.length && timingSafeEqual(expected, sent);
    if (!fits || !/^\d{1,15}$/.test(timestamp) || Math.abs(wall - Number(timestamp)) > stale)
      refuse(401, 'Invalid Hmac sig!');
    return { valid: true };
  },
  { body: { message: text(), timestamp: text(), signature: text() }, missingErrors: missingTimestamp },
);
