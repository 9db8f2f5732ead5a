// A second back end, written from the specification alone: every sign-in method, both kinds of rotation, faults on request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterFile } from './cleanup.js';
import { accountRoutes } from './second-backend/accounts.js';
import { groupRoutes } from './second-backend/groups.js';
import { type BackendRequest, type BackendResponse, Refusal, type Routes, routeOf } from './second-backend/http.js';
import { CONFIRM, REFRESH, type Rotation, sessionsOf, type TokenPair } from './second-backend/sessions.js';
import { type Redirect, signInRoutes, type Web3Message } from './second-backend/sign-in.js';
import { now } from './time.js';

/** One complete request. */
interface Call {
  readonly method: string;
  /** As sent, with service and query. */
  readonly path: string;
  readonly authorization: string | undefined;
  /** The headers that start with `x-`, in lower case: x-auth-client-id, x-auth-client-version, x-hmac-sig. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; the raw text if it is not JSON, undefined without a body. */
  readonly body?: unknown;
  /** The status of the response, even if a fault dropped it; undefined if there is none (yet). */
  readonly status: number | undefined;
}
/** A fault of one request. */
export type Fault =
  /** Sends this response without executing the request. A string body is sent unchanged, any other as JSON. */
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Executes the request when this has happened, even if the client has disconnected. */
  | { readonly after: Promise<unknown> }
  /** Resets the connection before or after the request is executed. */
  | { readonly reset: 'before' | 'after' }
  /** Never responds; with 'after' the request is executed. */
  | { readonly hang: true | 'after' }
  /** Executes the request, but closes the connection after this many bytes of the response body. */
  | { readonly cut: number };
/** The request that selects a fault; `number` counts the requests with the same method and path from 1. */
type IncomingRequest = Pick<Call, 'method' | 'path' | 'authorization'> & { readonly number: number };
type FaultSelector = (request: IncomingRequest) => Fault | undefined;

/** See `secondBackend`. */
export interface SecondBackend {
  /** `${url}/{service}` is the base address of a service. */
  readonly url: string;
  readonly calls: readonly Call[];
  /** The number of received requests, faults included: refreshes, confirms, all others. */
  count(name: 'refresh' | 'confirm' | 'other'): number;
  /** Creates a session of the user with this name (GOOGLE, `{name}@example.com`), by default Second Person (second@example.com). */
  signIn(name?: string): TokenPair;
  /** Expires every access token issued so far (401 EXPIRED_SESSION); a renewal still works. */
  expire(): void;
  /** Ends every session: no token issued so far is valid. */
  revoke(): void;
  /** Whether this token is still valid: a refresh token for a renewal, an access token for a call. */
  alive(token: string): boolean;
  /** Sets the function that selects the fault of each request; without one there are no faults. */
  injectFaults(how?: FaultSelector): void;
  /** Sets the message to sign for a sign-in by wallet; the default is the EIP-4361 message. */
  web3Message(how?: Web3Message): void;
  /** Sets the offset of the `Date` header of every response. */
  clock(offsetMs: number): void;
  /** Closes every socket, also hanging ones. */
  close(): Promise<void>;
}

/**
 * Starts a back end on 127.0.0.1 with all services under one address. It has the calls of ./second-backend/ and the infrastructure
 * of every service; anything else is 404, after the check of the access token if one is sent.
 *
 * `waits-for-confirm`: a refresh makes a pending pair; until it is confirmed, by the confirm call with the new access token or by use
 * of the new refresh token, the old refresh token returns that same pair (with a new access token if `expire` ended the first one).
 * `at-once`: the old pair ends with the response, and a second use of the old refresh token ends the session.
 *
 * An ended session is answered with EXPIRED_SESSION on calls and INVALID_SESSION on a refresh (CONTRACT.md 1.4).
 *
 * `redirect` gives the location of GET /user/auth/{provider}; the default is `https://accounts.example/{provider}?redirect={redirectUrl}`.
 */
