// Records in the audit file that a run shows unmasked personal data.

import { closeSync, constants, fstatSync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../services/folder.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { makePrivate } from '../../services/private-file.js';
import { writeBytes } from '../../services/whole-file.js';
import { subjectOf } from '../../session/account.js';
import { paths } from '../../session/paths.js';
import { baseAddress } from '../../session/profile.js';
import type { Context } from '../command/command.js';
import { isEmbedded, type Settings } from '../settings/options.js';

// The audit file: who showed unmasked personal data on a terminal, when, and where. One JSON object per line, mode
// 0600, without the data.

interface Revealed {
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
function recordReveal(file: string, { at, profile, origin, account, by }: Revealed): void {
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
      'Fix the file, or leave --reveal out. tuk doctor checks it.',
      error,
    );
  }
}

/**
 * Records that a command will show unmasked personal data.
 * @param by the command: `tuk ride status`
 * @throws {LocalFailure} AUDIT_UNWRITABLE
 */
export async function auditReveal(context: Context, by: string): Promise<void> {
  recordIn(context, await accountOf(context), by);
}

/** `auditReveal` for a known account, synchronous. @throws {LocalFailure} AUDIT_UNWRITABLE */
function recordIn(context: Context, account: string, by: string): void {
  const settings = context.settings();
  const line: Revealed = {
    at: new Date(context.world.clock.now()).toISOString(),
    profile: settings.profile.value,
    origin: originOf(settings),
    account,
    by,
  };
  recordReveal(paths(context.world).audit, line);
}

/**
 * Records an unmasked screen.
 * @param screen the command of the screen, without values and options
 * @returns the sentence of a failure
 */
export function recordScreen(context: Context, account: string, screen: string): string | undefined {
  try {
    recordIn(context, account, `screen ${screen}`);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

/**
 * The account in use, for the audit file: the subject of its token, else its session. Never throws: an unreadable
 * session is `unknown`.
 */
export async function accountOf(context: Context): Promise<string> {
  try {
    const { accessToken, session } = await context.session().token();
    if (accessToken === undefined) return 'none';
    const subject = subjectOf(accessToken);
    return subject === undefined ? `session:${session?.id ?? 'unknown'}` : `sub:${subject}`;
  } catch (error) {
    if (error instanceof Failure) return 'unknown';
    throw error;
  }
}

function originOf(settings: Settings): string {
  if (isEmbedded(settings)) return 'sandbox';
  try {
    return new URL(baseAddress(settings.of, 'user')).origin;
  } catch {
    return 'unknown';
  }
}
