// The transport of an embedded sandbox: requests reach their handler in process. A response with a delivery fault goes
// through a socket, so a client sees a fault like a network's.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeTransport } from '../src/services/http/node-transport.js';
import { timeLimitOf } from '../src/services/http/time-limit.js';
import { type HttpRequest, type HttpResponse, type Transport, TransportError } from '../src/services/http/transport.js';
import { maxBody, type SandboxRequest, type SandboxResponse } from './core/http-messages.js';
import type { SandboxRuntime } from './core/runtime.js';
import { handleRequest } from './handle-request.js';
import { sendResponse } from './http-exchange.js';

/** Sends the request to a server of this one response. @throws {TransportError} for the fault */
async function deliver(request: HttpRequest, response: SandboxResponse): Promise<HttpResponse> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().once('end', () => void sendResponse(outgoing, response).catch(() => outgoing.destroy()));
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', ready);
  });
  try {
    const { pathname, search } = new URL(request.url);
    return await nodeTransport().exchange({
      ...request,
      fresh: true,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}${search}`,
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** No server is at this address: only this transport reaches the sandbox. */
export const embeddedUrl = 'http://127.0.0.1:0';

/** Delivery faults and streamed responses go through a socket. */
export const sandboxTransport =
  (runtime: SandboxRuntime): Transport =>
  async (request) => {
    const { deadline, maxBody: limit } = request;
    if (deadline?.isStopped()) throw new TransportError('aborted', false, 'interrupted');
    const { left: remaining, within } = timeLimitOf(request);
    if (remaining === 0) throw new TransportError('timeout', false, `no response ${within}`);
    const response = await handleRequest(runtime, requestOf(request));
    if (response.delivery || response.stream) return deliver(request, response);
    const body = Buffer.from(response.body ?? '');
    if (body.length > limit) throw new TransportError('too-big', true, `the response is larger than ${limit} bytes`);
    const headers: HttpResponse['headers'] = { ...response.headers, 'content-length': String(body.length) };
    return { status: response.status, headers, body };
  };

function requestOf({ method, url, headers, body = '' }: HttpRequest): SandboxRequest {
  const { pathname, searchParams, host } = new URL(url);
  const bytes = Buffer.from(body);
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: {
      host,
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    },
    bytes: bytes.length > maxBody ? undefined : bytes,
  };
}
