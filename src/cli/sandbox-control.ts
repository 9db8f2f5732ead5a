// The client of a sandbox's control API under /_sandbox, which no real service has.

import type { Call } from '../services/catalogue/define.js';
import { BadInput } from '../services/http/errors.js';
import { type RequestContext, rawRequest, sendRequest } from '../services/http/send.js';
import { baseAddress, isLoopback } from '../session/profile.js';
import type { Context } from './context.js';
import { isDryRun, isEmbedded, type Settings } from './settings.js';

/**
 * Calls a control of the profile's sandbox. @returns JSON text
 * @throws {Failure} as any call; {BadInput} for a profile without a sandbox, and in a dry run
 */
export async function askControl(context: Context, what: string, body?: unknown): Promise<string> {
  if (isDryRun(context.flags)) throw new BadInput('NO_DRY_RUN', 'The control of a sandbox has no dry run.');
  const requests = await context.http().requestContext();
  return controlRequest(requests, controlOf(context.settings(), requests), what, body);
}

/** Sends one request to a control API; a failure names `service`. @returns JSON text. @throws {Failure} */
export async function controlRequest(
  requests: RequestContext,
  address: string,
  what: string,
  body?: unknown,
  service = 'sandbox',
): Promise<string> {
  const call: Call = {
    service,
    name: what,
    method: 'POST',
    path: `/${what}`,
    summary: 'Control the sandbox',
    auth: 'public',
    effect: 'none',
    as: 'json',
    words: {},
    secret: true,
    document: true,
  };
  const control = { ...requests, base: () => address };
  return (await sendRequest(call, await rawRequest(call, call.path, body ?? {}, control), control)).text;
}

/** The address of the control API of the profile's sandbox. @throws {BadInput} for a profile without a sandbox */
function controlOf(settings: Settings, { base }: RequestContext): string {
  if (isEmbedded(settings)) return base('_sandbox');
  const { origin, hostname } = new URL(baseAddress(settings.of, 'user'));
  if (isLoopback(hostname)) return `${origin}/_sandbox`;
  throw new BadInput('NO_SANDBOX', `The profile ${settings.profile.value} reaches no sandbox.`, 'Choose one that does: --profile sandbox');
}
