// Binds a reference (--client-ref) to the origin or sandbox world that gets the request, and to the account that makes it.
import { createHash } from 'node:crypto';
import type { Call } from '../services/catalogue/define.js';
import { Failure } from '../services/http/errors.js';
import type { HttpRequest } from '../services/http/transport.js';
import { isRecord, type Row } from '../services/json-value.js';
import type { Binding } from './ledger.js';
import type { ReadEndpoint } from './policy/dependencies.js';

/** The dependencies for finding the account. */
export interface BindingDependencies {
  readonly embedded: boolean;
  readonly read: ReadEndpoint;
  readonly sessionId: () => Promise<string | undefined>;
}

/**
 * Finds the origin, or the sandbox's world, and the account of a request.
 * @param mayRead whether the signed-in user is read where the token does not name its subject; otherwise the session stands for the account
 * @throws {Failure}
 */
export async function bindingOf(
  { auth }: Call,
  { url, headers }: HttpRequest,
  deps: BindingDependencies,
  { mayRead }: { readonly mayRead: boolean },
): Promise<Binding> {
  const [scheme, credential = ''] = (headers.Authorization ?? '').split(' ');
  const token = auth === 'signed-in' ? readToken(credential) : undefined;
  const origin = token?.world ?? (deps.embedded ? 'sandbox' : new URL(url).origin); // the embedded sandbox has another port at every start
  if (auth !== 'signed-in') return { origin, account: `${scheme || 'public'}:${hashed(credential)}` };
  if (token?.subject !== undefined) return { origin, account: `sub:${token.subject}` };
  return { origin, account: mayRead ? await accountOf(credential, deps) : await sessionOf(credential, deps) };
}

/** The signed-in user, from the user service; else the session. */
async function accountOf(credential: string, { read, sessionId }: BindingDependencies): Promise<string> {
  try {
    const user: unknown = (await read('user', 'getCurrent', {}, { patient: true })).data;
    if (isRecord(user) && typeof user.id === 'string') return `user:${user.id}`;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
  }
  return sessionOf(credential, { sessionId });
}
const sessionOf = async (credential: string, { sessionId }: Pick<BindingDependencies, 'sessionId'>): Promise<string> =>
  `session:${(await sessionId()) ?? hashed(credential)}`;

/** The subject of a JWT (RFC 7519), and the sandbox world whose key signed it; unverified, since the service verifies it. */
function readToken(token: string): { readonly subject?: string; readonly world?: string } {
  const [header, claims] = token.split('.', 2).map(jsonIn);
  const { sub, iss } = claims ?? {};
  return {
    ...(typeof sub === 'string' && sub !== '' ? { subject: sub } : {}),
    ...(iss === 'tuk-sandbox' && typeof header?.kid === 'string' ? { world: `sandbox:${header.kid}` } : {}),
  };
}

function jsonIn(part: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
