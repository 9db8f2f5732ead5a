// The careful writer of the session file: a temporary file beside it, synced, then renamed; folder 0700, file 0600.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { LocalFailure } from '../services/http/failure.js';
import type { Session, Tokens } from './store.js';

/** Saves tokens as the next generation of a session and gives it. @throws {LocalFailure}; then the old file is untouched. */
export function saveSession(file: string, tokens: Tokens, previous: Session | undefined, now: number): Session {
  const session: Session = { version: 1, generation: (previous?.generation ?? 0) + 1, savedAt: new Date(now).toISOString(), ...tokens };
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const at = openSync(fresh, 'wx', 0o600);
    try {
      writeSync(at, `${JSON.stringify(session)}\n`);
      fsyncSync(at);
    } finally {
      closeSync(at);
    }
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw new LocalFailure('SESSION_UNWRITABLE', `Cannot write the session file ${file}: ${(error as Error).message}.`, undefined, error);
  }
  return session;
}

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
