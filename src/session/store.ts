// The session of a profile: read plainly here; written in `write.ts`, and where a person wants that kept in the key ring of the system.
import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync, renameSync } from 'node:fs';
import { LocalFailure } from '../services/http/failure.js';
import type { Keyring } from './keyring.js';

/** What is kept of a session. Tokens are opaque; `exp` inside one is a hint, the service's 401 is the truth. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** The service has not been told yet that these tokens are safe (SPEC.md section 4). */
  readonly confirm?: 'pending';
}
export interface Session extends Tokens {
  readonly version: 1;
  /** Made at the sign-in and kept through every renewal: tells a renewed session from somebody else's. */
  readonly id?: string;
  /** Grows with every change, so that a later reader knows the newer one. */
  readonly generation: number;
  /** ISO time. */
  readonly savedAt: string;
  /** The tokens are in the key ring; the file only says so. */
  readonly in?: 'keyring';
}
/** Where tokens are kept. */
export type Place = 'file' | 'keyring';
/** What stands in the file of a session whose tokens are in the key ring. */
export type Marker = Pick<Session, 'version' | 'id' | 'generation' | 'savedAt'> & { readonly in: 'keyring' };

/** What a store works with. */
interface Given {
  readonly file: string;
  /** Tells a person what was found and mended. */
  readonly warn: (line: string) => void;
  /** Opens the key ring of the system, or a test's own. */
  readonly keyring: () => Promise<Keyring>;
}

/** Where the session of one profile is kept: a file of its own, or the key ring with a file that says so. */
export class SessionStore {
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }
  get file(): string {
    return this.#given.file;
  }

  /** The session; nothing where there is none. @throws what `readFile` throws; {LocalFailure} where the key ring does not give it. */
  async read(): Promise<Session | undefined> {
    const found = readFile(this.file, this.#given.warn);
    if (found === undefined || 'accessToken' in found) return found;
    const { readKept } = await import('./keyring.js');
    return readKept(await this.#given.keyring(), found, this.file);
  }

  /** Proves that a session could be saved now where this one is kept. @throws {LocalFailure} */
  async proveWritable(place: Place = 'file'): Promise<void> {
    const { proveWritable } = await import('./write.js');
    proveWritable(this.file);
    if (place === 'file') return;
    const { proveKept } = await import('./keyring.js');
    await proveKept(await this.#given.keyring(), this.file);
  }

  /** Saves tokens as the next generation of `previous`, in the place named, and gives what is kept now. A sign-in brings an `id`. @throws {LocalFailure}; then the old session is untouched. */
  async save(
    tokens: Tokens & Pick<Session, 'id'>,
    previous: Session | undefined,
    now: number,
    place: Place = previous?.in ?? 'file',
  ): Promise<Session> {
    const { nextSession, writeSession } = await import('./write.js');
    const session = nextSession(tokens, previous, now);
    if (place === 'file') {
      writeSession(this.file, session);
      if (previous?.in !== undefined) await this.#forget();
      return session;
    }
    const { keep, markerOf } = await import('./keyring.js');
    await keep(await this.#given.keyring(), session, this.file);
    const kept = { ...session, in: place };
    if (previous?.in === undefined) writeSession(this.file, markerOf(kept));
    return kept;
  }

  /** Forgets the session wherever it is kept; whether there was one. @throws {LocalFailure} where the file cannot be removed. */
  async clear({ everywhere = false } = {}): Promise<boolean> {
    const { removeSession } = await import('./write.js');
    const kept = everywhere || this.#kept();
    const had = removeSession(this.file);
    if (kept) await this.#forget();
    return had;
  }

  /** Whether the file says that the tokens are in the key ring. */
  #kept(): boolean {
    try {
      return readFile(this.file, () => {})?.in === 'keyring';
    } catch {
      return false; // no session file that says so
    }
  }

  async #forget(): Promise<void> {
    try {
      const { forget } = await import('./keyring.js');
      await forget(await this.#given.keyring(), this.file);
    } catch (error) {
      this.#given.warn(`The tokens of this profile could not be removed from the key ring: ${(error as Error).message}`);
    }
  }
}

const noFollow = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * Reads a session file; nothing where there is none. A file that others may read is closed to them, and that is told.
 * @throws {LocalFailure} for a symbolic link, a file of somebody else or of a newer tuk, or one that is not what tuk wrote: that one is
 * moved aside.
 */
function readFile(file: string, warn: (line: string) => void): Session | Marker | undefined {
  let text: string;
  try {
    text = readOwn(file, warn);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (error instanceof LocalFailure) throw error;
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

/** The text of a file that is the person's own; its mode is mended where it lets others in. */
function readOwn(file: string, warn: (line: string) => void): string {
  const at = openSync(file, noFollow);
  try {
    const { uid, mode } = fstatSync(at);
    const own = process.getuid?.();
    if (own !== undefined && uid !== own)
      throw new LocalFailure(
        'SESSION_FOREIGN',
        `The session file ${file} belongs to another user (${uid}) and is not used.`,
        'Remove it, or run tuk as that user.',
      );
    if (own !== undefined && (mode & 0o077) !== 0) {
      fchmodSync(at, 0o600);
      warn(`The session file ${file} could be read by others (${(mode & 0o777).toString(8)}); it is 600 now.`);
    }
    return readFileSync(at, 'utf8');
  } finally {
    closeSync(at);
  }
}

/** What a session file's text says; `newer` for one of a later tuk, nothing for what is not what tuk wrote. */
export function parse(text: string): Session | Marker | 'newer' | undefined {
  try {
    const value = JSON.parse(text) as Partial<Session> | null;
    if (typeof value?.version === 'number' && value.version > 1) return 'newer';
    if (value?.version === 1 && value.in === 'keyring' && value.accessToken === undefined) return value as Marker;
    if (value?.version !== 1 || value.in !== undefined || !isToken(value.accessToken)) return undefined;
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
