// Writes the configuration atomically, mode 0600. Loaded on use, since `conf` costs more than a whole start.
import { chownSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import Conf from 'conf';
import { makeFolder } from '../services/folder.js';
import { LocalFailure } from '../services/http/errors.js';
import { removeQuietly } from '../services/whole-file.js';
import type { Config } from './profile.js';

/**
 * Puts a whole configuration in the place of the old one. `conf` writes it to a file beside the old one and does not look whether all of it
 * arrived, which a full disk may prevent; so it is read back before it takes the name. A link is followed.
 * @throws {LocalFailure} CONFIG_UNWRITABLE; then the old file is untouched.
 */
export function writeConfig(file: string, config: Config): void {
  let temporaryFile: string | undefined;
  try {
    makeFolder(path.dirname(file));
    const target = realPath(file);
    temporaryFile = `${target}.${process.pid}.json`;
    removeQuietly(temporaryFile); // left by a process of the same number that was killed
    let text = '';
    const conf = new Conf<{ current?: string; profiles: Config['profiles'] }>({
      cwd: path.dirname(temporaryFile),
      configName: path.basename(temporaryFile, '.json'),
      projectName: 'tuk',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      defaults: { profiles: {} },
      serialize: (value) => {
        text = JSON.stringify(value, undefined, '\t');
        return text;
      },
    });
    conf.store = { ...config };
    if (readFileSync(temporaryFile, 'utf8') !== text) throw new Error('the disk did not take all of it');
    keepOwner(target, temporaryFile);
    renameSync(temporaryFile, target);
  } catch (error) {
    if (temporaryFile !== undefined) removeQuietly(temporaryFile);
    throw new LocalFailure('CONFIG_UNWRITABLE', `Cannot write ${file}: ${(error as Error).message}.`, undefined, error);
  }
}

/** The target of a symbolic link; the path itself where it is not a link, or a dangling one. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Gives a new file the owner of the one whose place it takes, where that is allowed. */
function keepOwner(old: string, temporaryFile: string): void {
  const stats = statSync(old, { throwIfNoEntry: false });
  if (!stats || stats.uid === process.getuid?.()) return;
  try {
    chownSync(temporaryFile, stats.uid, stats.gid);
  } catch {
    // the file belongs to another process
  }
}
