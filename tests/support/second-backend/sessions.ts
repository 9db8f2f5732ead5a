// The users of the second back end and their sessions, under both kinds of token rotation.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type BackendRequest, type BackendResponse, Refusal, type Route, type Routes } from './http.js';

/** What a client stores. The access token looks like a JWT (unsigned, `exp` an hour ahead); the refresh token is opaque. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}
/** See `secondBackend`. */
export type Rotation = 'waits-for-confirm' | 'at-once';
/** A user of one sign-in method. */
export interface Person {
  readonly id: string;
  /** A UserIdentifierType (SPEC.md 3). */
  readonly type: string;
  readonly identifierId: string;
  readonly identifier: string;
  readonly name: string;
  readonly createdAt: string;
  /** The server's share of the wallet key, as a JSON text (CONTRACT.md 2). */
  share?: string;
}
export interface Session {
  readonly id: string;
  readonly person: Person;
  readonly issuedAt: string;
  lastRefreshedAt: string | null;
  current: TokenPair;
  /** Issued by a refresh and not confirmed. Its access token is already valid for calls; using it is not a confirmation. */
  pending?: TokenPair;
}
export interface Sessions {
  readonly routes: Routes;
  /** Epoch milliseconds. */
  readonly now: () => number;
  find(type: string, identifier: string): Person | undefined;
  /** The user with this identifier, created if missing. */
  person(type: string, identifier: string, name?: string): Person;
  /** Deletes a user and ends all their sessions. */
  forget(person: Person): void;
  start(person: Person): Session;
  lives(session: Session): boolean;
  /** A route that requires a session: 401 without an access token, EXPIRED_SESSION with an expired one. */
  signedIn(respond: (session: Session, request: BackendRequest) => BackendResponse): Route;
  /** Refuses an expired access token. */
  check(token: string): Session;
  expire(): void;
  revoke(): void;
  alive(token: string): boolean;
}

/** The two routes that are counted by name. */
export const REFRESH = 'POST /user/v2/accounts/sessions/refresh';
export const CONFIRM = 'POST /user/v2/accounts/sessions/refresh/confirm';

const hour = 3_600_000;
const invalid = () => new Refusal(401, 'Invalid auth session! perhaps already refreshed?', 'INVALID_SESSION');

