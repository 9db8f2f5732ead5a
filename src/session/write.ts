// Writes the session file atomically: a temporary file is written, synced, read back, then renamed. Folder 0700, file
// 0600.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../services/folder.js';
import { LocalFailure } from '../services/http/errors.js';
import { makeFile, removeBeside, removeQuietly, replaceFile } from '../services/whole-file.js';
import type { Marker, Session, SessionTokens } from './stored-session.js';
import { writeRemedy } from './write-remedy.js';

/** Tokens as the next generation of a session; `id` and `origins` stay from the sign-in. */
export const nextSession = (
  { accessToken, refreshToken, confirm, ...signIn }: SessionTokens & Pick<Session, 'id' | 'origins'>,
  previous: Pick<Session, 'generation' | 'id' | 'origins'> | undefined,
  now: number,
): Session => {
  const { id, origins } = (signIn.id === undefined ? previous : signIn) ?? {};
  return {
    version: 1,
    id,
    origins,
    generation: (previous?.generation ?? 0) + 1,
    savedAt: new Date(now).toISOString(),
    accessToken,
    refreshToken,
    confirm,
  };
};

/** Replaces the session file with a session or a marker. @throws {LocalFailure}; the old file is then unchanged */
export function writeSession(file: string, session: Session | Marker): void {
  try {
    replaceFile(file, Buffer.from(`${JSON.stringify(session)}\n`), 0o600);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/**
 * Tests that a session could be saved, by writing, syncing and reading back a probe file. Its size is twice the
 * session's, because new tokens may be longer, and at least 8192 bytes.
 * @param size bytes of the current session; 0 without one
 * @throws {LocalFailure} SESSION_UNWRITABLE
 */
export function proveWritable(file: string, size = 0): void {
  const probe = `${file}.${process.pid}.probe`;
  try {
    makeFolder(path.dirname(file));
    removeQuietly(probe); // left by a killed process of the same number
    makeFile(probe, Buffer.alloc(Math.max(minProbeSize, 2 * size), ' '), 0o600);
  } catch (error) {
    throw unwritable(file, error);
  } finally {
    removeQuietly(probe);
  }
}
const minProbeSize = 8192;

const unwritable = (file: string, cause: unknown) =>
  new LocalFailure(
    'SESSION_UNWRITABLE',
    `Cannot write the session file ${file}: ${(cause as Error).message}.`,
    writeRemedy(cause),
    cause,
  );

/**
 * Removes a session file, leftovers of killed processes, and files moved aside as unusable.
 * @returns whether there was a session file.
 * @throws {LocalFailure}
 */
export function removeSession(file: string): boolean {
  removeBeside(file, /^(\d+\.)?(tmp|probe|unreadable)$/);
  try {
    rmSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new LocalFailure(
      'SESSION_UNWRITABLE',
      `Cannot remove the session file ${file}: ${(error as Error).message}.`,
      undefined,
      error,
    );
  }
}
