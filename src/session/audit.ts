// The audit file: who showed unmasked personal data on a terminal, when, and where. One JSON object per line, mode
// 0600, without the data.

import { closeSync, constants, fstatSync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../services/folder.js';
import { LocalFailure } from '../services/http/errors.js';
import { makePrivate } from '../services/private-file.js';
import { writeBytes } from '../services/whole-file.js';

export interface Revealed {
  /** ISO 8601, by the clock of this machine. */
  readonly at: string;
  readonly profile: string;
  /** The origin of the user service, or `sandbox`. */
  readonly origin: string;
  /** The subject of the session's token; `none` without a session. */
  readonly account: string;
  /** The command, without its values and options, or the screen. */
  readonly by: string;
}

/**
 * Adds a line to the audit file, and syncs it. Nothing is shown without a record.
 * @throws {LocalFailure} AUDIT_UNWRITABLE, also for a symbolic link and for a file of another user
 */
export function recordReveal(file: string, { at, profile, origin, account, by }: Revealed): void {
  try {
    makeFolder(path.dirname(file));
    makePrivate(file, { create: true });
    const fd = openSync(file, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
    try {
      if (!fstatSync(fd).isFile()) throw new Error('it is not a regular file');
      writeBytes(fd, Buffer.from(`${JSON.stringify({ at, profile, origin, account, by })}\n`));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw new LocalFailure(
      'AUDIT_UNWRITABLE',
      `Personal data stay masked, since the audit file ${file} cannot be written: ${(error as Error).message}.`,
      'Mend the file, or leave --reveal out. tuk doctor checks it.',
      error,
    );
  }
}
