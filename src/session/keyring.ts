// The system's key ring (Secret Service, Keychain, Credential Manager): optional, loaded on use, with a time limit of 3
// s.
import { Deadline } from '../services/http/deadline.js';
import { LocalFailure } from '../services/http/errors.js';
import { inTime } from '../services/http/rounds.js';
import { isToken, type Keyring, type Marker, type Session } from './stored-session.js';

const service = 'tuk';
const limit = 3_000;

/** The key ring of this system. @throws {LocalFailure} if its native part does not load */
export async function openKeyring(): Promise<Keyring> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    const entry = (account: string) => new AsyncEntry(service, account);
    return {
      get: async (account) => (await entry(account).getPassword()) ?? undefined,
      set: (account, secret) => entry(account).setPassword(secret),
      delete: async (account) => {
        await entry(account).deleteCredential();
      },
    };
  } catch (error) {
    throw unavailable(error);
  }
}

/** Limits the time of a key ring operation. @throws {LocalFailure} KEYRING_UNAVAILABLE */
const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  inTime(new Deadline({}, limit), work, () => {
    throw new Error(`it did not answer within ${limit / 1000} s`);
  }).catch((error: unknown) => {
    throw unavailable(error);
  });

/** Takes only the first line of the cause: the native part adds its stack. */
const unavailable = (cause: unknown): LocalFailure =>
  new LocalFailure(
    'KEYRING_UNAVAILABLE',
    `The key ring of this system cannot be used: ${firstLine(cause)}.`,
    'Unlock it, or keep the session in a file: tuk login --secure-storage off',
    cause,
  );
const firstLine = (cause: unknown) =>
  String((cause as Error).message)
    .split('\n')[0]!
    .replace(/[.:\s]+$/, '');

type StoredTokens = Pick<
  Session,
  'id' | 'origins' | 'generation' | 'savedAt' | 'accessToken' | 'refreshToken' | 'confirm'
>;

/** Stores the tokens of a session under the name of its file, and reads them back. @throws {LocalFailure} */
export async function storeInKeyring(keyring: Keyring, session: Session, file: string): Promise<void> {
  const { version: _, in: __, ...tokens } = session;
  await setAndVerify(keyring, file, JSON.stringify(tokens satisfies StoredTokens));
}

/** Stores a secret and reads it back: a key ring may truncate. @throws {LocalFailure} */
const setAndVerify = (keyring: Keyring, account: string, secret: string) =>
  withTimeout(
    (async () => {
      await keyring.set(account, secret);
      if ((await keyring.get(account)) !== secret) throw new Error('it does not return what was stored');
    })(),
  );

/** The marker of a session in the key ring. */
export const markerOf = ({ version, id, origins, generation, savedAt }: Session): Marker => ({
  version,
  id,
  origins,
  generation,
  savedAt,
  in: 'keyring',
});

/** Reads the session of a marker. @throws {LocalFailure} if the key ring lacks its tokens, or does not respond */
export async function readFromKeyring(keyring: Keyring, marker: Marker, file: string): Promise<Session> {
  const text = await withTimeout(keyring.get(file));
  const tokens = text === undefined ? undefined : parse(text);
  if (tokens) return { ...tokens, version: marker.version, in: 'keyring' };
  throw new LocalFailure(
    'KEYRING_EMPTY',
    'The key ring of this system is locked, or no longer has the tokens of this session.',
    'Unlock it, or sign in again: tuk login',
  );
}

function parse(text: string): StoredTokens | undefined {
  try {
    const tokens = JSON.parse(text) as Partial<StoredTokens> | null;
    const isValid = isToken(tokens?.accessToken) && (tokens.refreshToken === undefined || isToken(tokens.refreshToken));
    return isValid && typeof tokens.generation === 'number' ? (tokens as StoredTokens) : undefined;
  } catch {
    return undefined;
  }
}

/** Tests that the key ring stores and returns a secret of `size` characters. @throws {LocalFailure} */
export async function proveKeyringStorable(keyring: Keyring, file: string, size = 0): Promise<void> {
  const probe = `${file}#probe`;
  await setAndVerify(keyring, probe, 'probe'.padEnd(size, '.'));
  await withTimeout(keyring.delete(probe)).catch(() => {}); // a probe may stay
}

/** Deletes the tokens of a session file from the key ring. @throws {LocalFailure} KEYRING_UNAVAILABLE */
export const deleteFromKeyring = (keyring: Keyring, file: string): Promise<void> => withTimeout(keyring.delete(file));
