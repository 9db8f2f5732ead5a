// Accounts v2 of the second back end: creating, checking, restoring, deleting, and the server's key share (CONTRACT.md 2).
import { type BackendResponse, checkClient, optionalText, Refusal, type Routes, requiredText } from './http.js';
import { type Person, type Sessions, stand } from './sessions.js';

/** The routes under /user/v2/accounts. Anyone who signed in as GOOGLE or APPLE has an account; a user who never stored a share has none. */
export function accountRoutes(sessions: Sessions): Routes {
  const found = (type: string, identifier: string): Person => {
    const person = sessions.find(type, identifier);
    if (!person) throw noUser(type, identifier);
    return person;
  };
  return {
    'POST /user/v2/accounts'({ headers, body }) {
      checkClient(headers, new Refusal(403, 'Invalid auth client!', 'INVALID_CLIENT'));
      const [type, identifier] = accountOf(body);
      const share = shareIn(body);
      if (sessions.find(type, identifier)) throw new Refusal(409, 'already existing user!', 'ALREADY_EXIST');
      const person = sessions.person(type, identifier);
      person.share = share;
      return { status: 201, body: { id: person.id, ...sessions.start(person).current } };
    },
    'POST /user/v2/accounts/check': ({ body }) => ({ status: 201, body: { exists: sessions.find(...accountOf(body)) !== undefined } }),
    'POST /user/v2/accounts/restore'({ body }) {
      requiredText(body, 'walletAddress0');
      const share = shareIn(body);
      found(...accountOf(body)).share = share;
      return done;
    },
    'POST /user/v2/accounts/delete': sessions.signedIn(({ person }) => {
      sessions.forget(person);
      return done;
    }),
    'GET /user/v2/accounts/ss'({ query }) {
      const fields = Object.fromEntries(query);
      const person = found(...accountOf(fields));
      const shareResponse = person.share === undefined ? undefined : shareAnswer(person.share);
      const wanted = fields.polynomialId ?? shareResponse?.polynomialId;
      if (!shareResponse || shareResponse.polynomialId !== wanted) throw noUser(person.type, person.identifier);
      return { status: 200, body: shareResponse };
    },
    'PUT /user/v2/accounts/ss': sessions.signedIn(({ person }, { body }) => {
      person.share = shareIn(body);
      return { status: 200, body: shareAnswer(person.share) };
    }),
  };
}

const done: BackendResponse = { status: 201, body: { status: 'ok' } };
const noUser = (type: string, identifier: string) => new Refusal(404, `There is no user: ${type}, ${identifier}`, 'NOT_FOUND_USER');

/** The account of a request: by identifier, or by the token alone. */
function accountOf(share: unknown): [type: string, identifier: string] {
  const [type, token] = [requiredText(share, 'type'), requiredText(share, 'token')];
  if (type !== 'GOOGLE' && type !== 'APPLE') throw new Refusal(400, 'type must be one of GOOGLE, APPLE');
  return [type, optionalText(share, 'identifier') ?? stand(token)];
}

/** `share` is a JSON text of `{share: {share, shareIndex}, polynomialID}` (CONTRACT.md 2). */
function shareIn(body: unknown): string {
  const share = requiredText(body, 'share');
  const inner = parsed(share);
  for (const name of ['share', 'shareIndex']) requiredText(Object(inner).share, name);
  requiredText(inner, 'polynomialID');
  return share;
}

/** A ShareResponseDto (CONTRACT.md 8.2). */
function shareAnswer(jsonString: string) {
  const inner = parsed(jsonString);
  const deviceShareIndex = optionalText(inner, 'deviceShareIndex');
  return { jsonString, polynomialId: requiredText(inner, 'polynomialID'), ...(deviceShareIndex && { deviceShareIndex }) };
}

function parsed(share: string): unknown {
  try {
    return JSON.parse(share);
  } catch {
    throw new Refusal(400, 'share must be a JSON text');
  }
}
