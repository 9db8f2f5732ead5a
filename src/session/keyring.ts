// The key ring of the system (Secret Service, Keychain, Credential Manager): optional, loaded on use, never waited for longer than 3 s.
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalFailure } from '../services/http/errors.js';
import { isToken, type Marker, type Session } from './store.js';

/** Secrets by the name of an account. A fake of it serves in tests. */
export interface Keyring {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

const service = 'tuk';
const limit = 3_000;

/** The key ring of this system. @throws {LocalFailure} where its native part does not load. */
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

/** Does something with a key ring within the limit. @throws {LocalFailure} KEYRING_UNAVAILABLE */
async function within<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const tooLong = sleep(limit, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error(`it did not answer within ${limit / 1000} s`);
  });
  tooLong.catch(() => {}); // ended in time
  try {
    return await Promise.race([work, tooLong]);
  } catch (error) {
    throw unavailable(error);
  } finally {
    late.abort();
  }
}

/** The first line only: the native part adds its stack. */
const unavailable = (cause: unknown): LocalFailure =>
  new LocalFailure(
    'KEYRING_UNAVAILABLE',
    `The key ring of this system cannot be used: ${firstLine(cause)}.`,
    'Unlock it, or keep the session in a file: tuk login --secure-storage off',
    cause,
  );
const firstLine = (cause: unknown): string =>
  String((cause as Error).message)
    .split('\n')[0]!
    .replace(/[.:\s]+$/, '');

type Kept = Pick<Session, 'id' | 'generation' | 'savedAt' | 'accessToken' | 'refreshToken' | 'confirm'>;

/** Puts the tokens of a session into the key ring, under the name of its file, and reads them back. @throws {LocalFailure} */
export async function keep(ring: Keyring, session: Session, file: string): Promise<void> {
  const { version: _, in: __, ...kept } = session;
  await setWhole(ring, file, JSON.stringify(kept satisfies Kept));
}

/** Stores a secret and reads it back: a key ring may cut what is too long for it. @throws {LocalFailure} */
const setWhole = (ring: Keyring, account: string, secret: string): Promise<void> =>
  within(
    (async () => {
      await ring.set(account, secret);
      if ((await ring.get(account)) !== secret) throw new Error('it does not give back what it was given');
    })(),
  );

/** What the session file says where the tokens are in the key ring. */
export const markerOf = ({ version, id, generation, savedAt }: Session): Marker => ({
  version,
  ...(id === undefined ? {} : { id }),
  generation,
  savedAt,
  in: 'keyring',
});

/** The session that a marker stands for. @throws {LocalFailure} where the key ring has no such tokens, or does not answer. */
export async function readKept(ring: Keyring, marker: Marker, file: string): Promise<Session> {
  const text = await within(ring.get(file));
  const kept = text === undefined ? undefined : parse(text);
  if (kept) return { ...kept, version: marker.version, in: 'keyring' };
  throw new LocalFailure(
    'KEYRING_EMPTY',
    'The key ring of this system does not give out the tokens of this session: it is locked, or they were removed from it.',
    'Unlock it, or sign in again: tuk login',
  );
}

function parse(text: string): Kept | undefined {
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null;
    const good = isToken(kept?.accessToken) && (kept.refreshToken === undefined || isToken(kept.refreshToken));
    return good && typeof kept.generation === 'number' ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}

/** Proves that the key ring takes a secret of so many characters, and gives it back. @throws {LocalFailure} */
export async function proveKept(ring: Keyring, file: string, size = 0): Promise<void> {
  const probe = `${file}#probe`;
  await setWhole(ring, probe, 'probe'.padEnd(size, '.'));
  await within(ring.delete(probe)).catch(() => {}); // it is worth nothing
}

/** Removes the tokens of a session. @throws {LocalFailure} */
export const forget = (ring: Keyring, file: string): Promise<void> => within(ring.delete(file));
