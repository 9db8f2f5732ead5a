// The transport for what holds many calls, and for proxies: undici's pools, one an origin. Costs a start more than the whole program.
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { collect } from './body.js';
import { breakOf } from './broken.js';
import { Broken, type Exchange, type HttpAnswer, type HttpRequest } from './exchange.js';
import type { Proxies } from './proxies.js';

/** Connections that are kept and shared; `close` ends them. */
export interface Pool {
  readonly exchange: Exchange;
  close(): Promise<void>;
}
/** Makes a pool of at most `connections` connections an origin, by way of proxies where they are given. */
export function makePool({ connections = 16, proxies }: { readonly connections?: number; readonly proxies?: Proxies } = {}): Pool {
  const patient = { connections, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } }; // no limit but the caller's own
  const dispatcher = proxies ? new EnvHttpProxyAgent({ ...patient, ...proxies }) : new Agent(patient);
  return { exchange: (request) => carry(request, dispatcher), close: () => dispatcher.destroy() };
}

async function carry(request: HttpRequest, dispatcher: Dispatcher): Promise<HttpAnswer> {
  const url = new URL(request.url);
  const state = { left: true, answered: false, ended: undefined as 'timeout' | 'aborted' | undefined };
  const stop = new AbortController();
  const end = (why: 'timeout' | 'aborted') => {
    state.ended ??= why;
    stop.abort();
  };
  const timer = request.timeout > 0 ? setTimeout(end, request.timeout, 'timeout') : undefined;
  const { signal } = request;
  const aborted = () => end('aborted');
  if (signal?.aborted) aborted();
  signal?.addEventListener('abort', aborted, { once: true });
  try {
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: { ...request.headers },
      signal: stop.signal,
    };
    const answer = await dispatcher.request({ ...options, ...(request.body === undefined ? {} : { body: request.body }) });
    state.answered = true;
    answer.body.on('error', () => {}); // `collect` has heard it; unheard it would end the process
    const body = await collect(answer.body, answer.headers, request.maxBody).finally(() => answer.body.destroy());
    return { status: answer.statusCode, headers: answer.headers, body };
  } catch (error) {
    const cause = causeOf(error);
    if (beforeSending.test(cause.code ?? '')) state.left = false;
    if (state.ended === 'timeout') throw new Broken('timeout', state.left, `no answer within ${request.timeout} ms`, error);
    if (state.ended === 'aborted') throw new Broken('aborted', state.left, 'interrupted', error);
    const [reason, message] = breakOf(cause, state);
    throw new Broken(reason, state.left, message, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
  }
}

/** Failures to connect, after which nothing can have left. Of all others we do not know, so something may have. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|UND_ERR_CONNECT_TIMEOUT|ERR_(SSL|TLS)_.*|.*CERT.*|.*SIGNATURE)$/;

/** Several addresses were tried: the failure of the last one speaks for all. */
function causeOf(error: unknown): NodeJS.ErrnoException {
  const { errors } = error as AggregateError;
  return (errors?.at(-1) ?? error) as NodeJS.ErrnoException;
}