/** The users and sessions, empty at first. */
export function sessionsOf(rotation: Rotation, now: () => number): Sessions {
  const people = new Map<string, Person>();
  const sessions = new Set<Session>();
  /** Refresh tokens that were used up under `at-once`. */
  const spent = new Map<string, Session>();
  const expiredAccess = new Set<string>();

  const holding = (has: (pair: TokenPair) => boolean) =>
    [...sessions].find(({ current, pending }) => has(current) || (pending !== undefined && has(pending)));
  const byRefresh = (token: string) => holding(({ refreshToken }) => refreshToken === token);
  const byAccess = (token: string) => (expiredAccess.has(token) ? undefined : holding(({ accessToken }) => accessToken === token));
  const of = (person: Person) => [...sessions].filter((session) => session.person === person);
  const end = (session: Session) => sessions.delete(session);

  function check(token: string): Session {
    const session = byAccess(token);
    if (!session) throw new Refusal(401, 'Session expired or deleted', 'EXPIRED_SESSION');
    return session;
  }
  const signedIn: Sessions['signedIn'] = (respond) => (request) => {
    if (request.token === undefined) throw new Refusal(401, 'Unauthorized');
    return respond(check(request.token), request);
  };

  function refresh(token = ''): BackendResponse {
    const session = byRefresh(token);
    if (!session) {
      const reused = spent.get(token);
      if (reused) end(reused);
      throw invalid();
    }
    session.lastRefreshedAt = new Date(now()).toISOString();
    if (rotation === 'at-once') {
      spent.set(token, session);
      session.current = newPair(session.person);
      return { status: 201, body: session.current };
    }
    if (session.pending?.refreshToken === token) confirm(session);
    session.pending ??= newPair(session.person);
    if (expiredAccess.has(session.pending.accessToken))
      session.pending = { ...session.pending, accessToken: newPair(session.person).accessToken };
    return { status: 201, body: session.pending };
  }

  function confirm(session: Session): void {
    session.current = session.pending ?? session.current;
    delete session.pending;
  }

  function endOne({ person }: Session, id: string | undefined): BackendResponse {
    const session = of(person).find((one) => one.id === id);
    if (!session) throw new Refusal(404, 'AuthSession not exists!');
    end(session);
    return { status: 200, body: of(person).map(sessionEntity) };
  }

  return {
    now,
    routes: {
      [REFRESH]: ({ token }) => refresh(token),
      [CONFIRM]: signedIn((session, { token }) => {
        if (!session.pending) return { status: 201 }; // repeated, or nothing to confirm
        if (session.pending.accessToken !== token) throw invalid(); // the old token confirms nothing
        confirm(session);
        return { status: 201 };
      }),
      'GET /user/users/current': signedIn(({ person }) => ({ status: 200, body: signedUser(person) })),
      'GET /user/auth/sessions': signedIn(({ person }) => ({ status: 200, body: of(person).map(sessionEntity) })),
      'DELETE /user/auth/sessions/{id}': signedIn((session, { route }) => endOne(session, route.split('/').at(-1))),
      'POST /user/auth/sign-out': signedIn((session) => {
        end(session);
        return { status: 201 };
      }),
    },
    find: (type, identifier) => people.get(keyOf(type, identifier)),
    person(type, identifier, name = identifier) {
      const key = keyOf(type, identifier);
      const person = people.get(key) ?? newPerson(type, identifier, name);
      people.set(key, person);
      return person;
    },
    forget(person) {
      people.delete(keyOf(person.type, person.identifier));
      of(person).forEach(end);
    },
    start(person) {
      const session = {
        id: randomUUID(),
        person,
        issuedAt: new Date(now()).toISOString(),
        lastRefreshedAt: null,
        current: newPair(person),
      };
      sessions.add(session);
      return session;
    },
    lives: (session) => sessions.has(session),
    signedIn,
    check,
    expire() {
      for (const { current, pending } of sessions) {
        expiredAccess.add(current.accessToken);
        if (pending) expiredAccess.add(pending.accessToken);
      }
    },
    revoke: () => sessions.clear(),
    alive: (token) => (byRefresh(token) ?? byAccess(token)) !== undefined,
  };
}

/** An identifier derived from a secret, so that no response repeats the secret. */
export const stand = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 16);

const keyOf = (type: string, identifier: string) => `${type} ${identifier}`;

const newPerson = (type: string, identifier: string, name: string): Person => ({
  id: randomUUID(),
  type,
  identifierId: randomUUID(),
  identifier,
  name,
  createdAt: '2024-01-02T03:04:05.678Z',
});

function newPair({ id }: Person): TokenPair {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Date.now();
  const claims = { sub: id, jti: randomUUID(), iat: Math.floor(now / 1000), exp: Math.floor((now + hour) / 1000) };
  return {
    accessToken: `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`,
    refreshToken: randomBytes(24).toString('hex'),
  };
}

/** 201 with a SignedUserIdentifierWithAccessTokenDto: the refresh token is inside `authSession` (CONTRACT.md 8.2). */
export const signedInResponse = (session: Session): BackendResponse => ({
  status: 201,
  body: {
    ...signedUser(session.person),
    accessToken: session.current.accessToken,
    authSession: { ...sessionEntity(session), authClient: null, refreshToken: session.current.refreshToken },
  },
});

/** A SignedUserIdentifierDto with its required fields only (CONTRACT.md 8.2). */
const signedUser = ({ id, type, identifierId, identifier, name, createdAt }: Person) => ({
  type,
  id: identifierId,
  userId: id,
  avatar: null,
  name,
  identifier,
  data: {},
  createdAt,
  updatedAt: createdAt,
  user: {
    id,
    email: identifier.includes('@') ? identifier : null,
    name,
    avatar: null,
    pending: false,
    createdAt,
    updatedAt: createdAt,
    country: null,
    data: null,
    deletedAt: null,
    wallet: null,
  },
});

/** An AuthSessionEntity (CONTRACT.md 8.2). */
const sessionEntity = ({ id, person, issuedAt, lastRefreshedAt }: Session) => ({
  id,
  authNonce: id.slice(0, 8),
  deferredAuthNonce: null,
  userIdentifierId: person.identifierId,
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
