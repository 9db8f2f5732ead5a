// Handles a parsed request: JSON-RPC, control or service. The server and the embedded transport share it.

import { handleControl } from './control/control-api.js';
import { errorResponse, type LogFields, type SandboxRequest, type SandboxResponse } from './core/http-messages.js';
import { iso, seededId, worldTime } from './core/index.js';
import type { SandboxRuntime } from './core/runtime.js';
import { dispatch } from './service/dispatch.js';
import { handleRpc } from './service/rpc.js';

const requestNumbers = new WeakMap<SandboxRuntime, number>();

/** Handles and logs a request. Adds the common headers. */
export async function handleRequest(runtime: SandboxRuntime, request: SandboxRequest): Promise<SandboxResponse> {
  const requestNumber = (requestNumbers.get(runtime) ?? 0) + 1;
  requestNumbers.set(runtime, requestNumber);
  const began = performance.now();
  const logFields: LogFields = {};
  const response = await respond(runtime, { ...request, logFields }).catch(errorResponse);
  const wall = runtime.settings.wall();
  const at = worldTime(runtime.state, wall);
  if (runtime.log && !isControl(request.path))
    runtime.log.add({
      ...logFields,
      method: request.method.slice(0, 20),
      status: response.status,
      at,
      ms: performance.now() - began,
    });
  const common = {
    'x-sandbox': 'true',
    // with the time, since each start counts its requests anew
    'x-request-id': request.headers['x-request-id'] ?? seededId(runtime.seed, `request ${iso(at)}`, requestNumber),
    'x-sandbox-now': iso(at),
    date: new Date(wall).toUTCString(), // sessions end by this clock
  };
  return { ...response, headers: { ...common, ...response.headers, 'cache-control': 'no-store' } };
}

const isControl = (path: string): boolean => /^\/_sandbox(\/|$)/.test(path);

async function respond(runtime: SandboxRuntime, request: SandboxRequest): Promise<SandboxResponse> {
  if (request.path.startsWith('/rpc/')) return handleRpc(runtime, request);
  if (!isControl(request.path))
    return runtime.interceptor ? runtime.interceptor(runtime, request) : dispatch(runtime, request);
  return handleControl(runtime, request);
}
