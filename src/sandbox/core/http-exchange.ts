// Handles one HTTP exchange: refuses requests of web pages, reads the request, sends the response.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { iso, worldTime } from './clock.js';
import { dispatch } from './dispatch.js';
import { errorResponse, jsonResponse, type LogFields, type SandboxRequest, type SandboxResponse } from './http-messages.js';
import type { SandboxRuntime } from './runtime.js';
import { seededId } from './seeded-random.js';

/** The largest body: 1 MiB. */
const maxBody = 1024 * 1024;
/** How much of a larger body is discarded before the connection is closed. */
const maxDiscarded = 16 * maxBody;
const requestNumbers = new WeakMap<SandboxRuntime, number>();

/** Handles one exchange. Rejects only where no response can be sent any more. */
export async function exchange(runtime: SandboxRuntime, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const requestNumber = (requestNumbers.get(runtime) ?? 0) + 1;
  requestNumbers.set(runtime, requestNumber);
  const began = performance.now();
  const id = incoming.headers['x-request-id'];
  const logFields: LogFields = {};
  const response = await respond(runtime, incoming, logFields).catch(errorResponse);
  const wall = runtime.settings.wall();
  const at = worldTime(runtime.state, wall);
  if (runtime.log && !isControl(incoming.url ?? ''))
    runtime.log.add({ ...logFields, ...loggedResponse(incoming, response), at, ms: performance.now() - began });
  if (outgoing.destroyed) return;
  await sendResponse(outgoing, response, {
    'x-sandbox': 'true',
    'x-request-id': typeof id === 'string' ? id : seededId(runtime.seed, 'request', requestNumber),
    'x-sandbox-now': iso(at),
    date: new Date(wall).toUTCString(), // sessions end by this clock
  });
}

const loggedResponse = ({ method = 'GET' }: IncomingMessage, { status }: SandboxResponse) => ({ method: method.slice(0, 20), status });
const isControl = (path: string): boolean => /^\/_sandbox(\/|\?|$)/.test(path);

async function respond(runtime: SandboxRuntime, incoming: IncomingMessage, logFields: LogFields): Promise<SandboxResponse> {
  const refused = refuseWebPage(incoming);
  if (refused) return refused;
  const url = new URL(incoming.url ?? '/', 'http://sandbox.invalid');
  const request: SandboxRequest = {
    method: incoming.method ?? 'GET',
    path: (incoming.url ?? '/').split(/[?#]/, 1)[0]!,
    query: url.searchParams,
    headers: singleValues(incoming.headers),
    bytes: await bodyOf(incoming),
    logFields,
  };
  if (request.path.startsWith('/rpc/')) return (await import('../chain/rpc.js')).handleRpc(runtime, request);
  if (!isControl(request.path)) return runtime.interceptor ? runtime.interceptor(runtime, request) : dispatch(runtime, request);
  const { handleControl } = await import('../control/control-api.js');
  return handleControl(runtime, request);
}

/** Refuses requests of web pages: a foreign `Host` (DNS rebinding), any `Origin`, and what a browser fetches for a page. */
function refuseWebPage({ headers }: IncomingMessage): SandboxResponse | undefined {
  const host = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
  const forPage = (headers['sec-fetch-site'] ?? 'none') !== 'none';
  if (host && headers.origin === undefined && !forPage) return undefined;
  return jsonResponse(
    403,
    { message: 'The sandbox serves programs on this machine only, no web pages.', code: 'FORBIDDEN' },
    { 'x-sandbox-error': 'sandbox' },
  );
}

const singleValues = (headers: IncomingMessage['headers']): SandboxRequest['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));

/** Reads the body; undefined for one that is too large, which is discarded so that its sender can read the refusal. */
async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxDiscarded) break;
    if (size <= maxBody) parts.push(part);
  }
  return size <= maxBody ? Buffer.concat(parts) : undefined;
}

async function sendResponse(outgoing: ServerResponse, response: SandboxResponse, common: Readonly<Record<string, string>>): Promise<void> {
  const body = response.body ?? '';
  const unread = !outgoing.req.complete;
  const headers = { ...common, ...response.headers, 'cache-control': 'no-store', ...(unread && { connection: 'close' }) };
  if (response.delivery || response.stream)
    return (await import('../faults/faulty-delivery.js')).sendWithFaults(outgoing, response, headers);
  outgoing.writeHead(response.status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}
