// Binds the session of an earlier version to the origins of its profile, at its first use. Loaded only then.
import { takeLock } from './lock.js';
import type { SessionStore } from './store.js';
import type { Session } from './stored-session.js';

/** The maximum wait for another process, such as a renewal, milliseconds. */
const maxWait = 15_000;

/**
 * Saves the stored session with origins, unless it has some.
 * @returns the session as now stored, if there is one
 * @throws {LocalFailure} if the lock is held or the session cannot be saved
 */
export async function bindSession(
  { store, lockFile, now }: { readonly store: SessionStore; readonly lockFile: string; readonly now: () => number },
  origins: readonly string[],
): Promise<Session | undefined> {
  const lock = await takeLock(lockFile, maxWait, now);
  try {
    const session = await store.read();
    if (!session || session.origins) return session;
    const { accessToken, refreshToken, confirm } = session;
    return await store.save({ accessToken, refreshToken, confirm }, { ...session, origins }, now());
  } finally {
    lock.release();
  }
}
