// The transport of an embedded sandbox: requests reach their handler in process, without a socket.

import { timeLimitOf } from '../services/http/time-limit.js';
import { type HttpRequest, type HttpResponse, type Transport, TransportError } from '../services/http/transport.js';
import { maxBody, type SandboxRequest } from './core/http-messages.js';
import type { SandboxRuntime } from './core/runtime.js';
import { deliver } from './deliver.js';
import { handleRequest } from './handle-request.js';

/** No server is at this address: only this transport reaches the sandbox. */
export const embeddedUrl = 'http://127.0.0.1:0';

/** Delivery faults and streamed responses go through a socket. */
export const sandboxTransport =
  (runtime: SandboxRuntime): Transport =>
  async (request) => {
    const { cancellation, maxBody: limit } = request;
    if (cancellation?.isStopped()) throw new TransportError('aborted', false, 'interrupted');
    const { left: remaining, message } = timeLimitOf(request);
    if (remaining === 0) throw new TransportError('timeout', false, message);
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
