// A stored session: the types of the session file and of its storage, and how its text is parsed.

/** The tokens of a session. They are opaque: `exp` inside one is a hint, only a 401 of the service decides. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** The tokens are saved, and not yet confirmed to the service (platform 2.5). */
  readonly confirm?: 'pending';
}
/** A stored session. */
export interface Session extends SessionTokens {
  readonly version: 1;
  /** Made at the sign-in and kept by every renewal: identifies the session. */
  readonly id?: string;
  /**
   * The origins of the services at the sign-in: the tokens go nowhere else. A session of an earlier version has no
   * origins until its first use.
   */
  readonly origins?: readonly string[];
  /** Grows with every change, so that a reader can tell the newer session. */
  readonly generation: number;
  /** ISO time. */
  readonly savedAt: string;
  /** The tokens are in the key ring, and the file is a marker. */
  readonly in?: 'keyring';
}
/** The storage of tokens. */
export type StoragePlace = 'file' | 'keyring';
/** The content of a session file whose tokens are in the key ring. */
export type Marker = Pick<Session, 'version' | 'id' | 'origins' | 'generation' | 'savedAt'> & {
  readonly in: 'keyring';
};

/** The system's key ring: secrets by account name (`keyring.ts`). Tests use a fake. */
export interface Keyring {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

/** The options of a store. */
export interface StoreOptions {
  readonly file: string;
  /** Logs a problem that was found and repaired. */
  readonly warn: (line: string) => void;
  /** Opens the system's key ring, or the key ring of a test. */
  readonly keyring: () => Promise<Keyring>;
}

/** Parses the text of a session file; `newer` for a file of a later tuk, undefined for an invalid file. */
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
const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether a value is a token: a non-empty text that is valid in a header. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\u0021-\u007e]+$/.test(value);

/** The expiry of a JWT, unverified: a hint for people, never a decision. Epoch milliseconds. */
export function expiryOf(token: string): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

/** The claims of a JWT (RFC 7519), unverified; none for another text. */
export function claimsOf(token: string): { readonly exp?: unknown; readonly sub?: unknown } {
  try {
    return Object(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
  } catch {
    return {};
  }
}
