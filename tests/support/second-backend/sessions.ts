// The users of the second back end and their sessions, under both kinds of token rotation.
import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** One complete request. */
export interface BackendRequest {
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** Of `Authorization: Bearer`. */
  readonly token: string | undefined;
  /** The raw body. */
  readonly text: string;
  readonly body: unknown;
}
export interface BackendResponse {
  readonly status: number;
  /** A string is sent unchanged, any other value as JSON; undefined is an empty body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export type Route = (request: BackendRequest) => BackendResponse;
/** By method and path; a last segment `{id}` matches any. */
export type Routes = Readonly<Record<string, Route>>;

/** Thrown by a handler to send an error: `{message, code?}` (platform 1.4). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

/** What a client stores. The access token looks like a JWT (unsigned, `exp` an hour ahead); the refresh token is opaque. */
interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}
export type Rotation = 'waits-for-confirm' | 'at-once';
/** A user of one sign-in method. */
interface Person {
  readonly id: string;
  /** A UserIdentifierType (platform 2.1). */
  readonly type: string;
  readonly identifier: string;
  readonly name: string;
}
export interface Session {
  readonly id: string;
  readonly person: Person;
  current: TokenPair;
  /** Issued by a refresh and not confirmed. Its access token is already valid for calls; using it is not a confirmation. */
  pending?: TokenPair;
}
export type Sessions = ReturnType<typeof sessionsOf>;

export const REFRESH = 'POST /user/v2/accounts/sessions/refresh';
export const CONFIRM = 'POST /user/v2/accounts/sessions/refresh/confirm';

const hour = 3_600_000;
const invalid = () => new Refusal(401, 'Invalid auth session! perhaps already refreshed?', 'INVALID_SESSION');

/** The users and sessions, empty at first. */
export function sessionsOf(rotation: Rotation, now: () => number) {
  const people = new Map<string, Person>();
  const sessions = new Set<Session>();
  /** Refresh tokens that were used up under `at-once`. */
  const spent = new Map<string, Session>();
  const expired = new Set<string>();

  const pairsOf = ({ current, pending }: Session) => [current, ...(pending ? [pending] : [])];
  const holding = (has: (pair: TokenPair) => boolean) => [...sessions].find((session) => pairsOf(session).some(has));
  const byRefresh = (token: string) => holding(({ refreshToken }) => refreshToken === token);
  const byAccess = (token: string) =>
    expired.has(token) ? undefined : holding(({ accessToken }) => accessToken === token);
  const of = (person: Person) => [...sessions].filter((session) => session.person === person);

  /** The session of an access token. @throws {Refusal} where it has expired */
  function check(token: string): Session {
    const session = byAccess(token);
    if (!session) throw new Refusal(401, 'Session expired or deleted', 'EXPIRED_SESSION');
    return session;
  }
  /** A route that requires a session: 401 without an access token, EXPIRED_SESSION with an expired one. */
  const signedIn =
    (answer: (session: Session, request: BackendRequest) => BackendResponse): Route =>
    (request) => {
      if (request.token === undefined) throw new Refusal(401, 'Unauthorized');
      return answer(check(request.token), request);
    };

  function newPair({ id }: Person): TokenPair {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      ...{ sub: id, jti: randomUUID(), iat: Math.floor(now() / 1000), exp: Math.floor((now() + hour) / 1000) },
    };
    const accessToken = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`;
    return { accessToken, refreshToken: randomBytes(24).toString('hex') };
  }

  function refresh(token = ''): BackendResponse {
    const session = byRefresh(token);
    if (!session) {
      const reused = spent.get(token);
      if (reused) sessions.delete(reused);
      throw invalid();
    }
    if (rotation === 'at-once') {
      spent.set(token, session);
      session.current = newPair(session.person);
      return { status: 201, body: session.current };
    }
    if (session.pending?.refreshToken === token) confirm(session);
    session.pending ??= newPair(session.person);
    if (expired.has(session.pending.accessToken))
      session.pending = { ...session.pending, accessToken: newPair(session.person).accessToken };
    return { status: 201, body: session.pending };
  }

  function confirm(session: Session): void {
    session.current = session.pending ?? session.current;
    delete session.pending;
  }

  const routes: Routes = {
    [REFRESH]: ({ token }) => refresh(token),
    [CONFIRM]: signedIn((session, { token }) => {
      if (session.pending && session.pending.accessToken !== token) throw invalid(); // the old token confirms nothing
      confirm(session);
      return { status: 201 };
    }),
    'GET /user/users/current': signedIn(({ person }) => ({ status: 200, body: signedUser(person) })),
    'GET /user/auth/sessions': signedIn(({ person }) => ({ status: 200, body: of(person).map(sessionEntity) })),
    'DELETE /user/auth/sessions/{id}': signedIn(({ person }, { path }) => {
      const session = of(person).find(({ id }) => path.endsWith(id));
      if (!session) throw new Refusal(404, 'AuthSession not exists!');
      sessions.delete(session);
      return { status: 200, body: of(person).map(sessionEntity) };
    }),
    'POST /user/auth/sign-out': signedIn((session) => {
      sessions.delete(session);
      return { status: 201 };
    }),
  };

  return {
    ...{ routes, now, check, signedIn },
    /** The user with this identifier, created if missing. */
    person(type: string, identifier: string, name = identifier): Person {
      const key = `${type} ${identifier}`;
      const person = people.get(key) ?? { id: randomUUID(), type, identifier, name };
      people.set(key, person);
      return person;
    },
    /** Ends all sessions of a user. */
    forget: (person: Person) => of(person).forEach((session) => void sessions.delete(session)),
    start(person: Person): Session {
      const session = { id: randomUUID(), person, current: newPair(person) };
      sessions.add(session);
      return session;
    },
    expire() {
      for (const { accessToken } of [...sessions].flatMap(pairsOf)) expired.add(accessToken);
    },
    revoke: () => sessions.clear(),
    alive: (token: string) => (byRefresh(token) ?? byAccess(token)) !== undefined,
  };
}

/** An identifier derived from a secret, so that no response repeats the secret. */
export const stand = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 16);

const at = '2024-01-02T03:04:05.678Z';
/** A SignedUserIdentifierDto (platform 12.2). */
const signedUser = ({ id, type, identifier, name }: Person) => ({
  ...{ type, id: `${id}-${type}`, userId: id, avatar: null, name, identifier, data: {}, createdAt: at, updatedAt: at },
  user: {
    ...{ id, email: null, name, avatar: null, pending: false, createdAt: at, updatedAt: at, country: null },
    ...{ data: null, deletedAt: null },
  },
});
/** An AuthSessionEntity (platform 12.2). */
const sessionEntity = ({ id, person }: Session) => ({
  ...{ id, userId: person.id, tokenRefreshable: true, issuedIpAddress: '127.0.0.1', issuedAt: at },
});
/** 201 with a SignedUserIdentifierWithAccessTokenDto: the refresh token is inside `authSession` (platform 12.2). */
export const signedInResponse = (session: Session): BackendResponse => {
  const { accessToken, refreshToken } = session.current;
  return {
    status: 201,
    body: { ...signedUser(session.person), accessToken, authSession: { ...sessionEntity(session), refreshToken } },
  };
};
