// Whether a service is that of a sandbox: the embedded one, or one that says so itself.
import { Failure } from '../services/http/errors.js';
import { isRecord } from '../services/json-value.js';
import { baseAddress, isLoopback } from '../session/profile.js';
import type { Context } from './context.js';
import { askControl } from './sandbox-control.js';

/**
 * Whether what is sent to a service reaches a sandbox. An address of this machine is none by itself, since a tunnel to anywhere has one too: its server is
 * asked, once a run, for what only a sandbox tells. @throws {Failure} where nobody answers
 */
export async function isSandbox(context: Context, service: string): Promise<boolean> {
  const { embedded, settings, transfer } = context;
  if (embedded) return true;
  const { origin, hostname } = new URL(baseAddress(settings.of, service));
  if (!isLoopback(hostname)) return false;
  transfer.sandboxes ??= new Map();
  const asked = transfer.sandboxes.get(origin) ?? saysSo(context, { origin, service });
  transfer.sandboxes.set(origin, asked);
  return asked;
}

async function saysSo(context: Context, at: { readonly origin: string; readonly service: string }): Promise<boolean> {
  try {
    const status: unknown = JSON.parse(await askControl(context, 'status', {}, at));
    return isRecord(status) && typeof status.rotation === 'string' && typeof status.now === 'string' && isRecord(status.counts);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    if (error instanceof Failure && error.where.status !== undefined) return false;
    throw error;
  }
}
