// Sends a request to the control API of a sandbox, under /_sandbox, which no real service has.

import type { Call } from '../../services/catalogue/define.js';
import { type RequestContext, rawRequest, sendRequest } from '../../services/http/send.js';

/**
 * Sends one request to the control API at an address; a failure names `service`.
 * @returns JSON text.
 * @throws {Failure}
 */
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
  const control = { ...requests, base: () => address, headers: undefined };
  return (await sendRequest(call, await rawRequest(call, call.path, body ?? {}, control), control)).text;
}
