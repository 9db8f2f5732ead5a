// Explains a JSON web token (RFC 7519): its header and its claims. Its signature is neither verified nor shown, and the
// token is not repeated: whoever has it can use it.

import { refuseSecretField } from '../../engine/request/secret-names.js';
import { counted } from '../../services/counted.js';
import { withoutKeys } from '../../services/http/may-be-key.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { lengthOf } from '../../text/time.js';
import { type Recogniser, shortened } from './recogniser.js';

const token = /^(?:authorization:\s*)?(?:bearer\s+)?(e[\w-]{8,}={0,2}\.[\w-]*={0,2}(?:\.[\w-]*={0,2}){1,3})$/i;
/** The claims with a time, epoch seconds, and what they mean (RFC 7519 4.1). */
const times: Readonly<Record<string, string>> = {
  exp: 'expires',
  iat: 'issued',
  nbf: 'valid from',
  auth_time: 'signed in',
};
const [mostClaims, longestClaim] = [20, 120];
const latestTime = 8_640_000_000_000;

/** The object in a part of a token; undefined for any other text. */
function objectIn(part: string): Row | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'));
    const value: unknown = parseLossless(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const secondsOf = (value: unknown): number | undefined => {
  const seconds = Number(typeof value === 'string' || typeof value === 'number' ? value : String(value));
  return Number.isFinite(seconds) && Math.abs(seconds) < latestTime ? seconds : undefined;
};
/** A time, and how far it is from now: `2026-11-25T12:00:00.000Z, 5 min ago`. */
function timeText(value: unknown, now: number): string {
  const seconds = secondsOf(value);
  if (seconds === undefined) return 'no time';
  const distance = lengthOf(Math.abs(seconds * 1000 - now));
  return `${new Date(seconds * 1000).toISOString()}, ${seconds * 1000 <= now ? `${distance} ago` : `in ${distance}`}`;
}

function claimText(name: string, value: unknown, now: number): string {
  if (Object.hasOwn(times, name)) return `${shortened(asText(value), 20)}: ${times[name]} ${timeText(value, now)}`;
  if (isSecret(name, value)) return '[not shown]';
  const text = typeof value === 'string' ? value : stringifyLossless(value);
  return shortened(withoutKeys(text.replace(/e[\w-]{10,}\.[\w-]{8,}\.[\w-]*/g, '[token]')), longestClaim);
}
/** Whether a claim may be a secret, by its name and the names inside it. */
function isSecret(name: string, value: unknown): boolean {
  try {
    refuseSecretField(name, value, undefined);
    return false;
  } catch {
    return true;
  }
}
/** The meaning of the times, a sentence. */
function standing({ exp, nbf, iat }: Row, now: number): string {
  const [end, start, issued] = [exp, nbf, iat].map((value) => (value === undefined ? undefined : secondsOf(value)));
  const since = issued === undefined ? '' : ` It was issued ${timeText(issued, now)}.`;
  if (exp === undefined) return `It names no end (exp).${since}`;
  if (end === undefined) return `Its end (exp) is not a time.${since}`;
  if (end * 1000 <= now) return `It has expired: ${timeText(end, now)}.${since}`;
  const early = start !== undefined && start * 1000 > now ? ` It is not valid yet: from ${timeText(start, now)}.` : '';
  return `It has not expired: its end is ${timeText(end, now)}.${early}${since}`;
}

export const jsonWebToken: Recogniser = {
  kind: 'a JSON web token: its claims, and whether it has expired',
  isWhole: true,
  explain: ({ text, context }) => {
    const parts = token.exec(text)?.[1]?.split('.');
    const header = parts && objectIn(parts[0]!);
    if (!parts || !header) return [];
    const word = `token of ${text.length} characters`;
    const now = context.world.clock.now();
    const signature = 'The signature was not verified: anybody can write such claims.';
    const keep = 'Anyone who has the token can use it: do not pass it on.';
    const claims = parts.length === 5 ? undefined : objectIn(parts[1]!);
    if (!claims)
      return [
        {
          word,
          is: parts.length === 5 ? 'encrypted JSON web token' : 'JSON web token without readable claims',
          of: headerText(header),
          means: `Its claims cannot be read. ${signature} ${keep}`,
          source: 'its header',
          next: 'tuk auth status',
        },
      ];
    const entries = Object.entries(claims);
    const visibleClaims = entries
      .slice(0, mostClaims)
      .map(([name, value]) => [shortened(withoutKeys(name), 40), claimText(name, value, now)] as const);
    const rest =
      entries.length > mostClaims ? [['…', counted(entries.length - mostClaims, 'more claim')] as const] : [];
    return [
      {
        word,
        is: 'JSON web token',
        of: headerText(header),
        means: `${standing(claims, now)} ${signature} ${keep}`,
        source: 'its header and its claims; the clock of this machine',
        next: 'tuk auth status',
        details: Object.fromEntries([...visibleClaims, ...rest]),
      },
    ];
  },
};

/** The members of a header that say how the token is signed. */
const headerText = (header: Row): string =>
  ['alg', 'typ', 'kid', 'enc']
    .flatMap((name) => (header[name] === undefined ? [] : [`${name} ${claimText(name, header[name], 0)}`]))
    .join(', ') || 'a header without alg';
