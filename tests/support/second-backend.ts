// A second back end, written from the specification alone: sessions under both readings of rotation, and faults on request.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What a client stores. The access token looks like a JWT (unsigned, `exp` an hour ahead); the refresh token is opaque. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}
/** One request that came in whole. */
interface Call {
  readonly method: string;
  /** As it was sent: service and query included. */
  readonly path: string;
  readonly authorization: string | undefined;
  /** Of the answer that was made, even if a fault kept it from arriving; undefined while, or because, none was made. */
  readonly status: number | undefined;
}
/** What goes wrong with one request. */
export type Fault =
  /** This is answered and nothing is done. A body that is a string goes out as it is, anything else as JSON. */
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Waits, then all is as usual: done even if the caller has gone meanwhile. */
  | { readonly delay: number }
  /** The connection is reset: before anything is done, or when it is done and the answer is lost. */
  | { readonly reset: 'before' | 'after' }
  /** No answer ever comes: nothing is done, or ('after') it is done. */
  | { readonly hang: true | 'after' }
  /** Done and answered, with the true length in the head, but the connection ends after this many bytes of the body. */
  | { readonly cut: number };
/** What a fault is chosen by; `number` counts from 1 among the requests with the same method and path. */
type Coming = Pick<Call, 'method' | 'path' | 'authorization'> & { readonly number: number };
type Interference = (request: Coming) => Fault | undefined;

/** See `secondBackend`. */
export interface SecondBackend {
  /** `${url}/{service}` is the base address of a service. */
  readonly url: string;
  readonly calls: readonly Call[];
  /** How many of these came in, faults included: refreshes, confirms, everything else. */
  count(name: 'refresh' | 'confirm' | 'other'): number;
  /** A new session of the one person it knows. */
  signIn(): TokenPair;
  /** Every access token issued so far now answers 401 EXPIRED_SESSION; renewing works. */
  expire(): void;
  /** Every session is over: no token issued so far is good for anything. */
  revoke(): void;
  /** Whether this token still gets someone in: a refresh token by renewal, an access token directly. */
  alive(token: string): boolean;
  /** From now on each request is shown to this function first; without one, nothing interferes. */
  interfere(how?: Interference): void;
  /** Closes every socket, also those that hang, and drops what was delayed. */
  close(): Promise<void>;
}

interface Session {
  readonly id: string;
  readonly issuedAt: string;
  lastRefreshedAt: string | null;
  current: TokenPair;
  /** Issued by a refresh and not confirmed. Its access token is good for calls already; using it confirms nothing. */
  pending?: TokenPair;
}
interface Answer {
  readonly status: number;
  /** None is an empty answer. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const hour = 3_600_000;
const person = { id: '7b0c9c1e-52f1-4c55-9d0e-6a1f0c2b3d4e', name: 'Second Person', identifier: 'second@example.com' };
const born = '2024-01-02T03:04:05.678Z';
const expired: Answer = { status: 401, body: { message: 'Session expired or deleted', code: 'EXPIRED_SESSION' } };
const invalid: Answer = {
  status: 401,
  body: { message: 'Invalid auth session! perhaps already refreshed?', code: 'INVALID_SESSION' },
};
const REFRESH = 'POST /user/v2/accounts/sessions/refresh';
const CONFIRM = 'POST /user/v2/accounts/sessions/refresh/confirm';

/**
 * Starts a back end on 127.0.0.1 that holds all services under one address and knows the session calls and GET /users/current of *user*;
 * anything else is 404, after the check of the access token if one is sent.
 *
 * `waits-for-confirm`: a refresh makes a pending pair; until it is confirmed, by the confirm call with the new access token or by use
 * of the new refresh token, the old refresh token answers that same pair (with a new access token if `expire` took the first one).
 * `at-once`: the old pair dies as the answer is made, and a second use of the old refresh token ends the session.
 *
 * A session that is over answers EXPIRED_SESSION to calls and INVALID_SESSION to a refresh, as CONTRACT.md 1.4 has them.
 */
export async function secondBackend({
  rotation = 'waits-for-confirm',
}: {
  readonly rotation?: 'waits-for-confirm' | 'at-once';
} = {}): Promise<SecondBackend> {
  const sessions = new Set<Session>();
  /** Refresh tokens that were used up under `at-once`. */
  const spent = new Map<string, Session>();
  const expiredAccess = new Set<string>();
  const calls: { -readonly [Field in keyof Call]: Call[Field] }[] = [];
  const delays = new Set<NodeJS.Timeout>();
  let interference: Interference | undefined;

  const find = (has: (pair: TokenPair) => boolean) =>
    [...sessions].find(({ current, pending }) => has(current) || (pending !== undefined && has(pending)));
  const byRefresh = (token: string) => find(({ refreshToken }) => refreshToken === token);
  const byAccess = (token: string) => (expiredAccess.has(token) ? undefined : find(({ accessToken }) => accessToken === token));

  const routes: Readonly<Record<string, (session: Session, token: string) => Answer>> = {
    'GET /user/users/current': () => ({ status: 200, body: signedUser }),
    'GET /user/auth/sessions': () => ({ status: 200, body: [...sessions].map(sessionEntity) }),
    'POST /user/auth/sign-out'(session) {
      sessions.delete(session);
      return { status: 201 };
    },
    [CONFIRM](session, token) {
      if (!session.pending) return { status: 201 }; // said again, or nothing to wait for
      if (session.pending.accessToken !== token) return invalid; // the old token confirms nothing
      confirm(session);
      return { status: 201 };
    },
  };

  function handle(method: string, path: string, token: string | undefined): Answer {
    const route = `${method} ${path.replace(/\?.*/s, '')}`;
    if (route === REFRESH) return refresh(token);
    const known = routes[route];
    const ending = /^DELETE \/user\/auth\/sessions\/([^/]+)$/.exec(route)?.[1];
    if (token === undefined) return known || ending ? { status: 401, body: { message: 'Unauthorized' } } : notFound(route);
    const session = byAccess(token);
    if (!session) return expired;
    return ending ? endSession(ending) : known ? known(session, token) : notFound(route);
  }

  function refresh(token = ''): Answer {
    const session = byRefresh(token);
    if (!session) {
      const reused = spent.get(token);
      if (reused) sessions.delete(reused);
      return invalid;
    }
    session.lastRefreshedAt = new Date().toISOString();
    if (rotation === 'at-once') {
      spent.set(token, session);
      session.current = newPair();
      return { status: 201, body: session.current };
    }
    if (session.pending?.refreshToken === token) confirm(session);
    session.pending ??= newPair();
    if (expiredAccess.has(session.pending.accessToken)) session.pending = { ...session.pending, accessToken: newAccess() };
    return { status: 201, body: session.pending };
  }

  function confirm(session: Session): void {
    session.current = session.pending ?? session.current;
    delete session.pending;
  }

  function endSession(id: string): Answer {
    const session = [...sessions].find((one) => one.id === id);
    if (!session) return { status: 404, body: { message: 'AuthSession not exists!' } };
    sessions.delete(session);
    return { status: 200, body: [...sessions].map(sessionEntity) };
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url: path = '' } = request;
    const { authorization } = request.headers;
    const call: (typeof calls)[number] = { method, path, authorization, status: undefined };
    calls.push(call);
    const number = calls.filter((one) => one.method === method && one.path === path).length;
    const fault = interference?.({ method, path, authorization, number });
    const made = (answer: Answer) => {
      call.status = answer.status;
      return answer;
    };
    const done = () => made(handle(method, path, /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]));

