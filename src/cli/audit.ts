// Records in the audit file that a run shows unmasked personal data.

import { Failure } from '../services/http/errors.js';
import { subjectOf } from '../session/account.js';
import { type Revealed, recordReveal } from '../session/audit.js';
import { paths } from '../session/paths.js';
import { baseAddress } from '../session/profile.js';
import type { Context } from './context.js';
import { isEmbedded, type Settings } from './settings.js';

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
