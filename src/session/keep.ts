// Saves and removes a session: in its own file, or in the system's key ring with a marker file.

import { forgetEnd, forgetIds } from './ended.js';

import { deleteFromKeyring, markerOf, proveKeyringStorable, storeInKeyring } from './keyring.js';
import { readOwnFile } from './plain-file.js';
import { parse, type Session, type SessionTokens, type StoragePlace, type StoreOptions } from './stored-session.js';
import { nextSession, proveWritable, removeSession, writeSession } from './write.js';

/** Tests whether a storage can save a session of this length. @throws {LocalFailure} */
export async function proveStorable(
  { file, keyring }: StoreOptions,
  storage: StoragePlace,
  session?: SessionTokens,
): Promise<void> {
  const size = session === undefined ? 0 : Buffer.byteLength(JSON.stringify(session));
  proveWritable(file, size);
  if (storage === 'file') return;
  await proveKeyringStorable(await keyring(), file, size);
}

/**
 * Saves tokens as the next generation of `previous`.
 * @returns the saved session.
 * @throws {LocalFailure}; the old session is then unchanged
 */
export async function saveSession(
  options: StoreOptions,
  tokens: SessionTokens & Pick<Session, 'id' | 'origins'>,
  previous: Session | undefined,
  now: number,
  storage: StoragePlace = previous?.in ?? 'file',
): Promise<Session> {
  const { file, keyring } = options;
  const session = nextSession(tokens, previous, now);
  if (tokens.id !== undefined) {
    forgetEnd(file); // a sign-in
    forgetIds(file);
  }
  if (storage === 'file') {
    writeSession(file, session);
    if (previous?.in !== undefined) await removeFromKeyring(options);
    return session;
  }
  await storeInKeyring(await keyring(), session, file);
  if (previous?.in === undefined) writeSession(file, markerOf(session));
  return { ...session, in: storage };
}

/**
 * Removes the session from its storage.
 * @returns whether there was one.
 * @throws {LocalFailure} if the file cannot be removed
 */
export async function clearSession(options: StoreOptions, { everywhere = false } = {}): Promise<boolean> {
  const mayBeInKeyring = everywhere || isInKeyring(options.file);
  const existed = removeSession(options.file);
  forgetEnd(options.file);
  forgetIds(options.file);
  if (mayBeInKeyring) await removeFromKeyring(options);
  return existed;
}

function isInKeyring(file: string) {
  try {
    const parsed = parse(readOwnFile(file, { what: 'session file', warn: () => {} }));
    return typeof parsed === 'object' && parsed.in === 'keyring';
  } catch {
    return false; // there is no marker file
  }
}

async function removeFromKeyring({ file, keyring, warn }: StoreOptions) {
  try {
    await deleteFromKeyring(await keyring(), file);
  } catch (error) {
    warn(`The tokens of this profile could not be removed from the key ring: ${(error as Error).message}`);
  }
}
