// Writes the configuration atomically, mode 0600, under a lock: two processes lose none of each other's settings.
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Deadline } from '../services/http/deadline.js';
import { LocalFailure } from '../services/http/errors.js';
import { isRecord } from '../services/json-value.js';
import { replaceFile } from '../services/whole-file.js';
import { takeLock } from './lock.js';
import { type Config, readConfig } from './profile.js';
import { writeRemedy } from './write-remedy.js';

const lockWait = 15_000; // milliseconds

/**
 * Changes the configuration: applies the difference between two versions to the current file, which another process may
 * have changed. What this version does not know in it stays.
 * @param before the version that a person may have confirmed, and that `after` derives from
 * @throws {LocalFailure} CONFIG_CHANGED if the file has another value at a changed place, or now protects the profile;
 * CONFIG_UNWRITABLE; as `takeLock` and `readConfig`. The old file is then unchanged
 */
export async function changeConfig(
  file: string,
  before: Config,
  after: Config,
  now: () => number,
  deadline: Deadline,
): Promise<void> {
  const lock = await takeLock(path.join(path.dirname(file), 'locks', 'config.lock'), lockWait, now, deadline);
  try {
    const current = readConfig(file);
    const isChanged = (name: string) => !isDeepStrictEqual(before.profiles[name], after.profiles[name]);
    const isGuardedNow = (name: string) =>
      current.profiles[name]?.protected === true && before.profiles[name]?.protected !== true;
    if (Object.keys(current.profiles).some((name) => isChanged(name) && isGuardedNow(name)))
      throw changedMeanwhile(file);
    writeConfig(file, merged(before, after, current, () => changedMeanwhile(file)) as Config);
  } finally {
    lock.release();
  }
}

const changedMeanwhile = (file: string) =>
  new LocalFailure(
    'CONFIG_CHANGED',
    `Another process has changed the same setting in ${file}; nothing was saved.`,
    'Look at it, and run the line again.',
  );

/**
 * Applies the difference between `before` and `after` to `current`.
 * @throws the error of `conflict` for a value that has changed
 */
function merged(before: unknown, after: unknown, current: unknown, conflict: () => Error): unknown {
  if (isDeepStrictEqual(before, after)) return current;
  if (isRecord(after) && isRecord(current) && (before === undefined || isRecord(before))) {
    const parts = Object.keys({ ...before, ...after, ...current }).map(
      (key) => [key, merged(before?.[key], after[key], current[key], conflict)] as const,
    );
    return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
  }
  if (!isDeepStrictEqual(before, current) && !isDeepStrictEqual(after, current)) throw conflict();
  return after;
}

function writeConfig(file: string, config: Config) {
  try {
    replaceFile(file, Buffer.from(`${JSON.stringify(config, undefined, '\t')}\n`), 0o600, { preserve: true });
  } catch (error) {
    throw new LocalFailure(
      'CONFIG_UNWRITABLE',
      `Cannot write ${file}: ${(error as Error).message}.`,
      writeRemedy(error),
      error,
    );
  }
}
