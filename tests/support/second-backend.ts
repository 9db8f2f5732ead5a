// A second back end, written from the specification alone: sessions under both kinds of token rotation, sign-in methods, faults on request.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { neverRespond, type ReceivedRequest, raw, reset, respond, type Script, scripted } from './scripted-server.js';
import {
  type BackendResponse,
  CONFIRM,
  REFRESH,
  Refusal,
  type Rotation,
  type Routes,
  sessionsOf,
} from './second-backend/sessions.js';
import { type Redirect, signInRoutes, type Web3Message } from './second-backend/sign-in.js';
import { now } from './time.js';
import { newUser } from './tuk.js';
import { signedInHome } from './users.js';

/** One complete request. */
interface Call {
  readonly method: string;
  /** As sent, with service and query. */
  readonly path: string;
  readonly authorization: string | undefined;
  /** Parsed, undefined without a body. */
  readonly body: unknown;
  /** The status of the response, even if a fault dropped it; undefined if there is none (yet). */
  status?: number;
}
/** A fault of one request. */
export type Fault =
  /** Sends this response without executing the request. A string body is sent unchanged, any other as JSON. */
  | BackendResponse
  /** Executes the request when this has happened, even if the client has disconnected. */
  | { readonly after: Promise<unknown> }
  /** Resets the connection before or after the request is executed. */
  | { readonly reset: 'before' | 'after' }
  /** Never responds; with 'after' the request is executed. */
  | { readonly hang: true | 'after' }
  /** Executes the request, but closes the connection after this many bytes of the response body. */
  | { readonly cut: number };
/** Selects the fault of a request; `number` counts the requests with the same method and path from 1. */
type FaultSelector = (request: Call & { readonly number: number }) => Fault | undefined;
interface BackendOptions {
  readonly rotation?: Rotation;
  /** The location of GET /user/auth/{provider}. */
  readonly redirect?: Redirect;
  /** Epoch milliseconds; that of runs in this process by default, `realClock` for real processes. */
  readonly clock?: () => number;
}

export type SecondBackend = Awaited<ReturnType<typeof secondBackend>>;

/**
 * Starts a back end with the user service's sessions and sign-in methods; anything else is 404, after the check of the access token if one is sent.
 *
 * `waits-for-confirm`: a refresh makes a pending pair; until it is confirmed, by the confirm call with the new access token or by use
 * of the new refresh token, the old refresh token returns that same pair (with a new access token if `expire` ended the first one).
 * `at-once`: the old pair ends with the response, and a second use of the old refresh token ends the session.
 *
 * An ended session is answered with EXPIRED_SESSION on calls and INVALID_SESSION on a refresh (platform 1.4).
 */
export async function secondBackend(options: BackendOptions = {}) {
  const { rotation = 'waits-for-confirm', redirect, clock = () => now } = options;
  const sessions = sessionsOf(rotation, clock);
  const calls: Call[] = [];
  let selectFault: FaultSelector = () => undefined;
  let web3Message: Web3Message = ({ text }) => text;
  const signIn = signInRoutes(sessions, (defaults) => web3Message(defaults), redirect);
  const routes: Routes = { ...sessions.routes, ...signIn };

  function handle(request: ReceivedRequest, call: Call): BackendResponse {
    const { pathname, searchParams: query } = new URL(request.path, 'http://service');
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    try {
      const route =
        routes[`${request.method} ${pathname}`] ?? routes[`${request.method} ${pathname.replace(/[^/]+$/, '{id}')}`];
      if (route)
        return route({ path: pathname, query, headers: request.headers, token, text: request.body, body: call.body });
      if (token !== undefined) sessions.check(token);
      throw new Refusal(404, `Cannot ${request.method} ${pathname}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: { message: error.message, code: error.code } };
    }
  }

  const script: Script = (socket, request) => {
    const { method, path: at, body } = request;
    const call: Call = {
      ...{ method, path: at, authorization: request.headers.authorization },
      body: body === '' ? undefined : JSON.parse(body),
    };
    calls.push(call);
    const number = calls.filter((one) => one.method === method && one.path === at).length;
    const fault = selectFault({ ...call, number });
    const execute = () => {
      const response = handle(request, call);
      call.status = response.status;
      return response;
    };
    const send = ({ status, body, headers }: BackendResponse) => {
      call.status = status;
      respond(status, textOf(body), { date: new Date(clock()).toUTCString(), ...headers })(socket, request);
    };
    if (!fault) send(execute());
    else if ('status' in fault) send(fault);
    else if ('after' in fault) void fault.after.then(() => send(execute()));
    else if ('cut' in fault) {
      const { status, body } = execute();
      const text = textOf(body);
      raw(`HTTP/1.1 ${status} X\r\ncontent-length: ${text.length}\r\n\r\n${text.slice(0, fault.cut)}`)(socket, request);
    } else {
      if (Object.values(fault).includes('after')) execute();
      ('reset' in fault ? reset : neverRespond)(socket, request);
    }
  };

  const { url } = await scripted(script);
  return {
    /** `${url}/{service}` is the base address of a service. */
    url,
    calls: calls as readonly Call[],
    /** The number of received requests, faults included. */
    count: (name: 'refresh' | 'confirm') =>
      calls.filter(({ method, path: at }) => `${method} ${at}` === (name === 'refresh' ? REFRESH : CONFIRM)).length,
    /** Creates a session of the user with this name. */
    signIn: (name = 'Second Person') => sessions.start(sessions.person('GOOGLE', `${name}@example.com`, name)).current,
    /** Expires every access token issued so far (401 EXPIRED_SESSION); a renewal still works. */
    expire: sessions.expire,
    /** Ends every session: no token issued so far is valid. */
    revoke: sessions.revoke,
    /** Whether this token is still valid: a refresh token for a renewal, an access token for a call. */
    alive: sessions.alive,
    /** Sets the function that selects the fault of each request; without one there are no faults. */
    injectFaults(how: FaultSelector = () => undefined) {
      selectFault = how;
    },
    /** Sets the message to sign for a sign-in by wallet; the default is the EIP-4361 message. */
    web3Message(how: Web3Message) {
      web3Message = how;
    },
  };
}

const textOf = (body: unknown) => (body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));

/** A back end, and a home whose profile `box` is signed in to it with an expired session. */
export async function expiredSession(options: BackendOptions = {}) {
  const backend = await secondBackend(options);
  const tokens = backend.signIn();
  const home = await signedInHome('box', `${backend.url}/{service}`, tokens);
  backend.expire();
  const file = path.join(home, 'sessions/box.json');
  return {
    ...{ backend, home, tokens, file, stored: () => JSON.parse(readFileSync(file, 'utf8')) },
    /** The numbers of refreshes and confirmations. */
    renewals: () => ({ refreshes: backend.count('refresh'), confirms: backend.count('confirm') }),
    run: (argv: string | readonly string[] = whoami) => newUser(home).run(argv),
  };
}
/** A line that needs the session. */
export const whoami = ['-p', 'box', 'whoami', '-q'];
