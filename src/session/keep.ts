// Saves a session and forgets it, in a file of its own or in the key ring of the system with a file that says so.
import { type Kept, type Place, parse, readOwn, type Session, type Tokens } from './store.js';
import { nextSession, proveWritable, removeSession, writeSession } from './write.js';

/** Proves that a session as long as `session` could be saved now in that place. @throws {LocalFailure} */
export async function prove({ file, keyring }: Kept, place: Place, session?: Tokens): Promise<void> {
  const size = session === undefined ? 0 : Buffer.byteLength(JSON.stringify(session));
  proveWritable(file, size);
  if (place === 'file') return;
  const { proveKept } = await import('./keyring.js');
  await proveKept(await keyring(), file, size);
}

/** Saves tokens as the next generation of `previous` and gives what is kept now. @throws {LocalFailure}; then the old session is untouched. */
export async function save(
  kept: Kept,
  tokens: Tokens & Pick<Session, 'id'>,
  previous: Session | undefined,
  now: number,
  place: Place = previous?.in ?? 'file',
): Promise<Session> {
  const { file, keyring } = kept;
  const session = nextSession(tokens, previous, now);
  if (place === 'file') {
    writeSession(file, session);
    if (previous?.in !== undefined) await forgetKept(kept);
    return session;
  }
  const { keep, markerOf } = await import('./keyring.js');
  await keep(await keyring(), session, file);
  if (previous?.in === undefined) writeSession(file, markerOf(session));
  return { ...session, in: place };
}

/** Forgets the session wherever it is kept; whether there was one. @throws {LocalFailure} where the file cannot be removed. */
export async function clear(kept: Kept, { everywhere = false } = {}): Promise<boolean> {
  const inRing = everywhere || isInRing(kept.file);
  const had = removeSession(kept.file);
  if (inRing) await forgetKept(kept);
  return had;
}

/** Whether the file says that the tokens are in the key ring. */
function isInRing(file: string): boolean {
  try {
    const found = parse(readOwn(file, () => {}));
    return typeof found === 'object' && found.in === 'keyring';
  } catch {
    return false; // no session file that says so
  }
}

async function forgetKept({ file, keyring, warn }: Kept): Promise<void> {
  try {
    const { forget } = await import('./keyring.js');
    await forget(await keyring(), file);
  } catch (error) {
    warn(`The tokens of this profile could not be removed from the key ring: ${(error as Error).message}`);
  }
}
