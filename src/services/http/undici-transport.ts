// The transport of many calls, and of proxies: undici's connection pools, one per origin. It loads slower than the rest
// of a start.
import { Agent, DecoratorHandler, type Dispatcher } from 'undici';
import { type ChosenProxy, type Proxies, type ProxyNames, proxyFor } from './proxies.js';
import { readBody } from './read-body.js';
import { endAfter, timeLimitOf } from './time-limit.js';
import { type HttpRequest, type HttpResponse, type Pool, TransportError } from './transport.js';
import { describeFailure, describeProxyFailure } from './transport-errors.js';
import { tunnelConnector } from './tunnel.js';

interface PoolOptions {
  readonly connections?: number;
  readonly proxies?: Proxies;
  readonly proxyNames?: ProxyNames;
}
/** Makes a pool with a maximum of `connections` connections per origin, through the proxies if there are any. */
export function undiciTransport({ connections = 16, proxies, proxyNames }: PoolOptions = {}): Pool {
  const patient = { connections, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } }; // only the caller's limits
  const direct = new Agent(patient);
  const tunnels = new Map<string, Dispatcher>();
  const opening = new Set<{ destroy(): unknown }>();
  const dispatcherOf = (proxy: ChosenProxy | undefined): Dispatcher => {
    if (!proxy) return direct;
    const tunnel = tunnels.get(proxy.address) ?? new Agent({ ...patient, connect: tunnelConnector(proxy, opening) });
    tunnels.set(proxy.address, tunnel);
    return tunnel;
  };
  return {
    exchange: async (request) => {
      const proxy = proxyFor(request.url, proxies, proxyNames);
      const response = await carry(request, dispatcherOf(proxy), proxy);
      await connectionsFree();
      return response;
    },
    close: async () => {
      for (const socket of opening) socket.destroy();
      await Promise.all([direct, ...tunnels.values()].map((pool) => pool.destroy()));
    },
  };
}

/**
 * Lets undici reuse connections, a turn of the event loop after each response. Work with the first response would keep
 * the others idle.
 */
async function connectionsFree(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function carry(
  request: HttpRequest,
  dispatcher: Dispatcher,
  proxy: ChosenProxy | undefined,
): Promise<HttpResponse> {
  const { cancellation } = request;
  const signal = cancellation?.signal;
  const limit = timeLimitOf(request);
  if (cancellation?.isStopped()) throw new TransportError('aborted', false, 'interrupted');
  if (limit.left === 0) throw new TransportError('timeout', false, limit.message);
  const state = {
    left: false,
    leftAt: 0,
    responded: false,
    received: 0,
    ended: undefined as 'timeout' | 'aborted' | undefined,
  };
  const stop = new AbortController();
  const end = (problem: 'timeout' | 'aborted') => {
    state.ended ??= problem;
    stop.abort();
  };
  const cancelEnd = endAfter(
    limit.left,
    () => state.received,
    () => end('timeout'),
  );
  const aborted = () => end('aborted');
  signal?.addEventListener('abort', aborted, { once: true });
  try {
    const url = new URL(request.url);
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: { ...request.headers },
      body: request.body,
      signal: stop.signal,
    };
    const marked = dispatcher.compose(
      marking(() => {
        state.left = true;
        state.leftAt = performance.now();
      }),
    );
    const sent = marked.request(options);
    const response = await Promise.race([sent, rejection(stop.signal)]); // undici ignores the signal while it connects
    state.responded = true;
    state.received++;
    response.body.on('error', () => {}); // `readBody` reports it; unhandled it would end the process
    const body = await readBody(response.body, response.headers, request.maxBody, () => state.received++).finally(() =>
      response.body.destroy(),
    );
    return {
      status: response.statusCode,
      headers: response.headers,
      body,
      milliseconds: performance.now() - state.leftAt,
    };
  } catch (error) {
    const atProxy = proxy && !state.left ? ` from the proxy ${proxy.shown}` : '';
    if (state.ended === 'timeout')
      throw new TransportError(
        'timeout',
        state.left,
        limit.message.replace('no response', `no response${atProxy}`),
        error,
      );
    if (state.ended === 'aborted') throw new TransportError('aborted', state.left, 'interrupted', error);
    if (proxy && !state.left) {
      const { message, remedy } = describeProxyFailure(causeOf(error), proxy);
      throw new TransportError('no-connection', false, message, error, remedy);
    }
    const [reason, message] = describeFailure(causeOf(error), state);
    throw new TransportError(reason, state.left, message, error);
  } finally {
    cancelEnd();
    signal?.removeEventListener('abort', aborted);
  }
}

/**
 * Calls `leaves` when the first byte of a request is about to be sent: its connection is open, and it was not ended.
 */
const marking =
  (leaves: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, new Marked(handler, leaves));

class Marked extends DecoratorHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #leaves: () => void;
  constructor(handler: Dispatcher.DispatchHandler, leaves: () => void) {
    super(handler);
    this.#handler = handler;
    this.#leaves = leaves;
  }
  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
    if (!controller.aborted) this.#leaves();
  }
}

/** Rejects when the signal fires. */
function rejection(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
  rejected.catch(() => {}); // Promise.race handles it
  return rejected;
}

/** The error of the last address that was tried. */
function causeOf(error: unknown): NodeJS.ErrnoException {
  const { errors } = error as AggregateError;
  return (errors?.at(-1) ?? error) as NodeJS.ErrnoException;
}
