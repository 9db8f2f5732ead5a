// Delivers a response of an embedded sandbox through a socket, so a client sees a delivery fault like a network's.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeTransport } from '../services/http/node-transport.js';
import type { HttpRequest, HttpResponse } from '../services/http/transport.js';
import type { SandboxResponse } from './core/http-messages.js';
import { sendResponse } from './http-exchange.js';

/** Sends the request to a server of this one response. @throws {TransportError} for the fault */
export async function deliver(request: HttpRequest, response: SandboxResponse): Promise<HttpResponse> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().once('end', () => void sendResponse(outgoing, response).catch(() => outgoing.destroy()));
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', ready);
  });
  try {
    const { pathname, search } = new URL(request.url);
    return await nodeTransport({
      ...request,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}${search}`,
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