    if (!fault) send(response, done());
    else if ('status' in fault) send(response, made(fault));
    else if ('delay' in fault) {
      const delay = setTimeout(() => {
        delays.delete(delay);
        send(response, done());
      }, fault.delay);
      delays.add(delay);
    } else if ('reset' in fault) {
      if (fault.reset === 'after') done();
      request.socket.resetAndDestroy();
    } else if ('hang' in fault) {
      if (fault.hang === 'after') done();
    } else send(response, done(), fault.cut);
  }

  const server = createServer((request, response) => {
    request.on('end', () => serve(request, response)).resume();
  });
  server.keepAliveTimeout = 60_000; // never resets an idle connection just as it is used again
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    count: (name) => calls.filter((call) => nameOf(call) === name).length,
    signIn() {
      const current = newPair();
      sessions.add({ id: randomUUID(), issuedAt: new Date().toISOString(), lastRefreshedAt: null, current });
      return current;
    },
    expire() {
      for (const { current, pending } of sessions) {
        expiredAccess.add(current.accessToken);
        if (pending) expiredAccess.add(pending.accessToken);
      }
    },
    revoke: () => sessions.clear(),
    alive: (token) => (byRefresh(token) ?? byAccess(token)) !== undefined,
    interfere(how) {
      interference = how;
    },
    close: () =>
      new Promise((closed) => {
        for (const delay of delays) clearTimeout(delay);
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function nameOf({ method, path }: Call): 'refresh' | 'confirm' | 'other' {
  const route = `${method} ${path}`;
  return route === REFRESH ? 'refresh' : route === CONFIRM ? 'confirm' : 'other';
}

/** Sends an answer: all of it, or its head and the first bytes of its body. */
function send(response: ServerResponse, { status, body, headers = {} }: Answer, cut = Number.POSITIVE_INFINITY): void {
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
  setImmediate(() => socket?.destroySoon()); // once what is written has gone out
}

const newPair = (): TokenPair => ({ accessToken: newAccess(), refreshToken: randomBytes(24).toString('hex') });

function newAccess(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Date.now();
  const claims = { sub: person.id, jti: randomUUID(), iat: Math.floor(now / 1000), exp: Math.floor((now + hour) / 1000) };
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`;
}

const notFound = (route: string): Answer => ({ status: 404, body: { message: `Cannot ${route}` } });

/** A SignedUserIdentifierDto with what it must have and nothing more. */
const signedUser = {
  type: 'GOOGLE',
  id: '1f6f2f0a-0b67-4a5e-8a54-0a6f5b1f7c11',
  userId: person.id,
  avatar: null,
  name: person.name,
  identifier: person.identifier,
  data: {},
  createdAt: born,
  updatedAt: born,
  user: {
    id: person.id,
    email: person.identifier,
    name: person.name,
    avatar: null,
    pending: false,
    createdAt: born,
    updatedAt: born,
    country: null,
    data: null,
    deletedAt: null,
    wallet: null,
  },
};

/** An AuthSessionEntity. */
const sessionEntity = ({ id, issuedAt, lastRefreshedAt }: Session) => ({
  id,
  authNonce: id.slice(0, 8),
  deferredAuthNonce: null,
  userIdentifierId: signedUser.id,
  userId: person.id,
  workspaceId: null,
  country: null,
  tokenRefreshable: true,
  issuedIpAddress: '127.0.0.1',
  issuedAt,
  validUntil: new Date(Date.parse(lastRefreshedAt ?? issuedAt) + 24 * hour).toISOString(),
  lastRefreshedAt,
  deletedAt: null,
  authClientId: '5e1f4a3c-8c0b-4f0e-b1a2-3c4d5e6f7a8b',
});
