// Handles one HTTP exchange: refuses web pages, reads the request, sends the response.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonResponse, maxBody, type SandboxRequest, type SandboxResponse } from './core/http-messages.js';
import type { SandboxRuntime } from './core/runtime.js';
import { sendWithFaults } from './faults/faulty-delivery.js';
import { handleRequest } from './handle-request.js';

/** A larger body is discarded up to this size, then the connection ends. */
const maxDiscarded = 16 * maxBody;

/** Rejects only if no response can be sent any more. */
export async function exchange(
  runtime: SandboxRuntime,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const response = refuseWebPage(incoming) ?? (await handleRequest(runtime, await requestOf(incoming)));
  if (!outgoing.destroyed) await sendResponse(outgoing, response);
}

const requestOf = async (incoming: IncomingMessage): Promise<SandboxRequest> => ({
  method: incoming.method ?? 'GET',
  path: (incoming.url ?? '/').split(/[?#]/, 1)[0]!,
  query: new URL(incoming.url ?? '/', 'http://sandbox.invalid').searchParams,
  headers: singleValues(incoming.headers),
  bytes: await bodyOf(incoming),
});

/** Refuses web pages: a foreign `Host` (DNS rebinding), any `Origin`, and a browser's requests for a page. */
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
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );

/** Undefined for a body that is too large. It is discarded, so the sender can read the refusal. */
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

/** Sends a response with its delivery faults, if any. */
export async function sendResponse(outgoing: ServerResponse, response: SandboxResponse): Promise<void> {
  const body = response.body ?? '';
  const headers = { ...response.headers, ...(!outgoing.req.complete && { connection: 'close' }) };
  if (response.delivery || response.stream) return sendWithFaults(outgoing, response, headers);
  outgoing.writeHead(response.status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}
