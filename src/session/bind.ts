// Binds the session of an earlier version to the origins of its profile, at its first use. Loaded only for one.
import { takeLock } from './lock.js';
import type { SessionStore } from './store.js';
import type { Session } from './stored-session.js';

/** How long it waits for another process, such as one that renews the session, in milliseconds. */
const maxWait = 15_000;

/**
 * Saves the stored session with origins, unless it has some: its tokens go nowhere else from now on.
 * @returns the session as it is stored now; nothing where there is none
 * @throws {LocalFailure} where the lock is held or the session cannot be saved
 */
export async function bindSession(
  { store, lockFile, now }: { readonly store: SessionStore; readonly lockFile: string; readonly now: () => number },
  origins: readonly string[],
): Promise<Session | undefined> {
  const lock = await takeLock(lockFile, maxWait, now);
  try {
    const session = await store.read();
    return !session || session.origins ? session : await store.save(tokensOf(session), { ...session, origins }, now());
  } finally {
    lock.release();
  }
}

const tokensOf = ({ accessToken, refreshToken, confirm }: Session) => ({
  accessToken,
  ...(refreshToken === undefined ? {} : { refreshToken }),
  ...(confirm === undefined ? {} : { confirm }),
});