export async function secondBackend({
  rotation = 'waits-for-confirm',
  redirect,
  clock = () => now,
}: {
  readonly rotation?: Rotation;
  readonly redirect?: Redirect;
  /** Epoch milliseconds; that of runs in this process by default, `realClock` for real processes. */
  readonly clock?: () => number;
} = {}): Promise<SecondBackend> {
  const sessions = sessionsOf(rotation, clock);
  const calls: { -readonly [Field in keyof Call]: Call[Field] }[] = [];
  let faultSelector: FaultSelector | undefined;
  let message: Web3Message | undefined;
  let offset = 0;

  const routes: Routes = {
    ...sessions.routes,
    ...signInRoutes(sessions, () => message, redirect),
    ...accountRoutes(sessions),
    ...groupRoutes(sessions),
    ...infrastructure,
  };

  function handle(request: BackendRequest): BackendResponse {
    try {
      const route = routeOf(routes, request.route);
      if (route) return route(request);
      if (request.token !== undefined) sessions.check(request.token);
      throw new Refusal(404, `Cannot ${request.route}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, code } = error;
      return { status, body: { message, ...(code && { code }) } };
    }
  }

  function serve(request: IncomingMessage, text: string, response: ServerResponse): void {
    const received = parseRequest(request, text);
    const call = toCall(request, received.body);
    const { method, path, authorization } = call;
    calls.push(call);
    const number = calls.filter((one) => one.method === method && one.path === path).length;
    const fault = faultSelector?.({ method, path, authorization, number });
    const recordStatus = (response: BackendResponse) => {
      call.status = response.status;
      return response;
    };
    const process = () => recordStatus(handle(received));
    const reply = (answer: BackendResponse, cut?: number) => {
      response.setHeader('date', new Date(clock() + offset).toUTCString());
      send(response, answer, cut);
    };

    if (!fault) reply(process());
    else if ('status' in fault) reply(recordStatus(fault));
    else if ('after' in fault) void fault.after.then(() => reply(process()));
    else if ('reset' in fault) {
      if (fault.reset === 'after') process();
      request.socket.resetAndDestroy();
    } else if ('hang' in fault) {
      if (fault.hang === 'after') process();
    } else reply(process(), fault.cut);
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => serve(request, Buffer.concat(chunks).toString('utf8'), response));
  });
  server.keepAliveTimeout = 60_000; // avoids a reset of an idle connection that is being reused
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  afterFile(close);

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    count: (name) => calls.filter((call) => callKind(call) === name).length,
    signIn(name) {
      const mail = name === undefined ? 'second' : encodeURIComponent(name);
      return sessions.start(sessions.person('GOOGLE', `${mail}@example.com`, name ?? 'Second Person')).current;
    },
    expire: sessions.expire,
    revoke: sessions.revoke,
    alive: sessions.alive,
    injectFaults(how) {
      faultSelector = how;
    },
    web3Message(how) {
      message = how;
    },
    clock(offsetMs) {
      offset = offsetMs;
    },
    close,
  };
}

/** SPEC.md 7: every service has /metrics, "several" have /health; these have nothing else. */
const infrastructure: Routes = {
  'GET /{service}/metrics': () => ({
    status: 200,
    body: 'process_cpu_seconds_total 1.5\n',
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  }),
  ...Object.fromEntries(
    ['push', 'watcher-worker', 'statistics'].map((service) => [`GET /${service}/health`, () => ({ status: 200, body: { status: 'ok' } })]),
  ),
};

function parseRequest({ method = '', url = '', headers }: IncomingMessage, text: string): BackendRequest {
  const [path = '', query] = url.split(/\?(.*)/s);
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return { route: `${method} ${path}`, query: new URLSearchParams(query), headers, token, text, body: parseBody(text) };
}

function toCall(
  { method = '', url: path = '', headers }: IncomingMessage,
  body: unknown,
): { -readonly [Field in keyof Call]: Call[Field] } {
  const own = Object.entries(headers).flatMap(([name, value]) => (name.startsWith('x-') ? [[name, String(value)]] : []));
  return { method, path, authorization: headers.authorization, headers: Object.fromEntries(own), body, status: undefined };
}

function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function callKind({ method, path }: Call): 'refresh' | 'confirm' | 'other' {
  const route = `${method} ${path}`;
  return route === REFRESH ? 'refresh' : route === CONFIRM ? 'confirm' : 'other';
}

/** Sends a response, or its header and the first bytes of its body. */
function send(response: ServerResponse, { status, body, headers = {} }: BackendResponse, cut = Number.POSITIVE_INFINITY): void {
  const bytes = Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
  response.statusCode = status;
  if (body !== undefined) response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', bytes.length);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (cut >= bytes.length) {
    response.end(bytes);
    return;
  }
  response.flushHeaders();
  if (cut > 0) response.write(bytes.subarray(0, cut));
  const { socket } = response;
  setImmediate(() => socket?.destroySoon()); // after the written bytes were sent
}
