// The careful writer of the session file: a temporary file beside it, synced, then renamed; folder 0700, file 0600.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../services/folder.js';
import { LocalFailure } from '../services/http/failure.js';
import type { Marker, Session, Tokens } from './store.js';

/** Tokens as the next generation of a session. */
export const nextSession = (
  { accessToken, refreshToken, confirm, id }: Tokens & Pick<Session, 'id'>,
  previous: Pick<Session, 'generation' | 'id'> | undefined,
  now: number,
): Session => ({
  version: 1,
  ...(id === undefined && previous?.id === undefined ? {} : { id: id ?? previous?.id }),
  generation: (previous?.generation ?? 0) + 1,
  savedAt: new Date(now).toISOString(),
  accessToken,
  ...(refreshToken === undefined ? {} : { refreshToken }),
  ...(confirm === undefined ? {} : { confirm }),
});

/** Puts a session, or the note that the key ring has it, in the place of the old one. @throws {LocalFailure}; then the old file is untouched. */
export function writeSession(file: string, session: Session | Marker): void {
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    writeSynced(fresh, `${JSON.stringify(session)}\n`);
    renameSync(fresh, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    remove(fresh);
    throw unwritable(file, error);
  }
}

/** Makes the new name last through a power cut, where folders can be synced (not on Windows). */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const at = openSync(folder, 'r');
    try {
      fsyncSync(at);
    } finally {
      closeSync(at);
    }
  } catch {
    // a file system that cannot do it does without: the file itself is safe
  }
}

/** Proves that a session could be saved now, by writing and syncing as many bytes beside it. @throws {LocalFailure} */
export function proveWritable(file: string): void {
  const probe = `${file}.${process.pid}.probe`;
  try {
    writeSynced(probe, ' '.repeat(8192));
  } catch (error) {
    throw unwritable(file, error);
  } finally {
    remove(probe);
  }
}

/** Removes what is of no use any more; what cannot be removed is left. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // the failure that led here says more
  }
}

function writeSynced(file: string, text: string): void {
  makeFolder(path.dirname(file));
  rmSync(file, { force: true }); // left by a process of the same number that was killed
  const at = openSync(file, 'wx', 0o600);
  try {
    writeSync(at, text);
    fsyncSync(at);
  } finally {
    closeSync(at);
  }
}

const unwritable = (file: string, cause: unknown) =>
  new LocalFailure('SESSION_UNWRITABLE', `Cannot write the session file ${file}: ${(cause as Error).message}.`, undefined, cause);

/** Removes a session file; whether there was one. @throws {LocalFailure} */
export function removeSession(file: string): boolean {
  try {
    rmSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new LocalFailure('SESSION_UNWRITABLE', `Cannot remove the session file ${file}: ${(error as Error).message}.`, undefined, error);
  }
}
