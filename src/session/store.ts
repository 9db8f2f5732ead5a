// The session file of a profile: read plainly here; written in `write.ts`.
import { constants, readFileSync, renameSync } from 'node:fs';
import { LocalFailure } from '../services/http/failure.js';

/** What is kept of a session. Tokens are opaque; `exp` inside one is a hint, the service's 401 is the truth. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** The service has not been told yet that these tokens are safe (SPEC.md section 4). */
  readonly confirm?: 'pending';
}
export interface Session extends Tokens {
  readonly version: 1;
  /** Grows with every change, so that a later reader knows the newer one. */
  readonly generation: number;
  /** ISO time. */
  readonly savedAt: string;
}

// The types allow only words for a flag; Node takes the numbers of open(2) as well.
const noFollow = (constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)) as unknown as string;

/**
 * Reads the session of a profile; nothing where there is none.
 * @throws {LocalFailure} for a symbolic link, a file of a newer tuk, or one that is not what tuk wrote: that one is moved aside.
 */
export function readSession(file: string): Session | undefined {
  let text: string;
  try {
    text = readFileSync(file, { encoding: 'utf8', flag: noFollow });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP' || code === 'EMLINK')
      throw new LocalFailure(
        'SESSION_LINK',
        `The session file ${file} is a symbolic link and is not used.`,
        'Remove it and sign in again: tuk login',
      );
    throw new LocalFailure('SESSION_UNREADABLE', `Cannot read the session file ${file}: ${(error as Error).message}.`, undefined, error);
  }
  const session = parse(text);
  if (session === 'newer')
    throw new LocalFailure(
      'SESSION_NEWER',
      `The session file ${file} was written by a newer tuk.`,
      'Use that one, or sign in again with this: tuk login',
    );
  if (!session) throw setAside(file);
  return session;
}

function parse(text: string): Session | 'newer' | undefined {
  try {
    const value = JSON.parse(text) as Partial<Session> | null;
    if (typeof value?.version === 'number' && value.version > 1) return 'newer';
    if (value?.version !== 1 || !isToken(value.accessToken)) return undefined;
    if (value.refreshToken !== undefined && !isToken(value.refreshToken)) return undefined;
    return value as Session;
  } catch {
    return undefined;
  }
}

/** Moves a file that is not what this program wrote out of the way, so that it is in it once. */
function setAside(file: string): LocalFailure {
  const aside = `${file}.unreadable`;
  try {
    renameSync(file, aside);
  } catch (error) {
    return new LocalFailure(
      'SESSION_BROKEN',
      `The session file ${file} cannot be used: it is not what tuk wrote.`,
      'Remove it and sign in again: tuk login',
      error,
    );
  }
  return new LocalFailure(
    'SESSION_BROKEN',
    `The session file could not be used: it is not what tuk wrote. It was moved to ${aside}.`,
    'Sign in again: tuk login',
  );
}

/** A token is a non-empty text that may stand in a header. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\u0021-\u007e]+$/.test(value);

/** When a JWT says that it ends, unverified: a hint for people, never a decision. Epoch milliseconds. */
export function endOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
