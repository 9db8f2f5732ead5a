// The failures for a configuration that cannot be used. A run loads them only to throw one.
import { LocalFailure } from '../services/http/errors.js';
import { NotRegularFile } from './plain-file.js';
import { writeRemedy } from './write-remedy.js';

/** The failure for a file that is not what this program wrote. @param why the end of a sentence */
export const brokenConfig = (file: string, why: string): LocalFailure =>
  new LocalFailure(
    'CONFIG_BROKEN',
    `The configuration ${file} ${why}.`,
    'Mend it, or move it away and add your profiles again.',
  );

/** The failure for a file that cannot be read, or is none. */
export const unreadableConfig = (file: string, error: unknown): LocalFailure =>
  error instanceof NotRegularFile
    ? new LocalFailure(
        'CONFIG_BROKEN',
        `The configuration ${file} cannot be used: it ${error.message}.`,
        'Move it away and add your profiles again.',
        error,
      )
    : new LocalFailure(
        'CONFIG_UNREADABLE',
        `Cannot read ${file}: ${(error as Error).message}.`,
        writeRemedy(error),
        error,
      );
