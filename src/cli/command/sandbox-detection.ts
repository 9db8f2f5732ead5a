// Detects whether a server of this machine is a sandbox.

import { Failure } from '../../services/http/errors.js';
import { isLoopback } from '../../services/http/security.js';
import type { RequestContext } from '../../services/http/send.js';
import { isRecord } from '../../services/json-value.js';
import { baseAddress } from '../../session/profile.js';
import { isEmbedded, type Settings } from '../settings/options.js';
import { controlRequest } from './control-request.js';

/** The origin of a service with a loopback address. */
export function localOrigin({ of }: Settings, service: string): string | undefined {
  const { origin, hostname } = new URL(baseAddress(of, service));
  return isLoopback(hostname) ? origin : undefined;
}

/** Whether a profile may have a sandbox: the embedded one, or a server of this machine. */
export function mayBeSandbox(settings: Settings): boolean {
  if (isEmbedded(settings)) return true;
  try {
    return localOrigin(settings, 'user') !== undefined;
  } catch {
    return false; // the profile has no address
  }
}

/**
 * Whether a local server is a sandbox. A loopback address does not prove it: a tunnel has one too. Only a sandbox
 * returns its control status. @throws {Failure} without a response
 */
export async function isLocalSandbox(
  requests: RequestContext,
  { origin, service }: { readonly origin: string; readonly service: string },
): Promise<boolean> {
  try {
    const status: unknown = JSON.parse(await controlRequest(requests, `${origin}/_sandbox`, 'status', {}, service));
    return (
      isRecord(status) &&
      typeof status.rotation === 'string' &&
      typeof status.now === 'string' &&
      isRecord(status.counts)
    );
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    if (error instanceof Failure && error.where.status !== undefined) return false;
    throw error;
  }
}
