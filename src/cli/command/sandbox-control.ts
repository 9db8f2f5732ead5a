// The client of a sandbox's control API, under /_sandbox, which no real service has.

import { BadInput } from '../../services/http/errors.js';
import { isLoopback } from '../../services/http/security.js';
import type { RequestContext } from '../../services/http/send.js';
import { baseAddress } from '../../session/profile.js';
import { isEmbedded, type Settings } from '../settings/options.js';
import type { Context } from './command.js';
import { controlRequest } from './control-request.js';

/**
 * Calls a control of the profile's sandbox. @returns JSON text.
 * @throws {Failure} as any call does; {BadInput} for a profile without a sandbox
 */
export async function askControl(context: Context, what: string, body?: unknown): Promise<string> {
  const requests = await context.http().requestContext();
  return controlRequest(requests, controlOf(context.settings(), requests), what, body);
}

/** The address of the control API of the profile's sandbox. @throws {BadInput} for a profile without a sandbox */
function controlOf(settings: Settings, { base }: RequestContext): string {
  if (isEmbedded(settings)) return base('_sandbox');
  const { origin, hostname } = new URL(baseAddress(settings.of, 'user'));
  if (isLoopback(hostname)) return `${origin}/_sandbox`;
  throw new BadInput(
    'NO_SANDBOX',
    `The profile ${settings.profile.value} does not reach a sandbox.`,
    'Choose one that does: --profile sandbox',
  );
}
