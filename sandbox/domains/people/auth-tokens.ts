// Signs and verifies access and refresh tokens. Each state file has its own key: no other sandbox accepts its tokens.
import {
  createECDH,
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { State } from '../../core/state.js';

/** The key, not the issuer, tells two sandboxes apart. */
const issuer = 'tuk-sandbox';

/** Times are seconds of the wall clock (RFC 7519). */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly sid: string;
  /** The generation of the session. */
  readonly gen: number;
  /** The auth client. */
  readonly cid: string;
  readonly iat: number;
  readonly exp: number;
}

interface Key {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

/** For a new state file. */
export function makeKeys(state: State): void {
  state.setMeta('key', JSON.stringify(newKey()));
  state.setMeta('secret', randomBytes(32).toString('hex'));
}

/**
 * A new key of the curve P-256. Not by `generateKeyPairSync`: Node 20 deadlocks if the garbage collector ends the
 * generating job while the key is exported as JWK, since both lock it.
 */
export function newKey(): Key {
  const pair = createECDH('prime256v1');
  const point = pair.generateKeys(); // 4, x, y
  const d = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32); // leading zeros may be missing
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  return {
    kty: 'EC',
    crv: 'P-256',
    x: x.toString('base64url'),
    y: y.toString('base64url'),
    d: d.toString('base64url'),
  };
}

const keyOf = (state: State): Key => JSON.parse(state.meta('key')!) as Key;
const publicPart = ({ kty, crv, x, y }: Key) => ({ kty, crv, x, y });
const keyId = (key: Key): string => key.x.slice(0, 12);

/** A random text of every new state file and of every reset. */
export const worldId = (state: State): string => keyId(keyOf(state));

/** The public key set for access tokens (RFC 7517). */
export function keySet(state: State) {
  const key = keyOf(state);
  return { keys: [{ ...publicPart(key), kid: keyId(key), alg: 'ES256', use: 'sig' }] };
}

/** Signs an access token. jose is loaded here, because reading a token must stay cheap. */
export async function signToken(key: string, claims: Omit<Claims, 'iss'>): Promise<string> {
  const { SignJWT } = await import('jose/jwt/sign');
  const jwk = JSON.parse(key) as Key;
  return new SignJWT({ iss: issuer, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: keyId(jwk), typ: 'JWT' })
    .sign(jwk);
}

/** The private key as text, for `signToken` after the transaction. */
export const signingKey = (state: State): string => state.meta('key')!;

const publicKeys = new WeakMap<State, { readonly text: string; readonly key: KeyObject }>();
function publicKeyOf(state: State): KeyObject {
  const text = state.meta('key')!;
  const cached = publicKeys.get(state);
  if (cached?.text === text) return cached.key;
  const key = createPublicKey({ key: publicPart(JSON.parse(text) as Key), format: 'jwk' });
  publicKeys.set(state, { text, key });
  return key;
}

/**
 * The claims of an access token of this sandbox, even if expired; undefined for another token. node:crypto checks one
 * algorithm and key: loading jose's verifier would cost the first signed call 11 ms. The tests check the same tokens
 * with jose.
 */
export function readToken(state: State, token: string): Claims | undefined {
  const [header = '', claims = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || parse(header)?.alg !== 'ES256') return undefined;
  const mac = Buffer.from(signature, 'base64url');
  const key = { key: publicKeyOf(state), dsaEncoding: 'ieee-p1363' } as const;
  if (mac.length !== 64 || !verify('sha256', Buffer.from(`${header}.${claims}`), key, mac)) return undefined;
  const parsed = parse(claims);
  return parsed?.iss === issuer ? (parsed as unknown as Claims) : undefined;
}

function parse(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Derives a secret with the state file's key: refresh tokens and one-time codes are not stored. */
export const deriveSecret = (state: State, text: string): string =>
  createHmac('sha256', state.meta('secret')!).update(text).digest('base64url');

/** Opaque, always the same for a generation. */
export const refreshTokenOf = (state: State, sid: string, gen: number): string =>
  `${sid}.${gen}.${deriveSecret(state, `${sid}|${gen}`)}`;

/** Undefined for a token of another issuer. */
export function readRefreshToken(state: State, token: string): { sid: string; gen: number } | undefined {
  const [, sid, gen] = /^([0-9a-f-]{36})\.(\d{1,9})\.[\w-]{43}$/.exec(token) ?? [];
  if (sid === undefined || gen === undefined) return undefined;
  const expected = Buffer.from(refreshTokenOf(state, sid, Number(gen)));
  const sent = Buffer.from(token);
  return expected.length === sent.length && timingSafeEqual(expected, sent) ? { sid, gen: Number(gen) } : undefined;
}
