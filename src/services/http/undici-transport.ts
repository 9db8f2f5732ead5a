// The transport through proxies: undici's connection pools, one per origin. It loads slower than the rest of a start.

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type ChosenProxy, type Proxies, type ProxyNames, proxyFor } from './proxies.js';
import { maxHeaderSize, readBody } from './read-body.js';
import { endAfter, timeLimitOf } from './time-limit.js';
import { type HttpRequest, type HttpResponse, type Pool, TransportError } from './transport.js';
import { describeFailure, describeProxyFailure } from './transport-errors.js';

// Removes interim responses (1xx) from connections of undici, which takes 100 Continue for a broken connection. A
// client passes over the ones that it does not expect (RFC 9110, 15.2).

/** A connector whose sockets have no interim responses. */
const withoutInterim =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      if (result[1]) removeInterim(result[1]);
      callback(...result);
    });

/**
 * Makes the `read` of a socket skip interim responses. Each request is written before its response begins, and what
 * follows the head of the response is not looked at.
 */
function removeInterim(socket: Pick<Socket, 'read' | 'write'>) {
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket) as (...written: unknown[]) => boolean];
  let isAwaited = false;
  let buffer: Buffer = Buffer.alloc(0);
  socket.write = (...written: unknown[]) => {
    isAwaited = true;
    return write(...written);
  };
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size); ; chunk = read(size)) {
      if (chunk === null || !isAwaited) return chunk;
      buffer = afterInterim(Buffer.concat([buffer, chunk]));
      if (buffer.length === 0 || (mayBeInterim(buffer) && buffer.length < maxHeaderSize)) continue;
      const response = buffer;
      isAwaited = false;
      buffer = Buffer.alloc(0);
      return response;
    }
  };
}

/**
 * The bytes after the complete interim responses. 101 is not an interim response: the connection then has another
 * protocol.
 */
function afterInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (/^HTTP\/1\.\d 1(?!01)\d\d/.test(start(rest))) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    rest = rest.subarray(end + 4);
  }
  return rest;
}
/** Whether bytes may begin an incomplete interim response. */
const mayBeInterim = (bytes: Buffer) =>
  /^(H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.\d|HTTP\/1\.\d |HTTP\/1\.\d 1(?!01)\d{0,2}.*)$/s.test(
    start(bytes),
  );
const start = (bytes: Buffer) => bytes.toString('latin1', 0, 'HTTP/1.1 100'.length);

