// Reads the session of a profile; `keep.ts` writes it, to a file or to the system's key ring.

import { clearSession, proveStorable, saveSession } from './keep.js';
import { readFromKeyring } from './keyring.js';
import { readOwnFile } from './plain-file.js';
import { parse, type Session, type SessionTokens, type StoragePlace, type StoreOptions } from './stored-session.js';
import { unreadableSession, unusableSession } from './unusable.js';

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
    return readFromKeyring(await keyring(), stored, file);
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
    await proveStorable(this.#options, place, session);
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
    return this.#changing(async () => saveSession(this.#options, tokens, previous, now, place));
  }
  /**
   * Removes the session from its storage.
   * @returns whether there was one.
   * @throws {LocalFailure} if the file cannot be removed
   */
  async clear(options?: { readonly everywhere?: boolean }): Promise<boolean> {
    return this.#changing(async () => clearSession(this.#options, options));
  }

  async #changing<Result>(change: () => Promise<Result>): Promise<Result> {
    try {
      return await change();
    } finally {
      this.#recent = undefined;
    }
  }
}
