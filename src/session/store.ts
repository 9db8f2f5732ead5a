// Reads the session of a profile; `keep.ts` writes it, to a file or to the system's key ring.

import { readOwnFile } from './plain-file.js';
import { unreadableSession, unusableSession } from './unusable.js';

/** The tokens of a session, which are opaque. `exp` in one is a hint; only a 401 of the service decides. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** The tokens are saved, but not confirmed to the service (platform 2.5). */
  readonly confirm?: 'pending';
}
export interface Session extends SessionTokens {
  readonly version: 1;
  /** Identifies the session: created at the sign-in and kept by renewals. */
  readonly id?: string;
  /**
   * The origins of the services at the sign-in: the tokens go nowhere else. A session of an earlier version has none
   * until its first use.
   */
  readonly origins?: readonly string[];
  /** Grows with every change: readers can tell the newer session. */
  readonly generation: number;
  /** ISO time. */
  readonly savedAt: string;
  /** The tokens are in the key ring, and the file is a marker. */
  readonly in?: 'keyring';
}
export type StoragePlace = 'file' | 'keyring';
export type Marker = Pick<Session, 'version' | 'id' | 'origins' | 'generation' | 'savedAt'> & { readonly in: 'keyring' };

/** The system's key ring: secrets by account name (`keyring.ts`). Tests use a fake. */
export interface Keyring {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

export interface StoreOptions {
  readonly file: string;
  /** Logs a repaired problem. */
  readonly warn: (line: string) => void;
  readonly keyring: () => Promise<Keyring>;
}

/** The time for which a read session counts as current, milliseconds. */
const recentMs = 1000;

export class SessionStore {
  readonly #options: StoreOptions;
  #recent: { readonly session: Session; readonly readAt: number } | undefined;

  constructor(options: StoreOptions) {
    this.#options = options;
  }
  get file(): string {
    return this.#options.file;
  }

  /**
   * Reads the session, if there is one. Repairs and logs a mode that lets others read the file.
   * @throws {LocalFailure} for a symbolic link, a file of another user or of a newer tuk, an invalid or irregular file
   * (it is moved aside), and if the key ring does not return the tokens
   */
  async read(): Promise<Session | undefined> {
    const { file, warn, keyring } = this.#options;
    let stored: ReturnType<typeof parse>;
    try {
      stored = parse(readOwnFile(file, { what: 'session file', warn }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw unreadableSession(file, error);
    }
    if (stored === undefined || stored === 'newer') throw unusableSession(file, stored);
    if ('accessToken' in stored) return stored;
    return (await import('./keyring.js')).readFromKeyring(await keyring(), stored, file);
  }

  /**
   * Reads the session, at most once a second: a command of many requests reads the file once.
   * @param now epoch milliseconds
   * @throws as `read`
   */
  async readRecent(now: number): Promise<Session | undefined> {
    if (this.#recent && Math.abs(now - this.#recent.readAt) < recentMs) return this.#recent.session;
    const session = await this.read();
    this.#recent = session && { session, readAt: now };
    return session;
  }

  /** Tests whether a storage can save a session of this length. @throws {LocalFailure} */
  async proveWritable(place: StoragePlace = 'file', session?: SessionTokens): Promise<void> {
    await (await import('./keep.js')).proveStorable(this.#options, place, session);
  }
  /**
   * Saves tokens as the next generation of `previous`; a sign-in adds an `id` and `origins`.
   * @returns the saved session.
   * @throws {LocalFailure}; the old session is then unchanged
   */
  async save(
    tokens: SessionTokens & Pick<Session, 'id' | 'origins'>,
    previous: Session | undefined,
    now: number,
    place?: StoragePlace,
  ): Promise<Session> {
    return this.#changing(async () => (await import('./keep.js')).saveSession(this.#options, tokens, previous, now, place));
  }
  /**
   * Removes the session from its storage.
   * @returns whether there was one.
   * @throws {LocalFailure} if the file cannot be removed
   */
  async clear(options?: { readonly everywhere?: boolean }): Promise<boolean> {
    return this.#changing(async () => (await import('./keep.js')).clearSession(this.#options, options));
  }

  async #changing<Result>(change: () => Promise<Result>): Promise<Result> {
    try {
      return await change();
    } finally {
      this.#recent = undefined;
    }
  }
}

/** Parses the text of a session file; `newer` for a later tuk's, undefined for an invalid one. */
export function parse(text: string): Session | Marker | 'newer' | undefined {
  try {
    const value = JSON.parse(text) as Partial<Session> | null;
    if (typeof value?.version === 'number' && value.version > 1) return 'newer';
    if (value?.version === 1 && value.in === 'keyring' && value.accessToken === undefined) return value as Marker;
    if (value?.version !== 1 || value.in !== undefined || !isToken(value.accessToken)) return undefined;
    if (value.refreshToken !== undefined && !isToken(value.refreshToken)) return undefined;
    if (value.origins !== undefined && !isTexts(value.origins)) return undefined;
    return value as Session;
  } catch {
    return undefined;
  }
}
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether a value is a token: a non-empty text that is valid in a header. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\u0021-\u007e]+$/.test(value);

/** The unverified expiry of a JWT: a hint for people, never a decision. Epoch milliseconds. */
export function expiryOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