interface PoolOptions {
  readonly proxies?: Proxies;
  readonly proxyNames?: ProxyNames;
}
/** Makes a pool of connections, through the proxies if there are any. */
export function undiciTransport({ proxies, proxyNames }: PoolOptions = {}): Pool {
  const agents = new Map<string | undefined, Agent>();
  const opening = new Set<{ destroy(): unknown }>();
  const agentOf = (proxy: ChosenProxy | undefined): Agent => {
    const connect = proxy ? tunnelConnector(proxy, opening) : buildConnector({ timeout: 0 });
    const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize }; // only the caller's limits of time
    return new Agent({ ...limits, connect: withoutInterim(connect) });
  };
  const pooled = (proxy: ChosenProxy | undefined): Agent => {
    const agent = agents.get(proxy?.address) ?? agentOf(proxy);
    agents.set(proxy?.address, agent);
    return agent;
  };
  let hasServed = false;
  return {
    exchange: async (request) => {
      const proxy = proxyFor(request.url, proxies, proxyNames);
      if (request.fresh) {
        const agent = agentOf(proxy);
        return await carry(request, agent, proxy, false).finally(() => agent.destroy());
      }
      const response = await carry(request, pooled(proxy), proxy, hasServed);
      hasServed = true;
      await connectionsFree();
      return response;
    },
    close: async () => {
      for (const socket of opening) socket.destroy();
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/**
 * Lets undici reuse connections, a turn of the event loop after each response. Work with the first response would keep
 * the others idle.
 */
async function connectionsFree() {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** @param mayBeOld whether the connection may have carried a request before */
async function carry(
  request: HttpRequest,
  dispatcher: Dispatcher,
  proxy: ChosenProxy | undefined,
  mayBeOld: boolean,
): Promise<HttpResponse> {
  const { deadline } = request;
  const signal = deadline?.signal;
  const limit = timeLimitOf(request);
  if (deadline?.isStopped()) throw new TransportError('aborted', false, 'interrupted');
  if (limit.left === 0) throw new TransportError('timeout', false, `no response ${limit.within}`);
  const exchange = new Exchange();
  let ended: 'timeout' | 'aborted' | undefined;
  const end = (problem: 'timeout' | 'aborted') => {
    ended ??= problem;
    exchange.abort(new Error(problem));
  };
  const cancelEnd = endAfter(
    limit.left,
    () => exchange.received,
    () => end('timeout'),
  );
  const aborted = () => end('aborted');
  signal?.addEventListener('abort', aborted, { once: true });
  try {
    const url = new URL(request.url);
    const { method, headers, body: sent } = request;
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: method as Dispatcher.HttpMethod,
        headers: { ...headers },
        body: sent,
      },
      exchange,
    );
    const { status, headers: received } = await exchange.head;
    const body = await readBody(exchange.body, received, request.maxBody).finally(() => exchange.abort());
    return { status, headers: received, body, milliseconds: performance.now() - exchange.leftAt };
  } catch (error) {
    const { hasLeft, hasResponded: responded } = exchange;
    const atProxy = proxy && !hasLeft ? ` from the proxy ${proxy.shown}` : '';
    if (ended === 'timeout') {
      const text = `no response${atProxy} ${limit.within}`;
      throw new TransportError('timeout', hasLeft, text, error, { begun: exchange.begun, within: limit.within });
    }
    if (ended === 'aborted') throw new TransportError('aborted', hasLeft, 'interrupted', error);
    if (proxy && !hasLeft) {
      const { message, remedy } = describeProxyFailure(causeOf(error), proxy);
      throw new TransportError('no-connection', false, message, error, { remedy });
    }
    const [reason, message] = describeFailure(causeOf(error), { left: hasLeft, responded });
    throw new TransportError(reason, hasLeft, message, error, { isStale: mayBeOld && reason === 'no-answer' });
  } finally {
    cancelEnd();
    signal?.removeEventListener('abort', aborted);
  }
}

/** Receives one response. `body` has its bytes; `head` rejects if the response does not begin. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly head: Promise<Pick<HttpResponse, 'status' | 'headers'>>;
  readonly body = new Readable({ read: () => this.#controller?.resume() });
  /** Whether the first byte of the request is about to be sent: its connection is open, and it was not ended. */
  hasLeft = false;
  leftAt = 0;
  hasResponded = false;
  /** The status of the response. */
  begun: number | undefined;
  /** Grows with each part of the response. */
  received = 0;
  #begin!: (head: Pick<HttpResponse, 'status' | 'headers'>) => void;
  #fail!: (error: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #aborted: Error | undefined;

  constructor() {
    this.head = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#fail = reject;
    });
    this.head.catch(() => {}); // a failure may come before it is awaited
    this.body.on('error', () => {}); // `readBody` reports it; unhandled it would end the process
  }
  /** Ends the exchange: at once for the caller, even while undici opens the connection. */
  abort(error = new Error('ended')): void {
    this.#aborted ??= error;
    if (!this.body.readableEnded) this.#controller?.abort(error);
    this.#end(error);
  }
  #end(error: Error) {
    this.#fail(error);
    this.body.destroy(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted) controller.abort(this.#aborted);
    if (controller.aborted) return;
    this.hasLeft = true;
    this.leftAt = performance.now();
  }
  onResponseStart(_: unknown, status: number, headers: HttpResponse['headers']): void {
    if (status < 200) return;
    this.hasResponded = true;
    this.begun = status;
    this.received++;
    this.#begin({ status, headers });
  }
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.received++;
    if (!this.body.push(chunk)) controller.pause();
  }
  onResponseEnd(): void {
    this.body.push(null);
  }
  onResponseError(_: unknown, error: Error): void {
    this.#end(error);
  }
}

/** The error of the last address that was tried. */
function causeOf(error: unknown): NodeJS.ErrnoException {
  const { errors } = error as AggregateError;
  return (errors?.at(-1) ?? error) as NodeJS.ErrnoException;
}

// Opens tunnels through an HTTP proxy, as a connector of undici. Undici's own connector repeats a closed CONNECT for
// ever.

/** A response to CONNECT with another status than 2xx. */
class ProxyRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the proxy refused to connect (${status})`);
    this.status = status;
  }
}

/**
 * The time limit of a CONNECT, milliseconds: abandoned connections must not accumulate. Requests have their own limit.
 */
const connectLimit = 60_000;

/**
 * A connector that opens a tunnel per connection, with TLS inside for an https origin. `openSockets` collects the
 * sockets to the proxy.
 */
function tunnelConnector(proxy: ChosenProxy, openSockets: Set<{ destroy(): unknown }>): buildConnector.connector {
  const startTls = buildConnector({ timeout: 0 });
  return (options, callback) => {
    openTunnel(proxy, options, openSockets).then(
      (socket) =>
        options.protocol === 'https:' ? startTls({ ...options, httpSocket: socket }, callback) : callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

function openTunnel(
  { address }: ChosenProxy,
  { hostname, port, protocol }: buildConnector.Options,
  openSockets: Set<{ destroy(): unknown }>,
): Promise<Socket> {
  const { username, password, ...url } = parts(address);
  const target = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const headers: Record<string, string> = { Host: target };
  if (username || password)
    headers['Proxy-Authorization'] = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return new Promise((resolve, reject) => {
    const open = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      ...url,
      method: 'CONNECT',
      path: target,
      agent: false,
      headers,
    });
    openSockets.add(open);
    const timer = setTimeout(
      () => open.destroy(new Error(`no response within ${connectLimit / 1000} s`)),
      connectLimit,
    );
    const end = () => {
      clearTimeout(timer);
      openSockets.delete(open);
    };
    open.once('connect', (response, socket, head) => {
      end();
      const { statusCode = 0 } = response;
      if (statusCode < 200 || statusCode >= 300) {
        socket.destroy();
        return reject(new ProxyRefused(statusCode));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket as Socket);
    });
    open.once('error', (error) => {
      end();
      reject(error);
    });
    open.end();
  });
}

/** The parts of a proxy's address for a request, with decoded name and password. */
function parts(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address);
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port || undefined,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
