// The careful writer of the session file: a temporary file beside it, synced, then renamed; folder 0700, file 0600.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { LocalFailure } from '../services/http/failure.js';
import type { Session, Tokens } from './store.js';

/** Saves tokens as the next generation of a session and gives it. @throws {LocalFailure}; then the old file is untouched. */
export function saveSession(file: string, tokens: Tokens, previous: Session | undefined, now: number): Session {
  const { accessToken, refreshToken, confirm } = tokens;
  const session: Session = {
    version: 1,
    generation: (previous?.generation ?? 0) + 1,
    savedAt: new Date(now).toISOString(),
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(confirm === undefined ? {} : { confirm }),
  };
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    writeSynced(fresh, `${JSON.stringify(session)}\n`);
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw unwritable(file, error);
  }
  return session;
}

/** Proves that a session could be saved now, by writing and syncing as many bytes beside it. @throws {LocalFailure} */
export function proveWritable(file: string): void {
  const probe = `${file}.${process.pid}.probe`;
  try {
    writeSynced(probe, ' '.repeat(8192));
  } catch (error) {
    throw unwritable(file, error);
  } finally {
    rmSync(probe, { force: true });
  }
}

function writeSynced(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
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

/** Forgets the session of a profile; whether there was one. @throws {LocalFailure} */
export function clearSession(file: string): boolean {
  try {
    rmSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new LocalFailure('SESSION_UNWRITABLE', `Cannot remove the session file ${file}: ${(error as Error).message}.`, undefined, error);
  }
}
