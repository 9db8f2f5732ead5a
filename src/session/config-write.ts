// Writes the configuration: atomic, mode 0600. Loaded on use, since `conf` costs more than a whole start.
import path from 'node:path';
import Conf from 'conf';
import { makeFolder } from '../services/folder.js';
import { LocalFailure } from '../services/http/failure.js';
import type { Config } from './profile.js';

/** Puts a whole configuration in the place of the old one. @throws {LocalFailure} when it cannot be written. */
export function writeConfig(file: string, config: Config): void {
  try {
    makeFolder(path.dirname(file));
    const conf = new Conf<{ current?: string; profiles: Config['profiles'] }>({
      cwd: path.dirname(file),
      configName: path.basename(file, '.json'),
      projectName: 'tuk',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      defaults: { profiles: {} },
    });
    conf.store = { ...config };
  } catch (error) {
    throw new LocalFailure('CONFIG_UNWRITABLE', `Cannot write ${file}: ${(error as Error).message}.`, undefined, error);
  }
}
