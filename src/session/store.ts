// The session of a profile: read plainly here, at each start; written in `keep.ts`, to a file or to the key ring of the system.
import { fchmodSync } from 'node:fs';
import type { Keyring } from './keyring.js';
import { readPlainFile } from './plain-file.js';

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
export interface Kept {
  readonly file: string;
  /** Tells a person what was found and mended. */
  readonly warn: (line: string) => void;
  /** Opens the key ring of the system, or a test's own. */
  readonly keyring: () => Promise<Keyring>;
}

/** Where the session of one profile is kept: a file of its own, or the key ring with a file that says so. */
export class SessionStore {
  readonly #given: Kept;

  constructor(given: Kept) {
    this.#given = given;
  }
  get file(): string {
    return this.#given.file;
  }

  /**
   * The session; nothing where there is none. A file that others may read is closed to them, and that is told.
   * @throws {LocalFailure} for a symbolic link, a file of somebody else or of a newer tuk, one that is not what tuk wrote or no plain file (it is
   * moved aside), and where the key ring does not give the tokens.
   */
  async read(): Promise<Session | undefined> {
    const { file, warn, keyring } = this.#given;
    let found: ReturnType<typeof parse>;
    try {
      found = parse(readOwn(file, warn));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw (await import('./unusable.js')).unreadable(file, error);
    }
    if (found === undefined || found === 'newer') throw (await import('./unusable.js')).unusable(file, found);
    if ('accessToken' in found) return found;
    return (await import('./keyring.js')).readKept(await keyring(), found, file);
  }

  /** Proves that a session as long as `session` (none is a short one) could be saved now in that place. @throws {LocalFailure} */
  async proveWritable(place: Place = 'file', session?: Tokens): Promise<void> {
    await (await import('./keep.js')).prove(this.#given, place, session);
  }
  /** Saves tokens as the next generation of `previous`, in the place named, and gives what is kept now. A sign-in brings an `id`. @throws {LocalFailure}; then the old session is untouched. */
  async save(tokens: Tokens & Pick<Session, 'id'>, previous: Session | undefined, now: number, place?: Place): Promise<Session> {
    return (await import('./keep.js')).save(this.#given, tokens, previous, now, place);
  }
  /** Forgets the session wherever it is kept; whether there was one. @throws {LocalFailure} where the file cannot be removed. */
  async clear(how?: { readonly everywhere?: boolean }): Promise<boolean> {
    return (await import('./keep.js')).clear(this.#given, how);
  }
}

/** The text of a file that is the person's own; its mode is mended where it lets others in. @throws {Foreign} {NotPlain} and what node:fs throws. */
export const readOwn = (file: string, warn: (line: string) => void): string =>
  readPlainFile(file, {
    links: false,
    check: (stats, at) => {
      const { uid, mode } = stats;
      const own = process.getuid?.();
      if (own !== undefined && uid !== own) throw new Foreign(String(uid));
      if (own !== undefined && stats.isFile() && (mode & 0o077) !== 0) {
        fchmodSync(at, 0o600);
        warn(`The session file ${file} could be read by others (${(mode & 0o777).toString(8)}); it is 600 now.`);
      }
    },
  });
/** A file of another user, whose number is the message. */
export class Foreign extends Error {}

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
