// Writes the configuration atomically, mode 0600.
import { LocalFailure } from '../services/http/errors.js';
import { replaceFile } from '../services/whole-file.js';
import type { Config } from './profile.js';

/** Puts a whole configuration in the place of the old one. @throws {LocalFailure} CONFIG_UNWRITABLE; the old file is unchanged then */
export function writeConfig(file: string, config: Config): void {
  try {
    replaceFile(file, Buffer.from(`${JSON.stringify(config, undefined, '\t')}\n`), 0o600);
  } catch (error) {
    throw new LocalFailure('CONFIG_UNWRITABLE', `Cannot write ${file}: ${(error as Error).message}.`, undefined, error);
  }
}
