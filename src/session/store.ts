// Reads the session of a profile; `keep.ts` writes it, to a file or to the system's key ring.

import { clearSession, proveStorable, saveSession } from './keep.js';
import { readFromKeyring } from './keyring.js';
import { readOwnFile } from './plain-file.js';
import { parse, type Session, type SessionTokens, type StoragePlace, type StoreOptions } from './stored-session.js';
import { unreadableSession, unusableSession } from './unusable.js';

/** How long a session that was read counts as read, in milliseconds. */
const recentMs = 1000;

/** The store of one profile's session: a file, or the key ring with a marker file. */
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
   * Reads the session; nothing where there is none. The mode of a file that others can read is repaired, and that is logged.
   * @throws {LocalFailure} for a symbolic link, a file of another user or of a newer tuk, an invalid or no regular file (it is moved aside), and where the key
   * ring does not return the tokens
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
    return readFromKeyring(await keyring(), stored, file);
  }

  /**
   * Reads the session, or returns what this process read less than a second ago: a command of many requests reads the file once.
   * @param now epoch milliseconds
   * @throws as `read`
   */
  async readRecent(now: number): Promise<Session | undefined> {
    if (this.#recent && Math.abs(now - this.#recent.readAt) < recentMs) return this.#recent.session;
    const session = await this.read();
    this.#recent = session && { session, readAt: now };
    return session;
  }

  /** Tests that a session as long as `session` could be saved now in that storage. @throws {LocalFailure} */
  async proveWritable(place: StoragePlace = 'file', session?: SessionTokens): Promise<void> {
    await proveStorable(this.#options, place, session);
  }
  /** Saves tokens as the next generation of `previous`; a sign-in adds an `id` and `origins`. @returns the saved session. @throws {LocalFailure}; the old session is unchanged then */
  async save(
    tokens: SessionTokens & Pick<Session, 'id' | 'origins'>,
    previous: Session | undefined,
    now: number,
    place?: StoragePlace,
  ): Promise<Session> {
    return this.#changing(async () => saveSession(this.#options, tokens, previous, now, place));
  }
  /** Removes the session from its storage. @returns whether there was one. @throws {LocalFailure} where the file cannot be removed */
  async clear(options?: { readonly everywhere?: boolean }): Promise<boolean> {
    return this.#changing(async () => clearSession(this.#options, options));
  }

  /** Changes the storage; what was read before counts no longer. */
  async #changing<Result>(change: () => Promise<Result>): Promise<Result> {
    try {
      return await change();
    } finally {
      this.#recent = undefined;
    }
  }
}
